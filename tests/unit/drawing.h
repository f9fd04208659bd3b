/* drawing.h -- pictures and files in memory, so that tests can look at what was drawn. */
#pragma once

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "draw/screen.h"
#include "draw/svg.h"
#include "unit/tests.h"

/* What is drawn, as a text to be freed by drawing_free. */
struct drawing_text {
    FILE *f;
    char *text;
    size_t size;
};

static inline FILE *drawing_open(struct drawing_text *d) {
    d->f = open_memstream(&d->text, &d->size);
    assert_non_null(d->f);
    return d->f;
}

static inline const char *drawing_close(struct drawing_text *d) {
    fclose(d->f);
    return d->text;
}

static inline void drawing_free(struct drawing_text *d) { free(d->text); }

static inline const char *drawing_of_chart(struct drawing_text *d, const struct chart *c, const struct svg_size *file) {
    struct html h = {.f = drawing_open(d)};
    svg_chart(&h, c, file);
    return drawing_close(d);
}

static inline const char *drawing_of_heat(struct drawing_text *d, const struct heat *m, const struct svg_size *file) {
    struct html h = {.f = drawing_open(d)};
    svg_heat(&h, m, file);
    return drawing_close(d);
}

/* How often a part stands in a text. */
static inline int drawing_count(const char *text, const char *part) {
    int count = 0;
    for (; (text = strstr(text, part)); text += strlen(part))
        count++;
    return count;
}

static inline void assert_has(const char *text, const char *part) {
    if (!strstr(text, part))
        fail_msg("%s\nis not in\n%s", part, text);
}

static inline void assert_lacks(const char *text, const char *part) {
    if (strstr(text, part))
        fail_msg("%s\nis in\n%s", part, text);
}
