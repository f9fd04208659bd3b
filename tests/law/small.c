/* small.c -- see small.h. */
#include "law/small.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/arena.h"
#include "base/random.h"
#include "base/text.h"
#include "encoding/kinds.h"
#include "model/batch.h"
#include "model/mixer.h"
#include "model/model.h"
#include "model/params.h"
#include "unit/tests.h"

#define OPTIONS(...) ((const char *const[]){__VA_ARGS__, NULL})
#define CONCAT(kind) kind ".combine", "concat", kind ".columns", "3"

static const struct small_kinds variants[] = {
    {&mixer_attention, &encoding_learned, OPTIONS(CONCAT("learned"))},
    {&mixer_attention, &encoding_learned, OPTIONS("learned.offset", "2")},
    {&mixer_attention, &encoding_learned, OPTIONS("learned.max_position_embeddings", "50")},
    {&mixer_attention, &encoding_sinusoidal, OPTIONS(CONCAT("sinusoidal"))},
    {&mixer_attention, &encoding_sinusoidal, OPTIONS("sinusoidal.argument", "ratio", CONCAT("sinusoidal"))},
    {&mixer_attention, &encoding_sinusoidal, OPTIONS("sinusoidal.pairing", "unpaired", "sinusoidal.layout", "halves")},
    {&mixer_attention, &encoding_sinusoidal, OPTIONS("sinusoidal.waves", "sine")},
    {&mixer_attention, &encoding_sinusoidal, OPTIONS("sinusoidal.waves", "cosine")},
    {&mixer_attention, &encoding_sinusoidal, OPTIONS("sinusoidal.centred", "yes")},
    {&mixer_attention, &encoding_sinusoidal, OPTIONS("sinusoidal.argument", "grid", "sinusoidal.grid_width", "2")},
    {&mixer_attention, &encoding_rope, OPTIONS("rope.layout", "interleaved")},
    {&mixer_attention, &encoding_rope, OPTIONS("rope.fast_waves", "1")},
    {&mixer_attention, &encoding_rope, OPTIONS("rope.layout", "interleaved", "rope.fraction", "0.5")},
    {&mixer_attention, &encoding_rope, OPTIONS("rope.fraction", "0.5", "attention.log_length", "yes")},
    {&mixer_attention, &encoding_alibi, OPTIONS("alibi.sides", "symmetric", "attention.log_length", "yes")},
    {&mixer_attention, &encoding_t5, OPTIONS("t5.buckets", "6", "t5.max_distance", "4")},
    {&mixer_attention, &encoding_cope, OPTIONS("cope.max_position", "2", "attention.log_length", "yes")},
    {&mixer_rnn, &encoding_index, OPTIONS("recurrent.bidirectional", "no")},
    {&mixer_gru, &encoding_learned, OPTIONS(CONCAT("learned"))},
    {&mixer_lstm, &encoding_sinusoidal, NULL},
};

/* Tells which variant the test is about; false: the end of the list. */
static bool about_kinds(const struct small_kinds *k) {
    static char text[300];
    if (!k->mixer)
        return about(NULL);
    snprintf(text, sizeof text, "%s %s", k->mixer->name, k->encoding->name);
    for (const char *const *o = k->options; o && *o; o += 2)
        text_append(text, sizeof text, ", %s=%s", o[0], o[1]);
    return about(text);
}

/* An option set to choice number `choice` of its setting, as key, value, NULL; NULL after the last. */
static const char *const *chosen(const struct setting *o, int choice) {
    static char value[64];
    static const char *option[3];
    const char *at = o->choices;
    while (choice-- > 0 && (at = strchr(at, '|')))
        at++;
    if (!at)
        return NULL;
    snprintf(value, sizeof value, "%.*s", (int)strcspn(at, "|"), at);
    option[0] = o->key;
    option[1] = value;
    return option;
}

/* Every mixer without positions: as it is, and with each other choice of each of its options. */
static bool of_mixer(int number, struct small_kinds *k) {
    for (const struct mixer *const *m = mixers; *m; m++) {
        *k = (struct small_kinds){*m, &encoding_none, NULL};
        if (number-- == 0)
            return true;
        for (const struct setting *o = (*m)->options; o && o->key; o++)
            for (int i = 0; o->choices && (k->options = chosen(o, i)); i++)
                if (strcmp(k->options[1], o->standard) != 0 && number-- == 0)
                    return true;
    }
    return false;
}

bool small_variant(int number, struct small_kinds *k) {
    const int count = sizeof variants / sizeof *variants;
    if (number < count)
        *k = variants[number];
    else if (!of_mixer(number - count, k))
        *k = (struct small_kinds){0};
    return about_kinds(k);
}

bool small_pair(int number, struct small_kinds *k) {
    const struct encoding *none = &encoding_none;
    for (int i = 0; encodings[i]; i++)
        for (int j = i + 1; encodings[j]; j++)
            if (encodings[i] != none && encodings[j] != none && number-- == 0) {
                struct error e;
                *k = (struct small_kinds){&mixer_attention, encodings[i], NULL};
                if (!encoding_join(&k->encoding, encodings[j], &e))
                    fail_msg("%s", e.text);
                return about_kinds(k);
            }
    return about_kinds(&(struct small_kinds){0});
}

bool small_attention(int number, struct small_kinds *k) {
    int pairs = 0;
    for (int i = 0; encodings[i]; i++)
        if (number-- == 0) {
            *k = (struct small_kinds){&mixer_attention, encodings[i], NULL};
            return about_kinds(k);
        }
    for (; small_pair(pairs, k); pairs++)
        if (number-- == 0)
            return true;
    for (int i = 0; small_variant(i, k); i++)
        if (k->mixer == &mixer_attention && number-- == 0)
            return true;
    return false;
}

static int *copy(struct arena *arena, const int *from, int count) {
    return memcpy(arena_alloc(arena, (size_t)count, sizeof *from), from, (size_t)count * sizeof *from);
}

struct batch small_batch(struct arena *arena) {
    static const int start[] = {0, 6, 7, 14}, target_start[] = {0, 2, 3, 5};
    static const int token[SMALL_ROWS] = {1, 2, 2, 3, 1, 4, 0, 5, 5, 2, 6, 1, 2, 2};
    static const int segment[SMALL_ROWS] = {0, 0, 1, 1, 1, 0, 0, 1, 0, 1, 1, 1, 0, 0};
    static const int position[SMALL_ROWS] = {0, 1, 2, 2, 5, 3, 0, 0, 1, 4, 3, 4, 5, 1};
    static const int target[SMALL_TARGETS] = {4, 0, 6, 13, 9}, answer[SMALL_TARGETS] = {0, 1, 2, 1, 0};
    return (struct batch){3,
                          SMALL_ROWS,
                          copy(arena, start, 4),
                          copy(arena, token, SMALL_ROWS),
                          copy(arena, segment, SMALL_ROWS),
                          copy(arena, position, SMALL_ROWS),
                          SMALL_TARGETS,
                          copy(arena, target_start, 4),
                          copy(arena, target, SMALL_TARGETS),
                          copy(arena, answer, SMALL_TARGETS),
                          NULL,
                          NULL,
                          NULL};
}

/* A key that is renamed would make a variant the same as the defaults. */
static void check_key(const char *key) {
    if (!settings_find(key))
        fail_msg("%s: nobody has this option", key);
}

void small_options(const struct setting *table, void *options, const char *const *assignments) {
    struct error e;
    setting_defaults(table, options);
    for (const char *const *given = assignments; given && *given; given += 2)
        check_key(*given);
    for (; assignments && *assignments; assignments += 2)
        for (const struct setting *o = table; o && o->key; o++)
            if (strcmp(o->key, *assignments) == 0 && !setting_read(o, options, assignments[1], &e))
                fail_msg("%s", e.text);
}

void small_encoding_options(const struct encoding *kind, void *options, const char *const *assignments) {
    for (int i = 0; encoding_part(kind, i); i++)
        small_options(encoding_part(kind, i)->options, encoding_part_options(options, i), assignments);
}

void small_open(struct small *s, const struct encoding *kind, struct model_config config, int targets,
                const struct policy *policy, int length) {
    small_open_kinds(s, (struct small_kinds){&mixer_attention, kind, NULL}, config, targets, policy, length);
}

bool small_build(struct small *s, struct small_kinds k, struct model_config config, int targets, struct error *e) {
    struct model_sizes size = {7, 2, SMALL_CLASSES, SMALL_POSITIONS, SMALL_LONGEST, targets};
    struct model_kinds kinds = {k.mixer, s->mixer_options, k.encoding, s->options};
    memset(s, 0, sizeof *s);
    small_options(k.mixer->options, s->mixer_options, k.options);
    small_encoding_options(k.encoding, s->options, k.options);
    if (!model_declare(&s->model, config, size, kinds, 3, &s->arena, e))
        return false;
    params_commit(&s->model.params, &s->arena);
    return true;
}

bool small_fits(struct small_kinds k, struct model_config config) {
    static struct small s;
    struct error e = {0};
    bool fits = small_build(&s, k, config, 0, &e);
    small_close(&s);
    return fits;
}

void small_open_kinds(struct small *s, struct small_kinds k, struct model_config config, int targets,
                      const struct policy *policy, int length) {
    struct error e;
    if (!small_build(s, k, config, targets, &e))
        fail_msg("%s", e.text);
    small_shake(s, 0);
    struct encoding_weights weights = model_encoding_weights(&s->model, NULL);
    if (!encoding_use_open(&s->use, &s->model.encoding, &weights, policy, length, &s->arena, &e))
        fail_msg("%s", e.text);
    workspace_build(&s->work, &s->model, (struct capacity){1, 64, 64}, WORKSPACE_TRAINING, &s->arena);
    s->grad = arena_alloc(&s->arena, s->model.params.size, sizeof(real));
}

void small_shake(struct small *s, uint64_t number) {
    struct random r = random_open(5, RANDOM_INIT, number);
    model_init(&s->model);
    for (size_t i = 0; i < s->model.params.size; i++)
        s->model.params.value[i] += (real)(0.3 * random_normal(&r));
}

/* How near the 32 units of fire come to 0 for a query and a key, twenty times; and L' to the query. */
static double fire_clearance(const struct encoding_part *p, int query, int key) {
    const real *const *w = p->weights.value;
    double c = exp((double)w[3][0]), length = exp((double)w[3][1]), i = (double)p->use->by_position[query];
    double r = log(c * (double)p->use->by_position[abs(key - query)] + 1) / log(c * fmax(length, i) + 1);
    double least = fabs(length - i);
    for (int u = 0; u < 32; u++)
        least = fmin(least, 20 * fabs((double)w[0][u] * r + (double)w[1][u]));
    return least;
}

static double encoding_clearance(struct small *s, const struct batch *b) {
    struct encoding_weights w = model_encoding_weights(&s->model, NULL);
    double least = 1;
    for (struct encoding_part p = {0}; encoding_part_next(&p, &s->use, &w);)
        for (int k = 0; k < b->sequences && p.kind == &encoding_fire; k++)
            for (int i = b->target_start[k]; i < b->target_start[k + 1]; i++)
                for (int j = b->start[k]; j < b->start[k + 1]; j++)
                    least = fmin(least, fire_clearance(&p, b->position[b->target[i]], b->position[j]));
    return least;
}

/* How near the inputs of an activation come to 0, where ReLU has its kink. They are computed again: the activation may
 * have overwritten them. */
static double clearance(struct small *s, const struct batch *b) {
    const struct activations *a = &s->work.value;
    int d = s->model.config.d_model, f = s->model.config.d_ff;
    double least = encoding_clearance(s, b);
    small_loss(s, b);
    if (f)
        linear_at(&s->model, s->model.hidden, a->hidden, a->inner, b->targets, d, f);
    for (int i = 0; i < b->targets * f; i++)
        least = fmin(least, fabs((double)a->hidden[i]));
    return least;
}

void small_settle(struct small *s, const struct batch *b) {
    for (uint64_t number = 0; clearance(s, b) < 0.02; number++) {
        assert_true(number < 1000);
        small_shake(s, number);
    }
}

void small_close(struct small *s) { arena_free(&s->arena); }

static double pull(int i) {
    struct random r = random_open(9, RANDOM_EVAL, (uint64_t)i);
    return random_normal(&r);
}

void small_clear(struct small *s) {
    for (int k = 0; k < s->model.params.count; k++) {
        const struct tensor *t = &s->model.params.tensor[k];
        for (size_t i = 0; i < t->count; i++)
            s->grad[t->offset + i] = t->grad_is_overwritten ? (real)NAN : 0;
    }
}

double small_loss(struct small *s, const struct batch *b) {
    double loss = 0;
    model_forward(&s->model, &s->work, b, &s->use);
    for (int i = 0; i < b->targets * SMALL_CLASSES; i++)
        loss += pull(i) * (double)s->work.value.logits[i];
    return loss;
}

void small_gradient(struct small *s, const struct batch *b) {
    small_clear(s);
    small_loss(s, b);
    for (int i = 0; i < b->targets * SMALL_CLASSES; i++)
        s->work.grad.logits[i] = (real)pull(i);
    model_logits_backward(&s->model, &s->work, 0, b->targets, s->grad);
    model_states_backward(&s->model, &s->work, b, &s->use, s->grad);
}
