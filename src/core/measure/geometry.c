/* geometry.c -- see geometry.h. */
#include "measure/geometry.h"

#include <math.h>
#include <string.h>

#include "encoding/encoding.h"
#include "encoding/encoding_built.h"

/* Positions 0, 1, 2, ... of one sequence. */
static struct span running(int positions, struct arena *arena) {
    int *position = arena_alloc(arena, (size_t)positions, sizeof *position);
    for (int i = 0; i < positions; i++)
        position[i] = i;
    return (struct span){positions, position};
}

/* ---- What hooks do */

bool geometry_vectors(struct matrix *out, const struct encoding_use *use, const struct encoding_weights *w,
                      int positions, struct arena *arena) {
    const struct encoding_built *b = use->built;
    int d = b->size.d_model, width = b->kind->embed ? b->width : d / b->size.heads;
    struct arena scratch = {0};
    if (!b->kind->embed && !b->kind->rotate)
        return false;
    struct span s = running(positions, &scratch);
    real *x = arena_alloc(&scratch, (size_t)positions * d, sizeof *x);
    for (size_t i = 0; !b->kind->embed && i < (size_t)positions * d; i++)
        x[i] = 1;
    if (b->kind->embed)
        b->kind->embed(use, w, x, s);
    else
        b->kind->rotate(use, x, s);
    *out = matrix_alloc(positions, width, arena);
    const real *from = b->kind->embed ? x + b->first : x;
    for (int i = 0; i < positions; i++)
        for (int c = 0; c < width; c++)
            matrix_row(out, i)[c] = (double)(real)((double)from[(size_t)i * d + c] / b->scale);
    arena_free(&scratch);
    return true;
}

bool geometry_cosines(struct matrix *out, double **angle, const struct encoding_use *use, int positions,
                      struct arena *arena) {
    const struct encoding *kind = use->built->kind;
    int d = use->built->size.d_model, h = d / use->built->size.heads;
    struct arena scratch = {0};
    if (!kind->rotate)
        return false;
    struct span s = running(positions, &scratch);
    real *x = arena_alloc(&scratch, (size_t)positions * d, sizeof *x);
    *out = matrix_alloc(positions, h, arena);
    *angle = arena_alloc(arena, (size_t)h, sizeof **angle);
    for (int c = 0; c < h; c++) {
        double others = 0;
        memset(x, 0, (size_t)positions * d * sizeof *x);
        for (int i = 0; i < positions; i++)
            x[(size_t)i * d + c] = 1;
        kind->rotate(use, x, s);
        for (int i = 0; i < positions; i++)
            matrix_row(out, i)[c] = (double)x[(size_t)i * d + c];
        for (int k = 0; k < h && positions > 1; k++)
            others += k == c ? 0 : (double)x[d + k] * (double)x[d + k];
        (*angle)[c] = positions > 1 ? atan2(sqrt(others), (double)x[d + c]) : 0;
    }
    arena_free(&scratch);
    return true;
}

void geometry_scores(real *score, const struct encoding_use *use, const struct encoding_weights *w, int query,
                     struct span key) {
    const struct encoding_built *b = use->built;
    struct arena scratch = {0};
    real *ones = arena_alloc(&scratch, (size_t)b->size.d_model, sizeof *ones);
    for (int c = 0; c < b->size.d_model; c++)
        ones[c] = 1;
    memset(score, 0, (size_t)b->size.heads * key.rows * sizeof *score);
    if (b->kind->content)
        b->kind->content(use, w, score, (struct encoding_query){.row = query, .rows = key.rows, .q = ones});
    if (b->kind->bias)
        b->kind->bias(use, w, score, (struct span){1, &key.position[query]}, key);
    arena_free(&scratch);
}

bool geometry_bias(struct matrix *out, const struct encoding_use *use, const struct encoding_weights *w, int head,
                   int positions, struct arena *arena) {
    struct arena scratch = {0};
    if (!encoding_adds_to_scores(use->built->kind))
        return false;
    struct span s = running(positions, &scratch);
    real *score = arena_alloc(&scratch, (size_t)use->built->size.heads * positions, sizeof *score);
    *out = matrix_alloc(positions, positions, arena);
    for (int i = 0; i < positions; i++) {
        geometry_scores(score, use, w, i, s);
        for (int j = 0; j < positions; j++)
            matrix_row(out, i)[j] = (double)score[head * positions + j];
    }
    arena_free(&scratch);
    return true;
}

/* ---- Which positions are alike */

double geometry_dot(const double *x, const double *y, int n) {
    double sum = 0;
    for (int i = 0; i < n; i++)
        sum += x[i] * y[i];
    return sum;
}

/* Rows from..from+n-1 transposed, so that each column is contiguous. */
static struct matrix columns_of(const struct matrix *m, int from, int n, struct arena *arena) {
    struct matrix out = matrix_alloc(m->columns, n, arena);
    for (int i = 0; i < n; i++)
        for (int c = 0; c < m->columns; c++)
            matrix_row(&out, c)[i] = matrix_row(m, from + i)[c];
    return out;
}

struct matrix geometry_similarity(const struct matrix *vectors, struct arena *arena) {
    int n = vectors->rows;
    struct matrix out = matrix_alloc(n, n, arena);
    for (int i = 0; i < n; i++)
        for (int j = 0; j <= i; j++)
            matrix_row(&out, i)[j] = matrix_row(&out, j)[i] =
                geometry_dot(matrix_row(vectors, i), matrix_row(vectors, j), vectors->columns);
    return out;
}

double geometry_toeplitz_error(const struct matrix *square) {
    int n = square->rows;
    double widest = 0, largest = 0;
    for (int offset = 1 - n; offset < n; offset++) {
        double low = HUGE_VAL, high = -HUGE_VAL;
        for (int i = offset < 0 ? -offset : 0; i < n && i + offset < n; i++) {
            double v = matrix_row(square, i)[i + offset];
            low = fmin(low, v);
            high = fmax(high, v);
        }
        widest = fmax(widest, high - low);
        largest = fmax(largest, fmax(fabs(low), fabs(high)));
    }
    return largest > 0 ? widest / largest : 0;
}

/* ---- Whether a shift is one matrix */

/* Moves the longest column from `from` on to `from`; returns its length. */
static double bring_longest(struct matrix *m, int from) {
    int best = from;
    double longest = -1;
    for (int c = from; c < m->rows; c++) {
        double length = geometry_dot(matrix_row(m, c), matrix_row(m, c), m->columns);
        if (length > longest) {
            longest = length;
            best = c;
        }
    }
    for (int i = 0; i < m->columns && best != from; i++) {
        double there = matrix_row(m, best)[i];
        matrix_row(m, best)[i] = matrix_row(m, from)[i];
        matrix_row(m, from)[i] = there;
    }
    return sqrt(longest);
}

/* Removes the direction q from columns from.. */
static void take_out(struct matrix *m, int from, const double *q) {
    for (int c = from; c < m->rows; c++) {
        double *column = matrix_row(m, c), part = geometry_dot(column, q, m->columns);
        for (int i = 0; i < m->columns; i++)
            column[i] -= part * q[i];
    }
}

enum { SHIFT_DIGITS = 6 }; /* a direction shorter than 10^-6 of the longest is the rounding of floats */

/* Modified Gram-Schmidt, longest column first: the residual of the targets after removing all directions that the
 * columns span is the error of their best fit, however similar the columns are. */
static int project(struct matrix *columns, struct matrix *targets) {
    double first = 0;
    int rank = 0;
    for (; rank < columns->rows && rank < columns->columns; rank++) {
        double length = bring_longest(columns, rank), *q = matrix_row(columns, rank);
        first = rank == 0 ? length : first;
        if (!(length > first * pow(10, -SHIFT_DIGITS)))
            break;
        for (int i = 0; i < columns->columns; i++)
            q[i] /= length;
        take_out(columns, rank + 1, q);
        take_out(targets, 0, q);
    }
    return rank;
}

bool geometry_shift(struct shift *out, const struct matrix *vectors, int offset) {
    struct arena arena = {0};
    int n = vectors->rows - offset;
    double left = 0, all = 0;
    *out = (struct shift){.offset = offset, .fitted = n};
    if (n < 2 * vectors->columns)
        return false;
    struct matrix from = columns_of(vectors, 0, n, &arena), to = columns_of(vectors, offset, n, &arena);
    double *before = arena_alloc(&arena, (size_t)to.rows, sizeof *before);
    for (int c = 0; c < to.rows; c++)
        before[c] = geometry_dot(matrix_row(&to, c), matrix_row(&to, c), n);
    out->rank = project(&from, &to);
    for (int c = 0; c < to.rows; c++) {
        double after = geometry_dot(matrix_row(&to, c), matrix_row(&to, c), n);
        left += after;
        all += before[c];
        out->worst = before[c] > 0 ? fmax(out->worst, sqrt(after / before[c])) : out->worst;
    }
    out->error = all > 0 ? sqrt(left / all) : 0;
    arena_free(&arena);
    return true;
}

/* The 2 x 2 fit of columns a and b, by its normal equations. */
static struct shift_pair fit_pair(const struct matrix *m, int offset, int a, int b) {
    struct shift_pair out = {.first = a, .second = b};
    double g[3] = {0}, c[2][2] = {{0}}, all = 0, left = 0;
    for (int t = 0; t + offset < m->rows; t++) {
        const double *from = matrix_row(m, t), *to = matrix_row(m, t + offset);
        const double x[2] = {from[a], from[b]}, y[2] = {to[a], to[b]};
        g[0] += x[0] * x[0];
        g[1] += x[0] * x[1];
        g[2] += x[1] * x[1];
        for (int k = 0; k < 4; k++)
            c[k / 2][k % 2] += y[k / 2] * x[k % 2];
    }
    double det = g[0] * g[2] - g[1] * g[1];
    for (int k = 0; k < 2; k++) {
        out.turn[k][0] = (c[k][0] * g[2] - c[k][1] * g[1]) / det;
        out.turn[k][1] = (c[k][1] * g[0] - c[k][0] * g[1]) / det;
    }
    for (int t = 0; t + offset < m->rows; t++) {
        const double *from = matrix_row(m, t), *to = matrix_row(m, t + offset);
        for (int k = 0; k < 2; k++) {
            double y = to[k ? b : a], miss = y - out.turn[k][0] * from[a] - out.turn[k][1] * from[b];
            all += y * y;
            left += miss * miss;
        }
    }
    out.error = det > 0 && all > 0 ? sqrt(left / all) : HUGE_VAL;
    return out;
}

/* `taken` columns (NULL: none) are left out. */
static struct shift_pair best_pair(const struct matrix *vectors, int offset, int column, const bool *taken) {
    struct shift_pair best = {.first = column, .second = column, .error = HUGE_VAL};
    for (int c = 0; c < vectors->columns; c++)
        if (c != column && !(taken && taken[c])) {
            struct shift_pair pair = fit_pair(vectors, offset, column, c);
            best = pair.error < best.error ? pair : best;
        }
    return best;
}

struct shift_pair geometry_shift_pair(const struct matrix *vectors, int offset, int column) {
    return best_pair(vectors, offset, column, NULL);
}

struct matrix geometry_shift_map(const struct matrix *vectors, int offset, struct arena *arena) {
    int columns = vectors->columns;
    struct matrix out = matrix_alloc(columns, columns, arena);
    bool *taken = arena_alloc(arena, (size_t)columns, sizeof *taken);
    for (int c = 0; c < columns; c++) {
        if (taken[c])
            continue;
        struct shift_pair p = best_pair(vectors, offset, c, taken);
        double product = 0, square = 0;
        taken[c] = taken[p.second] = true;
        for (int k = 0; k < 4 && p.second != c; k++)
            matrix_row(&out, k / 2 ? p.second : p.first)[k % 2 ? p.second : p.first] = p.turn[k / 2][k % 2];
        for (int t = 0; t + offset < vectors->rows && p.second == c; t++) {
            double x = matrix_row(vectors, t)[c];
            product += x * matrix_row(vectors, t + offset)[c];
            square += x * x;
        }
        if (square > 0)
            matrix_row(&out, c)[c] = product / square;
    }
    return out;
}
