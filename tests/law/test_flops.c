/* test_flops.c -- the multiplications that `make bench` counts are those of a hand count, written out term by term
 * for one small batch, and for a step of two of its shapes. */
#include "unit/tests.h"

#include "bench/bench.h"
#include "encoding/kinds.h"
#include "model/attention.h"
#include "train/step.h"

/* Sizes of the model by hand: D 8, H 2, F 16 or none, C 3. */
enum { SMALL_D = 8, SMALL_HEADS = 2, SMALL_F = 16, FOLDING_ASKED = 1, FORMING_ASKED = 0 };

/* Three sequences of 5, 1 and 6 rows (N = 12); targets: row 0 of the first, row 0 of the second, rows 3 and 1 of the
 * third (A = 4). Pairs of a target and a row of its sequence: 1*5 + 1*1 + 2*6 = 18. */
static const struct batch *batch(void) {
    static int start[] = {0, 5, 6, 12}, target_start[] = {0, 1, 2, 4}, target[] = {0, 5, 9, 7};
    static const struct batch b = {
        .sequences = 3, .rows = 12, .start = start, .targets = 4, .target_start = target_start, .target = target};
    return &b;
}

/* (rows) x (in) x (out) multiplications, row by row of the list */
static double sum(const double (*term)[3], int count) {
    double all = 0;
    for (int i = 0; i < count; i++)
        all += term[i][0] * term[i][1] * term[i][2];
    return all;
}
#define SUM(...) \
    sum((const double[][3]){__VA_ARGS__}, (int)(sizeof(const double[][3]){__VA_ARGS__} / (3 * sizeof(double))))

/* clang-format off */
#define QUERY {4, 8, 8}
#define OUTPUT {4, 8, 8}
#define HEAD {4, 8, 3}
#define FEED_FORWARD {4, 8, 16}, {4, 16, 8}
/* Explicit: a key at every row; each head's score is a product over its 4 columns, each weighted sum has as many. */
#define KEYS_FORMED {12, 8, 8}, {18, 2, 4}
#define VALUES_FORMED {12, 8, 8}, {18, 2, 4}
/* Absorbed: each head's 4 columns of a query become 8; each head's score is a product over all 8 columns. And for values the
 * other way round. */
#define KEYS_FOLDED {4 * 2, 4, 8}, {18, 2, 8}
#define VALUES_FOLDED {18, 2, 8}, {4 * 2, 8, 4}
/* clang-format on */

static double counted(const struct mixer *mixer, const char *way, const struct encoding *encoding, int d_ff, int causal,
                      int targets) {
    struct arena arena = {0};
    struct model m;
    struct error e;
    _Alignas(16) char encoding_options[ENCODING_OPTIONS_MAX] = {0}, mixer_options[MIXER_OPTIONS_MAX] = {0};
    struct model_config config = {SMALL_D, SMALL_HEADS, d_ff, NORM_PRE, ACTIVATION_RELU, causal, 0, {0}};
    struct model_sizes size = {7, 2, 3, 6, 6, targets};
    struct model_kinds kinds = {mixer, mixer_options, encoding, encoding_options};
    setting_defaults(encoding->options, encoding_options);
    setting_defaults(mixer->options, mixer_options);
    if (way)
        assert_true(setting_read(&mixer->options[0], mixer_options, way, &e));
    if (!model_declare(&m, config, size, kinds, 1, &arena, &e))
        fail_msg("%s", e.text);
    double flops = bench_flops(&m, batch());
    arena_free(&arena);
    return flops / 2; /* a multiplication and an addition */
}

static void assert_count(double by_hand, double by_program) {
    if (by_hand != by_program)
        fail_msg("%.0f by hand, %.0f counted", by_hand, by_program);
}

static double attention(const struct encoding *encoding, int d_ff, int causal, int targets) {
    return counted(&mixer_attention, NULL, encoding, d_ff, causal, targets);
}

TEST(explicit_count) {
    assert_count(SUM(QUERY, KEYS_FORMED, VALUES_FORMED, OUTPUT, FEED_FORWARD, HEAD),
                 attention(&encoding_learned, SMALL_F, 0, FORMING_ASKED));
    assert_count(SUM(QUERY, KEYS_FORMED, VALUES_FORMED, OUTPUT, HEAD),
                 attention(&encoding_learned, 0, 0, FORMING_ASKED));
}

TEST(absorbed_count) {
    assert_count(SUM(QUERY, KEYS_FOLDED, VALUES_FOLDED, OUTPUT, FEED_FORWARD, HEAD),
                 attention(&encoding_learned, SMALL_F, 0, FOLDING_ASKED));
    assert_count(SUM(QUERY, KEYS_FOLDED, VALUES_FOLDED, OUTPUT, HEAD),
                 attention(&encoding_learned, 0, 0, FOLDING_ASKED));
    /* a rotation forms its keys */
    assert_count(SUM(QUERY, KEYS_FORMED, VALUES_FOLDED, OUTPUT, FEED_FORWARD, HEAD),
                 attention(&encoding_rope, SMALL_F, 0, FOLDING_ASKED));
}

/* Rows that must not be seen are computed and then passed over: all pairs count. */
TEST(causal_count) {
    assert_count(SUM(QUERY, KEYS_FORMED, VALUES_FORMED, OUTPUT, FEED_FORWARD, HEAD),
                 attention(&encoding_learned, SMALL_F, 1, FORMING_ASKED));
    assert_count(SUM(QUERY, KEYS_FOLDED, VALUES_FOLDED, OUTPUT, FEED_FORWARD, HEAD),
                 attention(&encoding_learned, SMALL_F, 1, FOLDING_ASKED));
}

/* Forth, the three sequences take 1, 1 and 4 steps to their last target position; back from their ends 5, 1 and 5. Each
 * step reads its row; each but a sequence's first also the state before it. */
TEST(recurrent_count) {
    static const struct {
        const struct mixer *mixer;
        double gates;
    } kinds[] = {{&mixer_rnn, 1}, {&mixer_gru, 3}, {&mixer_lstm, 4}};
    for (int i = 0; i < 3; i++) {
        double wide = kinds[i].gates * 8;
        assert_count(SUM({1 + 1 + 4, 8, wide}, {0 + 0 + 3, 8, wide}, OUTPUT, FEED_FORWARD, HEAD),
                     counted(kinds[i].mixer, "no", &encoding_learned, SMALL_F, 0, FORMING_ASKED));
        assert_count(SUM({1 + 1 + 4, 8, wide}, {0 + 0 + 3, 8, wide}, {5 + 1 + 5, 8, wide}, {4 + 0 + 4, 8, wide},
                         {4, 2 * 8, 8}, HEAD),
                     counted(kinds[i].mixer, "yes", &encoding_learned, 0, 0, FORMING_ASKED));
    }
}

/* A step: forward, and in the backward pass as much again for each of the two factors. */
static double step_flops(const char *name) {
    static struct assignments all;
    static const struct assignments nothing;
    static struct settings s;
    static struct run r;
    struct stepper stepper;
    struct error e;
    assert_true(bench_assign(&all, bench_shape_find(name, &e), &nothing, &e));
    assert_true(settings_resolve(&s, &all, NULL, &e) && run_build(&r, &s, NULL, &e));
    assert_true(stepper_build(&stepper, &r, 1, &e) && stepper_step(&stepper, &e));
    double flops = bench_step_flops(&stepper);
    run_free(&r);
    return flops;
}

TEST(steps_count) {
    /* small-all, explicit: N = A = 64 * 36, pairs 64 * 36 * 36 */
    const double rows = 64 * 36, pairs = rows * 36;
    double all = SUM({rows, 64, 64}, {rows, 64, 64}, {rows, 64, 64}, {pairs, 4, 16}, {pairs, 4, 16}, {rows, 64, 64},
                     {rows, 64, 256}, {rows, 256, 64}, {rows, 64, 64});
    assert_count(3 * 2 * all, step_flops("small-all"));
    /* small-one, absorbed: A = 64, pairs = N */
    double one = SUM({64, 64, 64}, {64 * 4, 16, 64}, {rows, 4, 64}, {rows, 4, 64}, {64 * 4, 64, 16}, {64, 64, 64},
                     {64, 64, 256}, {64, 256, 64}, {64, 64, 2});
    assert_count(3 * 2 * one, step_flops("small-one"));
}

GROUP(flops, NULL, NULL)
