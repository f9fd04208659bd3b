/* settings_changed.c -- which settings of a run differ from the defaults for its task, mixer and encoding. */
#include <assert.h>
#include <string.h>

#include "settings/settings.h"

static const char *const kinds[] = {"task.name", "model.mixer", "encoding.name", NULL};

static bool is_kind(const char *key) {
    for (const char *const *k = kinds; *k; k++)
        if (strcmp(key, *k) == 0)
            return true;
    return false;
}

static void read_written(struct assignments *to, const struct settings *s) {
    char text[SETTINGS_TEXT];
    struct error e;
    settings_write(s, text, RUN_SECTIONS);
    bool ok = assignments_read_text(to, text, strlen(text), "", &e);
    assert(ok && "what settings_write writes can be read");
}

/* The defaults that depend on other settings, for those of `s`. */
static void give_way(struct settings *plain, const struct settings *s, const struct assignments *a) {
    struct settings dependent = *plain;
    dependent.train.steps = s->train.steps;
    dependent.model.d_model = s->model.d_model;
    dependent.model.causal = s->model.causal;
    settings_fill_defaults(&dependent, a);
    plain->train.warmup = dependent.train.warmup;
    plain->model.heads = dependent.model.heads;
    memcpy(plain->mixer_options, dependent.mixer_options, sizeof plain->mixer_options);
}

static void read_standard(struct assignments *to, const struct settings *s) {
    const char *const kind[] = {s->task->name, s->mixer->name, s->encoding->name};
    struct assignments a = {0};
    struct settings plain;
    struct error e;
    for (int i = 0; kinds[i]; i++)
        assignments_set(&a, kinds[i], kind[i], "", &e);
    if (!settings_resolve(&plain, &a, NULL, &e))
        return;
    give_way(&plain, s, &a);
    read_written(to, &plain);
}

/* The value of a kind that every run has, if it is the default. */
static bool is_usual(const char *key, const char *value) {
    const struct setting *o = setting_find(settings_table, key);
    return o && strcmp(o->standard, value) == 0;
}

void settings_changed(const struct settings *s, struct assignments *given) {
    struct assignments own = {0}, standard = {0};
    struct error e;
    *given = (struct assignments){0};
    read_written(&own, s);
    read_standard(&standard, s);
    for (int i = 0; i < own.count; i++) {
        struct assignment item = assignments_item(&own, i);
        const char *usual = assignments_value(&standard, item.key);
        if (usual && strcmp(usual, "auto") == 0) /* a run records the choice of auto, which the user did not make */
            continue;
        if (strcmp(item.key, "train.steps") == 0 && s->train.epochs > 0) /* follows from those */
            continue;
        if (is_kind(item.key) ? !is_usual(item.key, item.value) : !usual || strcmp(usual, item.value) != 0)
            assignments_set(given, item.key, item.value, "", &e);
    }
}
