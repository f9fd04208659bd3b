/* live_list.c -- the message `list`: what there is, generated from the registries and the tables of settings. */
#include <string.h>

#include "draw/chart.h"
#include "live/messages.h"
#include "measure/encoding_view.h"
#include "view/views.h"

/* ---- Encodings */

json_t *live_policy_names(const struct policy *const *policy) {
    json_t *names = json_array();
    for (; *policy; policy++)
        json_array_append_new(names, json_string((*policy)->name));
    return names;
}

/* The mixers that can follow it. */
static json_t *mixer_names(const struct encoding *kind) {
    json_t *names = json_array();
    for (const struct mixer *const *m = mixers; *m; m++)
        if (*m == &mixer_attention || encoding_is_embedded(kind))
            json_array_append_new(names, json_string((*m)->name));
    return names;
}

/* Its formula and policies are those of its options as they are by default. */
static json_t *encoding_row(const struct encoding *kind, struct assignments *a, struct error *e) {
    struct encoding_view of;
    const struct task_input none = {0};
    const struct sign sign = encoding_sign(kind);
    char formula[ENCODING_FORMULA];
    *a = (struct assignments){0};
    if (!assignments_set(a, "encoding.name", kind->name, "list", e) || !encoding_view_build(&of, a, &none, e))
        return NULL;
    encoding_formula(&of.built, formula);
    json_t *row = json_pack("{ss ss ss ss ss si si so so}", "name", kind->name, "summary", kind->summary, "source",
                            kind->source, "formula", formula, "weakness", kind->weakness, "colour", sign.colour, "dash",
                            sign.dash, "policies", live_policy_names(of.built.policies), "mixers", mixer_names(kind));
    encoding_view_free(&of);
    return row;
}

/* NULL: *e says why. */
static json_t *encodings_json(struct live *l, struct error *e) {
    struct assignments *a = arena_alloc(&l->arena, 1, sizeof *a);
    json_t *list = json_array(), *row = list;
    for (const struct encoding *const *c = encodings; *c && row; c++)
        if ((row = encoding_row(*c, a, e)))
            json_array_append_new(list, row);
    if (row)
        return list;
    json_decref(list);
    return NULL;
}

/* ---- Settings */

static json_t *choices_json(const char *choices) {
    json_t *list = json_array();
    for (size_t length; choices && *choices; choices += length + (choices[length] != 0)) {
        length = strcspn(choices, "|");
        json_array_append_new(list, json_stringn(choices, length));
    }
    return list;
}

/* A text or a choice has no limits, another has no choices. */
static json_t *setting_json(const struct setting *o, const char *owner) {
    static const char *const kind[] = {"int", "real", "choice", "range", "text", "list"};
    bool number = o->kind == SETTING_INT || o->kind == SETTING_REAL || o->kind == SETTING_RANGE;
    return json_pack("{ss ss ss ss ss so so so}", "key", o->key, "of", owner, "kind", kind[o->kind], "default",
                     o->standard, "summary", o->meaning, "low", number ? json_real(o->low) : json_null(), "high",
                     number ? json_real(o->high) : json_null(), "choices", choices_json(o->choices));
}

/* The page has no comparison: it makes its members itself. */
static void add_settings(void *list, const struct setting *table, const char *owner) {
    if (table == comparison_table)
        return;
    for (; table && table->key; table++)
        json_array_append_new(list, setting_json(table, owner));
}

static json_t *settings_json(void) {
    json_t *list = json_array();
    settings_each_table(add_settings, list);
    return list;
}

/* ---- The rest */

static json_t *mixers_json(void) {
    json_t *list = json_array();
    for (const struct mixer *const *m = mixers; *m; m++)
        json_array_append_new(
            list, json_pack("{ss ss sb}", "name", (*m)->name, "summary", (*m)->summary, "ordered", (*m)->ordered));
    return list;
}

static json_t *tasks_json(void) {
    json_t *list = json_array();
    for (const struct task *const *t = tasks; *t; t++)
        json_array_append_new(list, json_pack("{ss ss ss sb}", "name", (*t)->name, "summary", (*t)->summary, "question",
                                              (*t)->question, "causal", (*t)->causal));
    return list;
}

static json_t *policies_json(void) {
    json_t *list = json_array();
    for (const struct policy *const *p = policies; *p; p++)
        json_array_append_new(list, json_pack("{ss ss}", "name", (*p)->name, "summary", (*p)->summary));
    return list;
}

static json_t *views_json(void) {
    json_t *list = json_array();
    const struct view_kind *k;
    for (int i = 0; (k = view_at("encoding", i)); i++)
        json_array_append_new(list, json_string(k->name));
    return list;
}

static json_t *answer(struct live *l, struct error *e) {
    json_t *encoding = encodings_json(l, e);
    return encoding
               ? json_pack("{so so so so so so}", "encodings", encoding, "mixers", mixers_json(), "tasks", tasks_json(),
                           "policies", policies_json(), "settings", settings_json(), "views", views_json())
               : NULL;
}

const struct live_message live_list = {.name = "list", .answer = answer};
