/* comparison_folder.c -- the config.ini of a comparison, whether a folder belongs to it, and how it grows: what it has
 * and what a command asks for are joined; see comparison_folder.h. */
#include "study/comparison_folder.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/file_lock.h"
#include "base/memory.h"
#include "base/registry.h"
#include "base/text.h"
#include "baseline/baseline.h"
#include "encoding/encoding.h"
#include "folder/folder_kind.h"
#include "format/ini.h"
#include "model/mixer.h"
#include "settings/settings_difference.h"
#include "study/plan.h"
#include "study/series.h"

static int by_key(const void *a, const void *b) {
    return strcmp(((const struct assignment *)a)->key, ((const struct assignment *)b)->key);
}

/* The options of encodings and mixers, as opposed to settings of every run. */
static void write_given(const struct settings *s, const struct assignments *a, char text[COMPARISON_TEXT]) {
    struct assignment item[SETTINGS_ASSIGNMENTS] = {{0}};
    const char *section = "";
    for (int i = 0; i < a->count; i++)
        item[i] = assignments_item(a, i);
    qsort(item, (size_t)a->count, sizeof *item, by_key);
    for (int i = 0; i < a->count; i++) {
        int length = (int)strcspn(item[i].key, ".");
        if (!comparison_is_option(s, item[i].key))
            continue;
        if (strncmp(item[i].key, section, (size_t)length + 1) != 0)
            text_append(text, COMPARISON_TEXT, "\n[%.*s]\n", length, item[i].key);
        ini_write(text, COMPARISON_TEXT, item[i].key + length + 1, item[i].value);
        section = item[i].key;
    }
}

/* A default that is not the same for all members is left to each. */
void compare_write_config(struct comparison_result *c, const struct assignments *a) {
    char *text = memory_alloc(COMPARISON_TEXT);
    struct settings shared = c->settings;
    for (const struct series *s = c->series; s < c->series + c->labels; s++) {
        const struct settings own = member_settings(s->first);
        if (own.train.warmup != c->settings.train.warmup && !assignments_value(a, "train.warmup"))
            shared.train.warmup = SETTING_NOT_SET;
        if (own.model.heads != c->settings.model.heads && !assignments_value(a, "model.heads"))
            shared.model.heads = SETTING_NOT_SET;
    }
    settings_write(&shared, text, SHARED_SECTIONS);
    comparison_write(&c->compare, text, COMPARISON_TEXT);
    write_given(&shared, a, text);
    c->config = arena_text(c->arena, text);
    free(text);
}

/* ---- Joining the lists of the folder with those of a command: members, seeds, lengths and policies */

/* What one side has: its entries, a grid spelled out where `spelled` is set. */
struct side {
    struct comparison_result c;
    struct wanted w;
    struct member_entry *entry;
    int entries;
    struct evaluation eval; /* its lists alone */
};

/* Each entry with its seeds; `spelled`: once for every combination of the grid. */
static void list_entries(struct side *s, bool spelled, int more) {
    const struct grid *g = &s->c.grid;
    size_t count = (size_t)more;
    for (int i = 0; i < s->w.list.entries; i++)
        count += spelled ? (size_t)grid_combinations(g, &s->w.list.entry[i]) : 1;
    s->entry = arena_alloc(s->c.arena, count, sizeof *s->entry);
    for (int i = 0; i < s->w.list.entries; i++) {
        const struct member_entry *entry = &s->w.list.entry[i];
        int *value = arena_alloc(s->c.arena, (size_t)g->keys, sizeof *value);
        for (int k = 0; k < (spelled ? grid_combinations(g, entry) : 1); k++) {
            struct member_entry *to = &s->entry[s->entries++];
            *to = spelled ? grid_entry(g, entry, k, value, s->c.arena) : *entry;
            to->seeds = entry->own_seeds ? entry->seeds : (struct seed_list){.of = s->c.compare.seeds};
            to->own_seeds = true;
        }
    }
}

/* Whether an entry is evaluated under each policy of another one. */
static bool has_policies(const struct side *s, const struct member_entry *entry, const struct side *other,
                         const struct member_entry *of) {
    struct evaluation own = {0}, its = {0};
    snprintf(own.policies, sizeof own.policies, "%s", *entry->policies ? entry->policies : s->eval.policies);
    snprintf(its.policies, sizeof its.policies, "%s", *of->policies ? of->policies : other->eval.policies);
    return !evaluation_lacks(&own, &its);
}

/* Whether all of another's entries are there with all of their seeds and policies. */
static bool has_all(const struct side *s, const struct side *other) {
    for (const struct member_entry *of = other->entry; of < other->entry + other->entries; of++) {
        const struct member_entry *entry = member_entry_like(s->entry, s->entries, of);
        if (!entry || !seed_list_have(&entry->seeds, &of->seeds) || !has_policies(s, entry, other, of))
            return false;
    }
    return true;
}

/* Policies of an entry are joined; if only one side has them, they go to the policies for all. */
static bool join_policies(struct member_entry *to, const struct member_entry *from, struct evaluation *all,
                          struct arena *arena, struct error *e) {
    bool both = *to->policies && *from->policies;
    struct evaluation own = *all, there = *all;
    if (strcmp(to->policies, from->policies) == 0)
        return true;
    snprintf(own.policies, sizeof own.policies, "%s", *from->policies ? from->policies : to->policies);
    if (both)
        snprintf(there.policies, sizeof there.policies, "%s", to->policies);
    if (!evaluation_join(&own, &there, e))
        return false;
    if (!both)
        evaluation_take_lists(all, &own);
    to->policies = both ? arena_text(arena, own.policies) : "";
    return true;
}

/* As registries have them, baselines last: the same list, whichever part of it came first. */
static int by_registry(const void *a, const void *b) {
    const struct member_entry *x = a, *y = b;
    const size_t place[][2] = {
        {x->baseline ? 1 + registry_place(baseline_kinds, x->baseline->name) : 0,
         y->baseline ? 1 + registry_place(baseline_kinds, y->baseline->name) : 0},
        {registry_place(mixers, x->mixer->name), registry_place(mixers, y->mixer->name)},
        {registry_place(encodings, x->encoding->name), registry_place(encodings, y->encoding->name)},
    };
    for (size_t i = 0; i < sizeof place / sizeof *place; i++)
        if (place[i][0] != place[i][1])
            return place[i][0] > place[i][1] ? 1 : -1;
    int names = strcmp(x->encoding->name, y->encoding->name);
    return names ? names : strcmp(x->options, y->options);
}

static bool join_entries(struct side *there, const struct side *here, struct evaluation *all, struct error *e) {
    for (int i = 0; i < here->entries; i++) {
        const struct member_entry *from = &here->entry[i];
        struct member_entry *to = member_entry_like(there->entry, there->entries, from);
        if (!to)
            there->entry[there->entries++] = *from;
        else if (!join_policies(to, from, all, there->c.arena, e))
            return false;
        else
            to->seeds = seed_list_join(&to->seeds, &from->seeds, there->c.arena);
    }
    qsort(there->entry, (size_t)there->entries, sizeof *there->entry, by_registry);
    return true;
}

/* "gru/sinusoidal+ntk+clamp base=100 seeds=1..9": seeds where they are not those of all. */
static bool write_entry(char text[SETTING_LIST_MAX], const struct member_entry *entry, const struct mixer *usual,
                        struct range seeds, struct arena *arena) {
    char policy[SETTING_TEXT_MAX];
    bool plain = entry->mixer == &mixer_attention && usual == &mixer_attention;
    bool fits = text_append(text, SETTING_LIST_MAX, "%s", *text ? ", " : "");
    if (entry->baseline)
        fits = fits && text_append(text, SETTING_LIST_MAX, BASELINE_MEMBER "%s", entry->baseline->name);
    else
        fits = fits && text_append(text, SETTING_LIST_MAX, "%s%s%s", plain ? "" : entry->mixer->name, plain ? "" : "/",
                                   entry->encoding->name);
    for (const char *list = entry->policies; text_item(&list, policy, sizeof policy);)
        fits = fits && text_append(text, SETTING_LIST_MAX, "+%s", policy);
    fits = fits && text_append(text, SETTING_LIST_MAX, "%s", entry->options);
    return fits && ((!entry->seeds.listed && range_same(entry->seeds.of, seeds)) ||
                    text_append(text, SETTING_LIST_MAX, " seeds=%s", seed_list_text(&entry->seeds, arena)));
}

static bool set(struct assignments *u, const char *key, const char *value, struct error *e) {
    return assignments_set(u, key, value, "config.ini", e);
}

/* All entries as one list. */
static bool write_entries(struct assignments *u, const struct side *s, bool spelled, struct error *e) {
    char text[SETTING_LIST_MAX] = "", of_all[64];
    const struct range seeds = s->entry->seeds.of;
    for (int i = 0; i < s->entries; i++)
        if (!write_entry(text, &s->entry[i], s->w.list.usual, seeds, s->c.arena))
            return error_set(e, EXIT_USAGE,
                             "the list of all models is too long for one folder; name another with --run");
    if (spelled)
        assignments_forget(u, "compare.grid");
    snprintf(of_all, sizeof of_all, "%d..%d", seeds.low, seeds.high);
    return set(u, "compare.members", text, e) && set(u, "compare.seeds", of_all, e);
}

/* Where one side has all members of the other, the lists are its own. */
static bool join_members(struct assignments *u, struct side *there, struct side *here, struct evaluation *all,
                         struct error *e) {
    static const char lists[] = "compare.members compare.grid compare.seeds";
    char value[SETTING_LIST_MAX];
    bool spelled = strcmp(there->c.compare.grid, here->c.compare.grid) != 0, ok = true;
    list_entries(here, spelled, 0);
    list_entries(there, spelled, here->entries);
    if (has_all(there, here))
        return true;
    if (!has_all(here, there))
        return join_entries(there, here, all, e) && write_entries(u, there, spelled, e);
    assignments_forget(u, lists);
    for (const struct setting *o = comparison_table; o->key && ok; o++)
        if (text_lists(lists, o->key) && *setting_write(o, &here->c.compare, value, sizeof value))
            ok = set(u, o->key, value, e);
    return ok;
}

static void read_lists(struct evaluation *eval, const struct assignments *a) {
    const char *lengths = assignments_value(a, "eval.lengths"), *under = assignments_value(a, "eval.policies");
    *eval = (struct evaluation){0};
    snprintf(eval->lengths, sizeof eval->lengths, "%s", lengths ? lengths : EVAL_LENGTHS);
    snprintf(eval->policies, sizeof eval->policies, "%s", under ? under : "all");
}

/* Settings that affect no number are those of the last command that set them; options of encodings and mixers are
 * added. */
static bool join_settings(struct assignments *u, const struct assignments *there, const struct comparison_result *c,
                          const struct assignments *here, struct error *e) {
    struct arena arena = {0};
    struct side *side = arena_alloc(&arena, 2, sizeof *side);
    struct evaluation all;
    side[0].c.arena = side[1].c.arena = &arena;
    assignments_copy(u, there);
    read_lists(&side[0].eval, there);
    read_lists(&side[1].eval, here);
    all = side[1].eval;
    bool ok = wanted_read(&side[0].w, &side[0].c, there, e) && wanted_read(&side[1].w, &side[1].c, here, e) &&
              evaluation_join(&all, &side[0].eval, e) && join_members(u, &side[0], &side[1], &all, e) &&
              set(u, "eval.lengths", all.lengths, e) && set(u, "eval.policies", all.policies, e);
    for (int i = 0; i < here->count && ok; i++) {
        struct assignment item = assignments_item(here, i);
        bool new = comparison_is_option(&c->settings, item.key) && !assignments_value(u, item.key);
        if (new || strcmp(item.key, "train.keep") == 0)
            ok = set(u, item.key, item.value, e);
    }
    arena_free(&arena);
    return ok;
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

#define HOLDS_OTHER "holds a comparison with"

static bool same_settings(const struct settings *there, const struct settings *here, const char *sections,
                          char difference[SETTINGS_DIFFERENCE]) {
    struct settings before = *there;
    evaluation_take_lists(&before.eval, &here->eval);
    before.train.seed = here->train.seed;
    return !settings_difference(&before, here, sections, difference);
}

static int by_label(const void *a, const void *b) {
    return strcmp((*(const struct member *const *)a)->label, (*(const struct member *const *)b)->label);
}

/* Whether the members of one comparison are the same runs among all; *inside stays as it is if all are there, evaluated
 * where they are to be. */
static bool same_runs(const struct comparison_result *all, const struct comparison_result *c, bool before, bool *inside,
                      const char *folder, struct arena *arena, struct error *e) {
    char difference[SETTINGS_DIFFERENCE];
    const struct member **label = arena_alloc(arena, (size_t)all->labels, sizeof *label);
    for (int k = 0; k < all->labels; k++)
        label[k] = all->series[k].first;
    qsort(label, (size_t)all->labels, sizeof *label, by_label);
    for (int k = 0; k < c->labels; k++) {
        const struct member *m = c->series[k].first;
        const struct member *const *found = bsearch(&m, label, (size_t)all->labels, sizeof *label, by_label);
        const struct settings own = member_settings(m), of_all = found ? member_settings(*found) : own;
        *inside = *inside && found && series_has_seeds((*found)->series, &c->series[k]) &&
                  !evaluation_lacks(&of_all.eval, &own.eval);
        if (!same_settings(before ? &own : &of_all, before ? &of_all : &own, RUN_SECTIONS, difference))
            return run_folder_other_settings(folder, HOLDS_OTHER, arena_format(arena, "%s: %s", m->label, difference),
                                             e);
    }
    return true;
}

/* The union of the folder's comparison and this one, which is listed again: a process may have only a part of it, and
 * what it trains may depend on its files. *adds: it is more than the folder has. */
static bool join(struct joined *j, const struct assignments *a, const char *folder, bool *adds, struct arena *arena,
                 struct error *e) {
    char difference[SETTINGS_DIFFERENCE];
    bool inside = true, unused = false;
    if (!folder_config(&j->written, folder, e) || !compare_list(&j->there, &j->written, arena, e) ||
        !compare_list(&j->here, a, arena, e))
        return false;
    if (!same_settings(&j->there.settings, &j->here.settings, SHARED_SECTIONS, difference))
        return run_folder_other_settings(folder, HOLDS_OTHER, difference, e);
    if (!same_runs(&j->there, &j->here, false, &inside, folder, arena, e))
        return false;
    *adds =
        !inside || (assignments_value(a, "train.keep") && j->there.settings.train.keep != j->here.settings.train.keep);
    if (!*adds)
        return true;
    if (!join_settings(&j->settings, &j->written, &j->here, a, e))
        return error_prefix(e, "%s", folder);
    if (!compare_list(&j->all, &j->settings, arena, e))
        return false;
    return same_runs(&j->all, &j->here, false, &unused, folder, arena, e) &&
           same_runs(&j->all, &j->there, true, &unused, folder, arena, e);
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
    error_set(e, EXIT_USAGE, "%s holds a run, not a comparison; name another folder with --run%s%s", folder,
              part ? ", or the comparison that it is part of: " : "", part ? whole : "");
    e->other = true;
    return false;
}

/* The text for its config.ini; *same: unchanged. */
static const char *fit(const struct comparison_result *c, const struct assignments *a, const char *folder, bool *same,
                       struct arena *arena, struct error *e) {
    char path[PATH_MAX_LENGTH];
    size_t size;
    *same = false;
    if (!file_path(path, folder, "config.ini", e) || !check_kind(folder, e))
        return NULL;
    if (file_missing(path))
        return c->config;
    const char *there = (const char *)file_read(path, COMPARISON_TEXT, arena, &size, e), *config = c->config;
    if (there && strcmp(there, config) != 0) {
        struct joined *j = arena_alloc(arena, 1, sizeof *j);
        bool adds = false;
        config = !join(j, a, folder, &adds, arena, e) ? NULL : adds ? j->all.config : there;
    }
    *same = there && config && strcmp(there, config) == 0;
    return there ? config : NULL;
}

bool compare_fits(const struct comparison_result *c, const struct assignments *a, const char *folder, struct error *e) {
    struct arena arena = {0};
    bool ok = fit(c, a, folder, &(bool){false}, &arena, e);
    arena_free(&arena);
    return ok;
}

bool compare_open(const struct comparison_result *c, const struct assignments *a, struct error *e) {
    char path[PATH_MAX_LENGTH];
    struct file_lock lock;
    struct arena arena = {0};
    const char *config = NULL;
    bool same, ok = file_path(path, c->folder, "config.ini", e) && fit(c, a, c->folder, &same, &arena, e);
    if (ok && !same && (ok = compare_lock(&lock, c->folder, e))) {
        config = fit(c, a, c->folder, &same, &arena, e);
        ok = config && (same || file_write(path, config, strlen(config), e));
        file_unlock(&lock);
    }
    arena_free(&arena);
    return ok;
}

bool compare_is_whole(const struct comparison_result *c) {
    char path[PATH_MAX_LENGTH];
    struct arena arena = {0};
    struct error e;
    size_t size;
    bool finished =
        !c->other_seeds && comparison_look_is_usual(&c->compare) && compare_count(c, STATUS_FINISHED) == c->members;
    const char *there = finished && file_path(path, c->folder, "config.ini", &e)
                            ? (const char *)file_read(path, COMPARISON_TEXT, &arena, &size, &e)
                            : NULL;
    bool whole = there && strcmp(there, c->config) == 0;
    arena_free(&arena);
    return whole;
}
