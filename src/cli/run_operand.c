/* run_operand.c -- see run_operand.h. */
#include "cli/run_operand.h"

#include <math.h>
#include <string.h>

#include "base/file.h"
#include "base/text.h"
#include "cli/say.h"
#include "folder/failure.h"
#include "folder/folder_files.h"
#include "folder/folder_kind.h"
#include "result/table_lengths.h"
#include "study/columns.h"
#include "study/read_results.h"
#include "study/result.h"

/* ---- A folder or a checkpoint file */

bool command_check_run(const char *path, struct error *e) {
    char inside[PATH_MAX_LENGTH];
    if (file_exists(path) && !file_is_folder(path))
        return true;
    if (!file_path(inside, path, CHECKPOINT_FILE, e))
        return false;
    return file_exists(inside) || folder_check(path, FOLDERS_OF_A_RUN, "a run", e);
}

/* A run that failed for good is reported with its checkpoint, or instead of one. */
static bool tell_failure(const char *path, const struct run *r, struct error *e) {
    struct failure f;
    struct error unread = {0};
    if (folder_has(path, EVALUATION_FILE) || !failure_read(&f, path, &unread))
        return r != NULL;
    if (!r)
        return error_set(e, e->code, "%s; its training failed after step %d: %s", e->text, f.step, f.text);
    command_warn("%s failed after step %d: %s; this is its model of step %d", path, f.step, f.text, r->step);
    return true;
}

/* With the lengths and policies that a run's folder has by now; its checkpoint has those of its training. */
static void add_grown(struct assignments *all, const char *folder, const struct assignments *a) {
    static const char *const lists[] = {"eval.lengths", "eval.policies"};
    struct assignments there;
    struct error e;
    assignments_copy(all, a);
    if (!folder_config(&there, folder, &e))
        return; /* a model can be looked at without it */
    for (size_t i = 0; i < sizeof lists / sizeof *lists; i++)
        if (!assignments_value(a, lists[i]) && assignments_value(&there, lists[i]))
            assignments_set(all, lists[i], assignments_value(&there, lists[i]), assignments_where(&there, lists[i]),
                            &e);
}

/* A file that is not called a checkpoint may have been meant for something else. */
static bool open_file(struct run *r, const char *path, const struct assignments *a, struct error *e) {
    struct error why;
    const char *end = strrchr(path, '.');
    if (checkpoint_read(r, path, a, NULL, e))
        return true;
    why = *e;
    return e->code == EXIT_DATA && !(end && strcmp(end, ".safetensors") == 0) &&
           error_set(e, why.code, "%s; name the folder of a run, or its " CHECKPOINT_FILE, why.text);
}

static bool open_any(struct run *r, const char *path, const struct assignments *a, struct error *e) {
    struct error warning = {0};
    if (!command_check_run(path, e))
        return false;
    if (!file_may_be_folder(path))
        return open_file(r, path, a, e);
    struct assignments all;
    add_grown(&all, path, a);
    bool ok = checkpoint_read_folder(r, path, &all, NULL, &warning, e);
    if (ok && warning.text[0])
        command_warn("%s", warning.text);
    return tell_failure(path, ok ? r : NULL, e);
}

static bool check_model(struct run *r, const char *path, struct error *e) {
    if (!r->settings.baseline)
        return true;
    error_set(e, EXIT_USAGE,
              "%s is the baseline %s, which has no positions, tables or layer to show; `poslab eval`, `poslab predict` "
              "and `poslab show confusion` read it",
              path, r->settings.baseline->name);
    run_free(r);
    return false;
}

bool command_open_run(struct run *r, const char *path, const struct assignments *a, struct error *e) {
    return open_any(r, path, a, e) && check_model(r, path, e);
}

struct run *command_read_run(const struct command *c, struct arguments *a, struct error *e) {
    struct run *r = arena_alloc(&a->arena, 1, sizeof *r);
    if (!a->operand[0])
        error_set(e, EXIT_USAGE, "%s needs a run folder or a checkpoint file; see `poslab help %s`", c->name, c->name);
    else if ((c->baselines ? open_any : command_open_run)(r, a->operand[0], &a->settings, e))
        a->loaded = r;
    return a->loaded;
}

/* ---- A comparison in place of a run: the first seed of its best row answers */

/* At the length that a comparison tests; of equal ones the best in range, then the first. NULL: none has a number. */
static const struct compare_row *best_row(const struct comparison_result *c) {
    const struct compare_row *best = NULL;
    int at = length_tested(c);
    for (const struct compare_row *r = c->row; r < c->row + c->rows; r++) {
        const struct summary *now = r->of[METRIC_ACCURACY], *before = best ? best->of[METRIC_ACCURACY] : now;
        double difference = now[at].mean - before[at].mean;
        if (isnan(now[at].mean) || !r->applies)
            continue;
        if (!best || difference > 0 || (!(difference < 0) && now[IN_RANGE].mean > before[IN_RANGE].mean))
            best = r;
    }
    return best;
}

/* Its model in place of the comparison, under its policy unless one is named. */
static bool take(struct arguments *a, const struct comparison_result *c, const struct compare_row *best,
                 struct error *e) {
    char *folder = arena_alloc(&a->arena, PATH_MAX_LENGTH, 1);
    int at = length_tested(c);
    const char *where = fill_words(c->words[at], &a->arena);
    bool asked = best->first->settings->baseline || assignments_value(&a->settings, "eval.policies");
    if (!member_folder(folder, c, best->first, e) ||
        (!asked && !assignments_set(&a->settings, "eval.policies", best->policy->name, a->operand[0], e)))
        return false;
    a->operand[0] = folder;
    command_tell("%s, seed %d, answers: the best row of %s, %.1f %% at %s words (%s)", best->name, best->first->seed,
                 c->folder, 100 * best->of[METRIC_ACCURACY][at].mean, where, folder);
    return true;
}

bool command_take_best(struct arguments *a, struct error *e) {
    if (!a->operand[0] || !file_is_folder(a->operand[0]) || folder_look(a->operand[0]).kind != FOLDER_COMPARISON)
        return true;
    struct result *f = arena_alloc(&a->arena, 1, sizeof *f);
    if (!result_read(f, a->operand[0], e))
        return false;
    const struct compare_row *best = best_row(&f->result);
    bool ok = best ? take(a, &f->result, best, e)
                   : error_set(e, EXIT_USAGE, "%s has no row with a number; name one of its runs", a->operand[0]);
    result_free(f);
    return ok;
}
