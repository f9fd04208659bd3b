/* view.h -- an encoding or a trained model to look at, told once: as sentences, maps and numbers on a screen, or as one
 * JSON document. A view calls what follows in the order of the page; each call draws, or adds to the document. */
#pragma once

#include <jansson.h>

#include "measure/embedding_parts.h"
#include "measure/encoding_view.h"
#include "measure/model_example.h"
#include "measure/position_table.h"
#include "present/heat.h"

struct view {
    const struct screen *s;
    json_t *json;                       /* NULL: it is drawn */
    int positions, offset, head, count; /* as the user wants them, the head from 1; 0: what is usual */
};

/* On a screen alone. */
void view_say(const struct view *v, int indent, const char *format, ...) PRINTF_LIKE(3, 4);
void view_gap(const struct view *v);
void view_numbers(const struct view *v, const struct numbers *n);
/* In the document alone; null where there is no finite number. `value` is taken over. */
void view_set(const struct view *v, const char *key, json_t *value);
void view_set_list(const struct view *v, const char *key, const double *number, int count);
/* A map; in the document its numbers. */
void view_heat(const struct view *v, const char *key, const struct heat *h);

/* "head 1" and so on for heads first..first+count-1. */
const char **view_head_names(int first, int count, struct arena *arena);

/* ---- Of an encoding, drawn so that its title is in view. Errors, EXIT_USAGE: it makes no sense for the encoding */

enum { VIEW_OFFSET = 5, VIEW_WAVES = 16 };

typedef bool (*view_of_encoding)(const struct view *v, struct encoding_view *of, struct error *e);
bool view_encoding(const struct view *v, const char *name, view_of_encoding tell, struct encoding_view *of,
                   struct error *e);
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
