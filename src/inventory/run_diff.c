/* run_diff.c -- see run_diff.h. */
#include "inventory/run_diff.h"

#include <string.h>

#include "folder/folder_files.h"
#include "format/json.h"
#include "settings/settings_difference.h"
#include "study/result.h"
#include "study/series.h"

enum { FACTS = 8, ROWS_MAX = 4 * SETTINGS_ASSIGNMENTS + FACTS };

static void add(struct run_diff *d, const char *key, const char *first, const char *second) {
    d->one[d->count++] = (struct run_difference){
        arena_text(&d->arena, key),
        {first ? arena_text(&d->arena, first) : NULL, second ? arena_text(&d->arena, second) : NULL}};
}

static void add_setting(void *user, const char *key, const char *first, const char *second) {
    add(user, key, first, second);
}

/* Two comparisons, or runs, of which each is one of one member. */
struct listed {
    struct run_diff *d;
    struct comparison_result c[2];
    struct assignments written[2];
    bool single[2];
};

/* What was given for a comparison besides: options of encodings and mixers, and its own settings, but for lists of
 * members. A run has no such settings, and all options of its kinds, given or not. */
static void add_given(struct listed *l) {
    const struct assignments *a = &l->written[0], *b = &l->written[1];
    for (int i = 0; i < a->count + b->count; i++) {
        const char *key = i < a->count ? assignments_item(a, i).key : assignments_item(b, i - a->count).key;
        const char *first = assignments_value(a, key), *second = assignments_value(b, key);
        bool again = i >= a->count && first, same = first && second && strcmp(first, second) == 0;
        bool option = comparison_is_option(&l->c[0].settings, key) && comparison_is_option(&l->c[1].settings, key);
        bool given = option
                         ? (first && !l->single[0]) || (second && !l->single[1])
                         : first && second && comparison_find(key) && !strstr("compare.encodings compare.members", key);
        if (!again && !same && given)
            add(l->d, key, first, second);
    }
}

/* The labels that the other does not have; NULL: none. */
static const char *labels_less(const struct comparison_result *c, const struct comparison_result *other,
                               struct arena *arena) {
    const char *list = NULL;
    for (int k = 0; k < c->labels; k++) {
        const char *label = c->series[k].first->label;
        if (!compare_has_label(other, label))
            list = list ? arena_format(arena, "%s, %s", list, label) : label;
    }
    return list;
}

static void add_members(struct listed *l, struct arena *arena) {
    const char *first = labels_less(&l->c[0], &l->c[1], arena), *second = labels_less(&l->c[1], &l->c[0], arena);
    if (first || second)
        add(l->d, "members in only one", first, second);
}

/* Of comparisons those settings that all members share. */
static bool add_settings(struct run_diff *d, struct arena *arena, struct error *e) {
    struct listed *l = arena_alloc(arena, 1, sizeof *l);
    l->d = d;
    for (int i = 0; i < 2; i++)
        if (!result_list(&l->c[i], d->folder[i], &l->single[i], arena, e) ||
            !folder_config(&l->written[i], d->folder[i], e))
            return false;
    bool runs = l->single[0] && l->single[1];
    d->one = arena_alloc(&d->arena, ROWS_MAX, sizeof *d->one);
    settings_each_difference(&l->c[0].settings, &l->c[1].settings, runs ? RUN_SECTIONS : SHARED_SECTIONS, add_setting,
                             d);
    if (!runs) {
        add_given(l);
        add_members(l, arena);
    }
    d->settings = d->count;
    return true;
}

/* ---- What computed them, as far as their results say */

/* A text or number of a document, or a list of them; NULL: it has none. */
static const char *fact_of(const json_t *document, const char *key, struct arena *arena) {
    const json_t *value = json_object_get(document, key), *item;
    const char *text = json_string_value(value);
    size_t i;
    if (json_is_integer(value))
        text = arena_format(arena, "%" JSON_INTEGER_FORMAT, json_integer_value(value));
    json_array_foreach(value, i, item) {
        const char *one = json_is_string(item) ? json_string_value(item) : "?";
        text = text ? arena_format(arena, "%s, %s", text, one) : one;
    }
    return text;
}

/* False: it cannot be read. A damaged file counts as missing. */
static bool read_result(json_t **result, const char *folder, struct error *e) {
    static const char *const files[] = {COMPARISON_FILE, EVALUATION_FILE};
    char path[PATH_MAX_LENGTH];
    for (int i = 0; i < 2; i++)
        if (folder_has(folder, files[i]) && file_path(path, folder, files[i], e))
            return (*result = json_read(path, e)) || e->code != EXIT_IO;
    return true;
}

static bool add_facts(struct run_diff *d, struct error *e) {
    static const char *const facts[][2] = {
        {"version", "version of eval.json"}, {"kernels", "kernels"}, {"files", "files of the task"}};
    json_t *result[2] = {NULL, NULL};
    bool ok = read_result(&result[0], d->folder[0], e) && read_result(&result[1], d->folder[1], e);
    for (size_t i = 0; ok && i < sizeof facts / sizeof *facts; i++) {
        const char *first = fact_of(result[0], facts[i][0], &d->arena),
                   *second = fact_of(result[1], facts[i][0], &d->arena);
        if (first && second && strcmp(first, second) != 0)
            add(d, facts[i][1], first, second);
    }
    json_decref(result[0]);
    json_decref(result[1]);
    return ok;
}

bool run_diff_read(struct run_diff *d, const char *first, const char *second, struct error *e) {
    *d = (struct run_diff){.folder = {first, second}};
    struct arena scratch = {0};
    bool ok = add_settings(d, &scratch, e) && add_facts(d, e);
    arena_free(&scratch);
    return ok;
}

void run_diff_free(struct run_diff *d) { arena_free(&d->arena); }
