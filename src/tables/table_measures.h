/* table_measures.h -- measurements of a position table alone, ours or another model's: lengths of rows, similarity by
 * distance, how much of it sinusoids explain, and whether a shift is one matrix.
 *
 * Row t of a table is position t. Numbers are doubles; results lie in the arena. */
#pragma once

#include "measure/geometry.h"

enum { BASIS_PAIRS = 512, MEASURED_SHIFTS = 6, SHIFT_POSITIONS = 512 };

/* What pairs of sinusoids span: pair i is the sine and cosine of t * 10000^(-2 i / columns) at positions t, as exact
 * sinusoids of that width have it, minus their means. */
struct table_basis {
    int positions, columns;
    int pairs;       /* all there are, BASIS_PAIRS at most */
    int *pair;       /* (pairs) i of each: from the first ones on spread evenly over 0..columns/2-1, the middle one, the
                      * quarters, the eighths and so on */
    int *directions; /* (pairs) that the pairs up to it span, to six digits */
    struct matrix vector; /* (directions, positions) orthogonal, of length 1 */
};
void table_basis_open(struct table_basis *b, int positions, int columns, struct arena *arena);

struct table_measures {
    int positions, columns;
    double *norm;             /* (positions) lengths of the rows */
    struct matrix similarity; /* (positions, positions) cosines; NAN for a row of zeros */
    double *cosine;           /* (positions) their mean over all pairs at that distance */

    /* Least squares on the sinusoids of a basis, the means of columns taken off before. */
    int pairs;
    double *explained; /* (pairs) R squared with the pairs up to it: 1 minus what is left of the squares; NAN: all rows
                        * are the same */
    double *chance;    /* (pairs) R squared that noise has: the share of all directions that these pairs span */

    /* The best T_k from row t to row t + k (geometry_shift), fitted over the first SHIFT_POSITIONS positions. If these
     * are too few for all columns, only the most informative columns are fitted. */
    int shifts;
    int shift_positions, shift_columns;
    double shift_share;                                    /* of all squares, that these columns explain */
    int offset[MEASURED_SHIFTS];                           /* k: 1, 2, 4, ... */
    double error[MEASURED_SHIFTS], noise[MEASURED_SHIFTS]; /* as geometry_shift; the same of noise */
};

/* The basis is that of the table's positions and columns. */
void table_measure(struct table_measures *out, const struct matrix *table, const struct table_basis *basis,
                   struct arena *arena);
/* The sinusoids of Vaswani et al. (2017): columns 2i and 2i+1 are sine and cosine of pair i. */
struct matrix table_sinusoids(int positions, int columns, struct arena *arena);
