/* run.h -- one model with its settings and task, ready to be trained or evaluated; its checkpoint, and what is kept in
 * it: the state of early stopping (early_), which kernels computed it (blas_kernels_). */
#pragma once

#include <signal.h>

#include "base/arena.h"
#include "baseline/baseline.h"
#include "format/checksum.h"
#include "model/model.h"
#include "run/batches.h"
#include "settings/settings.h"
#include "task/task.h"

enum {
    LAZY_WORDS = 2000, /* from so many on, train.sparse = auto is lazy, */
    LAZY_PER_TOKEN = 2 /* if there are so many for each token of a batch */
};

#define POSLAB_VERSION "0.1.0"

/* What a run's folder has besides its configuration. */
#define CHECKPOINT_FILE "checkpoint.safetensors"
#define CHECKPOINT_PREVIOUS "checkpoint.previous.safetensors"
#define RUN_LOG_FILE "metrics.jsonl"
#define EVALUATION_FILE "eval.tsv"

/* Early stopping (train.patience): every train.validate_every steps, and after the last one, the model is validated on
 * examples that training does not have (train/validate.c). After train.patience validations without a smaller loss
 * training is over, and the weights with the smallest loss are kept. All zero where train.patience is 0. */
struct early {
    int best_step; /* the validation with the smallest loss; 0: there was none yet */
    double best_loss;
    int since;             /* validations after that */
    bool ended;            /* training is over, and the weights are those of best_step */
    int validated;         /* the step of this process's last validation; 0: none yet */
    double loss, accuracy; /* of that */
    real *best;            /* (params.size) the weights of best_step */
    real *now;             /* (params.size) the weights that are validated */
};

struct evaluation_watch;

/* Has pointers into itself: build it where it stays. */
struct run {
    struct settings settings;
    struct arena arena;
    struct task_built task;
    struct model model;
    int longest;                        /* L: rows of the longest training sequence */
    struct position_scheme scheme;      /* of the rows in training */
    struct position_scheme eval_scheme; /* and in evaluation */
    int step;                           /* updates done */
    const char *tables;                 /* a report about the files its tables began with; empty: none */
    const char *kernels;                /* what computed the steps up to `resumed` */
    int resumed;                        /* the step of the checkpoint that it was read from; 0: none */
    char saved[CHECKSUM_DIGITS + 1];    /* checksum of the checkpoint last written or read; empty: none */
    struct early early;
    const void *learned; /* by a baseline, in place of the model; NULL: nothing, or not yet */
    int *row_step;       /* (V) the step that rows of the token table stand at; NULL: dense (train.sparse) */
    uint64_t *noted;     /* (notes) of the first training examples, by overlap.h: hashes; 0: not drawn here */
    size_t notes;
    const volatile sig_atomic_t *stop;    /* set by a signal: training and evaluation end early; NULL: they never do */
    const struct evaluation_watch *watch; /* of an evaluation; NULL: nobody */
};

/* What it trains. */
static inline const struct learner *run_learner(const struct run *r) {
    return r->settings.baseline ? &r->settings.baseline->learner : &learner_layer;
}
/* Whether that is a layer. Error, EXIT_USAGE: "PATH is the baseline bag, which has no ...". */
bool run_check_layer(const struct run *r, const char *path, const char *lacks, struct error *e);

/* Whether its training is over: after train.steps, or before that by early stopping. */
static inline bool run_is_trained(const struct run *r) { return r->early.ended || r->step >= r->settings.train.steps; }
/* The step that its weights are of. */
static inline int run_weights_step(const struct run *r) { return r->early.ended ? r->early.best_step : r->step; }

/* How many numbers were learned. */
long run_weights(const struct run *r);

static inline bool run_is_stopped(const struct run *r) { return r->stop && *r->stop; }

/* Builds the task and declares the model, which allocates nothing that grows with its weights; `in` as for task_build.
 * Like those below it leaves nothing to free on an error. */
bool run_declare(struct run *r, const struct settings *s, const struct task_input *in, struct error *e);
/* Then allocates the weights, zero, and decides train.sparse where it is auto. */
bool run_commit(struct run *r, struct error *e);
/* Both, with the initial weights. */
bool run_build(struct run *r, const struct settings *s, const struct task_input *in, struct error *e);
void run_free(struct run *r);
/* Allocates a batch of one example of its evaluation: `number`, as batch_add_evaluation counts them at a length; of no
 * more words than in training at length 0. */
void run_example(struct batch *b, const struct run *r, int length, uint32_t number, struct arena *arena);

/* Whether early stopping has a validation after so many steps. */
bool early_is_due(const struct run *r, int step);
/* Whether a checkpoint has the best weights in addition to those that training continues from. */
static inline bool early_keeps_best(const struct run *r) { return r->early.best_step && !r->early.ended; }
/* Its state as a text of a checkpoint, and back. Error: EXIT_DATA. */
enum { EARLY_TEXT = 96 };
void early_write(const struct run *r, char text[EARLY_TEXT]);
bool early_read(struct run *r, const char *text, struct error *e);

/* ---- Which kernels of matrix products computed something: OpenBLAS's "Haswell", "portable", or, where there were
 * several, "mixed". All are right, but round differently, so other kernels give other bits. */

#define KERNELS_MIXED "mixed"
enum { KERNELS_NAME = 128 }; /* bytes */
/* What computed a run up to its step. */
void blas_kernels_of(const struct run *r, char kernels[KERNELS_NAME]);
/* Takes what a checkpoint says for r->kernels. Errors: EXIT_DATA. */
bool blas_kernels_read(struct run *r, const char *text, struct error *e);
/* What computed both; empty: nothing did. */
void blas_kernels_add(char kernels[KERNELS_NAME], const char *more);

/* ---- The checkpoint, a safetensors file: weights (of a baseline what it learned), AdamW's moments, step,
 * configuration, kernels and what the task saves of files. Nothing else is needed to evaluate it. The same settings,
 * step and kernels give the same bytes, after any interruptions. It has a checksum, without which it is not read; its
 * tensors are compared with its configuration before anything of that size is allocated. */

/* Its bytes in the arena, *size of them. */
unsigned char *checkpoint_bytes(const struct run *r, struct arena *arena, size_t *size);
/* Writes the folder's checkpoint; the newest one becomes the one before. Errors: EXIT_IO. */
bool checkpoint_write(struct run *r, const char *folder, struct error *e);
/* Builds the run a checkpoint file holds: for evaluation, with `changes` that replace its own assignments; or, where
 * `changes` is NULL, to be trained further: then the task is built from `in` (NULL: its files), which must be
 * unchanged. Errors: EXIT_DATA, EXIT_IO, EXIT_USAGE. */
bool checkpoint_read(struct run *r, const char *path, const struct assignments *changes, const struct task_input *in,
                     struct error *e);
/* The same from a run folder; where its newest checkpoint is damaged or missing, the one before is read and *warning
 * says so (else it is empty). With `warning` NULL only the newest will do, and where it cannot be opened or read
 * nothing else does either (EXIT_IO). To be trained further the caller has the folder's lock: a damaged newest is then
 * moved to checkpoint.damaged-N.safetensors, and *warning says that, too. */
bool checkpoint_read_folder(struct run *r, const char *folder, const struct assignments *changes,
                            const struct task_input *in, struct error *warning, struct error *e);
