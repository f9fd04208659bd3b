/* sweep.c -- see sweep.h. */
#include "study/sweep.h"

#include <stdlib.h>
#include <string.h>

#include "base/text.h"
#include "settings/settings_synonyms.h"
#include "study/series.h"

const char *sweep_value(const struct sweep *w, const struct member *m, char text[SETTING_TEXT_MAX]) {
    struct settings_part own[SETTINGS_PARTS];
    char first[SETTING_TEXT_MAX];
    const struct settings s = member_settings(m);
    const bool name = !strchr(w->key, '.'); /* of encodings: of each that has it */
    bool found = false;
    settings_parts(&s, own);
    for (int i = name ? SETTINGS_PARTS - ENCODING_PARTS : 0; i < SETTINGS_PARTS; i++) {
        const struct setting *o = name ? setting_named(own[i].table, w->key) : setting_find(own[i].table, w->key);
        if (!o)
            continue;
        setting_write(o, own[i].owner, text, SETTING_TEXT_MAX);
        if (found && strcmp(text, first) != 0)
            return NULL;
        memcpy(first, text, sizeof first);
        found = true;
    }
    return found ? text : NULL;
}

/* ---- Those of all models */

static const struct sweep *listed(const struct sweeps *all, const char *key) {
    for (int i = 0; i < all->count; i++)
        if (strcmp(all->of[i].key, key) == 0)
            return &all->of[i];
    return NULL;
}

/* The key of a member's option; of encodings its name alone, if it was not written as that of one encoding. */
static const char *key_of(const struct member_option *o) {
    return settings_encoding_of(o->key) && !settings_encoding_of(o->written) ? setting_last_word(o->key) : o->key;
}

static void add(struct sweeps *all, const char *key, const struct setting *o, struct arena *arena) {
    if (listed(all, key))
        return;
    if ((all->count & (all->count - 1)) == 0) { /* full: allocate twice as many */
        struct sweep *of = arena_alloc(arena, 2 * (size_t)all->count + 1, sizeof *of);
        if (all->count)
            memcpy(of, all->of, (size_t)all->count * sizeof *of);
        all->of = of;
    }
    all->of[all->count++] = (struct sweep){.key = key, .numbers = o->kind == SETTING_INT || o->kind == SETTING_REAL};
}

static bool differs(const struct sweep *w, const struct comparison_result *c) {
    char first[SETTING_TEXT_MAX] = "", text[SETTING_TEXT_MAX];
    for (const struct series *s = c->series; s < c->series + c->labels; s++) {
        const char *value = sweep_value(w, s->first, text);
        if (value && *first && strcmp(value, first) != 0)
            return true;
        if (value)
            memcpy(first, text, sizeof first);
    }
    return false;
}

/* Whether values are the trained lengths of the task, with one shortest. */
static bool begin_alike(const struct sweep *w, const struct comparison_result *c) {
    char first[SETTING_TEXT_MAX], text[SETTING_TEXT_MAX];
    bool alike = strcmp(w->key, TASK_WORDS) == 0;
    for (const struct series *s = c->series; alike && s < c->series + c->labels; s++)
        alike = atoi(sweep_value(w, s->first, text)) == atoi(sweep_value(w, c->series->first, first));
    return alike;
}

struct sweeps sweeps_find(const struct comparison_result *c) {
    struct sweeps all = {0};
    int count = 0;
    for (const struct series *s = c->series; s < c->series + c->labels; s++)
        for (int i = 0; i < s->first->option_count; i++) {
            const struct member_option *o = &s->first->option[i];
            if (o->written)
                add(&all, key_of(o), o->setting, c->arena);
        }
    for (int i = 0; i < all.count; i++)
        if (differs(&all.of[i], c))
            all.of[count++] = all.of[i];
    all.count = count;
    for (int i = 0; i < count; i++) {
        struct sweep *w = &all.of[i];
        w->longest = begin_alike(w, c);
        w->name = settings_encoding_of(w->key) ? w->key : setting_last_word(w->key);
        for (int k = 0; k < count; k++)
            if (k != i && strcmp(setting_last_word(all.of[k].key), setting_last_word(w->key)) == 0)
                w->name = w->key;
    }
    return all;
}

bool sweep_is_option(const struct sweeps *all, const struct member_option *o) { return listed(all, key_of(o)); }

/* ---- What a user names */

const char *sweep_names(const struct sweeps *all, char text[SWEEP_NAMES]) {
    text[0] = 0;
    for (int i = 0; i < all->count; i++)
        text_append(text, SWEEP_NAMES, "%s%s", i ? ", " : "", all->of[i].name);
    return all->count ? text : "no option";
}

const struct sweep *sweep_named(const struct sweeps *all, const char *name, struct error *e) {
    char shown[TEXT_PRINTABLE], names[SWEEP_NAMES];
    for (int i = 0; i < all->count; i++)
        if (strcmp(all->of[i].name, name) == 0 || strcmp(all->of[i].key, name) == 0)
            return &all->of[i];
    error_set(e, EXIT_USAGE, "%s: models do not differ in it; they differ in %s", text_printable(shown, name),
              sweep_names(all, names));
    return NULL;
}

bool sweep_read(const struct sweep *w, const struct comparison_result *c, const char *written,
                char text[SETTING_TEXT_MAX], struct error *e) {
    char shown[TEXT_PRINTABLE], first[SETTING_TEXT_MAX] = "";
    double x, y;
    for (const struct series *s = c->series; s < c->series + c->labels; s++) {
        if (!sweep_value(w, s->first, text))
            continue;
        if (strcmp(text, written) == 0 || (w->numbers && text_number(text, &x) && text_number(written, &y) && x == y))
            return true;
        if (!*first)
            memcpy(first, text, sizeof first);
    }
    return error_set(e, EXIT_USAGE, "%s=%s: no model has this value; the first has %s", w->name,
                     text_printable(shown, written), first);
}
