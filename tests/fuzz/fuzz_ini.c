/* fuzz_ini.c -- arbitrary config files and assignments of the command line: what is accepted can be written and read
 * back unchanged, as a run folder's config must be; so can what is kept of each member of a comparison. */
#include <assert.h>
#include <stdio.h>
#include <string.h>

#include "fuzz/fuzz.h"
#include "settings/settings_difference.h"
#include "settings/settings_packed.h"
#include "study/grid.h"

#define ALL "task encoding model attention recurrent train eval"

/* Lines of the command line, each an assignment. */
static bool override(struct assignments *a, const uint8_t *text, size_t size, struct error *e) {
    while (size > 0) {
        const uint8_t *stop = memchr(text, '\n', size);
        size_t length = stop ? (size_t)(stop - text) : size;
        char line[2 * SETTING_LIST_MAX];
        snprintf(line, sizeof line, "%.*s", (int)length, (const char *)text);
        if (!assignments_override(a, line, e))
            return false;
        text += stop ? length + 1 : length;
        size -= stop ? length + 1 : length;
    }
    return true;
}

static void check_written(const struct settings *s) {
    static struct settings again;
    static struct assignments a;
    static char once[SETTINGS_TEXT], twice[SETTINGS_TEXT], difference[SETTINGS_DIFFERENCE];
    struct error e = {0};
    a.count = 0;
    a.used = 0;
    settings_write(s, once, ALL);
    bool ok = assignments_read_text(&a, once, strlen(once), "once", &e) && settings_resolve(&again, &a, NULL, &e);
    if (!ok)
        fprintf(stderr, "%s\n%s\n", once, e.text);
    assert(ok);
    settings_write(&again, twice, ALL);
    assert(strcmp(once, twice) == 0);
    assert(!settings_difference(s, &again, RUN_SECTIONS, difference));
}

/* Some of the members that a grid makes of an entry. */
static void check_grid(const struct grid *g, const struct member_entry *entry, const struct assignments *a,
                       const char *names, const struct settings_packed *like, struct arena *arena) {
    static struct settings member, back;
    static struct assignments with;
    int *value = arena_alloc(arena, (size_t)g->keys, sizeof *value), count = grid_combinations(g, entry);
    for (int k = 0; k < count; k += 1 + count / 8) {
        struct member_entry of = grid_entry(g, entry, k, value, arena);
        struct error e = {0};
        assignments_copy(&with, a);
        if (!member_list_assign(&of, &with, &e) || !settings_resolve(&member, &with, names, &e))
            fuzz_refused(&e);
        else
            back = settings_unpack(settings_pack(&member, like, arena));
        assert(*e.text || memcmp(&back, &member, sizeof back) == 0);
    }
}

/* The section of a comparison reads back as it was, but for how results are looked at, and so do its members. */
static void check_comparison(const struct assignments *a, const struct settings *s) {
    static struct comparison c, again;
    static struct assignments base, written;
    static char text[4 * SETTING_LIST_MAX + SETTINGS_TEXT];
    struct member_list r;
    struct grid g;
    struct arena arena = {0};
    struct error e = {0};
    const struct settings_packed *like = settings_pack(s, NULL, &arena);
    bool ok = comparison_read(&c, a, &e);
    text[0] = 0;
    written.count = 0;
    written.used = 0;
    if (ok) {
        comparison_write(&c, text, sizeof text);
        bool same = assignments_read_text(&written, text, strlen(text), "written", &e) &&
                    comparison_read(&again, &written, &e) && strcmp(c.members, again.members) == 0 &&
                    strcmp(c.grid, again.grid) == 0 && comparison_look_is_usual(&again);
        assert(same);
    }
    assignments_of_runs(&base, a);
    ok = ok && member_list_read(&r, &c, s->mixer, &arena, &e) && grid_read(&g, c.grid, &r, &arena, &e);
    if (!ok)
        fuzz_refused(&e);
    for (int i = 0; ok && i < r.entries; i++)
        check_grid(&g, &r.entry[i], &base, member_list_names(&r, &arena), like, &arena);
    arena_free(&arena);
}

/* Of the settings of its runs; a comparison's come after. */
static bool resolve(struct settings *s, const struct assignments *all, struct error *e) {
    static struct assignments base;
    assignments_of_runs(&base, all);
    return settings_resolve(s, &base, NULL, e);
}

FUZZ_TARGET(ini) {
    static struct settings s;
    static struct assignments a;
    struct error e = {0};
    const uint8_t *rest;
    size_t left, length = fuzz_divide(data, size, &rest, &left);
    a.count = 0;
    a.used = 0;
    if (assignments_read_text(&a, (const char *)data, length, "c.ini", &e) && override(&a, rest, left, &e) &&
        resolve(&s, &a, &e)) {
        check_written(&s);
        check_comparison(&a, &s);
    } else {
        fuzz_refused(&e);
    }
    return 0;
}
