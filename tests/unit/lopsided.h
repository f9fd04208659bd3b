/* lopsided.h -- one comparison made by hand, lopsided on purpose, from which tests compute what a reader must see.
 *
 * Trained on 4..16 words, evaluated at 16, 24 and 64. Chance: 55 % in range, then 50, 40, 30 %; without order 58 %,
 * then 52, 45 % and no number; another baseline has none at all. The gate is 95 %. Weights: learned 6530, rope 5986,
 * none has no such number. Accuracy in % at the three lengths, by seed (in range in front):
 *
 *     learned        seed 1: failed ("killed by signal 9")
 *       extend       seed 2: 95.0 | 96 70 40      seed 3: 99.0 | 98 76 50
 *       interpolate  seed 2: 95.0 | 96 90 81      seed 3: 99.0 | 98 88 83
 *     rope base=100  seed 1: 100.0  seed 2: 97.0  seed 3: 94.0 (below the gate)
 *       extend       1: 100 80 30   2: 99 61 20   3: 93 72 31
 *       interpolate  1: 100 95 90   2: 99 97 92   3: 93 90 91
 *     none           seed 1: 56.0   seed 2: 54.0  seed 3: 55.5
 *       extend       1: 51 41 29    2: 49 39 31   3: 50.5 40 30
 *       interpolate  makes no sense for it, and is no row
 *
 * Targets: 300 in range, then 310, 320, 330. Where .total is set, all lengths together are 3 points less than 16 words
 * (340 targets), with chance 35 % and 47 % without order.
 *
 * Learned seed 2 stands at the gate to the digit. Paired by seed (2 and 3), rope less learned, both under extend, is 3
 * and -5 points at 16 words (0 lies inside the interval); both under interpolate it is 11 and 8 points at 64 words. */
#pragma once

#include "study/comparison.h"

/* Fills a comparison with it, rows and pairs worked out; all in the arena. */
void lopsided_build(struct comparison_result *c, struct arena *arena);

/* Trains its members differently. Steps: 900 (learned), 800 (rope), 700 (none). Learned stopped early: seed 2 at step
 * 520 with the weights of step 480 and a loss of 0.25, seed 3 at 610 with those of 550 and 0.125. Training accuracy:
 * learned seed 2 99 % of 400 examples, rope seed 2 98 % of 420, none 98 % of 40, 90 % of 50 and 60 % of 60 (seeds 1 and
 * 2 memorised them). Examples also seen in training: 25 % for learned seed 2, 35 % for seed 3. */
void lopsided_recipes(struct comparison_result *c);

/* What the statistics make of accuracy in % by seed, 2000 examples each, as shares: of a, or where b is not NULL of a -
 * b with its p value. */
struct summary lopsided_summary(int n, const double *a, const double *b, double *p);
#define LOPSIDED(...) \
    lopsided_summary(sizeof((const double[]){__VA_ARGS__}) / sizeof(double), (const double[]){__VA_ARGS__}, NULL, NULL)
