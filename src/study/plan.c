/* plan.c -- which members a comparison has, and its config.ini; see compare.h. */
#include <stdio.h>
#include <string.h>

#include "base/file.h"
#include "base/text.h"
#include "study/compare.h"
#include "study/member.h"
#include "study/member_list.h"

/* A label as the name of a folder. */
static const char *name_of(const char *label, int seed, struct arena *arena) {
    char *name = arena_format(arena, "%s-seed%d", label, seed);
    for (char *c = name; *c; c++)
        if (!strchr("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_.=+-", *c))
            *c = '-';
    return name;
}

/* An entry with all its seeds. */
static bool add_members(struct comparison_result *c, const struct assignments *base, const struct member_entry *entry,
                        const char *others, struct error *e) {
    struct assignments a = *base;
    struct settings *s = arena_alloc(c->arena, 1, sizeof *s);
    const struct range seeds = c->settings.compare.seeds;
    char label[SETTING_TEXT_MAX];
    if (!member_list_assign(entry, &a, e) || !settings_resolve(s, &a, others, e))
        return false;
    s->train.seed = seeds.low;
    settings_label(s, label, sizeof label);
    struct member m = {.settings = s, .failure = "", .warning = ""};
    m.options = arena_text(c->arena, entry->options);
    m.label = arena_format(c->arena, "%s%s", label, m.options);
    for (m.seed = seeds.low; m.seed <= seeds.high; m.seed++) {
        m.name = name_of(m.label, m.seed, c->arena);
        c->member[c->members++] = m;
        if (m.seed == seeds.high)
            break;
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

/* compare.members takes the place of compare.encodings; of two that were set the one on the command line holds. */
static bool choose_list(struct comparison *c, const struct assignments *a, struct error *e) {
    const char *list = assignments_where(a, "compare.encodings"), *members = assignments_where(a, "compare.members");
    if (list && members) {
        bool line = strcmp(list, "command line") == 0, other = strcmp(members, "command line") == 0;
        if (line == other)
            return error_set(e, EXIT_USAGE, "%s: compare.members: compare.encodings, set at %s, says it too; set one",
                             members, list);
        members = line ? NULL : members;
    }
    *(members ? c->encodings : c->members) = 0;
    return true;
}

/* The settings that all members share: the first encoding of the list stands in. */
static bool resolve_shared(struct comparison_result *c, const struct assignments *a, struct member_list *r,
                           char *others, size_t size, struct error *e) {
    struct assignments shared = *a;
    struct settings *s = &c->settings;
    const char *given;
    setting_defaults(settings_table, s);
    for (const struct setting *o = settings_table; o->key; o++)
        if (strncmp(o->key, "compare.", 8) == 0 && (given = assignments_value(a, o->key)) &&
            !setting_read(o, s, given, e))
            return error_prefix(e, "%s: %s", assignments_where(a, o->key), o->key);
    const char *name = assignments_value(a, "model.mixer");
    const struct mixer *usual = mixer_find(name ? name : mixer_attention.name);
    if (!usual) /* no name of a mixer: settings_resolve says so */
        return settings_resolve(s, a, NULL, e);
    if (!choose_list(&s->compare, a, e))
        return false;
    const char *where = assignments_where(a, *s->compare.members ? "compare.members" : "compare.encodings");
    if (!member_list_read(r, &s->compare, usual, e))
        return error_prefix(e, "%s", where ? where : "default");
    member_list_names(r, others, size);
    text_append(others, size, "%s", usual->name);
    return assignments_set(&shared, "encoding.name", r->entry[0].encoding->name, r->entry[0].where, e) &&
           settings_resolve(s, &shared, others, e) && choose_list(&s->compare, a, e);
}

bool compare_list(struct comparison_result *c, const struct assignments *a, struct arena *arena, struct error *e) {
    struct member_list *r = arena_alloc(arena, 1, sizeof *r);
    char others[SETTINGS_TEXT];
    *c = (struct comparison_result){.arena = arena};
    if (!resolve_shared(c, a, r, others, sizeof others, e))
        return false;
    struct range seeds = c->settings.compare.seeds;
    long long count = ((long long)seeds.high - seeds.low + 1) * r->entries;
    if (count > COMPARE_MEMBERS)
        return error_set(e, EXIT_USAGE, "compare.seeds: %lld members are more than %d", count, COMPARE_MEMBERS);
    c->member = arena_alloc(arena, (size_t)count, sizeof *c->member);
    for (int i = 0; i < r->entries; i++)
        if (!add_members(c, a, &r->entry[i], others, e))
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
    const char *where = assignments_where(a, "compare.pairs");
    return compare_add_pairs(c, e) || error_prefix(e, "%s: compare.pairs", where ? where : "default");
}

/* What is no setting of every run: options of encodings and mixers, as they were given. */
static void write_given(const struct settings *s, const struct assignments *a, char text[SETTINGS_TEXT]) {
    const char *section = "";
    for (int i = 0; i < a->count; i++) {
        const char *key = a->item[i].key;
        int length = (int)strcspn(key, ".");
        bool written = settings_shared(s, key) && strncmp(key, "encoding.", 9) != 0;
        if (written || strcmp(key, "encoding.name") == 0)
            continue;
        if (strncmp(key, section, (size_t)length + 1) != 0)
            text_append(text, SETTINGS_TEXT, "\n[%.*s]\n", length, key);
        text_append(text, SETTINGS_TEXT, "%s = %s\n", key + length + 1, a->item[i].value);
        section = key;
    }
}

static void write_config(const struct settings *s, const struct assignments *a, char text[SETTINGS_TEXT]) {
    settings_write(s, text, "task model train eval compare");
    write_given(s, a, text);
}

void compare_config(const struct comparison_result *c, const struct assignments *a, char text[SETTINGS_TEXT]) {
    write_config(&c->settings, a, text);
}

/* ---- The folder */

static bool holds(struct range all, struct range some) { return all.low <= some.low && all.high >= some.high; }

/* compare.seeds and compare.pairs as a config.ini has them, which change no run; what it lacks or has badly stays. */
static void read_there(struct comparison *c, const char *path) {
    struct settings s = {.compare = *c};
    struct assignments there = {0};
    struct error e;
    const char *value = assignments_read_file(&there, path, &e) ? assignments_value(&there, "compare.pairs") : NULL;
    snprintf(c->pairs, sizeof c->pairs, "%s", value ? value : "");
    value = assignments_value(&there, "compare.seeds");
    for (const struct setting *o = settings_table; value && o->key; o++)
        if (strcmp(o->key, "compare.seeds") == 0 && setting_read(o, &s, value, &e))
            c->seeds = s.compare.seeds;
}

bool compare_fits(const struct comparison_result *c, const struct assignments *a, const char *folder, struct error *e) {
    char path[PATH_MAX_LENGTH], here[SETTINGS_TEXT];
    struct settings s = c->settings;
    struct range seeds = s.compare.seeds;
    if (!file_path(path, folder, "config.ini", e))
        return false;
    if (file_missing(path))
        return true;
    read_there(&s.compare, path);
    if (!holds(seeds, s.compare.seeds) && !(c->subset && holds(s.compare.seeds, seeds)))
        s.compare.seeds = seeds;
    write_config(&s, a, here);
    return member_config_is(folder, here, "holds a run with", e);
}

bool compare_open(struct comparison_result *c, const struct assignments *a, const char *folder, struct error *e) {
    char path[PATH_MAX_LENGTH], config[SETTINGS_TEXT];
    struct settings s = c->settings;
    struct error differs;
    snprintf(c->folder, sizeof c->folder, "%s", folder);
    if (!compare_fits(c, a, folder, e) || !file_path(path, folder, "config.ini", e))
        return false;
    if (!file_missing(path))
        read_there(&s.compare, path);
    if (!c->subset || holds(c->settings.compare.seeds, s.compare.seeds))
        s.compare = c->settings.compare;
    write_config(&s, a, config);
    return (!file_missing(path) && member_config_is(folder, config, "", &differs)) ||
           file_write(path, config, strlen(config), e);
}
