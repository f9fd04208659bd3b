/* alone.c -- see alone.h. */
#include "law/alone.h"

#include <string.h>

#include "law/small.h"
#include "unit/tests.h"

void alone_build(struct alone *a, const struct encoding *kind, struct encoding_sizes size, const char *const *options) {
    struct error e;
    memset(a, 0, sizeof *a);
    small_options(kind->options, a->options, options);
    if (!encoding_build(&a->built, kind, a->options, size, (struct encoding_origin){0}, 5, &a->arena, &e))
        fail_msg("%s", e.text);
    for (int i = 0; i < a->built.tensors; i++) {
        size_t count = (size_t)a->built.tensor[i].rows * a->built.tensor[i].columns;
        real *value = arena_alloc(&a->arena, count, sizeof(real)), *grad = arena_alloc(&a->arena, count, sizeof(real));
        a->weights.value[i] = value;
        a->weights.grad[i] = grad;
        kind->init(&a->built, i, value);
        a->value = i ? a->value : value;
        a->grad = i ? a->grad : grad;
    }
}

void alone_use(struct alone *a, const struct policy *policy, int length) {
    struct error e;
    if (!encoding_use_open(&a->use, &a->built, &a->weights, policy, length, &a->arena, &e))
        fail_msg("%s", e.text);
}

void alone_open(struct alone *a, const struct encoding *kind, struct encoding_sizes size, const char *const *options,
                const struct policy *policy, int length) {
    alone_build(a, kind, size, options);
    alone_use(a, policy, length);
}

void alone_added(const struct alone *a, int position, double *row) {
    real x[512];
    int d = a->built.size.d_model;
    for (int c = 0; c < d; c++)
        x[c] = c < d - a->built.columns;
    a->built.kind->embed(&a->use, &a->weights, x, (struct span){1, &position});
    for (int c = 0; c < d; c++)
        row[c] = (double)x[c] - (c < d - a->built.columns);
}

double alone_bias(const struct alone *a, int head, int query, int key) {
    real score[16] = {0};
    assert_true(a->built.size.heads <= 16);
    a->built.kind->bias(&a->use, &a->weights, score, (struct span){1, &query}, (struct span){1, &key});
    return (double)score[head];
}
