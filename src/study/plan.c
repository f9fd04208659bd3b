/* plan.c -- which members a comparison has, and its config.ini; see compare.h. */
#include <stdio.h>
#include <string.h>

#include "base/file.h"
#include "base/text.h"
#include "format/ini.h"
#include "study/compare.h"
#include "study/member.h"
#include "study/member_list.h"

/* A label as the name of a folder. */
static void name_member(struct member *m) {
    snprintf(m->name, sizeof m->name, "%.280s-seed%d", m->label, m->seed);
    for (char *c = m->name; *c; c++)
        if (!strchr("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_.=+-", *c))
            *c = '-';
}

static bool add_member(struct comparison_result *c, const struct assignments *base, const struct member_entry *entry,
                       int seed, const char *others, struct error *e) {
    struct assignments a;
    char number[32];
    assignments_copy(&a, base);
    snprintf(number, sizeof number, "%d", seed);
    if (!member_list_assign(entry, &a, e) || !assignments_set(&a, "train.seed", number, "compare.seeds", e))
        return false;
    struct member *m = &c->member[c->members++];
    if (!settings_resolve(&m->settings, &a, others, e))
        return false;
    m->seed = seed;
    snprintf(m->options, sizeof m->options, "%s", entry->options);
    settings_label(&m->settings, m->label, sizeof m->label);
    text_append(m->label, sizeof m->label, "%s", m->options);
    name_member(m);
    return true;
}

/* What settings alone decide, asked of the model and the task before anything runs; adds the member's rows. */
static bool check_member(struct comparison_result *c, const struct member *m, struct error *e) {
    const struct task_input shared = {.shared = &c->task};
    struct evaluation_result result;
    struct run r;
    if (!run_build(&r, &m->settings, &shared, e))
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
static bool resolve_shared(struct comparison_result *c, const struct assignments *base, const struct member_list *r,
                           const char *others, struct error *e) {
    struct assignments shared;
    assignments_copy(&shared, base);
    return assignments_set(&shared, "encoding.name", r->entry[0].encoding->name, r->entry[0].where, e) &&
           settings_resolve(&c->settings, &shared, others, e);
}

/* Which members are asked for; "WHERE: compare.members: ..." */
static bool read_list(struct comparison_result *c, const struct assignments *a, struct member_list *r,
                      struct arena *arena, struct error *e) {
    const char *name = assignments_value(a, "model.mixer");
    const struct mixer *usual = mixer_find(name ? name : mixer_attention.name);
    if (!comparison_read(&c->compare, a, e))
        return false;
    if (!usual) /* no name of a mixer: settings_resolve says so */
        return settings_resolve(&c->settings, a, NULL, e);
    const char *where = assignments_where(a, *c->compare.members ? "compare.members" : "compare.encodings");
    return member_list_read(r, &c->compare, usual, arena, e) || error_prefix(e, "%s", where ? where : "default");
}

bool compare_plan(struct comparison_result *c, const struct assignments *a, const struct task_input *in,
                  struct arena *arena, struct error *e) {
    struct member_list list, *r = &list;
    struct assignments base;
    memset(c, 0, sizeof *c);
    assignments_of_runs(&base, a);
    if (!read_list(c, a, r, arena, e))
        return false;
    const char *others = member_list_names(r, arena);
    if (!resolve_shared(c, &base, r, others, e))
        return false;
    struct range seeds = c->compare.seeds;
    long long count = (long long)seeds.high - seeds.low + 1;
    if (count * r->entries > COMPARE_MEMBERS)
        return error_set(e, EXIT_USAGE, "compare.seeds: %lld members are more than %d", count * r->entries,
                         COMPARE_MEMBERS);
    c->member = arena_alloc(arena, (size_t)(count * r->entries), sizeof *c->member);
    c->row = arena_alloc(arena, (size_t)r->entries * ENCODING_POLICIES, sizeof *c->row);
    if (!task_build(&c->task, c->settings.task, c->settings.task_options, in, arena, e))
        return false;
    for (int i = 0; i < r->entries; i++) {
        for (int seed = seeds.low; seed <= seeds.high; seed++)
            if (!add_member(c, &base, &r->entry[i], seed, others, e))
                return false;
        if (!check_member(c, &c->member[c->members - 1], e))
            return error_prefix(e, "%s", c->member[c->members - 1].label);
    }
    const char *where = assignments_where(a, "compare.pairs");
    return compare_add_pairs(c, arena, e) || error_prefix(e, "%s: compare.pairs", where ? where : "default");
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
