/* verify.c -- see verify.h. */
#include "study/verify.h"

#include <dirent.h>
#include <limits.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/file.h"
#include "format/checksum.h"
#include "study/extend.h"
#include "study/failure.h"
#include "study/folder_kind.h"
#include "study/member.h"
#include "train/run.h"
#include "train/train.h"

enum { DEPTH = 8 };

/* The folder to check, and its report. */
struct checking {
    struct verification *v;
    struct verified *to;
    struct error e;
};

/* Adds a folder to the list, whose end is `end`. */
static struct checking begin(struct verification *v, const struct verified ***end, const char *folder) {
    struct verified *to = arena_alloc(&v->arena, 1, sizeof *to);
    to->folder = arena_text(&v->arena, folder);
    **end = to;
    *end = &to->next;
    v->folders++;
    return (struct checking){v, to, {0}};
}

/* What stands in k->e is a problem of the file; an error that does not name it does so now. */
static bool problem(struct checking *k, const char *path) {
    if (!strstr(k->e.text, path))
        error_prefix(&k->e, "%s", path);
    if (k->to->problems < VERIFY_PROBLEMS)
        k->to->problem[k->to->problems++] = arena_text(&k->v->arena, k->e.text);
    k->v->problems++;
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
    return problem(k, path);
}

/* ---- A run */

/* Any file that a run leaves. */
static bool holds_run(const char *folder) {
    static const char *const names[] = {"config.ini", CHECKPOINT_FILE, CHECKPOINT_PREVIOUS, EVALUATION_FILE};
    char path[PATH_MAX_LENGTH];
    struct error e;
    bool found = false;
    for (size_t i = 0; i < sizeof names / sizeof *names && !found; i++)
        found = file_path(path, folder, names[i], &e) && !file_missing(path);
    return found;
}

/* What of a run's folder was read. */
struct run_files {
    struct settings settings; /* of its config.ini */
    int step;                 /* of its newest checkpoint that can be read; < 0: there is none */
    bool trained;             /* it is the last of its training */
    bool older;               /* a newer one cannot */
    bool grows;               /* the comparison has more lengths or policies by now */
    bool again;               /* it is trained again for them */
    long weights;             /* of that; 0: not known */
};

/* config.ini; of a member it says what the comparison does. */
static bool check_config(struct checking *k, struct run_files *f, const struct settings *planned) {
    char path[PATH_MAX_LENGTH];
    struct assignments a = {0};
    if (!file_path(path, k->to->folder, "config.ini", &k->e) || !assignments_read_file(&a, path, &k->e) ||
        !settings_resolve(&f->settings, &a, NULL, &k->e))
        return problem(k, path);
    if (planned) {
        struct settings grown = f->settings;
        f->grows = evaluation_lacks(&f->settings.eval, &planned->eval);
        evaluation_take_lists(&grown.eval, &planned->eval);
        same_settings(k, path, &grown, planned, "the comparison's config.ini");
    }
    return true;
}

/* Whether the run log has all rows up to the newest checkpoint. */
static void check_log(struct checking *k, const struct run *r) {
    char path[PATH_MAX_LENGTH];
    if (file_path(path, k->to->folder, RUN_LOG_FILE, &k->e) && !run_log_check(k->to->folder, r, &k->e))
        problem(k, path);
}

/* Whether a checkpoint can be read and is of this run; what it holds. */
static void check_checkpoint(struct checking *k, struct run_files *f, const char *name) {
    static const struct assignments nothing;
    char path[PATH_MAX_LENGTH];
    struct run r;
    if (!file_path(path, k->to->folder, name, &k->e) || file_missing(path))
        return;
    if (!checkpoint_read(&r, path, &nothing, NULL, &k->e)) {
        f->older = true;
        problem(k, path);
        return;
    }
    struct settings grown = f->settings;
    if (member_state(k->to->folder) != MEMBER_FINISHED && extend_is_meant(&r.settings, &grown)) /* just now */
        grown.train = r.settings.train;
    f->again |= evaluation_lacks(&grown.eval, &r.settings.eval);
    evaluation_take_lists(&r.settings.eval, &grown.eval);
    bool same = same_settings(k, path, &r.settings, &grown, "the run's config.ini");
    if (same && (r.step > f->settings.train.steps || (f->step >= 0 && r.step > f->step))) {
        error_set(&k->e, EXIT_DATA, "%s: it is from step %d; expected %d at most", path, r.step,
                  f->step >= 0 ? f->step : f->settings.train.steps);
        problem(k, path);
    } else if (same && f->step < 0) {
        f->step = r.step;
        f->trained = run_is_trained(&r);
        f->weights = r.settings.baseline ? r.trained_weights : (long)params_trained(&r.model.params);
        if (!r.settings.baseline)
            check_log(k, &r);
    }
    run_free(&r);
}

/* One that grows has the lists of its config.ini, or was just made with more. */
static void check_evaluation(struct checking *k, const struct run_files *f, const struct task_built *task) {
    char path[PATH_MAX_LENGTH];
    struct evaluation_result r;
    struct arena arena = {0};
    struct error e = {0};
    if (!file_path(path, k->to->folder, EVALUATION_FILE, &k->e) ||
        (!member_read(&r, k->to->folder, &f->settings, task, &arena, &k->e) &&
         !(f->grows && evaluation_read(&r, k->to->folder, &arena, &e) &&
           evaluation_fits(&r, &f->settings, task, k->to->folder, &e)))) {
        problem(k, path);
    } else if (f->step >= 0 && !f->older && !f->again && !f->trained) {
        error_set(&k->e, EXIT_DATA, "%s: it belongs to a finished run, but the checkpoint is from step %d of %d", path,
                  f->step, f->settings.train.steps);
        problem(k, path);
    } else if (r.weights && f->weights && r.weights != f->weights) {
        error_set(&k->e, EXIT_DATA, "%s: weights: expected %ld, as the checkpoint has them, found %ld", path,
                  f->weights, r.weights);
        problem(k, path);
    }
    arena_free(&arena);
}

/* Why it failed for good, if it did. */
static void check_failure(struct checking *k) {
    char path[PATH_MAX_LENGTH];
    struct failure f;
    if (failure_read(&f, k->to->folder, &k->e)) {
        k->to->failed = f.code;
        k->to->done = f.step;
    } else if (*k->e.text && file_path(path, k->to->folder, FAILURE_FILE, &k->e)) {
        problem(k, path);
    }
}

/* A single run (`planned` NULL) or a member. */
static void check_run(struct checking *k, const struct settings *planned, const struct task_built *task) {
    struct run_files f = {.step = -1};
    struct verified *to = k->to;
    enum member_state state = member_state(to->folder);
    to->of = planned ? planned->train.steps : 0;
    if (!holds_run(to->folder) || !check_config(k, &f, planned))
        return;
    check_checkpoint(k, &f, CHECKPOINT_FILE);
    check_checkpoint(k, &f, CHECKPOINT_PREVIOUS);
    to->finished = state == MEMBER_FINISHED && !f.grows;
    to->of = f.settings.train.steps;
    to->done = to->finished ? to->of : f.step > 0 ? f.step : 0;
    if (state == MEMBER_FINISHED)
        check_evaluation(k, &f, task);
    else
        check_failure(k);
}

/* ---- What a comparison says of its members */

/* A value of compare.json is the one that follows from the members, to what its nine digits say. */
static bool same_value(const struct node *there, const json_t *here);

static bool same_object(const struct node *there, const json_t *here) {
    const char *key;
    json_t *value;
    bool same = json_is_object(there->json) || node_refuse(there, "an object");
    json_object_foreach((json_t *)here, key, value) {
        struct node of = node_key(there, key);
        same = same && same_value(&of, value);
    }
    json_object_foreach((json_t *)there->json, key, value) {
        struct node of = node_key(there, key);
        same = same && (json_object_get(here, key) || node_refuse(&of, "no such key"));
    }
    return same;
}

static bool same_array(const struct node *there, const json_t *here) {
    int count = (int)json_array_size(here);
    bool same = node_array(there, count);
    for (int i = 0; i < count && same; i++) {
        struct node of = node_item(there, i);
        same = same_value(&of, json_array_get(here, (size_t)i));
    }
    return same;
}

static bool same_value(const struct node *there, const json_t *here) {
    if (json_is_object(here))
        return same_object(there, here);
    if (json_is_array(here))
        return same_array(there, here);
    double a = json_number_value(there->json), b = json_number_value(here);
    bool numbers = json_is_number(there->json) && json_is_number(here);
    if (numbers ? fabs(a - b) <= 1e-6 * fmax(fabs(a), fabs(b)) + 1e-12 : json_equal(there->json, here))
        return true;
    char *text = json_dumps(here, JSON_ENCODE_ANY | JSON_ENSURE_ASCII | JSON_REAL_PRECISION(9));
    node_refuse(there, "%.60s, as the members have it", text ? text : "");
    free(text);
    return false;
}

static bool same_member(const json_t *there, const json_t *here) {
    return json_equal(json_object_get(there, "name"), json_object_get(here, "name")) &&
           json_equal(json_object_get(there, "seed"), json_object_get(here, "seed")) &&
           !json_object_get(there, "failure") == !json_object_get(here, "failure");
}

/* Whether a document is about these members with these results, at these lengths; the document of a comparison that
 * grows or continues has fewer until it is written again. */
static bool is_of_these(const json_t *there, const json_t *here) {
    const json_t *a = json_object_get(there, "members"), *b = json_object_get(here, "members");
    size_t count = json_array_size(b);
    bool same = json_array_size(a) == count &&
                json_array_size(json_object_get(there, "lengths")) == json_array_size(json_object_get(here, "lengths"));
    for (size_t i = 0; i < count && same; i++)
        same = same_member(json_array_get(a, i), json_array_get(b, i));
    return same;
}

/* Of members that are in order. */
static bool document_fits(struct checking *k, struct result *f, const json_t *there, const struct node_file *file,
                          verify_document *document) {
    const struct node root = {.file = file, .json = there};
    struct arena arena = {0};
    if (k->to->done == 0)
        return true;
    if (!result_collect(f, &k->e))
        return false;
    json_t *here = document(&f->result, &arena);
    json_object_set(here, CHECKSUM, json_object_get(there, CHECKSUM));
    json_object_del(here, "seconds");
    bool same = !is_of_these(there, here) || same_object(&root, here);
    json_decref(here);
    arena_free(&arena);
    return same;
}

/* compare.json, which claims do without; of members with problems nothing can be said. */
static void check_document(struct checking *k, struct result *f, verify_document *document) {
    char path[PATH_MAX_LENGTH], advice[3 * PATH_MAX_LENGTH];
    const struct node_file file = {path, advice, &k->e};
    const char *folder = k->to->folder;
    snprintf(advice, sizeof advice, "`poslab compare %s/config.ini --run %s` writes a new one", folder, folder);
    if (!file_path(path, folder, COMPARISON_FILE, &k->e) || file_missing(path))
        return;
    json_t *there = comparison_document(folder, &k->e);
    if (!there || (!k->to->unsound && !document_fits(k, f, there, &file, document)))
        problem(k, path);
    json_decref(there);
}

/* ---- Folders */

/* All members, then, if each is in order, the comparison's own documents. */
static void check_comparison(struct verification *v, const struct verified ***end, struct result *f,
                             verify_document *document) {
    struct comparison_result *c = &f->result;
    char folder[PATH_MAX_LENGTH];
    int finished = 0, failed = 0, unsound = 0;
    for (const struct member *m = c->member; m < c->member + c->members; m++) {
        const struct settings own = member_settings(m);
        struct error e;
        if (!member_folder(folder, c, m, &e))
            continue;
        struct checking k = begin(v, end, folder);
        check_run(&k, &own, &c->task);
        finished += k.to->finished;
        failed += k.to->failed > 0;
        unsound += k.to->problems > 0;
    }
    struct checking k = begin(v, end, c->folder);
    k.to->comparison = true;
    k.to->done = finished;
    k.to->of = c->members;
    k.to->failed = failed;
    k.to->unsound = unsound;
    k.to->finished = finished == c->members;
    check_document(&k, f, document);
}

static void check_folder(struct verification *v, const struct verified ***end, const char *folder,
                         verify_document *document) {
    static struct result f;
    char path[PATH_MAX_LENGTH];
    struct error e = {0};
    if (!result_plan(&f, folder, &e)) {
        struct checking k = begin(v, end, folder);
        k.e = e;
        if (file_path(path, folder, "config.ini", &e))
            problem(&k, path);
        return;
    }
    if (f.single) {
        struct checking k = begin(v, end, folder);
        check_run(&k, NULL, &f.result.task);
    } else {
        check_comparison(v, end, &f, document);
    }
    result_free(&f);
}

/* Every folder in it that holds a config.ini, from the top. */
static bool check_all(struct verification *v, const struct verified ***end, const char *folder, int depth,
                      verify_document *document, struct error *e) {
    char path[PATH_MAX_LENGTH];
    struct dirent **all = NULL;
    if (holds_run(folder)) {
        check_folder(v, end, folder, document);
        return true;
    }
    int count = depth < DEPTH ? scandir(folder, &all, NULL, alphasort) : 0;
    bool ok = count >= 0 || error_set(e, EXIT_IO, "cannot read the folder %s", folder);
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
    return folder_check(folder, holds_run(folder) ? FOLDERS_OF_RESULTS : FOLDERS_OPEN, "a run or comparison", e) &&
           check_all(v, &end, folder, 0, document, e) &&
           (v->folders || (folder_check(folder, FOLDERS_OF_MANY, "a run or comparison", e) &&
                           error_set(e, EXIT_USAGE, "%s holds no run and no comparison", folder)));
}

void verify_free(struct verification *v) { arena_free(&v->arena); }
