/* worked_sum.c -- see worked_sum.h. */
#include "explain/worked_sum.h"

#include <stdlib.h>

#include "encoding/kinds.h"
#include "explain/encoding_facts.h"
#include "measure/embedding_parts.h"

static real *row_of(const struct run *r, size_t table, int row) {
    return r->model.params.value + table + (size_t)row * SUM_COLUMNS;
}

/* Words [1 0 0 0], [0 1 0 0] and [0 0 1 0]; positions [.1 .2 .3 .4], [.2 .3 .4 .5] and [.3 .4 .5 .6]. */
static void set_rows(const struct run *r, const struct batch *b) {
    for (int i = 0; i < SUM_WORDS; i++)
        for (int c = 0; c < SUM_COLUMNS; c++) {
            row_of(r, r->model.token, b->token[i])[c] = c == i;
            row_of(r, r->model.segment, b->segment[i])[c] = 0;
            row_of(r, r->model.position[0], b->position[i])[c] = (real)((i + c + 1) / 10.0);
        }
}

static bool measure(struct worked_sum *out, const struct run *r, struct arena *arena, struct error *e) {
    static const int parts[SUM_PARTS] = {PART_TOKEN, PART_POSITION, PART_SUM};
    const char *const text[] = {"X Y", NULL}; /* after [CLS] */
    struct model_example x;
    struct embedding_parts p;
    for (int again = 0; again < 2; again++) { /* first to learn which rows there are */
        if (!model_example_open(&x, r, text, 0, r->settings.extrapolation, arena, e))
            return false;
        set_rows(r, &x.batch);
    }
    embedding_parts(&p, &x, arena);
    for (int k = 0; k < SUM_PARTS; k++)
        for (int i = 0; i < SUM_WORDS; i++)
            for (int c = 0; c < SUM_COLUMNS; c++)
                out->of[k][i][c] = matrix_row(&p.part[parts[k]], i)[c];
    return true;
}

bool worked_sum_measure(struct worked_sum *out, struct error *e) {
    struct assignments *small = assignments_new();
    struct arena arena = {0};
    struct run r;
    bool ok = assignments_override(small, "model.d_model=4", e) && assignments_override(small, "model.heads=1", e) &&
              encoding_facts_model(&r, &encoding_learned, small, e);
    free(small);
    if (!ok)
        return false;
    ok = measure(out, &r, &arena, e);
    run_free(&r);
    arena_free(&arena);
    return ok;
}
