/* neighbours.c -- see neighbours.h. */
#include "tables/neighbours.h"

#include <math.h>
#include <stdlib.h>

static double dot(const struct neighbours *n, int a, int b) {
    const real *x = n->table + (size_t)a * n->columns, *y = n->table + (size_t)b * n->columns;
    double sum = 0;
    for (int i = 0; i < n->columns; i++)
        sum += (double)x[i] * (double)y[i];
    return sum;
}

void neighbours_open(struct neighbours *n, const real *table, int rows, int columns, struct arena *arena) {
    *n = (struct neighbours){.table = table, .rows = rows, .columns = columns};
    n->length = arena_alloc(arena, (size_t)rows, sizeof *n->length);
    n->nearest = arena_alloc(arena, (size_t)rows, sizeof *n->nearest);
    for (int i = 0; i < rows; i++)
        n->length[i] = sqrt(dot(n, i, i));
}

bool neighbours_has_direction(const struct neighbours *n, int row) { return n->length[row] > 0; }

static int best_first(const void *left, const void *right) {
    const struct neighbour *a = left, *b = right;
    return a->cosine != b->cosine ? (a->cosine > b->cosine ? -1 : 1) : a->row - b->row;
}

int neighbours_find(struct neighbours *n, int row) {
    int found = 0;
    for (int i = 0; i < n->rows && neighbours_has_direction(n, row); i++)
        if (i != row && neighbours_has_direction(n, i))
            n->nearest[found++] = (struct neighbour){dot(n, i, row) / n->length[i] / n->length[row], i};
    qsort(n->nearest, (size_t)found, sizeof *n->nearest, best_first);
    return found;
}
