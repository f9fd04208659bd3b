/* all_rows.c -- the column "all" of an evaluation: the test rows of all lengths together; see evaluate.h.
 *
 * It follows from the columns by length and is not stored in a file. It exists if these columns have every row, and
 * more rows than those in range. */
#include <math.h>

#include "evaluate/confusion.h"
#include "evaluate/evaluate.h"

/* A length reaches down to the next smaller one, so that the trained one and those below it take in all trained rows.
 */
static bool takes_in_all(const struct evaluation_result *r) {
    bool trained = false;
    for (int i = 1; i <= r->lengths; i++)
        trained = trained || r->words[i].high == r->words[IN_RANGE].high;
    return r->task->fixed_test && r->task->dataset_count && r->lengths > 1 && trained && !r->left_out;
}

static struct range all_words(const struct evaluation_result *r) {
    struct range all = r->words[1];
    for (int i = 2; i <= r->lengths; i++)
        all = range_around(all, r->words[i]);
    return all;
}

/* ---- Scores */

/* The right targets of all, one target each. */
static void join_right(struct evaluation_result *r, struct score *to, struct score *const *at) {
    bool known = to->examples > 0 && to->examples == to->count;
    for (int i = 1; i <= r->lengths; i++)
        known = known && at[i]->right.bits;
    if (!known)
        return;
    packed_build(&to->right, to->examples, 1, r->arena);
    for (int i = 1, first = 0; i <= r->lengths; first += at[i++]->examples)
        for (int n = 0; n < at[i]->examples; n++)
            packed_set(&to->right, first + n, packed_get(&at[i]->right, n));
}

/* What rows are away from the mean of all: from that of their own column, which its variance has, and with that. */
static double variance_of(const struct evaluation_result *r, const struct score *all, struct score *const *at, int k) {
    double sum = 0, rows = (double)all->count;
    for (int i = 1; i <= r->lengths; i++) {
        double n = (double)at[i]->count, apart = at[i]->value[k] - all->value[k];
        if (at[i]->count > 1)
            sum += at[i]->variance[k] * n * (n - 1);
        sum += n * apart * apart;
    }
    return rows > 1 ? sum / (rows * (rows - 1)) : (double)NAN;
}

static void join(struct evaluation_result *r, const struct evaluation_row *row) {
    struct score *all = row->at[1 + r->lengths];
    score_alloc(r, all);
    for (int i = 1; i <= r->lengths; i++) {
        all->count += row->at[i]->count;
        all->examples += row->at[i]->examples;
        for (int k = 0; k < metric_count; k++)
            for (int j = 0; j < r->sums[k]; j++)
                all->sum[k][j] += row->at[i]->sum[k][j];
    }
    join_right(r, all, row->at);
    for (int k = 0; k < metric_count; k++) {
        all->value[k] = score_value(all, k, r->sums[k]);
        all->variance[k] = !r->sums[k] || !all->count ? (double)NAN
                           : metrics[k].counts        ? score_variance(all, k, r->sums[k], NULL)
                                                      : variance_of(r, all, row->at, k);
    }
}

/* ---- Chance */

/* Of the labels that are there, as the task has it for a length: the most frequent one always answered. */
static void find_chance(struct evaluation_result *r, const struct confusion *m) {
    size_t *count = arena_alloc(r->arena, (size_t)m->classes, sizeof *count);
    for (int k = 0; k < m->classes; k++)
        count[k] = (size_t)confusion_class_of(m, k).there;
    const struct task_levels levels = task_levels(count, m->classes);
    r->baseline[CHANCE].of[METRIC_ACCURACY].at[1 + r->lengths] = levels.share;
    r->baseline[CHANCE].of[METRIC_LOSS].at[1 + r->lengths] = levels.entropy;
    r->baseline[CHANCE].of[METRIC_MACRO_F1].at[1 + r->lengths] = 2 * levels.share / (1 + levels.share) / levels.labels;
}

void evaluation_add_total(struct evaluation_result *r) {
    const struct score *first = NULL;
    r->total = takes_in_all(r);
    for (int i = 0; i < r->baselines; i++)
        for (int k = 0; k < metric_count; k++)
            r->baseline[i].of[k].at[1 + r->lengths] = (double)NAN;
    if (!r->total)
        return;
    r->words[1 + r->lengths] = all_words(r);
    for (struct evaluation_row *row = r->row; row < r->row + r->rows; row++) {
        join(r, row);
        first = first || !row->applies ? first : row->at[1 + r->lengths];
    }
    if (first && first->count && r->sums[METRIC_MACRO_F1]) {
        const struct confusion m = confusion_of(first->sum[METRIC_MACRO_F1], r->sums[METRIC_MACRO_F1]);
        find_chance(r, &m);
    }
}
