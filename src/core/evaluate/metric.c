/* metric.c -- the table of metrics, and what each adds up; see metric.h. */
#include "evaluate/metric.h"

#include <assert.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/elementary.h"
#include "evaluate/confusion.h"
#include "evaluate/evaluate.h"

/* ---- Which tasks have it: its number of sums there */

static int always(const struct task_built *t) {
    (void)t;
    return 1;
}

static int of_words(const struct task_built *t) { return t->kind->answers_words; }

/* The sum, and the count of those that are known. */
static int of_known(const struct task_built *t) { return t->kind->answers_words ? 2 : 0; }

/* A count for each label and answer, where these are few. */
static int of_labels(const struct task_built *t) {
    int labels = t->size.classes;
    return t->kind->labels && labels <= LOSS_GIVEN ? labels * labels : 0;
}

/* ---- Its sums, and its value */

static bool counts(const struct metric *m, const struct answers *a, int i) {
    return !m->known || a->answer[i] != TASK_UNKNOWN;
}

/* A target that counts; of those that are not all, how many. */
static void add(const struct metric *m, double *sum, double x) {
    sum[0] += x;
    if (m->known)
        sum[1]++;
}

static void add_correct(const struct metric *m, double *sum, const struct answers *a) {
    for (int i = 0; i < a->count; i++)
        if (counts(m, a, i))
            add(m, sum, a->outcome[i].correct);
}

static void add_loss(const struct metric *m, double *sum, const struct answers *a) {
    for (int i = 0; i < a->count; i++)
        if (counts(m, a, i))
            add(m, sum, a->outcome[i].loss);
}

static void add_confusion(const struct metric *m, double *sum, const struct answers *a) {
    int classes = a->task->size.classes;
    (void)m;
    for (int i = 0; i < a->count; i++)
        sum[a->answer[i] * classes + a->outcome[i].given]++;
}

static double macro_f1(const double *sum, int sums, double count) {
    const struct confusion m = confusion_of(sum, sums);
    (void)count;
    return confusion_macro_f1(&m);
}

static double mean(const double *sum, int sums, double count) { return sum[0] / (sums > 1 ? sum[1] : count); }

/* A loss whose exponential overflows has none. */
static double exponential_mean(const double *sum, int sums, double count) {
    double x = elementary_exp(mean(sum, sums, count));
    return isinf(x) ? (double)NAN : x;
}

/* ---- Chance */

static double guess(const struct task_built *t, struct range words) { return t->kind->chance(t, words); }

static double entropy(const struct task_built *t, struct range words) {
    return t->kind->entropy ? t->kind->entropy(t, words) : elementary_log(t->size.classes);
}

static double exponential_entropy(const struct task_built *t, struct range words) {
    return elementary_exp(entropy(t, words));
}

/* For the most frequent label, as if it were always answered. */
static double guess_macro_f1(const struct task_built *t, struct range words) {
    if (!t->kind->labels)
        return (double)NAN;
    double share = guess(t, words);
    return isnan(share) ? share : 2 * share / (1 + share) / t->kind->labels(t, words);
}

static double unknown(const struct task_built *t, struct range words) {
    (void)t, (void)words;
    return (double)NAN;
}

/* ---- Figures of the run */

static int nothing(const struct task_built *t) {
    (void)t;
    return 0;
}

static double known(double x) { return x > 0 ? x : (double)NAN; }
static double weights(const struct evaluation_result *r) { return known((double)r->weights); }
static double steps_to_99(const struct evaluation_result *r) { return known(r->steps_to_99); }
static double tokens_per_second(const struct evaluation_result *r) { return known(r->tokens_per_second); }

/* ---- The table */

#define IN_PERCENT .unit = "%", .difference = "points", .scale = 100, .digits = 1, .low = 0, .high = 1, .better = 1
#define IN_NATS \
    .unit = "nats", .difference = "nats", .scale = 1, .digits = 3, .low = 0, .high = (double)INFINITY, .better = -1
#define OF_RUN .difference = "", .low = 0, .high = (double)INFINITY, .ratio = true
#define FIGURE .sums = nothing, .chance = unknown

const struct metric metrics[] = {
    [METRIC_ACCURACY] = {.name = "accuracy",
                         .quantity = {.title = "accuracy", IN_PERCENT},
                         .meaning = "The share of right answers.",
                         .sums = always,
                         .add = add_correct,
                         .value = mean,
                         .chance = guess},
    [METRIC_LOSS] = {.name = "loss",
                     .quantity = {.title = "loss", IN_NATS},
                     .meaning =
                         "The cross-entropy of the right answers in nats per target: 0 where the model is certain and "
                         "right, log(k) where it spreads its probability evenly over k answers. Lower is better.",
                     .sums = always,
                     .add = add_loss,
                     .value = mean,
                     .chance = entropy},
    [METRIC_MACRO_F1] = {.name = "macro_f1",
                         .quantity = {.title = "macro-F1", IN_PERCENT},
                         .meaning = "The mean over the labels of F1, the harmonic mean of precision and recall. Every "
                                    "label counts the same, however rare it is.",
                         .counts = true,
                         .sums = of_labels,
                         .add = add_confusion,
                         .value = macro_f1,
                         .chance = guess_macro_f1},
    {.name = "perplexity",
     .quantity = {.title = "perplexity",
                  .unit = "",
                  .difference = "",
                  .scale = 1,
                  .digits = 1,
                  .low = 1,
                  .high = (double)INFINITY,
                  .better = -1},
     .meaning = "exp(loss): the model is as uncertain as between this many equally likely words. Lower is better.",
     .sums = of_words,
     .add = add_loss,
     .value = exponential_mean,
     .chance = exponential_entropy},
    {.name = "accuracy_known",
     .quantity = {.title = "accuracy on known words", IN_PERCENT},
     .meaning = "The share of right answers where the right word is in the vocabulary.",
     .known = true,
     .sums = of_known,
     .add = add_correct,
     .value = mean,
     .chance = unknown},
    {.name = "loss_known",
     .quantity = {.title = "loss on known words", IN_NATS},
     .meaning = "The loss where the right word is in the vocabulary.",
     .known = true,
     .sums = of_known,
     .add = add_loss,
     .value = mean,
     .chance = unknown},
    {.name = "steps_to_99",
     .quantity = {.title = "steps to 99 %", .unit = "", .scale = 1, .better = -1, OF_RUN},
     FIGURE,
     .meaning = "Training steps until 99 % of five logged training batches are right: how fast a model learns.",
     .note = "Steps until 99 % of five logged training batches are right; a seed that never gets there counts as its "
             "last step, a lower bound (≥).",
     .of_run = steps_to_99},
    {.name = "tokens_per_second",
     .quantity = {.title = "tokens per second", .unit = "thousands", .scale = 0.001, .better = 1, OF_RUN},
     FIGURE,
     .meaning = "Training speed: tokens per second of processor time, on this machine.",
     .note = "Seconds are processor time, and speeds are those of this machine.",
     .of_run = tokens_per_second},
    {.name = "weights",
     .quantity = {.title = "weights", .unit = "", .scale = 1, .better = -1, OF_RUN},
     FIGURE,
     .meaning = "How many numbers the model has learned: the entries of all its matrices, tables and vectors.",
     .of_run = weights},
};
const int metric_count = sizeof metrics / sizeof *metrics;
static_assert(sizeof metrics / sizeof *metrics <= METRICS_MAX, "more metrics than METRICS_MAX");

int metric_find(const char *name) {
    for (int k = 0; k < metric_count; k++)
        if (strcmp(metrics[k].name, name) == 0)
            return k;
    return -1;
}

int metric_find_counted(const char *name) {
    int k = metric_find(name);
    return k < 0 || metrics[k].of_run ? -1 : k;
}

bool metric_has(int k, const struct task_built *t) { return metrics[k].of_run || metrics[k].sums(t) > 0; }

bool metric_is_count(double x) { return fabs(x) <= (double)COUNT_MAX && x == floor(x); }

double metric_rounded(double x) {
    char text[32];
    if (metric_is_count(x))
        return x;
    snprintf(text, sizeof text, "%.9g", x);
    return strtod(text, NULL);
}

void metrics_add(double *to, const int *sums, const struct task_built *t, const struct batch *b, int first, int count,
                 const struct outcome *outcome) {
    const struct answers a = {t, count, outcome, b->answer + first};
    for (int k = 0; k < metric_count; to += sums[k++])
        if (sums[k])
            metrics[k].add(&metrics[k], to, &a);
}
