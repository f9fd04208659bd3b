/* verify.c -- see verify.h. */
#include "inventory/verify.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "base/file.h"
#include "base/path.h"
#include "folder/folder_kind.h"
#include "format/checksum.h"
#include "format/json.h"
#include "run/run.h"
#include "settings/settings_difference.h"
#include "study/member.h"
#include "study/more_steps.h"
#include "study/read_results.h"
#include "study/result.h"
#include "study/series.h"
#include "train/train.h"

enum { DEPTH = 8 };

/* The folder to check, and its report. */
struct checking {
    struct verification *v;
    struct verified *to;
    struct error e;
};

/* Adds a folder to the list, whose end is `end`. */
static struct checking begin(struct verification *v, const struct verified ***end, struct verified as) {
    struct verified *to = arena_alloc(&v->arena, 1, sizeof *to);
    *to = as;
    to->folder = arena_text(&v->arena, as.folder);
    **end = to;
    *end = &to->next;
    v->folders++;
    return (struct checking){.v = v, .to = to};
}

/* Records k->e as a problem of a file of the folder ("": of the folder), and puts its path before it if it has none.
 * Returns false. */
static bool add_error(struct checking *k, const char *file) {
    const char *folder = k->to->folder, *path = *file ? arena_format(&k->v->arena, "%s/%s", folder, file) : folder;
    if (!strstr(k->e.text, path))
        error_prefix(&k->e, "%s", path);
    if (k->to->problems < VERIFY_PROBLEMS)
        k->to->problem[k->to->problems++] = arena_text(&k->v->arena, k->e.text);
    k->v->problems++;
    k->v->unread |= k->e.code == EXIT_IO;
    return false;
}

/* Records another problem; the text follows the path: ": it is from step 7", " is missing". Returns false. */
static PRINTF_LIKE(3, 4) bool add_problem(struct checking *k, const char *file, const char *format, ...) {
    char text[sizeof k->e.text];
    va_list more;
    va_start(more, format);
    vsnprintf(text, sizeof text, format, more);
    va_end(more);
    error_set(&k->e, EXIT_DATA, "%s/%s%s", k->to->folder, file, text);
    return add_error(k, file);
}

/* Whether two configurations are the same: `there` is that of the file. */
static bool same_settings(struct checking *k, const char *file, const struct settings *there,
                          const struct settings *here, const char *whose) {
    char difference[SETTINGS_DIFFERENCE];
    return !settings_difference(there, here, RUN_SECTIONS, difference) ||
           add_problem(k, file, ": its settings are not those of %s (%s)", whose, difference);
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
    bool grows;                      /* the comparison has more lengths or policies by now */
    bool again;                      /* it is trained again for them */
    bool lost;                       /* rows of the run log are missing */
    long weights;                    /* of the checkpoint; 0: not known */
    char saved[CHECKSUM_DIGITS + 1]; /* checksum of the checkpoint */
};

/* config.ini; that of a member must agree with the comparison's. */
static bool check_config(struct checking *k, struct run_files *f, const struct settings *planned) {
    if (!folder_has(k->to->folder, "config.ini"))
        return add_problem(k, "config.ini", " is missing; put it back, or rename the folder and train again");
    if (!run_folder_settings(&f->settings, k->to->folder, &k->e))
        return add_error(k, "config.ini");
    if (planned) {
        struct settings grown = f->settings;
        f->grows = evaluation_lacks(&f->settings.eval, &planned->eval);
        evaluation_take_lists(&grown.eval, &planned->eval);
        same_settings(k, "config.ini", &grown, planned, "the comparison's config.ini");
    }
    return true;
}

/* Whether a checkpoint belongs to this run; notes what the newest contains. */
static void check_model(struct checking *k, struct run_files *f, const char *name, struct run *r) {
    struct settings grown = f->settings;
    int most = f->step >= 0 ? f->step : f->settings.train.steps;
    if (!folder_has(k->to->folder, EVALUATION_FILE) && more_steps_are_meant(&r->settings, &grown)) /* just now */
        grown.train = r->settings.train;
    f->again |= evaluation_lacks(&grown.eval, &r->settings.eval);
    evaluation_take_lists(&r->settings.eval, &grown.eval);
    if (!same_settings(k, name, &r->settings, &grown, "the run's config.ini"))
        return;
    if (r->step > f->settings.train.steps || r->step > most) {
        add_problem(k, name, ": it is from step %d; expected %d at most", r->step, most);
    } else if (f->step < 0) {
        f->step = r->step;
        f->trained = run_is_trained(r);
        f->weights = run_weights(r);
        memcpy(f->saved, r->saved, sizeof f->saved);
        f->lost = run_learner(r)->layer && !run_log_check(k->to->folder, r, &k->e) && !add_error(k, RUN_LOG_FILE);
    }
}

static void check_checkpoint(struct checking *k, struct run_files *f, const char *name) {
    static const struct assignments nothing;
    char path[PATH_MAX_LENGTH];
    struct run r;
    if (!folder_has(k->to->folder, name) || !file_path(path, k->to->folder, name, &k->e))
        return;
    if (checkpoint_read(&r, path, &nothing, NULL, &k->e)) {
        check_model(k, f, name, &r);
        run_free(&r);
    } else {
        f->older = true;
        add_error(k, name);
    }
}

/* The run log, where there still is one, must be that of the evaluation. */
static void check_run_log(struct checking *k, const char *expected) {
    char sum[CHECKSUM_DIGITS + 1];
    if (!*expected || !folder_has(k->to->folder, RUN_LOG_FILE))
        return;
    if (!run_log_sum(sum, k->to->folder, &k->e))
        add_error(k, RUN_LOG_FILE);
    else if (strcmp(sum, expected) != 0)
        add_problem(k, RUN_LOG_FILE,
                    ": it was changed, or is from another run: put the one back that " EVALUATION_FILE
                    " was written with, or train again: poslab train %s/config.ini --run ANOTHER_FOLDER",
                    k->to->folder);
}

/* eval.tsv. In a growing comparison it has the lengths and policies of the run's config.ini, or already more. */
static void check_evaluation(struct checking *k, const struct run_files *f, const struct task_built *task) {
    const char *folder = k->to->folder;
    struct evaluation_result r;
    struct arena arena = {0};
    struct error e = {0};
    bool current = !f->older && !f->again; /* the checkpoint is the one that was evaluated */
    if (!member_read(&r, folder, &f->settings, task, &arena, &k->e) &&
        !(f->grows && evaluation_read(&r, folder, &arena, &e) && evaluation_match(&r, &f->settings, task, folder, &e)))
        add_error(k, EVALUATION_FILE);
    else if (f->step >= 0 && current && !f->trained)
        add_problem(k, EVALUATION_FILE, ": it belongs to a finished run, but the checkpoint is from step %d of %d",
                    f->step, f->settings.train.steps);
    else if (r.weights && f->weights && r.weights != f->weights)
        add_problem(k, EVALUATION_FILE, ": weights: expected %ld, as in the checkpoint, found %ld", f->weights,
                    r.weights);
    else if (f->trained && current && strcmp(r.checkpoint, f->saved) != 0)
        add_problem(k, EVALUATION_FILE,
                    ": it is from a different checkpoint than the one in the folder: put that one back, or "
                    "rename " EVALUATION_FILE " and run `poslab train --run %s --resume`",
                    folder);
    else if (current && !f->lost)
        check_run_log(k, r.run_log);
    arena_free(&arena);
}

/* failure.json, which a run that failed for good leaves; a finished run must not have one. */
static void check_failure(struct checking *k, bool finished) {
    struct failure f;
    if (!failure_read(&f, k->to->folder, &k->e)) {
        if (*k->e.text)
            add_error(k, FAILURE_FILE);
    } else if (finished) {
        add_problem(k, FAILURE_FILE, ": the run is finished, so it cannot have failed; rename this file");
    } else if (f.step > k->to->of) {
        add_problem(k, FAILURE_FILE, ": step: expected at most %d, found %d", k->to->of, f.step);
    } else {
        k->to->failed = f.code;
        k->to->done = f.step;
    }
}

/* A single run (`planned` NULL) or a member. Returns whether it is to get more lengths or policies. */
static bool check_run(struct checking *k, const struct settings *planned, const struct task_built *task) {
    struct run_files f = {.step = -1};
    struct verified *to = k->to;
    bool held, evaluated = folder_has(to->folder, EVALUATION_FILE);
    to->of = planned ? planned->train.steps : 0;
    if (!holds_run(&held, to->folder, &k->e))
        return add_error(k, "");
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
    bool lacks = evaluated && !run_folder_has_checkpoint(to->folder); /* meant so, the run log is gone as well */
    to->without = lacks && (f.settings.train.keep == KEEP_NONE || !folder_has(to->folder, RUN_LOG_FILE));
    if (lacks && !to->without)
        add_problem(k, CHECKPOINT_FILE,
                    " is missing, but should have been kept; to train the model again: poslab train %s/config.ini "
                    "--run ANOTHER_FOLDER",
                    to->folder);
    check_failure(k, evaluated);
    return f.grows;
}

/* ---- A comparison */

/* Whether the evaluation of a member has more lengths or policies than compare.json has of it. */
static bool has_more(const struct evaluation_result *r, const json_t *document, const struct member *m) {
    size_t i, here = 0, there = 0;
    const json_t *row;
    for (int n = 0; n < r->rows; n++)
        here += r->row[n].applies;
    json_array_foreach(json_object_get(document, "members"), i, row) {
        const char *name = json_string_value(json_object_get(row, "name"));
        there += name && strcmp(name, m->label) == 0 && json_integer_value(json_object_get(row, "seed")) == m->seed;
    }
    return here > there || (size_t)r->lengths > json_array_size(json_object_get(document, "lengths"));
}

/* compare.json must be from the evaluation of a member, which may have grown since. */
static void check_sum(struct checking *k, const json_t *document, const struct member *m, const char *sum,
                      const char *call) {
    struct arena arena = {0};
    struct evaluation_result r;
    if (!evaluation_read(&r, arena_format(&arena, "%s/%s", k->to->folder, m->name), &arena, &k->e))
        add_error(k, m->name);
    else if (strcmp(r.sum, sum) != 0 && has_more(&r, document, m))
        k->to->older = true;
    else if (strcmp(r.sum, sum) != 0)
        add_problem(k, COMPARISON_FILE, ": its numbers are not from %s/" EVALUATION_FILE "; %s writes a new one",
                    m->name, call);
    arena_free(&arena);
}

/* compare.json: there must be one if all members have ended, and it must be from their evaluations. If a member has
 * problems or is to grow, only missing results are reported. A comparison of claims has none: they have claims.json in
 * the folder above. */
static void check_document(struct checking *k, const struct comparison_result *c, bool grow) {
    struct verified *to = k->to;
    struct arena *arena = &k->v->arena;
    const char *call = arena_format(arena, "`poslab compare %s/config.ini --run %s`", to->folder, to->folder);
    char above[PATH_MAX_LENGTH];
    int inside = 0;
    if (!folder_has(to->folder, COMPARISON_FILE)) {
        folder_above(above, to->folder);
        if (to->done + to->failed == to->of && !folder_has(above, CLAIMS_FILE))
            add_problem(k, COMPARISON_FILE,
                        " is missing, though all models have finished or failed; %s writes a new one", call);
        return;
    }
    json_t *document = comparison_document(to->folder, &k->e), *sums = json_object_get(document, "evaluations");
    if (!document)
        add_error(k, COMPARISON_FILE);
    for (const struct member *m = c->member; m < c->member + c->members; m++) {
        const char *sum = json_string_value(json_object_get(sums, m->name)),
                   *file = arena_format(arena, "%s/" EVALUATION_FILE, m->name);
        inside += sum != NULL;
        if (sum && !folder_has(to->folder, file))
            add_problem(k, file, " is missing, but " COMPARISON_FILE " has its results; %s computes them again", call);
        else if (sum && !grow && !to->unsound && !to->problems)
            check_sum(k, document, m, sum, call);
    }
    if (inside < (int)json_object_size(sums))
        add_problem(k, COMPARISON_FILE, " has other models than config.ini; %s writes a new one", call);
    to->older |= !grow && inside < to->done;
    to->finished &= !to->older;
    json_decref(document);
}

/* All members, then, if each is in order, the comparison's own document. */
static void check_comparison(struct verification *v, const struct verified ***end, const struct comparison_result *c) {
    char folder[PATH_MAX_LENGTH];
    struct verified sum = {.folder = c->folder, .comparison = true, .of = c->members};
    bool grow = false;
    for (const struct member *m = c->member; m < c->member + c->members; m++) {
        const struct settings own = member_settings(m);
        struct arena arena = {0};
        struct task_built task;
        struct error e;
        if (!member_folder(folder, c, m, &e) || !member_task(&task, c, &own, &arena, &e))
            continue;
        struct checking k = begin(v, end, (struct verified){.folder = folder});
        grow |= check_run(&k, &own, &task);
        arena_free(&arena);
        sum.done += k.to->finished;
        sum.failed += k.to->failed > 0;
        sum.unsound += k.to->problems > 0;
    }
    sum.finished = sum.done == sum.of;
    struct checking k = begin(v, end, sum);
    check_document(&k, c, grow);
}

/* ---- Folders */

/* Records the folder with this one problem. */
static bool reject(struct verification *v, const struct verified ***end, const char *folder, const char *file,
                   const struct error *why) {
    struct checking k = begin(v, end, (struct verified){.folder = folder});
    k.e = *why;
    return add_error(&k, file);
}

/* Returns false if its configuration cannot be read. */
static bool check_folder(struct verification *v, const struct verified ***end, const char *folder) {
    static struct result f;
    struct error e = {0};
    if (!result_plan(&f, folder, &e))
        return reject(v, end, folder, "config.ini", &e);
    if (f.single) {
        struct checking k = begin(v, end, (struct verified){.folder = folder});
        check_run(&k, NULL, &f.result.task);
    } else {
        check_comparison(v, end, &f.result);
    }
    result_free(&f);
    return true;
}

/* Checks every run and comparison below a folder, and the members alone of a comparison that cannot be read. */
static bool check_all(struct verification *v, const struct verified ***end, const char *folder, int depth,
                      struct error *e) {
    char path[PATH_MAX_LENGTH];
    struct folder_names n = {0};
    struct arena scratch = {0};
    struct error unread;
    bool held;
    if (!path_is_new(&v->seen, folder, &v->arena))
        return true;
    if (!holds_run(&held, folder, &unread))
        return reject(v, end, folder, "", &unread), true;
    if (held && check_folder(v, end, folder))
        return true;
    bool ok = depth == DEPTH || folder_names(&n, folder, &scratch, e);
    for (int i = 0; i < n.count && ok; i++)
        if ((ok = file_path(path, folder, n.name[i], e)) && file_may_be_folder(path))
            ok = check_all(v, end, path, depth + 1, e);
    arena_free(&scratch);
    return ok;
}

bool verify(struct verification *v, const char *folder, struct error *e) {
    const struct verified **end = &v->first;
    *v = (struct verification){0};
    bool held, known = holds_run(&held, folder, e);
    return folder_check(folder, known && held ? FOLDERS_OF_RESULTS : FOLDERS_OPEN, "a run or comparison", e) &&
           check_all(v, &end, folder, 0, e) &&
           (v->folders || (folder_check(folder, FOLDERS_OF_MANY, "a run or comparison", e) &&
                           error_set(e, EXIT_USAGE, "%s holds no run and no comparison", folder)));
}

void verify_free(struct verification *v) { arena_free(&v->arena); }
