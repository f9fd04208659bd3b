/* workspace.c -- allocates the arrays of one batch; some of them are one array. */
#include <string.h>

#include "model/mixer.h"

/* An array, or `same` where the step before it is absent. */
static real *alloc(struct arena *arena, bool present, real *same, int rows, int columns) {
    return present ? arena_alloc(arena, (size_t)rows * columns, sizeof(real)) : same;
}

static void alloc_all(struct activations *a, const struct model *m, const struct workspace *w, struct arena *arena) {
    int k = w->targets, d = m->config.d_model, f = m->config.d_ff,
        n = a == &w->value ? w->rows : tile_rows(w->capacity, d);
    bool pre = m->config.norm == NORM_PRE, post = !pre;
    a->embedded = alloc(arena, true, NULL, n, d);
    a->x = alloc(arena, m->config.embedding_norm, a->embedded, n, d);
    a->z = alloc(arena, pre, a->x, n, d);
    a->mixing = m->mixer->alloc(m, w, arena);
    a->sum = alloc(arena, true, NULL, k, d);
    a->y = alloc(arena, post, a->sum, k, d);
    a->inner = alloc(arena, f && pre, a->y, k, d);
    a->hidden = alloc(arena, f && a == &w->value, NULL, k, f); /* its gradient is written over that of active */
    a->active = alloc(arena, f, NULL, k, f);
    a->last_sum = alloc(arena, f, a->y, k, d);
    a->last = alloc(arena, f && post, a->last_sum, k, d);
    a->final = alloc(arena, pre, a->last, k, d);
    a->logits = alloc(arena, true, NULL, k, m->size.classes);
}

static struct norm_saved alloc_saved(struct arena *arena, int rows) {
    return (struct norm_saved){arena_alloc(arena, rows, sizeof(real)), arena_alloc(arena, rows, sizeof(real))};
}

void workspace_build(struct workspace *w, const struct model *m, struct capacity capacity, enum workspace_use use,
                     struct arena *arena) {
    int rows = capacity.sequences * capacity.rows, targets = capacity.sequences * capacity.targets;
    *w = (struct workspace){.capacity = capacity, .rows = rows, .targets = targets, .keeps = use != WORKSPACE_LOGITS};
    alloc_all(&w->value, m, w, arena);
    if (use == WORKSPACE_TRAINING)
        alloc_all(&w->grad, m, w, arena);
    w->embedding_saved = alloc_saved(arena, rows);
    w->mixer_saved = alloc_saved(arena, rows > targets ? rows : targets);
    w->hidden_saved = alloc_saved(arena, targets);
    w->final_saved = alloc_saved(arena, targets);
}
