/* test_golden.c -- the program against numbers that PyTorch computed (tests/golden/).
 *
 * Each file is a small model: its settings, weights, two batches, and what comes out:
 * logits, loss and all gradients of the first batch, then ten steps of training. The
 * batches are built by hand here, everything else is the program's own code. */
#include "unit/near.h"
#include "unit/tests.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/file.h"
#include "encoding/encoding.h"
#include "format/safetensors.h"
#include "maths/loss.h"
#include "model/mixer.h"
#include "model/model.h"
#include "run/optimiser.h"

enum { ROWS = 64 };

struct golden {
    const char *name;
    struct arena arena;
    struct safetensors file;
    struct settings settings;
    struct model model;
    struct workspace work;
    struct encoding_use use;
    struct batch batch[2];
    int order[2][ROWS]; /* our target i is the file's target order[i] */
    real *grad;
};

static const char *meta(const struct golden *g, const char *key) {
    const char *value = safetensors_value(&g->file, key);
    if (!value)
        fail_msg("%s: no %s in its metadata", g->name, key);
    return value;
}

static const struct safetensors_entry *entry(const struct golden *g, const char *name) {
    const struct safetensors_entry *found = safetensors_find(&g->file, name);
    if (!found)
        fail_msg("%s: no tensor %s", g->name, name);
    return found;
}

/* Number i of an F64 tensor. */
static double number(const struct golden *g, const char *name, size_t i) {
    double value;
    const struct safetensors_entry *t = entry(g, name);
    assert_string_equal(t->dtype, "F64");
    assert_true((i + 1) * sizeof value <= t->bytes);
    memcpy(&value, t->data + i * sizeof value, sizeof value);
    return value;
}

static int *integers(struct golden *g, int batch, const char *name, int *count) {
    char full[32];
    snprintf(full, sizeof full, "b%d.%s", batch, name);
    const struct safetensors_entry *t = entry(g, full);
    assert_string_equal(t->dtype, "I32");
    *count = (int)(t->bytes / sizeof(int32_t));
    return memcpy(arena_alloc(&g->arena, (size_t)*count, sizeof(int)), t->data, t->bytes);
}

/* Those options of a table that the file names. */
static void read_options(struct golden *g, struct assignments *a, const struct setting *table) {
    struct error e;
    for (const struct setting *o = table; o && o->key; o++) {
        const char *value = safetensors_value(&g->file, strchr(o->key, '.') + 1);
        assert_true(!value || assignments_set(a, o->key, value, g->name, &e));
    }
}

/* The settings of the file through the program's own table; those it has no key for are sizes. */
static void read_settings(struct golden *g) {
    static const char *const keys[] = {
        "model.d_model",       "model.heads",        "model.d_ff",           "model.norm",
        "model.activation",    "model.causal",       "model.embedding_norm", "encoding.name",
        "train.learning_rate", "train.clip",         "train.beta1",          "train.beta2",
        "train.epsilon",       "train.weight_decay", "train.warmup",         "train.steps"};
    struct assignments a = {0};
    struct error e;
    const char *mixer = safetensors_value(&g->file, "mixer");
    for (size_t i = 0; i < sizeof keys / sizeof *keys; i++) {
        const char *name = strcmp(keys[i], "encoding.name") == 0 ? "encoding" : strchr(keys[i], '.') + 1;
        assert_true(assignments_set(&a, keys[i], meta(g, name), g->name, &e));
    }
    assert_true(assignments_set(&a, "model.mixer", mixer ? mixer : "attention", g->name, &e));
    read_options(g, &a, encoding_find(meta(g, "encoding"))->options);
    read_options(g, &a, mixer_find(assignments_value(&a, "model.mixer"))->options);
    if (!settings_resolve(&g->settings, &a, NULL, &e))
        fail_msg("%s: %s", g->name, e.text);
}

static int sequence_of(const struct batch *b, int row) {
    int s = 0;
    while (row >= b->start[s + 1])
        s++;
    return s;
}

/* Target positions of the file in the order of their sequences, as our batches have them. */
static void sort_targets(struct golden *g, int k, const int *target, const int *answer, int count) {
    struct batch *b = &g->batch[k];
    b->target_start = arena_alloc(&g->arena, (size_t)b->sequences + 1, sizeof(int));
    b->target = arena_alloc(&g->arena, (size_t)count, sizeof(int));
    b->answer = arena_alloc(&g->arena, (size_t)count, sizeof(int));
    for (int s = 0; s < b->sequences; s++) {
        for (int i = 0; i < count; i++)
            if (sequence_of(b, target[i]) == s) {
                g->order[k][b->targets] = i;
                b->target[b->targets] = target[i];
                b->answer[b->targets++] = answer[i];
            }
        b->target_start[s + 1] = b->targets;
    }
    assert_int_equal(b->targets, count);
}

static void read_batch(struct golden *g, int k) {
    struct batch *b = &g->batch[k];
    int count, targets;
    b->start = integers(g, k, "start", &count);
    b->sequences = count - 1;
    b->token = integers(g, k, "token", &b->rows);
    b->segment = integers(g, k, "segment", &count);
    b->position = integers(g, k, "place", &count);
    const int *target = integers(g, k, "ask", &targets), *answer = integers(g, k, "answer", &count);
    sort_targets(g, k, target, answer, targets);
}

static void load_weights(struct golden *g) {
    char name[2 * PARAMS_NAME];
    for (int k = 0; k < g->model.params.count; k++) {
        const struct tensor *t = &g->model.params.tensor[k];
        snprintf(name, sizeof name, "w.%s", t->name);
        assert_int_equal(entry(g, name)->bytes / sizeof(double), t->count);
        for (size_t i = 0; i < t->count; i++)
            g->model.params.value[t->offset + i] = (real)number(g, name, i);
    }
}

static void open_golden(struct golden *g, const char *name, int targets) {
    char path[128];
    size_t size;
    struct error e;
    memset(g, 0, sizeof *g);
    g->name = name;
    snprintf(path, sizeof path, "tests/golden/%s.safetensors", name);
    const unsigned char *bytes = file_read(path, 1 << 20, &g->arena, &size, &e);
    if (!bytes || !safetensors_read(&g->file, &g->arena, bytes, size, &e))
        fail_msg("%s", e.text);
    read_settings(g);
    struct model_sizes sizes = {atoi(meta(g, "vocabulary")), atoi(meta(g, "segments")), atoi(meta(g, "classes")),
                                atoi(meta(g, "trained")),    atoi(meta(g, "trained")),  targets};
    struct model_kinds kinds = {g->settings.mixer, g->settings.mixer_options, g->settings.encoding,
                                g->settings.encoding_options};
    assert_true(model_declare(&g->model, g->settings.model, sizes, kinds, 1, &g->arena, &e));
    params_commit(&g->model.params, &g->arena);
    for (int k = 0; k < 2; k++)
        read_batch(g, k);
    load_weights(g);
    struct encoding_weights weights = model_encoding_weights(&g->model, NULL);
    assert_true(
        encoding_use_open(&g->use, &g->model.encoding, &weights, &policy_extend, sizes.positions, &g->arena, &e));
    workspace_build(&g->work, &g->model, (struct capacity){1, ROWS, ROWS}, WORKSPACE_TRAINING, &g->arena);
    g->grad = arena_alloc(&g->arena, g->model.params.size, sizeof(real));
}

/* Forward, loss and backward of a batch, as a training step does them. */
static double pass(struct golden *g, int k) {
    const struct batch *b = &g->batch[k];
    int correct, classes = g->model.size.classes;
    memset(g->grad, 0, g->model.params.size * sizeof(real));
    model_forward(&g->model, &g->work, b, &g->use);
    double loss =
        loss_cross_entropy(g->work.grad.logits, b->answer, NULL, b->targets, classes, 1 / (real)b->targets, &correct) /
        b->targets;
    model_logits_backward(&g->model, &g->work, 0, b->targets, g->grad);
    model_states_backward(&g->model, &g->work, b, &g->use, g->grad);
    return loss;
}

static void assert_golden(const struct golden *g, const char *what, size_t i, double got, double expected,
                          double tolerance) {
    if (!(fabs(got - expected) <= tolerance * (1 + fabs(expected))))
        fail_msg("%s: %s[%zu] is %.12g, PyTorch has %.12g", g->name, what, i, got, expected);
}

static void assert_tensors(const struct golden *g, const char *prefix, const real *block, double tolerance) {
    char name[2 * PARAMS_NAME];
    for (int k = 0; k < g->model.params.count; k++) {
        const struct tensor *t = &g->model.params.tensor[k];
        snprintf(name, sizeof name, "%s.%s", prefix, t->name);
        for (size_t i = 0; i < t->count; i++)
            assert_golden(g, name, i, (double)block[t->offset + i], number(g, name, i), tolerance);
    }
}

static void check_pass(struct golden *g) {
    int classes = g->model.size.classes;
    double loss = pass(g, 0);
    model_logits(&g->model, &g->work, 0, g->batch[0].targets); /* where their gradient was */
    for (int i = 0; i < g->batch[0].targets * classes; i++) {
        size_t at = (size_t)g->order[0][i / classes] * classes + i % classes;
        assert_golden(g, "logits0", at, (double)g->work.value.logits[i], number(g, "logits0", at), limit(1e-12, 2e-5));
    }
    assert_golden(g, "loss0", 0, loss, number(g, "loss0", 0), limit(1e-12, 1e-5));
    assert_tensors(g, "g", g->grad, limit(1e-12, 2e-5));
}

static void check_training(struct golden *g) {
    const struct training *t = &g->settings.train;
    for (int step = 0; step < t->steps; step++) {
        double loss = pass(g, step % 2), norm = optimiser_norm(&g->model.params, 0, g->grad, 0);
        assert_golden(g, "losses", (size_t)step, loss, number(g, "losses", (size_t)step), limit(1e-10, 1e-3));
        assert_golden(g, "norms", (size_t)step, norm, number(g, "norms", (size_t)step), limit(1e-9, 1e-2));
        struct update u = optimiser_at(t, step);
        u.factor = (real)(norm > t->clip ? t->clip / (norm + 1e-6) : 1);
        optimiser_update(&g->model.params, 0, g->grad, u, (struct share){0, 1});
    }
    if (sizeof(real) == 8)
        assert_tensors(g, "final", g->model.params.value, 1e-7);
}

/* Both ways of attention must agree with PyTorch: `targets` 0 gives explicit keys and values. */
static void check(const char *name) {
    static struct golden g;
    for (int targets = 0; targets < 2; targets++) {
        open_golden(&g, name, targets);
        check_pass(&g);
        check_training(&g);
        arena_free(&g.arena);
    }
}

#define GOLDEN(name) \
    TEST(name) { check(#name); }
GOLDEN(pre_relu_learned)
GOLDEN(post_gelu_sinusoidal_causal)
GOLDEN(pre_gelu_none_causal)
GOLDEN(post_relu_learned_offset)
GOLDEN(pre_noffn_sinusoidal)
GOLDEN(pre_relu_sinusoidal_unpaired)
GOLDEN(pre_relu_learned_concat)
GOLDEN(pre_relu_rope_halves)
GOLDEN(post_gelu_rope_part_causal)
GOLDEN(pre_relu_alibi)
GOLDEN(post_relu_alibi_signed)
GOLDEN(pre_gelu_t5)
GOLDEN(pre_noffn_t5_causal)
GOLDEN(pre_relu_rnn_learned)
GOLDEN(pre_relu_gru_learned)
GOLDEN(post_gelu_gru)
GOLDEN(pre_noffn_lstm_sinusoidal)
GOLDEN(post_relu_lstm)

GROUP(golden, NULL, NULL)
