/* settings_difference.c -- in which settings two runs differ, and a run from the defaults. */
#include "settings/settings_difference.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/path.h"
#include "base/text.h"
#include "encoding/encoding.h"
#include "model/mixer.h"
#include "task/task.h"

/* Two runs while they are compared. */
struct comparing {
    struct settings_part other[SETTINGS_PARTS];
    bool back; /* the options of the second: what only it has */
    bool epochs, exact;
    settings_differ *differ;
    void *user;
};

/* The other's value of an option; false: its kinds do not have it, and the value is the default. */
static bool write_other(const struct comparing *c, const struct setting *o, char value[SETTING_TEXT_MAX]) {
    for (const struct settings_part *p = c->other; p < c->other + SETTINGS_PARTS; p++) {
        const struct setting *same = setting_find(p->table, o->key);
        if (same)
            return setting_write(same, p->owner, value, SETTING_TEXT_MAX);
    }
    value[0] = 0;
    if (*o->standard)
        settings_normal(o, o->standard, value, &(struct error){0});
    return false;
}

/* Whether they may be of one run: it computes some values itself, which are their placeholders until then, and its
 * steps follow from its epochs. */
static bool agree(const struct comparing *c, const struct setting *o, const char *a, const char *b) {
    bool later = text_lists("train.sparse train.validate_every train.from_xxh3", o->key);
    return (later && (strcmp(a, o->standard) == 0 || strcmp(b, o->standard) == 0)) ||
           (c->epochs && strcmp(o->key, "train.steps") == 0);
}

static void compare(void *user, const struct settings_part *part, const struct setting *o) {
    const struct comparing *c = user;
    char own[SETTING_TEXT_MAX], other[SETTING_TEXT_MAX];
    bool both = write_other(c, o, other);
    if ((c->back && both) || strcmp(setting_write(o, part->owner, own, sizeof own), other) == 0 ||
        (o->kind == SETTING_TEXT && path_same_file(own, other)) || /* by another path */
        (!c->exact && agree(c, o, own, other)))
        return;
    const char *mine = *own ? own : NULL, *theirs = both && *other ? other : NULL;
    c->differ(c->user, o->key, c->back ? theirs : mine, c->back ? mine : theirs);
}

static void each(struct comparing *c, const struct settings *there, const struct settings *here, const char *sections) {
    c->epochs = there->train.epochs > 0 && here->train.epochs > 0;
    settings_parts(here, c->other);
    settings_each(there, sections, compare, c);
    settings_parts(there, c->other);
    c->back = true;
    settings_each(here, sections, compare, c);
}

void settings_each_difference(const struct settings *there, const struct settings *here, const char *sections,
                              settings_differ *differ, void *user) {
    each(&(struct comparing){.differ = differ, .user = user}, there, here, sections);
}

void settings_tell(char text[SETTINGS_DIFFERENCE], const char *key, const char *there, const char *here) {
    snprintf(text, SETTINGS_DIFFERENCE, "%s = %s there, %s here", key, there ? there : "(not set)",
             here ? here : "(not set)");
}

static void tell_first(void *text, const char *key, const char *there, const char *here) {
    if (!*(char *)text && strcmp(key, "train.keep") != 0)
        settings_tell(text, key, there, here);
}

bool settings_difference(const struct settings *there, const struct settings *here, const char *sections,
                         char text[SETTINGS_DIFFERENCE]) {
    text[0] = 0;
    settings_each_difference(there, here, sections, tell_first, text);
    return *text;
}

/* ---- From the defaults */

static const char *const kinds[] = {"task.name", "model.mixer", "encoding.name"};
enum { KINDS = sizeof kinds / sizeof *kinds };

/* A run of the same kinds where nothing else is said, but with the names of the default kinds. Defaults that depend on
 * other settings are those for the settings of `s`. */
static bool resolve_standard(struct settings *plain, const struct settings *s) {
    const char *const names[KINDS] = {s->task->name, s->mixer->name, s->encoding->name};
    struct assignments *a = assignments_new();
    struct error e;
    for (int i = 0; i < KINDS; i++)
        assignments_set(a, kinds[i], names[i], "", &e);
    if (!settings_resolve(plain, a, NULL, &e))
        return free(a), false;
    struct settings dependent = *plain;
    dependent.train.steps = s->train.steps;
    dependent.model.d_model = s->model.d_model;
    dependent.model.causal = s->model.causal;
    settings_fill_defaults(&dependent, a);
    free(a);
    plain->train.warmup = dependent.train.warmup;
    plain->model.heads = dependent.model.heads;
    memcpy(plain->mixer_options, dependent.mixer_options, sizeof plain->mixer_options);
    for (int i = 0; i < KINDS; i++) {
        const struct setting *o = setting_find(settings_table, kinds[i]);
        setting_read(o, plain, o->standard, &e);
    }
    return true;
}

struct changed {
    struct assignments *given;
    bool epochs;
};

/* A run records the choice of auto, and the steps of its epochs; the user gave neither. */
static void add_changed(void *user, const char *key, const char *standard, const char *own) {
    struct changed *c = user;
    struct error e;
    if (own && !(standard && strcmp(standard, "auto") == 0) && !(c->epochs && strcmp(key, "train.steps") == 0))
        assignments_set(c->given, key, own, "", &e);
}

void settings_changed_from(const struct settings *plain, const struct settings *s, struct assignments *given) {
    struct changed changed = {given, s->train.epochs > 0};
    given->count = 0;
    given->used = 0;
    each(&(struct comparing){.exact = true, .differ = add_changed, .user = &changed}, plain, s, RUN_SECTIONS);
}

void settings_changed(const struct settings *s, struct assignments *given) {
    struct settings plain;
    settings_changed_from(resolve_standard(&plain, s) ? &plain : s, s, given);
}
