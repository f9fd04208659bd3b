/* test_folded.c -- the two ways of keys and of values are one function: for every encoding
 * folded attention gives the logits and gradients of the formed one, within rounding;
 * under a rotation keys are formed and values folded. The gradient tests prove both. */
#include "unit/tests.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "encoding/kinds.h"
#include "model/attention.h"
#include "model/model.h"

enum { ROWS = 12, ASKED = 4, SEQUENCES = 3 };

/* Three sequences of 5, 1 and 6 rows; tokens and places repeat. */
static struct batch batch(void) {
    static int start[] = {0, 5, 6, 12}, ask_start[] = {0, 1, 2, 4};
    static int token[] = {1, 2, 2, 3, 1, 4, 0, 5, 5, 2, 6, 1}, segment[] = {0, 0, 1, 1, 1, 0, 0, 1, 0, 1, 1, 1};
    static int place[] = {0, 1, 2, 2, 4, 3, 0, 1, 2, 3, 4, 5}, ask[] = {0, 5, 9, 7}, answer[] = {0, 1, 2, 1};
    return (struct batch){SEQUENCES, ROWS, start, token, segment, place, ASKED, ask_start, ask, answer, NULL, NULL};
}

/* Everything that a forward and a backward pass leave: logits, then gradients. */
struct outcome {
    struct arena arena;
    struct model model;
    struct workspace work;
    real *grad;
};

static void run(struct outcome *o, const struct encoding *kind, const void *options, struct model_config config,
                int asked) {
    struct model_sizes size = {7, 2, 3, 6, 6, asked};
    struct model_kinds kinds = {&mixer_attention, NULL, kind, options};
    struct error e;
    struct batch b = batch();
    struct encoding_use use;
    memset(o, 0, sizeof *o);
    assert_true(model_build(&o->model, config, size, kinds, 11, &o->arena, &e));
    model_init(&o->model);
    struct encoding_weights weights = model_encoding_weights(&o->model, NULL);
    assert_true(encoding_use_open(&use, &o->model.encoding, &weights, &policy_extend, 6, &o->arena, &e));
    workspace_build(&o->work, &o->model, (struct room){1, ROWS, ASKED}, WORKSPACE_TRAINING, &o->arena);
    o->grad = arena_take(&o->arena, o->model.params.size, sizeof(real));
    model_forward(&o->model, &o->work, &b, &use);
    for (int i = 0; i < ASKED * 3; i++)
        o->work.grad.logits[i] = (real)sin(1.7 * i + 0.3);
    model_backward(&o->model, &o->work, &b, &use, o->grad);
}

static void assert_close(const char *what, const real *x, const real *y, size_t n) {
    double limit = sizeof(real) == 8 ? 1e-12 : 2e-5;
    for (size_t i = 0; i < n; i++)
        if (!(fabs((double)x[i] - (double)y[i]) <= limit))
            fail_msg("%s[%zu]: plain %.9g, folded %.9g", what, i, (double)x[i], (double)y[i]);
}

static void assert_ways(const struct outcome *o, const struct attention_keys *keys,
                        const struct attention_values *values) {
    const struct attention *at = o->model.mixing;
    assert_ptr_equal(at->keys, keys);
    assert_ptr_equal(at->values, values);
}

static void compare(const struct encoding *kind, struct model_config config) {
    static struct outcome plain, folded;
    _Alignas(16) char options[ENCODING_OPTIONS_MAX] = {0};
    setting_defaults(kind->options, options);
    run(&plain, kind, options, config, 0);
    run(&folded, kind, options, config, 1);
    assert_ways(&plain, &attention_keys_formed, &attention_values_formed);
    assert_ways(&folded, kind->rotate ? &attention_keys_formed : &attention_keys_folded, &attention_values_folded);
    assert_close("logits", plain.work.value.logits, folded.work.value.logits, ASKED * 3);
    for (int k = 0; k < plain.model.params.count; k++) {
        const struct tensor *t = &plain.model.params.tensor[k];
        assert_close(t->name, plain.grad + t->offset, folded.grad + t->offset, t->count);
    }
    arena_free(&plain.arena);
    arena_free(&folded.arena);
}

static void test_folded_is_plain(void **state) {
    (void)state;
    for (const struct encoding *const *kind = encodings; *kind; kind++)
        for (int bits = 0; bits < 8; bits++)
            compare(*kind, (struct model_config){.d_model = 8,
                                                 .heads = 2,
                                                 .d_ff = bits & 1 ? 12 : 0,
                                                 .norm = bits & 2 ? NORM_POST : NORM_PRE,
                                                 .causal = bits & 4});
}

/* Many asked rows: forming keys and values is less work. */
static void test_folds_only_with_few_asked(void **state) {
    static struct outcome o;
    (void)state;
    run(&o, &encoding_none, NULL, (struct model_config){.d_model = 8, .heads = 2}, 3);
    assert_ways(&o, &attention_keys_formed, &attention_values_formed);
    arena_free(&o.arena);
}

int test_folded(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_folded_is_plain),
        cmocka_unit_test(test_folds_only_with_few_asked),
    };
    return cmocka_run_group_tests_name("folded", tests, NULL, NULL);
}
