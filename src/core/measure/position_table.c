/* position_table.c -- see position_table.h. */
#include "measure/position_table.h"

#include <math.h>
#include <string.h>

#include "base/text.h"
#include "encoding/encoding.h"

bool position_table_find(int *number, const struct run *r, struct error *e) {
    const struct encoding_built *b = &r->model.encoding;
    char with[256] = "";
    for (*number = 0; b->kind->table && *number < b->tensors; ++*number)
        if (strcmp(b->tensor[*number].name, b->kind->table) == 0)
            return true;
    for (const struct encoding *const *c = encodings; *c; c++)
        if ((*c)->table)
            text_append(with, sizeof with, "%s%s", *with ? ", " : "", (*c)->name);
    return error_set(e, EXIT_USAGE, "encoding %s has no table of positions; one of these has: %s", b->kind->name, with);
}

bool position_table_open(struct position_table *t, struct run *r, const struct policy *policy, int positions,
                         struct error *e) {
    const struct encoding_built *b = &r->model.encoding;
    struct encoding_weights w = model_encoding_weights(&r->model, NULL);
    int number;
    *t = (struct position_table){.r = r, .rows = b->rows, .trained = b->size.trained};
    int twice = 2 * t->trained, usual = policy == &policy_refuse || t->rows > twice ? t->rows : twice;
    t->positions = positions ? positions : usual;
    if (!position_table_find(&number, r, e) || !encoding_use_open(&t->use, b, &w, policy, t->positions, &r->arena, e))
        return false;
    t->tensor = params_find(&r->model.params, b->kind->table);
    struct encoding_part part = {0}; /* the one that has the table */
    while (encoding_part_next(&part, &t->use, &w) && !part.kind->table)
        continue;
    geometry_vectors(&t->vectors, part.use, &part.weights, t->positions, &r->arena);
    t->similarity = geometry_similarity(&t->vectors, &r->arena);
    t->unread = t->tensor->rows - b->rows;
    t->moved = arena_alloc(&r->arena, (size_t)t->positions, sizeof *t->moved);
    const struct params *p = &r->model.params;
    for (int i = 0; i < t->positions && i < b->rows; i++) {
        size_t at = t->tensor->offset + (size_t)(i + t->unread) * t->tensor->columns;
        for (int c = 0; c < t->tensor->columns; c++)
            t->moved[i] |= p->first[at + c] != 0 || p->second[at + c] != 0;
    }
    return true;
}

double position_table_length(const struct position_table *t, bool moved) {
    double sum = 0;
    int count = 0;
    for (int i = 0; i < t->positions; i++)
        if (t->moved[i] == moved) {
            const double *row = matrix_row(&t->vectors, i);
            sum += sqrt(geometry_dot(row, row, t->vectors.columns));
            count++;
        }
    return count ? sum / count : (double)NAN;
}
