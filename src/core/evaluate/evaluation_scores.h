/* evaluation_scores.h -- the scores of eval.json, written and read by one walk; a part of evaluation_file.c. */
#pragma once

#include "evaluate/evaluate.h"
#include "format/slot.h"

/* The largest integer up to which a double counts exactly: 2^53 - 1. */
#define COUNT_MAX ((long)(LONG_MAX < 9007199254740991 ? LONG_MAX : 9007199254740991))

/* The slots of scores in an object: {count, accuracy: {sum}, ...}; of a fixed test set also the variance of a metric of
 * one sum and, for all of them, right and targets. Of one score (lengths 0), or arrays of those at so many lengths.
 * `values`: each metric has its value and count beside the sum; that is not read. A score without `right` is of too
 * many examples. */
bool evaluation_scores(const struct slot *in, struct evaluation_result *r, struct score *const *s, int lengths,
                       bool values);
/* A number from 0 on, which as a count is written as one. */
bool evaluation_number(struct slot s, double high, double *x);
/* What chance, a baseline or a model comes to. */
bool evaluation_level(struct slot s, int metric, double *x);
/* Whether there is a metric to write or to read: one missing in in_range is missing everywhere, else ok is false. */
bool evaluation_has_metric(const struct evaluation_result *r, const struct slot *metric, int k, bool *ok);
/* An object of scores; if it is read, with these keys, and `fixed` where the task has a fixed test set. */
bool evaluation_object(const struct evaluation_result *r, struct slot s, const char *keys, const char *fixed,
                       struct slot *in);
