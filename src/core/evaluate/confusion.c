/* confusion.c -- see confusion.h. */
#include "evaluate/confusion.h"

#include <math.h>

#include "base/arena.h"

struct confusion confusion_of(const double *count, int sums) {
    int classes = 0;
    while (classes * classes < sums)
        classes++;
    return (struct confusion){count, classes};
}

static double at(const struct confusion *m, int right, int answer) { return m->count[right * m->classes + answer]; }

struct confusion_class confusion_class_of(const struct confusion *m, int k) {
    struct confusion_class c = {.right = at(m, k, k)};
    for (int i = 0; i < m->classes; i++) {
        c.there += at(m, k, i);
        c.answered += at(m, i, k);
    }
    c.precision = c.answered > 0 ? c.right / c.answered : (double)NAN;
    c.recall = c.there > 0 ? c.right / c.there : (double)NAN;
    c.f1 = c.there + c.answered > 0 ? 2 * c.right / (c.there + c.answered) : (double)NAN;
    return c;
}

double confusion_macro_f1(const struct confusion *m) {
    double sum = 0;
    int labels = 0;
    for (int k = 0; k < m->classes; k++) {
        double f1 = confusion_class_of(m, k).f1;
        sum += isnan(f1) ? 0 : f1;
        labels += !isnan(f1);
    }
    return labels ? sum / labels : (double)NAN;
}

/* How much a row with k as its label or its answer, or as both, changes F1 of k, times the number of labels: F1 = 2 R /
 * (T + A) with R right, T true, A answered. */
struct change {
    double one, both;
};

/* The changes of all rows sum to 0, so the variance is the sum of their squares. */
double confusion_variance(const struct confusion *m) {
    struct arena arena = {0};
    struct change *change = arena_alloc(&arena, (size_t)m->classes, sizeof *change);
    double rows = 0, sum = 0;
    int labels = 0;
    for (int k = 0; k < m->classes; k++) {
        const struct confusion_class c = confusion_class_of(m, k);
        double all = c.there + c.answered, one = all > 0 ? -c.f1 / all : 0;
        change[k] = (struct change){one, all > 0 ? 2 / all + 2 * one : 0};
        labels += !isnan(c.f1);
        rows += c.there;
    }
    for (int right = 0; right < m->classes; right++)
        for (int answer = 0; answer < m->classes; answer++) {
            double by = right == answer ? change[right].both : change[right].one + change[answer].one;
            sum += at(m, right, answer) * by * by;
        }
    arena_free(&arena);
    return rows < 2 ? (double)NAN : sum / ((double)labels * labels) * rows / (rows - 1);
}
