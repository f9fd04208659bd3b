/* added_position.c -- see added_position.h. */
#include "measure/added_position.h"

#include <math.h>

/* What the encoding adds to rows of zeros at the trained positions (positions, D); NULL: nothing. */
static const real *positions_of(const struct run *r, struct arena *arena) {
    const struct encoding_built *b = &r->model.encoding;
    struct encoding_weights w = model_encoding_weights(&r->model, NULL);
    struct encoding_use use;
    struct error e;
    int n = b->size.trained;
    if (!b->kind->embed || !encoding_use_open(&use, b, &w, &policy_extend, n, arena, &e))
        return NULL;
    int *position = arena_alloc(arena, (size_t)n, sizeof *position);
    for (int i = 0; i < n; i++)
        position[i] = i;
    real *x = arena_alloc(arena, (size_t)n * b->size.d_model, sizeof *x);
    b->kind->embed(&use, &w, x, (struct span){n, position});
    return x;
}

/* Row i of `most` rows spread evenly over `all`. */
static int spread(int i, int most, int all) { return most > 1 ? (int)((long long)i * (all - 1) / (most - 1)) : 0; }

/* Adds one word at one position; false: it has no direction. x has `width` numbers, p and the sum have d. */
static bool add(struct added_position *to, const real *x, int width, const real *p, int d) {
    double before = 0, after = 0, product = 0;
    for (int c = 0; c < d; c++) {
        double word = c < width ? (double)x[c] : 0, sum = word + (double)p[c];
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
    int d = m->config.d_model, width = d - m->encoding.columns, words = m->size.vocabulary,
        positions = m->encoding.size.trained, count = 0;
    struct arena arena = {0};
    const real *p = positions_of(r, &arena);
    *out = (struct added_position){.words = words < ADDED_MOST ? words : ADDED_MOST,
                                   .positions = positions < ADDED_MOST ? positions : ADDED_MOST};
    for (int i = 0; p && i < out->words; i++)
        for (int t = 0; t < out->positions; t++)
            count += add(out, m->params.value + m->token + (size_t)spread(i, out->words, words) * width, width,
                         p + (size_t)spread(t, out->positions, positions) * d, d);
    arena_free(&arena);
    out->angle /= count;
    out->length /= count;
    return count > 0;
}
