/* view.h -- what a view writes with, once for all who show it: a screen, a page or files of pictures, and one JSON
 * document. A view calls what follows in the order of the page; each call goes to those of the three that there are. */
#pragma once

#include "draw/picture.h"
#include "format/json_put.h"
#include "measure/encoding_alone.h"
#include "view/kinds.h"

/* Sentences in the order in which they were said. */
struct view_texts {
    int count;
    const char **text;
};
/* Adds a copy of a text. */
void view_texts_add(struct view_texts *list, const char *text, struct arena *arena);

/* What a page gets: sentences, and pictures as they are drawn. It starts as zeros and its arena. */
struct view_page {
    struct arena *arena;
    struct view_texts title, sees, sentences; /* what is shown, what one sees in it, the rest */
    void (*draw)(struct view_page *page, const struct picture *p);
    void *to; /* of whoever draws */
};

struct view {
    const struct view_kind *kind;
    const struct screen *s;                    /* NULL: no screen */
    struct json_writer *json;                  /* an object that is open; NULL: no document */
    struct view_page *page;                    /* NULL: no page */
    int positions, words, offset, head, count; /* as the user wants them, the head from 1; 0: what is usual */
};

/* A sentence, on a screen and in a page: what is shown; anything; what one sees. */
void view_title(const struct view *v, const char *format, ...) PRINTF_LIKE(2, 3);
void view_say(const struct view *v, int indent, const char *format, ...) PRINTF_LIKE(3, 4);
void view_sees(const struct view *v, const char *format, ...) PRINTF_LIKE(2, 3);
/* The same view for its page alone. */
struct view view_of_page(const struct view *v);
/* On a screen alone; numbers below their caption. */
void view_gap(const struct view *v);
void view_numbers(const struct view *v, const struct screen_matrix *n, const char *format, ...) PRINTF_LIKE(3, 4);
/* A map; in the document its numbers, row by row. */
void view_heat(const struct view *v, const char *key, const struct heat *h);
/* A map or a chart in a page alone. One that does not describe itself is described by the sentence before it, which
 * there must be. */
void view_picture(const struct view *v, const struct heat *h);
void view_chart(const struct view *v, const struct chart *c);

/* "head 1" and so on for heads first..first+count-1. */
const char **view_head_names(int first, int count, struct arena *arena);

/* ---- What views of an encoding share (view_encoding.c) */

enum { VIEW_OFFSET = 5, VIEW_WAVES = 16 };

/* What is shown, which each begins with once it makes sense; a map with the boundary of training, where something
 * changes beyond it. */
void view_encoding_head(const struct view *v, const struct encoding_alone *of);
void view_encoding_heat(const struct view *v, const struct encoding_alone *of, const char *key, struct matrix m,
                        bool square);
/* "62832", "straight", "no wave". */
const char *view_wavelength(double wave, char text[32]);

/* ---- Others */

/* An example: its words with rows, segments and positions. */
void view_example(const struct view *v, const struct model_example *x);
/* The same words in two orders, as it shows them to an untrained layer. */
struct order_demo;
void view_same_words(const struct view *v, const struct order_demo *w);
