/* table_measures.c -- see table_measures.h. */
#include "tables/table_measures.h"

#include <assert.h>
#include <math.h>

enum { PARTIAL_SUMS = 8 };

/* Sums run in a fixed number of parts: fast, and always the same bits. */
static double dot(const double *x, const double *y, int n) {
    double part[PARTIAL_SUMS] = {0}, rest = 0;
    int i = 0;
    for (; i + PARTIAL_SUMS <= n; i += PARTIAL_SUMS)
        for (int k = 0; k < PARTIAL_SUMS; k++)
            part[k] += x[i + k] * y[i + k];
    for (; i < n; i++)
        rest += x[i] * y[i];
    return ((part[0] + part[4]) + (part[2] + part[6])) + ((part[1] + part[5]) + (part[3] + part[7])) + rest;
}

static void add(double *y, double factor, const double *x, int n) {
    for (int i = 0; i < n; i++)
        y[i] += factor * x[i];
}

static int smaller(int a, int b) { return a < b ? a : b; }

/* ---- Exact sinusoids */

#define BASE 10000.0

static double frequency(int pair, int columns) { return pow(BASE, -2.0 * pair / columns); }

struct matrix table_sinusoids(int positions, int columns, struct arena *arena) {
    struct matrix out = matrix_alloc(positions, columns, arena);
    for (int c = 0; c < columns; c++) {
        double w = frequency(c / 2, columns);
        for (int t = 0; t < positions; t++)
            matrix_row(&out, t)[c] = c % 2 ? cos(w * t) : sin(w * t);
    }
    return out;
}

/* ---- Norms and similarity */

static void measure_similarity(struct table_measures *out, const struct matrix *m, struct arena *arena) {
    int n = m->rows;
    out->norm = arena_alloc(arena, (size_t)n, sizeof *out->norm);
    out->similarity = matrix_alloc(n, n, arena);
    out->cosine = arena_alloc(arena, (size_t)n, sizeof *out->cosine);
    for (int t = 0; t < n; t++)
        out->norm[t] = sqrt(dot(matrix_row(m, t), matrix_row(m, t), m->columns));
    for (int i = 0; i < n; i++)
        for (int j = 0; j <= i; j++) {
            double lengths = out->norm[i] * out->norm[j];
            matrix_row(&out->similarity, i)[j] = matrix_row(&out->similarity, j)[i] =
                lengths > 0 ? dot(matrix_row(m, i), matrix_row(m, j), m->columns) / lengths : (double)NAN;
        }
    for (int k = 0; k < n; k++) {
        double sum = 0;
        int count = 0;
        for (int i = k; i < n; i++) {
            double x = matrix_row(&out->similarity, i)[i - k];
            sum += isnan(x) ? 0 : x;
            count += !isnan(x);
        }
        out->cosine[k] = count ? sum / count : (double)NAN;
    }
}

/* ---- What sinusoids explain */

#define SPANNED 1e-6 /* of a direction: once others are removed, the rest is rounding */

static void take_mean(double *x, int n) {
    double sum = 0;
    for (int i = 0; i < n; i++)
        sum += x[i];
    for (int i = 0; i < n; i++)
        x[i] -= sum / n;
}

/* Adds the direction that is new in x, whose mean is taken off before, if one is. Taken out twice, others are out
 * (Parlett 1980, who has it from Kahan). */
static int extend(struct matrix *q, int count, double *x) {
    int n = q->columns;
    take_mean(x, n);
    double before = sqrt(dot(x, x, n)), after = before;
    for (int again = 0; again < 2; again++) {
        for (int k = 0; k < count; k++)
            add(x, -dot(x, matrix_row(q, k), n), matrix_row(q, k), n);
        after = sqrt(dot(x, x, n));
        if (!(after > SPANNED * before) || count == q->rows)
            return count;
    }
    for (int i = 0; i < n; i++)
        matrix_row(q, count)[i] = x[i] / after;
    return count + 1;
}

/* The numbers 0..most-1 so that from the first ones on they are spread evenly: halves, quarters, eighths (van der
 * Corput). */
static void spread(int *number, int count, int most, struct arena *arena) {
    bool *taken = arena_alloc(arena, (size_t)most, sizeof *taken);
    int power = 1, found = 0;
    while (power < most)
        power *= 2;
    for (int j = 1; found < count; j++) {
        int reversed = 0;
        for (int bit = 1; bit < power; bit *= 2)
            reversed = 2 * reversed + (j & bit ? 1 : 0);
        int at = (int)((long long)reversed * most / power);
        if (!taken[at])
            number[found++] = at;
        taken[at] = true;
    }
}

/* The cosine less 1, since means are taken off: of a slow wave no digits cancel. */
void table_basis_open(struct table_basis *b, int positions, int columns, struct arena *arena) {
    struct arena scratch = {0};
    int half = columns / 2, count = 0, most = smaller(2 * smaller(half, BASIS_PAIRS), positions - 1);
    *b = (struct table_basis){.positions = positions, .columns = columns, .pairs = smaller(half, BASIS_PAIRS)};
    b->pair = arena_alloc(arena, (size_t)b->pairs, sizeof *b->pair);
    b->directions = arena_alloc(arena, (size_t)b->pairs, sizeof *b->directions);
    b->vector = matrix_alloc(most, positions, arena);
    spread(b->pair, b->pairs, half, &scratch);
    double *x = arena_alloc(&scratch, (size_t)positions, sizeof *x);
    for (int k = 0; k < b->pairs; k++) {
        double w = frequency(b->pair[k], columns);
        for (int cosine = 0; cosine < 2; cosine++) {
            for (int t = 0; t < positions; t++)
                x[t] = cosine ? -2 * sin(w * t / 2) * sin(w * t / 2) : sin(w * t);
            count = extend(&b->vector, count, x);
        }
        b->directions[k] = count;
    }
    b->vector.rows = count;
    arena_free(&scratch);
}

/* The squares of a table that a direction explains. */
static double explain(const struct matrix *columns, const double *q) {
    double sum = 0;
    for (int c = 0; c < columns->rows; c++) {
        double part = dot(matrix_row(columns, c), q, columns->columns);
        sum += part * part;
    }
    return sum;
}

static void measure_explained(struct table_measures *out, const struct matrix *m, const struct table_basis *b,
                              struct arena *arena) {
    struct arena scratch = {0};
    struct matrix columns = geometry_columns(m, 0, m->rows, &scratch);
    double all = 0, explained = 0;
    out->pairs = b->pairs;
    out->explained = arena_alloc(arena, (size_t)b->pairs, sizeof *out->explained);
    out->chance = arena_alloc(arena, (size_t)b->pairs, sizeof *out->chance);
    for (int c = 0; c < columns.rows; c++) {
        take_mean(matrix_row(&columns, c), m->rows);
        all += dot(matrix_row(&columns, c), matrix_row(&columns, c), m->rows);
    }
    for (int k = 0, used = 0; k < b->pairs; k++) {
        for (; used < b->directions[k]; used++)
            explained += explain(&columns, matrix_row(&b->vector, used));
        out->explained[k] = all > 0 ? fmin(1, explained / all) : (double)NAN;
        out->chance[k] = (double)used / (m->rows - 1);
    }
    arena_free(&scratch);
}

/* ---- Whether a shift is one matrix */

/* Removes the longest remaining column from all; returns its index. */
static int take_longest(struct matrix *columns, double *q) {
    int longest = 0, n = columns->columns;
    double most = -1;
    for (int c = 0; c < columns->rows; c++) {
        double square = dot(matrix_row(columns, c), matrix_row(columns, c), n);
        longest = square > most ? c : longest;
        most = square > most ? square : most;
    }
    for (int i = 0; i < n; i++)
        q[i] = most > 0 ? matrix_row(columns, longest)[i] / sqrt(most) : 0;
    for (int c = 0; c < columns->rows; c++)
        add(matrix_row(columns, c), -dot(matrix_row(columns, c), q, n), q, n);
    return longest;
}

/* The squares of all numbers. */
static double dot_all(const struct matrix *m) {
    double sum = 0;
    for (int i = 0; i < m->rows; i++)
        sum += dot(matrix_row(m, i), matrix_row(m, i), m->columns);
    return sum;
}

/* The most informative columns of the first rows: each time the longest after removing those before it. */
static struct matrix reduce(struct table_measures *out, const struct matrix *m, struct arena *arena) {
    struct matrix small = matrix_alloc(out->shift_positions, out->shift_columns, arena);
    struct matrix left = geometry_columns(m, 0, small.rows, arena);
    double all = dot_all(&left), *q = arena_alloc(arena, (size_t)small.rows, sizeof *q);
    for (int k = 0; k < small.columns; k++) {
        int column = small.columns < m->columns ? take_longest(&left, q) : k;
        for (int t = 0; t < small.rows; t++)
            matrix_row(&small, t)[k] = matrix_row(m, t)[column];
    }
    out->shift_share = small.columns == m->columns ? 1 : all > 0 ? 1 - dot_all(&left) / all : (double)NAN;
    return small;
}

static void measure_shifts(struct table_measures *out, const struct matrix *m) {
    struct arena scratch = {0};
    struct shift shift;
    int n = smaller(m->rows, SHIFT_POSITIONS), most = 1;
    for (int k = 1; k < MEASURED_SHIFTS && 16 * most <= n; k++)
        most *= 2;
    out->shift_positions = n;
    out->shift_columns = smaller(m->columns, (n - most) / 2);
    if (out->shift_columns < 1)
        return;
    struct matrix small = reduce(out, m, &scratch);
    for (int k = 1; k <= most && geometry_shift(&shift, &small, k); k *= 2) {
        out->offset[out->shifts] = k;
        out->error[out->shifts] = shift.error;
        out->noise[out->shifts++] = sqrt(1 - (double)small.columns / shift.fitted);
    }
    arena_free(&scratch);
}

void table_measure(struct table_measures *out, const struct matrix *table, const struct table_basis *basis,
                   struct arena *arena) {
    assert(basis->positions == table->rows && basis->columns == table->columns);
    *out = (struct table_measures){.positions = table->rows, .columns = table->columns};
    measure_similarity(out, table, arena);
    measure_explained(out, table, basis, arena);
    measure_shifts(out, table);
}
