/* test_params.c -- the table of tensors for every encoding: offsets, initial values, how many numbers are trained. */
#include "unit/tests.h"

#include <math.h>
#include <string.h>

#include "encoding/kinds.h"
#include "law/probe.h"
#include "model/mixer.h"

enum { D = 32, CLASSES = 3, TRAINED = 9 };

struct opened {
    struct arena arena;
    struct model model;
    _Alignas(16) char options[ENCODING_OPTIONS_MAX];
};

static void open_model(struct opened *o, const struct encoding *kind, struct model_config config, int targets,
                       uint32_t seed) {
    struct model_sizes size = {40, 2, CLASSES, TRAINED, TRAINED, targets};
    struct model_kinds kinds = {&mixer_attention, NULL, kind, o->options};
    struct error e;
    memset(o, 0, sizeof *o);
    setting_defaults(kind->options, o->options);
    if (!model_declare(&o->model, config, size, kinds, seed, &o->arena, &e))
        fail_msg("%s", e.text);
    params_commit(&o->model.params, &o->arena);
    model_init(&o->model);
}

static const struct model_config usual = {.d_model = D, .heads = 2, .d_ff = 64, .embedding_norm = 1};

/* The registry and the probe: encoding number n, NULL after the last. */
static const struct encoding *number(int n) { return n ? encodings[n - 1] : &encoding_probe; }

/* Tensors start at 64 bytes (128 in double), follow one another and fit the block. */
TEST(layout) {
    static struct opened o;
    for (int n = 0; ABOUT(number(n)); n++) {
        open_model(&o, number(n), usual, 0, 1);
        const struct params *p = &o.model.params;
        size_t end = 0;
        for (int k = 0; k < p->count; k++) {
            const struct tensor *t = &p->tensor[k];
            assert_int_equal(t->offset % 16, 0);
            assert_true(t->offset >= end);
            assert_int_equal(t->count, (size_t)(t->rows ? t->rows : 1) * t->columns);
            assert_ptr_equal(params_find(p, t->name), t);
            end = t->offset + t->count;
        }
        assert_true(end <= p->size);
        assert_null(params_find(p, "embeddings"));
        arena_free(&o.arena);
    }
}

/* Weights N(0, 1/D) within five standard errors; gains 1; biases and shifts 0. */
static void check_start(const struct params *p, const struct tensor *t) {
    const real *x = p->value + t->offset;
    double sum = 0, squares = 0, n = (double)t->count;
    for (size_t i = 0; i < t->count; i++) {
        sum += (double)x[i];
        squares += (double)x[i] * (double)x[i];
        assert_true(t->rows || (double)x[i] == (strstr(t->name, "orm") && strstr(t->name, "weight") ? 1 : 0));
    }
    if (t->rows && !(fabs(sum / n) <= 5 / sqrt(D * n) && fabs(squares / n * D - 1) <= 5 * sqrt(2 / n)))
        fail_msg("%s starts with mean %g and variance %g", t->name, sum / n, squares / n);
}

TEST(start) {
    static struct opened o, same, other;
    for (int norm = NORM_PRE; norm <= NORM_POST; norm++) {
        struct model_config config = usual;
        config.norm = norm;
        open_model(&o, &encoding_none, config, 0, 1);
        open_model(&same, &encoding_none, config, 0, 1);
        open_model(&other, &encoding_none, config, 0, 2);
        for (int k = 0; k < o.model.params.count; k++) {
            const struct tensor *t = &o.model.params.tensor[k];
            check_start(&o.model.params, t);
            const real *x = o.model.params.value + t->offset;
            assert_memory_equal(x, same.model.params.value + t->offset, t->count * sizeof *x);
            if (t->rows)
                assert_memory_not_equal(x, other.model.params.value + t->offset, t->count * sizeof *x);
        }
        arena_free(&o.arena);
        arena_free(&same.arena);
        arena_free(&other.arena);
    }
}

/* No two tensors start with the same numbers. */
TEST(tensors_start_apart) {
    static struct opened o;
    open_model(&o, &encoding_learned, usual, 0, 1);
    const struct params *p = &o.model.params;
    for (int k = 0; k < p->count; k++)
        for (int i = 0; i < k; i++)
            if (p->tensor[k].rows && p->tensor[i].rows)
                assert_memory_not_equal(p->value + p->tensor[k].offset, p->value + p->tensor[i].offset, sizeof(real));
    arena_free(&o.arena);
}

/* `none` at D = 32, F = 64: tables 42 rows, three norms and a final one of 64 numbers, four
 * projections of 32 * 33, 64 * 33 and 32 * 65 of the feed-forward, 3 * 33 of the head. */
TEST(trained_count) {
    static struct opened o;
    size_t none = 42 * 32 + 4 * 64 + 4 * 32 * 33 + 64 * 33 + 32 * 65 + 3 * 33;
    open_model(&o, &encoding_none, usual, 0, 1);
    assert_int_equal(params_trained(&o.model.params), none);
    arena_free(&o.arena);
    open_model(&o, &encoding_learned, usual, 0, 1);
    assert_int_equal(params_trained(&o.model.params), none + TRAINED * D);
    o.model.params.tensor[2].frozen = true;
    assert_string_equal(o.model.params.tensor[2].name, "embeddings.position_embeddings.weight");
    assert_int_equal(params_trained(&o.model.params), none);
    arena_free(&o.arena);
}

GROUP(params, NULL, NULL)
