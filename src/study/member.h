/* member.h -- one run from start to end: trained (or gone on with), evaluated, and its
 * eval.json left in its folder. `train` and every member of a comparison are this. */
#ifndef STUDY_MEMBER_H
#define STUDY_MEMBER_H

#include "train/evaluate.h"
#include "train/train.h"

#define EVALUATION_FILE "eval.json"

/* What a folder already holds. */
enum member_state { MEMBER_NEW, MEMBER_BEGUN, MEMBER_FINISHED };

enum member_state member_state(const char *folder);

/* Checks that a folder's run has these settings; EXIT_USAGE naming the first that differs. */
bool member_matches(const char *folder, const struct settings *s, struct error *e);

/* Trains and evaluates the run of settings `s` in a folder, from where it stands;
 * `warning` tells of a damaged checkpoint that was passed over. The folder is locked
 * meanwhile. Errors: those of train_run, evaluate and checkpoint_read. */
bool member_run(const struct settings *s, const char *folder, struct train_watch watch,
                struct evaluation_result *result, struct error *warning, struct error *e);

#endif
