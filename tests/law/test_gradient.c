/* test_gradient.c -- every parameter's gradient against central differences, for every
 * encoding x norm x causal x feed-forward x norm on the embedding, and for every mixer
 * and option of theirs, in the double build. Of many configurations of one encoding each
 * takes a share of the parameters, and the next one the next share.
 *
 * The loss is a random pull on the logits: a plain sum would be blind to softmax and
 * layer norm. The probe proves the hooks that no encoding of today uses. */
#include "unit/tests.h"

#include <math.h>
#include <stdio.h>

#include "encoding/kinds.h"
#include "law/probe.h"
#include "law/small.h"
#include "model/batch.h"
#include "model/mixer.h"

#define SKIP_IN_FLOAT()    \
    if (sizeof(real) != 8) \
    skip()

/* A gradient is right within 1e-6 of itself; below 1e-4 rounding of the loss decides. */
static bool agrees(double got, double expected) {
    double size = fmax(fmax(fabs(got), fabs(expected)), 1e-4);
    return fabs(got - expected) <= 1e-6 * size;
}

static double loss_at(struct small *s, const struct batch *b, real *weight, double value) {
    *weight = (real)value;
    return small_loss(s, b);
}

/* Central differences of fourth order: 8 (f(h) - f(-h)) - (f(2h) - f(-2h)) over 12 h. */
static double difference(struct small *s, const struct batch *b, real *weight) {
    const double h = 2e-4;
    double kept = (double)*weight;
    double near = loss_at(s, b, weight, kept + h) - loss_at(s, b, weight, kept - h);
    double far = loss_at(s, b, weight, kept + 2 * h) - loss_at(s, b, weight, kept - 2 * h);
    *weight = (real)kept;
    return (8 * near - far) / (12 * h);
}

/* Shares that parameters are checked in: no divisor of a width, so a share has elements of every column. */
enum { SHARES = 7 };

/* Checks each `step`th parameter from `first` on; returns how many gradients of all were not 0. */
static int check(struct small *s, const struct batch *b, const char *what, size_t first, size_t step) {
    int busy = 0;
    small_settle(s, b);
    small_gradient(s, b);
    for (int k = 0; k < s->model.params.count; k++) {
        const struct tensor *t = &s->model.params.tensor[k];
        for (size_t i = 0; i < t->count; i++) {
            double got = (double)s->grad[t->offset + i];
            busy += got != 0;
            if ((t->offset + i) % step != first)
                continue;
            double expected = difference(s, b, &s->model.params.value[t->offset + i]);
            if (!agrees(got, expected))
                fail_msg("%s, %s[%zu]: backward %.12g, difference %.12g", what, t->name, i, got, expected);
        }
    }
    return busy;
}

static void check_config(struct small_kinds kinds, int bits) {
    static struct small s;
    static size_t share;
    struct model_config config = {
        .d_model = 8,
        .heads = 2,
        .d_ff = bits & 1 ? 12 : 0,
        .activation = bits & 2 ? ACTIVATION_GELU : ACTIVATION_RELU,
        .norm = bits & 4 ? NORM_POST : NORM_PRE,
        .causal = bits & 8,
        .embedding_norm = bits & 16,
    };
    char what[120];
    if (config.causal && !small_fits(kinds, config)) /* such as a recurrence in both directions */
        return;
    for (int targets = 0; targets < 2; targets++) {
        small_open_kinds(&s, kinds, config, targets, &policy_extend, SMALL_POSITIONS);
        struct batch b = small_batch(&s.arena);
        snprintf(what, sizeof what, "%s %s, %s, d_ff %d, activation %d, norm %d, causal %d, embedding norm %d",
                 kinds.mixer->name, kinds.encoding->name, targets ? "absorbed" : "explicit", config.d_ff,
                 config.activation, config.norm, config.causal, config.embedding_norm);
        int busy = check(&s, &b, what, share++ % SHARES, SHARES);
        if ((size_t)busy < s.model.params.size / 2)
            fail_msg("%s: only %d of %zu gradients are not 0", what, busy, s.model.params.size);
        small_close(&s);
    }
}

TEST(registry) {
    SKIP_IN_FLOAT();
    for (const struct encoding *const *kind = encodings; ABOUT(*kind); kind++)
        for (int bits = 0; bits < 32; bits++)
            check_config((struct small_kinds){&mixer_attention, *kind, NULL}, bits);
}

TEST(all_hooks) {
    SKIP_IN_FLOAT();
    for (int bits = 0; bits < 32; bits++)
        check_config((struct small_kinds){&mixer_attention, &encoding_probe, NULL}, bits);
}

/* A few of the combinations: the registry and the probe go through all. */
TEST(variants) {
    static const int some[] = {0, 1, 8 | 1, 4 | 2 | 1, 16 | 8 | 4 | 1, 16 | 1};
    struct small_kinds kinds;
    SKIP_IN_FLOAT();
    for (int number = 0; small_variant(number, &kinds); number++)
        for (size_t i = 0; i < sizeof some / sizeof *some; i++)
            check_config(kinds, some[i]);
}

/* With positions beyond the trained ones, under a policy if it makes sense. */
static void check_beyond(const struct encoding *kind, const struct policy *policy) {
    static struct small s;
    if (policy == &policy_refuse || !policy_fits(policy, kind->acts_on))
        return;
    small_open(&s, kind, (struct model_config){.d_model = 8, .heads = 2, .d_ff = 12}, 0, policy, 2 * SMALL_POSITIONS);
    struct batch b = small_batch(&s.arena);
    for (int i = 0; i < b.rows; i++)
        b.position[i] *= 2;
    check(&s, &b, policy->name, 0, 1);
    small_close(&s);
}

TEST(policies) {
    SKIP_IN_FLOAT();
    for (const struct encoding *const *kind = encodings; ABOUT(*kind); kind++)
        for (const struct policy *const *policy = policies; *policy; policy++)
            check_beyond(*kind, *policy);
}

/* Every two encodings in one model, and under a policy that both take where there is one. */
TEST(hybrids) {
    struct small_kinds kinds;
    SKIP_IN_FLOAT();
    for (int i = 0; small_pair(i, &kinds); i++) {
        check_config(kinds, 0);
        check_config(kinds, 8 | 4 | 1);
        check_beyond(kinds.encoding, &policy_interpolate);
    }
}

GROUP(gradient, NULL, NULL)
