/* recurrent.c -- runs a recurrence over a batch; see recurrent.h.
 *
 * All sequences take a step together. Their rows are laid out step by step: those of step 0, then those of step 1, ...,
 * the sequences with most steps first, so that the rows of a step continue the first rows of the step before. A row's
 * number there is its slot. A sequence takes only as many steps as its targets need. */
#include "model/recurrent.h"

#include <stdio.h>
#include <string.h>

#include "maths/layers.h"
#include "maths/matmul.h"
#include "maths/vector.h"
#include "model/known_rows.h"

enum { FORTH, BACK, WAYS_MAX };

struct options {
    int bidirectional;
};

const struct setting recurrent_options[] = {
    {"recurrent.bidirectional", SETTING_CHOICE, offsetof(struct options, bidirectional), "yes", 0, 0, "no|yes",
     "a second recurrence, from the end to the start; without it a position sees only earlier ones; not set: yes, but "
     "no where model.causal = yes"},
    {0},
};

/* The weights of one way: W_ih, W_hh (G d, d), b_ih, b_hh (G d). */
struct way_weights {
    size_t input, input_bias, hidden, hidden_bias;
};

struct recurrent {
    int ways;
    struct way_weights way[WAYS_MAX];
    struct linear output; /* (D, ways * D) */
};

/* The arrays of one way, by slot. */
struct way {
    int steps;
    int *first;          /* (steps + 1) the first slot of each step */
    int *row;            /* (slots) the batch's row */
    int *target_slot;    /* (A) the slot of each target */
    int *rank;           /* (B) the rank of each sequence, those with most steps first */
    real *in, *h;        /* (N, d) z of each slot; the step's output */
    real *memory, *gate; /* (N, d), (N, G d) */
    real *from; /* (A, G d) one step: W_hh h_prev + b_hh, or its gradient; A rows are enough, as each sequence has a
                   target */
};

struct recurrent_arrays {
    struct way way[WAYS_MAX];
    real *mixed; /* (A, ways * D) h at the targets */
};

static const struct cell *cell_of(const struct model *m) { return m->mixer->kind; }

static void declare_way(struct model *m, struct way_weights *w, const char *suffix) {
    char name[PARAMS_NAME];
    int d = m->config.d_model, gate_width = cell_of(m)->gates * d;
    snprintf(name, sizeof name, MODEL_LAYER "recurrent.weight_ih_l0%s", suffix);
    w->input = declare_matrix(m, name, gate_width, d);
    snprintf(name, sizeof name, MODEL_LAYER "recurrent.weight_hh_l0%s", suffix);
    w->hidden = declare_matrix(m, name, gate_width, d);
    snprintf(name, sizeof name, MODEL_LAYER "recurrent.bias_ih_l0%s", suffix);
    w->input_bias = params_vector(&m->params, name, gate_width, 0);
    snprintf(name, sizeof name, MODEL_LAYER "recurrent.bias_hh_l0%s", suffix);
    w->hidden_bias = params_vector(&m->params, name, gate_width, 0);
}

bool recurrent_build(struct model *m, struct arena *arena, struct error *e) {
    const struct options *o = m->mixer_options;
    struct recurrent *r = arena_alloc(arena, 1, sizeof *r);
    int d = m->config.d_model;
    if (o->bidirectional && m->config.causal)
        return error_set(e, EXIT_USAGE,
                         "recurrent.bidirectional = yes looks at later rows, which model.causal = yes forbids");
    r->ways = o->bidirectional ? 2 : 1;
    for (int k = 0; k < r->ways; k++)
        declare_way(m, &r->way[k], k == BACK ? "_reverse" : "");
    r->output = declare_linear(m, MODEL_LAYER "recurrent.output.dense", d, r->ways * d);
    m->mixing = r;
    m->sees_later = o->bidirectional;
    m->whole_rows = true;
    return true;
}

void *recurrent_alloc(const struct model *m, const struct workspace *w, struct arena *arena) {
    const struct recurrent *r = m->mixing;
    struct recurrent_arrays *a = arena_alloc(arena, 1, sizeof *a);
    int n = w->rows, d = m->config.d_model, gate_width = cell_of(m)->gates * d;
    for (int k = 0; k < r->ways; k++) {
        struct way *way = &a->way[k];
        way->first = arena_alloc(arena, (size_t)n + 2, sizeof *way->first);
        way->row = arena_alloc(arena, (size_t)n, sizeof *way->row);
        way->target_slot = arena_alloc(arena, (size_t)w->targets, sizeof *way->target_slot);
        way->rank = arena_alloc(arena, (size_t)n, sizeof *way->rank);
        way->in = mixer_alloc(arena, n, d);
        way->h = mixer_alloc(arena, n, d);
        way->memory = mixer_alloc(arena, n, d);
        way->gate = mixer_alloc(arena, n, gate_width);
        way->from = mixer_alloc(arena, w->targets, gate_width);
    }
    a->mixed = mixer_alloc(arena, w->targets, r->ways * d);
    return a;
}

/* ---- The layout */

/* The step that reads a row. */
static int step_of(const struct batch *b, int sequence, int row, int way) {
    return way == BACK ? b->start[sequence + 1] - 1 - row : row - b->start[sequence];
}

/* Steps up to its last target. */
static int steps_of(const struct batch *b, int sequence, int way) {
    int steps = 0;
    for (int i = b->target_start[sequence]; i < b->target_start[sequence + 1]; i++) {
        int step = step_of(b, sequence, b->target[i], way);
        steps = step >= steps ? step + 1 : steps;
    }
    return steps;
}

/* Ranks the sequences by their steps, most first, earlier ones first among equals. */
static void rank(struct way *w, const struct batch *b, int way) {
    int longest = 0, *more = w->first; /* for now: how many sequences have more steps */
    for (int s = 0; s < b->sequences; s++)
        longest = steps_of(b, s, way) > longest ? steps_of(b, s, way) : longest;
    memset(more, 0, ((size_t)longest + 1) * sizeof *more);
    for (int s = 0; s < b->sequences; s++)
        for (int t = steps_of(b, s, way) - 1; t >= 0; t--)
            more[t]++;
    w->steps = longest;
    for (int s = 0; s < b->sequences; s++)
        w->rank[s] = more[steps_of(b, s, way)]++;
}

static void lay_out(struct way *w, const struct batch *b, int way) {
    rank(w, b, way);
    memset(w->first, 0, ((size_t)w->steps + 1) * sizeof *w->first);
    for (int s = 0; s < b->sequences; s++)
        for (int t = steps_of(b, s, way); t > 0; t--)
            w->first[t]++;
    for (int t = 0; t < w->steps; t++)
        w->first[t + 1] += w->first[t];
    for (int s = 0; s < b->sequences; s++) {
        for (int t = steps_of(b, s, way) - 1; t >= 0; t--)
            w->row[w->first[t] + w->rank[s]] = way == BACK ? b->start[s + 1] - 1 - t : b->start[s] + t;
        for (int i = b->target_start[s]; i < b->target_start[s + 1]; i++)
            w->target_slot[i] = w->first[step_of(b, s, b->target[i], way)] + w->rank[s];
    }
}

/* ---- Forward */

/* The step's blocks; W_hh h_prev + b_hh is in `from`. */
static struct cell_step step_at(const struct way *w, int t, int d, int gates, real *from) {
    size_t slot = (size_t)w->first[t], before = t ? (size_t)w->first[t - 1] : 0;
    return (struct cell_step){
        .rows = w->first[t + 1] - w->first[t],
        .d = d,
        .gate = w->gate + slot * gates * d,
        .from = from,
        .h_prev = t ? w->h + before * d : NULL,
        .memory_prev = t ? w->memory + before * d : NULL,
        .h = w->h + slot * d,
        .memory = w->memory + slot * d,
    };
}

static void way_forward(const struct model *m, const struct way_weights *at, struct way *w, const real *z) {
    const real *p = m->params.value;
    int d = m->config.d_model, gates = cell_of(m)->gates, slots = w->first[w->steps];
    for (int i = 0; i < slots; i++)
        memcpy(w->in + (size_t)i * d, z + (size_t)w->row[i] * d, (size_t)d * sizeof *z);
    linear_forward(w->gate, w->in, p + at->input, p + at->input_bias, slots, d, gates * d);
    for (int t = 0; t < w->steps; t++) {
        struct cell_step s = step_at(w, t, d, gates, w->from);
        for (int i = 0; i < s.rows; i++)
            memcpy(w->from + (size_t)i * gates * d, p + at->hidden_bias, (size_t)gates * d * sizeof *p);
        if (t > 0)
            matmul_nt(w->from, s.h_prev, p + at->hidden, (struct matmul){s.rows, gates * d, d, gates * d, d, d, 1, 1});
        cell_of(m)->forward(&s);
    }
}

void recurrent_forward(const struct model *m, struct workspace *w, const struct batch *b,
                       const struct encoding_use *use) {
    const struct recurrent *r = m->mixing;
    struct recurrent_arrays *a = w->value.mixing;
    int d = m->config.d_model;
    (void)use;
    if (w->known)
        known_rows_copy(w->value.z, w->known->work.value.z, b->known, b->rows, d);
    for (int k = 0; k < r->ways; k++) {
        struct way *way = &a->way[k];
        lay_out(way, b, k);
        way_forward(m, &r->way[k], way, w->value.z);
        for (int i = 0; i < b->targets; i++)
            memcpy(a->mixed + ((size_t)i * r->ways + k) * d, way->h + (size_t)way->target_slot[i] * d,
                   (size_t)d * sizeof *a->mixed);
    }
    linear_at(m, r->output, w->value.sum, a->mixed, b->targets, r->ways * d, d);
}

/* ---- Backward */

/* The step's gradients; g->h and g->memory hold those of the step's outputs. */
static struct cell_back back_at(const struct way *w, const struct way *g, int t, int d, int gates) {
    size_t slot = (size_t)w->first[t], before = t ? (size_t)w->first[t - 1] : 0;
    return (struct cell_back){
        .dh = g->h + slot * d,
        .dmemory = g->memory + slot * d,
        .dgate = g->gate + slot * gates * d,
        .dfrom = g->from,
        .dh_prev = t ? g->h + before * d : NULL,
        .dmemory_prev = t ? g->memory + before * d : NULL,
    };
}

/* One step back through time. from = h_prev W_hh^T + b_hh: dh_prev += dfrom W_hh, dW_hh += dfrom^T h_prev, db_hh +=
 * sum_rows dfrom */
static void step_backward(const struct model *m, const struct way_weights *at, const struct way *w, const struct way *g,
                          int t, real *grad) {
    int d = m->config.d_model, gates = cell_of(m)->gates, gate_width = gates * d;
    /* a step's `from` is not saved: no cell's backward reads it */
    struct cell_step s = step_at(w, t, d, gates, NULL);
    struct cell_back back = back_at(w, g, t, d, gates);
    cell_of(m)->backward(&s, &back);
    for (int i = 0; i < s.rows; i++)
        vector_add(grad + at->hidden_bias, back.dfrom + (size_t)i * gate_width, gate_width);
    if (t == 0)
        return;
    matmul_nn(back.dh_prev, back.dfrom, m->params.value + at->hidden,
              (struct matmul){s.rows, d, gate_width, d, gate_width, d, 1, 1});
    matmul_tn(grad + at->hidden, back.dfrom, s.h_prev, (struct matmul){gate_width, d, s.rows, d, gate_width, d, 1, 1});
}

static void way_backward(const struct model *m, const struct way_weights *at, const struct way *w, struct way *g,
                         real *dz, real *grad) {
    int d = m->config.d_model, gate_width = cell_of(m)->gates * d, slots = w->first[w->steps];
    for (int t = w->steps - 1; t >= 0; t--)
        step_backward(m, at, w, g, t, grad);
    linear_backward(g->in, grad + at->input, grad + at->input_bias, g->gate, w->in, m->params.value + at->input, slots,
                    d, gate_width, false);
    for (int i = 0; i < slots; i++)
        vector_add(dz + (size_t)w->row[i] * d, g->in + (size_t)i * d, d);
}

void recurrent_backward(const struct model *m, struct workspace *w, const struct batch *b,
                        const struct encoding_use *use, real *grad) {
    const struct recurrent *r = m->mixing;
    const struct recurrent_arrays *a = w->value.mixing;
    struct recurrent_arrays *g = w->grad.mixing;
    int d = m->config.d_model;
    (void)use;
    linear_at_backward(m, r->output, grad, g->mixed, w->grad.sum, a->mixed, b->targets, r->ways * d, d);
    for (int k = 0; k < r->ways; k++) {
        const struct way *way = &a->way[k];
        int slots = way->first[way->steps];
        rows_clear(g->way[k].h, slots, d);
        rows_clear(g->way[k].memory, slots, d);
        for (int i = 0; i < b->targets; i++)
            vector_add(g->way[k].h + (size_t)way->target_slot[i] * d, g->mixed + ((size_t)i * r->ways + k) * d, d);
        way_backward(m, &r->way[k], way, &g->way[k], w->grad.z, grad);
    }
}
