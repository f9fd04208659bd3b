/* position_table.c -- see position_table.h. */
#include "tables/position_table.h"

#include <math.h>

#include "tables/vectors.h"

static const struct tensor *find_tensor(const struct run *r, struct error *e) {
    struct vectors v;
    const struct vectors_table *positions = &vectors_tables[PUBLIC_POSITION];
    return vectors_open(&v, positions, r, e) ? params_find(&r->model.params, r->model.encoding.kind->table) : NULL;
}

static bool has_moments(const struct position_table *t, int row) {
    const struct params *p = &t->r->model.params;
    size_t at = t->tensor->offset + (size_t)row * t->tensor->columns;
    for (int c = 0; c < t->tensor->columns; c++)
        if (p->first[at + c] != 0 || p->second[at + c] != 0)
            return true;
    return false;
}

static int usual_positions(const struct position_table *t, const struct policy *policy) {
    int twice = 2 * t->trained;
    return policy == &policy_error || t->rows > twice ? t->rows : twice;
}

bool position_table_open(struct position_table *t, struct run *r, const struct policy *policy, int positions,
                         struct error *e) {
    const struct encoding_built *b = &r->model.encoding;
    struct encoding_weights w = model_encoding_weights(&r->model, NULL);
    *t = (struct position_table){.r = r, .tensor = find_tensor(r, e), .rows = b->rows, .trained = b->size.trained};
    t->positions = positions ? positions : usual_positions(t, policy);
    if (!t->tensor || !encoding_use_open(&t->use, b, &w, policy, t->positions, &r->arena, e))
        return false;
    struct encoding_part part = {0}; /* the one that has the table */
    while (encoding_part_next(&part, &t->use, &w) && !part.kind->table)
        continue;
    geometry_vectors(&t->vectors, part.use, &part.weights, t->positions, &r->arena);
    t->similarity = geometry_similarity(&t->vectors, &r->arena);
    t->unread = t->tensor->rows - b->rows;
    t->moved = arena_alloc(&r->arena, (size_t)t->positions, sizeof *t->moved);
    for (int i = 0; i < t->positions && i < b->rows; i++)
        t->moved[i] = has_moments(t, i + t->unread);
    return true;
}

double position_table_length(const struct position_table *t, bool moved) {
    double sum = 0;
    int count = 0;
    for (int i = 0; i < t->positions; i++) {
        double square = 0;
        if (t->moved[i] != moved)
            continue;
        for (int c = 0; c < t->vectors.columns; c++)
            square += matrix_row(&t->vectors, i)[c] * matrix_row(&t->vectors, i)[c];
        sum += sqrt(square);
        count++;
    }
    return count ? sum / count : (double)NAN;
}
