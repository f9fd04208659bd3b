/* lazy_table.c -- the token table in a lazy step (train.sparse): only the rows of the batch's words are read and
 * updated, after what they missed was applied. Each shard numbers its own words; the first shard numbers those of all,
 * and their gradients are added there. */
#include <string.h>

#include "maths/vector.h"
#include "train/step.h"

/* The first shard can hold the words of all. */
static void build(struct stepper *s) {
    struct run *r = s->run;
    int all = r->model.size.vocabulary;
    for (int k = 0; k < s->shards; k++) {
        struct shard *shard = &s->shard[k];
        int rows = shard->work.rows, words = k == 0 ? r->longest * r->settings.train.batch : rows;
        shard->batch.gradient_row = arena_alloc(&r->arena, (size_t)rows, sizeof(int));
        shard->active = arena_alloc(&r->arena, 1, sizeof *shard->active);
        sparse_rows_build(shard->active, r->model.token, words < all ? words : all, &r->arena);
    }
    lazy_update_build(&s->catch_up, r, &r->arena);
}

static void gradient_rows(struct shard *shard) {
    const struct batch *b = &shard->batch;
    sparse_rows_clear(shard->active);
    for (int i = 0; i < b->rows; i++)
        b->gradient_row[i] = sparse_rows_number(shard->active, b->token[i]);
}

static void piece_of_batch(struct stepper *s, int piece) {
    lazy_update_batch(&s->catch_up, s->shard[0].active, (struct share){piece, s->threads});
}

static void piece_of_all(struct stepper *s, int piece) {
    lazy_update_all(&s->catch_up, (struct share){piece, s->threads});
}

static void begin(struct stepper *s) {
    struct sparse_rows *first = s->shard[0].active;
    int furthest = 0;
    for (int k = 1; k < s->shards; k++)
        for (int i = 0; i < s->shard[k].active->count; i++)
            sparse_rows_number(first, s->shard[k].active->row[i]);
    for (int i = 0; i < first->count; i++) {
        int distance = lazy_update_distance(&s->catch_up, first->row[i]);
        furthest = distance > furthest ? distance : furthest;
    }
    lazy_update_prepare(&s->catch_up, furthest);
    stepper_each(s, s->threads, piece_of_batch);
}

static void add(struct stepper *s) {
    const struct tensor *t = s->catch_up.table;
    real *to = s->shard[0].grad + t->offset;
    size_t columns = (size_t)t->columns;
    for (int k = 1; k < s->shards; k++)
        for (int i = 0; i < s->shard[k].active->count; i++) {
            int number = sparse_rows_number(s->shard[0].active, s->shard[k].active->row[i]);
            vector_add(to + number * columns, s->shard[k].grad + t->offset + i * columns, (int)columns);
        }
}

static void catch_up(struct stepper *s) {
    lazy_update_prepare(&s->catch_up, LAZY_UPDATE_MAX);
    stepper_each(s, s->threads, piece_of_all);
}

static void finish(struct stepper *s) {
    const struct run *r = s->run;
    const struct sparse_rows *active = s->shard[0].active;
    for (int i = 0; i < active->count; i++)
        r->row_step[active->row[i]] = r->step;
    if (lazy_update_is_due(r->step) || r->step == r->settings.train.steps)
        catch_up(s);
}

static void copy(struct stepper *s, real *to) {
    lazy_update_prepare(&s->catch_up, LAZY_UPDATE_MAX);
    lazy_update_copy(&s->catch_up, to);
}

const struct table_update table_lazy = {
    .build = build,
    .gradient_rows = gradient_rows,
    .begin = begin,
    .add = add,
    .finish = finish,
    .catch_up = catch_up,
    .copy = copy,
};
