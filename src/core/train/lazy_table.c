/* lazy_table.c -- the token table in a lazy step (train.sparse): only the rows of the batch's words are read and
 * updated, after what they missed was applied. Each shard numbers its own words; the first shard numbers those of all,
 * and their gradients are added there. */
#include <assert.h>
#include <string.h>

#include "maths/vector.h"
#include "train/step.h"

/* Clears the gradients of a shard's words from number `first` on. */
static void clear(const struct stepper *s, const struct shard *shard, int first) {
    size_t columns = (size_t)s->lazy.table->columns;
    memset(shard->grad + s->lazy.table->offset + first * columns, 0,
           (size_t)(shard->active->count - first) * columns * sizeof(real));
}

void lazy_table_drawn(struct stepper *s, int k) {
    struct shard *shard = &s->shard[k];
    const struct batch *b = &shard->batch;
    sparse_rows_clear(shard->active);
    for (int i = 0; i < b->rows; i++)
        b->gradient_row[i] = sparse_rows_number(shard->active, b->token[i]);
    clear(s, shard, 0);
}

static void piece_of_batch(struct stepper *s, int piece) {
    lazy_update_batch(&s->lazy, s->shard[0].active, (struct share){piece, s->threads});
}

static void piece_of_all(struct stepper *s, int piece) { lazy_update_all(&s->lazy, (struct share){piece, s->threads}); }

void lazy_table_begin(struct stepper *s) {
    struct sparse_rows *first = s->shard[0].active;
    int own = first->count, furthest = 0;
    for (int k = 1; k < s->shards; k++)
        for (int i = 0; i < s->shard[k].active->count; i++)
            sparse_rows_number(first, s->shard[k].active->row[i]);
    clear(s, &s->shard[0], own);
    for (int i = 0; i < first->count; i++) {
        int distance = lazy_update_distance(&s->lazy, first->row[i]);
        furthest = distance > furthest ? distance : furthest;
    }
    lazy_update_prepare(&s->lazy, furthest);
    stepper_each(s, s->threads, piece_of_batch);
}

HOT double lazy_table_add(struct stepper *s) {
    const struct tensor *t = s->lazy.table;
    real *to = s->shard[0].grad + t->offset;
    size_t columns = (size_t)t->columns;
    for (int k = 1; k < s->shards; k++)
        for (int i = 0; i < s->shard[k].active->count; i++) {
            int number = sparse_rows_number(s->shard[0].active, s->shard[k].active->row[i]);
            vector_add(to + number * columns, s->shard[k].grad + t->offset + i * columns, (int)columns);
        }
    return t->frozen ? 0 : optimiser_squares(to, (size_t)s->shard[0].active->count * columns);
}

void lazy_table_update(struct stepper *s, struct share share) {
    lazy_update_rows(&s->lazy, s->shard[0].active, s->shard[0].grad + s->lazy.table->offset, s->update, share);
}

void lazy_table_finish(struct stepper *s, bool last) {
    if (!last && !lazy_update_is_due(s->run->step))
        return;
    lazy_update_prepare(&s->lazy, LAZY_UPDATE_MAX);
    stepper_each(s, s->threads, piece_of_all);
}

void lazy_table_copy(struct stepper *s, real *to) {
    lazy_update_prepare(&s->lazy, LAZY_UPDATE_MAX);
    lazy_update_copy(&s->lazy, to + s->lazy.table->offset);
}

/* The first shard can hold the words of all. */
void lazy_table_build(struct stepper *s) {
    struct run *r = s->run;
    int all = r->model.size.vocabulary;
    for (int k = 0; k < s->shards; k++) {
        struct shard *shard = &s->shard[k];
        int rows = shard->work.rows, words = k == 0 ? r->longest * r->settings.train.batch : rows;
        shard->batch.gradient_row = arena_alloc(&r->arena, (size_t)rows, sizeof(int));
        shard->active = arena_alloc(&r->arena, 1, sizeof *shard->active);
        sparse_rows_build(shard->active, words < all ? words : all, &r->arena);
    }
    lazy_update_build(&s->lazy, r, &r->arena);
    s->first = 1;
    assert(s->lazy.table == r->model.params.tensor);
}
