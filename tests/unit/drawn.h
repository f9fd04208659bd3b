/* drawn.h -- tables of the lopsided comparison (lopsided.h), drawn into memory, so that tests can read them. */
#pragma once

#include <stdio.h>

#include "draw/table.h"
#include "study/comparison.h"

/* The comparison, a table to fill from it, and what was drawn last. */
struct drawn {
    struct comparison_result c;
    struct arena arena;
    struct table t;
    struct screen s;
    char *text;
    size_t size;
};

void drawn_begin(struct drawn *d);
void drawn_end(struct drawn *d);
/* A test of such a comparison, `d`. */
void drawn_test(void (*test)(struct drawn *));
#define DRAWN_TEST(name)                          \
    static void of_drawn_##name(struct drawn *d); \
    TEST(name) { drawn_test(of_drawn_##name); }   \
    static void of_drawn_##name(struct drawn *d)
/* What is written there until it is closed is the text. */
FILE *drawn_paper(struct drawn *d);
/* The table: on a screen of that width, as HTML, as CSV. */
void drawn_terminal(struct drawn *d, int width);
void drawn_html(struct drawn *d);
void drawn_csv(struct drawn *d);
/* On a screen of that width it is what a golden file has (golden.h). */
#define drawn_golden(d, width, name) drawn_golden_of(__FILE__, d, width, name)
void drawn_golden_of(const char *test, struct drawn *d, int width, const char *name);
void drawn_has(const struct drawn *d, const char *text);
