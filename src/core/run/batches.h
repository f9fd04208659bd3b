/* batches.h -- packs examples drawn from a task into batches. */
#pragma once

#include <stdint.h>

#include "base/arena.h"
#include "base/random.h"
#include "model/batch.h"

struct settings;
struct task_built;

/* How the rows of an example get their positions. */
struct position_scheme {
    int how;          /* POSITIONS_ORDERED, _RANDOM, _GAPS, _EVEN */
    int max_position; /* if they are drawn: they come from 0..max_position-1 */
};

/* Allocates for `sequences` examples of up to `length` words each. */
void batch_build(struct batch *b, const struct task_built *t, int sequences, int length, struct arena *arena);
void batch_clear(struct batch *b);
/* The schemes of train.positions and eval.positions. */
struct position_scheme position_scheme_training(const struct settings *s);
struct position_scheme position_scheme_evaluation(const struct settings *s);

/* What examples of evaluation belong to: eval.seed and train.seed, so that each seed of a comparison has its own, the
 * same for all its members. Those of a fixed test set belong to eval.seed alone. */
struct batch_seeds {
    uint32_t evaluation, training;
};
struct batch_seeds batch_seeds_of(const struct settings *s);

/* Allocates a batch for one example and fills it from two texts; errors: EXIT_DATA, EXIT_USAGE (train.max_position). */
bool batch_of_texts(struct batch *b, const struct task_built *t, struct position_scheme p, struct batch_seeds seeds,
                    const char *const text[2], struct arena *arena, struct error *e);
/* Allocates a batch of `count` sequences, each from a batch of its own, with its last target alone. */
void batch_of_batches(struct batch *b, const struct batch *const *one, int count, struct arena *arena);
/* Whether they lie anywhere in 0..max_position-1, whatever the length. */
bool position_scheme_is_drawn(struct position_scheme p);
/* How many positions, from 0 on, sequences of up to `length` words can have. */
int position_scheme_count(struct position_scheme p, const struct task_built *t, int length);
/* Whether train.max_position is large enough for `length` words. Error: EXIT_USAGE. */
bool position_scheme_check(struct position_scheme p, const struct task_built *t, int length, struct error *e);

/* Rows of a dataset to train on, without those that are set aside (t->size.validation); 0: the task has none. */
int batch_count_training(const struct task_built *t);
/* Those that are set aside; INT_MAX: the task draws new examples to validate. */
int batch_count_validation(const struct task_built *t);
/* Training example `index` of a seed: its length and content are a pure function of both. A dataset's examples all come
 * once in a random order, then again in another order. */
void batch_add_training(struct batch *b, const struct task_built *t, struct position_scheme p, uint32_t seed,
                        uint64_t index);
/* Example `index` of validation, drawn as in training. The rows that are set aside are the same for all seeds, and in a
 * random order, so the first ones are a fair sample. */
void batch_add_validation(struct batch *b, const struct task_built *t, struct position_scheme p, uint32_t seed,
                          int index);
/* Evaluation example `index` at a length, of a set whose answers come in equal numbers; at length 0 the length is drawn
 * as in training. Where the task has a dataset, `index` is the number of an example, and the length is its own. */
void batch_add_evaluation(struct batch *b, const struct task_built *t, struct position_scheme p,
                          struct batch_seeds seeds, int length, uint32_t index);
/* Which of its `all` targets count, where only `most` do. */
struct batch_kept batch_keep(const struct task_built *t, struct batch_seeds seeds, int length, uint32_t index, int all,
                             int most);
/* Takes all others out of the batch, where that example is its last. */
void batch_thin(struct batch *b, const struct task_built *t, struct batch_seeds seeds, int length, uint32_t index,
                int most);
/* How that example is drawn, from the start of its random stream. */
struct task_draw batch_draw_evaluation(struct random *r, const struct task_built *t, struct batch_seeds seeds,
                                       int length, uint32_t index);
/* The first index and the count of evaluation examples at a length: INT_MAX if the task generates them. Error,
 * EXIT_USAGE: there is none. */
bool batch_find_evaluation(const struct task_built *t, int length, uint32_t *first, int *count, struct error *e);
