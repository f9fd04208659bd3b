/* test_shifts.c -- an encoding that declares itself relative is: when all positions shift, rows, scores, answers and
 * gradients do not change. Any other encoding does change. This holds for every encoding and variant, and also under
 * policies that map distances or frequencies. */
#include "law/small.h"
#include "unit/near.h"

#include <string.h>

#include "base/random.h"
#include "encoding/encoding.h"
#include "encoding/policy.h"
#include "model/batch.h"
#include "model/model.h"

enum { T = 5, D = 8, HEADS = 2, h = D / HEADS, FARTHEST = 125, LENGTH = 10 + FARTHEST };

/* The first row takes part in no distance twice. */
static const int position[T] = {0, 1, 3, 4, 9};

/* What the hooks make of rows of zeros, and of the scores of random queries and keys. */
struct effect {
    real row[T * D], score[HEADS * T * T];
};

static void fill(real *x, uint64_t number) {
    struct random r = random_open(3, RANDOM_INIT, number);
    for (int i = 0; i < T * D; i++)
        x[i] = (real)random_normal(&r);
}

static struct effect effect_of(const struct small *s, int shift) {
    const struct encoding *kind = s->model.encoding.kind;
    struct encoding_weights w = model_encoding_weights(&s->model, NULL);
    struct effect out = {0};
    real q[T * D], k[T * D];
    int at[T];
    struct span rows = {T, at};
    for (int i = 0; i < T; i++)
        at[i] = position[i] + shift;
    fill(q, 0);
    fill(k, 1);
    if (kind->embed)
        kind->embed(&s->use, &w, out.row, rows);
    if (kind->rotate) {
        kind->rotate(&s->use, q, rows);
        kind->rotate(&s->use, k, rows);
    }
    for (int i = 0; i < T; i++)
        for (int j = 0; j < T; j++)
            for (int c = 0; c < D; c++)
                out.score[(i * HEADS + c / h) * T + j] += q[i * D + c] * k[j * D + c];
    for (int i = 0; i < T && kind->content; i++)
        kind->content(&s->use, &w, out.score + i * HEADS * T,
                      (struct encoding_query){.row = i, .rows = T, .q = q + i * D});
    if (kind->bias)
        kind->bias(&s->use, &w, out.score, rows, rows);
    return out;
}

/* The largest difference, as a part of the largest number (or of 1). */
static double apart(const real *x, const real *y, size_t n) {
    double most = 0, size = 1;
    for (size_t i = 0; i < n; i++) {
        size = fmax(size, fabs((double)y[i]));
        most = fmax(most, fabs((double)x[i] - (double)y[i]));
    }
    return most / size;
}

static void check_effects(const struct small *s, int shift, bool relative) {
    struct effect here = effect_of(s, 0), there = effect_of(s, shift);
    double rows = apart(here.row, there.row, T * D), scores = apart(here.score, there.score, HEADS * T * T);
    if (relative) {
        assert_near("rows", shift, rows, 0, 0);
        assert_near("scores", shift, scores, 0, limit(1e-12, 1e-4));
    } else if (!(fmax(rows, scores) > 1e-3))
        fail_msg("neither rows nor scores change when all positions shift by %d: it is relative", shift);
}

static void open_small(struct small *s, struct small_kinds k, const struct policy *policy) {
    small_open_kinds(s, k, (struct model_config){.d_model = D, .heads = HEADS, .d_ff = 12}, 0, policy, LENGTH);
}

/* says help glossary: Whether one fixed matrix turns the vector of every position t into that of t + K */
TEST(hooks_shift) {
    static struct small s;
    struct small_kinds k;
    for (int i = 0; small_attention(i, &k); i++) {
        open_small(&s, k, &policy_extend);
        for (int shift = 1; shift <= FARTHEST; shift *= 5)
            check_effects(&s, shift, k.encoding->relative);
        small_close(&s);
    }
}

/* Policies that map its positions make positions beyond the trained ones differ; others leave it relative. */
TEST(policies_shift) {
    static struct small s;
    struct small_kinds k;
    struct error e;
    for (int i = 0; small_attention(i, &k); i++) {
        open_small(&s, k, &policy_extend);
        const struct encoding_built *b = &s.model.encoding;
        struct encoding_weights w = model_encoding_weights(&s.model, NULL);
        for (const struct policy *const *p = b->policies; *p && k.encoding->relative; p++)
            if (!((*p)->acts_on & b->acts_on & ACTS_ON_POSITIONS)) {
                assert_true(encoding_use_open(&s.use, b, &w, *p, LENGTH, &s.arena, &e));
                check_effects(&s, FARTHEST, true);
            }
        small_close(&s);
    }
}

/* Logits and gradients of a small batch, all positions shifted. */
struct shifted {
    real logits[SMALL_TARGETS * SMALL_CLASSES], *grad;
};

static struct shifted outcome_of(struct small *s, int shift) {
    struct batch b = small_batch(&s->arena);
    struct shifted out = {.grad = arena_alloc(&s->arena, s->model.params.size, sizeof(real))};
    for (int i = 0; i < b.rows; i++)
        b.position[i] += shift;
    small_gradient(s, &b);
    model_logits(&s->model, &s->work, 0, b.targets); /* where their gradient was */
    memcpy(out.logits, s->work.value.logits, sizeof out.logits);
    memcpy(out.grad, s->grad, s->model.params.size * sizeof *out.grad);
    return out;
}

TEST(answers_and_gradients_shift) {
    static struct small s;
    struct small_kinds k;
    for (int i = 0; small_attention(i, &k); i++) {
        open_small(&s, k, &policy_extend);
        struct shifted here = outcome_of(&s, 0), there = outcome_of(&s, FARTHEST);
        double logits = apart(here.logits, there.logits, SMALL_TARGETS * SMALL_CLASSES);
        if (k.encoding->relative) {
            assert_near("logits", FARTHEST, logits, 0, limit(1e-12, 2e-4));
            assert_near("gradients", FARTHEST, apart(here.grad, there.grad, s.model.params.size), 0,
                        limit(1e-11, 1e-3));
        } else if (!(logits > 1e-3))
            fail_msg("logits do not change when all positions shift by %d: it is relative", FARTHEST);
        small_close(&s);
    }
}

GROUP(shifts, NULL, NULL)
