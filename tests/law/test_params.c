/* test_params.c -- the table of tensors for every encoding: offsets, initial values, how many numbers are trained. */
#include "unit/tests.h"

#include <math.h>
#include <string.h>

#include "encoding/kinds.h"
#include "law/probe.h"
#include "model/mixer.h"
#include "settings/settings.h"

enum { D = 32, CLASSES = 3, TRAINED = 9 };

struct opened {
    struct arena arena;
    struct model model;
    _Alignas(16) char options[ENCODING_OPTIONS_MAX];
};

static void open_mixer(struct opened *o, const struct mixer *mixer, const void *options, const struct encoding *kind,
                       struct model_config config, int targets, uint32_t seed) {
    struct model_sizes size = {40, 2, CLASSES, TRAINED, TRAINED, targets};
    struct model_kinds kinds = {mixer, options, kind, o->options};
    struct error e;
    memset(o, 0, sizeof *o);
    setting_defaults(kind->options, o->options);
    if (!model_declare(&o->model, config, size, kinds, seed, &o->arena, &e))
        fail_msg("%s", e.text);
    params_commit(&o->model.params, &o->arena);
    model_init(&o->model);
}

static const struct model_config usual = {.d_model = D, .heads = 2, .d_ff = 64, .embedding_norm = 1};

static void open_model(struct opened *o, const struct encoding *kind, struct model_config config, int targets,
                       uint32_t seed) {
    open_mixer(o, &mixer_attention, NULL, kind, config, targets, seed);
}

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

/* ---- How tensors of encodings start, by their sources; D = 32, 4 heads, L = 9 */

enum { HEADS = 4, SEEDS = 64 };

static double fire_scale(int i) { return i ? log(TRAINED) : 0; } /* c = 1, L' = L */

static const struct start {
    const char *tensor;
    double variance; /* around 0 */
    double (*exact)(int i);
    double range; /* log(1 + e^x) is from 0..this at random; 0: x is from N(0, variance) */
} starts[] = {
    {"embeddings.position_embeddings.weight", 0.02 * 0.02, NULL, 0},
    {"cope.e", 0.06 * 0.06, NULL, 0},
    {"encoder.block.0.layer.0.SelfAttention.relative_attention_bias.weight", 1.0 / D, NULL, 0},
    {"kerple.w1", 4.0 / 12, NULL, 2},
    {"kerple.w2", 1.0 / 12, NULL, 1},
    {"fire.w", 1.0 / 3, NULL, 0},
    {"fire.b", 1.0 / 3, NULL, 0},
    {"fire.v", 1.0 / 3 / 32, NULL, 0}, /* 32 units */
    {"fire.s", 0, fire_scale, 0},
};

static const struct start *start_of(const char *tensor) {
    for (const struct start *s = starts; s < starts + sizeof starts / sizeof *starts; s++)
        if (strcmp(s->tensor, tensor) == 0)
            return s;
    return NULL;
}

/* Sums over seeds of what is drawn; what is not is compared. */
static void add_up(const struct start *s, const real *x, size_t count, double sum[3]) {
    for (size_t i = 0; i < count; i++) {
        double exact = s->exact ? s->exact((int)i) : 0;
        if (s->exact && !(fabs((double)x[i] - exact) <= 1e-6 * (1 + fabs(exact))))
            fail_msg("%s starts with %g, not %g", s->tensor, (double)x[i], exact);
        double value = s->range > 0 ? log(1 + exp((double)x[i])) - s->range / 2 : (double)x[i];
        assert_true(s->range == 0 || fabs(value) <= s->range / 2 * (1 + 1e-6));
        sum[0] += value;
        sum[1] += value * value;
        sum[2]++;
    }
}

/* Of every encoding of the registry, over many seeds, within five standard errors; it says so where there is one. */
TEST(encodings_start) {
    struct model_config config = usual;
    config.heads = HEADS;
    for (const struct encoding *const *kind = encodings; ABOUT(*kind); kind++) {
        double sum[ENCODING_TENSORS][3] = {{0}};
        static struct opened o;
        for (uint32_t seed = 1; seed <= SEEDS; seed++) {
            open_model(&o, *kind, config, 0, seed);
            assert_int_equal((*kind)->starts != NULL, o.model.encoding.tensors > 0);
            for (int i = 0; i < o.model.encoding.tensors; i++) {
                const struct tensor *t = params_at(&o.model.params, o.model.position[i]);
                const struct start *s = start_of(t->name);
                if (!s)
                    fail_msg("%s: write down in `starts` how it starts", t->name);
                add_up(s, o.model.params.value + t->offset, t->count, sum[i]);
                double n = sum[i][2], off = sum[i][1] / n / s->variance - 1;
                if (seed == SEEDS && !s->exact &&
                    !(fabs(sum[i][0] / n) <= 5 * sqrt(s->variance / n) && fabs(off) <= 5 * sqrt(2 / n)))
                    fail_msg("%s starts with mean %g and variance %g, not %g", t->name, sum[i][0] / n, sum[i][1] / n,
                             s->variance);
            }
            arena_free(&o.arena);
        }
    }
}

/* Of every mixer, as of attention. */
TEST(mixers_start) {
    static struct opened o;
    for (const struct mixer *const *mixer = mixers; ABOUT(*mixer); mixer++) {
        _Alignas(16) char options[MIXER_OPTIONS_MAX] = "";
        if ((*mixer)->options)
            setting_defaults((*mixer)->options, options);
        open_mixer(&o, *mixer, options, &encoding_none, usual, 0, 1);
        for (int k = 0; k < o.model.params.count; k++)
            check_start(&o.model.params, &o.model.params.tensor[k]);
        arena_free(&o.arena);
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
