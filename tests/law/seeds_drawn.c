/* seeds_drawn.c -- see seeds_drawn.h. */
#include "law/seeds_drawn.h"

#include <math.h>

#include "statistics/statistics.h"

double drawn_uniform(struct random *r) { return (random_word(r) + 0.5) / 4294967296.0; }

/* Marsaglia and Tsang 2000; a shape below 1 as they say in their section 6. */
double drawn_gamma(struct random *r, double shape) {
    if (shape < 1)
        return drawn_gamma(r, shape + 1) * pow(drawn_uniform(r), 1 / shape);
    double d = shape - 1.0 / 3, x, v;
    do {
        do {
            x = random_normal(r);
            v = 1 + x / sqrt(9 * d);
        } while (v <= 0);
        v = v * v * v;
    } while (log(drawn_uniform(r)) >= x * x / 2 + d - d * v + d * log(v));
    return d * v;
}

/* Successes are so far apart that the gaps between them are drawn. */
static int count_rare(struct random *r, int n, double p) {
    int count = 0;
    double at = 0;
    while (p > 0 && (at += 1 + floor(log(drawn_uniform(r)) / log1p(-p))) <= n)
        count++;
    return count;
}

int drawn_count(struct random *r, int n, double p) {
    if (p > 0.5)
        return n - drawn_count(r, n, 1 - p);
    if (n * p < 50)
        return count_rare(r, n, p);
    double x = nearbyint(n * p + sqrt(n * p * (1 - p)) * random_normal(r));
    return (int)fmin(n, fmax(0, x));
}

double drawn_error(struct random *r, double mean, double spread) {
    double error = 1 - mean, weight = mean * error / (spread * spread) - 1;
    if (spread == 0)
        return error;
    if (spread > 0.95 * error)
        return fmin(1, -error * log(drawn_uniform(r)));
    double a = drawn_gamma(r, error * weight), b = drawn_gamma(r, mean * weight);
    return a / (a + b);
}

void drawn_seeds(double *x, struct random *r, const struct drawn_cell *c) {
    for (int i = 0; i < c->seeds; i++)
        x[i] = 1 - (double)drawn_count(r, c->examples, drawn_error(r, c->mean, c->spread)) / c->examples;
}

void drawn_pairs(double *x, double *y, struct random *r, const struct drawn_cell *c, const struct drawn_cell *d,
                 bool bound, double alike) {
    for (int i = 0; i < c->seeds; i++) {
        double a = drawn_error(r, c->mean, c->spread);
        double b = bound ? a * (1 - d->mean) / (1 - c->mean) : drawn_error(r, d->mean, d->spread);
        double both = a * b + alike * (fmin(a, b) - a * b), left = fmax(1 - both, 1e-12);
        int m = c->examples, wrong = drawn_count(r, m, fmin(1, both));
        int first = drawn_count(r, m - wrong, fmin(1, (a - both) / left));
        int second = drawn_count(r, m - wrong - first, fmin(1, (b - both) / fmax(left - a + both, 1e-12)));
        x[i] = 1 - (double)(wrong + first) / m;
        y[i] = 1 - (double)(wrong + second) / m;
    }
}

double drawn_texts(double *x, struct random *r, const struct drawn_cell *c, int each, double alike) {
    double single = 0, variance = 0, texts = c->examples;
    for (int i = 0; i < c->seeds; i++) {
        double error = drawn_error(r, c->mean, c->spread), sum = 0, squares = 0;
        for (int k = 0; k < c->examples; k++) {
            int together = drawn_count(r, each, alike), right = drawn_count(r, each - together, 1 - error);
            double share = (right + (drawn_uniform(r) >= error ? together : 0)) / (double)each;
            sum += share;
            squares += share * share;
        }
        x[i] = sum / texts;
        single += x[i] * (1 - x[i]);
        variance += fmax(0, squares - texts * x[i] * x[i]) / (texts - 1) / texts;
    }
    return independent_targets(single, variance, texts, texts * each);
}

void drawn_rows(double *x, double *row, struct random *r, const struct drawn_cell *c, double alike) {
    double error[DRAWN_SEEDS];
    for (int i = 0; i < c->seeds; i++) {
        error[i] = drawn_error(r, c->mean, c->spread);
        x[i] = 0;
    }
    for (int k = 0; k < c->examples; k++) {
        double common = drawn_uniform(r);
        bool agree = drawn_uniform(r) < alike;
        row[k] = 0;
        for (int i = 0; i < c->seeds; i++) {
            double right = (agree ? common : drawn_uniform(r)) >= error[i];
            x[i] += right / c->examples;
            row[k] += right / c->seeds;
        }
    }
}
