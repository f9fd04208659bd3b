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
struct cells {
    int count, per, edge;
};

/* The cell that row or column i belongs to. */
static int cell_of(struct cells c, int i) {
    return i < c.edge ? i / c.per : (c.edge + c.per - 1) / c.per + (i - c.edge) / c.per;
}

static int count_cells(struct cells c) { return cell_of(c, c.count - 1) + 1; }

static struct cells fit(const struct heat_axis *a, int count, int most) {
    struct cells c = {count, 1, a->edge < count ? a->edge : 0};
    while ((!a->name || a->series) && !a->marks && count_cells(c) > most && c.per < count)
        c.per++;
    return c;
}

static void shrink(struct heat_axis *a, struct cells c, struct arena *arena) {
    const char **name = arena_alloc(arena, (size_t)c.count, sizeof *name);
    for (int i = c.count - 1; a->name && i >= 0; i--)
        name[cell_of(c, i)] = a->name[i];
    a->name = a->name ? name : NULL;
    a->bracket = cell_of(c, a->bracket);
    a->bracket_end = a->bracket_end ? cell_of(c, a->bracket_end - 1) + 1 : 0;
    a->per = c.per;
    a->edge = cell_of(c, c.edge);
    a->edge_number = a->first + c.edge;
    a->end = a->first + c.count;
}

struct heat heat_shrink(const struct heat *h, int rows, int columns, struct arena *arena) {
    struct heat out = *h;
    struct cells down = fit(&h->row, h->m.rows, rows), across = fit(&h->column, h->m.columns, columns);
    if (h->square)
        down.per = across.per = down.per > across.per ? down.per : across.per;
    out.m = matrix_alloc(count_cells(down), count_cells(across), arena);
    size_t count = (size_t)out.m.rows * out.m.columns;
    int *numbers = arena_alloc(arena, count, sizeof *numbers); /* that each is the mean of */
    bool *moved = arena_alloc(arena, (size_t)out.m.rows, sizeof *moved);
    bool *hatched = arena_alloc(arena, count, sizeof *hatched);
    for (int i = 0; i < h->m.rows; i++) {
        int row = cell_of(down, i);
        moved[row] |= h->moved && h->moved[i];
        for (int k = 0; k < h->m.columns; k++) {
            double x = matrix_row(&h->m, i)[k];
            size_t cell = (size_t)row * out.m.columns + cell_of(across, k);
            out.m.value[cell] += isnan(x) ? 0 : x;
            numbers[cell] += !isnan(x);
            hatched[cell] |= h->hatched && h->hatched[(size_t)i * h->m.columns + k];
        }
    }
    for (size_t i = 0; i < count; i++)
        out.m.value[i] = numbers[i] ? out.m.value[i] / numbers[i] : (double)NAN;
    shrink(&out.row, down, arena);
    shrink(&out.column, across, arena);
    out.moved = h->moved ? moved : NULL;
    out.hatched = h->hatched ? hatched : NULL;
    out.high = heat_limit(h);
    out.low = h->low < 0 || h->high <= 0 ? -out.high : h->low;
    return out;
}
