/* embedding_parts.c -- see embedding_parts.h. */
#include "measure/embedding_parts.h"

#include <math.h>

#include "encoding/encoding.h"
#include "encoding/encoding_built.h"

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

/* Row i of `most` rows spread evenly over `all`. */
static int spread(int i, int most, int all) { return most > 1 ? (int)((long long)i * (all - 1) / (most - 1)) : 0; }

/* Adds one word at one position; false: it has no direction. x has `width` numbers, p those from column `first` on, the
 * sum d. */
static bool add(struct added_position *to, const real *x, int width, const double *p, int first, int d) {
    double before = 0, after = 0, product = 0;
    for (int c = 0; c < d; c++) {
        double word = c < width ? (double)x[c] : 0, sum = word + (c < first ? 0 : p[c - first]);
        before += word * word;
        after += sum * sum;
        product += word * sum;
    }
    if (!(before > 0 && after > 0))
        return false;
    to->angle += acos(fmax(-1, fmin(1, product / sqrt(before) / sqrt(after)))) * 180 / acos(-1);
    to->length += sqrt(after / before);
    return true;
}

bool added_position_measure(struct added_position *out, const struct run *r) {
    const struct model *m = &r->model;
    const struct encoding_weights weights = model_encoding_weights(m, NULL);
    int d = m->config.d_model, width = d - m->encoding.columns, words = m->size.vocabulary,
        positions = m->encoding.size.trained, count = 0;
    struct encoding_use use;
    struct matrix p;
    struct arena arena = {0};
    struct error e;
    *out = (struct added_position){.words = words < ADDED_MOST ? words : ADDED_MOST,
                                   .positions = positions < ADDED_MOST ? positions : ADDED_MOST};
    bool adds = m->encoding.kind->embed &&
                encoding_use_open(&use, &m->encoding, &weights, &policy_extend, positions, &arena, &e) &&
                geometry_vectors(&p, &use, &weights, positions, &arena);
    for (int i = 0; adds && i < p.rows * p.columns; i++)
        p.value[i] *= m->encoding.scale;
    for (int i = 0; adds && i < out->words; i++)
        for (int t = 0; t < out->positions; t++)
            count += add(out, m->params.value + m->token + (size_t)spread(i, out->words, words) * width, width,
                         matrix_row(&p, spread(t, out->positions, positions)), d - p.columns, d);
    arena_free(&arena);
    out->angle /= count;
    out->length /= count;
    return count > 0;
}
