/* shapes.c -- the shapes that `bench` measures: named lists of ordinary settings.
 *
 * Every sequence of a shape has the same length. One target is the task `order` with [CLS] as target, so rows = words +
 * 1 and the vocabulary is fillers + 3; all rows as targets is the task `reverse`. train.steps takes a few seconds. */
#include <stdio.h>
#include <string.h>

#include "base/suggest.h"
#include "base/text.h"
#include "bench/bench.h"

#define SIZES(d, h, f, batch_size) "model.d_model=" #d, "model.heads=" #h, "model.d_ff=" #f, "train.batch=" #batch_size

static const char *const plain[] = {"task.name=order",    "task.words=16",    "task.fillers=29",
                                    SIZES(32, 2, 64, 64), "train.steps=6000", NULL};
static const char *const small_one[] = {"task.name=order",     "task.words=35",    "task.fillers=61",
                                        SIZES(64, 4, 256, 64), "train.steps=1500", NULL};
static const char *const small_all[] = {"task.name=reverse",   "task.words=36",   "task.vocabulary=64",
                                        SIZES(64, 4, 256, 64), "train.steps=300", NULL};
static const char *const wide_all[] = {"task.name=reverse",     "task.words=128", "task.vocabulary=1000",
                                       SIZES(256, 8, 1024, 16), "train.steps=60", NULL};
static const char *const words_all[] = {"task.name=reverse",   "task.words=32",  "task.vocabulary=10000",
                                        SIZES(64, 4, 256, 32), "train.steps=60", NULL};
static const char *const bert_one[] = {"task.name=order",       "task.words=127",  "task.fillers=30519",
                                       SIZES(256, 8, 1024, 16), "train.steps=300", NULL};

const struct bench_shape bench_shapes[] = {
    {"default", "about a default run", plain},
    {"small-one", "a small layer, one row asked", small_one},
    {"small-all", "a small layer, all rows asked", small_all},
    {"wide-all", "a wide layer, all rows asked", wide_all},
    {"words-all", "many words, which all rows answer", words_all},
    {"bert-one", "BERT's vocabulary, one row asked", bert_one},
    {0},
};

const struct bench_shape *bench_shape_find(const char *name, struct error *e) {
    struct suggestion near = suggest_for(name);
    char all[256] = "; there are ";
    for (const struct bench_shape *s = bench_shapes; s->name; s++) {
        if (strcmp(s->name, name) == 0)
            return s;
        suggest_add(&near, s->name);
        text_append(all, sizeof all, "%s, ", s->name);
    }
    text_append(all, sizeof all, "all");
    error_set(e, EXIT_USAGE, "--shape %s: there is no such shape%s", name, suggest_hint(&near, all));
    return NULL;
}

bool bench_assign(struct assignments *out, const struct bench_shape *shape, const struct assignments *given,
                  struct error *e) {
    char where[SETTING_TEXT_MAX], key[SETTING_TEXT_MAX];
    *out = (struct assignments){0};
    for (const char *const *s = shape ? shape->settings : NULL; s && *s; s++) {
        const char *equals = strchr(*s, '=');
        snprintf(where, sizeof where, "--shape %s", shape->name);
        snprintf(key, sizeof key, "%.*s", (int)(equals - *s), *s);
        if (!assignments_set(out, key, equals + 1, where, e))
            return false;
    }
    for (int i = 0; i < given->count; i++) {
        struct assignment item = assignments_item(given, i);
        if (!assignments_set(out, item.key, item.value, item.where, e))
            return false;
    }
    return true;
}
