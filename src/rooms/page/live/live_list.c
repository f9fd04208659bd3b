/* live_list.c -- the message `list`: what there is, generated from the registries and the tables of settings. */
#include <math.h>
#include <string.h>

#include "draw/chart.h"
#include "encoding/encoding.h"
#include "measure/encoding_alone.h"
#include "model/mixer.h"
#include "page/live/messages.h"
#include "view/kinds.h"

void live_put_policies(struct json_writer *w, const struct policy *const *policy) {
    json_put(w, "policies [");
    for (; *policy; policy++)
        json_put(w, "s", (*policy)->name);
    json_put(w, "]");
}

/* Its formula and policies are those of its options as they are by default; its mixers, those that can follow it. */
static bool put_encoding(struct json_writer *w, const struct encoding *kind, struct assignments *a, struct error *e) {
    struct encoding_alone of;
    const struct task_input none = {0};
    const struct sign sign = encoding_sign(kind);
    char formula[ENCODING_FORMULA];
    *a = (struct assignments){0};
    if (!assignments_set(a, "encoding.name", kind->name, "list", e) || !encoding_alone_build(&of, a, &none, e))
        return false;
    encoding_formula(&of.built, formula);
    json_put(w, "{ name s summary s source s formula s weakness s colour i dash i", kind->name, kind->summary,
             kind->source, formula, kind->weakness, sign.colour, sign.dash);
    live_put_policies(w, of.built.policies);
    json_put(w, "mixers [");
    for (const struct mixer *const *m = mixers; *m; m++)
        if (*m == &mixer_attention || encoding_is_embedded(kind))
            json_put(w, "s", (*m)->name);
    json_put(w, "] }");
    encoding_alone_free(&of);
    return true;
}

/* A text or a choice has no limits, another has no choices. */
static void put_setting(struct json_writer *w, const struct setting *o, const char *owner) {
    static const char *const kind[] = {"int", "real", "choice", "range", "text", "list"};
    bool number = o->kind == SETTING_INT || o->kind == SETTING_REAL || o->kind == SETTING_RANGE;
    char choice[SETTING_TEXT_MAX];
    json_put(w, "{ key s of s kind s default s summary s low f high f choices [", o->key, owner, kind[o->kind],
             o->standard, o->meaning, number ? o->low : (double)NAN, number ? o->high : (double)NAN);
    for (const char *at = o->choices; at && *at; at += strcspn(at, "|"), at += *at != 0) {
        snprintf(choice, sizeof choice, "%.*s", (int)strcspn(at, "|"), at);
        json_put(w, "s", choice);
    }
    json_put(w, "] }");
}

/* The page has no comparison: it makes its members itself. */
static void put_settings(struct json_writer *w) {
    for (const struct settings_owned *of = settings_tables(); of->owner; of++)
        for (const struct setting *o = of->table == comparison_table ? NULL : of->table; o && o->key; o++)
            put_setting(w, o, of->owner);
}

static bool answer(struct live *l, struct json_writer *w, struct error *e) {
    struct assignments *a = arena_alloc(&l->arena, 1, sizeof *a);
    const struct view_kind *k;
    json_put(w, "encodings [");
    for (const struct encoding *const *c = encodings; *c; c++)
        if (!put_encoding(w, *c, a, e))
            return false;
    json_put(w, "] mixers [");
    for (const struct mixer *const *m = mixers; *m; m++) {
        const struct sign sign = mixer_sign(*m, encoding_find("none"));
        json_put(w, "{ name s summary s ordered b colour i dash i }", (*m)->name, (*m)->summary, (*m)->ordered,
                 sign.colour, sign.dash);
    }
    json_put(w, "] tasks [");
    for (const struct task *const *t = tasks; *t; t++)
        json_put(w, "{ name s summary s question s causal b many b one_layer s }", (*t)->name, (*t)->summary,
                 (*t)->question, (*t)->causal, task_has_many_targets(*t), (*t)->one_layer ? (*t)->one_layer : "");
    json_put(w, "] policies [");
    for (const struct policy *const *p = policies; *p; p++)
        json_put(w, "{ name s summary s }", (*p)->name, (*p)->summary);
    json_put(w, "] settings [");
    put_settings(w);
    json_put(w, "] views [");
    for (int i = 0; (k = view_at("encoding", i)); i++)
        json_put(w, "s", k->name);
    json_put(w, "]");
    return true;
}

const struct live_message live_list = {.name = "list", .answer = answer};
