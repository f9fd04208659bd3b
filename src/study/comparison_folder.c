/* comparison_folder.c -- the config.ini of a comparison, and whether a folder belongs to it; see comparison_folder.h.
 */
#include "study/comparison_folder.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/file_lock.h"
#include "base/text.h"
#include "folder/folder_kind.h"
#include "format/ini.h"
#include "study/folder_join.h"
#include "study/plan.h"

/* The options of encodings and mixers, as opposed to settings of every run, as they were given. */
static void write_given(const struct settings *s, const struct assignments *a, char text[COMPARISON_TEXT]) {
    const char *section = "";
    for (int i = 0; i < a->count; i++) {
        struct assignment item = assignments_item(a, i);
        int length = (int)strcspn(item.key, ".");
        if (!comparison_is_option(s, item.key))
            continue;
        if (strncmp(item.key, section, (size_t)length + 1) != 0)
            text_append(text, COMPARISON_TEXT, "\n[%.*s]\n", length, item.key);
        ini_write(text, COMPARISON_TEXT, item.key + length + 1, item.value);
        section = item.key;
    }
}

#define SHARED_SECTIONS "task model train eval"

/* A default that is not the same for all members is left to each. */
static void leave_open(struct settings *shared, const struct comparison_result *c, const struct assignments *a) {
    bool warmups = false, heads = false;
    for (const struct member *m = c->member; m < c->member + c->members; m++) {
        warmups |= m->settings->train.warmup != c->settings.train.warmup;
        heads |= m->settings->model.heads != c->settings.model.heads;
    }
    if (warmups && !assignments_value(a, "train.warmup"))
        shared->train.warmup = SETTING_NOT_SET;
    if (heads && !assignments_value(a, "model.heads"))
        shared->model.heads = SETTING_NOT_SET;
}

void compare_config(const struct comparison_result *c, const struct assignments *a, char text[COMPARISON_TEXT]) {
    struct settings shared = c->settings;
    leave_open(&shared, c, a);
    settings_write(&shared, text, SHARED_SECTIONS);
    comparison_write(&c->compare, text, COMPARISON_TEXT);
    write_given(&shared, a, text);
}

/* ---- The folder */

bool compare_lock(struct file_lock *lock, const char *folder, struct error *e) {
    enum { SECONDS = 60 };
    return file_make_folder(folder, e) && file_lock(lock, folder, folder_files, SECONDS, e);
}

/* The folder's comparison as its config.ini lists it, this one, and both together. */
struct joined {
    struct comparison_result there, here, all;
    struct assignments written, settings;
};

static bool same_settings(const struct settings *there, const struct settings *here, const char *sections,
                          const char *folder, struct error *e) {
    char a[SETTINGS_TEXT], b[SETTINGS_TEXT];
    struct settings before = *there;
    evaluation_take_lists(&before.eval, &here->eval);
    before.train.seed = here->train.seed;
    settings_write(&before, a, sections);
    settings_write(here, b, sections);
    return strcmp(a, b) == 0 || run_folder_same_settings(a, b, folder, "holds a comparison with", e);
}

static int by_label(const void *a, const void *b) {
    return strcmp((*(const struct member *const *)a)->label, (*(const struct member *const *)b)->label);
}

/* One member of each label, sorted. */
static const struct member **labels_of(const struct comparison_result *c, struct arena *arena) {
    const struct member **label = arena_alloc(arena, (size_t)c->labels, sizeof *label);
    for (int k = 0; k < c->labels; k++)
        label[k] = c->series[k].first;
    qsort(label, (size_t)c->labels, sizeof *label, by_label);
    return label;
}

/* Whether the members of one comparison are the same runs among all. */
static bool same_runs(const struct comparison_result *all, const struct comparison_result *c, bool before,
                      const char *folder, struct arena *arena, struct error *e) {
    const struct member *const *label = labels_of(all, arena);
    for (int k = 0; k < c->labels; k++) {
        const struct member *m = c->series[k].first;
        const struct member *const *found = bsearch(&m, label, (size_t)all->labels, sizeof *label, by_label);
        const struct settings *of_all = found ? (*found)->settings : m->settings;
        if (!same_settings(before ? m->settings : of_all, before ? of_all : m->settings, RUN_SECTIONS, folder, e))
            return false;
    }
    return true;
}

/* An option that was given for all members is called by the name that it was given by. */
static bool name_option(const struct joined *j, const struct assignments *a, const char *folder, struct arena *arena,
                        struct error *e) {
    char *there = arena_alloc(arena, COMPARISON_TEXT, 1), *here = arena_alloc(arena, COMPARISON_TEXT, 1);
    struct error named;
    write_given(&j->there.settings, &j->written, there);
    write_given(&j->here.settings, a, here);
    if (!run_folder_same_settings(there, here, folder, "holds a comparison with", &named))
        *e = named;
    return false;
}

/* The union of the folder's comparison and this one. */
static bool join(struct joined *j, const struct assignments *a, const char *folder, struct arena *arena,
                 struct error *e) {
    return folder_config(&j->written, folder, e) && compare_list(&j->there, &j->written, arena, e) &&
           same_settings(&j->there.settings, &j->here.settings, SHARED_SECTIONS, folder, e) &&
           (compare_join(&j->settings, &j->written, &j->here, a, e) || error_prefix(e, "%s", folder)) &&
           compare_list(&j->all, &j->settings, arena, e) &&
           ((same_runs(&j->all, &j->here, false, folder, arena, e) &&
             same_runs(&j->all, &j->there, true, folder, arena, e)) ||
            name_option(j, a, folder, arena, e));
}

/* Whether it holds a comparison, or one may be begun in it. */
static bool check_kind(const char *folder, struct error *e) {
    char whole[PATH_MAX_LENGTH];
    struct error why = {0};
    enum folder_kind kind = folder_look(folder).kind;
    if (kind == FOLDER_COMPARISON)
        return true;
    if (kind != FOLDER_RUN) /* a part that begins at the same time may have made the comparison by now */
        return folder_check_free(folder, &why) || folder_look(folder).kind == FOLDER_COMPARISON ||
               error_set(e, why.code, "%s", why.text);
    bool part = folder_is_part(whole, folder);
    return error_set(e, EXIT_USAGE, "%s holds a run, not a comparison; name another folder with --run%s%s", folder,
                     part ? ", or the comparison that it is part of: " : "", part ? whole : "");
}

/* The text for its config.ini; *same: unchanged. Everything is listed again, since this process may have only a part of
 * the comparison, and what it trains may depend on its files. */
static bool fit(const struct assignments *a, const char *folder, char config[COMPARISON_TEXT], bool *same,
                struct error *e) {
    char path[PATH_MAX_LENGTH];
    struct arena arena = {0};
    struct joined *j = arena_alloc(&arena, 1, sizeof *j);
    size_t size;
    *same = false;
    bool ok = file_path(path, folder, "config.ini", e) && check_kind(folder, e) && compare_list(&j->here, a, &arena, e);
    if (ok)
        compare_config(&j->here, a, config);
    if (ok && !file_missing(path)) {
        const char *there = (const char *)file_read(path, COMPARISON_TEXT, &arena, &size, e);
        *same = there && strcmp(there, config) == 0;
        ok = there && (*same || join(j, a, folder, &arena, e));
        if (ok && !*same) {
            compare_config(&j->all, &j->settings, config);
            *same = strcmp(there, config) == 0;
        }
    }
    arena_free(&arena);
    return ok;
}

bool compare_fits(const struct assignments *a, const char *folder, struct error *e) {
    char config[COMPARISON_TEXT];
    bool same;
    return fit(a, folder, config, &same, e);
}

bool compare_open(const struct comparison_result *c, const struct assignments *a, struct error *e) {
    char path[PATH_MAX_LENGTH], config[COMPARISON_TEXT];
    struct file_lock lock;
    bool same;
    if (!file_path(path, c->folder, "config.ini", e) || !fit(a, c->folder, config, &same, e))
        return false;
    if (same)
        return true;
    if (!compare_lock(&lock, c->folder, e))
        return false;
    bool ok = fit(a, c->folder, config, &same, e) && (same || file_write(path, config, strlen(config), e));
    file_unlock(&lock);
    return ok;
}
