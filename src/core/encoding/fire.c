/* fire.c -- functional interpolation for relative positions: score(i, j) += f(r), where f is a learned curve of each
 * head and r = log(c |i - j| + 1) / log(c max(L', i) + 1) the distance on a logarithmic scale, as a part of the
 * farthest one that position i has. Longer texts are squeezed into the range of r that training knows.
 *
 * f is a small network of hidden units that all heads share. c and L' are learned as well and stay above 0, since they
 * are e^weight. The original is causal; here a later key has a distance too. */
#include "base/elementary.h"
#include "base/random.h"
#include "base/text.h"
#include "encoding/distance.h"
#include "encoding/kinds.h"
#include "encoding/seen.h"
#include "maths/exponential.h"

#include <math.h>
#include <string.h>

enum { UNITS = 32 };
enum { HIDDEN, SHIFT, OUT, SCALE }; /* w (UNITS), b (UNITS), v (H, UNITS), s (2): of c and L' */

static void formula(const struct encoding_built *b, char *text, size_t size) {
    text_append(text, size, "score(i,j) += sum over u < %d of v[head, u] * max(0, w[u] * r + b[u])%s\n", UNITS,
                b->size.causal ? " for j <= i" : "");
    text_append(text, size, "r = log(c * |i - j| + 1) / log(c * max(L, i) + 1)\n");
    text_append(text, size, "c = exp(s[0])\nL = exp(s[1])\n");
}

static bool build(struct encoding_built *b, struct arena *arena, struct error *e) {
    (void)arena, (void)e;
    b->tensors = 4;
    b->tensor[HIDDEN] = (struct encoding_tensor){.name = "fire.w", .rows = 1, .columns = UNITS, .vector = true};
    b->tensor[SHIFT] = (struct encoding_tensor){.name = "fire.b", .rows = 1, .columns = UNITS, .vector = true};
    b->tensor[OUT] = (struct encoding_tensor){.name = "fire.v", .rows = b->size.heads, .columns = UNITS};
    b->tensor[SCALE] = (struct encoding_tensor){.name = "fire.s", .rows = 1, .columns = 2, .vector = true};
    return true;
}

/* As wide as PyTorch draws such a network; c = 1, L' is the trained length. */
static void init(const struct encoding_built *b, int tensor, real *value) {
    struct random r = random_open(b->seed, RANDOM_POSITIONS, (uint64_t)tensor);
    double std = sqrt(1 / (tensor == OUT ? 3.0 * UNITS : 3.0));
    for (int i = 0; i < b->tensor[tensor].rows * b->tensor[tensor].columns; i++)
        value[i] = (real)(tensor == SCALE ? i * elementary_log(b->size.trained) : std * random_normal(&r));
}

/* What the distances of a query are divided by: log(c m + 1), m = max(L', i). */
struct scale {
    real c, m, log;
    bool by_length; /* m is L' */
};

static struct scale scale_of(const struct encoding_use *use, const struct encoding_weights *w, int query) {
    real length = exponential(w->value[SCALE][1]), i = use->by_position[query];
    struct scale s = {exponential(w->value[SCALE][0]), length > i ? length : i, 0, length > i};
    s.log = logarithm(s.c * s.m + 1);
    return s;
}

/* r of the distances of a block */
HOT_PART void ratios(real r[DISTANCE_BLOCK], const real d[DISTANCE_BLOCK], struct scale s) {
    for (int j = 0; j < DISTANCE_BLOCK; j++)
        r[j] = logarithm(s.c * d[j] + 1) / s.log;
}

enum { HALF = VECTOR_LANES / 2 }; /* comparing whole lanes is slow where vectors are shorter */
enum { HALVES = DISTANCE_BLOCK / HALF };

/* x where h > 0, else 0 */
HOT_PART void above(lanes_half *x, const lanes_half *h) {
    typedef __typeof__(*h > *h) mask;
    *x = (lanes_half)((mask)*x & (*h > 0));
}

/* y = f(r), or with `slope` its derivative */
HOT_PART void curve(real y[DISTANCE_BLOCK], const real r[DISTANCE_BLOCK], const struct encoding_weights *w, int head,
                    bool slope) {
    const real *hidden = w->value[HIDDEN], *shift = w->value[SHIFT], *out = w->value[OUT] + (size_t)head * UNITS;
    const lanes_half *at = (const lanes_half *)r;
    lanes_half sum[HALVES] = {{0}};
    for (int u = 0; u < UNITS; u++)
        for (int k = 0; k < HALVES; k++) {
            lanes_half unit = hidden[u] * at[k] + shift[u], term = unit;
            if (slope)
                term = hidden[u] + (lanes_half){0};
            above(&term, &unit);
            sum[k] += out[u] * term;
        }
    memcpy(y, sum, sizeof sum);
}

HOT static void bias(const struct encoding_use *use, const struct encoding_weights *w, real *score, struct span query,
                     struct span key) {
    int heads = use->built->size.heads;
    real d[DISTANCE_BLOCK], r[DISTANCE_BLOCK], added[DISTANCE_BLOCK];
    for (int i = 0; i < query.rows; i++, score += (size_t)heads * key.rows) {
        struct scale s = scale_of(use, w, query.position[i]);
        for (int from = 0; from < key.rows; from += DISTANCE_BLOCK) {
            int count = distance_block(d, use, query.position[i], key, from);
            ratios(r, d, s);
            for (int n = 0; n < heads; n++) {
                curve(added, r, w, n, false);
                vector_add(score + (size_t)n * key.rows + from, added, count);
            }
        }
    }
}

/* a_u = sum_j ds_j, b_u = sum_j ds_j r_j, of those keys where unit u is above 0 */
HOT_PART void units_backward(real a[UNITS], real b[UNITS], const struct encoding_weights *w, const real *ds,
                             const real *r, int count) {
    const lanes_half *hidden = (const lanes_half *)w->value[HIDDEN], *shift = (const lanes_half *)w->value[SHIFT];
    lanes_half sum[UNITS / HALF] = {{0}}, by_r[UNITS / HALF] = {{0}};
    for (int j = 0; j < count; j++)
        for (int k = 0; k < UNITS / HALF; k++) {
            lanes_half unit = hidden[k] * r[j] + shift[k], on = ds[j] + (lanes_half){0};
            above(&on, &unit);
            sum[k] += on;
            by_r[k] += on * r[j];
        }
    memcpy(a, sum, sizeof sum);
    memcpy(b, by_r, sizeof by_r);
}

/* f(r) = sum_u v_u max(0, w_u r + b_u):  dv_u += w_u B + b_u A, dw_u += v_u B, db_u += v_u A */
HOT_PART void curve_backward(const struct encoding_weights *w, const real *ds, const real *r, int count, int head) {
    const real *hidden = w->value[HIDDEN], *shift = w->value[SHIFT], *out = w->value[OUT] + (size_t)head * UNITS;
    real a[UNITS], b[UNITS];
    units_backward(a, b, w, ds, r, count);
    for (int u = 0; u < UNITS; u++) {
        w->grad[OUT][(size_t)head * UNITS + u] += hidden[u] * b[u] + shift[u] * a[u];
        w->grad[HIDDEN][u] += out[u] * b[u];
        w->grad[SHIFT][u] += out[u] * a[u];
    }
}

/* r = log(c d + 1) / log(c m + 1):  dc += dr (d / (c d + 1) - r m / (c m + 1)) / log, dm -= dr r c / (c m + 1) / log
 * c = e^s0, L' = e^s1:  ds0 = c dc, ds1 = L' dL' */
static void scale_backward(const struct encoding_weights *w, struct scale s, real by_distance, real by_ratio) {
    real part = s.c * s.m / (s.c * s.m + 1);
    w->grad[SCALE][0] += (s.c * by_distance - by_ratio * part) / s.log;
    if (s.by_length)
        w->grad[SCALE][1] -= by_ratio * part / s.log;
}

/* bias: score += f(r):  dr = dscore f'(r), of all heads together */
HOT static void bias_backward(const struct encoding_use *use, const struct encoding_weights *w, const real *dscore,
                              struct span query, struct span key) {
    int heads = use->built->size.heads;
    real d[DISTANCE_BLOCK], r[DISTANCE_BLOCK], slope[DISTANCE_BLOCK];
    for (int i = 0; i < query.rows; i++, dscore += (size_t)heads * key.rows) {
        struct scale s = scale_of(use, w, query.position[i]);
        real by_distance = 0, by_ratio = 0;
        for (int from = 0; from < key.rows; from += DISTANCE_BLOCK) {
            int count = distance_block(d, use, query.position[i], key, from);
            real dr[DISTANCE_BLOCK] = {0};
            ratios(r, d, s);
            for (int n = 0; n < heads; n++) {
                const real *ds = dscore + (size_t)n * key.rows + from;
                curve_backward(w, ds, r, count, n);
                curve(slope, r, w, n, true);
                for (int j = 0; j < count; j++)
                    dr[j] += ds[j] * slope[j];
            }
            for (int j = 0; j < count; j++)
                d[j] /= s.c * d[j] + 1;
            by_distance += vector_dot(dr, d, count);
            by_ratio += vector_dot(dr, r, count);
        }
        scale_backward(w, s, by_distance, by_ratio);
    }
}

/* What the distances of a query are divided by, in doubles; its farthest key; r at a distance. */
static double longest_log(const struct encoding_use *use, const struct encoding_weights *w, int query) {
    double c = elementary_exp((double)w->value[SCALE][0]), own = elementary_exp((double)w->value[SCALE][1]);
    return elementary_log(c * fmax(own, encoding_read_as(use, query)) + 1);
}

static int farthest(const struct encoding_use *use, int query) {
    int ahead = use->built->size.causal ? 0 : use->length - 1 - query;
    return query > ahead ? query : ahead;
}

static double part(const struct encoding_use *use, const struct encoding_weights *w, int distance, double scale) {
    return elementary_log(elementary_exp((double)w->value[SCALE][0]) * encoding_read_as(use, distance) + 1) / scale;
}

/* The largest part; at which distances (length) some query has one clearly more than `had`, where `out` is not NULL. */
static double largest_part(const struct encoding_use *use, const struct seen_of *of, double had, bool *out) {
    int first = of->asks == ASKS_LAST ? use->length - 1 : 0, last = of->asks == ASKS_FIRST ? 0 : use->length - 1;
    double most = 0;
    for (int q = first; q <= last; q++) {
        int far = farthest(use, q);
        double scale = longest_log(use, of->weights, q);
        most = fmax(most, part(use, of->weights, far, scale));
        for (int d = far; out && d > 0 && (out[d] || part(use, of->weights, d, scale) > 1.1 * had * (1 + 1e-4)); d--)
            out[d] = true;
    }
    return most;
}

static void seen(struct encoding_seen *s, const struct seen_of *of) {
    struct seen_unit *u = s->unit = arena_alloc(of->arena, 1, sizeof *u);
    struct seen_reach reach = seen_reach(of, s->length);
    bool *out = seen_cells(s, 1, of->arena);
    s->kind = SEEN_PARTS;
    s->units = 1;
    s->of = reach.back > reach.ahead ? reach.back + 1 : reach.ahead + 1;
    s->alone = s->of == 1;
    u->trained_high = largest_part(of->trained, of, 0, NULL);
    u->now_high = largest_part(of->now, of, u->trained_high, s->length > s->trained ? out : NULL);
    s->outside = u->outside = seen_places_out(s);
    s->unseen = u->outside > 0;
}

const struct encoding encoding_fire = {
    .name = "fire",
    .summary = "a learned curve of the distance, as a part of the farthest one, added to scores",
    .source = "Li et al. 2024 (FIRE)",
    .weakness =
        "The part is that of the farthest distance to the left, log(c * max(L, i) + 1): a query at the end of a "
        "longer text reads the range that training had, one at its start meets new values in later words.",
    .matters = {"head 1: factor on a weight at distance 4", "head 1: factor on a weight at distance 64"},
    .starts = "w and b from N(0, 1/3), v from N(0, 1/96); c = 1, L as trained",
    .try_next = "poslab show encoding fire --view similarity",
    .acts_on = ACTS_ON_DISTANCES,
    .formula = formula,
    .seen = seen,
    .build = build,
    .init = init,
    .open = distance_open,
    .bias = bias,
    .bias_backward = bias_backward,
};
