/* plan.c -- which members a comparison has, and its config.ini; see compare.h. */
#include <stdio.h>
#include <string.h>
#include <xxhash.h>

#include "base/file.h"
#include "base/text.h"
#include "format/ini.h"
#include "study/compare.h"
#include "study/member.h"
#include "study/member_list.h"

/* What is asked for. */
struct wanted {
    struct member_list list;
    struct assignments base; /* what all members have: no setting of the comparison */
    const char *others;      /* mixers and encodings of all */
};

/* A label as the name of a folder, without its seed; a long one ends in a sum of the whole label. */
static const char *folder_of(const char *label, struct arena *arena) {
    enum { LONGEST = 255 - (sizeof "-seed2147483647" - 1), SUM = 17 };
    size_t length = strlen(label);
    char *name = length <= LONGEST ? arena_text(arena, label)
                                   : arena_format(arena, "%.*s-%016llx", LONGEST - SUM, label,
                                                  (unsigned long long)XXH3_64bits(label, length));
    for (char *c = name; *c; c++)
        if (!strchr("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_.=+-", *c))
            *c = '-';
    return name;
}

/* An entry with the options of one combination, with all its seeds: `m` says which it is. */
static bool add_members(struct comparison_result *c, const struct wanted *w, const struct member_entry *entry,
                        struct member m, struct error *e) {
    struct assignments a;
    struct settings *s = arena_alloc(c->arena, 1, sizeof *s);
    const struct range seeds = c->compare.seeds;
    char label[SETTING_TEXT_MAX];
    assignments_copy(&a, &w->base);
    if (!member_list_assign(entry, &a, e) || !settings_resolve(s, &a, w->others, e))
        return false;
    s->train.seed = seeds.low;
    settings_label(s, label, sizeof label);
    m.settings = s;
    m.options = entry->options;
    m.failure = m.warning = "";
    m.label = arena_format(c->arena, "%s%s", label, m.options);
    const char *folder = folder_of(m.label, c->arena);
    for (m.seed = seeds.low; m.seed <= seeds.high; m.seed++) {
        m.name = arena_format(c->arena, "%s-seed%d", folder, m.seed);
        c->member[c->members++] = m;
        if (m.seed == seeds.high)
            break;
    }
    return true;
}

/* Entry number i with all combinations of the grid. */
static bool add_entry(struct comparison_result *c, const struct wanted *w, int i, struct error *e) {
    const struct member_entry *entry = &w->list.entry[i];
    int count = grid_combinations(&c->grid, entry);
    for (int k = 0; k < count; k++) {
        int *value = arena_alloc(c->arena, (size_t)c->grid.keys, sizeof *value);
        struct member_entry of = grid_entry(&c->grid, entry, k, value, c->arena);
        if (!add_members(c, w, &of, (struct member){.entry = i, .value = value}, e))
            return error_prefix(e, "%s", member_entry_name(&of, c->arena));
    }
    return true;
}

static bool is_first(const struct comparison_result *c, int k) {
    return k == 0 || !member_alike(&c->member[k], &c->member[k - 1]);
}

/* What settings alone decide, asked of the model and the task before anything runs; adds the member's rows. */
static bool check_member(struct comparison_result *c, const struct member *m, struct error *e) {
    const struct task_input shared = {.shared = &c->task};
    struct evaluation_result result;
    struct run r;
    if (!run_declare(&r, m->settings, &shared, e) || !run_commit(&r, e))
        return false;
    c->trained_low = r.task.size.trained.low;
    c->trained_high = r.task.size.trained.high;
    bool ok = evaluation_plan(&r, &result, e);
    if (ok)
        compare_add_rows(c, m, &result);
    run_free(&r);
    return ok;
}

/* The settings that all members share: the first encoding of the list stands in. */
static bool resolve_shared(struct comparison_result *c, const struct wanted *w, struct error *e) {
    struct assignments shared;
    assignments_copy(&shared, &w->base);
    return assignments_set(&shared, "encoding.name", w->list.entry->encoding->name, w->list.entry->where, e) &&
           settings_resolve(&c->settings, &shared, w->others, e);
}

static const char *where_of(const struct assignments *a, const char *key) {
    const char *where = assignments_where(a, key);
    return where ? where : "default";
}

/* What the assignments ask for: the entries and the grid. */
static bool read_wanted(struct comparison_result *c, const struct assignments *a, struct wanted *w, struct error *e) {
    const char *name = assignments_value(a, "model.mixer");
    const struct mixer *usual = mixer_find(name ? name : mixer_attention.name);
    assignments_of_runs(&w->base, a);
    if (!comparison_read(&c->compare, a, e))
        return false;
    if (!usual) /* no name of a mixer: settings_resolve says so */
        return settings_resolve(&c->settings, &w->base, NULL, e);
    if (!member_list_read(&w->list, &c->compare, usual, c->arena, e))
        return error_prefix(e, "%s", where_of(a, *c->compare.members ? "compare.members" : "compare.encodings"));
    if (!grid_read(&c->grid, c->compare.grid, &w->list, c->arena, e))
        return error_prefix(e, "%s: compare.grid", where_of(a, "compare.grid"));
    w->others = member_list_names(&w->list, c->arena);
    return true;
}

bool compare_check(const struct assignments *a, struct error *e) {
    struct arena arena = {0};
    struct comparison_result c = {.arena = &arena};
    struct wanted w;
    bool ok = read_wanted(&c, a, &w, e);
    arena_free(&arena);
    return ok;
}

bool compare_list(struct comparison_result *c, const struct assignments *a, struct arena *arena, struct error *e) {
    struct wanted w;
    long long count = 0;
    *c = (struct comparison_result){.arena = arena};
    if (!read_wanted(c, a, &w, e) || !resolve_shared(c, &w, e))
        return false;
    for (int i = 0; i < w.list.entries; i++)
        count += grid_combinations(&c->grid, &w.list.entry[i]);
    count *= (long long)c->compare.seeds.high - c->compare.seeds.low + 1;
    const char *key = c->grid.keys ? "compare.grid" : "compare.seeds";
    if (count > COMPARE_MEMBERS)
        return error_set(e, EXIT_USAGE, "%s: %s: %lld members are more than %d", where_of(a, key), key, count,
                         COMPARE_MEMBERS);
    c->member = arena_alloc(arena, (size_t)count, sizeof *c->member);
    for (int i = 0; i < w.list.entries; i++)
        if (!add_entry(c, &w, i, e))
            return false;
    return true;
}

/* One of each label is enough: seeds are no reason for a refusal. */
static bool check_members(struct comparison_result *c, struct error *e) {
    int labels = 0;
    for (int k = 0; k < c->members; k++)
        labels += is_first(c, k);
    c->row = arena_alloc(c->arena, (size_t)labels * ENCODING_POLICIES, sizeof *c->row);
    for (int k = 0; k < c->members; k++)
        if (is_first(c, k) && !check_member(c, &c->member[k], e))
            return error_prefix(e, "%s", c->member[k].label);
    return true;
}

bool compare_plan(struct comparison_result *c, const struct assignments *a, const struct task_input *in,
                  struct arena *arena, struct error *e) {
    if (!compare_list(c, a, arena, e) ||
        !task_build(&c->task, c->settings.task, c->settings.task_options, in, arena, e) || !check_members(c, e))
        return false;
    return compare_add_pairs(c, e) || error_prefix(e, "%s: compare.pairs", where_of(a, "compare.pairs"));
}

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

static void write_config(const struct settings *s, const struct comparison *c, const struct assignments *a,
                         char text[COMPARISON_TEXT]) {
    settings_write(s, text, "task model train eval");
    comparison_write(c, text, COMPARISON_TEXT);
    write_given(s, a, text);
}

void compare_config(const struct comparison_result *c, const struct assignments *a, char text[COMPARISON_TEXT]) {
    write_config(&c->settings, &c->compare, a, text);
}

/* ---- The folder */

static bool holds(struct range all, struct range some) { return all.low <= some.low && all.high >= some.high; }

/* compare.seeds and compare.pairs as a config.ini has them, which change no run; where they cannot be read these stay.
 */
static void read_there(struct comparison *c, const char *path) {
    struct comparison there;
    struct assignments a = {0};
    struct error e;
    if (!assignments_read_file(&a, path, &e) || !comparison_read(&there, &a, &e))
        return;
    memcpy(c->pairs, there.pairs, sizeof c->pairs);
    c->seeds = there.seeds;
}

bool compare_fits(const struct comparison_result *c, const struct assignments *a, const char *folder, struct error *e) {
    char path[PATH_MAX_LENGTH], here[COMPARISON_TEXT];
    struct comparison there = c->compare;
    struct range seeds = there.seeds;
    if (!file_path(path, folder, "config.ini", e))
        return false;
    if (file_missing(path))
        return true;
    read_there(&there, path);
    if (!holds(seeds, there.seeds) && !(c->subset && holds(there.seeds, seeds)))
        there.seeds = seeds;
    write_config(&c->settings, &there, a, here);
    return member_config_is(folder, here, "holds a run with", e);
}

bool compare_open(struct comparison_result *c, const struct assignments *a, const char *folder, struct error *e) {
    char path[PATH_MAX_LENGTH], config[COMPARISON_TEXT];
    struct comparison written = c->compare;
    struct error differs;
    snprintf(c->folder, sizeof c->folder, "%s", folder);
    if (!compare_fits(c, a, folder, e) || !file_path(path, folder, "config.ini", e))
        return false;
    if (!file_missing(path))
        read_there(&written, path);
    if (!c->subset || holds(c->compare.seeds, written.seeds))
        written = c->compare;
    write_config(&c->settings, &written, a, config);
    return (!file_missing(path) && member_config_is(folder, config, "", &differs)) ||
           file_write(path, config, strlen(config), e);
}
