/* embedding_parts.c -- see embedding_parts.h. */
#include "measure/embedding_parts.h"

#include <math.h>

/* Rows of a table of `width` columns; row NULL: all as they are. */
static struct matrix rows_of(const real *table, const int *row, int rows, int width, int d, struct arena *arena) {
    struct matrix m = matrix_alloc(rows, d, arena);
    for (int i = 0; i < rows; i++)
        for (int c = 0; c < d; c++)
            matrix_row(&m, i)[c] = c < width ? (double)table[(size_t)(row ? row[i] : i) * width + c] : (double)NAN;
    return m;
}

/* What the encoding makes of rows of zeros. */
static struct matrix positions_of(const struct model_example *x, struct arena *arena) {
    const struct encoding_built *built = &x->run->model.encoding;
    const struct batch *b = &x->batch;
    int d = x->run->model.config.d_model;
    real *zero = arena_alloc(arena, (size_t)b->rows * d, sizeof *zero);
    if (built->kind->embed)
        built->kind->embed(&x->way.use, &x->way.weights, zero, (struct span){b->rows, b->position});
    struct matrix m = rows_of(zero, NULL, b->rows, d, d, arena);
    for (int i = 0; i < b->rows; i++)
        for (int c = 0; c < d - built->width; c++)
            matrix_row(&m, i)[c] = (double)NAN;
    return m;
}

void embedding_parts(struct embedding_parts *p, const struct model_example *x, struct arena *arena) {
    const struct model *m = &x->run->model;
    const struct batch *b = &x->batch;
    int d = m->config.d_model, width = d - m->encoding.columns;
    p->part[PART_TOKEN] = rows_of(m->params.value + m->token, b->token, b->rows, width, d, arena);
    p->part[PART_SEGMENT] = rows_of(m->params.value + m->segment, b->segment, b->rows, width, d, arena);
    p->part[PART_POSITION] = positions_of(x, arena);
    p->part[PART_SUM] = rows_of(x->way.work.value.embedded, NULL, b->rows, d, d, arena);
    p->difference = 0;
    for (size_t i = 0; i < (size_t)b->rows * d; i++) {
        double total = 0;
        for (int k = 0; k < PART_SUM; k++)
            total += isnan(p->part[k].value[i]) ? 0 : p->part[k].value[i];
        p->difference = fmax(p->difference, fabs(total - p->part[PART_SUM].value[i]));
    }
}
