/* fill_comparison.h -- a comparison as tables: means, differences, single seeds, failed seeds. */
#pragma once

#include "draw/table.h"
#include "study/comparison.h"

/* Of a comparison: means, a row for each model and policy; differences of two of its rows by seed, on a screen those
 * that are tested (fill_pairs.c); single seeds, with those that gave no result or without. */
extern const struct table_label summary_labels[];
void fill_summary(struct table *t, const struct comparison_result *c, struct arena *arena);
void fill_pairs(struct table *t, const struct comparison_result *c, struct arena *arena);
/* Of a summary with more than so many rows the first of each model, by kind with options below; false: they are still
 * more. */
bool fill_brief(struct table *out, const struct table *t, const struct comparison_result *c, int most);
void fill_members(struct table *t, const struct comparison_result *c, bool failed, struct arena *arena);
/* In range (or on the training examples), a column for each seed. */
void fill_seeds(struct table *t, const struct comparison_result *c, bool training, struct arena *arena);
/* Whether accuracy on the training examples is known: they are a fixed set. */
bool fill_has_training(const struct comparison_result *c);
/* Every failed seed: below the gate, or without a result. */
void fill_failed(struct list *l, const struct comparison_result *c, struct arena *arena);
