/* member.c -- see member.h. */
#include "study/member.h"

#include <errno.h>
#include <string.h>
#include <unistd.h>

#include "base/file_lock.h"
#include "run/run.h"
#include "run/start_from.h"
#include "settings/settings_difference.h"
#include "study/more_steps.h"
#include "train/train.h"

/* ---- The evaluation that a folder holds */

bool member_read(struct evaluation_result *result, const char *folder, const struct settings *s,
                 const struct task_built *task, struct arena *arena, struct error *e) {
    return evaluation_read(result, folder, arena, e) && evaluation_match(result, s, task, folder, e) &&
           evaluation_match_lists(result, s, task, folder, e);
}

void member_recall_training(struct evaluation_result *result, const char *folder) {
    struct evaluation_result there;
    struct error e = {0};
    if (!evaluation_read(&there, folder, result->arena, &e) || there.task != result->task ||
        there.seed != result->seed || there.steps != result->steps || there.weights != result->weights ||
        strcmp(there.files, result->files) != 0)
        return;
    if (!result->training.count)
        result->training = there.training;
    result->steps_to_99 = there.steps_to_99;
    result->tokens_per_second = there.tokens_per_second;
    evaluation_take_figures(result);
}

/* ---- The files that stay */

/* What goes of a finished run, and from which train.keep on. */
static const struct {
    const char *name;
    int from;
} extra[] = {{CHECKPOINT_PREVIOUS, KEEP_LAST}, {CHECKPOINT_FILE, KEEP_NONE}, {RUN_LOG_FILE, KEEP_NONE}};
enum { EXTRAS = sizeof extra / sizeof *extra };

static bool has_extra(const char *folder, int keep) {
    bool found = false;
    for (int i = 0; i < EXTRAS; i++)
        found = found || (keep >= extra[i].from && folder_has(folder, extra[i].name));
    return found;
}

/* Whether the newest checkpoint is the run's last, and can be read. */
static bool holds_model(const char *folder) {
    static const struct assignments nothing;
    struct error e;
    struct run r;
    bool ok = checkpoint_read_folder(&r, folder, &nothing, NULL, NULL, &e);
    bool last = ok && run_is_trained(&r);
    if (ok)
        run_free(&r);
    return last;
}

/* Under the folder's lock. The one before stays where it is the last that can be read. */
static bool remove_extra(const char *folder, int keep, struct error *e) {
    char path[PATH_MAX_LENGTH];
    if (!has_extra(folder, keep) || (keep == KEEP_LAST && !holds_model(folder)))
        return true;
    for (int i = 0; i < EXTRAS; i++)
        if (keep >= extra[i].from && (!file_path(path, folder, extra[i].name, e) ||
                                      (unlink(path) != 0 && errno != ENOENT && !error_io(e, "remove", path))))
            return false;
    return true;
}

bool member_prune(const char *folder, int keep, struct error *e) {
    struct file_lock lock;
    bool found = has_extra(folder, keep);
    if (!found && !folder_has(folder, LOCK_FILE))
        return true;
    if (!file_lock(&lock, folder, folder_files, 0, e))
        return !found || e->code == EXIT_BUSY;
    bool ok = remove_extra(folder, keep, e);
    file_unlock(&lock);
    return ok;
}

/* ---- Running */

/* What member_run was called for, and the folder's config.ini as it was last read. */
struct job {
    const struct settings *settings;
    const char *folder;
    struct train_watch watch;
    struct evaluation_result *result;
    struct arena *arena;
    struct settings there; /* those of config.ini */
    struct error unread;   /* why there are none; no text: there are */
    bool longer;           /* training goes on after its last step */
    bool grows;            /* config.ini has fewer lengths or policies */
};

static void read_config(struct job *j) {
    j->unread.text[0] = 0;
    run_folder_settings(&j->there, j->folder, &j->unread);
}

static bool check_config(struct job *j, struct error *e) {
    if (*j->unread.text)
        return *e = j->unread, false;
    j->longer = more_steps_are_meant(&j->there, j->settings);
    return j->longer || run_folder_settings_fit(&j->there, j->folder, j->settings, &j->grows, e);
}

/* The run of the folder's checkpoint, which must be one of these settings; that of fewer steps becomes the longer one.
 */
static bool read_run(struct run *r, const struct job *j, struct error *e) {
    char difference[SETTINGS_DIFFERENCE];
    struct error warning = {0};
    if (!checkpoint_read_folder(r, j->folder, NULL, j->watch.input, &warning, e))
        return false;
    bool longer = more_steps_are_meant(&r->settings, j->settings);
    if (longer) {
        run_free(r);
        if (!more_steps_open(r, j->folder, j->settings, j->watch.input, &warning, e))
            return false;
    }
    train_warn(&j->watch, &warning);
    if (longer)
        return true;
    evaluation_take_lists(&r->settings.eval, &j->settings->eval);
    r->settings.train.keep = j->settings->train.keep;
    return !settings_difference(&r->settings, j->settings, RUN_SECTIONS, difference) ||
           error_set(e, EXIT_USAGE,
                     "%s/config.ini is not what its checkpoint was trained with (%s); restore the old value", j->folder,
                     difference);
}

/* The new run goes into the folder, or makes way for the one that it has. The config.ini of a finished run stays with
 * its eval.tsv. */
static bool open_run(struct run *r, struct job *j, struct error *e) {
    if (!run_folder_is_new(j->folder) && !check_config(j, e))
        return false;
    if (run_folder_has_checkpoint(j->folder)) {
        run_free(r);
        return read_run(r, j, e);
    }
    return (j->grows && folder_has(j->folder, EVALUATION_FILE)) || train_open(r, j->folder, e);
}

/* What the folder holds now is of these settings, and only what train.keep says. */
static bool settle(const struct run *r, const struct job *j, struct error *e) {
    return (!j->grows || train_open(r, j->folder, e)) && remove_extra(j->folder, j->settings->train.keep, e);
}

/* Who watched the training, and its last state. */
struct follower {
    const struct train_watch *watch;
    struct train_state state;
};

static void follow(void *user, const struct evaluation_progress *at) {
    struct follower *f = user;
    f->state.evaluation = at;
    f->watch->step(f->watch->user, &f->state);
}

static bool evaluate_watched(struct run *r, const struct job *j, const struct train_state *state, struct error *e) {
    struct follower follower = {&j->watch, *state};
    const struct evaluation_watch watch = {follow, &follower};
    r->watch = &watch;
    bool ok = evaluate(r, j->watch.threads, j->result, j->arena, e);
    r->watch = NULL;
    return ok;
}

static bool train_and_evaluate(struct run *r, const struct job *j, struct run_progress_teller *t,
                               struct train_state *state, struct error *e) {
    if (!train_run(r, j->folder, j->watch, state, e))
        return false;
    run_progress_tell(t, state, true);
    if (!evaluate_watched(r, j, state, e))
        return e->code == EXIT_STOPPED
                   ? error_set(e, EXIT_STOPPED,
                               "stopped during evaluation, the model is trained; continue with --run %s --resume",
                               j->folder)
                   : false;
    if (run_learner(r)->layer && !run_log_figures(j->result, j->folder, r, e))
        return false;
    j->result->seconds = metric_rounded(state->seconds);
    return evaluation_write(j->result, j->folder, e) && settle(r, j, e);
}

/* Under the folder's lock. A run that is tried again has not failed until it does so again. */
static bool run_locked(struct run *r, struct job *j, const struct file_lock *lock, struct error *e) {
    struct error unwritten;
    struct run_progress_teller teller;
    struct train_state state = {.steps = j->settings->train.steps};
    j->watch = run_progress_watch(&teller, lock, j->watch);
    bool ok = open_run(r, j, e);
    if (ok) {
        failure_forget(j->folder);
        state.step = r->step;
        run_progress_tell(&teller, &state, false);
        ok = train_and_evaluate(r, j, &teller, &state, e);
        state.step = r->step;
    }
    if (!ok)
        run_progress_tell(&teller, &state, false);
    if (!ok && failure_lasts(e->code))
        failure_write(j->folder, e->code, state.step, e->text, &unwritten);
    return ok;
}

/* The result of a run that is finished already: *done. If it cannot be read, it is made again from a checkpoint;
 * without one the model would have to be trained again, overwriting the result, which is refused unless the run grows.
 * A damaged model is also trained again. */
static bool read_result(struct job *j, const struct task_built *task, bool *done, struct error *e) {
    bool checkpoint = run_folder_has_checkpoint(j->folder);
    *done = false;
    if (!folder_has(j->folder, EVALUATION_FILE) || (checkpoint && !holds_model(j->folder)))
        return true;
    if (!check_config(j, e))
        return false;
    if (j->longer)
        return checkpoint ||
               error_set(e, EXIT_USAGE,
                         "%s cannot be extended: no checkpoint was kept (train.keep = none); train it again",
                         j->folder);
    *done = member_read(j->result, j->folder, j->settings, task, j->arena, e);
    return *done || ((checkpoint || j->grows) && e->code != EXIT_IO);
}

/* Whoever had the lock may have finished the run meanwhile. */
static bool run_in_folder(struct run *r, struct job *j, struct error *e) {
    struct file_lock lock;
    struct run_progress holder;
    struct error unseen;
    bool done;
    if (!file_make_folder(j->folder, e) || !file_lock(&lock, j->folder, folder_files, 0, e)) {
        if (e->code == EXIT_BUSY && run_progress_read(&holder, j->folder, &unseen) && holder.held)
            run_progress_busy(&holder, j->folder, e);
        return false;
    }
    read_config(j);
    bool ok = read_result(j, &r->task, &done, e) && (done ? settle(r, j, e) : run_locked(r, j, &lock, e));
    (ok ? file_unlock : file_unlock_leave)(&lock);
    return ok;
}

/* Reads what a new run starts from. A run with a checkpoint needs nothing else. If a checkpoint cannot be inspected,
 * that is an error: counting it as there could begin a new run without its tables. */
static bool begin(struct run *r, const struct job *j, struct error *e) {
    struct folder_file newest, previous;
    if (!folder_file(&newest, j->folder, CHECKPOINT_FILE, e) ||
        !folder_file(&previous, j->folder, CHECKPOINT_PREVIOUS, e))
        return false;
    if (newest.there || previous.there)
        return true;
    bool ok = run_start(r, e);
    if (ok && j->watch.tell && *r->tables)
        j->watch.tell(j->watch.user, r->tables);
    return ok;
}

/* Which file the folder's run began from, and where it is evaluated: its config.ini says so ever after. One that says
 * nonsense is refused once the rest of the folder is known. */
static bool adopt(struct settings *s, const struct job *j, struct error *e) {
    if (*j->unread.text)
        return j->unread.code != EXIT_IO || !folder_has(j->folder, "config.ini") || (*e = j->unread, false);
    if (*s->start.from && !*s->start.xxh3 && strcmp(j->there.start.from, s->start.from) == 0)
        s->start = j->there.start;
    return evaluation_join(&s->eval, &j->there.eval, e);
}

bool member_run(const struct settings *s, const char *folder, struct train_watch watch,
                struct evaluation_result *result, struct arena *arena, struct error *e) {
    struct settings own = *s;
    struct job j = {.settings = &own, .folder = folder, .watch = watch, .result = result, .arena = arena};
    struct run r;
    bool done;
    read_config(&j);
    if (!adopt(&own, &j, e) || !run_build(&r, &own, watch.input, e))
        return false;
    own.train.steps = r.settings.train.steps;
    own.train.validate_every = r.settings.train.validate_every;
    /* what settings decide is refused before anything is written */
    bool ok = evaluation_check(&r, e) && read_result(&j, &r.task, &done, e), runs = ok && (!done || j.grows);
    ok = ok && (!runs || (begin(&r, &j, e) && run_in_folder(&r, &j, e)));
    run_free(&r);
    return ok && (runs || member_prune(folder, s->train.keep, e));
}
