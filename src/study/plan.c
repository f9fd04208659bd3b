/* plan.c -- which members a comparison has, and its config.ini; see compare.h. */
#include <stdio.h>
#include <string.h>

#include "base/file.h"
#include "base/text.h"
#include "study/compare.h"
#include "study/member.h"

/* The encodings of the comparison as a list of names: `all` spelled out. */
static bool list_encodings(const char *text, char *list, size_t size, struct error *e) {
    char name[SETTING_TEXT_MAX];
    list[0] = 0;
    for (const struct encoding *const *p = encodings; *p && strcmp(text, "all") == 0; p++)
        text_append(list, size, "%s%s", *list ? " " : "", (*p)->name);
    if (*list)
        return true;
    while (text_item(&text, name, sizeof name)) {
        if (!encoding_find(name))
            return error_set(e, EXIT_USAGE, "compare.encodings: there is no '%s'; see `poslab list encodings`", name);
        const char *before = list;
        char other[SETTING_TEXT_MAX];
        while (text_item(&before, other, sizeof other))
            if (strcmp(other, name) == 0)
                return error_set(e, EXIT_USAGE, "compare.encodings: %s stands twice", name);
        text_append(list, size, "%s%s", *list ? " " : "", name);
    }
    return *list || error_set(e, EXIT_USAGE, "compare.encodings: names no encoding");
}

static bool add_member(struct comparison_result *c, const struct assignments *base, const char *encoding, int seed,
                       const char *others, struct error *e) {
    struct assignments a = *base;
    char number[32];
    snprintf(number, sizeof number, "%d", seed);
    if (!assignments_set(&a, "encoding.name", encoding, "compare.encodings", e) ||
        !assignments_set(&a, "train.seed", number, "compare.seeds", e))
        return false;
    struct member *m = &c->member[c->members++];
    snprintf(m->encoding, sizeof m->encoding, "%.63s", encoding);
    snprintf(m->name, sizeof m->name, "%.40s-seed%d", encoding, seed);
    m->seed = seed;
    return settings_resolve(&m->settings, &a, others, e);
}

/* What settings alone decide, asked of the model and the task before anything runs. */
static bool check_member(struct comparison_result *c, const struct member *m, struct error *e) {
    struct run r;
    if (!run_build(&r, &m->settings, e))
        return false;
    c->trained_low = r.task.size.trained.low;
    c->trained_high = r.task.size.trained.high;
    bool ok = evaluation_check(&r, e);
    run_free(&r);
    return ok;
}

/* The settings that all members share: an encoding of the list stands in. */
static bool resolve_shared(struct settings *s, const struct assignments *a, char *list, size_t size, struct error *e) {
    struct assignments shared = *a;
    const char *wanted = assignments_value(a, "compare.encodings");
    setting_defaults(settings_table, s);
    if (!list_encodings(wanted ? wanted : s->compare.encodings, list, size, e))
        return false;
    char first[MEMBER_NAME];
    snprintf(first, sizeof first, "%.*s", (int)strcspn(list, " "), list);
    return assignments_set(&shared, "encoding.name", first, "compare.encodings", e) &&
           settings_resolve(s, &shared, list, e);
}

bool compare_plan(struct comparison_result *c, const struct assignments *a, struct arena *arena, struct error *e) {
    char list[SETTINGS_TEXT], name[SETTING_TEXT_MAX];
    memset(c, 0, sizeof *c);
    if (!resolve_shared(&c->settings, a, list, sizeof list, e))
        return false;
    struct range seeds = c->settings.compare.seeds;
    long long count = (long long)seeds.high - seeds.low + 1, names = 1;
    for (const char *p = list; *p; p++)
        names += *p == ' ';
    if (count * names > COMPARE_MEMBERS)
        return error_set(e, EXIT_USAGE, "compare.seeds: %lld members are more than %d", count * names, COMPARE_MEMBERS);
    c->member = arena_take(arena, (size_t)(count * names), sizeof *c->member);
    for (const char *at = list; text_item(&at, name, sizeof name);) {
        for (int seed = seeds.low; seed <= seeds.high; seed++)
            if (!add_member(c, a, name, seed, list, e))
                return false;
        if (!check_member(c, &c->member[c->members - 1], e))
            return false;
    }
    return true;
}

void compare_config(const struct comparison_result *c, const struct assignments *a, char text[SETTINGS_TEXT]) {
    settings_write(&c->settings, text, "task model train eval compare");
    text_append(text, SETTINGS_TEXT, "\n[encoding]\n");
    for (int i = 0; i < a->count; i++)
        if (strncmp(a->item[i].key, "encoding.", 9) == 0 && strcmp(a->item[i].key, "encoding.name") != 0)
            text_append(text, SETTINGS_TEXT, "%s = %s\n", a->item[i].key + 9, a->item[i].value);
}

bool compare_fits(const struct comparison_result *c, const struct assignments *a, const char *folder, struct error *e) {
    char path[PATH_MAX_LENGTH], here[SETTINGS_TEXT], difference[2 * SETTING_TEXT_MAX];
    struct arena arena = {0};
    size_t size;
    bool ok = true;
    if (!file_path(path, folder, "config.ini", e))
        return false;
    if (!file_exists(path))
        return true;
    const char *there = (const char *)file_read(path, SETTINGS_TEXT, &arena, &size, e);
    compare_config(c, a, here);
    if (!there)
        ok = false;
    else if (settings_difference(there, here, difference, sizeof difference))
        ok = error_set(e, EXIT_USAGE, "%s holds a run with other settings (%s); name another folder with --run", folder,
                       difference);
    arena_free(&arena);
    return ok;
}
