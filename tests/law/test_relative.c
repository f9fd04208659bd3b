/* test_relative.c -- encodings by distance, and by length: values computed by hand or published, and statements about
 * one of them. Which are relative: test_shifts.c; every option against its formula: test_shown_formulas.c. */
#include "unit/near.h"
#include "unit/tests.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "encoding/kinds.h"
#include "law/alone.h"
#include "law/small.h"
#include "model/batch.h"
#include "model/mixer.h"
#include "model/params.h"

enum { T = 6, D = 8, HEADS = 2, PUBLISHED = 200 };

/* ---- alibi */

static void check_slopes(int heads, const double *slopes) {
    static struct alone f;
    alone_open(&f, &encoding_alibi, (struct encoding_sizes){8 * heads, heads, 9, 0}, NULL, &policy_extend, 9);
    for (int n = 0; n < heads; n++)
        assert_near("slope", n, -alone_bias(&f, n, 5, 4), slopes[n], 1e-7);
    arena_free(&f.arena);
}

/* Press et al.: 1/2 ... 1/256 for 8 heads; others from the next power of two. */
TEST(alibi_slopes) {
    static const double one[] = {1 / 256.0}, two[] = {1 / 16.0, 1 / 256.0}, three[] = {1 / 16.0, 1 / 256.0, 1 / 4.0},
                        four[] = {1 / 4.0, 1 / 16.0, 1 / 64.0, 1 / 256.0},
                        six[] = {1 / 4.0, 1 / 16.0, 1 / 64.0, 1 / 256.0, 1 / 2.0, 1 / 8.0},
                        eight[] = {1 / 2.0, 1 / 4.0, 1 / 8.0, 1 / 16.0, 1 / 32.0, 1 / 64.0, 1 / 128.0, 1 / 256.0};
    check_slopes(1, one);
    check_slopes(2, two);
    check_slopes(3, three);
    check_slopes(4, four);
    check_slopes(6, six);
    check_slopes(8, eight);
}

/* Symmetric ALiBi cannot tell left from right: reversed words give reversed answers. */
static void reversal(const struct encoding *kind, const char *const *options, bool equivariant) {
    static struct small s;
    static const int words[T] = {1, 2, 2, 3, 1, 4};
    real logits[2][T * SMALL_CLASSES];
    double most = 0;
    for (int reversed = 0; reversed < 2; reversed++) {
        small_open_kinds(&s, (struct small_kinds){&mixer_attention, kind, options},
                         (struct model_config){.d_model = D, .heads = HEADS, .d_ff = 12}, 0, &policy_extend, T);
        struct batch b = small_batch(&s.arena);
        b.sequences = 1;
        b.rows = b.targets = b.start[1] = b.target_start[1] = T;
        b.target = arena_alloc(&s.arena, T, sizeof *b.target);
        for (int i = 0; i < T; i++) {
            b.token[i] = words[reversed ? T - 1 - i : i];
            b.segment[i] = 0;
            b.position[i] = b.target[i] = i;
        }
        small_loss(&s, &b);
        memcpy(logits[reversed], s.work.value.logits, sizeof logits[0]);
        small_close(&s);
    }
    for (int i = 0; i < T; i++)
        for (int c = 0; c < SMALL_CLASSES; c++)
            most = fmax(most, fabs((double)logits[0][i * SMALL_CLASSES + c] -
                                   (double)logits[1][(T - 1 - i) * SMALL_CLASSES + c]));
    assert_int_equal(most <= limit(1e-13, 1e-5), equivariant);
}

TEST(reversal) {
    reversal(&encoding_alibi, (const char *const[]){"alibi.sides", "symmetric", NULL}, true);
    reversal(&encoding_alibi, (const char *const[]){"alibi.sides", "signed", NULL}, false);
    reversal(&encoding_none, NULL, true);
    reversal(&encoding_rope, NULL, false);
}

/* ---- t5 */

/* A table whose row k holds k: the bias is the bucket. */
static void open_buckets(struct alone *f, int causal, const char *const *options, const struct policy *policy,
                         int trained, int length) {
    alone_open(f, &encoding_t5, (struct encoding_sizes){8, 1, trained, causal}, options, policy, length);
    for (int k = 0; k < f->built.tensor[0].rows; k++)
        f->value[k] = (real)k;
}

/* tests/golden/t5_buckets.txt: "causal distance bucket", as the published formula gives them. */
/* says help settings: from this distance on all share the last bucket */
TEST(t5_published_table) {
    static struct alone f[2];
    FILE *file = fopen("tests/golden/t5_buckets.txt", "r");
    int causal, distance, bucket, lines = 0;
    assert_non_null(file);
    for (int k = 0; k < 2; k++)
        open_buckets(&f[k], k, NULL, &policy_extend, 401, 401);
    for (; fscanf(file, "%d %d %d", &causal, &distance, &bucket) == 3; lines++)
        assert_near(causal ? "causal" : "both ways", distance,
                    alone_bias(&f[causal], 0, PUBLISHED, PUBLISHED + distance), bucket, 0);
    assert_int_equal(lines, 2 * (2 * PUBLISHED + 1));
    fclose(file);
    arena_free(&f[0].arena);
    arena_free(&f[1].arena);
}

/* 18 buckets to 128, 9 to a side, 4 exact: a bucket begins at each power of two, and the quotient of
 * logarithms falls short of the whole number at 8, 16 and 64. */
TEST(t5_whole_boundaries) {
    static struct alone f;
    open_buckets(&f, 0, (const char *const[]){"t5.buckets", "18", NULL}, &policy_extend, 129, 129);
    for (int k = 0; k < 5; k++) {
        assert_near("begins", k, alone_bias(&f, 0, 128, 128 - (4 << k)), 4 + k, 0);
        assert_near("ends", k, alone_bias(&f, 0, 128, 128 - (8 << k) + 1), 4 + k, 0);
    }
    arena_free(&f.arena);
}

/* 8 buckets to 6, 4 to a side: 0 and 1 alone, 2..3 together, the rest; causal: 0..3 alone, and what comes later is not
 * seen. Trained on 4 positions. A distance squeezed to 0 is that of the row itself, to both sides. */
TEST(t5_policies) {
    static const struct {
        const struct policy *policy;
        int length, past[13], later[13], causal[13];
    } cases[] = {
        {&policy_extend, 6, {0, 1, 2, 2, 3, 3}, {0, 5, 6, 6, 7, 7}, {0, 1, 2, 3, 4, 6}},
        {&policy_clamp, 6, {0, 1, 2, 2, 2, 2}, {0, 5, 6, 6, 6, 6}, {0, 1, 2, 3, 3, 3}},
        {&policy_interpolate, 5, {0, 1, 2, 2, 2}, {0, 5, 6, 6, 6}, {0, 1, 2, 2, 3}}, /* d 3/4: 0 .75 1.5 2.25 3 */
        {&policy_interpolate, 7, {0, 1, 1, 2, 2, 2, 2}, {0, 5, 5, 6, 6, 6, 6}, {0, 1, 1, 2, 2, 3, 3}}, /* .5 goes up */
        {&policy_interpolate,
         13, /* d/4 */
         {0, 0, 1, 1, 1, 1, 2, 2, 2, 2, 2, 2, 2},
         {0, 0, 5, 5, 5, 5, 6, 6, 6, 6, 6, 6, 6},
         {0, 0, 1, 1, 1, 1, 2, 2, 2, 2, 3, 3, 3}},
    };
    static const char *const options[] = {"t5.buckets", "8", "t5.max_distance", "6", NULL};
    static struct alone f;
    for (size_t k = 0; k < sizeof cases / sizeof *cases; k++)
        for (int causal = 0; causal < 2; causal++) {
            int last = cases[k].length - 1;
            open_buckets(&f, causal, options, cases[k].policy, 4, cases[k].length);
            for (int d = 0; d <= last; d++) {
                assert_near(causal ? "causal" : "past", d, alone_bias(&f, 0, last, last - d),
                            (causal ? cases[k].causal : cases[k].past)[d], 0);
                assert_near("later", d, alone_bias(&f, 0, 0, d), causal ? 0 : cases[k].later[d], 0);
            }
            arena_free(&f.arena);
        }
}

/* ---- ratio */

/* A sequence of a single position ends where it begins. */
TEST(ratio_of_one) {
    static struct alone f;
    real x[2] = {0};
    alone_open(&f, &encoding_ratio, (struct encoding_sizes){2, 1, 5, 0}, NULL, &policy_extend, 40);
    f.built.kind->embed(&f.use, &f.weights, x, (struct span){1, (const int[]){0}});
    assert_near("ratio", 0, (double)x[1], 0, 0);
    arena_free(&f.arena);
}

/* Sinusoids of a ratio: position t of T reads the trained position as far along, by table or not. */
TEST(ratio_as_argument) {
    static struct alone f;
    static const char *const ratio[] = {"sinusoidal.argument", "ratio", NULL};
    for (int length = 7; length <= 7000; length *= 1000) {
        static struct alone position;
        real x[3 * D] = {0}, y[3 * D] = {0};
        alone_open(&f, &encoding_sinusoidal, (struct encoding_sizes){D, 1, 9, 0}, ratio, &policy_extend, length);
        alone_open(&position, &encoding_sinusoidal, (struct encoding_sizes){D, 1, 9, 0}, NULL, &policy_extend, 9);
        f.built.kind->embed(&f.use, &f.weights, x, (struct span){3, (const int[]){0, 1, 4}});
        f.built.kind->embed(&position.use, &f.weights, y, (struct span){3, (const int[]){0, 2, 8}});
        for (int i = 0; i < 3 * D; i++)
            assert_near("row", i, (double)x[i], (double)y[i], limit(1e-14, 1e-6));
        assert_int_equal(f.use.by_position == NULL, length == 7000);
        assert_false(encoding_accepts(&f.built, &policy_clamp));
        arena_free(&f.arena);
        arena_free(&position.arena);
    }
}

/* ---- concat: reserved columns hold the position and nothing of the words */
/* says help settings: how many columns of d_model only the position uses (combine = concat) */
TEST(concat) {
    static struct small s;
    static const char *const options[][5] = {{"learned.combine", "concat", "learned.columns", "3", NULL},
                                             {"sinusoidal.combine", "concat", "sinusoidal.columns", "3", NULL}};
    static const struct encoding *const kinds[] = {&encoding_learned, &encoding_sinusoidal};
    for (int k = 0; k < 2; k++) {
        small_open_kinds(&s, (struct small_kinds){&mixer_attention, kinds[k], options[k]},
                         (struct model_config){.d_model = D, .heads = HEADS}, 0, &policy_extend, SMALL_POSITIONS);
        struct batch b = small_batch(&s.arena);
        small_loss(&s, &b);
        for (int i = 0; i < b.rows; i++)
            for (int j = 0; j < b.rows; j++) { /* same position: same columns, whatever the words */
                bool same = true;
                for (int c = D - 3; c < D; c++)
                    same &= s.work.value.embedded[i * D + c] == s.work.value.embedded[j * D + c];
                assert_int_equal(same, b.position[i] == b.position[j]);
            }
        assert_int_equal(params_find(&s.model.params, "embeddings.word_embeddings.weight")->columns, D - 3);
        small_close(&s);
    }
}

/* ---- what cannot work says why */

TEST(refusals) {
    static const struct {
        const struct encoding *kind;
        struct encoding_sizes size;
        const char *key, *value, *says;
    } rows[] = {
        {&encoding_rope, {15, 3, 9, 0}, "rope.base", "10", "pairs of columns"},
        {&encoding_rope, {32, 4, 9, 0}, "rope.fraction", "0.3", "is 2.4, not an even"},
        {&encoding_rope, {32, 4, 9, 0}, "rope.fraction", "0.125", "is 1, not an even"},
        {&encoding_rope, {32, 4, 9, 0}, "rope.fast_waves", "5", "rope.fast_waves = 5"},
        {&encoding_learned, {8, 2, 9, 0}, "learned.columns", "8", "leaves none of model.d_model"},
        {&encoding_sinusoidal, {8, 2, 9, 0}, "sinusoidal.columns", "9", "leaves none of model.d_model"},
        {&encoding_index, {1, 1, 9, 0}, "index.scale", "1", "leaves none of model.d_model"},
        {&encoding_ratio, {1, 1, 9, 0}, "ratio.scale", "1", "leaves none of model.d_model"},
        {&encoding_t5, {8, 2, 9, 0}, "t5.buckets", "3", "4 or more"},
        {&encoding_t5, {8, 2, 9, 1}, "t5.buckets", "3", "4 or more"},
        {&encoding_t5, {8, 2, 9, 0}, "t5.buckets", "7", "odd number"},
        {&encoding_t5, {8, 2, 9, 0}, "t5.max_distance", "8", "up to 7 have their own"},
    };
    static struct alone f;
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        struct error e = {0};
        memset(&f, 0, sizeof f);
        small_options(rows[i].kind->options, f.options,
                      (const char *const[]){rows[i].key, rows[i].value, "learned.combine", "concat",
                                            "sinusoidal.combine", "concat", NULL});
        assert_false(encoding_build(&f.built, rows[i].kind, f.options, rows[i].size, (struct encoding_origin){0}, 5,
                                    &f.arena, &e));
        assert_int_equal(e.code, EXIT_USAGE);
        if (!strstr(e.text, rows[i].says))
            fail_msg("'%s' does not say '%s'", e.text, rows[i].says);
        arena_free(&f.arena);
    }
}

GROUP(relative, NULL, NULL)
