/* geometry.h -- position encodings as plain matrices, and measurements on them: which positions are alike, whether a
 * shift is one fixed matrix.
 *
 * Everything comes from the encoding's hooks, so a new encoding is measured the day it is added. Nothing prints;
 * results lie in the caller's arena. Numbers are doubles; what hooks give has the precision of `real`. */
#pragma once

#include "encoding/encoding_built.h"
#include "maths/matrix.h"

/* The vectors of positions 0..P-1 of one sequence: what `embed` adds to them or fills in (P, width), or what
 * `rotate` makes of a head's query of ones (P, h). False: it has no vectors (it acts on scores, or not at all). */
bool geometry_vectors(struct matrix *out, const struct encoding_use *use, const struct encoding_weights *w,
                      int positions, struct arena *arena);
/* Cosine of the angle by which `rotate` turns each column of the first head (P, h), and the angle of its turn from
 * position 0 to position 1 in `angle` (h). False: it turns nothing. */
bool geometry_cosines(struct matrix *out, double **angle, const struct encoding_use *use, int positions,
                      struct arena *arena);
/* What is added to the scores (H, keys) of the query in a row; if it depends on content, of a query of ones whose
 * products with all keys are 0. */
void geometry_scores(real *score, const struct encoding_use *use, const struct encoding_weights *w, int query,
                     struct span key);
/* The same of a head, at all positions: row i, column j is score(i, j) (P, P). False: nothing. */
bool geometry_bias(struct matrix *out, const struct encoding_use *use, const struct encoding_weights *w, int head,
                   int positions, struct arena *arena);

/* The sum of products of n numbers, one after the other. */
double geometry_dot(const double *x, const double *y, int n);
/* Dot products of all pairs of rows (rows, rows). */
struct matrix geometry_similarity(const struct matrix *vectors, struct arena *arena);
/* The largest difference between two numbers on one diagonal, relative to the largest number: 0 if similarity depends
 * only on distance. */
double geometry_toeplitz_error(const struct matrix *square);

/* How well one matrix T_k takes every row t to row t + k, by least squares over all t. */
struct shift {
    int offset;   /* k */
    int fitted;   /* rows t */
    double error; /* |P T - P'| / |P'|, of all numbers */
    double worst; /* the same of the worst column */
    int rank;     /* rank of the rows, to the precision of `real` */
};
/* False: fewer than two rows t per column, which almost any table could fit. */
bool geometry_shift(struct shift *out, const struct matrix *vectors, int offset);
/* The best partner of a column under a 2 x 2 shift matrix, or the column alone. */
struct shift_pair {
    int first, second;
    double turn[2][2]; /* row t + k = turn * row t, in these two columns */
    double error;
};
struct shift_pair geometry_shift_pair(const struct matrix *vectors, int offset, int column);

/* A T_k made of pairs (columns, columns): each column with the remaining one that fits best, a leftover one alone. Row
 * t + k = T_k * row t if columns rotate in pairs. */
struct matrix geometry_shift_map(const struct matrix *vectors, int offset, struct arena *arena);

/* ---- Whether all rows differ (closest.c) */

/* The two rows nearest to each other. */
struct closest {
    int first, second;
    double distance;   /* of the rows as they are stored, in `real`; infinite: there is one row */
    double resolution; /* the step between neighbouring numbers of that type, at the largest in the table */
    int neighbours;    /* how many pairs of neighbours are equally near, up to rounding; the two are the first of
                        * these */
};
struct closest geometry_closest(const struct matrix *vectors);
