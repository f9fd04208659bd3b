/* baseline_levels.c -- baselines of the task over the examples of an evaluation; see evaluate.h. */
#include <assert.h>
#include <math.h>
#include <stdio.h>

#include "evaluate/evaluate.h"
#include "run/batches.h"
#include "run/run.h"
#include "task/task.h"

/* The sums of all metrics over the examples of one column. */
struct column {
    const struct run *r;
    const int *sums;
    int length;         /* words; 0: drawn as in training */
    struct batch batch; /* of one example */
    struct outcome *outcome;
    double *sum;
    long targets;
};

static struct column column_open(const struct run *r, const struct evaluation_result *result, int length,
                                 struct range words, struct arena *arena) {
    struct column c = {.r = r, .sums = result->sums, .length = length};
    int width = 0;
    for (int k = 0; k < metric_count; k++)
        width += result->sums[k];
    batch_build(&c.batch, &r->task, 1, words.high, arena);
    c.outcome = arena_alloc(arena, (size_t)r->task.kind->targets(&r->task, words.high), sizeof *c.outcome);
    c.sum = arena_alloc(arena, (size_t)width, sizeof *c.sum);
    return c;
}

static bool add_example(struct column *c, const struct task_baseline *b, uint32_t index, int most) {
    const struct task_built *t = &c->r->task;
    struct batch_seeds seeds = batch_seeds_of(&c->r->settings);
    struct random random;
    struct task_draw d = batch_draw_evaluation(&random, t, seeds, c->length, index);
    if (!b->guess(t, &d, c->outcome))
        return false;
    batch_clear(&c->batch);
    batch_add_evaluation(&c->batch, t, (struct position_scheme){0}, seeds, c->length, index);
    struct batch_kept kept = batch_keep(t, seeds, c->length, index, c->batch.targets, most);
    for (int i = 0; i < kept.kept; i++)
        metrics_add(c->sum, c->sums, t, &c->batch, batch_kept(kept, i), 1, c->outcome + batch_kept(kept, i));
    c->targets += kept.kept;
    return true;
}

/* Its values in column i; false: the baseline is not known. */
static bool fill_column(struct baseline_levels *to, const struct task_baseline *b, const struct run *r,
                        const struct evaluation_result *result, int i) {
    struct arena arena = {0};
    struct column c = column_open(r, result, i == IN_RANGE ? 0 : result->words[i].high, result->words[i], &arena);
    const struct evaluation_range of = evaluation_range(r, result->words[i]);
    const double *sum = c.sum;
    bool known = true;
    for (int n = of.first; known && n < of.first + of.count && !run_is_stopped(r); n++)
        known = add_example(&c, b, (uint32_t)n, of.targets);
    for (int k = 0; k < metric_count; sum += c.sums[k++])
        to->of[k].at[i] =
            c.sums[k] && c.targets ? metric_rounded(metrics[k].value(sum, c.sums[k], (double)c.targets)) : (double)NAN;
    arena_free(&arena);
    return known;
}

void baseline_evaluate(const struct run *r, struct evaluation_result *result) {
    for (const struct task_baseline *b = r->task.kind->baselines; b && b->name; b++) {
        struct baseline_levels *to = &result->baseline[result->baselines];
        bool known = !b->member;
        assert(result->baselines < BASELINES_MAX);
        snprintf(to->name, sizeof to->name, "%s", b->name);
        for (int i = 0; i <= result->lengths && known; i++)
            known = fill_column(to, b, r, result, i);
        result->baselines += known;
    }
}
