/* sweep.c -- see sweep.h. */
#include "study/sweep.h"

#include <stdio.h>
#include <string.h>

#include "base/text.h"

/* ---- A setting of one model */

/* Settings that a name stands for, and whose values they are; several in a hybrid. */
struct found {
    int count;
    struct {
        const struct setting *setting;
        const void *owner;
        const char *addressed; /* to this encoding alone; NULL: not */
    } at[ENCODING_PARTS];
};

typedef bool (*matcher)(const struct setting *o, const char *name);

static bool has_key(const struct setting *o, const char *key) { return strcmp(o->key, key) == 0; }

static void look(struct found *f, const struct setting *table, const void *owner, const char *name,
                 const char *addressed, matcher matches) {
    for (const struct setting *o = table; o && o->key; o++)
        if (matches(o, name)) {
            f->at[f->count].setting = o;
            f->at[f->count].owner = owner;
            f->at[f->count++].addressed = addressed;
            return;
        }
}

/* What an option of that name is on a model: one of its encodings, else of its mixer, else of any run. */
static struct found find(const struct settings *s, const char *name, matcher matches) {
    struct found f = {0};
    char plain[SETTING_TEXT_MAX];
    const struct encoding *part;
    for (int i = 0; (part = encoding_part(s->encoding, i)); i++) {
        size_t length = strlen(part->name);
        bool addressed = strncmp(name, part->name, length) == 0 && name[length] == '.';
        snprintf(plain, sizeof plain, "encoding%s", addressed ? name + length : "");
        look(&f, part->options, encoding_part_options(s->encoding_options, i), addressed ? plain : name,
             addressed ? part->name : NULL, matches);
    }
    if (!f.count)
        look(&f, s->mixer->options, s->mixer_options, name, NULL, matches);
    if (!f.count)
        look(&f, settings_table, s, name, NULL, matches);
    if (!f.count)
        look(&f, s->task->options, s->task_options, name, NULL, matches);
    return f;
}

const char *sweep_value(const struct sweep *w, const struct settings *s, char text[SETTING_TEXT_MAX]) {
    struct found f = find(s, w->key, has_key);
    char other[SETTING_TEXT_MAX] = "";
    text[0] = 0;
    for (int i = 0; i < f.count; i++) {
        setting_write(f.at[i].setting, f.at[i].owner, i ? other : text, SETTING_TEXT_MAX);
        if (i && strcmp(text, other) != 0)
            return NULL;
    }
    return f.count ? text : NULL;
}

/* ---- Those of all models */

bool setting_is_seed(const char *key) { return strcmp(key, "train.seed") == 0 || strcmp(key, "eval.seed") == 0; }

static const struct sweep *listed(const struct sweeps *all, const char *key) {
    for (int i = 0; i < all->count; i++)
        if (strcmp(all->of[i].key, key) == 0)
            return &all->of[i];
    return NULL;
}

/* The setting that an option "KEY=VALUE" of a member is, and its whole key; NULL: none. */
static const struct setting *read_option(const struct member *m, const char *option, char key[SETTING_TEXT_MAX],
                                         bool *addressed) {
    char name[SETTING_TEXT_MAX];
    snprintf(name, sizeof name, "%.*s", (int)strcspn(option, "="), option);
    const struct found f = find(m->settings, name, settings_is_named);
    const char *to = f.count ? f.at[0].addressed : NULL;
    const struct setting *o = f.count ? f.at[0].setting : NULL;
    if (o)
        snprintf(key, SETTING_TEXT_MAX, "%s%s", to ? to : "", to ? strchr(o->key, '.') : o->key);
    *addressed = to != NULL;
    return o;
}

static void add_key(struct sweeps *all, const struct setting *o, const char *key, bool addressed, struct arena *arena) {
    if (listed(all, key))
        return;
    if ((all->count & (all->count - 1)) == 0) { /* full: twice the room */
        struct sweep *of = arena_alloc(arena, 2 * (size_t)all->count + 1, sizeof *of);
        if (all->count)
            memcpy(of, all->of, (size_t)all->count * sizeof *of);
        all->of = of;
    }
    all->of[all->count++] = (struct sweep){
        .key = arena_text(arena, key),
        .numbers = o->kind == SETTING_INT || o->kind == SETTING_REAL,
        .addressed = addressed,
    };
}

static void add(struct sweeps *all, const struct member *m, const char *option, struct arena *arena) {
    char key[SETTING_TEXT_MAX];
    bool addressed;
    const struct setting *o = read_option(m, option, key, &addressed);
    if (o)
        add_key(all, o, key, addressed, arena);
}

/* Settings that differ between folders, except seeds; if there are many, a folder is identified by its name alone. */
static void add_folders(struct sweeps *all, const struct comparison_result *c) {
    enum { FEW = 4 };
    char plain[SETTING_TEXT_MAX];
    for (int i = 0; i < c->differings && c->differings <= FEW; i++) {
        const char *key = c->differing[i].key;
        for (const struct series *s = c->series; s < c->series + c->labels; s++) {
            const struct found f = find(s->first->settings, key, has_key);
            if (f.count && !setting_is_seed(key))
                add_key(all, f.at[0].setting, key, settings_addressed(key, plain) != NULL, c->arena);
        }
    }
    all->folders = c->folders_by_settings && c->differings <= FEW;
}

static bool differs(const struct sweep *w, const struct comparison_result *c) {
    char first[SETTING_TEXT_MAX] = "", text[SETTING_TEXT_MAX];
    for (const struct series *s = c->series; s < c->series + c->labels; s++) {
        const char *value = sweep_value(w, s->first->settings, text);
        if (value && *first && strcmp(value, first) != 0)
            return true;
        if (value)
            memcpy(first, text, sizeof first);
    }
    return false;
}

static void name_all(const struct sweeps *all) {
    for (int i = 0; i < all->count; i++) {
        struct sweep *w = &all->of[i];
        w->name = w->addressed ? w->key : setting_last_word(w->key);
        for (int k = 0; k < all->count; k++)
            if (k != i && strcmp(setting_last_word(all->of[k].key), setting_last_word(w->key)) == 0)
                w->name = w->key;
    }
}

struct sweeps sweeps_find(const struct comparison_result *c) {
    struct sweeps all = {0};
    char option[SETTING_TEXT_MAX];
    int count = 0;
    for (const struct series *s = c->series; s < c->series + c->labels; s++)
        for (const char *text = s->first->options; text_item(&text, option, sizeof option);)
            add(&all, s->first, option, c->arena);
    add_folders(&all, c);
    for (int i = 0; i < all.count; i++)
        if (differs(&all.of[i], c))
            all.of[count++] = all.of[i];
    all.count = count;
    name_all(&all);
    return all;
}

bool sweep_is_option(const struct sweeps *all, const struct member *m, const char *option) {
    char key[SETTING_TEXT_MAX];
    bool addressed;
    return read_option(m, option, key, &addressed) && listed(all, key);
}

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

/* Whether a value of a member is what a user wrote. */
static bool is_value(const struct sweep *w, const char *value, const char *written) {
    double x, y;
    return strcmp(value, written) == 0 || (w->numbers && text_number(value, &x) && text_number(written, &y) && x == y);
}

bool sweep_read(const struct sweep *w, const struct comparison_result *c, const char *written,
                char text[SETTING_TEXT_MAX], struct error *e) {
    char shown[TEXT_PRINTABLE], first[SETTING_TEXT_MAX] = "";
    for (const struct series *s = c->series; s < c->series + c->labels; s++) {
        if (!sweep_value(w, s->first->settings, text))
            continue;
        if (is_value(w, text, written))
            return true;
        if (!*first)
            memcpy(first, text, sizeof first);
    }
    return error_set(e, EXIT_USAGE, "%s=%s: no model has this value; the first has %s", w->name,
                     text_printable(shown, written), first);
}
