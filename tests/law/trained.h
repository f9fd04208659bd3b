/* trained.h -- a run that tests of train.sparse train by hand, step by step. */
#pragma once

#include "train/step.h"
#include "unit/opened.h"
#include "unit/tests.h"

/* Few enough examples that shards differ in their words, and that most words of a large vocabulary occur in no step. */
#define COMMON \
    "task.name=first", "train.batch=16", "train.shards=4", "train.warmup=4", "model.d_model=12", "model.activation=gelu"
#define SOME "task.fillers=60"
#define MANY "task.fillers=600"
#define OPTIONS(...) ((const char *const[]){COMMON, __VA_ARGS__, NULL})

enum { BLOCKS = 3 };

struct trained {
    struct run run;
    struct stepper stepper;
};

static inline void open_trained(struct trained *t, const char *const *assignments, int threads) {
    struct error e;
    open_run(&t->run, assignments);
    assert_true(stepper_build(&t->stepper, &t->run, threads, &e));
}

static inline void step(struct trained *t) {
    struct error e;
    assert_true(stepper_step(&t->stepper, &e));
}

static inline real *block(const struct trained *t, int i) {
    const struct params *p = &t->run.model.params;
    return (real *const[BLOCKS]){p->value, p->first, p->second}[i];
}

static inline size_t bytes(const struct trained *t) { return t->run.model.params.size * sizeof(real); }

/* The token table as it would be, were all its rows brought up to date. */
static inline const real *current_weights(struct trained *t, struct arena *arena) {
    struct lazy_update *c = &t->stepper.lazy;
    real *weights = arena_alloc(arena, c->table->count, sizeof *weights);
    lazy_update_prepare(c, LAZY_UPDATE_MAX);
    lazy_update_copy(c, weights);
    return weights;
}
