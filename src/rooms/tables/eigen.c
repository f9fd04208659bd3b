/* eigen.c -- see eigen.h. */
#include "tables/eigen.h"

#include <assert.h>
#include <float.h>
#include <math.h>
#include <string.h>

#include "maths/real.h"

enum { ROUNDS = 60 }; /* for one eigenvalue; two or three are usual */

/* y += factor * x */
HOT static void add(double *restrict y, const double *restrict x, double factor, int n) {
    for (int i = 0; i < n; i++)
        y[i] += factor * x[i];
}

static double dot(const double *x, const double *y, int n) {
    double sum = 0;
    for (int i = 0; i < n; i++)
        sum += x[i] * y[i];
    return sum;
}

/* ---- Three diagonals: A = Q T Q', Q the product of the reflections 1 - factor v v' */

/* Makes v (n) a reflection that maps it to a multiple of its first axis, which is returned. *factor 0: nothing to
 * do. */
static double reflection(double *v, double *factor, int n) {
    double rest = dot(v + 1, v + 1, n - 1), size = sqrt(v[0] * v[0] + rest), to = v[0] > 0 ? -size : size;
    *factor = 0;
    if (rest == 0)
        return v[0];
    v[0] -= to;
    *factor = 2 / (v[0] * v[0] + rest);
    return to;
}

/* a (n, n) with rows `stride` apart = (1 - factor v v') a (1 - factor v v'); w (n) is scratch. */
static void reflect(double *a, const double *v, double *w, double factor, int n, int stride) {
    memset(w, 0, (size_t)n * sizeof *w);
    for (int i = 0; i < n; i++)
        add(w, a + (size_t)i * stride, factor * v[i], n);
    add(w, v, -factor / 2 * dot(w, v, n), n);
    for (int i = 0; i < n; i++) {
        add(a + (size_t)i * stride, w, -v[i], n);
        add(a + (size_t)i * stride, v, -w[i], n);
    }
}

/* The diagonals, and in row k of `a`, right of the diagonal, the reflection of step k with factor[k]. */
static void tridiagonalise(double *a, double *diagonal, double *off_diagonal, double *factor, double *w, int n) {
    for (int k = 0; k < n; k++) {
        double *v = a + (size_t)k * n + k + 1;
        int left = n - k - 1;
        diagonal[k] = v[-1];
        off_diagonal[k] = left > 0 ? reflection(v, &factor[k], left) : 0;
        if (left > 0 && factor[k] > 0)
            reflect(v + n, v, w, factor[k], left, n);
    }
}

/* q (n, n) = Q', from the reflections in `a`: the last one first, each on the rows that it reaches. */
static void collect(double *q, const double *a, const double *factor, int n) {
    for (int i = 0; i < n; i++)
        q[(size_t)i * n + i] = 1;
    for (int k = n - 2; k >= 0; k--) {
        const double *v = a + (size_t)k * n + k + 1;
        for (int i = k + 1; i < n; i++) { /* a row of Q' (1 - factor v v') */
            double *row = q + (size_t)i * n + k + 1;
            add(row, v, -factor[k] * dot(row, v, n - k - 1), n - k - 1);
        }
    }
}

/* ---- One diagonal */

HOT static void rotate(double *restrict x, double *restrict y, double c, double s, int n) {
    for (int i = 0; i < n; i++) {
        double old = y[i];
        y[i] = s * x[i] + c * old;
        x[i] = c * x[i] - s * old;
    }
}

/* Numbers of this size are rounding errors. Without this limit a rank-deficient matrix, whose zeros are rounding
 * errors, would never converge. */
static double negligible(const double *diagonal, const double *off_diagonal, int n) {
    double largest = 0;
    for (int i = 0; i < n; i++)
        largest = fmax(largest, fabs(diagonal[i]) + fabs(off_diagonal[i]));
    return DBL_EPSILON * largest;
}

/* Where the block of `first` ends: at a negligible off-diagonal number. */
static int block_end(const double *off_diagonal, double small, int first, int n) {
    int end = first;
    while (end < n - 1 && fabs(off_diagonal[end]) > small)
        end++;
    return end;
}

/* One sweep of rotations from the end of the block to its start, shifted by an eigenvalue of its first two rows. */
static void sweep(double *diagonal, double *off_diagonal, double *q, int first, int end, int n) {
    double half = (diagonal[first + 1] - diagonal[first]) / (2 * off_diagonal[first]), root = sqrt(half * half + 1);
    double bulge = diagonal[end] - diagonal[first] + off_diagonal[first] / (half + (half < 0 ? -root : root));
    double c = 1, s = 1, moved = 0;
    for (int i = end - 1; i >= first; i--) {
        double across = s * off_diagonal[i], along = c * off_diagonal[i], size = sqrt(across * across + bulge * bulge);
        off_diagonal[i + 1] = size;
        if (size == 0) { /* the block splits in two */
            diagonal[i + 1] -= moved;
            off_diagonal[end] = 0;
            return;
        }
        s = across / size;
        c = bulge / size;
        double base = diagonal[i + 1] - moved, change = (diagonal[i] - base) * s + 2 * c * along;
        moved = s * change;
        diagonal[i + 1] = base + moved;
        bulge = c * change - along;
        rotate(q + (size_t)i * n, q + (size_t)(i + 1) * n, c, s, n);
    }
    diagonal[first] -= moved;
    off_diagonal[first] = bulge;
    off_diagonal[end] = 0;
}

void eigen_symmetric(double *a, double *value, int n, struct arena *scratch) {
    double *off_diagonal = arena_alloc(scratch, (size_t)n, sizeof *off_diagonal),
           *w = arena_alloc(scratch, (size_t)n, sizeof *w);
    double *factor = arena_alloc(scratch, (size_t)n, sizeof *factor);
    double *q = arena_alloc(scratch, (size_t)n * n, sizeof *q);
    tridiagonalise(a, value, off_diagonal, factor, w, n);
    collect(q, a, factor, n);
    double small = negligible(value, off_diagonal, n);
    for (int first = 0; first < n; first++)
        for (int end, round = 0; (end = block_end(off_diagonal, small, first, n)) > first; round++) {
            assert(round < ROUNDS && "finite numbers converge");
            sweep(value, off_diagonal, q, first, end, n);
        }
    memcpy(a, q, (size_t)n * n * sizeof *q);
}
