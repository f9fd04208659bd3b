/* batches.c -- see batches.h.
 *
 * The validation share of a dataset is chosen here, by row numbers, and not by the task: one task serves members with
 * and without early stopping. */
#include "run/batches.h"

#include <limits.h>
#include <string.h>

#include "base/caps.h"
#include "base/random.h"
#include "model/batch.h"
#include "settings/settings.h"
#include "task/task.h"

enum { LENGTH_MAX = CAP(1 << 24, 1 << 16) };

static void build(struct batch *b, size_t sequences, size_t rows, size_t targets, struct arena *arena) {
    b->start = arena_alloc(arena, sequences + 1, sizeof *b->start);
    b->target_start = arena_alloc(arena, sequences + 1, sizeof *b->target_start);
    b->token = arena_alloc(arena, sequences * rows, sizeof *b->token);
    b->segment = arena_alloc(arena, sequences * rows, sizeof *b->segment);
    b->position = arena_alloc(arena, sequences * rows, sizeof *b->position);
    b->position_scratch = arena_alloc(arena, rows, sizeof *b->position_scratch);
    b->target = arena_alloc(arena, sequences * targets, sizeof *b->target);
    b->answer = arena_alloc(arena, sequences * targets, sizeof *b->answer);
    b->gradient_row = NULL;
    batch_clear(b);
}

void batch_build(struct batch *b, const struct task_built *t, int sequences, int length, struct arena *arena) {
    build(b, (size_t)sequences, (size_t)t->kind->rows(t, length), (size_t)t->kind->targets(t, length), arena);
}

void batch_clear(struct batch *b) {
    b->sequences = b->rows = b->targets = 0;
    b->start[0] = b->target_start[0] = 0;
}

struct position_scheme position_scheme_training(const struct settings *s) {
    return (struct position_scheme){s->train.positions, s->train.max_position};
}

struct position_scheme position_scheme_evaluation(const struct settings *s) {
    bool as_trained = s->eval.positions == EVAL_POSITIONS_TRAINED;
    return (struct position_scheme){as_trained ? s->train.positions : s->eval.positions - 1, s->train.max_position};
}

bool position_scheme_is_drawn(struct position_scheme p) { return p.how == POSITIONS_RANDOM || p.how == POSITIONS_EVEN; }

int position_scheme_count(struct position_scheme p, const struct task_built *t, int length) {
    int positions = task_positions(t, length);
    return position_scheme_is_drawn(p) ? p.max_position
           : p.how == POSITIONS_GAPS   ? encoding_with_gaps(positions - 1) + 1
                                       : positions;
}

bool position_scheme_check(struct position_scheme p, const struct task_built *t, int length, struct error *e) {
    return position_scheme_count(p, t, length) >= task_positions(t, length) ||
           error_set(e, EXIT_USAGE,
                     "train.max_position = %d: sequences of %d words have %d positions; it must be at least that",
                     p.max_position, length, task_positions(t, length));
}

/* A sorted random subset of 0..max_position-1, all of `count` numbers equally likely: each number
 * is skipped with the probability that a subset of the numbers left does not have it.
 * Source: Vitter 1984, "Faster methods for random sampling", algorithm A. */
static void random_subset(int *out, int count, int max_position, struct random *r) {
    int next = 0;
    for (int left = max_position; count > 0; count--, left--) {
        double chance = ((double)random_word(r) + 0.5) / 4294967296.0, none = (double)(left - count) / left;
        for (; none > chance; next++) {
            left--;
            none *= (double)(left - count) / left;
        }
        *out++ = next++;
    }
}

static void even_subset(int *out, int count, int max_position) {
    for (int k = 0; k < count; k++)
        out[k] = count > 1 ? (int)(((long long)k * (max_position - 1) * 2 + count - 1) / (2 * (count - 1))) : 0;
}

/* Position k becomes number k of the subset. Source of random positions: Ruoss et al. 2023. */
static void draw_positions(const struct batch *b, int *position, int rows, struct position_scheme p, struct random *r) {
    int count = 1;
    for (int i = 0; i < rows; i++)
        count = position[i] >= count ? position[i] + 1 : count;
    for (int k = 0; k < count && p.how == POSITIONS_GAPS; k++)
        b->position_scratch[k] = encoding_with_gaps(k);
    if (p.how == POSITIONS_RANDOM)
        random_subset(b->position_scratch, count, p.max_position, r);
    else if (p.how == POSITIONS_EVEN)
        even_subset(b->position_scratch, count, p.max_position);
    for (int i = 0; i < rows; i++)
        position[i] = b->position_scratch[position[i]];
}

/* Where the next example of a batch is written. */
static struct example example_at(const struct batch *b) {
    return (struct example){b->token + b->rows, b->segment + b->rows, b->position + b->rows, b->target + b->targets,
                            b->answer + b->targets};
}

/* Adds the example written there to the batch. */
static void append(struct batch *b, int rows, int targets, struct position_scheme p, struct random *positions) {
    if (p.how != POSITIONS_ORDERED)
        draw_positions(b, b->position + b->rows, rows, p, positions);
    for (int i = 0; i < targets; i++)
        b->target[b->targets + i] += b->rows;
    b->rows += rows;
    b->targets += targets;
    b->sequences++;
    b->start[b->sequences] = b->rows;
    b->target_start[b->sequences] = b->targets;
}

struct batch_seeds batch_seeds_of(const struct settings *s) {
    return (struct batch_seeds){(uint32_t)s->eval.seed, (uint32_t)s->train.seed};
}

static struct random open_evaluation(const struct task_built *t, struct batch_seeds seeds, enum random_purpose purpose,
                                     uint64_t number) {
    return random_open_both(seeds.evaluation, t->kind->fixed_test ? 0 : seeds.training, purpose, number);
}

bool batch_of_texts(struct batch *b, const struct task_built *t, struct position_scheme p, struct batch_seeds seeds,
                    const char *const text[2], struct arena *arena, struct error *e) {
    size_t bytes = strlen(text[0]) + strlen(text[1]);
    int targets = 0, most = bytes <= LENGTH_MAX ? (int)bytes + t->size.shortest : 0;
    if (most == 0)
        return error_set(e, EXIT_DATA, "the text is longer than %d bytes", LENGTH_MAX);
    size_t rows = (size_t)t->kind->rows(t, most);
    build(b, 1, rows, rows, arena);
    struct example out = example_at(b);
    int words = t->kind->encode(t, text, &out, &targets, e);
    if (words == 0 || !position_scheme_check(p, t, words, e))
        return false;
    struct random positions = open_evaluation(t, seeds, RANDOM_EVAL_POSITIONS, 0);
    append(b, t->kind->rows(t, words), targets, p, &positions);
    return true;
}

static void add_copy(struct batch *b, const struct batch *one) {
    size_t bytes = (size_t)one->rows * sizeof *b->token;
    memcpy(b->token + b->rows, one->token, bytes);
    memcpy(b->segment + b->rows, one->segment, bytes);
    memcpy(b->position + b->rows, one->position, bytes);
    b->target[b->targets] = one->target[one->targets - 1];
    append(b, one->rows, 1, (struct position_scheme){POSITIONS_ORDERED, 0}, NULL);
}

void batch_of_batches(struct batch *b, const struct batch *const *one, int count, struct arena *arena) {
    int longest = 0;
    for (int i = 0; i < count; i++)
        longest = one[i]->rows > longest ? one[i]->rows : longest;
    build(b, (size_t)count, (size_t)longest, 1, arena);
    for (int i = 0; i < count; i++)
        add_copy(b, one[i]);
}

/* A draw with its length: 0 is drawn as in training, and that of a dataset's example is its own. */
static struct task_draw with_length(const struct task_built *t, struct task_draw d) {
    if (t->kind->dataset_count)
        d.length = t->kind->dataset_words(t, d.from, d.number);
    else if (!d.length)
        d.length = task_draw_length(t, d.random);
    return d;
}

static void add_drawn(struct batch *b, const struct task_built *t, struct position_scheme p, struct task_draw d,
                      struct random *positions) {
    struct example out = example_at(b);
    t->kind->draw(t, &d, &out);
    append(b, t->kind->rows(t, d.length), t->kind->targets(t, d.length), p, positions);
}

static int count_rows(const struct task_built *t) {
    return t->kind->dataset_count ? t->kind->dataset_count(t, TASK_TRAINING, t->size.trained.high) : 0;
}

int batch_count_training(const struct task_built *t) {
    int rows = count_rows(t);
    return rows - (int)(t->size.validation * rows);
}

int batch_count_validation(const struct task_built *t) {
    return t->kind->dataset_count ? count_rows(t) - batch_count_training(t) : INT_MAX;
}

/* Row number k: the training rows, then those set aside. */
static int row_of(const struct task_built *t, uint32_t k) {
    enum { SPLIT = 1 }; /* its seed */
    uint32_t rows = (uint32_t)count_rows(t);
    return (int)(t->size.validation > 0 ? random_order(SPLIT, RANDOM_VALIDATION, 0, rows, k) : k);
}

void batch_add_validation(struct batch *b, const struct task_built *t, struct position_scheme p, uint32_t seed,
                          int index) {
    struct random r = random_open(seed, RANDOM_VALIDATION, (uint64_t)index);
    struct random positions = random_open(seed, RANDOM_VALIDATION_POSITIONS, (uint64_t)index);
    struct task_draw d = {TASK_VALIDATION, 0, 0, &r, index};
    if (t->kind->dataset_count) {
        d.from = TASK_TRAINING;
        d.number = row_of(t, (uint32_t)(batch_count_training(t) + index));
    }
    add_drawn(b, t, p, with_length(t, d), &positions);
}

void batch_add_training(struct batch *b, const struct task_built *t, struct position_scheme p, uint32_t seed,
                        uint64_t index) {
    bool dataset = t->kind->dataset_count;
    if (dataset) {
        uint32_t count = (uint32_t)batch_count_training(t);
        uint32_t number = random_order(seed, RANDOM_ROUND, index / count, count, (uint32_t)(index % count));
        index = (uint64_t)row_of(t, number);
    }
    struct random r = random_open(seed, RANDOM_TRAIN, index);
    struct random positions = random_open(seed, RANDOM_TRAIN_POSITIONS, index);
    struct task_draw d = {TASK_TRAINING, 0, dataset ? (int)index : 0, &r, -1};
    add_drawn(b, t, p, with_length(t, d), &positions);
}

static uint64_t stream_of(const struct task_built *t, int length, uint32_t index) {
    return t->kind->dataset_count ? index : (uint64_t)length << 32 | index;
}

struct task_draw batch_draw_evaluation(struct random *r, const struct task_built *t, struct batch_seeds seeds,
                                       int length, uint32_t index) {
    *r = open_evaluation(t, seeds, RANDOM_EVAL, stream_of(t, length, index));
    return with_length(
        t, (struct task_draw){TASK_EVALUATION, length, t->kind->dataset_count ? (int)index : 0, r, (long)index});
}

void batch_add_evaluation(struct batch *b, const struct task_built *t, struct position_scheme p,
                          struct batch_seeds seeds, int length, uint32_t index) {
    struct random r, positions = open_evaluation(t, seeds, RANDOM_EVAL_POSITIONS, stream_of(t, length, index));
    add_drawn(b, t, p, batch_draw_evaluation(&r, t, seeds, length, index), &positions);
}

/* A start is one of `all`, and i * all + start goes through all * kept numbers: `kept` of them are each target's. */
struct batch_kept batch_keep(const struct task_built *t, struct batch_seeds seeds, int length, uint32_t index, int all,
                             int most) {
    struct random r = open_evaluation(t, seeds, RANDOM_EVAL_TARGETS, stream_of(t, length, index));
    bool some = most < all;
    return (struct batch_kept){all, some ? most : all, some ? (int)random_below(&r, (uint32_t)all) : 0};
}

void batch_thin(struct batch *b, const struct task_built *t, struct batch_seeds seeds, int length, uint32_t index,
                int most) {
    int first = b->target_start[b->sequences - 1];
    struct batch_kept k = batch_keep(t, seeds, length, index, b->targets - first, most);
    for (int i = 0; i < k.kept; i++) {
        b->target[first + i] = b->target[first + batch_kept(k, i)];
        b->answer[first + i] = b->answer[first + batch_kept(k, i)];
    }
    b->targets = b->target_start[b->sequences] = first + k.kept;
}

bool batch_find_evaluation(const struct task_built *t, int length, uint32_t *first, int *count, struct error *e) {
    *first = 0;
    *count = INT_MAX;
    if (length < t->size.shortest)
        return error_set(e, EXIT_USAGE, "an example of %s has at least %d words", t->kind->name, t->size.shortest);
    if (t->size.longest && length > t->size.longest)
        return error_set(e, EXIT_USAGE, "held-out examples of %s have at most %d words", t->kind->name,
                         t->size.longest);
    if (!t->kind->dataset_count)
        return true;
    *first = (uint32_t)t->kind->dataset_count(t, TASK_EVALUATION, length - 1);
    *count = t->kind->dataset_count(t, TASK_EVALUATION, length) - (int)*first;
    return *count > 0 || error_set(e, EXIT_USAGE, "no test row has that many words");
}
