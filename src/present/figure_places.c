/* figure_places.c -- see figure_places.h. */
#include "present/figure_places.h"

#include <math.h>
#include <stdio.h>

#include "base/text.h"
#include "measure/geometry.h"

/* The encoding of a run, opened for some places. */
struct opened {
    struct encoding_weights weights;
    struct encoding_use use;
    int places, trained;
    const struct policy *beyond;
};

static bool open_encoding(struct opened *o, const struct run *r, struct figure_reach reach, struct arena *arena,
                          struct error *e) {
    const struct encoding_built *b = &r->model.encoding;
    o->weights = model_encoding_weights(&r->model, NULL);
    o->trained = b->size.trained;
    o->places = reach.count ? reach.count : 2 * o->trained;
    o->beyond = reach.beyond;
    return encoding_use_open(&o->use, b, &o->weights, o->beyond, o->places, arena, e);
}

static bool no_vectors(const struct run *r, struct error *e) {
    return error_set(e, EXIT_USAGE, "encoding %s gives no vectors to places", r->model.encoding.kind->name);
}

/* A scale about 0 that takes in all. */
static void fill(struct figure_heat *m, const struct matrix *from) {
    double most = 0;
    for (int i = 0; i < from->rows * from->columns; i++)
        most = fabs(from->value[i]) > most ? fabs(from->value[i]) : most;
    m->rows = from->rows;
    m->columns = from->columns;
    m->value = from->value;
    m->high = most > 0 ? most : 1;
    m->low = -m->high;
}

static const char *describe(struct arena *arena, const char *what, const struct run *r, const struct opened *o) {
    char text[512];
    bool bends = o->beyond != r->model.encoding.policies[0] && o->places > o->trained;
    snprintf(text, sizeof text, "%s, encoding %s, places 0 to %d; training had 0 to %d%s%s.", what,
             r->model.encoding.kind->name, o->places - 1, o->trained - 1, bends ? "; beyond them: " : "",
             bends ? o->beyond->name : "");
    return arena_text(arena, text);
}

bool figure_vectors(struct figure_heat *m, const struct run *r, struct figure_reach reach, struct arena *arena,
                    struct error *e) {
    struct opened o;
    struct matrix vectors;
    if (!open_encoding(&o, r, reach, arena, e))
        return false;
    bool has = geometry_vectors(&vectors, &o.use, &o.weights, o.places, arena);
    bool turns = has && !r->model.encoding.kind->embed;
    bool bias = !has && geometry_bias(&vectors, &o.use, &o.weights, 0, o.places, arena);
    if (!has && !bias)
        return no_vectors(r, e);
    *m = (struct figure_heat){
        .row_title = "place",
        .column_title = bias    ? "place attended to"
                        : turns ? "column of a head"
                                : "column",
        .value_title = bias    ? "added to the score, head 1"
                       : turns ? "a query of ones, turned"
                               : "value",
        .row_edge = o.trained < o.places ? o.trained : 0,
        .column_edge = bias && o.trained < o.places ? o.trained : 0,
    };
    fill(m, &vectors);
    m->describe = describe(arena, bias ? "What is added to scores, by pair of places" : "The vectors of places", r, &o);
    return true;
}

bool figure_similarity(struct figure_heat *m, const struct run *r, struct figure_reach reach, struct arena *arena,
                       struct error *e) {
    struct opened o;
    struct matrix vectors;
    if (!open_encoding(&o, r, reach, arena, e))
        return false;
    if (!geometry_vectors(&vectors, &o.use, &o.weights, o.places, arena))
        return no_vectors(r, e);
    struct matrix square = geometry_similarity(&vectors, arena);
    int edge = o.trained < o.places ? o.trained : 0;
    *m = (struct figure_heat){.row_title = "place",
                              .column_title = "place",
                              .value_title = "dot product",
                              .row_edge = edge,
                              .column_edge = edge};
    fill(m, &square);
    m->describe = describe(arena, "Dot products of the vectors of all pairs of places", r, &o);
    return true;
}

bool figure_shift(struct figure_chart *c, const char *name, const struct run *r, struct figure_reach reach,
                  struct arena *arena, struct error *e) {
    struct opened o;
    struct matrix vectors;
    struct shift shift;
    reach.count = reach.count ? reach.count : 4 * r->model.config.d_model;
    if (!open_encoding(&o, r, reach, arena, e))
        return false;
    if (!geometry_vectors(&vectors, &o.use, &o.weights, o.places, arena))
        return no_vectors(r, e);
    struct figure_curve *v = &c->curve[c->curves];
    *v = (struct figure_curve){.name = name, .colour = c->curves++};
    v->point = arena_take(arena, (size_t)o.trained, sizeof *v->point);
    for (int k = 1; k <= o.trained && geometry_shift(&shift, &vectors, k); k++)
        v->point[v->points++] = (struct figure_point){k, k, 100 * shift.error, (double)NAN, (double)NAN, shift.fitted};
    c->x_high = o.trained > c->x_high ? o.trained : c->x_high;
    return v->points > 1 || error_set(e, EXIT_USAGE,
                                      "%d places are too few for vectors of %d columns: every table would "
                                      "fit",
                                      o.places, vectors.columns);
}
