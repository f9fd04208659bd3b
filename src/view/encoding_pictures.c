/* encoding_pictures.c -- what an encoding gives to positions, which are alike, whether a shift is one matrix; see
 * pictures.h.
 */
#include <math.h>

#include "base/text.h"
#include "measure/geometry.h"
#include "view/pictures.h"

/* The encoding of a run, opened for some positions. */
struct opened {
    struct encoding_weights weights;
    struct encoding_use use;
    int positions, trained;
    const struct policy *policy;
};

static bool open_encoding(struct opened *o, const struct run *r, struct fill_positions of, struct arena *arena,
                          struct error *e) {
    const struct encoding_built *b = &r->model.encoding;
    o->weights = model_encoding_weights(&r->model, NULL);
    o->trained = b->size.trained;
    o->positions = of.count ? of.count : 2 * o->trained;
    o->policy = of.policy;
    return encoding_use_open(&o->use, b, &o->weights, o->policy, o->positions, arena, e);
}

static bool no_vectors(const struct run *r, struct error *e) {
    return error_set(e, EXIT_USAGE, "encoding %s gives no vectors to positions", r->model.encoding.kind->name);
}

/* Scale, texts and edges; where it is square columns are positions, too. */
static void fill(struct heat *m, struct matrix from, const char *what, const struct run *r, const struct opened *o,
                 struct arena *arena) {
    const struct encoding_built *b = &r->model.encoding;
    bool bends = o->policy != b->policies[0] && o->positions > o->trained;
    m->m = from;
    m->high = matrix_limit(&from);
    m->low = -m->high;
    m->row = (struct heat_axis){.title = "position", .edge = o->trained < o->positions ? o->trained : 0};
    m->column.edge = m->square ? m->row.edge : 0;
    m->edge_says = "the line marks the last trained position";
    m->describe =
        arena_format(arena, "%s, encoding %s, positions 0 to %d; training had 0 to %d%s%s.", what, b->kind->name,
                     o->positions - 1, o->trained - 1, bends ? "; beyond them: " : "", bends ? o->policy->name : "");
    m->title = arena_format(arena, "%s: %s", what, b->kind->name);
    fill_model(m, r, arena);
}

bool fill_vectors(struct heat *m, const struct run *r, struct fill_positions of, struct arena *arena, struct error *e) {
    struct opened o;
    struct matrix vectors;
    if (!open_encoding(&o, r, of, arena, e))
        return false;
    bool has = geometry_vectors(&vectors, &o.use, &o.weights, o.positions, arena);
    bool rotates = has && !r->model.encoding.kind->embed;
    if (!has && !geometry_bias(&vectors, &o.use, &o.weights, 0, o.positions, arena))
        return no_vectors(r, e);
    *m = (struct heat){.value_title = !has      ? "added to the score, head 1"
                                      : rotates ? "a query of ones, rotated"
                                                : "value",
                       .square = !has};
    m->column.title = !has ? "position attended to" : rotates ? "column of a head" : "column";
    fill(m, vectors, has ? "Vectors of positions" : "What is added to scores, by pair of positions", r, &o, arena);
    return true;
}

bool fill_similarity(struct heat *m, const struct run *r, struct fill_positions of, struct arena *arena,
                     struct error *e) {
    struct opened o;
    struct matrix vectors;
    if (!open_encoding(&o, r, of, arena, e))
        return false;
    if (!geometry_vectors(&vectors, &o.use, &o.weights, o.positions, arena))
        return no_vectors(r, e);
    *m = (struct heat){.value_title = "dot product", .column.title = "other position", .square = true};
    fill(m, geometry_similarity(&vectors, arena), "Dot products of the vectors of positions", r, &o, arena);
    return true;
}

/* ---- Shifts */

static const char *describe_shift(const struct chart *c, struct arena *arena) {
    char text[4096] = "Error of the best matrix from position t to t + k in percent, against k. ";
    for (int k = 0; k < c->curves; k++) {
        const struct chart_curve *v = &c->curve[k];
        text_append(text, sizeof text, "%s: %.1f at k = 1, %.1f at k = %g. ", v->name, v->point[0].y,
                    v->point[v->points - 1].y, v->point[v->points - 1].x);
    }
    return arena_text(arena, text);
}

bool fill_shift(struct chart *c, const char *name, const struct run *r, struct fill_positions of, struct arena *arena,
                struct error *e) {
    struct opened o;
    struct matrix vectors;
    struct shift shift;
    of.count = of.count ? of.count : 4 * r->model.config.d_model;
    if (!open_encoding(&o, r, of, arena, e))
        return false;
    if (!geometry_vectors(&vectors, &o.use, &o.weights, o.positions, arena))
        return no_vectors(r, e);
    struct chart_curve *v = chart_add_curve(c, name, encoding_sign(r->model.encoding.kind), o.trained, arena);
    for (int k = 1; k <= o.trained && geometry_shift(&shift, &vectors, k); k++) {
        v->point[v->points] = chart_number(k, 100 * shift.error);
        v->point[v->points++].n = shift.fitted;
    }
    if (v->points < 2)
        return error_set(e, EXIT_USAGE, "%d positions are too few for vectors of %d columns: every table would fit",
                         o.positions, vectors.columns);
    c->title = "Is moving by k positions one matrix?";
    c->subtitle = "error of the best T_k from position t to t + k, by least squares over all t";
    c->x_title = "k, positions shifted";
    c->y_title = "error of the best T_k in %";
    c->digits = 1;
    c->x_low = 1;
    c->y_most = HUGE_VAL;
    c->x_high = fmax(c->x_high, v->points);
    c->describe = describe_shift(c, arena);
    chart_fit(c);
    return true;
}

void fill_model(struct heat *m, const struct run *r, struct arena *arena) {
    char label[SETTING_TEXT_MAX];
    settings_label(&r->settings, label, sizeof label);
    m->subtitle = arena_format(arena, r->step ? "task %s, %s, seed %d, %d steps" : "task %s, %s, seed %d, not trained",
                               r->settings.task->name, label, r->settings.train.seed, run_weights_step(r));
}
