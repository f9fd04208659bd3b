/* fill_table.h -- results as tables: the one way from numbers to whatever shows them. */
#ifndef PRESENT_FILL_TABLE_H
#define PRESENT_FILL_TABLE_H

#include "present/table.h"
#include "study/compare.h"
#include "train/evaluate.h"

/* An evaluation: a row for each policy. */
void fill_evaluation(struct table *t, const struct evaluation_result *r, struct arena *arena);

/* Of a comparison: means, a row for each model and policy; differences of two models over the same seeds; single
 * seeds, with those that gave no result or without. */
void fill_summary(struct table *t, const struct comparison_result *c, struct arena *arena);
void fill_pairs(struct table *t, const struct comparison_result *c, struct arena *arena);
void fill_members(struct table *t, const struct comparison_result *c, bool failed, struct arena *arena);
/* In range (or on the training examples), a column for each seed. */
void fill_seeds(struct table *t, const struct comparison_result *c, bool training, struct arena *arena);
/* Whether accuracy on the training examples is known: they are a fixed set. */
bool fill_has_training(const struct comparison_result *c);
/* Every failed seed: below the gate, or without a result. */
void fill_failed(struct list *l, const struct comparison_result *c, struct arena *arena);

/* All of it: on a screen, and as the document that compare.json holds (a new reference). */
void comparison_terminal(const struct screen *s, const struct comparison_result *c, struct arena *arena);
json_t *comparison_json(const struct comparison_result *c, struct arena *arena);

/* Claims that were measured: a block each, then a line each, and where the files are. */
struct claims_book;
struct claim_result;
void claims_terminal(const struct screen *s, const struct claims_book *b, const struct claim_result *r, int count,
                     const char *folder, struct arena *arena);

/* What fillers share: columns for "in range" and every length, and their groups; "Accuracy in %". */
void fill_lengths(struct table *t, const struct range *words, int lengths, struct range trained);
const char *fill_metric_title(const struct table *t, const struct metric *m);
/* What no column shows of the examples, and what a reader should know about the task's files; NULL: nothing. */
const char *fill_notes(const struct table *t, int left_out, const char *note);

#endif
