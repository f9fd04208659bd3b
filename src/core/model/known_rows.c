/* known_rows.c -- see known_rows.h. */
#include "model/known_rows.h"

#include "maths/vector.h"

enum { REPEATS = 4, NUMBERS = 1 << 20 }; /* rows of a pass per different row, at least; most numbers of one array */

bool known_rows_pay(const struct model *m, int positions, double rows) {
    double different = (double)m->size.vocabulary * m->size.segments * positions;
    return !m->encoding.by_length && rows >= REPEATS * different && different * m->config.d_model <= NUMBERS;
}

/* A sequence for each position. */
static struct batch all_rows(const struct model *m, int positions, struct arena *arena) {
    int segments = m->size.segments, each = m->size.vocabulary * segments, rows = positions * each;
    struct batch b = {.sequences = positions, .rows = rows};
    b.start = arena_alloc(arena, (size_t)positions + 1, sizeof *b.start);
    b.target_start = arena_alloc(arena, (size_t)positions + 1, sizeof *b.target_start);
    b.token = arena_alloc(arena, (size_t)rows, sizeof *b.token);
    b.segment = arena_alloc(arena, (size_t)rows, sizeof *b.segment);
    b.position = arena_alloc(arena, (size_t)rows, sizeof *b.position);
    for (int i = 0; i < rows; i++) {
        b.token[i] = i % each / segments;
        b.segment[i] = i % segments;
        b.position[i] = i / each;
    }
    for (int i = 0; i <= positions; i++)
        b.start[i] = i * each;
    return b;
}

HOT void known_rows_number(const struct model *m, struct batch *b) {
    int vocabulary = m->size.vocabulary, segments = m->size.segments;
    for (int i = 0; i < b->rows; i++)
        b->known[i] = (b->position[i] * vocabulary + b->token[i]) * segments + b->segment[i];
}

void known_rows_build(struct known_rows *k, const struct model *m, int positions, struct arena *arena) {
    k->all = all_rows(m, positions, arena);
    workspace_build(&k->work, m, (struct capacity){1, k->all.rows, 1}, WORKSPACE_BLOCKS, arena);
    k->scratch = arena_alloc(arena, (size_t)m->config.heads * k->all.rows, sizeof *k->scratch);
}

void known_rows_compute(struct known_rows *k, const struct model *m, const struct encoding_use *use,
                        struct workspace *w, const struct batch *b) {
    model_rows(m, &k->work, &k->all, use);
    w->known = k;
    if (m->mixer->know)
        m->mixer->know(m, &k->work, &k->all, w, b, use);
}

enum { AHEAD = 8 }; /* rows fetched before they are copied */

HOT void known_rows_copy(real *out, const real *in, const int *number, int rows, int d) {
    for (int i = 0; i < rows; i++, out += d) {
        const real *from = in + (size_t)number[i] * d;
        int c = 0;
        if (i + AHEAD < rows)
            vector_fetch(in + (size_t)number[i + AHEAD] * d, (size_t)d);
        for (; c + VECTOR_LANES <= d; c += VECTOR_LANES)
            *(lanes *)(out + c) = *(const lanes *)(from + c);
        for (; c < d; c++)
            out[c] = from[c];
    }
}
