/* evaluation_scores.h -- the scores of eval.json, written and read; a part of evaluation_file.c. */
#pragma once

#include "evaluate/evaluate.h"
#include "format/node.h"

/* The largest integer up to which a double counts exactly: 2^53 - 1. */
#define COUNT_MAX (LONG_MAX < 9007199254740991 ? LONG_MAX : 9007199254740991)

/* Puts them into an object: {count, accuracy: {sum}, ...}; of a fixed test set also each metric's variance and, for all
 * of them, right and targets. Of one score (lengths 0), or arrays of those at so many lengths. `values`: each metric
 * has its value and count beside the sum. */
void evaluation_put_scores(json_t *json, const struct evaluation_result *r, struct score *const *s, int lengths,
                           bool values);

/* Reads such an object without values. A score without `right` is of too many examples. */
bool evaluation_read_scores(struct evaluation_result *r, const struct node *n, struct score *const *s, int lengths);
/* A metric missing in in_range is missing everywhere. */
bool evaluation_has_metric(const struct evaluation_result *r, const struct node *metric, int k);
/* What chance or a baseline comes to. */
bool evaluation_read_level(struct node n, int metric, double *out);
/* Keys of an object of scores besides the metrics and count: these, and `fixed` where the task has a fixed test set. */
bool evaluation_keys(const struct evaluation_result *r, const struct node *n, const char *keys, const char *fixed);
