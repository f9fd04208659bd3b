/* heat.c -- see heat.h. */
#include "draw/heat.h"

#include <math.h>

double matrix_limit(const struct matrix *m) {
    double limit = 0;
    for (size_t i = 0; i < (size_t)m->rows * m->columns; i++)
        limit = fabs(m->value[i]) > limit ? fabs(m->value[i]) : limit; /* false for NAN */
    return limit > 0 ? limit : 1;
}

double heat_limit(const struct heat *h) {
    double limit = fmax(-h->low, h->high);
    return limit > 0 ? limit : matrix_limit(&h->m);
}

static int per(const struct heat_axis *a) { return a->per ? a->per : 1; }

int heat_number(const struct heat_axis *a, int i) {
    if (a->edge && i >= a->edge)
        return (a->edge_number ? a->edge_number : a->first + a->edge) + (i - a->edge) * per(a);
    return a->first + i * per(a);
}

/* `count` rows or columns as cells of `per` each; none goes across the edge. */
struct cut {
    int count, per, edge;
};

static int ceiling(int a, int b) { return (a + b - 1) / b; }
static int cells(struct cut c) { return ceiling(c.edge, c.per) + ceiling(c.count - c.edge, c.per); }

static int begin(struct cut c, int cell) {
    int before = ceiling(c.edge, c.per);
    return cell < before ? cell * c.per : c.edge + (cell - before) * c.per;
}

static int end(struct cut c, int cell) {
    int last = begin(c, cell) + c.per, most = cell < ceiling(c.edge, c.per) ? c.edge : c.count;
    return last < most ? last : most;
}

static struct cut fit(const struct heat_axis *a, int count, int most) {
    struct cut c = {count, 1, a->edge < count ? a->edge : 0};
    while (!a->name && !a->marks && cells(c) > most && c.per < count)
        c.per++;
    return c;
}

static double mean(const struct matrix *m, struct cut down, struct cut across, int row, int column) {
    double sum = 0;
    int count = 0;
    for (int i = begin(down, row); i < end(down, row); i++)
        for (int k = begin(across, column); k < end(across, column); k++) {
            double x = matrix_row(m, i)[k];
            sum += isnan(x) ? 0 : x;
            count += !isnan(x);
        }
    return count ? sum / count : (double)NAN;
}

static void shrink(struct heat_axis *a, struct cut c) {
    a->per = c.per;
    a->edge = ceiling(c.edge, c.per);
    a->edge_number = a->first + c.edge;
}

struct heat heat_shrink(const struct heat *h, int rows, int columns, struct arena *arena) {
    struct heat out = *h;
    struct cut down = fit(&h->row, h->m.rows, rows), across = fit(&h->column, h->m.columns, columns);
    if (h->square)
        down.per = across.per = down.per > across.per ? down.per : across.per;
    out.m = matrix_alloc(cells(down), cells(across), arena);
    for (int i = 0; i < out.m.rows; i++)
        for (int k = 0; k < out.m.columns; k++)
            matrix_row(&out.m, i)[k] = mean(&h->m, down, across, i, k);
    shrink(&out.row, down);
    shrink(&out.column, across);
    bool *mark = h->mark ? arena_alloc(arena, (size_t)out.m.rows, sizeof *mark) : NULL;
    for (int i = 0; mark && i < out.m.rows; i++)
        for (int k = begin(down, i); k < end(down, i); k++)
            mark[i] |= h->mark[k];
    out.mark = mark;
    out.high = heat_limit(h);
    out.low = h->low < 0 || h->high <= 0 ? -out.high : h->low;
    return out;
}
