/* linear.c -- see linear.h. */
#include "baseline/linear.h"

#include <string.h>

#include "base/random.h"
#include "baseline/features.h"
#include "format/floats.h"
#include "maths/vector.h"

enum { PASSES = 8, WEIGHTS_MAX = 1 << 27 };
static const double first_rate = 4; /* over the mean of the squared length of an example */

struct linear {
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
    uint32_t seed;
};

bool linear_fits(const struct task_built *t, const char *name, struct error *e) {
    int most = t->kind->targets(t, t->size.trained.high);
    return most == 1 ||
           error_set(e, EXIT_USAGE, "baseline %s gives one answer per example; those of task %s have up to %d targets",
                     name, t->kind->name, most);
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

static void read_examples(struct examples *x, struct features *f, const struct baseline_examples *from,
                          struct arena *arena) {
    size_t size = 0;
    *x = (struct examples){.seed = from->seed};
    x->start = arena_alloc(arena, (size_t)from->count + 1, sizeof *x->start);
    x->answer = arena_alloc(arena, (size_t)from->count, sizeof *x->answer);
    for (; x->count < from->count && !from->stopped(from->user); x->count++) {
        const struct batch *b = from->draw(from->user, x->count);
        size_t used = x->start[x->count];
        reserve(&x->list, &size, used, (size_t)b->rows, arena);
        for (int row = 0; row < b->rows; row++)
            x->list[used++] = features_learn(f, b, row);
        x->start[x->count + 1] = used;
        x->answer[x->count] = b->answer[0];
    }
}

/* What is rare goes where there would be too many weights. */
static void limit(struct features *f, struct examples *x, int classes) {
    for (uint32_t least = 2; (size_t)f->count * (size_t)classes > WEIGHTS_MAX; least++)
        features_prune(f, x->list, x->start, x->count, least);
}

/* ---- Training */

/* logits (C) += the rows of weights */
HOT static void add_up(real *logits, const struct linear *l, const uint32_t *feature, size_t count) {
    int classes = l->classes;
    for (size_t i = 0; i < count; i++) {
        const real *w = l->weight + (size_t)feature[i] * (size_t)classes;
        for (int c = 0; c < classes; c++)
            logits[c] += w[c];
    }
}

/* Of these sums: bias + scale * sum. */
static void finish(real *logits, const struct linear *l) {
    for (int c = 0; c < l->classes; c++)
        logits[c] = l->bias[c] + (real)l->scale * logits[c];
}

/* weights -= rate * gradient, for each time that a feature is there */
HOT static void take_away(struct linear *l, const real *gradient, real rate, const uint32_t *feature, size_t count) {
    int classes = l->classes;
    real step = (real)((double)rate / l->scale);
    for (size_t i = 0; i < count; i++) {
        real *w = l->weight + (size_t)feature[i] * (size_t)classes;
        for (int c = 0; c < classes; c++)
            w[c] -= step * gradient[c];
    }
    for (int c = 0; c < classes; c++)
        l->bias[c] -= rate * gradient[c];
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

static void step(struct linear *l, const struct examples *x, int n, double rate, real *logits) {
    const uint32_t *feature = x->list + x->start[n];
    size_t count = x->start[n + 1] - x->start[n];
    int correct;
    memset(logits, 0, (size_t)l->classes * sizeof *logits);
    add_up(logits, l, feature, count);
    finish(logits, l);
    loss_cross_entropy(logits, &x->answer[n], NULL, 1, l->classes, 1, &correct);
    l->scale *= 1 - rate / x->count;
    take_away(l, logits, (real)rate, feature, count);
}

static void descend(struct linear *l, const struct examples *x, const struct baseline_examples *from) {
    struct arena arena = {0};
    real *logits = arena_alloc(&arena, (size_t)l->classes, sizeof *logits);
    double steps = (double)PASSES * x->count, highest = x->count ? first_rate / mean_square(x, &l->features) : 0;
    for (int pass = 0; pass < PASSES && !from->stopped(from->user); pass++)
        for (int k = 0; k < x->count; k++) {
            double done = ((double)pass * x->count + k) / steps;
            uint32_t n = random_order(x->seed, RANDOM_ROUND, (uint64_t)pass, (uint32_t)x->count, (uint32_t)k);
            step(l, x, (int)n, highest * (1 - done), logits);
        }
    for (size_t i = 0; i < (size_t)l->features.count * (size_t)l->classes; i++)
        l->weight[i] = (real)(l->scale * (double)l->weight[i]);
    l->scale = 1;
    arena_free(&arena);
}

static struct linear *alloc(const struct task_built *t, struct arena *arena) {
    struct linear *l = arena_alloc(arena, 1, sizeof *l);
    l->classes = t->size.classes;
    l->scale = 1;
    features_open(&l->features, t, arena);
    return l;
}

/* Room for the weights of all features. */
static void alloc_weights(struct linear *l, struct arena *arena) {
    l->weight = arena_alloc(arena, (size_t)l->features.count * (size_t)l->classes, sizeof *l->weight);
    l->bias = arena_alloc(arena, (size_t)l->classes, sizeof *l->bias);
}

const void *linear_train(const struct baseline_examples *from, struct arena *arena) {
    struct arena scratch = {0};
    struct examples x;
    struct linear *l = alloc(from->task, arena);
    read_examples(&x, &l->features, from, &scratch);
    limit(&l->features, &x, l->classes);
    alloc_weights(l, arena);
    descend(l, &x, from);
    arena_free(&scratch);
    return l;
}

long linear_weights(const void *trained) {
    const struct linear *l = trained;
    return ((long)l->features.count + 1) * l->classes;
}

/* ---- Answering */

void linear_logits(const void *trained, const struct task_built *t, const struct batch *b, int sequence, real *logits) {
    const struct linear *l = trained;
    (void)t;
    memset(logits, 0, (size_t)l->classes * sizeof *logits);
    for (int row = b->start[sequence]; row < b->start[sequence + 1]; row++) {
        uint32_t feature = features_find(&l->features, b, row);
        add_up(logits, l, &feature, feature != FEATURES_NONE);
    }
    finish(logits, l);
}

void linear_answer(const void *trained, const struct baseline_query *q, struct outcome *out) {
    const struct batch *b = q->batch;
    linear_logits(trained, q->task, b, q->sequence, q->logits);
    loss_outcomes(out, q->logits, b->answer + b->target_start[q->sequence], 1, q->task->size.classes);
}

/* ---- In a checkpoint */

static const char saved_features[] = "baseline.features", saved_weight[] = "baseline.weight",
                  saved_bias[] = "baseline.bias";

void linear_save(const void *trained, struct safetensors_entry *out, struct arena *arena) {
    const struct linear *l = trained;
    size_t count = l->features.count, classes = (size_t)l->classes;
    *out++ = safetensors_tensor(saved_features, "I32", features_numbers(&l->features, arena), count, FEATURES_NUMBERS);
    *out++ = safetensors_tensor(saved_weight, REAL_DTYPE, l->weight, count, classes);
    *out = safetensors_tensor(saved_bias, REAL_DTYPE, l->bias, classes, 0);
}

const void *linear_load(const struct task_built *t, const struct safetensors *file, struct arena *arena,
                        struct error *e) {
    struct linear *l = alloc(t, arena);
    size_t classes = (size_t)l->classes;
    const struct safetensors_entry *features =
        safetensors_expect(file, safetensors_tensor(saved_features, "I32", NULL, 0, FEATURES_NUMBERS), e);
    if (!features || !features_read(&l->features, features, e))
        return NULL;
    size_t count = l->features.count;
    const struct safetensors_entry weight = safetensors_tensor(saved_weight, REAL_DTYPE, NULL, count, classes),
                                   bias = safetensors_tensor(saved_bias, REAL_DTYPE, NULL, classes, 0);
    if (!floats_expect(NULL, file, weight, e) || !floats_expect(NULL, file, bias, e))
        return NULL;
    alloc_weights(l, arena);
    return floats_expect(l->weight, file, weight, e) && floats_expect(l->bias, file, bias, e) ? l : NULL;
}
