/* test_shared_test_variance.c -- what a fixed test set adds to the variance of a mean over seeds, of rows made by hand.
 */
#include "unit/tests.h"

#include <math.h>
#include <stdio.h>

#include "study/series.h"
#include "study/values.h"
#include "unit/near.h"

enum { EXAMPLES = 4, SEEDS = 2, KINDS = 2 };

/* Right targets of four examples by policy, for seeds 1 and 2 of a and of b; each example has two targets at length 0;
 * in range they have 1, 2, 3 and 2. */
static const int right[KINDS][SEEDS][2][EXAMPLES] = {
    {{{2, 1, 0, 2}, {2, 2, 2, 2}}, {{2, 0, 1, 2}, {2, 2, 2, 1}}},
    {{{1, 1, 0, 0}, {0, 0, 0, 0}}, {{0, 2, 1, 1}, {0, 0, 1, 0}}},
};
static const int in_range[KINDS][SEEDS][EXAMPLES] = {{{1, 2, 1, 2}, {1, 1, 2, 2}}, {{0, 1, 3, 1}, {0, 0, 3, 2}}};
static const int targets_in_range[EXAMPLES] = {1, 2, 3, 2};

struct hand {
    struct arena arena;
    struct comparison_result c;
    struct compare_row row[KINDS][2]; /* under extend and clamp */
};

static void fill_score(struct score *s, const int *numbers, const int *targets, struct arena *arena) {
    *s = (struct score){.examples = EXAMPLES};
    s->sum[METRIC_ACCURACY] = arena_alloc(arena, 1, sizeof(double));
    packed_build(&s->right, EXAMPLES, 3, arena);
    if (targets)
        packed_build(&s->targets, EXAMPLES, 3, arena);
    for (int i = 0; i < EXAMPLES; i++) {
        s->count += targets ? targets[i] : 2;
        *s->sum[METRIC_ACCURACY] += numbers[i];
        packed_set(&s->right, i, (uint32_t)numbers[i]);
        if (targets)
            packed_set(&s->targets, i, (uint32_t)targets[i]);
    }
    s->value[METRIC_ACCURACY] = *s->sum[METRIC_ACCURACY] / (double)s->count;
    s->variance[METRIC_ACCURACY] = 0.01 * (double)*s->sum[METRIC_ACCURACY]; /* no true one: the bound is seen by it */
}

static void hand_build(struct hand *h) {
    static const struct policy *const both[] = {&policy_extend, &policy_clamp};
    *h = (struct hand){.c = {.members = KINDS * SEEDS, .lengths = 1}};
    struct member *m = h->c.member = arena_alloc(&h->arena, KINDS * SEEDS, sizeof *m);
    static const struct settings none;
    for (int k = 0; k < KINDS; k++) {
        const struct settings_packed *own = settings_pack(&none, NULL, &h->arena);
        for (int seed = 0; seed < SEEDS; seed++, m++) {
            m->settings = own;
            m->seed = seed + 1;
            m->status = STATUS_FINISHED;
            struct evaluation_result *r = m->result = arena_alloc(&h->arena, 1, sizeof *r);
            *r = (struct evaluation_result){.rows = 2, .lengths = 1, .arena = &h->arena};
            r->in_range = arena_alloc(&h->arena, 1, sizeof *r->in_range);
            fill_score(r->in_range, in_range[k][seed], targets_in_range, &h->arena);
            for (int p = 0; p < 2; p++) {
                r->row[p] = (struct evaluation_row){both[p], true, NULL};
                evaluation_row_alloc(r, &r->row[p]);
                fill_score(r->row[p].at[1], right[k][seed][p], NULL, &h->arena);
                h->row[k][p] = (struct compare_row){.first = m - seed, .policy = both[p]};
            }
        }
    }
    h->c.arena = &h->arena;
    compare_find_series(&h->c);
}

static struct score *score_at(struct hand *h, int k, int seed, int policy) {
    return h->c.member[k * SEEDS + seed].result->row[policy].at[1];
}

static double shared(const struct hand *h, const struct compare_row *a, const struct compare_row *b, int i) {
    (void)h;
    return shared_test_variance(a, i, b, i, METRIC_ACCURACY);
}

/* Mean of both seeds of a under extend: 2, .5, .5, 2 of two targets, so shares 1, .25, .25, 1; their variance is
 * 4 * .375^2 / 3 = .1875. In the middle two rows the seeds are .25 off on either side, which would average out:
 * 2 * .0625 / 4. A quarter of what is left is the share. Under clamp: 1, 1, 1, .75: variance 1/64; less their mean the
 * seeds have 0, 0, 0, 0 and .125, .125, .125, -.375, so half their differences squared are .00390625 and .03515625. */
TEST(one_row) {
    struct hand h;
    hand_build(&h);
    assert_near("extend", 0, shared(&h, &h.row[0][0], NULL, 1), (0.1875 - 0.03125) / 4, 1e-15);
    assert_near("clamp", 0, shared(&h, &h.row[0][1], NULL, 1), (1 / 64.0 - 0.046875 / 4) / 4, 1e-15);
    h.c.member[1].status = STATUS_FAILED; /* seed 1 alone: 1, .5, 0, 1, of mean .625 and variance (.140625 * 2 +
                                             .015625 + .390625) / 3 */
    assert_near("seed 1", 0, shared(&h, &h.row[0][0], NULL, 1), 0.6875 / 3 / 4, 1e-15);
    arena_free(&h.arena);
}

/* In the same rows: a less b under extend is 2, .5, .5, 2 less .5, 1.5, .5, .5 right ones: shares .75, -.5, 0, .75, of
 * mean .25 and sum of squares .25 + .5625 + .0625 + .25 = 1.125. By seed they are .5, 0, 0, 1 and 1, -1, 0, .5: less
 * .375 and .125, half their differences are .375, .375, .125, .125, of squares .3125. Across policies, clamp less
 * extend of a: 0, .75, .75, -.25, of mean .3125 and sum of squares 0.796875; by seed 0, .5, 1, 0 and 0, 1, .5, -.5,
 * less .375 and .25: half their differences are .0625, .3125, -.1875, -.1875, of squares .171875. */
TEST(differences) {
    struct hand h;
    hand_build(&h);
    assert_near("a - b", 0, shared(&h, &h.row[0][0], &h.row[1][0], 1), (1.125 / 3 - 0.3125 / 4) / 4, 1e-15);
    assert_near("b - a", 0, shared(&h, &h.row[1][0], &h.row[0][0], 1), (1.125 / 3 - 0.3125 / 4) / 4, 1e-15);
    assert_near("policies", 0, shared(&h, &h.row[0][1], &h.row[0][0], 1), (0.796875 / 3 - 0.171875 / 4) / 4, 1e-15);
    assert_near("itself", 0, shared(&h, &h.row[0][0], &h.row[0][0], 1), 0, 0);
    /* seed 2 of b did not finish: only seed 1 of a counts, with 2, 1, 0, 2 less 1, 1, 0, 0: shares .5, 0, 0, 1 */
    h.c.member[3].status = STATUS_FAILED;
    assert_near("seed 1", 0, shared(&h, &h.row[0][0], &h.row[1][0], 1), 0.6875 / 3 / 4, 1e-15);
    h.c.member[2].status = STATUS_FAILED;
    assert_true(isnan(shared(&h, &h.row[0][0], &h.row[1][0], 1)));
    arena_free(&h.arena);
}

/* Examples of 1, 2, 3 and 2 targets, 8 in all. Mean right of a: 1, 1.5, 1.5, 2, which is .75 of the targets; left are
 * .25, 0, -.75, .5, of sum of squares .875; the seeds are half a target off on either side in two rows, of squares .5;
 * a less b: 1, 1, -1.5, .5, of mean 1/8; left are .875, .75, -1.875, .25, and the seeds as far off. */
TEST(in_range) {
    struct hand h;
    hand_build(&h);
    assert_near("a", -1, shared(&h, &h.row[0][0], NULL, IN_RANGE), (0.875 / 3 - 0.5 / 4) / 4 / 4, 1e-15);
    assert_near("a, clamp", -1, shared(&h, &h.row[0][1], NULL, IN_RANGE), (0.875 / 3 - 0.5 / 4) / 4 / 4, 1e-15);
    double squares = 0.875 * 0.875 + 0.75 * 0.75 + 1.875 * 1.875 + 0.25 * 0.25;
    assert_near("a - b", -1, shared(&h, &h.row[0][0], &h.row[1][0], IN_RANGE), (squares / 3 - 0.5 / 4) / 4 / 4, 1e-15);
    arena_free(&h.arena);
}

/* Without each example's numbers: the mean over seeds of their variances; of a difference, the sum of both. */
TEST(bounds) {
    struct hand h;
    hand_build(&h);
    score_at(&h, 0, 1, 0)->right.bits = 0;
    assert_near("a", 0, shared(&h, &h.row[0][0], NULL, 1), 0.05, 1e-15);             /* 5 and 5 right */
    assert_near("a - b", 0, shared(&h, &h.row[0][0], &h.row[1][0], 1), 0.08, 1e-15); /* and 2 and 4 */
    assert_near("b", 0, shared(&h, &h.row[1][0], NULL, 1), (0.1875 / 3 - 0.1875 / 4) / 4,
                1e-15);                                               /* which has them all */
    h.c.member[2].result->in_range->variance[METRIC_ACCURACY] = 0.03; /* of 5 right; seed 2 keeps .05 */
    double lengths = shared_test_variance(&h.row[1][0], 1, &h.row[1][0], IN_RANGE, METRIC_ACCURACY);
    assert_near("two lengths", 0, lengths, 0.03 + 0.04, 1e-15);
    arena_free(&h.arena);
    hand_build(&h);
    score_at(&h, 0, 0, 0)->count++; /* other rows than seed 2 had */
    assert_near("a", 1, shared(&h, &h.row[0][0], NULL, 1), 0.05, 1e-15);
    score_at(&h, 0, 1, 0)->variance[METRIC_ACCURACY] = (double)NAN;
    assert_true(isnan(shared(&h, &h.row[0][0], NULL, 1)));
    arena_free(&h.arena);
}

/* Examples that are drawn for each seed are independent; and where no seed has a number, nothing is known. */
TEST(nothing_shared) {
    struct hand h;
    hand_build(&h);
    for (int k = 0; k < KINDS; k++)
        for (int seed = 0; seed < SEEDS; seed++) {
            struct score *s = score_at(&h, k, seed, 0);
            *s = (struct score){.count = 8, .value = {0.5}, .variance = {(double)NAN}};
        }
    assert_near("redrawn", 0, shared(&h, &h.row[0][0], NULL, 1), 0, 0);
    assert_near("redrawn", 1, shared(&h, &h.row[0][0], &h.row[1][0], 1), 0, 0);
    for (int seed = 0; seed < SEEDS; seed++)
        score_at(&h, 0, seed, 0)->value[METRIC_ACCURACY] = (double)NAN;
    assert_true(isnan(shared(&h, &h.row[0][0], NULL, 1)));
    h.row[1][0].policy = &policy_zero; /* no member has it */
    assert_true(isnan(shared(&h, &h.row[1][0], NULL, 1)));
    assert_true(isnan(shared(&h, &h.row[1][1], &h.row[1][0], 1)));
    arena_free(&h.arena);
}

GROUP(shared_test_variance, NULL, NULL)
