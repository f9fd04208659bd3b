/* lazy_update.c -- see lazy_update.h. */
#include "run/lazy_update.h"

#include <assert.h>
#include <float.h>
#include <math.h>
#include <string.h>

#include "maths/start.h"

enum { MOMENTS = sizeof((struct missed_sums *)0)->moment / sizeof(double) };

/* ---- Rows that occur in a batch */

static size_t slots(const struct sparse_rows *t) { return (size_t)1 << (32 - t->shift); }

void sparse_rows_build(struct sparse_rows *t, int capacity, struct arena *arena) {
    *t = (struct sparse_rows){.shift = 31};
    while (slots(t) < 2 * (size_t)capacity)
        t->shift--;
    t->row = arena_alloc(arena, (size_t)capacity, sizeof *t->row);
    t->fade = arena_alloc(arena, (size_t)capacity, sizeof *t->fade);
    t->slot = arena_alloc(arena, slots(t), sizeof *t->slot);
}

void sparse_rows_clear(struct sparse_rows *t) {
    memset(t->slot, 0, slots(t) * sizeof *t->slot);
    t->count = 0;
}

/* The first slot is the product's high bits (Knuth 1973, multiplicative hashing); then the next ones are tried. */
int sparse_rows_number(struct sparse_rows *t, int row) {
    size_t at = (uint32_t)row * UINT32_C(2654435769) >> t->shift;
    for (; t->slot[at]; at = (at + 1) & (slots(t) - 1))
        if (t->row[t->slot[at] - 1] == row)
            return t->slot[at] - 1;
    t->row[t->count] = row;
    t->slot[at] = ++t->count;
    return t->count - 1;
}

/* ---- What rows missed */

static void begin(struct lazy_update *c) {
    c->step = c->run->step;
    c->known = 0;
    c->sums = (struct missed_sums){.decay = 1, .first = 1, .second = 1};
}

void lazy_update_build(struct lazy_update *c, const struct run *r, struct arena *arena) {
    *c = (struct lazy_update){.run = r, .next = r->step > LAZY_UPDATE_MAX ? r->step - LAZY_UPDATE_MAX : 0};
    c->table = params_at(&r->model.params, r->model.token);
    begin(c);
    c->missed = arena_alloc(arena, LAZY_UPDATE_MAX + 1, sizeof *c->missed);
    c->past = arena_alloc(arena, LAZY_UPDATE_MAX, sizeof *c->past);
}

/* Puts one more update before those in the sums. Factors are rounded as in a dense step. */
static void add_earlier(struct missed_sums *s, const struct update *u) {
    double root = sqrt((double)u->beta2), node = root * (double)u->scale;
    double weight = (double)u->rate * (double)u->beta1 * s->decay / node, shrink = (double)u->beta1 / root;
    for (int n = 0; n < MOMENTS; n++, weight *= node, shrink *= root)
        s->moment[n] = shrink * s->moment[n] + weight;
    s->decay *= (double)u->decay;
    s->first *= (double)u->beta1;
    s->second *= (double)u->beta2;
}

/* Of the nodes a and b only ab and a + b are needed, which follow from central moments. Without variance all nodes are
 * the mean, and the other factor of the quotient cancels. */
static void add_quadrature(struct missed *x, const double *moment, double epsilon) {
    double mean = moment[1] / moment[0], square = moment[2] / moment[0], cube = moment[3] / moment[0];
    double variance = square - mean * mean, third = cube - 3 * mean * square + 2 * mean * mean * mean;
    double skew = variance > 1e-10 * mean * mean ? third / variance : 0;
    double product = mean * mean + mean * skew - variance;
    x->sum = (real)moment[0];
    x->near = (real)(epsilon * mean / product);
    x->middle = (real)(epsilon * (2 * mean + skew) / product);
    x->far = (real)fmax(epsilon * epsilon / product, (double)FLT_MIN); /* never 0 / 0 in a row without a gradient */
}

static struct missed missed_of(const struct missed_sums *s, double epsilon) {
    struct missed x = {.decay = (real)s->decay, .fade = {(real)s->first, (real)s->second}, .far = 1};
    if (s->moment[0] > 0)
        add_quadrature(&x, s->moment, epsilon);
    return x;
}

void lazy_update_prepare(struct lazy_update *c, int distance) {
    const struct training *t = &c->run->settings.train;
    int step = c->run->step;
    assert(distance <= LAZY_UPDATE_MAX);
    for (; c->next < step; c->next++)
        c->past[c->next % LAZY_UPDATE_MAX] = optimiser_at(t, c->next);
    if (c->step != step)
        begin(c);
    while (c->known < distance && c->known < step) {
        c->known++;
        add_earlier(&c->sums, &c->past[(step - c->known) % LAZY_UPDATE_MAX]);
        c->missed[c->known] = missed_of(&c->sums, t->epsilon);
    }
}

HOT_PART void weights_advance(real *restrict w, const real *restrict m, const real *restrict v, size_t n,
                              struct missed x) {
    for (size_t i = 0; i < n; i++) {
        real root = REAL_SQRT(v[i]);
        w[i] = x.decay * w[i] - x.sum * m[i] * (root + x.near) / (v[i] + x.middle * root + x.far);
    }
}

HOT_PART void moments_advance(real *restrict m, real *restrict v, size_t n, struct fade fade) {
    for (size_t i = 0; i < n; i++) {
        m[i] = without_subnormals(m[i] * fade.first);
        v[i] = without_subnormals(v[i] * fade.second);
    }
}

/* Brings the weights of a row up to date, wherever they are; returns what its moments missed. */
HOT_PART struct fade row_advance(const struct lazy_update *c, real *w, int row) {
    const struct params *p = &c->run->model.params;
    size_t columns = (size_t)c->table->columns, at = c->table->offset + row * columns;
    int distance = lazy_update_distance(c, row);
    assert(distance <= c->known);
    if (distance == 0)
        return (struct fade){1, 1};
    weights_advance(w, p->first + at, p->second + at, columns, c->missed[distance]);
    return c->missed[distance].fade;
}

enum { AHEAD = 4 }; /* rows prefetched before they are updated */

/* Prefetches weights and moments of the row of this number, if it is below `end`. */
HOT_PART void fetch(const struct lazy_update *c, const struct sparse_rows *active, size_t number, size_t end) {
    const struct params *p = &c->run->model.params;
    size_t columns = (size_t)c->table->columns;
    if (number >= end)
        return;
    size_t at = c->table->offset + (size_t)active->row[number] * columns;
    vector_fetch(p->value + at, columns);
    vector_fetch(p->first + at, columns);
    vector_fetch(p->second + at, columns);
}

HOT void lazy_update_batch(const struct lazy_update *c, const struct sparse_rows *active, struct share share) {
    const struct params *p = &c->run->model.params;
    struct shared own = share_of(share, (size_t)active->count);
    for (size_t i = own.first; i < own.end; i++) {
        fetch(c, active, i + AHEAD, own.end);
        size_t at = c->table->offset + (size_t)active->row[i] * c->table->columns;
        active->fade[i] = row_advance(c, p->value + at, active->row[i]);
    }
}

void lazy_update_rows(const struct lazy_update *c, const struct sparse_rows *active, const real *grad, struct update u,
                      struct share share) {
    const struct params *p = &c->run->model.params;
    struct shared own = share_of(share, (size_t)active->count);
    size_t columns = (size_t)c->table->columns;
    for (size_t i = own.first; i < own.end; i++) {
        int row = active->row[i];
        c->run->row_step[row] = c->run->step + 1;
        if (c->table->frozen)
            continue;
        fetch(c, active, i + AHEAD, own.end);
        u.fade = active->fade[i];
        optimiser_update_at(p, c->table->offset + row * columns, grad + i * columns, columns, u);
    }
}

HOT void lazy_update_all(const struct lazy_update *c, struct share share) {
    const struct params *p = &c->run->model.params;
    size_t columns = (size_t)c->table->columns;
    struct shared own = share_of(share, (size_t)c->table->rows);
    for (int row = (int)own.first; row < (int)own.end; row++) {
        size_t at = c->table->offset + row * columns;
        moments_advance(p->first + at, p->second + at, columns, row_advance(c, p->value + at, row));
        c->run->row_step[row] = c->run->step;
    }
}

HOT void lazy_update_copy(const struct lazy_update *c, real *to) {
    const real *from = c->run->model.params.value + c->table->offset;
    memcpy(to, from, c->table->count * sizeof *to);
    for (int row = 0; row < c->table->rows; row++, to += c->table->columns)
        row_advance(c, to, row);
}
