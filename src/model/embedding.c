/* embedding.c -- x = token[...] + segment[...] + position; see parts.h. */
#include "maths/vector.h"
#include "model/parts.h"

#include <string.h>

static struct span span_of(const struct batch *b, int sequence) {
    int start = b->start[sequence];
    return (struct span){b->start[sequence + 1] - start, b->position + start};
}

enum { AHEAD = 8 }; /* rows fetched before they are read: they lie anywhere in a table */

/* The tables fill the first `width` columns; columns an encoding reserves start at 0. */
HOT static void sum_tables(real *x, const real *token, const real *segment, const struct batch *b, struct tile s, int d,
                           int width) {
    x += (size_t)s.row * d;
    for (int i = s.row; i < s.row + s.rows; i++, x += d) {
        if (i + AHEAD < b->rows)
            vector_fetch(token + (size_t)b->token[i + AHEAD] * width, (size_t)width);
        const real *of_token = token + (size_t)b->token[i] * width,
                   *of_segment = segment + (size_t)b->segment[i] * width;
        int c = 0;
        for (; c + LANES <= width; c += LANES)
            *(lanes *)(x + c) = *(const lanes *)(of_token + c) + *(const lanes *)(of_segment + c);
        for (; c < width; c++)
            x[c] = of_token[c] + of_segment[c];
        if (width < d)
            memset(x + width, 0, (size_t)(d - width) * sizeof *x);
    }
}

void embedding_forward(const struct model *m, struct workspace *w, const struct batch *b,
                       const struct encoding_use *use, struct tile s) {
    int d = m->config.d_model, width = d - m->encoding.columns;
    struct encoding_weights weights = model_encoding_weights(m, NULL);
    sum_tables(w->value.embedded, m->params.value + m->token, m->params.value + m->segment, b, s, d, width);
    if (!m->encoding.kind->embed)
        return;
    for (int k = s.sequence; k < s.end; k++)
        m->encoding.kind->embed(use, &weights, w->value.embedded + (size_t)b->start[k] * d, span_of(b, k));
}

/* x = token[...] + segment[...]: each row adds its gradient to the rows it was made of */
HOT static void scatter_tables(real *dtoken, real *dsegment, const real *dx, const struct batch *b, struct tile s,
                               int d, int width) {
    const int *row = b->active_row ? b->active_row : b->token;
    for (int i = s.row; i < s.row + s.rows; i++, dx += d) {
        vector_add(dtoken + (size_t)row[i] * width, dx, width);
        vector_add(dsegment + (size_t)b->segment[i] * width, dx, width);
    }
}

void embedding_backward(const struct model *m, const struct batch *b, const struct encoding_use *use, struct tile s,
                        const real *dembedded, real *grad) {
    int d = m->config.d_model;
    struct encoding_weights weights = model_encoding_weights(m, grad);
    scatter_tables(grad + m->token, grad + m->segment, dembedded, b, s, d, d - m->encoding.columns);
    if (!m->encoding.kind->embed_backward)
        return;
    for (int k = s.sequence; k < s.end; k++)
        m->encoding.kind->embed_backward(use, &weights, dembedded + (size_t)(b->start[k] - s.row) * d, span_of(b, k));
}
