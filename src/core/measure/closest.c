/* closest.c -- the two rows of a table that are nearest to each other; see geometry.h.
 *
 * The rows are halved recursively, and every part has a bounding box: two parts are searched only if their boxes are
 * nearer than the nearest rows so far. Rows with few columns are halved along their widest column, others by position,
 * since neighbours share the slowly changing columns and so have small boxes. For 100,000 positions of sinusoids this
 * measures some million pairs of rows instead of five thousand million; for random rows, which no order brings
 * together, nearly all. */
#include <float.h>
#include <math.h>

#include "measure/geometry.h"

enum { PART_ROWS = 8, FEW_COLUMNS = 4, AT_ONCE = 8 };

/* Rows order[first..first+rows-1]; its halves are parts half and half + 1, 0: it has none. */
struct part {
    int first, rows, half;
};

struct tree {
    const struct matrix *m;
    int *order; /* of rows */
    struct part *part;
    int parts;
    real *low, *high; /* (parts, columns) the boxes */
    double square;    /* of the smallest distance so far */
    int nearest[2];
};

/* ---- The tree */

/* Brings the rows that are smaller in a column before the others, so that neither is among the first `half` what should
 * not be (quickselect, Hoare 1961). */
static void halve(const struct matrix *m, int *order, int rows, int half, int column) {
    for (int low = 0, high = rows - 1; low < high;) {
        double pivot = matrix_row(m, order[(low + high) / 2])[column];
        int i = low, j = high;
        while (i <= j) {
            while (matrix_row(m, order[i])[column] < pivot)
                i++;
            while (matrix_row(m, order[j])[column] > pivot)
                j--;
            if (i <= j) {
                int kept = order[i];
                order[i++] = order[j];
                order[j--] = kept;
            }
        }
        if (half <= j)
            high = j;
        else if (half >= i)
            low = i;
        else
            return;
    }
}

/* Gives a part its box and, if it has many rows, two halves. */
static void split(struct tree *t, int number) {
    struct part *p = &t->part[number];
    int columns = t->m->columns, half = p->rows / 2, widest = 0;
    real *low = t->low + (size_t)number * columns, *high = t->high + (size_t)number * columns;
    for (int i = 0; i < p->rows; i++)
        for (int c = 0; c < columns; c++) {
            real x = (real)matrix_row(t->m, t->order[p->first + i])[c];
            low[c] = i == 0 || x < low[c] ? x : low[c];
            high[c] = i == 0 || x > high[c] ? x : high[c];
        }
    if (p->rows <= PART_ROWS)
        return;
    for (int c = 1; c < columns; c++)
        widest = high[c] - low[c] > high[widest] - low[widest] ? c : widest;
    if (columns <= FEW_COLUMNS)
        halve(t->m, t->order + p->first, p->rows, half, widest);
    p->half = t->parts;
    t->part[t->parts++] = (struct part){p->first, half, 0};
    t->part[t->parts++] = (struct part){p->first + half, p->rows - half, 0};
    split(t, p->half);
    split(t, p->half + 1);
}

static void build(struct tree *t, const struct matrix *m, struct arena *arena) {
    size_t parts = (size_t)m->rows / (PART_ROWS / 2) * 2 + 1;
    *t = (struct tree){.m = m, .parts = 1, .square = HUGE_VAL};
    t->order = arena_alloc(arena, (size_t)m->rows, sizeof *t->order);
    t->part = arena_alloc(arena, parts, sizeof *t->part);
    t->low = arena_alloc(arena, parts * m->columns, sizeof *t->low);
    t->high = arena_alloc(arena, parts * m->columns, sizeof *t->high);
    for (int i = 0; i < m->rows; i++)
        t->order[i] = i;
    t->part[0] = (struct part){0, m->rows, 0};
    split(t, 0);
}

/* ---- The search */

static void measure(struct tree *t, int i, int j) {
    const double *x = matrix_row(t->m, i), *y = matrix_row(t->m, j);
    double square = 0;
    for (int c = 0; c < t->m->columns;) {
        for (int end = c + AT_ONCE < t->m->columns ? c + AT_ONCE : t->m->columns; c < end; c++)
            square += (x[c] - y[c]) * (x[c] - y[c]);
        if (square >= t->square)
            return;
    }
    t->square = square;
    t->nearest[0] = i < j ? i : j;
    t->nearest[1] = i < j ? j : i;
}

/* Whether two boxes are nearer to each other than the nearest rows. */
static bool near(const struct tree *t, int a, int b) {
    int columns = t->m->columns;
    const real *low_a = t->low + (size_t)a * columns, *low_b = t->low + (size_t)b * columns,
               *high_a = t->high + (size_t)a * columns, *high_b = t->high + (size_t)b * columns;
    double square = 0;
    for (int c = 0; c < columns && square < t->square; c++) {
        double gap = fmax(0, fmax((double)low_b[c] - (double)high_a[c], (double)low_a[c] - (double)high_b[c]));
        square += gap * gap;
    }
    return square < t->square;
}

static void search(struct tree *t, int a, int b) {
    const struct part *x = &t->part[a], *y = &t->part[b];
    if (a != b && !near(t, a, b))
        return;
    if (!x->half && !y->half) {
        for (int i = 0; i < x->rows; i++)
            for (int j = a == b ? i + 1 : 0; j < y->rows; j++)
                measure(t, t->order[x->first + i], t->order[y->first + j]);
    } else if (a == b) {
        search(t, x->half, x->half);
        search(t, x->half + 1, x->half + 1);
        search(t, x->half, x->half + 1);
    } else if (y->half && y->rows > x->rows) {
        search(t, a, y->half);
        search(t, a, y->half + 1);
    } else {
        search(t, x->half, b);
        search(t, x->half + 1, b);
    }
}

/* If neighbours are equally near, up to rounding, they are named instead: a reader expects those. */
struct closest geometry_closest(const struct matrix *m) {
    int digits = sizeof(real) == sizeof(float) ? FLT_MANT_DIG : DBL_MANT_DIG;
    struct arena arena = {0};
    struct tree t;
    double largest = 0;
    for (size_t i = 0; i < (size_t)m->rows * m->columns; i++)
        largest = fmax(largest, fabs(m->value[i]));
    build(&t, m, &arena);
    for (int i = 0; i + 1 < m->rows; i++) /* mostly the nearest, or nearly */
        measure(&t, i, i + 1);
    search(&t, 0, 0);
    arena_free(&arena);
    struct closest c = {t.nearest[0], t.nearest[1], sqrt(t.square), 0, 0};
    c.resolution = largest > 0 ? ldexp(1, ilogb(largest) + 1 - digits) : 0;
    for (int i = 0; i + 1 < m->rows; i++) {
        double square = 0;
        for (int k = 0; k < m->columns; k++) {
            double step = matrix_row(m, i)[k] - matrix_row(m, i + 1)[k];
            square += step * step;
        }
        if (sqrt(square) > c.distance + c.resolution * sqrt(m->columns))
            continue;
        c.first = c.neighbours++ ? c.first : i;
        c.second = c.first + 1;
    }
    return c;
}
