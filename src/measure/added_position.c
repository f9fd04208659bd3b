/* added_position.c -- see added_position.h. */
#include "measure/added_position.h"

#include <math.h>

#include "measure/geometry.h"

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
    for (int i = 0; adds && i < out->words; i++)
        for (int t = 0; t < out->positions; t++)
            count += add(out, m->params.value + m->token + (size_t)spread(i, out->words, words) * width, width,
                         matrix_row(&p, spread(t, out->positions, positions)), d - p.columns, d);
    arena_free(&arena);
    out->angle /= count;
    out->length /= count;
    return count > 0;
}
