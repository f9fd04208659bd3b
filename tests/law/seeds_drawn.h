/* seeds_drawn.h -- simulated seeds: accuracies drawn around a known mean, to check intervals against it.
 *
 * A seed's share of wrong answers is drawn from a beta distribution, or from an exponential one where the spread is as
 * large as the distance of the mean from the ceiling, the largest that coverage is promised for. */
#pragma once

#include <stdbool.h>

#include "base/random.h"

enum { DRAWN_SEEDS = 20, DRAWN_ROWS = 200 };

struct drawn_cell {
    double mean, spread; /* of seeds' accuracies; the spread is at most 1 - mean */
    int seeds, examples;
};

/* Uniform between 0 and 1, both excluded. */
double drawn_uniform(struct random *r);
double drawn_gamma(struct random *r, double shape);
/* How many of n succeed, each with chance p: exact, or rounded from the normal distribution from 50 on. */
int drawn_count(struct random *r, int n, double p);
/* The share of wrong answers of a seed. */
double drawn_error(struct random *r, double mean, double spread);
/* Each seed with examples of its own. */
void drawn_seeds(double *x, struct random *r, const struct drawn_cell *c);
/* Two models on the same examples of each seed. `bound`: a seed that is good for one is as good for the other. `alike`,
 * 0..1: how much the examples they get wrong are the same. */
void drawn_pairs(double *x, double *y, struct random *r, const struct drawn_cell *c, const struct drawn_cell *d,
                 bool bound, double alike);
/* Each seed with c->examples texts of its own, of `each` targets; `alike`: the share of a text's targets that are right
 * or wrong together. Returns how many independent targets they are worth, from what texts differ by. */
double drawn_texts(double *x, struct random *r, const struct drawn_cell *c, int each, double alike);
/* All seeds with the same c->examples rows, at most DRAWN_ROWS; `alike`: the share of rows on which seeds agree, so far
 * as they are equally good. Of each row the mean over seeds goes to `row`. */
void drawn_rows(double *x, double *row, struct random *r, const struct drawn_cell *c, double alike);
