/* folder.c -- the config.ini of a comparison, and whether a folder is its own; see compare.h. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/file_lock.h"
#include "base/text.h"
#include "format/ini.h"
#include "study/compare.h"
#include "study/folder_kind.h"
#include "study/member.h"

enum { NAMED = 3 };

/* What is no setting of every run: options of encodings and mixers, as they were given. */
static void write_given(const struct settings *s, const struct assignments *a, char text[COMPARISON_TEXT]) {
    const char *section = "";
    for (int i = 0; i < a->count; i++) {
        struct assignment item = assignments_item(a, i);
        int length = (int)strcspn(item.key, ".");
        bool written = settings_shared(s, item.key) && strncmp(item.key, "encoding.", 9) != 0;
        if (written || strcmp(item.key, "encoding.name") == 0 || comparison_find(item.key))
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

static void write_config(const struct comparison_result *c, const struct comparison *compare,
                         const struct assignments *a, char text[COMPARISON_TEXT]) {
    struct settings shared = c->settings;
    leave_open(&shared, c, a);
    settings_write(&shared, text, SHARED_SECTIONS);
    comparison_write(compare, text, COMPARISON_TEXT);
    write_given(&shared, a, text);
}

void compare_config(const struct comparison_result *c, const struct assignments *a, char text[COMPARISON_TEXT]) {
    write_config(c, &c->compare, a, text);
}

/* ---- The folder */

bool compare_lock(struct file_lock *lock, const char *folder, struct error *e) {
    enum { SECONDS = 60 };
    return file_make_folder(folder, e) && file_lock(lock, folder, member_files, SECONDS, e);
}

/* A comparison as its config.ini lists it, and as it is called now. */
struct both {
    struct comparison_result there, here;
    struct assignments written;
    const struct assignments *called;
};

/* What all members of each have; there may be fewer lengths and policies there. */
static bool same_shared(struct folder_fit *f, const struct both *b, const char *folder, struct error *e) {
    char there[SETTINGS_TEXT], here[SETTINGS_TEXT];
    struct settings before = b->there.settings;
    f->more |= evaluation_grow(&before.eval, &b->here.settings.eval);
    settings_write(&before, there, SHARED_SECTIONS);
    settings_write(&b->here.settings, here, SHARED_SECTIONS);
    return member_same_settings(there, here, folder, "holds a comparison with", e);
}

/* Whether members of one label are the same runs but for lengths and policies. */
static bool same_runs(struct folder_fit *f, const struct settings *there, const struct settings *here,
                      const char *folder, struct error *e) {
    char a[SETTINGS_TEXT], b[SETTINGS_TEXT];
    struct settings before = *there;
    before.train.seed = here->train.seed;
    f->more |= evaluation_grow(&before.eval, &here->eval);
    settings_write(&before, a, RUN_SECTIONS);
    settings_write(here, b, RUN_SECTIONS);
    return strcmp(a, b) == 0 || member_same_settings(a, b, folder, "holds a comparison with", e);
}

/* An option that was given for all members is called by the name that it was given by. */
static void name_options(const struct both *b, const char *folder, struct error *e) {
    struct arena arena = {0};
    char *there = arena_alloc(&arena, COMPARISON_TEXT, 1), *here = arena_alloc(&arena, COMPARISON_TEXT, 1);
    struct error named;
    write_given(&b->there.settings, &b->written, there);
    write_given(&b->here.settings, b->called, here);
    if (!member_same_settings(there, here, folder, "holds a comparison with", &named))
        *e = named;
    arena_free(&arena);
}

/* What members that are alike have in common. */
struct label {
    const char *text;
    const struct settings *settings; /* of the first of them */
};

static int by_text(const void *a, const void *b) {
    return strcmp(((const struct label *)a)->text, ((const struct label *)b)->text);
}

/* All labels, sorted. */
static const struct label *labels_of(const struct comparison_result *c, size_t *count, struct arena *arena) {
    struct label *label = arena_alloc(arena, (size_t)c->members, sizeof *label);
    *count = 0;
    for (const struct member *m = c->member; m < c->member + c->members; m++)
        if (m == c->member || !member_alike(m, m - 1))
            label[(*count)++] = (struct label){m->label, m->settings};
    qsort(label, *count, sizeof *label, by_text);
    return label;
}

static void add_fewer(struct folder_fit *f, const struct member *m) {
    if (f->fewer++ < NAMED)
        text_append(f->names, sizeof f->names, "%s%s", f->fewer > 1 ? ", " : "", m->name);
    else if (f->fewer == NAMED + 1)
        text_append(f->names, sizeof f->names, ", ...");
}

static bool has_seed(struct range seeds, int seed) { return seeds.low <= seed && seed <= seeds.high; }

/* Every member there is here as well, and the same, or is counted; whether there are others here. */
static bool match_members(struct folder_fit *f, const struct both *b, const char *folder, struct arena *arena,
                          struct error *e) {
    size_t labels;
    int common = 0;
    const struct label *label = labels_of(&b->here, &labels, arena), *found = NULL;
    for (const struct member *m = b->there.member; m < b->there.member + b->there.members; m++) {
        if (m == b->there.member || !member_alike(m, m - 1)) {
            found = bsearch(&(struct label){.text = m->label}, label, labels, sizeof *label, by_text);
            if (found && !same_runs(f, m->settings, found->settings, folder, e)) {
                name_options(b, folder, e);
                return false;
            }
        }
        if (!found || !has_seed(f->seeds, m->seed))
            add_fewer(f, m);
        common += found && has_seed(b->here.compare.seeds, m->seed);
    }
    f->more |= b->here.members > common;
    return true;
}

static bool holds(struct range all, struct range some) { return all.low <= some.low && all.high >= some.high; }

/* Both are listed anew: of the comparison perhaps only a part is there. */
static bool compare_lists(struct folder_fit *f, const struct comparison_result *c, const struct assignments *a,
                          const char *path, const char *folder, struct error *e) {
    struct arena arena = {0};
    struct both *b = arena_alloc(&arena, 1, sizeof *b);
    b->called = a;
    bool ok = assignments_read_file(&b->written, path, e);
    ok = ok && compare_list(&b->there, &b->written, &arena, e) && compare_list(&b->here, a, &arena, e);
    if (ok && c->subset && holds(b->there.compare.seeds, f->seeds))
        f->seeds = b->there.compare.seeds;
    ok = ok && same_shared(f, b, folder, e) && match_members(f, b, folder, &arena, e);
    arena_free(&arena);
    return ok;
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

/* Also the text that its config.ini is to have. */
static bool fit(struct folder_fit *f, const struct comparison_result *c, const struct assignments *a,
                const char *folder, char config[COMPARISON_TEXT], struct error *e) {
    char path[PATH_MAX_LENGTH];
    struct comparison written = c->compare;
    struct arena arena = {0};
    size_t size;
    *f = (struct folder_fit){.seeds = written.seeds};
    compare_config(c, a, config);
    if (!file_path(path, folder, "config.ini", e) || !check_kind(folder, e))
        return false;
    if (file_missing(path))
        return f->more = true;
    const char *there = (const char *)file_read(path, COMPARISON_TEXT, &arena, &size, e);
    bool ok = there && (strcmp(there, config) == 0 || compare_lists(f, c, a, path, folder, e));
    written.seeds = f->seeds;
    write_config(c, &written, a, config);
    f->same = ok && strcmp(there, config) == 0;
    arena_free(&arena);
    if (ok && f->fewer && c->parts)
        return error_set(e, EXIT_USAGE,
                         "%s has %d more model%s (%s), and --part removes none; name another folder with --run", folder,
                         f->fewer, f->fewer == 1 ? "" : "s", f->names);
    return ok;
}

bool compare_fits(struct folder_fit *f, const struct comparison_result *c, const struct assignments *a,
                  const char *folder, struct error *e) {
    char config[COMPARISON_TEXT];
    return fit(f, c, a, folder, config, e);
}

/* A part makes the folder and lets it grow; which differences are shown is for the call that shows them. */
static bool changes(const struct folder_fit *f, const struct comparison_result *c) {
    return c->parts ? f->more : !f->same;
}

bool compare_open(const struct comparison_result *c, const struct assignments *a, struct error *e) {
    char path[PATH_MAX_LENGTH], config[COMPARISON_TEXT];
    struct folder_fit f;
    struct file_lock lock;
    if (!file_path(path, c->folder, "config.ini", e) || !fit(&f, c, a, c->folder, config, e))
        return false;
    if (!changes(&f, c))
        return true;
    if (!compare_lock(&lock, c->folder, e))
        return false;
    bool ok = fit(&f, c, a, c->folder, config, e) && (!changes(&f, c) || file_write(path, config, strlen(config), e));
    file_unlock(&lock);
    return ok;
}
