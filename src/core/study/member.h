/* member.h -- a complete run, for `train` and for every member of a comparison: trained or continued, evaluated, and
 * its eval.tsv written to its folder. */
#pragma once

#include "evaluate/evaluate.h"
#include "folder/run_folder.h"
#include "train/train.h"

/* Reads the folder's eval.tsv, which must be of a run of these settings and this task. Errors:
 * EXIT_DATA, EXIT_IO. */
bool member_read(struct evaluation_result *result, const char *folder, const struct settings *s,
                 const struct task_built *task, struct arena *arena, struct error *e);

/* Gives an evaluation of the folder's model what the folder's eval.tsv knows of its training: the figures of the run,
 * and the score on the training examples, where the checkpoint does not have these. */
void member_recall_training(struct evaluation_result *result, const char *folder);
/* Leaves the files of a finished run that its train.keep says: config.ini and eval.tsv always stay, files of others
 * and a lock that is held, too. Under `last` the checkpoint before stays where it is the only one that can be read. A
 * folder in use is left as it is. Errors: EXIT_IO. */
bool member_prune(const char *folder, int keep, struct error *e);

/* Trains and evaluates the run of settings `s` in a folder, from its last checkpoint. For a finished run it only reads
 * the result, unless the run grows: then it is evaluated again, at the old and the new lengths and policies, and
 * config.ini is written after the new eval.tsv. One without a checkpoint is trained again; the old eval.tsv stays
 * until that is done. While it trains, others can read its progress (run_progress.h). A permanent failure is saved in
 * the folder (failure.h). Errors: those of what it calls. */
bool member_run(const struct settings *s, const char *folder, struct train_watch watch,
                struct evaluation_result *result, struct arena *arena, struct error *e);
