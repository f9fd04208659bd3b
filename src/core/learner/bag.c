/* bag.c -- a bag of words: which words are in the example and how often, but not where. A softmax over these counts: p
 * = softmax(b + sum of the weights of every occurrence in the example).
 *
 * The same word in the other text is another. Words not in training are ignored. The loss plus the squares of the
 * weights, divided by twice the number of examples, is minimised (as with C = 1 elsewhere) by stochastic gradient
 * descent: PASSES through the examples, each in a different order, at a rate that falls linearly to 0.
 *
 * In a checkpoint: baseline.features (F, 3), the segment, the word and -1 of each; baseline.weight (F, C) and
 * baseline.bias (C). */
#include <string.h>

#include "base/caps.h"
#include "base/random.h"
#include "baseline/features.h"
#include "format/floats.h"
#include "maths/vector.h"
#include "run/training_set.h"

enum { PASSES = 8, WEIGHTS_MAX = CAP(1 << 27, 1 << 11) };
static const double first_rate = 4; /* over the mean of the squared length of an example */

struct bag {
    struct features features;
    int classes;
    real *weight; /* (features, C) times `scale` are the weights */
    real *bias;   /* (C) */
    double scale; /* 1 once it is trained */
};

/* The examples as numbers. */
struct examples {
    int count;
    size_t *start;  /* (count + 1) */
    uint32_t *list; /* features of all, one example after the other */
    int *answer;    /* (count) */
};

static bool fits(const struct task_built *t, struct error *e) {
    int most = t->kind->targets(t, t->size.trained.high);
    return most == 1 ||
           error_set(e, EXIT_USAGE, "baseline bag gives one answer per example; those of task %s have up to %d targets",
                     t->kind->name, most);
}

/* ---- Reading examples */

/* Room for `more` at the end of a list that holds `used`. */
static void reserve(uint32_t **list, size_t *size, size_t used, size_t more, struct arena *arena) {
    if (used + more <= *size)
        return;
    *size = 2 * (used + more);
    uint32_t *grown = arena_alloc(arena, *size, sizeof *grown);
    if (*list)
        memcpy(grown, *list, used * sizeof *grown);
    *list = grown;
}

static void read_examples(struct examples *x, struct features *f, const struct run *r, struct arena *arena) {
    size_t size = 0, most = (size_t)training_set_drawn(r);
    struct batch b;
    *x = (struct examples){0};
    x->start = arena_alloc(arena, most + 1, sizeof *x->start);
    x->answer = arena_alloc(arena, most, sizeof *x->answer);
    batch_build(&b, &r->task, 1, r->task.size.trained.high, arena);
    for (; training_set_draw(&b, r, x->count); x->count++) {
        size_t used = x->start[x->count];
        reserve(&x->list, &size, used, (size_t)b.rows, arena);
        for (int row = 0; row < b.rows; row++)
            x->list[used++] = features_learn(f, &b, row);
        x->start[x->count + 1] = used;
        x->answer[x->count] = b.answer[0];
    }
}

/* What is rare goes where there would be too many weights. */
static void limit(struct features *f, struct examples *x, int classes) {
    for (uint32_t least = 2; (size_t)f->count * (size_t)classes > WEIGHTS_MAX; least++)
        features_prune(f, x->list, x->start, x->count, least);
}

/* ---- Training */

/* logits (C) += the rows of weights */
HOT static void add_up(real *logits, const struct bag *bag, const uint32_t *feature, size_t count) {
    int classes = bag->classes;
    for (size_t i = 0; i < count; i++) {
        const real *w = bag->weight + (size_t)feature[i] * (size_t)classes;
        for (int c = 0; c < classes; c++)
            logits[c] += w[c];
    }
}

/* Of these sums: bias + scale * sum. */
static void finish(real *logits, const struct bag *bag) {
    for (int c = 0; c < bag->classes; c++)
        logits[c] = bag->bias[c] + (real)bag->scale * logits[c];
}

/* weights -= rate * gradient, for each time that a feature is there */
HOT static void take_away(struct bag *bag, const real *gradient, real rate, const uint32_t *feature, size_t count) {
    int classes = bag->classes;
    real step = (real)((double)rate / bag->scale);
    for (size_t i = 0; i < count; i++) {
        real *w = bag->weight + (size_t)feature[i] * (size_t)classes;
        for (int c = 0; c < classes; c++)
            w[c] -= step * gradient[c];
    }
    for (int c = 0; c < classes; c++)
        bag->bias[c] -= rate * gradient[c];
}

/* |x|^2 of a mean example, whose counts are squared; 1 for the bias. */
static double mean_square(const struct examples *x, const struct features *f) {
    struct arena arena = {0};
    uint32_t *times = arena_alloc(&arena, f->count, sizeof *times);
    double sum = 0;
    for (int n = 0; n < x->count; n++) {
        for (size_t i = x->start[n]; i < x->start[n + 1]; i++)
            sum += 2.0 * times[x->list[i]]++ + 1;
        for (size_t i = x->start[n]; i < x->start[n + 1]; i++)
            times[x->list[i]] = 0;
    }
    arena_free(&arena);
    return 1 + sum / x->count;
}

static void step(struct bag *bag, const struct examples *x, int n, double rate, real *logits) {
    const uint32_t *feature = x->list + x->start[n];
    size_t count = x->start[n + 1] - x->start[n];
    int correct;
    memset(logits, 0, (size_t)bag->classes * sizeof *logits);
    add_up(logits, bag, feature, count);
    finish(logits, bag);
    loss_cross_entropy(logits, &x->answer[n], NULL, 1, bag->classes, 1, &correct);
    bag->scale *= 1 - rate / x->count;
    take_away(bag, logits, (real)rate, feature, count);
}

static void descend(struct bag *bag, const struct examples *x, const struct run *r) {
    struct arena arena = {0};
    real *logits = arena_alloc(&arena, (size_t)bag->classes, sizeof *logits);
    double steps = (double)PASSES * x->count, highest = x->count ? first_rate / mean_square(x, &bag->features) : 0;
    for (int pass = 0; pass < PASSES && !run_is_stopped(r); pass++)
        for (int k = 0; k < x->count; k++) {
            double done = ((double)pass * x->count + k) / steps;
            uint32_t n = random_order((uint32_t)r->settings.train.seed, RANDOM_ROUND, (uint64_t)pass,
                                      (uint32_t)x->count, (uint32_t)k);
            step(bag, x, (int)n, highest * (1 - done), logits);
        }
    for (size_t i = 0; i < (size_t)bag->features.count * (size_t)bag->classes; i++)
        bag->weight[i] = (real)(bag->scale * (double)bag->weight[i]);
    bag->scale = 1;
    arena_free(&arena);
}

static struct bag *alloc(const struct task_built *t, struct arena *arena) {
    struct bag *bag = arena_alloc(arena, 1, sizeof *bag);
    bag->classes = t->size.classes;
    bag->scale = 1;
    features_open(&bag->features, t, arena);
    return bag;
}

/* Room for the weights of all features. */
static void alloc_weights(struct bag *bag, struct arena *arena) {
    bag->weight = arena_alloc(arena, (size_t)bag->features.count * (size_t)bag->classes, sizeof *bag->weight);
    bag->bias = arena_alloc(arena, (size_t)bag->classes, sizeof *bag->bias);
}

static const void *train(const struct run *r, struct arena *arena) {
    struct arena scratch = {0};
    struct examples x;
    struct bag *bag = alloc(&r->task, arena);
    read_examples(&x, &bag->features, r, &scratch);
    limit(&bag->features, &x, bag->classes);
    alloc_weights(bag, arena);
    descend(bag, &x, r);
    arena_free(&scratch);
    return bag;
}

static long weights(const struct run *r) {
    const struct bag *bag = r->learned;
    return bag ? ((long)bag->features.count + 1) * bag->classes : 0;
}

/* ---- Answering */

static void logits_of(const struct run *r, const struct batch *b, int sequence, real *logits) {
    const struct bag *bag = r->learned;
    memset(logits, 0, (size_t)bag->classes * sizeof *logits);
    for (int row = b->start[sequence]; row < b->start[sequence + 1]; row++) {
        uint32_t feature = features_find(&bag->features, b, row);
        add_up(logits, bag, &feature, feature != FEATURES_NONE);
    }
    finish(logits, bag);
}

/* Each text has one target. */
static void answer(struct answerer *a, const struct batch *b, const struct encoding_use *use, uint32_t first,
                   struct outcome *out) {
    (void)use, (void)first;
    for (int i = 0; i < b->sequences; i++) {
        logits_of(a->run, b, i, a->logits);
        loss_outcomes(out + i, a->logits, b->answer + i, 1, a->run->task.size.classes);
    }
}

/* ---- In a checkpoint */

static const char saved_features[] = "baseline.features", saved_weight[] = "baseline.weight",
                  saved_bias[] = "baseline.bias";

static int save(const struct run *r, struct safetensors_entry *out, struct arena *arena) {
    const struct bag *bag = r->learned;
    if (!out)
        return 3;
    size_t count = bag->features.count, classes = (size_t)bag->classes;
    *out++ =
        safetensors_tensor(saved_features, "I32", features_numbers(&bag->features, arena), count, FEATURES_NUMBERS);
    *out++ = safetensors_tensor(saved_weight, REAL_DTYPE, bag->weight, count, classes);
    *out = safetensors_tensor(saved_bias, REAL_DTYPE, bag->bias, classes, 0);
    return 3;
}

static bool load(struct run *r, const struct safetensors *file, bool further, struct error *e) {
    struct bag *bag = alloc(&r->task, &r->arena);
    (void)further;
    size_t classes = (size_t)bag->classes;
    const struct safetensors_entry *features =
        safetensors_expect(file, safetensors_tensor(saved_features, "I32", NULL, 0, FEATURES_NUMBERS), e);
    if (!features || !features_read(&bag->features, features, e))
        return false;
    size_t count = bag->features.count;
    const struct safetensors_entry weight = safetensors_tensor(saved_weight, REAL_DTYPE, NULL, count, classes),
                                   bias = safetensors_tensor(saved_bias, REAL_DTYPE, NULL, classes, 0);
    if (!floats_expect(NULL, file, weight, e) || !floats_expect(NULL, file, bias, e))
        return false;
    alloc_weights(bag, &r->arena);
    r->learned = bag;
    return floats_expect(bag->weight, file, weight, e) && floats_expect(bag->bias, file, bias, e);
}

const struct baseline baseline_bag = {
    .name = "bag",
    .summary = "a bag of words: a softmax over how often each word occurs",
    .source = "logistic regression over counts; Joachims 1998",
    .fits = fits,
    .learner = {.train = train, .weights = weights, .save = save, .load = load, .answer = answer, .logits = logits_of},
};
