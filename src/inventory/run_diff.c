/* run_diff.c -- see run_diff.h. */
#include "inventory/run_diff.h"

#include <string.h>

#include "base/text.h"
#include "folder/folder_files.h"
#include "format/json.h"
#include "settings/settings_difference.h"
#include "study/result.h"
#include "study/series.h"

enum { FACTS = 3, ROWS_MAX = 4 * SETTINGS_ASSIGNMENTS + FACTS };

/* NULL: not set, or none. */
static struct cell shown(const char *text, struct arena *arena) {
    return text ? cell_text(text_shown(arena_text(arena, text), arena)) : cell_none("-");
}

static void add(struct table *t, const char *key, const char *first, const char *second) {
    table_add_row(t, (const struct cell[]){cell_text(arena_text(t->arena, key)), shown(first, t->arena),
                                           shown(second, t->arena)});
}

static void add_setting(void *user, const char *key, const char *first, const char *second) {
    add(user, key, first, second);
}

/* Two comparisons, or runs, of which each is one of one member. */
struct listed {
    struct comparison_result c[2];
    struct assignments written[2];
    bool single[2];
};

/* What was given for a comparison besides: options of encodings and mixers, and its own settings, but for lists of
 * members. A run has no such settings, and all options of its kinds, given or not. */
static void add_given(struct table *t, const struct listed *l) {
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
            add(t, key, first, second);
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

static void add_members(struct table *t, const struct listed *l) {
    const char *first = labels_less(&l->c[0], &l->c[1], t->arena), *second = labels_less(&l->c[1], &l->c[0], t->arena);
    if (first || second)
        add(t, "members in only one", first, second);
}

/* Of comparisons those settings that all members share. */
static void add_settings(struct table *t, const struct listed *l) {
    bool runs = l->single[0] && l->single[1];
    settings_each_difference(&l->c[0].settings, &l->c[1].settings, runs ? RUN_SECTIONS : SHARED_SECTIONS, add_setting,
                             t);
    if (!runs) {
        add_given(t, l);
        add_members(t, l);
    }
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

static bool add_facts(struct table *t, const char *const folder[2], struct error *e) {
    static const char *const facts[FACTS][2] = {
        {"version", "version of eval.json"}, {"kernels", "kernels"}, {"files", "files of the task"}};
    json_t *result[2] = {NULL, NULL};
    bool ok = read_result(&result[0], folder[0], e) && read_result(&result[1], folder[1], e);
    for (int i = 0; ok && i < FACTS; i++) {
        const char *first = fact_of(result[0], facts[i][0], t->arena),
                   *second = fact_of(result[1], facts[i][0], t->arena);
        if (first && second && strcmp(first, second) != 0)
            add(t, facts[i][1], first, second);
    }
    json_decref(result[0]);
    json_decref(result[1]);
    return ok;
}

bool run_diff(struct table *t, const char *first, const char *second, struct arena *arena, struct error *e) {
    const char *const folder[] = {first, second};
    const struct table_label label[] = {{"setting", "setting", SHOW_ALL, LABEL_CUT},
                                        {"first", text_shown(first, arena), SHOW_ALL, LABEL_CUT},
                                        {"second", text_shown(second, arena), SHOW_ALL, LABEL_CUT},
                                        {0}};
    struct listed *l = arena_alloc(arena, 1, sizeof *l);
    for (int i = 0; i < 2; i++)
        if (!result_list(&l->c[i], folder[i], &l->single[i], arena, e) || !folder_config(&l->written[i], folder[i], e))
            return false;
    struct table_label *head = memcpy(arena_alloc(arena, 1, sizeof label), label, sizeof label);
    table_begin(t, head, 0, ROWS_MAX, arena);
    t->cut = "~: cut to fit; --wide shows all.";
    add_settings(t, l);
    if (!t->rows)
        lines_add(&t->heading, arena,
                  arena_format(arena, "No setting differs between %s and %s.", head[1].head, head[2].head));
    return add_facts(t, folder, e);
}

json_t *run_diff_json(const struct table *t) {
    return json_pack("{ss ss so}", "first", t->label[1].head, "second", t->label[2].head, "differences", table_json(t));
}
