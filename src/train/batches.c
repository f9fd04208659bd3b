/* batches.c -- see batches.h. */
#include "train/batches.h"

#include <limits.h>
#include <string.h>

enum { LENGTH_MOST = 1 << 24 };

static void build(struct batch *b, size_t sequences, size_t rows, size_t asked, struct arena *arena) {
    b->start = arena_take(arena, sequences + 1, sizeof *b->start);
    b->ask_start = arena_take(arena, sequences + 1, sizeof *b->ask_start);
    b->token = arena_take(arena, sequences * rows, sizeof *b->token);
    b->segment = arena_take(arena, sequences * rows, sizeof *b->segment);
    b->place = arena_take(arena, sequences * rows, sizeof *b->place);
    b->spread = arena_take(arena, rows, sizeof *b->spread);
    b->ask = arena_take(arena, sequences * asked, sizeof *b->ask);
    b->answer = arena_take(arena, sequences * asked, sizeof *b->answer);
    b->touched = NULL;
    batch_clear(b);
}

void batch_build(struct batch *b, const struct task_built *t, int sequences, int length, struct arena *arena) {
    build(b, (size_t)sequences, (size_t)t->kind->rows(t, length), (size_t)t->kind->asks(t, length), arena);
}

void batch_clear(struct batch *b) {
    b->sequences = b->rows = b->asked = 0;
    b->start[0] = b->ask_start[0] = 0;
}

struct placing placing_training(const struct settings *s) {
    return (struct placing){s->train.places, s->train.reach};
}

struct placing placing_evaluation(const struct settings *s) {
    bool as_trained = s->eval.places == EVAL_PLACES_TRAINED;
    return (struct placing){as_trained ? s->train.places : s->eval.places - 1, s->train.reach};
}

int placing_places(struct placing p, const struct task_built *t, int length) {
    return p.how == PLACES_ORDERED ? task_places(t, length) : p.reach;
}

bool placing_check(struct placing p, const struct task_built *t, int length, struct error *e) {
    return placing_places(p, t, length) >= task_places(t, length) ||
           error_set(e, EXIT_USAGE, "train.reach = %d: sequences of %d words have %d places, so many it takes at least",
                     p.reach, length, task_places(t, length));
}

/* A sorted random subset of 0..reach-1, all of `count` numbers equally likely: each number
 * is passed over with the probability that a subset of what is left does not have it.
 * Source: Vitter 1984, "Faster methods for random sampling", algorithm A. */
static void random_subset(int *out, int count, int reach, struct random *r) {
    int next = 0;
    for (int left = reach; count > 0; count--, left--) {
        double chance = ((double)random_word(r) + 0.5) / 4294967296.0, none = (double)(left - count) / left;
        for (; none > chance; next++) {
            left--;
            none *= (double)(left - count) / left;
        }
        *out++ = next++;
    }
}

static void even_subset(int *out, int count, int reach) {
    for (int k = 0; k < count; k++)
        out[k] = count > 1 ? (int)(((long long)k * (reach - 1) * 2 + count - 1) / (2 * (count - 1))) : 0;
}

/* Place k becomes the subset's number k. Source of random places: Ruoss et al. 2023. */
static void spread(const struct batch *b, int *place, int rows, struct placing p, struct random *r) {
    int count = 1;
    for (int i = 0; i < rows; i++)
        count = place[i] >= count ? place[i] + 1 : count;
    if (p.how == PLACES_RANDOM)
        random_subset(b->spread, count, p.reach, r);
    else
        even_subset(b->spread, count, p.reach);
    for (int i = 0; i < rows; i++)
        place[i] = b->spread[place[i]];
}

/* The next example of a batch, which is behind the others. */
static struct example example_at(const struct batch *b) {
    return (struct example){b->token + b->rows, b->segment + b->rows, b->place + b->rows, b->ask + b->asked,
                            b->answer + b->asked};
}

/* Takes in the example that stands there. */
static void take_in(struct batch *b, int rows, int asked, struct placing p, struct random *places) {
    if (p.how != PLACES_ORDERED)
        spread(b, b->place + b->rows, rows, p, places);
    for (int i = 0; i < asked; i++)
        b->ask[b->asked + i] += b->rows;
    b->rows += rows;
    b->asked += asked;
    b->sequences++;
    b->start[b->sequences] = b->rows;
    b->ask_start[b->sequences] = b->asked;
}

static void add(struct batch *b, const struct task_built *t, const struct task_draw *d, struct placing p,
                struct random *places) {
    struct example out = example_at(b);
    t->kind->draw(t, d, &out);
    take_in(b, t->kind->rows(t, d->length), t->kind->asks(t, d->length), p, places);
}

bool batch_of_texts(struct batch *b, const struct task_built *t, struct placing p, uint32_t seed,
                    const char *const text[2], struct arena *arena, struct error *e) {
    size_t bytes = strlen(text[0]) + strlen(text[1]);
    int asked = 0, most = bytes < LENGTH_MOST ? (int)bytes + t->size.shortest : 0;
    if (most == 0)
        return error_set(e, EXIT_DATA, "the text is longer than %d bytes", LENGTH_MOST);
    size_t rows = (size_t)t->kind->rows(t, most);
    build(b, 1, rows, rows, arena);
    struct example out = example_at(b);
    int words = t->kind->compose(t, text, &out, &asked, e);
    if (words == 0 || !placing_check(p, t, words, e))
        return false;
    struct random places = random_open(seed, RANDOM_EVAL_PLACES, 0);
    take_in(b, t->kind->rows(t, words), asked, p, &places);
    return true;
}

static void add_held(struct batch *b, const struct task_built *t, struct placing p, uint32_t seed,
                     enum task_stream from, int number) {
    uint64_t index = (uint64_t)number;
    bool training = from == TASK_TRAINING;
    struct random r = random_open(seed, training ? RANDOM_TRAIN : RANDOM_EVAL, index);
    struct random places = random_open(seed, training ? RANDOM_TRAIN_PLACES : RANDOM_EVAL_PLACES, index);
    struct task_draw d = {from, t->kind->held_words(t, from, number), number, &r};
    add(b, t, &d, p, &places);
}

void batch_add_training(struct batch *b, const struct task_built *t, struct placing p, uint32_t seed, uint64_t index) {
    if (t->kind->held) {
        uint32_t count = (uint32_t)t->kind->held(t, TASK_TRAINING, t->size.trained.high);
        uint32_t number = random_order(seed, RANDOM_ROUND, index / count, count, (uint32_t)(index % count));
        add_held(b, t, p, seed, TASK_TRAINING, (int)number);
        return;
    }
    struct random r = random_open(seed, RANDOM_TRAIN, index), places = random_open(seed, RANDOM_TRAIN_PLACES, index);
    struct task_draw d = {TASK_TRAINING, task_draw_length(t, &r), 0, &r};
    add(b, t, &d, p, &places);
}

void batch_add_evaluation(struct batch *b, const struct task_built *t, struct placing p, uint32_t seed, int length,
                          uint32_t index) {
    if (t->kind->held) {
        add_held(b, t, p, seed, TASK_EVALUATION, (int)index);
        return;
    }
    uint64_t number = (uint64_t)length << 32 | index;
    struct random r = random_open(seed, RANDOM_EVAL, number), places = random_open(seed, RANDOM_EVAL_PLACES, number);
    struct task_draw d = {TASK_EVALUATION, length ? length : task_draw_length(t, &r), 0, &r};
    add(b, t, &d, p, &places);
}

bool batch_find_evaluation(const struct task_built *t, int length, uint32_t *first, int *count, struct error *e) {
    *first = 0;
    *count = INT_MAX;
    if (length < t->size.shortest)
        return error_set(e, EXIT_USAGE, "an example of %s has at least %d words", t->kind->name, t->size.shortest);
    if (t->size.longest && length > t->size.longest)
        return error_set(e, EXIT_USAGE, "what %s holds out has examples of %d words at most", t->kind->name,
                         t->size.longest);
    if (!t->kind->held)
        return true;
    *first = (uint32_t)t->kind->held(t, TASK_EVALUATION, length - 1);
    *count = t->kind->held(t, TASK_EVALUATION, length) - (int)*first;
    return *count > 0 || error_set(e, EXIT_USAGE, "no test row has so many words");
}

json_t *batch_json(const struct batch *b, const struct task_built *t) {
    json_t *words = json_array(), *segments = json_array(), *places = json_array();
    char buffer[TASK_WORD_MAX];
    for (int i = 0; i < b->rows; i++) {
        json_array_append_new(words, json_string(t->kind->word(t, b->token[i], buffer)));
        json_array_append_new(segments, json_integer(b->segment[i]));
        json_array_append_new(places, json_integer(b->place[i]));
    }
    return json_pack("{so so so}", "words", words, "segments", segments, "places", places);
}
