/* statistics.c -- see statistics.h. */
#include "statistics/statistics.h"

#include <assert.h>
#include <math.h>
#include <stdlib.h>

#include "base/arena.h"
#include "statistics/student.h"

#define HALF_PI 1.57079632679489662
#define LEAST_P 1e-15 /* smaller ones are not told apart */

struct interval interval_wilson(double share, double count, double z) {
    double part = z * z / count, centre = (share + part / 2) / (1 + part);
    double half = sqrt(part * share * (1 - share) + part * part / 4) / (1 + part);
    return (struct interval){fmax(0, fmin(share, centre - half)), fmin(1, fmax(share, centre + half))};
}

struct interval interval_of_count(int hits, int n) {
    assert(hits >= 0 && hits <= n);
    if (n == 0)
        return (struct interval){(double)NAN, (double)NAN};
    return interval_wilson((double)hits / n, n, normal_point(INTERVAL_ALPHA));
}

/* Points of distributions for one level. */
struct reach {
    double t, z, pooled;
};

/* `pooled` is for Wilson's interval. Seeds that spread as far as their mean is from the ceiling (exponentially) make no
 * error in m examples each with chance (1 + m error)^-n; an interval of no errors ends where that is 1.25 alpha, 6 %.
 * From five seeds on Wilson's own end is further out. */
static struct reach reach_of(double t, double alpha, int n) {
    double level = fmin(1 - 1e-9, fmax(1e-15, alpha)), z = normal_point(level);
    return (struct reach){t, z, sqrt(fmax(z * z, n * (pow(1.25 * level, -1.0 / n) - 1)))};
}

struct moments {
    double mean, variance, gain, loss; /* of one value; the means of the parts above and below 0 */
};

/* x[i], or where y is not NULL x[i] - y[i]. Equal values have a variance of exactly 0. */
static struct moments moments_of(const double *x, const double *y, int n) {
    struct moments m = {0};
    double squares = 0, size = 0;
    for (int i = 0; i < n; i++) {
        double value = y ? x[i] - y[i] : x[i];
        m.mean += value;
        m.gain += fmax(value, 0) / n;
        m.loss += fmax(-value, 0) / n;
        size = fmax(size, fabs(x[i]));
    }
    m.mean /= n;
    for (int i = 0; i < n; i++) {
        double off = (y ? x[i] - y[i] : x[i]) - m.mean;
        squares += off * off;
    }
    if (squares > 1e-28 * size * size)
        m.variance = squares / (n - 1);
    return m;
}

/* ---- Ends */

/* What an interval is of: `a`, or where b is not NULL a - b. */
struct estimate {
    const struct seeds *a, *b;
    struct moments of_a, of_b, all;
    double low, high, shared;
    double t, move; /* at 95 %: the point of Student's t, and how far skewness moves an end */
};

/* How far skewness moves the lower end down; below 0: the upper end up. With a small spread s the skewness of a beta
 * distribution is 2 s (1 / below - 1 / above), that of counts half as much, and the interval for its mean lies about
 * half^2 (1 / above - 1 / below) too high. The end moves 2 near or (half + near) / 2 at most: more makes the interval
 * wider than it must be, as far as simulation tells. */
static double skew(const struct seeds *s, const struct moments *m, double t) {
    double below = m->mean - s->low, above = s->high - m->mean, near = fmin(below, above);
    double half = t * sqrt(m->variance / s->n), counted = 0;
    if (isinf(near) || near <= 0 || half == 0)
        return 0;
    if (s->examples > 0 && !isinf(fmax(below, above)))
        counted = fmin(1, below * above / s->examples / m->variance);
    double out = half * half * fabs(1 / above - 1 / below) * (1 - counted / 2);
    out = fmin(out, fmin((half + near) / 2, 2 * near));
    return above < below ? out : -out;
}

/* The number of independent examples of all seeds. Seeds with the same rows count each row once if they agree on all
 * rows, n times if their errors have nothing in common (Kish 1965, design effect); `one` is the variance of a single
 * answer. One more row in error on which all agree is assumed, so that rows without any error count once. */
static double pooled(const struct estimate *e, double one, double width) {
    const struct seeds *s = e->a;
    if (isnan(e->shared))
        return s->n * s->examples;
    double more = 1 / s->examples, alike = (s->examples * e->shared / (width * width) + more) / (one + more);
    return s->n * s->examples / (1 + (s->n - 1) * fmin(1, alike));
}

/* The interval from the count of all examples alone. For a difference: wins minus losses, each with Wilson's interval,
 * combined as by Zou and Donner; what cancels within a seed is unknown and left out. */
static struct interval count_of(const struct estimate *e, double z) {
    double width = e->a->high - e->a->low, mean = e->all.mean;
    if (!e->b) {
        double share = fmin(1, fmax(0, (mean - e->a->low) / width));
        struct interval w = interval_wilson(share, pooled(e, share * (1 - share), width), z);
        return (struct interval){e->a->low + width * w.low, e->a->low + width * w.high};
    }
    double gain = fmin(1, e->all.gain / width), loss = fmin(1, e->all.loss / width);
    double count = pooled(e, gain + loss - (gain - loss) * (gain - loss), width);
    struct interval g = interval_wilson(gain, count, z), l = interval_wilson(loss, count, z);
    return (struct interval){mean - width * hypot(gain - g.low, l.high - loss),
                             mean + width * hypot(g.high - gain, loss - l.low)};
}

static bool counted(const struct estimate *e) { return e->a->examples > 0 && !isinf(e->a->high - e->a->low); }

static struct interval ends(const struct estimate *e, struct reach r) {
    double mean = e->all.mean, move = e->move * r.t / e->t, rows = isnan(e->shared) ? 0 : e->shared;
    double half = hypot(r.t * sqrt(e->all.variance / e->a->n), r.z * sqrt(rows));
    struct interval k = {mean - half - fmax(move, 0), mean + half + fmax(-move, 0)};
    if (counted(e)) {
        struct interval count = count_of(e, r.pooled);
        k = (struct interval){fmin(k.low, count.low), fmax(k.high, count.high)};
    }
    return (struct interval){fmin(mean, fmax(k.low, e->low)), fmax(mean, fmin(k.high, e->high))};
}

static struct summary summary_of(struct estimate *e) {
    struct summary s = {e->a->n, e->a->n ? e->all.mean : (double)NAN, (double)NAN, (double)NAN};
    if (s.n < 2 || !(counted(e) || e->all.variance > 0 || e->shared > 0))
        return s;
    e->t = student_point(INTERVAL_ALPHA, s.n - 1);
    e->move = skew(e->a, &e->of_a, e->t);
    double half = e->t * sqrt(e->all.variance / s.n);
    if (e->b) /* what makes one of the two skew takes away from the other; half as wide again at most */
        e->move = fmax(-half, fmin(half, e->move - skew(e->b, &e->of_b, e->t)));
    struct interval k = ends(e, reach_of(e->t, INTERVAL_ALPHA, s.n));
    s.low = k.low;
    s.high = k.high;
    return s;
}

/* The level at which the interval ends at 0, by bisection of the angle whose tangent is t / sqrt freedom. */
static double p_of(const struct estimate *e) {
    int freedom = e->a->n - 1;
    double low = 0, high = HALF_PI, alpha = 1;
    for (int i = 0; i < 50; i++) {
        double t = tan((low + high) / 2) * sqrt(freedom);
        alpha = student_outside(t, freedom);
        struct interval k = ends(e, reach_of(t, alpha, freedom + 1));
        if (k.low <= 0 && k.high >= 0)
            high = (low + high) / 2;
        else
            low = (low + high) / 2;
    }
    return fmax(LEAST_P, alpha);
}

struct summary seeds_summary(const struct seeds *s) {
    struct moments m = moments_of(s->value, NULL, s->n);
    struct estimate e = {.a = s, .of_a = m, .all = m, .low = s->low, .high = s->high, .shared = s->shared};
    return summary_of(&e);
}

static struct estimate difference_of(const struct seeds *a, const struct seeds *b, double shared) {
    assert(a->n == b->n);
    return (struct estimate){.a = a,
                             .b = b,
                             .of_a = moments_of(a->value, NULL, a->n),
                             .of_b = moments_of(b->value, NULL, b->n),
                             .all = moments_of(a->value, b->value, a->n),
                             .low = a->low - b->high,
                             .high = a->high - b->low,
                             .shared = shared};
}

struct summary seeds_difference(const struct seeds *a, const struct seeds *b, double shared, double *p) {
    struct estimate e = difference_of(a, b, shared);
    struct summary s = summary_of(&e);
    if (p)
        *p = isnan(s.low) ? (double)NAN : s.mean == 0 ? 1 : p_of(&e);
    return s;
}

double seeds_detectable(const struct seeds *a, const struct seeds *b, double shared, double alpha) {
    struct estimate e = difference_of(a, b, shared);
    int freedom = a->n - 1;
    if (isnan(summary_of(&e).low))
        return (double)NAN;
    e.low = -(double)INFINITY;
    e.high = (double)INFINITY;
    struct interval k = ends(&e, reach_of(student_point(alpha, freedom), alpha, a->n));
    return e.all.mean < 0 ? k.high - e.all.mean : e.all.mean - k.low;
}

struct contrast summary_contrast(struct summary a, struct summary b, double margin) {
    struct contrast c = {a.mean - b.mean - margin, (double)NAN, (double)NAN, a.n < b.n ? a.n : b.n};
    c.half = c.difference > 0 ? hypot(a.mean - a.low, b.high - b.mean) : hypot(a.high - a.mean, b.mean - b.low);
    if (isnan(c.half) || c.n < 2)
        return c;
    double t = fabs(c.difference) / c.half * student_point(INTERVAL_ALPHA, c.n - 1);
    c.p = c.difference == 0 ? 1 : c.half == 0 ? LEAST_P : fmax(LEAST_P, student_outside(t, c.n - 1));
    return c;
}

double contrast_detectable(const struct contrast *c, double alpha) {
    return c->half / student_point(INTERVAL_ALPHA, c->n - 1) * student_point(alpha, c->n - 1);
}

double shared_variance(const double *mean, const double *square, int rows, int seeds) {
    double all = 0, between = 0, within = 0;
    if (rows < 2)
        return 0;
    for (int i = 0; i < rows; i++)
        all += mean[i] / rows;
    for (int i = 0; i < rows; i++) {
        between += (mean[i] - all) * (mean[i] - all) / (rows - 1);
        within += (square[i] - mean[i] * mean[i]) / rows;
    }
    if (seeds > 1)
        between -= within / (seeds - 1);
    return fmax(0, between) / rows;
}

double independent_targets(double single, double variance, double texts, double targets) {
    return fmin(targets, variance > 0 ? fmax(texts, single / variance) : texts);
}

struct summary ratio_summary(struct summary logs, bool a_least, bool b_least) {
    struct summary s = {logs.n, exp(logs.mean), exp(logs.low), exp(logs.high)};
    if ((a_least && b_least) || ((a_least || b_least) && s.n < 2))
        s.mean = s.low = s.high = (double)NAN;
    else if (a_least)
        s.high = (double)INFINITY;
    else if (b_least)
        s.low = 0;
    return s;
}

struct summary summarise(const double *x, int n) {
    struct summary s = seeds_summary(&(struct seeds){x, n, -(double)INFINITY, (double)INFINITY, 0, (double)NAN});
    if (n > 1 && isnan(s.low))
        s.low = s.high = s.mean;
    return s;
}

static int by_size(const void *a, const void *b) {
    double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

void sort_ascending(double *x, int count) {
    if (count > 0) /* without any, x may be NULL, which qsort must not get */
        qsort(x, (size_t)count, sizeof *x, by_size);
}

int holm_mark(const double *p, int count, double alpha, bool *marked) {
    struct arena arena = {0};
    double *sorted = arena_alloc(&arena, (size_t)count, sizeof *sorted), limit = -1;
    int tests = 0;
    for (int i = 0; i < count; i++)
        if (!isnan(p[i]))
            sorted[tests++] = p[i];
    sort_ascending(sorted, tests);
    for (int i = 0; i < tests && (sorted[i] == limit || sorted[i] * (tests - i) <= alpha); i++)
        limit = sorted[i];
    for (int i = 0; i < count; i++)
        marked[i] = p[i] <= limit;
    arena_free(&arena);
    return tests;
}
