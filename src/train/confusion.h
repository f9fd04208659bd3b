/* confusion.h -- how often each label was answered where each is right, and what follows from that: precision, recall
 * and F1 of each, macro-F1 of all.
 *
 * F1 is 2 right / (there + answered). A label that is nowhere, neither right nor answered, has none; macro-F1 is the
 * mean of the F1 of all others, so that one that is there and is never answered counts as 0, and so does one that is
 * answered and is never there. */
#pragma once

/* Counts (C, C): row: the label that is right, column: the answer. They are whole numbers. */
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
/* What the rows add to its variance, where each has one target and stands for others like it: by how much it would
 * change with each (the delta method). NAN: fewer than two. */
double confusion_variance(const struct confusion *m);
