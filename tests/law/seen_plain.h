/* seen_plain.h -- what an encoding gives to a longer text, and whether training had it, slowly and in doubles from the
 * formulas of the papers alone: every position, every pair of rows. */
#pragma once

#include "encoding/seen.h"

/* An encoding with those of its options that the formulas need. */
struct seen_plain {
    const char *encoding, *policy;
    int trained, length, causal; /* positions of training and of the text */
    enum seen_asks asks;
    double base;       /* of sinusoidal, rope */
    int width;         /* columns of sinusoidal; of a head that rope turns */
    int waves, grid;   /* sinusoidal: sines alone; columns of a grid, or 0 */
    int ratio;         /* sinusoidal: positions scaled to the trained range */
    int table;         /* learned: rows */
    double c, longest; /* fire */
};

/* What is counted. */
struct seen_counts {
    int unseen, outside;
};
struct seen_counts seen_plain_counts(const struct seen_plain *p);
/* What is read for position t of a text of `length`, of which `trained` are trained; NAN: nothing. */
double seen_plain_read(const char *policy, double t, int trained, int length);
/* Of the waves that a policy slows down: how many are as they were, and how many times longer the longest is now. */
struct seen_waves {
    int waves, kept;
    double slowest;
};
struct seen_waves seen_plain_waves(const struct seen_plain *p);
/* Rows of a grid of patches that follow position 0. */
int seen_plain_grid_rows(const struct seen_plain *p, int positions);
/* The bucket of a distance with the usual options of t5. */
int seen_plain_bucket(int distance, int causal);
