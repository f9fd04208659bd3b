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

/* The text after occurrence `nth` (from 0) of a part, or "" if there are fewer; and the number there. */
static inline const char *drawing_after(const char *text, const char *part, int nth) {
    for (; (text = strstr(text, part)) && nth > 0; text += strlen(part))
        nth--;
    return text ? text + strlen(part) : "";
}

static inline double drawing_number(const char *text, const char *part, int nth) {
    double number = 0;
    if (sscanf(drawing_after(text, part, nth), "%lf", &number) != 1)
        fail_msg("no number after %s", part);
    return number;
}

/* The position of an axis label: x (or y) of the first text element with exactly this text. */
static inline double drawing_label(const char *text, const char *label, char axis) {
    char part[64], before[] = {' ', axis, '=', '\'', 0};
    snprintf(part, sizeof part, ">%s</text>", label);
    const char *at = strstr(text, part);
    while (at && at > text && strncmp(at, before, sizeof before - 1) != 0)
        at--;
    return drawing_number(at ? at : "", before, 0);
}

static inline void assert_has(const char *text, const char *part) {
    if (!strstr(text, part))
        fail_msg("%s\nis not in\n%s", part, text);
}

static inline void assert_lacks(const char *text, const char *part) {
    if (strstr(text, part))
        fail_msg("%s\nis in\n%s", part, text);
}
