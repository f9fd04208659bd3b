/* live_list.c -- the message `list`: what there is, generated from the registries and the tables of settings. */
#include <math.h>
#include <string.h>

#include "draw/chart.h"
#include "live/messages.h"
#include "measure/encoding_view.h"
#include "view/kinds.h"

/* An object that begins with what every row of a registry has. */
static void begin_row(struct json_writer *w, const char *name, const char *summary) {
    json_put(w, "{ name s summary s", name, summary);
}

/* ---- Encodings */

void live_put_policies(struct json_writer *w, const struct policy *const *policy) {
    json_put(w, "policies [");
    for (; *policy; policy++)
        json_put(w, "s", (*policy)->name);
    json_put(w, "]");
}

/* The mixers that can follow it. */
static void put_mixer_names(struct json_writer *w, const struct encoding *kind) {
    json_put(w, "mixers [");
    for (const struct mixer *const *m = mixers; *m; m++)
        if (*m == &mixer_attention || encoding_is_embedded(kind))
            json_put(w, "s", (*m)->name);
    json_put(w, "]");
}

/* Its formula and policies are those of its options as they are by default. */
static bool put_encoding(struct json_writer *w, const struct encoding *kind, struct assignments *a, struct error *e) {
    struct encoding_view of;
    const struct task_input none = {0};
    const struct sign sign = encoding_sign(kind);
    char formula[ENCODING_FORMULA];
    *a = (struct assignments){0};
    if (!assignments_set(a, "encoding.name", kind->name, "list", e) || !encoding_view_build(&of, a, &none, e))
        return false;
    encoding_formula(&of.built, formula);
    begin_row(w, kind->name, kind->summary);
    json_put(w, "source s formula s weakness s colour i dash i", kind->source, formula, kind->weakness, sign.colour,
             sign.dash);
    live_put_policies(w, of.built.policies);
    put_mixer_names(w, kind);
    json_put(w, "}");
    encoding_view_free(&of);
    return true;
}

/* ---- Settings */

static void put_choices(struct json_writer *w, const char *choices) {
    char choice[SETTING_TEXT_MAX];
    json_put(w, "choices [");
    for (size_t length; choices && *choices; choices += length + (choices[length] != 0)) {
        length = strcspn(choices, "|");
        snprintf(choice, sizeof choice, "%.*s", (int)length, choices);
        json_put(w, "s", choice);
    }
    json_put(w, "]");
}

/* A text or a choice has no limits, another has no choices. */
static void put_setting(struct json_writer *w, const struct setting *o, const char *owner) {
    static const char *const kind[] = {"int", "real", "choice", "range", "text", "list"};
    bool number = o->kind == SETTING_INT || o->kind == SETTING_REAL || o->kind == SETTING_RANGE;
    json_put(w, "{ key s of s kind s default s summary s low f high f", o->key, owner, kind[o->kind], o->standard,
             o->meaning, number ? o->low : (double)NAN, number ? o->high : (double)NAN);
    put_choices(w, o->choices);
    json_put(w, "}");
}

/* The page has no comparison: it makes its members itself. */
static void add_settings(void *w, const struct setting *table, const char *owner) {
    if (table == comparison_table)
        return;
    for (; table && table->key; table++)
        put_setting(w, table, owner);
}

/* ---- The rest */

static void put_registries(struct json_writer *w) {
    json_put(w, "mixers [");
    for (const struct mixer *const *m = mixers; *m; m++) {
        begin_row(w, (*m)->name, (*m)->summary);
        json_put(w, "ordered b }", (*m)->ordered);
    }
    json_put(w, "] tasks [");
    for (const struct task *const *t = tasks; *t; t++) {
        begin_row(w, (*t)->name, (*t)->summary);
        json_put(w, "question s causal b }", (*t)->question, (*t)->causal);
    }
    json_put(w, "] policies [");
    for (const struct policy *const *p = policies; *p; p++) {
        begin_row(w, (*p)->name, (*p)->summary);
        json_put(w, "}");
    }
    json_put(w, "]");
}

static bool answer(struct live *l, struct json_writer *w, struct error *e) {
    struct assignments *a = arena_alloc(&l->arena, 1, sizeof *a);
    const struct view_kind *k;
    json_put(w, "encodings [");
    for (const struct encoding *const *c = encodings; *c; c++)
        if (!put_encoding(w, *c, a, e))
            return false;
    json_put(w, "]");
    put_registries(w);
    json_put(w, "settings [");
    settings_each_table(add_settings, w);
    json_put(w, "] views [");
    for (int i = 0; (k = view_at("encoding", i)); i++)
        json_put(w, "s", k->name);
    json_put(w, "]");
    return true;
}

const struct live_message live_list = {.name = "list", .answer = answer};
