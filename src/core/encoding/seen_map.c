/* seen_map.c -- the maps of seen.h: the numbers come from the hooks, what is hatched from `out` alone. */
#include <math.h>
#include <string.h>

#include "encoding/seen.h"

static const double TURN = 6.283185307179586;

static void map_open(struct seen_map *map, int rows, const struct encoding_seen *s, const struct seen_of *of) {
    map->m = matrix_alloc(rows, s->length, of->arena);
    map->hatched = arena_alloc(of->arena, (size_t)rows * s->length, sizeof *map->hatched);
}

/* Of a column that is drawn as row i, without the factor on all of them. */
static void map_column(struct seen_map *map, int i, const real *x, const struct encoding_built *b, const bool *out) {
    for (int t = 0; t < map->m.columns; t++)
        matrix_row(&map->m, i)[t] = (double)x[(size_t)t * b->size.d_model] / b->scale;
    memcpy(map->hatched + (size_t)i * map->m.columns, out, (size_t)map->m.columns * sizeof *out);
}

/* Of a table each column is unseen where its row is; a row that is not there was never met, either. */
static void map_rows(struct seen_map *map, const struct encoding_seen *s, const struct seen_of *of) {
    const struct encoding_built *b = of->now->built;
    const real *x = seen_columns_of(of->now, of);
    map_open(map, b->width, s, of);
    for (int c = 0; c < b->width; c++)
        map_column(map, c, x + c, b, s->out);
}

/* Group by group. */
static void map_columns(struct seen_map *map, const struct encoding_seen *s, const struct seen_of *of) {
    const real *x = seen_columns_of(of->now, of);
    const char **group = arena_alloc(of->arena, (size_t)s->units, sizeof *group);
    bool *drawn = arena_alloc(of->arena, (size_t)s->units, sizeof *drawn);
    int rows = 0;
    map_open(map, s->units, s, of);
    for (int first = 0; first < s->units; first++) {
        bool done = drawn[first];
        for (int c = first; c < s->units && !done; c++)
            if (!drawn[c] && s->unit[c].group == s->unit[first].group) {
                drawn[c] = true;
                group[rows] = s->unit[c].group;
                map_column(map, rows++, x + c, of->now->built, s->out + (size_t)c * s->length);
            }
    }
    map->group = s->unit->group ? group : NULL;
}

/* The row that asks, and a word so far from it. */
static int asking(const struct seen_map *map, int length) { return map->earlier ? length - 1 : 0; }
static int word(const struct seen_map *map, int distance, int length) {
    return map->earlier ? length - 1 - distance : distance;
}

/* From minus half a turn to half a turn. */
static void map_pairs(struct seen_map *map, const struct encoding_seen *s, const struct seen_of *of) {
    map_open(map, s->units, s, of);
    memcpy(map->hatched, s->out, (size_t)s->units * s->length * sizeof *s->out);
    for (int d = 0; d < s->length; d++) {
        double from = fmax(encoding_read_as(of->now, asking(map, s->length)), 0),
               to = fmax(encoding_read_as(of->now, word(map, d, s->length)), 0);
        for (int i = 0; i < s->units; i++)
            matrix_row(&map->m, i)[d] =
                s->alone && d ? (double)NAN : remainder(fabs(to - from) * s->unit[i].step_now, TURN);
    }
}

/* What is added to the scores of one row that asks. */
static void map_side(struct seen_map *map, int first, const struct encoding_seen *s, const struct seen_of *of) {
    const struct encoding_built *b = of->now->built;
    int heads = b->size.heads, n = s->length, query = asking(map, n);
    int *position = arena_alloc(of->arena, (size_t)n, sizeof *position);
    real *score = arena_alloc(of->arena, (size_t)heads * n, sizeof *score);
    for (int t = 0; t < n; t++)
        position[t] = t;
    b->kind->bias(of->now, of->weights, score, (struct span){1, &query}, (struct span){n, position});
    for (int i = 0; i < heads; i++)
        for (int d = 0; d < n; d++) {
            matrix_row(&map->m, first + i)[d] =
                s->alone && d ? (double)NAN : (double)score[(size_t)i * n + word(map, d, n)];
            map->hatched[(size_t)(first + i) * n + d] = s->out[d];
        }
}

static void map_scores(struct seen_map *map, const struct encoding_seen *s, const struct seen_of *of) {
    int heads = of->now->built->size.heads;
    map->both_sides = s->both_sides;
    map_open(map, (1 + s->both_sides) * heads, s, of);
    for (int side = 0; side <= s->both_sides; side++) {
        map->earlier |= side > 0;
        map_side(map, side * heads, s, of);
    }
}

void seen_map(struct seen_map *map, const struct encoding_seen *s, const struct seen_of *of) {
    struct seen_reach reach = seen_reach(of, s->length);
    *map = (struct seen_map){.earlier = !reach.ahead && reach.back};
    switch (s->kind) {
    case SEEN_NOTHING:
    case SEEN_COUNTS: break;
    case SEEN_ROWS: map_rows(map, s, of); break;
    case SEEN_COLUMNS: map_columns(map, s, of); break;
    case SEEN_PAIRS: map_pairs(map, s, of); break;
    default: map_scores(map, s, of);
    }
}
