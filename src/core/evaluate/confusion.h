/* confusion.h -- counts of answers by true label, and what follows: precision, recall and F1 of each label, and
 * macro-F1.
 *
 * F1 is 2 right / (true + answered). A label that is neither true nor answered anywhere has none; macro-F1 is the mean
 * over all others, so a label that is only true, or only answered, counts as 0. */
#pragma once

/* Counts (C, C): row: the true label, column: the answer. They are integers. */
struct confusion {
    const double *count;
    int classes;
};

struct confusion_class {
    double right, there, answered;
    double precision, recall, f1; /* NAN: of nothing */
};

/* Of a matrix of so many numbers, a square. */
struct confusion confusion_of(const double *count, int sums);
/* Of label k. */
struct confusion_class confusion_class_of(const struct confusion *m, int k);
/* NAN where nothing was answered. */
double confusion_macro_f1(const struct confusion *m);
/* The variance that comes from the sample of rows, one target each, by the delta method. NAN: fewer than two. */
double confusion_variance(const struct confusion *m);
