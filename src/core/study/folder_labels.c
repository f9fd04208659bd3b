/* folder_labels.c -- in which settings folders differ, and names for their rows; see merge_folders.h. */
#include <stdio.h>
#include <string.h>

#include "base/path.h"
#include "base/text.h"
#include "study/merge_folders.h"
#include "study/result.h"
#include "study/series.h"
#include "study/sweep.h"

enum { SETTINGS_NAMED = 2, NAME_LONGEST = 24 };

/* ---- The settings of one folder */

/* Settings of all folders. */
struct listing {
    struct folder_setting *setting;
    int count, folders;
    int next; /* where the setting after the last one found stands: every model has them in one order */
    struct arena *arena;
};

static const char varies[] = ""; /* the value of a setting that the members of a folder differ in */

static void count_settings(void *settings, const struct setting *table, const char *owner) {
    (void)owner;
    for (; table && table->key; table++)
        ++*(size_t *)settings;
}

static void add(struct listing *l, int folder, const char *key, const struct setting *o, const char *value) {
    int k = 0, count = l->count;
    while (k < count && strcmp(l->setting[(l->next + k) % count].key, key) != 0)
        k++;
    int i = k < count ? (l->next + k) % count : l->count++;
    if (k == count)
        l->setting[i] = (struct folder_setting){arena_text(l->arena, key), o,
                                                arena_alloc(l->arena, (size_t)l->folders, sizeof(const char *))};
    const char **own = &l->setting[i].value[folder], *shown = *value ? value : "none";
    l->next = i + 1;
    if (!*own)
        *own = arena_text(l->arena, shown);
    else if (strcmp(*own, shown) != 0)
        *own = varies;
}

/* What identifies a member, its files or its evaluation is not a setting of a folder. */
static const char left_out[] =
    "encoding.name model.mixer model.baseline train.keep train.sparse train.checkpoint_every train.log_every "
    "train.validate_every eval.lengths eval.policies";

/* A baseline has neither mixer nor encoding. What the run computes from other settings is as good as not set. */
static void add_member(struct listing *l, int folder, const struct settings *s) {
    struct settings_part own[SETTINGS_PARTS];
    char value[SETTING_LIST_MAX], key[2 * SETTING_TEXT_MAX];
    settings_parts(s, own);
    for (const struct settings_part *p = own; p < own + (s->baseline ? 2 : SETTINGS_PARTS); p++)
        for (const struct setting *o = p->table; o && o->key; o++) {
            if (text_lists(left_out, o->key))
                continue;
            bool computed = (strcmp(o->key, "train.warmup") == 0 && training_warmup_is_usual(&s->train)) ||
                            (strcmp(o->key, "train.steps") == 0 && s->train.epochs > 0);
            snprintf(key, sizeof key, "%s%s", p->encoding ? p->encoding->name : "",
                     p->encoding ? strchr(o->key, '.') : o->key);
            add(l, folder, key, o, computed ? "default" : setting_write(o, p->owner, value, sizeof value));
        }
}

static bool differs(const struct folder_setting *s, int folders) {
    const char *first = NULL;
    for (int k = 0; k < folders; k++) {
        if (s->value[k] && first && strcmp(s->value[k], first) != 0)
            return true;
        first = s->value[k] ? s->value[k] : first;
    }
    return false;
}

struct folder_setting *folder_settings(int *count, const struct result *part, int parts, struct arena *arena) {
    struct listing l = {.folders = parts, .arena = arena};
    size_t settings = 0;
    bool single = true;
    settings_each_table(count_settings, &settings);
    l.setting = arena_alloc(arena, settings, sizeof *l.setting);
    for (int k = 0; k < parts; k++)
        single = single && part[k].single;
    for (int k = 0; k < parts; k++)
        for (const struct series *s = part[k].result.series; s < part[k].result.series + part[k].result.labels; s++) {
            struct settings own = member_settings(s->first);
            own.train.seed = single ? own.train.seed : 0; /* it is not a setting of a comparison */
            add_member(&l, k, &own);
        }
    *count = 0;
    for (int i = 0; i < l.count; i++) {
        for (int k = 0; k < parts; k++)
            if (l.setting[i].value[k] == varies)
                l.setting[i].value[k] = NULL;
        if (differs(&l.setting[i], parts))
            l.setting[(*count)++] = l.setting[i];
    }
    return l.setting;
}

/* ---- Names */

/* Whether no two folders have the same values of all settings, seeds aside where `seeds` is false. */
static bool tells_apart(const struct folder_setting *setting, int settings, int folders, bool seeds) {
    for (int a = 0; a < folders; a++)
        for (int b = 0; b < a; b++) {
            bool same = true;
            for (int i = 0; i < settings && same; i++) {
                const char *x = setting[i].value[a], *y = setting[i].value[b];
                bool counts = seeds || !setting_is_seed(setting[i].key);
                same = !counts || !x || !y || strcmp(x, y) == 0;
            }
            if (same)
                return false;
        }
    return true;
}

/* "steps=1600 batch=32"; an option of one encoding keeps its whole key, and so does one whose last word two settings of
 * every run have: eval.seed, train.seed. */
static bool name_by_settings(struct compare_folder *folder, int folders, const struct folder_setting *setting,
                             int settings, struct arena *arena) {
    char plain[SETTING_TEXT_MAX];
    if (settings < 1 || settings > SETTINGS_NAMED || !tells_apart(setting, settings, folders, true))
        return false;
    for (int k = 0; k < folders; k++) {
        folder[k].name = "";
        for (int i = 0; i < settings; i++) {
            const char *key = setting[i].key, *value = setting[i].value[k];
            if (!value || strpbrk(value, " ,[]"))
                return false;
            int count = 0;
            for (const struct setting *o = settings_table; o->key; o++)
                count += strcmp(setting_last_word(o->key), setting_last_word(key)) == 0;
            bool whole = count > 1 || settings_addressed(key, plain);
            folder[k].name = arena_format(arena, "%s%s%s=%s", folder[k].name, i ? " " : "",
                                          whole ? key : setting_last_word(key), value);
        }
        if (strlen(folder[k].name) > NAME_LONGEST)
            return false;
    }
    return true;
}

void folders_label(struct comparison_result *c, struct compare_folder *folder) {
    bool twice = false;
    c->folders_by_settings = tells_apart(c->differing, c->differings, c->folders, false);
    if (name_by_settings(folder, c->folders, c->differing, c->differings, c->arena))
        return;
    for (int k = 0; k < c->folders; k++) { /* the last part of its path */
        char whole[PATH_MAX_LENGTH];
        struct error e;
        bool known = path_absolute(whole, folder[k].path, &e);
        folder[k].name =
            text_shown(known && strcmp(path_trim(whole), "/") != 0 ? path_last(whole) : folder[k].path, c->arena);
        for (int i = 0; i < k; i++)
            twice = twice || strcmp(folder[k].name, folder[i].name) == 0;
    }
    for (int k = 0; twice && k < c->folders; k++)
        folder[k].name = text_shown(folder[k].path, c->arena);
}
