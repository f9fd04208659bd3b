/* principal.c -- see principal.h. The covariance of columns and the products of rows have the same nonzero eigenvalues;
 * the smaller matrix is decomposed. */
#include "tables/principal.h"

#include <math.h>
#include <stdbool.h>
#include <string.h>

#include "tables/eigen.h"

enum { ROWS_AT_ONCE = 8 };           /* rows added to the covariance at once */
static const double nothing = 1e-12; /* of the largest variance: rounding */

/* A table minus its mean row. */
struct centred {
    const real *x; /* (rows, columns) */
    double *mean;  /* (columns) */
    int rows, columns;
};

static struct centred centre(const real *x, int rows, int columns, struct arena *scratch) {
    struct centred t = {x, arena_alloc(scratch, (size_t)columns, sizeof(double)), rows, columns};
    for (int i = 0; i < rows; i++)
        for (int c = 0; c < columns; c++)
            t.mean[c] += (double)x[(size_t)i * columns + c];
    for (int c = 0; c < columns; c++)
        t.mean[c] /= rows;
    return t;
}

static void row_of(double *out, const struct centred *t, int row) {
    const real *x = t->x + (size_t)row * t->columns;
    for (int c = 0; c < t->columns; c++)
        out[c] = (double)x[c] - t->mean[c];
}

/* sum (n) += the rows of x (rows, n), each times its factor, in their order */
HOT static void add_rows(double *restrict sum, const double *restrict x, const double *factor, int rows, int n) {
    for (int k = 0; k < rows; k++)
        for (int i = 0; i < n; i++)
            sum[i] += factor[k] * x[(size_t)k * n + i];
}

/* a (columns, columns) = sum over rows of row' row */
static void covariance(double *a, const struct centred *t, struct arena *scratch) {
    int m = t->columns;
    double *block = arena_alloc(scratch, (size_t)ROWS_AT_ONCE * m, sizeof *block), factor[ROWS_AT_ONCE];
    for (int first = 0, count; first < t->rows; first += count) {
        count = t->rows - first < ROWS_AT_ONCE ? t->rows - first : ROWS_AT_ONCE;
        for (int k = 0; k < count; k++)
            row_of(block + (size_t)k * m, t, first + k);
        for (int c = 0; c < m; c++) {
            for (int k = 0; k < count; k++)
                factor[k] = block[(size_t)k * m + c];
            add_rows(a + (size_t)c * m, block, factor, count, m);
        }
    }
}

/* a (rows, rows) = products of rows; x (rows, columns) are the rows. */
static void products(double *a, const double *x, int rows, int columns) {
    for (int i = 0; i < rows; i++)
        for (int j = 0; j <= i; j++) {
            double sum = 0;
            for (int c = 0; c < columns; c++)
                sum += x[(size_t)i * columns + c] * x[(size_t)j * columns + c];
            a[(size_t)i * rows + j] = a[(size_t)j * rows + i] = sum;
        }
}

/* The index of the largest value after index `last` (-1: of all), the first of equal ones; -1: none. */
static int next_largest(const double *value, int count, int last) {
    int best = -1;
    for (int i = 0; i < count; i++) {
        bool left = last < 0 || value[i] < value[last] || (i > last && value[i] == value[last]);
        if (left && (best < 0 || value[i] > value[best]))
            best = i;
    }
    return best;
}

/* Scales it to length 1, with its largest coordinate positive. */
static void orient(double *v, int n) {
    double square = 0;
    int largest = 0;
    for (int i = 0; i < n; i++) {
        square += v[i] * v[i];
        largest = fabs(v[i]) > fabs(v[largest]) ? i : largest;
    }
    double factor = (v[largest] < 0 ? -1 : 1) / sqrt(square);
    for (int i = 0; i < n; i++)
        v[i] *= factor;
}

/* component (wanted, columns), as many as the rows have. */
static int components(double *component, const struct centred *t, int wanted, struct arena *scratch) {
    int m = t->columns, n = t->rows < m ? t->rows : m, found = 0;
    double *a = arena_alloc(scratch, (size_t)n * n, sizeof *a), *value = arena_alloc(scratch, (size_t)n, sizeof *value);
    double *x = n < m ? arena_alloc(scratch, (size_t)n * m, sizeof *x) : NULL;
    for (int i = 0; i < n && x; i++)
        row_of(x + (size_t)i * m, t, i);
    if (x)
        products(a, x, n, m);
    else
        covariance(a, t, scratch);
    eigen_symmetric(a, value, n, scratch);
    int largest = next_largest(value, n, -1);
    for (int k = largest; found < wanted && k >= 0 && value[k] > nothing * value[largest];
         k = next_largest(value, n, k), component += m, found++) {
        if (x)
            add_rows(component, x, a + (size_t)k * n, n, m);
        else
            memcpy(component, a + (size_t)k * n, (size_t)m * sizeof *a);
        orient(component, m);
    }
    return found;
}

int principal_project(double *out, const real *x, int rows, int columns, int wanted, struct arena *scratch) {
    struct centred t = centre(x, rows, columns, scratch);
    double *component = arena_alloc(scratch, (size_t)wanted * columns, sizeof *component);
    double *across = arena_alloc(scratch, (size_t)wanted * columns, sizeof *across);
    double *row = arena_alloc(scratch, (size_t)columns, sizeof *row);
    int found = components(component, &t, wanted, scratch);
    for (int k = 0; k < wanted; k++)
        for (int c = 0; c < columns; c++)
            across[(size_t)c * wanted + k] = component[(size_t)k * columns + c];
    memset(out, 0, (size_t)rows * wanted * sizeof *out);
    for (int i = 0; i < rows; i++) {
        row_of(row, &t, i);
        add_rows(out + (size_t)i * wanted, across, row, columns, wanted);
    }
    return found;
}
