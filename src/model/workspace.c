/* workspace.c -- room for the arrays of one batch, and which of them are one array. */
#include <string.h>

#include "model/mixer.h"

/* Room for an array, or `same` where the step before it is absent. */
static real *take(struct arena *arena, bool present, real *same, int rows, int columns) {
    return present ? arena_take(arena, (size_t)rows * columns, sizeof(real)) : same;
}

static void take_all(struct activations *a, const struct model *m, const struct workspace *w, struct arena *arena) {
    int k = w->asked, d = m->config.d_model, f = m->config.d_ff,
        n = a == &w->value ? w->rows : stretch_rows(w->room, d);
    bool pre = m->config.norm == NORM_PRE, post = !pre;
    a->embedded = take(arena, true, NULL, n, d);
    a->x = take(arena, m->config.embedding_norm, a->embedded, n, d);
    a->z = take(arena, pre, a->x, n, d);
    a->mixing = m->mixer->take(m, w, arena);
    a->sum = take(arena, true, NULL, k, d);
    a->y = take(arena, post, a->sum, k, d);
    a->inner = take(arena, f && pre, a->y, k, d);
    a->wide = take(arena, f && a == &w->value, NULL, k, f); /* its gradient comes to stand in that of active */
    a->active = take(arena, f, NULL, k, f);
    a->last_sum = take(arena, f, a->y, k, d);
    a->last = take(arena, f && post, a->last_sum, k, d);
    a->final = take(arena, pre, a->last, k, d);
    a->logits = take(arena, true, NULL, k, m->size.classes);
}

static struct norm_saved take_saved(struct arena *arena, int rows) {
    return (struct norm_saved){arena_take(arena, rows, sizeof(real)), arena_take(arena, rows, sizeof(real))};
}

void workspace_build(struct workspace *w, const struct model *m, struct room room, enum workspace_use use,
                     struct arena *arena) {
    int rows = room.sequences * room.rows, asked = room.sequences * room.asked;
    *w = (struct workspace){.room = room, .rows = rows, .asked = asked, .keeps = use != WORKSPACE_LOGITS};
    take_all(&w->value, m, w, arena);
    if (use == WORKSPACE_TRAINING)
        take_all(&w->grad, m, w, arena);
    w->embedding_saved = take_saved(arena, rows);
    w->mixer_saved = take_saved(arena, rows > asked ? rows : asked);
    w->hidden_saved = take_saved(arena, asked);
    w->final_saved = take_saved(arena, asked);
}
