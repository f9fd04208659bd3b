/* more_steps.c -- see more_steps.h. */
#include "study/more_steps.h"

#include <errno.h>
#include <string.h>
#include <unistd.h>

#include "base/file.h"
#include "base/text.h"
#include "evaluate/evaluate.h"
#include "folder/run_folder.h"
#include "run/lazy_update.h"
#include "run/optimiser.h"
#include "run/run.h"
#include "settings/settings_difference.h"
#include "train/train.h"

/* ---- The changes */

static void take_duration(struct training *to, const struct training *from) {
    to->steps = from->steps;
    to->epochs = from->epochs;
    to->patience = from->patience;
}

bool more_steps_are_meant(const struct settings *there, const struct settings *here) {
    const struct training *a = &there->train, *b = &here->train;
    bool longer = a->epochs != b->epochs || (!(a->epochs > 0) && a->steps != b->steps) || a->patience != b->patience;
    char difference[SETTINGS_DIFFERENCE];
    struct settings same = *there;
    take_duration(&same.train, b);
    return longer && !here->baseline && !settings_difference(&same, here, RUN_SECTIONS, difference);
}

bool more_steps_same_run(const char *folder, const struct settings *here, struct error *e) {
    struct settings there, same = *here;
    if (!run_folder_settings(&there, folder, e))
        return false;
    take_duration(&same.train, &there.train);
    return run_folder_settings_fit(&there, folder, &same, NULL, e);
}

static bool refuse_steps(const char *folder, int done, int steps, struct error *e) {
    return error_set(e, EXIT_USAGE, "%s has done %d steps; train.steps = %d is not more", folder, done, steps);
}

bool more_steps_check(const char *folder, const struct assignments *given, struct error *e) {
    const char *value = assignments_value(given, "train.steps");
    struct settings there;
    int steps;
    struct error none;
    if (!value || !text_integer(value, &steps) || steps < 1 || !folder_has(folder, EVALUATION_FILE) ||
        !run_folder_settings(&there, folder, &none))
        return true;
    bool counts = !there.baseline && there.train.patience == 0 && !(there.train.epochs > 0);
    return !counts || steps >= there.train.steps || refuse_steps(folder, there.train.steps, steps, e);
}

/* ---- Whether it is possible */

/* Why the longer run would not have this state; NULL: it would. All steps so far must have the rate that they have in
 * the longer training. After the last step all rows of a lazy table are brought up to date, which rounds. */
static const char *obstacle(const struct run *r, const struct training *to) {
    const struct training *t = &r->settings.train;
    bool same_rates = true;
    for (int step = 0; step < r->step && same_rates; step++)
        same_rates = optimiser_rate(t, step) == optimiser_rate(to, step);
    if (!t->patience != !to->patience)
        return "with train.patience it trains on other examples than without";
    if (to->patience < t->patience)
        return "a smaller train.patience could have ended it earlier";
    if (r->early.ended)
        return "it ended by train.patience, and the best weights replaced the last ones";
    if (!same_rates)
        return t->schedule == SCHEDULE_CONSTANT
                   ? "its warm-up is a tenth of all steps"
                   : "the rate of every step depends on the last one (train.schedule = linear or cosine; with "
                     "train.schedule=constant a run can be extended)";
    return r->row_step && r->step == t->steps && !lazy_update_is_due(r->step)
               ? "its last step wrote the delayed updates of the token table (train.sparse = lazy)"
               : NULL;
}

static bool fits(const struct run *r, const struct training *to, const char *folder, struct error *e) {
    const char *why = obstacle(r, to);
    return !why || error_set(e, EXIT_USAGE,
                             "%s cannot be extended: %s; `poslab train --from %s train.steps=N` starts a new run with "
                             "its weights; or train again",
                             folder, why, folder);
}

/* Training is never undone. */
static bool is_longer(const struct run *r, const struct training *to, const char *folder, struct error *e) {
    const struct early *early = &r->early;
    if (early->ended && early->since >= r->settings.train.patience && to->patience == r->settings.train.patience)
        return error_set(
            e, EXIT_USAGE,
            "%s was stopped early by train.patience = %d after step %d; to train further give a larger train.patience",
            folder, to->patience, r->step);
    return to->steps > r->step || to->patience > r->settings.train.patience ||
           refuse_steps(folder, r->step, to->steps, e);
}

/* ---- Extending */

/* The checkpoint before the newest, where that would do. */
static bool read_previous(struct run *r, const char *path, const char *folder, const struct training *to,
                          const struct task_input *in) {
    struct error e;
    if (file_missing(path) || !checkpoint_read(r, path, NULL, in, &e))
        return false;
    if (fits(r, to, folder, &e))
        return true;
    run_free(r);
    return false;
}

/* Files are written in an order that keeps all of them consistent at every moment: a longer run may have an older
 * checkpoint. */
bool more_steps_open(struct run *r, const char *folder, const struct settings *to, const struct task_input *in,
                     struct error *warning, struct error *e) {
    char newest[PATH_MAX_LENGTH], previous[PATH_MAX_LENGTH], result[PATH_MAX_LENGTH];
    if (!file_path(newest, folder, CHECKPOINT_FILE, e) || !file_path(previous, folder, CHECKPOINT_PREVIOUS, e) ||
        !file_path(result, folder, EVALUATION_FILE, e) || !checkpoint_read_folder(r, folder, NULL, in, warning, e))
        return false;
    bool longer = is_longer(r, &to->train, folder, e), newer = longer && fits(r, &to->train, folder, e);
    if (!newer)
        run_free(r);
    if (!longer || (!newer && !read_previous(r, previous, folder, &to->train, in)))
        return false;
    bool ok = unlink(result) == 0 || errno == ENOENT || error_io(e, "remove", result);
    take_duration(&r->settings.train, &to->train);
    ok =
        ok && train_open(r, folder, e) && (newer || file_rename(previous, newest, e)) && checkpoint_write(r, folder, e);
    if (!ok)
        run_free(r);
    return ok;
}
