/* test_layer.c -- a training step of the program is that of layer_plain.c: the gradients of the first step are the
 * same, and after 20 steps that clip, warm up and follow a schedule every weight and moment, for every encoding, every
 * two of them in one model and every variant of their options, norms before or after, causal or not, one target or
 * many, in shards, with rows of the token table that steps leave out; and for batches so large that the program works
 * in parts: tiles of rows, blocks of scores, blocks of targets. */
#include "law/layer_plain.h"
#include "law/small.h"
#include "train/step.h"
#include "unit/near.h"
#include "unit/opened.h"

#include <stdio.h>
#include <string.h>

#include "model/mixer.h"

/* Weights and moments are compared in double precision alone: what three steps do is enough elsewhere. */
enum { STEPS = sizeof(real) == 8 ? 20 : 3, ASSIGNMENTS = 32, SHARDS = 3 };

/* Shapes that use each part of the layer and each path of a step; a run takes one of each. */
static const char *const task_settings[][8] = {
    {"task.name=first", "task.fillers=40", "task.cls=last", "train.shards=3", "train.sparse=lazy"},
    {"task.name=shift", "train.shards=2", "train.positions=random", "train.max_position=30"},
    {"task.name=order", "task.cls=last", "train.shards=1"},
    /* worked through in parts, for one step: tiles of 256 rows, 600 x 600 scores of four heads, 300 x 9000 logits */
    {"task.name=first", "task.cls=last", "task.words=40..59", "train.batch=24", "train.shards=1", "model.d_model=64",
     "model.heads=4"},
    {"task.name=shift", "task.words=600", "train.batch=1", "train.shards=1", "model.heads=4"},
    {"task.name=reverse", "task.words=150", "task.vocabulary=9000", "train.batch=2", "train.shards=1",
     "model.d_model=8"},
};
static const char *const layer_settings[][7] = {
    {"model.norm=pre", "model.d_ff=20", "model.activation=gelu", "model.causal=no", "train.schedule=linear"},
    {"model.norm=post", "model.d_ff=0", "model.embedding_norm=yes", "model.causal=no", "train.schedule=constant"},
    {"model.norm=post", "model.d_ff=20", "model.activation=relu", "model.causal=yes", "train.schedule=cosine",
     "train.clip=0"},
    {"model.norm=pre", "model.d_ff=0", "model.causal=yes", "model.embedding_norm=yes", "train.warmup=0"},
};
enum {
    SMALL = 3,
    TASKS = sizeof task_settings / sizeof *task_settings,
    LAYERS = sizeof layer_settings / sizeof *layer_settings
};

static const char *const common[] = {"train.batch=12",
                                     "train.steps=20",
                                     "train.warmup=4",
                                     "train.weight_decay=0.1",
                                     "train.clip=0.6",
                                     "train.learning_rate=0.01",
                                     "model.d_model=16",
                                     "model.heads=2",
                                     "train.seed=3",
                                     "train.epsilon=1e-6",
                                     NULL};

/* Texts of assignments; a later one replaces an earlier one of the same key. */
struct texts {
    const char *all[ASSIGNMENTS];
    int count;
};

static void add(struct texts *t, const char *text) {
    size_t key = strcspn(text, "=") + 1;
    int i = 0;
    while (i < t->count && strncmp(t->all[i], text, key) != 0)
        i++;
    assert_true(i < ASSIGNMENTS - 1);
    t->all[i] = text;
    t->count += i == t->count;
}

static void add_all(struct texts *t, const char *const *texts) {
    for (; *texts; texts++)
        add(t, *texts);
}

static void open_kinds(struct run *run, const struct small_kinds *k, int task, int layer) {
    struct texts t = {0};
    char text[ASSIGNMENTS][200];
    int used = 0;
    add_all(&t, common);
    add_all(&t, task_settings[task]);
    add_all(&t, layer_settings[layer]);
    snprintf(text[used], sizeof *text, "encoding.name=%s", k->encoding->name);
    add(&t, text[used++]);
    for (const char *const *o = k->options; o && *o; o += 2) {
        snprintf(text[used], sizeof *text, "%s=%s", o[0], o[1]);
        add(&t, text[used++]);
    }
    open_run(run, t.all);
}

static void assert_same(const char *what, const struct tensor *t, const real *fast, const real *slow,
                        double tolerance) {
    for (size_t i = t->offset; i < t->offset + t->count; i++)
        if (!(fabs((double)fast[i] - (double)slow[i]) <= tolerance))
            fail_msg("%s of %s[%zu]: %.12g, plain %.12g", what, t->name, i - t->offset, (double)fast[i],
                     (double)slow[i]);
}

/* Steps that were clipped, of all runs. */
static int clipped;

static void check(const struct small_kinds *k, int task, int layer) {
    static struct run run;
    struct stepper fast;
    struct layer_plain slow;
    const struct batch *batches[SHARDS];
    struct error e;
    open_kinds(&run, k, task, layer);
    assert_true(stepper_build(&fast, &run, 1, &e));
    layer_plain_begin(&slow, &run.model, &fast.use, &run.settings.train, &run.arena);
    for (int i = 0; i < fast.shards; i++)
        batches[i] = &fast.shard[i].batch;
    const struct params *p = &run.model.params;
    for (int n = 1; n <= (task < SMALL ? STEPS : 1); n++) {
        assert_true(stepper_step(&fast, &e));
        clipped += fast.norm > run.settings.train.clip;
        if (!COMPARED)
            continue;
        layer_plain_step(&slow, batches, fast.shards, n);
        assert_near("loss of step", n, fast.loss, slow.loss, limit(1e-10, 1e-4));
        for (const struct tensor *t = p->tensor; t < p->tensor + p->count && n == 1; t++)
            assert_same("gradient", t, p->first, slow.first, limit(1e-12, 1e-6)); /* a tenth of it */
    }
    for (const struct tensor *t = p->tensor; t < p->tensor + p->count && COMPARED; t++) {
        assert_same("weight", t, p->value, slow.weight, limit(1e-10, (double)INFINITY));
        assert_same("first moment", t, p->first, slow.first, limit(1e-10, (double)INFINITY));
        assert_same("second moment", t, p->second, slow.second, limit(1e-10, (double)INFINITY));
    }
    run_free(&run);
}

/* says help settings: layer norm before each part and at the end, or after each residual sum */
TEST(every_encoding) {
    struct small_kinds k;
    clipped = 0;
    for (int i = 0; small_attention(i, &k); i++)
        for (int shape = 0; shape < SMALL * LAYERS; shape++)
            if (!encoding_part(k.encoding, 1) || shape == i % (SMALL * LAYERS)) /* two in one model: one shape each */
                check(&k, shape % SMALL, shape % LAYERS);
    assert_true(clipped > 0);
}

/* Blocks of targets, the last, are after all that an encoding does: one with each norm is enough. */
TEST(in_parts) {
    for (int i = 0; ABOUT(encodings[i]); i++)
        for (int task = SMALL; task < (i < 2 ? TASKS : TASKS - 1); task++)
            check(&(struct small_kinds){&mixer_attention, encodings[i], NULL}, task, (i + task) % LAYERS);
}

GROUP(layer, NULL, NULL)
