/* checkpoint.h -- a run as one safetensors file: weights, AdamW's moments, step, configuration
 * and what its task saves of files. Nothing else is needed to evaluate it.
 *
 * Same settings and same step give the same bytes, however the run came there. */
#ifndef TRAIN_CHECKPOINT_H
#define TRAIN_CHECKPOINT_H

#include "train/run.h"

#define CHECKPOINT_FILE "checkpoint.safetensors"
#define CHECKPOINT_PREVIOUS "checkpoint.previous.safetensors"

/* Writes the folder's checkpoint, keeping the one before. Errors: EXIT_IO. */
bool checkpoint_write(const struct run *r, const char *folder, struct error *e);
/* Builds the run a checkpoint file holds: for evaluation, with `changes` that replace its own
 * assignments; or, where `changes` is NULL, to be trained further: then the task is built from `in` (NULL: its
 * files), which must be unchanged. Errors: EXIT_DATA, EXIT_IO, EXIT_USAGE. */
bool checkpoint_read(struct run *r, const char *path, const struct assignments *changes, const struct task_input *in,
                     struct error *e);
/* The same from a run folder; where its newest checkpoint is damaged, the one before
 * is read and *warning says so (else it is empty). */
bool checkpoint_read_folder(struct run *r, const char *folder, const struct assignments *changes,
                            const struct task_input *in, struct error *warning, struct error *e);

#endif
