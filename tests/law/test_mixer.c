/* test_mixer.c -- laws of every mixer, and of options that change what rows see: a row that only looks back does not
 * notice what comes later; a mixer that is `ordered` knows order without positions, and no other does; packing and
 * other targets change nothing. */
#include "unit/tests.h"

#include <math.h>
#include <string.h>

#include "base/arena.h"
#include "encoding/kinds.h"
#include "law/small.h"
#include "model/batch.h"
#include "model/mixer.h"
#include "model/model.h"

enum { T = 7, LOGITS = T * SMALL_CLASSES };

static const struct model_config plain = {.d_model = 8, .heads = 2, .d_ff = 12};

/* One sequence of the first `rows` rows, positions 0, 1, 2, ..., targets at the rows in `target`. */
static struct batch sequence(struct arena *a, const int *token, int rows, const int *target, int targets) {
    struct batch b = small_batch(a);
    b.sequences = 1;
    b.rows = b.start[1] = rows;
    b.targets = b.target_start[1] = targets;
    b.target = arena_alloc(a, T, sizeof *b.target);
    for (int i = 0; i < rows; i++) {
        b.token[i] = token[i];
        b.segment[i] = 0;
        b.position[i] = i < SMALL_POSITIONS ? i : SMALL_POSITIONS - 1;
    }
    memcpy(b.target, target, (size_t)targets * sizeof *target);
    return b;
}

static const int token[T] = {1, 2, 2, 3, 1, 4, 0}, all[T] = {0, 1, 2, 3, 4, 5, 6};

static void forward(struct small_kinds kinds, struct model_config config, const int *tokens, int rows,
                    const int *target, int targets, real logits[LOGITS]) {
    static struct small s;
    small_open_kinds(&s, kinds, config, 0, &policy_extend, SMALL_POSITIONS);
    struct batch b = sequence(&s.arena, tokens, rows, target, targets);
    small_loss(&s, &b);
    memcpy(logits, s.work.value.logits, (size_t)targets * SMALL_CLASSES * sizeof *logits);
    small_close(&s);
}

static double apart(const real *x, const real *y, int n) {
    double most = 0;
    for (int i = 0; i < n; i++)
        most = fmax(most, fabs((double)x[i] - (double)y[i]));
    return most;
}

static double rounding(void) { return sizeof(real) == 8 ? 1e-13 : 1e-5; }

/* Words from row 4 on are changed: rows before notice it where the mixer looks ahead alone. */
static void check_later_words(struct small_kinds k, struct model_config config) {
    static const int changed[T] = {1, 2, 2, 3, 0, 6, 5};
    real x[LOGITS], y[LOGITS];
    static struct small s;
    forward(k, config, token, T, all, T, x);
    forward(k, config, changed, T, all, T, y);
    small_open_kinds(&s, k, config, 0, &policy_extend, SMALL_POSITIONS);
    assert_false(config.causal && s.model.sees_later);
    assert_int_equal(s.model.sees_later, apart(x, y, 4 * SMALL_CLASSES) > 0);
    small_close(&s);
    assert_true(apart(x + 4 * SMALL_CLASSES, y + 4 * SMALL_CLASSES, SMALL_CLASSES) > 0);
}

/* says help settings: a position sees only itself and earlier ones */
/* says help settings: without it a position sees only earlier ones */
TEST(later_words) {
    struct model_config causal = plain;
    struct small_kinds k;
    causal.causal = 1;
    for (int i = 0; small_variant(i, &k); i++) {
        check_later_words(k, plain);
        if (small_fits(k, causal))
            check_later_words(k, causal);
    }
}

/* Whether the answer at the last row to other words in another order is another. */
static bool notices_order(struct small_kinds kinds) {
    static const int swapped[T] = {2, 1, 2, 3, 1, 4, 0}, last = T - 1;
    real x[LOGITS], y[LOGITS];
    forward(kinds, plain, token, T, &last, 1, x);
    forward(kinds, plain, swapped, T, &last, 1, y);
    return apart(x, y, SMALL_CLASSES) > rounding();
}

/* A mixer knows order by itself or not; of attention, every encoding but `none` makes it known. */
TEST(order) {
    for (const struct mixer *const *m = mixers; ABOUT(*m); m++)
        assert_int_equal(notices_order((struct small_kinds){*m, &encoding_none, NULL}), (*m)->ordered);
    for (const struct encoding *const *c = encodings; ABOUT(*c); c++)
        assert_int_equal(notices_order((struct small_kinds){&mixer_attention, *c, NULL}), *c != &encoding_none);
}

/* All rows as targets, or one: the same answer there. */
TEST(asking_elsewhere) {
    struct small_kinds k;
    real x[LOGITS], y[LOGITS];
    for (int i = 0; small_variant(i, &k); i++) {
        forward(k, plain, token, T, all, T, x);
        for (int row = 0; row < T; row++) {
            forward(k, plain, token, T, &row, 1, y);
            assert_true(apart(x + row * SMALL_CLASSES, y, SMALL_CLASSES) <= rounding());
        }
    }
}

/* The sequences of the small batch give alone what they give together. */
TEST(packing) {
    static struct small s;
    struct small_kinds k;
    for (int number = 0; small_variant(number, &k); number++) {
        small_open_kinds(&s, k, plain, 0, &policy_extend, SMALL_POSITIONS);
        struct batch b = small_batch(&s.arena);
        real packed[SMALL_TARGETS * SMALL_CLASSES];
        small_loss(&s, &b);
        memcpy(packed, s.work.value.logits, sizeof packed);
        for (int i = 0; i < b.sequences; i++) {
            int row = b.start[i], first = b.target_start[i], targets = b.target_start[i + 1] - first,
                target[SMALL_TARGETS];
            for (int j = 0; j < targets; j++)
                target[j] = b.target[first + j] - row;
            struct batch alone = {.sequences = 1,
                                  .rows = b.start[i + 1] - row,
                                  .start = (int[]){0, b.start[i + 1] - row},
                                  .token = b.token + row,
                                  .segment = b.segment + row,
                                  .position = b.position + row,
                                  .targets = targets,
                                  .target_start = (int[]){0, targets},
                                  .target = target,
                                  .answer = b.answer + first};
            small_loss(&s, &alone);
            assert_true(apart(packed + first * SMALL_CLASSES, s.work.value.logits, targets * SMALL_CLASSES) <=
                        rounding());
        }
        small_close(&s);
    }
}

static void refuse(struct small_kinds k, struct model_config config, const char *text) {
    static struct small s;
    struct model_sizes size = {7, 2, SMALL_CLASSES, SMALL_POSITIONS, SMALL_POSITIONS, 0};
    struct model_kinds kinds = {k.mixer, s.mixer_options, k.encoding, s.options};
    struct error e = {0};
    memset(&s, 0, sizeof s);
    small_options(k.mixer->options, s.mixer_options, k.options);
    small_options(k.encoding->options, s.options, k.options);
    assert_false(model_declare(&s.model, config, size, kinds, 3, &s.arena, &e));
    assert_int_equal(e.code, EXIT_USAGE);
    if (!strstr(e.text, text))
        fail_msg("'%s' does not say '%s'", e.text, text);
    arena_free(&s.arena);
}

TEST(refusals) {
    struct model_config causal = plain;
    causal.causal = 1;
    refuse((struct small_kinds){&mixer_gru, &encoding_none, NULL}, causal, "recurrent.bidirectional = yes");
    for (const struct mixer *const *m = mixers; ABOUT(*m); m++)
        for (const struct encoding *const *c = encodings; ABOUT(*c); c++)
            if (*m != &mixer_attention && ((*c)->rotate || (*c)->bias))
                refuse((struct small_kinds){*m, *c, NULL}, plain, "acts inside attention");
}

TEST(registry) {
    for (int i = 0; ABOUT(mixers[i]); i++)
        assert_ptr_equal(mixer_find(mixers[i]->name), mixers[i]);
    assert_null(mixer_find("gr"));
}

GROUP(mixer, NULL, NULL)
