/* score.c -- all metrics over the same targets, and what is kept of the examples of a fixed test set; see evaluate.h.
 */
#include <math.h>
#include <string.h>

#include "evaluate/confusion.h"
#include "evaluate/evaluate.h"

static const double most_kept = 1 << 24; /* numbers: below 64 MB, as text too */

void score_alloc(const struct evaluation_result *r, struct score *s) {
    size_t all = 0, at = 0;
    for (int k = 0; k < metric_count; k++)
        all += (size_t)r->sums[k];
    double *sum = arena_alloc(r->arena, all, sizeof *sum);
    for (int k = 0; k < metric_count; at += (size_t)r->sums[k++])
        s->sum[k] = r->sums[k] ? sum + at : NULL;
}

void score_copy(const struct evaluation_result *r, struct score *to, const struct score *from) {
    *to = *from;
    if (from->sum[METRIC_ACCURACY]) /* it was evaluated */
        score_alloc(r, to);
    for (int k = 0; k < metric_count; k++)
        if (from->sum[k])
            memcpy(to->sum[k], from->sum[k], (size_t)r->sums[k] * sizeof *to->sum[k]);
    to->right = packed_copy(&from->right, r->arena);
    to->targets = packed_copy(&from->targets, r->arena);
}

double score_value(const struct score *s, int metric, int sums) {
    return s->count && sums ? metrics[metric].value(s->sum[metric], sums, (double)s->count) : (double)NAN;
}

bool evaluation_keeps_right(const struct evaluation_result *r) {
    double numbers = r->in_range->examples;
    for (int k = 0; k < r->rows; k++)
        for (int i = 1; i <= r->lengths; i++)
            numbers += r->row[k].at[i]->examples;
    return numbers > 0 && numbers <= most_kept;
}

int score_targets(const struct score *s, int i) {
    return s->targets.bits ? (int)packed_get(&s->targets, i) : (int)(s->count / s->examples);
}

/* d value / d mean, at the mean. */
static double slope_of(const struct score *s, int metric) {
    double sum = *s->sum[metric], count = (double)s->count, step = 1e-4 * count, low = sum - step, high = sum + step;
    return (metrics[metric].value(&high, 1, count) - metrics[metric].value(&low, 1, count)) / (2 * step) * count;
}

double score_variance(const struct score *s, int metric, int sums, const double squares[SCORE_SQUARES]) {
    if (metrics[metric].counts && sums) {
        const struct confusion m = confusion_of(s->sum[metric], sums);
        return confusion_variance(&m);
    }
    int n = s->texts ? s->texts : s->examples;
    if (sums != 1 || n < 2)
        return (double)NAN;
    const double *own = squares + 1 + 2 * metric;
    double count = (double)s->count, mean = *s->sum[metric] / count;
    double residual = fmax(0, own[0] - 2 * mean * own[1] + mean * mean * squares[0]), slope = slope_of(s, metric);
    return slope * slope * residual * n / (n - 1) / (count * count);
}
