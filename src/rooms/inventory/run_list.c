/* run_list.c -- see run_list.h. */
#include "inventory/run_list.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "base/path.h"
#include "evaluate/evaluate.h"
#include "settings/settings_difference.h"
#include "study/result.h"
#include "study/series.h"

enum { LABELS = 12 };

/* Omits settings with their own column, and the checksum of the file that train.from names. */
static void add_setting(struct run_listed *r, const char *key, const char *value, struct arena *arena) {
    static const char others[] = "task.name model.mixer encoding.name model.baseline train.seed";
    if (!strstr(others, key) && strcmp(key, "train.from_xxh3") != 0)
        r->setting[r->settings++] = (struct run_setting){arena_text(arena, key), arena_text(arena, value), false};
}

/* Of a comparison, what all its members share; options of encodings as they were given for all. */
static void read_settings(struct run_listed *r, const struct comparison_result *c, const struct assignments *written,
                          bool single, struct arena *arena) {
    struct assignments *given = assignments_new();
    settings_changed(&c->settings, given);
    r->setting = arena_alloc(arena, (size_t)given->count + (size_t)written->count, sizeof *r->setting);
    for (int i = 0; i < given->count; i++) {
        struct assignment item = assignments_item(given, i);
        if (single || settings_shared(&c->settings, item.key))
            add_setting(r, item.key, item.value, arena);
    }
    for (int i = 0; i < written->count && !single; i++) {
        struct assignment item = assignments_item(written, i);
        if (!settings_shared(&c->settings, item.key) &&
            (!comparison_find(item.key) || strcmp(item.key, "compare.grid") == 0))
            add_setting(r, item.key, item.value, arena);
    }
    free(given);
}

static bool read_configured(struct run_listed *r, struct arena *arena, struct error *e) {
    struct arena scratch = {0};
    struct comparison_result *c = arena_alloc(&scratch, 1, sizeof *c);
    struct assignments *written = arena_alloc(&scratch, 1, sizeof *written);
    bool single, ok = result_list(c, r->folder, &single, &scratch, e) && folder_config(written, r->folder, e);
    if (ok) {
        r->task = c->settings.task->name;
        for (int k = 0; k < c->labels && k < LABELS; k++)
            r->members = arena_format(arena, "%s%s%s", r->members, k ? ", " : "", c->series[k].first->label);
        if (c->labels > LABELS)
            r->members = arena_format(arena, "%s and %d more", r->members, c->labels - LABELS);
        r->seeds = compare_seeds(c, arena);
        r->steps = c->settings.train.steps;
        read_settings(r, c, written, single, arena);
    }
    arena_free(&scratch);
    return ok;
}

static bool read_status(struct run_listed *r, struct error *e) {
    struct status s;
    bool ok = status_read(&s, r->folder, e);
    if (ok) {
        r->folders = s.folders;
        r->models = s.members;
        memcpy(r->count, s.count, sizeof r->count);
        r->step = s.member ? s.member->holder.step : 0;
        r->steps = s.member ? s.member->steps : r->steps;
    }
    status_free(&s);
    return ok;
}

/* ---- The best row: the highest accuracy at the longest length, of these the highest in range */

static void take(struct run_listed *r, const char *name, double in_range, double longest, struct arena *arena) {
    if (isnan(longest) || (r->best && !(longest > r->longest || (longest == r->longest && in_range > r->in_range))))
        return;
    r->best = arena_text(arena, name);
    r->in_range = in_range;
    r->longest = longest;
}

static bool read_evaluation(struct run_listed *r, struct arena *arena, struct error *e) {
    struct arena scratch = {0};
    struct evaluation_result *x = arena_alloc(&scratch, 1, sizeof *x);
    int at = 1, rows = 0;
    bool ok = evaluation_read(x, r->folder, &scratch, e);
    for (int i = 2; ok && i <= x->lengths; i++)
        at = x->words[i].high > x->words[at].high ? i : at;
    for (int i = 0; ok && i < x->rows; i++)
        rows += x->row[i].applies;
    for (int i = 0; ok && i < x->rows; i++) {
        const char *policy = rows > 1 ? x->row[i].policy->name : "";
        if (x->row[i].applies)
            take(r, arena_format(&scratch, "%s%s%s", r->members, *policy ? "+" : "", policy),
                 x->in_range->value[METRIC_ACCURACY], evaluation_value(x, METRIC_ACCURACY, i, at), arena);
    }
    if (ok) {
        r->words = x->words[at].high;
        r->trained = x->words[IN_RANGE].high;
    }
    arena_free(&scratch);
    return ok;
}

static double number_of(const json_t *x) { return json_is_number(x) ? json_number_value(x) : (double)NAN; }

static void read_document(struct run_listed *r, const json_t *document, struct arena *arena) {
    const json_t *lengths = json_object_get(document, "lengths"), *row;
    size_t i, at = 0;
    for (i = 0; i < json_array_size(lengths); i++)
        if (number_of(json_array_get(lengths, i)) > number_of(json_array_get(lengths, at)))
            at = i;
    json_array_foreach(json_object_get(document, "summary"), i, row) {
        const json_t *accuracy = json_object_get(row, "accuracy");
        const char *name = json_string_value(json_object_get(row, "name"));
        if (name)
            take(r, name, number_of(json_object_get(json_object_get(accuracy, "in_range"), "mean")),
                 number_of(json_array_get(json_object_get(accuracy, "mean"), at)), arena);
    }
    r->words = (int)json_integer_value(json_array_get(lengths, at));
    r->trained = (int)json_integer_value(json_object_get(document, "trained_length"));
}

/* From its eval.tsv or compare.json; nothing where there is none. */
static bool read_best(struct run_listed *r, struct arena *arena, struct error *e) {
    bool comparison = r->kind == FOLDER_COMPARISON;
    if (!folder_has(r->folder, comparison ? COMPARISON_FILE : EVALUATION_FILE))
        return true;
    if (!comparison)
        return read_evaluation(r, arena, e);
    json_t *document = comparison_document(r->folder, e);
    if (document)
        read_document(r, document, arena);
    json_decref(document);
    return document != NULL;
}

/* ---- One item */

static const char *foreign(const struct folder_seen *seen, struct arena *arena) {
    switch (seen->kind) {
    case FOLDER_DANGLING: return arena_format(arena, "a symbolic link to %s, which does not exist", seen->name);
    case FOLDER_CLOSED: return *seen->name ? arena_text(arena, seen->name) : "cannot be looked into: Permission denied";
    case FOLDER_FREE: return "holds no run and no comparison yet";
    default: return arena_format(arena, "no run: its files are not from poslab (%s)", seen->name);
    }
}

static void read_item(struct run_listed *r, const char *folder, const char *name, struct arena *arena) {
    static const char *const files[] = {COMPARISON_FILE, EVALUATION_FILE, CLAIMS_FILE, "config.ini", "."};
    const struct folder_seen seen = folder_look(folder);
    struct folder_file f = {.there = false};
    struct error e = {0};
    for (size_t i = 0; i < sizeof files / sizeof *files && !f.written.tv_sec; i++)
        folder_file(&f, folder, files[i], &e);
    *r = (struct run_listed){.folder = arena_text(arena, folder),
                             .name = arena_text(arena, name),
                             .kind = seen.kind,
                             .changed = f.written.tv_sec,
                             .members = "",
                             .in_range = (double)NAN,
                             .longest = (double)NAN};
    bool configured = r->kind == FOLDER_RUN || r->kind == FOLDER_COMPARISON;
    if (!configured && r->kind != FOLDER_CLAIMS && r->kind != FOLDER_OF_RUNS) {
        r->problem = foreign(&seen, arena);
        return;
    }
    if ((configured && !read_configured(r, arena, &e)) || !read_status(r, &e) ||
        (configured && !read_best(r, arena, &e)))
        r->problem = arena_text(arena, e.text);
}

/* ---- All of them */

/* Links last: their targets may be in the folder, too. Files next to runs are not runs. */
static bool read_all(struct run_list *l, struct error *e) {
    char path[PATH_MAX_LENGTH];
    struct stat s;
    struct folder_names n;
    struct path_seen *seen = NULL;
    bool ok = folder_names(&n, l->folder, &l->arena, e) && path_is_new(&seen, l->folder, &l->arena);
    l->run = arena_alloc(&l->arena, (size_t)n.count, sizeof *l->run);
    for (int i = 0; i < 2 * n.count && ok; i++) {
        const char *name = n.name[i % n.count];
        ok = file_path(path, l->folder, name, e);
        if (ok && path_is_link(path) == (i >= n.count) &&
            (stat(path, &s) != 0 ? !file_missing(path) : S_ISDIR(s.st_mode)) && path_is_new(&seen, path, &l->arena))
            read_item(&l->run[l->count++], path, name, &l->arena);
    }
    return ok;
}

static int by_time(const void *a, const void *b) {
    const struct run_listed *x = a, *y = b;
    return x->changed != y->changed ? (x->changed < y->changed) - (x->changed > y->changed) : strcmp(x->name, y->name);
}

/* Whether all others of the task have a setting, too; where there is only one of a task nothing is common. */
static bool is_common(const struct run_list *l, const struct run_listed *of, const struct run_setting *like) {
    int others = 0, same = 0;
    for (const struct run_listed *r = l->run; r < l->run + l->count; r++) {
        if (r == of || !r->task || strcmp(r->task, of->task) != 0)
            continue;
        others++;
        for (int i = 0; i < r->settings; i++)
            same += strcmp(r->setting[i].key, like->key) == 0 && strcmp(r->setting[i].value, like->value) == 0;
    }
    return others && same == others;
}

bool run_list_read(struct run_list *l, const char *folder, struct error *e) {
    *l = (struct run_list){0};
    const char *name = l->folder = path_trim(arena_text(&l->arena, folder));
    if (!folder_check(name, FOLDERS_OPEN, "runs", e) || !read_all(l, e))
        return false;
    if (l->count)
        qsort(l->run, (size_t)l->count, sizeof *l->run, by_time);
    for (struct run_listed *r = l->run; r < l->run + l->count; r++)
        for (int i = 0; i < r->settings; i++)
            r->setting[i].common = is_common(l, r, &r->setting[i]);
    return true;
}

void run_list_free(struct run_list *l) { arena_free(&l->arena); }
