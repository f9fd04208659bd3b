/* step.h -- one training step: batch, forward, loss, backward, clipping, update.
 *
 * A batch is cut into a fixed number of shards of whole sequences, each with its own gradient block; blocks are added
 * in a fixed order. Threads only choose who works on which shard, so their number changes no bit. train.shards = 0
 * makes as many shards as have 32 targets each, at most four: a shard costs a gradient block. A lazy step
 * (train.sparse) visits the rows of the token table that its batch has, first bringing them up to date; after the last
 * step of a run all rows are. */
#pragma once

#include "run/lazy_update.h"

struct shard {
    struct batch batch;
    struct workspace work;
    struct sparse_rows
        *active; /* of a lazy step: words of its batch; in shard 0 also those of the others, after them */
    real *grad;  /* (params.size) */
    double loss;
    int correct;
};

struct stepper {
    struct run *run;
    struct encoding_use use;
    struct shard *shard;
    struct lazy_update lazy;  /* of a lazy run: with its table; else all zero */
    int first;                /* tensors from this one on are updated alike: all, or all but the first, a lazy table */
    const real *class_weight; /* (C) NULL: all count the same */
    int shards, threads;
    /* of the last step: */
    double loss, accuracy; /* mean over its targets, the loss with class weights */
    double rate, norm;     /* learning rate; gradient norm before clipping */
    struct update update;  /* its factor on the gradient is below 1 where that is clipped */
    double weight;         /* of its targets: by class, or their number */
    int targets, tokens;   /* targets of its batch, all rows */
};

/* Allocates all memory that training needs. Errors: EXIT_USAGE (a position beyond the table). */
bool stepper_build(struct stepper *s, struct run *run, int threads, struct error *e);
/* One step. On NaN or Inf: EXIT_DIVERGED, naming step and tensor; weights are as before. */
bool stepper_step(struct stepper *s, struct error *e);

/* Does `pieces` pieces of work, in threads if there are several. */
void stepper_each(struct stepper *s, int pieces, void (*work)(struct stepper *s, int piece));

/* Copies the weights (params.size), the rows of a lazy table as they would be, were they brought up to date. */
void stepper_copy_weights(struct stepper *s, real *to);
/* Training ends here: brings all rows of a lazy table up to date, and their moments. */
void stepper_finish(struct stepper *s);

/* Checks weights and moments before they are saved: what is not finite could not be read. EXIT_DIVERGED as above. */
bool stepper_check(const struct stepper *s, struct error *e);

/* Early stopping (run.h; validate.c). After each step, with train.patience: validates if it is due, and ends the
 * training if it is over. A validation is of the weights as they would be, were all rows brought up to date, so that it
 * does not affect training; it runs to its end even after a signal. Errors: EXIT_USAGE. */
bool validate_step(struct stepper *s, struct error *e);

/* ---- A lazy token table (lazy_table.c) in a step, where it is the only tensor that is not updated like the others */

void lazy_table_build(struct stepper *s);
/* Shard k was drawn: decides where gradients of its words go, and clears them. */
void lazy_table_drawn(struct stepper *s, int k);
/* Before the step reads rows of the table. */
void lazy_table_begin(struct stepper *s);
/* Adds the gradients of all shards into the first's; returns the sum of their squares. */
double lazy_table_add(struct stepper *s);
void lazy_table_update(struct stepper *s, struct share share);
/* After the update; after the last one all rows are up to date. */
void lazy_table_finish(struct stepper *s, bool last);
/* Copies the rows as they would be then, into a block. */
void lazy_table_copy(struct stepper *s, real *to);
