/* verify.c -- see verify.h. */
#include "inventory/verify_checking.h"

#include <dirent.h>
#include <limits.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/file.h"
#include "base/path.h"
#include "folder/folder_kind.h"
#include "format/checksum.h"
#include "study/member.h"
#include "study/more_steps.h"
#include "train/run.h"
#include "train/train.h"

enum { DEPTH = 8 };

/* Adds a folder to the list, whose end is `end`. */
static struct checking begin(struct verification *v, const struct verified ***end, const char *folder) {
    struct verified *to = arena_alloc(&v->arena, 1, sizeof *to);
    to->folder = arena_text(&v->arena, folder);
    **end = to;
    *end = &to->next;
    v->folders++;
    return (struct checking){.v = v, .to = to};
}

bool verify_problem(struct checking *k, const char *path) {
    if (!strstr(k->e.text, path))
        error_prefix(&k->e, "%s", path);
    if (k->to->problems < VERIFY_PROBLEMS)
        k->to->problem[k->to->problems++] = arena_text(&k->v->arena, k->e.text);
    k->v->problems++;
    k->v->unread |= k->e.code == EXIT_IO;
    return false;
}

/* Whether two configurations are the same: `there` is that of the file. */
static bool same_settings(struct checking *k, const char *path, const struct settings *there,
                          const struct settings *here, const char *whose) {
    char a[SETTINGS_TEXT], b[SETTINGS_TEXT], difference[2 * SETTING_TEXT_MAX];
    settings_write(there, a, RUN_SECTIONS);
    settings_write(here, b, RUN_SECTIONS);
    if (!settings_difference(a, b, difference, sizeof difference))
        return true;
    error_set(&k->e, EXIT_DATA, "%s: its settings are not those of %s (%s)", path, whose, difference);
    return verify_problem(k, path);
}

/* ---- A run */

/* Whether it has any file that a run or comparison leaves: *held. Error, EXIT_IO: that cannot be said. */
static bool holds_run(bool *held, const char *folder, struct error *e) {
    static const char *const names[] = {"config.ini", CHECKPOINT_FILE, CHECKPOINT_PREVIOUS, EVALUATION_FILE,
                                        COMPARISON_FILE};
    struct folder_file f = {.there = false};
    bool known = true;
    for (size_t i = 0; i < sizeof names / sizeof *names && known && !f.there; i++)
        known = folder_file(&f, folder, names[i], e);
    *held = f.there;
    return known;
}

/* What was read from a run's folder. "The checkpoint" is the newest that can be read. */
struct run_files {
    struct settings settings;        /* of its config.ini */
    int step;                        /* of the checkpoint; < 0: there is none */
    bool trained;                    /* the checkpoint is from the end of training */
    bool older;                      /* there is a newer checkpoint, which cannot be read */
    bool logged;                     /* the run log has all rows up to the checkpoint */
    bool grows;                      /* the comparison has more lengths or policies by now */
    bool again;                      /* it is trained again for them */
    long weights;                    /* of the checkpoint; 0: not known */
    char saved[CHECKSUM_DIGITS + 1]; /* checksum of the checkpoint */
};

/* config.ini; that of a member must agree with the comparison's. */
static bool check_config(struct checking *k, struct run_files *f, const struct settings *planned) {
    char path[PATH_MAX_LENGTH];
    if (!file_path(path, k->to->folder, "config.ini", &k->e))
        return verify_problem(k, path);
    if (!folder_has(k->to->folder, "config.ini")) {
        error_set(&k->e, EXIT_DATA, "%s is missing; put it back, or rename the folder and train again", path);
        return verify_problem(k, path);
    }
    if (!run_folder_settings(&f->settings, k->to->folder, &k->e))
        return verify_problem(k, path);
    if (planned) {
        struct settings grown = f->settings;
        f->grows = evaluation_lacks(&f->settings.eval, &planned->eval);
        evaluation_take_lists(&grown.eval, &planned->eval);
        same_settings(k, path, &grown, planned, "the comparison's config.ini");
    }
    return true;
}

/* Whether the run log has all rows up to the newest checkpoint. */
static bool check_log(struct checking *k, const struct run *r) {
    char path[PATH_MAX_LENGTH];
    return r->settings.baseline || !file_path(path, k->to->folder, RUN_LOG_FILE, &k->e) ||
           run_log_check(k->to->folder, r, &k->e) || verify_problem(k, path);
}

/* Whether the previous checkpoint and the run log are from the same training. Known only if both have the same number
 * of steps: an extended run loses the row of its former last step. */
static bool is_of_log(struct checking *k, const struct run_files *f, const struct run *r) {
    return r->settings.baseline || !f->logged || r->settings.train.steps != f->settings.train.steps ||
           run_log_check(k->to->folder, r, &k->e);
}

/* Whether a checkpoint can be read and belongs to this run; notes what it contains. */
static void check_checkpoint(struct checking *k, struct run_files *f, const char *name) {
    static const struct assignments nothing;
    char path[PATH_MAX_LENGTH];
    struct run r;
    if (!file_path(path, k->to->folder, name, &k->e) || file_missing(path))
        return;
    if (!checkpoint_read(&r, path, &nothing, NULL, &k->e)) {
        f->older = true;
        verify_problem(k, path);
        return;
    }
    struct settings grown = f->settings;
    if (!folder_has(k->to->folder, EVALUATION_FILE) && more_steps_are_meant(&r.settings, &grown)) /* just now */
        grown.train = r.settings.train;
    f->again |= evaluation_lacks(&grown.eval, &r.settings.eval);
    evaluation_take_lists(&r.settings.eval, &grown.eval);
    bool same = same_settings(k, path, &r.settings, &grown, "the run's config.ini");
    if (same && (r.step > f->settings.train.steps || (f->step >= 0 && r.step > f->step))) {
        error_set(&k->e, EXIT_DATA, "%s: it is from step %d; expected %d at most", path, r.step,
                  f->step >= 0 ? f->step : f->settings.train.steps);
        verify_problem(k, path);
    } else if (same && f->step < 0) {
        f->step = r.step;
        f->trained = run_is_trained(&r);
        f->weights = r.settings.baseline ? r.trained_weights : (long)params_trained(&r.model.params);
        memcpy(f->saved, r.saved, sizeof f->saved);
        f->logged = check_log(k, &r);
    } else if (same && !is_of_log(k, f, &r)) {
        if (k->e.code != EXIT_IO)
            error_set(&k->e, EXIT_DATA, "%s: it is from a different training run than " RUN_LOG_FILE, path);
        verify_problem(k, path);
    }
    run_free(&r);
}

/* eval.json. In a growing comparison it has the lengths and policies of the run's config.ini, or already more. */
static void check_evaluation(struct checking *k, const struct run_files *f, const struct task_built *task) {
    char path[PATH_MAX_LENGTH];
    struct evaluation_result r;
    struct arena arena = {0};
    struct error e = {0};
    if (!file_path(path, k->to->folder, EVALUATION_FILE, &k->e) ||
        (!member_read(&r, k->to->folder, &f->settings, task, &arena, &k->e) &&
         !(f->grows && evaluation_read(&r, k->to->folder, &arena, &e) &&
           evaluation_fits(&r, &f->settings, task, k->to->folder, &e)))) {
        verify_problem(k, path);
    } else if (f->step >= 0 && !f->older && !f->again && !f->trained) {
        error_set(&k->e, EXIT_DATA, "%s: it belongs to a finished run, but the checkpoint is from step %d of %d", path,
                  f->step, f->settings.train.steps);
        verify_problem(k, path);
    } else if (r.weights && f->weights && r.weights != f->weights) {
        error_set(&k->e, EXIT_DATA, "%s: weights: expected %ld, as in the checkpoint, found %ld", path, f->weights,
                  r.weights);
        verify_problem(k, path);
    } else if (f->trained && !f->older && !f->again && strcmp(r.checkpoint, f->saved) != 0) {
        error_set(&k->e, EXIT_DATA,
                  "%s: it is from a different checkpoint than the one in the folder: put that one back, or "
                  "rename " EVALUATION_FILE " and run `poslab eval %s`",
                  path, k->to->folder);
        verify_problem(k, path);
    }
    arena_free(&arena);
}

/* A finished run without a checkpoint. If it was meant to keep none, its run log is gone as well. */
static void check_kept(struct checking *k, const struct run_files *f) {
    char path[PATH_MAX_LENGTH], log[PATH_MAX_LENGTH];
    if (!file_path(path, k->to->folder, CHECKPOINT_FILE, &k->e) || !file_path(log, k->to->folder, RUN_LOG_FILE, &k->e))
        return;
    if (f->settings.train.keep == KEEP_NONE || file_missing(log)) {
        k->to->without = true;
        return;
    }
    error_set(&k->e, EXIT_DATA,
              "%s is missing, but should have been kept; to train the model again: poslab train %s/config.ini --run "
              "ANOTHER_FOLDER",
              path, k->to->folder);
    verify_problem(k, path);
}

/* failure.json, which a run that failed for good leaves; a finished run must not have one. */
static void check_failure(struct checking *k, bool finished) {
    char path[PATH_MAX_LENGTH];
    struct failure f;
    struct error e;
    bool failed = failure_read(&f, k->to->folder, &k->e);
    if (!file_path(path, k->to->folder, FAILURE_FILE, &e) || (!failed && !*k->e.text))
        return;
    if (failed && !finished && f.step <= k->to->of) {
        k->to->failed = f.code;
        k->to->done = f.step;
        return;
    }
    if (failed && finished)
        error_set(&k->e, EXIT_DATA, "%s: the run is finished, so it cannot have failed; rename this file", path);
    else if (failed)
        error_set(&k->e, EXIT_DATA, "%s: step: expected at most %d, found %d", path, k->to->of, f.step);
    verify_problem(k, path);
}

/* A single run (`planned` NULL) or a member. Returns whether it is to get more lengths or policies. */
static bool check_run(struct checking *k, const struct settings *planned, const struct task_built *task) {
    struct run_files f = {.step = -1};
    struct verified *to = k->to;
    bool held, evaluated = folder_has(to->folder, EVALUATION_FILE);
    to->of = planned ? planned->train.steps : 0;
    if (!holds_run(&held, to->folder, &k->e))
        return verify_problem(k, to->folder);
    if (!held)
        check_failure(k, false);
    if (!held || !check_config(k, &f, planned))
        return false;
    check_checkpoint(k, &f, CHECKPOINT_FILE);
    check_checkpoint(k, &f, CHECKPOINT_PREVIOUS);
    to->finished = evaluated && !f.grows;
    to->of = f.settings.train.steps;
    to->done = to->finished ? to->of : f.step > 0 ? f.step : 0;
    if (evaluated)
        check_evaluation(k, &f, task);
    if (evaluated && !run_folder_has_checkpoint(to->folder))
        check_kept(k, &f);
    check_failure(k, evaluated);
    return f.grows;
}

/* ---- Folders */

/* All members, then, if each is in order, the comparison's own documents. */
static void check_comparison(struct verification *v, const struct verified ***end, struct result *f,
                             verify_document *document) {
    struct comparison_result *c = &f->result;
    char folder[PATH_MAX_LENGTH];
    int finished = 0, failed = 0, unsound = 0, grow = 0;
    for (const struct member *m = c->member; m < c->member + c->members; m++) {
        const struct settings own = member_settings(m);
        struct error e;
        if (!member_folder(folder, c, m, &e))
            continue;
        struct checking k = begin(v, end, folder);
        grow += check_run(&k, &own, &c->task);
        finished += k.to->finished;
        failed += k.to->failed > 0;
        unsound += k.to->problems > 0;
    }
    struct checking k = begin(v, end, c->folder);
    k.grow = grow;
    k.to->comparison = true;
    k.to->done = finished;
    k.to->of = c->members;
    k.to->failed = failed;
    k.to->unsound = unsound;
    k.to->finished = finished == c->members;
    verify_document_check(&k, f, document);
}

/* Returns false if its configuration cannot be read. */
static bool check_folder(struct verification *v, const struct verified ***end, const char *folder,
                         verify_document *document) {
    static struct result f;
    char path[PATH_MAX_LENGTH];
    struct error e = {0};
    if (!result_plan(&f, folder, &e)) {
        struct checking k = begin(v, end, folder);
        k.e = e;
        if (file_path(path, folder, "config.ini", &e))
            verify_problem(&k, path);
        return false;
    }
    if (f.single) {
        struct checking k = begin(v, end, folder);
        check_run(&k, NULL, &f.result.task);
    } else {
        check_comparison(v, end, &f, document);
    }
    result_free(&f);
    return true;
}

/* Checks every run and comparison below a folder, and the members alone of a comparison that cannot be read. */
static bool check_all(struct verification *v, const struct verified ***end, const char *folder, int depth,
                      verify_document *document, struct error *e) {
    char path[PATH_MAX_LENGTH];
    struct dirent **all = NULL;
    struct error unread;
    bool held;
    if (!path_is_new(&v->seen, folder, &v->arena))
        return true;
    if (!holds_run(&held, folder, &unread)) {
        struct checking k = begin(v, end, folder);
        k.e = unread;
        verify_problem(&k, folder);
        return true;
    }
    if (held && check_folder(v, end, folder, document))
        return true;
    int count = depth < DEPTH ? scandir(folder, &all, NULL, alphasort) : 0;
    bool ok = count >= 0 || error_io(e, "read the folder", folder);
    for (int i = 0; i < count; i++) {
        if (ok && all[i]->d_name[0] != '.' && file_path(path, folder, all[i]->d_name, e) && file_may_be_folder(path))
            ok = check_all(v, end, path, depth + 1, document, e);
        free(all[i]);
    }
    free(all);
    return ok;
}

bool verify(struct verification *v, const char *folder, verify_document *document, struct error *e) {
    const struct verified **end = &v->first;
    *v = (struct verification){0};
    bool held, known = holds_run(&held, folder, e);
    return folder_check(folder, known && held ? FOLDERS_OF_RESULTS : FOLDERS_OPEN, "a run or comparison", e) &&
           check_all(v, &end, folder, 0, document, e) &&
           (v->folders || (folder_check(folder, FOLDERS_OF_MANY, "a run or comparison", e) &&
                           error_set(e, EXIT_USAGE, "%s holds no run and no comparison", folder)));
}

void verify_free(struct verification *v) { arena_free(&v->arena); }
