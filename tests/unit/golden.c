/* golden.c -- see golden.h. */
#include "unit/golden.h"

#include <ctype.h>
#include <glob.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/file.h"
#include "base/room.h"
#include "draw/picture.h"
#include "unit/drawing.h"
#include "unit/tests.h"

enum { FILES = 400 };

static char seen[FILES][128]; /* paths */
static int count;

/* A copy in which each tag begins a line. */
static char *lines_of(const char *text, struct arena *arena) {
    char *copy = arena_alloc(arena, 2 * strlen(text) + 1, 1), *to = copy;
    for (; *text; text++) {
        *to++ = *text;
        if (text[0] == '>' && text[1] == '<')
            *to++ = '\n';
    }
    return copy;
}

/* A control character is printed as \x0a: of those that a text may have only an escape is in a fixture. Any other is a
 * line end of ours, in a text that has to be one line. */
static void assert_printable(const char *name, const char *text) {
    for (const char *at = text; (at = strstr(at, "\\x")); at++)
        if (isxdigit((unsigned char)at[2]) && strncmp(at, "\\x1b", 4) != 0)
            fail_msg("%s has a control character: %.40s", name, at);
}

/* Where the golden files of a test are. */
static const char *folder_of(const char *test, struct arena *arena) {
    bool of_room = strncmp(test, "tests/rooms/", 12) == 0;
    return of_room ? arena_format(arena, "%.*s/golden", (int)(strrchr(test, '/') - test), test)
                   : "tests/golden/screens";
}

void golden_text(const char *test, const char *name, const char *text) {
    struct arena arena = {0};
    struct error e;
    size_t size;
    const char *kind = strrchr(name, '.'), *path = arena_format(&arena, "%s/%s", folder_of(test, &arena), name);
    for (int i = 0; i < count; i++)
        if (strcmp(seen[i], path) == 0)
            fail_msg("%s: two tests have this name", path);
    assert_true(kind && count < FILES && strlen(path) < sizeof *seen);
    strcpy(seen[count++], path);
    assert_printable(name, text);
    if (strcmp(kind, ".svg") == 0 || strcmp(kind, ".html") == 0)
        text = lines_of(text, &arena);
    if (getenv("REGENERATE") && !file_write(path, text, strlen(text), &e))
        fail_msg("%s", e.text);
    const unsigned char *file = file_read(path, 1 << 24, &arena, &size, &e);
    if (!file)
        fail_msg("%s", e.text);
    if (size != strlen(text) || memcmp(file, text, size) != 0)
        fail_msg("%s has\n%.*s\nbut this was drawn:\n%s", path, (int)size, file, text);
    arena_free(&arena);
}

static void write_text(FILE *f, const char *head, const char *text) {
    if (text && *text)
        fprintf(f, "%s: %s\n", head, text);
}

void golden_chart(const char *test, const char *name, const struct chart *c) {
    char *text, at[CHART_X];
    size_t size;
    FILE *f = open_memstream(&text, &size);
    write_text(f, "title", c->title);
    write_text(f, "subtitle", c->subtitle);
    write_text(f, "note", c->note);
    write_text(f, "in words", c->describe);
    fprintf(f, "%s: %g to %g%s, at", c->x_title, c->x_low, c->x_high, c->log_x ? ", logarithmic" : "");
    for (int i = 0; i < c->ticks; i++)
        fprintf(f, " %s", chart_x(c, c->tick[i], at));
    fprintf(f, "\n%s: %g to %g\n", c->y_title, c->y_low, c->y_high);
    if (c->trained.high)
        fprintf(f, "trained: %d to %d\n", c->trained.low, c->trained.high);
    csv_chart(f, c);
    fclose(f);
    golden_text(test, name, text);
    free(text);
}

void golden_svg(const char *test, const char *name, const struct chart *c, const struct svg_size *file) {
    struct drawing_text d;
    golden_text(test, name, drawing_of_chart(&d, c, file));
    drawing_free(&d);
}

/* Where all groups ran, each file was read; those of rooms that are not built are nobody's. */
TEST(all_are_read) {
    glob_t found;
    if (!tests_run_all())
        skip();
    assert_int_equal(glob("tests/golden/screens/*", 0, NULL, &found), 0);
    for (const struct room *const *room = rooms; *room; room++) {
        char pattern[64];
        snprintf(pattern, sizeof pattern, "tests/rooms/%s/golden/*.*", (*room)->name);
        glob(pattern, GLOB_APPEND, NULL, &found);
    }
    for (size_t k = 0; k < found.gl_pathc; k++) {
        int i = 0;
        while (i < count && strcmp(seen[i], found.gl_pathv[k]) != 0)
            i++;
        if (i == count)
            fail_msg("%s: no test reads it", found.gl_pathv[k]);
    }
    globfree(&found);
}

GROUP(golden_files, NULL, NULL)
