/* view.h -- an encoding or a trained model to look at, told once: as sentences, maps and numbers on a screen, as
 * sentences and pictures for a page, and as one JSON document. A view calls what follows in the order of the page; each
 * call goes to those of the three that there are. */
#pragma once

#include <jansson.h>

#include "draw/svg.h"
#include "measure/embedding_parts.h"
#include "measure/encoding_view.h"
#include "measure/model_example.h"
#include "tables/position_table.h"

/* What a page gets. */
struct view_page {
    json_t *title, *sees, *sentences,
        *svg;                    /* arrays of texts: what is shown, what one sees in it, the rest; pictures */
    const struct svg_size *size; /* of a picture */
};

struct view {
    const struct screen *s;             /* NULL: no screen */
    json_t *json;                       /* NULL: no document */
    struct view_page *page;             /* NULL: no page */
    int positions, offset, head, count; /* as the user wants them, the head from 1; 0: what is usual */
};

/* A sentence, on a screen and in a page: what is shown; anything; what one sees. */
void view_title(const struct view *v, const char *format, ...) PRINTF_LIKE(2, 3);
void view_say(const struct view *v, int indent, const char *format, ...) PRINTF_LIKE(3, 4);
void view_sees(const struct view *v, const char *format, ...) PRINTF_LIKE(2, 3);
/* The same view for its page alone. */
static inline struct view view_of_page(const struct view *v) { return (struct view){.page = v->page}; }
/* On a screen alone; numbers below their caption. */
void view_gap(const struct view *v);
void view_numbers(const struct view *v, const struct screen_matrix *n, const char *format, ...) PRINTF_LIKE(3, 4);
/* In the document alone; null where there is no finite number. `value` is taken over. */
void view_set(const struct view *v, const char *key, json_t *value);
void view_set_list(const struct view *v, const char *key, const double *number, int count);
/* A map; in the document its numbers. In a page the sentence before it describes it. */
void view_heat(const struct view *v, const char *key, const struct heat *h);
/* A map or a chart in a page alone. */
void view_picture(const struct view *v, const struct heat *h);
void view_chart(const struct view *v, struct chart *c);

/* "head 1" and so on for heads first..first+count-1. */
const char **view_head_names(int first, int count, struct arena *arena);

/* ---- Of an encoding, drawn so that its title is in view. Errors, EXIT_USAGE: it makes no sense for the encoding */

enum { VIEW_OFFSET = 5, VIEW_WAVES = 16 };

typedef bool (*view_of_encoding)(const struct view *v, struct encoding_view *of, struct error *e);
/* Those there are; the one of that name. Error, EXIT_USAGE: there is none. */
struct view_kind {
    const char *name;
    view_of_encoding tell;
};
extern const struct view_kind view_kinds[]; /* ended by a NULL name; the first is the usual one */
const struct view_kind *view_find(const char *name, struct error *e);
bool view_encoding(const struct view *v, const struct view_kind *kind, struct encoding_view *of, struct error *e);
bool view_matrix(const struct view *v, struct encoding_view *of, struct error *e);
bool view_waves(const struct view *v, struct encoding_view *of, struct error *e);
bool view_similarity(const struct view *v, struct encoding_view *of, struct error *e);
bool view_shift(const struct view *v, struct encoding_view *of, struct error *e);
bool view_nearest(const struct view *v, struct encoding_view *of, struct error *e);
/* What those share: what is shown, which each begins with once it makes sense; a map with the boundary of training,
 * where something changes beyond it; "62832", "straight", "no wave". */
void view_encoding_head(const struct view *v, const struct encoding_view *of);
void view_encoding_heat(const struct view *v, const struct encoding_view *of, const char *key, struct matrix m,
                        bool square);
const char *view_wavelength(double wave, char text[32]);

/* The same words in two orders, as it shows them to an untrained layer. */
struct order_demo;
void view_same_words(const struct view *v, const struct order_demo *w);

/* ---- Of a trained model */

/* An example: its words with rows, segments and positions. */
void view_example(const struct view *v, const struct model_example *x);
typedef bool (*view_of_example)(const struct view *v, const struct model_example *x, struct error *e);
/* How the rows that attention sees are made, table by table: v->count of them in numbers. */
bool view_embedding(const struct view *v, const struct model_example *x, struct error *e);
/* Who attends to whom, head by head. Errors, EXIT_USAGE: no attention, no such head. */
bool view_attention(const struct view *v, const struct model_example *x, struct error *e);
/* The table of positions, which of its rows training ever moved, and where it ends. */
void view_positions(const struct view *v, const struct position_table *t);

/* ---- Of tables of positions: what was measured on them, the first two as maps; each number is said in a sentence. */
struct shown_tables;
void view_tables(const struct view *v, const struct shown_tables *t);

/* ---- Of an evaluation: how its answers are spread over labels, with v->count of the most frequent mistakes. */
struct label_scores;
void view_confusion(const struct view *v, const struct label_scores *c);
