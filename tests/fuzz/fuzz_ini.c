/* fuzz_ini.c -- config files and assignments of the command line, whatever they are: what is taken can be written down
 * and read back as it was, as a run folder's config must be. */
#include <assert.h>
#include <stdio.h>
#include <string.h>

#include "fuzz/fuzz.h"
#include "study/member_list.h"

#define ALL "task encoding model attention recurrent train eval compare"

/* Lines of the command line, each an assignment. */
static bool override(struct assignments *a, const uint8_t *text, size_t size, struct error *e) {
    while (size > 0) {
        const uint8_t *stop = memchr(text, '\n', size);
        size_t length = stop ? (size_t)(stop - text) : size;
        char line[2 * SETTING_TEXT_MAX];
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
    static char once[SETTINGS_TEXT], twice[SETTINGS_TEXT], difference[1000];
    struct error e = {0};
    a.count = 0;
    settings_write(s, once, ALL);
    bool ok = assignments_read_text(&a, once, strlen(once), "once", &e) && settings_resolve(&again, &a, NULL, &e);
    if (!ok)
        fprintf(stderr, "%s\n%s\n", once, e.text);
    assert(ok);
    settings_write(&again, twice, ALL);
    assert(strcmp(once, twice) == 0);
    assert(!settings_difference(once, twice, difference, sizeof difference));
}

/* The members that a comparison would have. */
static void check_member_list(const struct settings *s, struct assignments *a) {
    static struct member_list r;
    static struct settings member;
    static struct assignments with;
    char names[1024];
    struct error e = {0};
    if (!member_list_read(&r, &s->compare, s->mixer, &e)) {
        fuzz_refused(&e);
        return;
    }
    member_list_names(&r, names, sizeof names);
    for (int i = 0; i < r.entries; i++) {
        with = *a;
        if (!member_list_assign(&r.entry[i], &with, &e) || !settings_resolve(&member, &with, names, &e))
            fuzz_refused(&e);
    }
}

int fuzz_ini(const uint8_t *data, size_t size) {
    static struct settings s;
    static struct assignments a;
    struct error e = {0};
    const uint8_t *rest;
    size_t left, length = fuzz_divide(data, size, &rest, &left);
    a.count = 0;
    if (assignments_read_text(&a, (const char *)data, length, "c.ini", &e) && override(&a, rest, left, &e) &&
        settings_resolve(&s, &a, NULL, &e)) {
        check_written(&s);
        check_member_list(&s, &a);
    } else {
        fuzz_refused(&e);
    }
    return 0;
}
