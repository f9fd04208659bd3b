/* training_set.h -- what the number of training examples decides: the steps of train.epochs, steps between validations
 * and their examples, class weights.
 *
 * Of a fixed training set, rows of a file, train.patience sets a share aside: it validates, and is not trained on. The
 * rows are the same for all members and seeds of a comparison. */
#pragma once

#include "run/run.h"

enum { TRAINING_SET_TEXT = 512 };
enum {
    VALIDATIONS = 20,    /* per run, approximately */
    VALIDATION_TIME = 10 /* a validation takes a tenth of the time of the steps before it */
};

/* The task for a run with these settings, with its validation share set. */
struct task_built training_set_task(const struct training *t, const struct task_built *task);
/* Training examples of such a task, where they are a fixed set that is gone through again and again; 0: they are not,
 * or are not there. */
int training_set_examples(const struct training *t, const struct task_built *task);
/* How many examples one learns from that is not trained in steps: a fixed set, or as many as the steps would see, up to
 * a limit. Clears a batch and draws number i of them; false: there is none, or the run is stopped. */
int training_set_drawn(const struct run *r);
bool training_set_draw(struct batch *b, const struct run *r, int i);
/* Computes train.steps and train.validate_every, unless the task comes from a checkpoint, whose settings have both.
 * Errors, EXIT_USAGE: there is no fixed set, or too few examples for a share; a warm-up that is too long. */
bool training_set_settle(struct training *t, const struct task_built *task, struct error *e);
/* Examples of a validation. */
int training_set_validation(const struct training *t, const struct task_built *task);
/* Notes for the user before training begins, one per line, or none: "800 steps are 0.94 epochs ...". */
const char *training_set_tell(char text[TRAINING_SET_TEXT], const struct training *t, const struct task_built *task);

/* Whether the task has labels that can be weighted. Error: EXIT_USAGE. */
bool training_set_check_weights(const struct run *r, struct error *e);
/* (C) n / (k n_label): n examples that are trained on, n_label of them with that label, k labels that occur; 0: one
 * that does not. NULL: train.class_weights is none. */
const real *training_set_class_weights(const struct run *r, struct arena *arena);
