/* test_run.c -- complete runs: the same bytes for any threads, interruptions and folders; a checkpoint that is the run;
 * a run that stops at NaN; and that training learns what it should, and nothing it cannot. */
#include "unit/opened.h"
#include "unit/scores.h"
#include "unit/tests.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/file.h"
#include "encoding/encoding.h"
#include "evaluate/evaluate.h"
#include "model/mixer.h"
#include "run/run.h"
#include "train/train.h"

#define QUICK "train.steps=24", "train.warmup=4", "task.name=first", "train.batch=16", "train.shards=2"
static const char *const quick[] = {QUICK, "train.log_every=5", NULL};
static const char *const quick_lazy[] = {QUICK, "task.fillers=2000", "train.sparse=lazy", NULL};

/* Every encoding under attention, every recurrence: number n as two assignments; false after the last. */
static bool kinds_of(int n, char mixer[64], char encoding[64]) {
    int count = 0;
    while (encodings[count])
        count++;
    bool attention = n < count;
    if (!(attention ? ABOUT(encodings[n]) : ABOUT(mixers[1 + n - count])))
        return false;
    snprintf(mixer, 64, "model.mixer=%s", attention ? "attention" : mixers[1 + n - count]->name);
    snprintf(encoding, 64, "encoding.name=%s", attention ? encodings[n]->name : "sinusoidal");
    return true;
}

/* The weights after 6 steps of four shards with so many threads. */
static void weights_after(int threads, struct run *r, const char *mixer, const char *encoding) {
    struct stepper s;
    struct error e;
    open_run(r, (const char *const[]){"train.steps=24", "train.warmup=4", "task.name=first", "train.batch=16",
                                      "train.shards=4", "eval.lengths=1x 2x", mixer, encoding, NULL});
    assert_true(stepper_build(&s, r, threads, &e));
    for (int i = 0; i < 6; i++)
        assert_true(stepper_step(&s, &e));
}

TEST(threads) {
    static struct run one, many;
    char mixer[64], encoding[64];
    for (int n = 0; kinds_of(n, mixer, encoding); n++) {
        weights_after(1, &one, mixer, encoding);
        for (int threads = 2; threads <= 4; threads++) {
            weights_after(threads, &many, mixer, encoding);
            assert_memory_equal(one.model.params.value, many.model.params.value, one.model.params.size * sizeof(real));
            run_free(&many);
        }
        run_free(&one);
    }
}

/* Each shard has 32 target positions or more, and there are at most four. */
TEST(shards) {
    static const struct {
        const char *task, *batch, *shards;
        int expected;
    } cases[] = {
        {"task.name=first", "train.batch=64", "train.shards=0", 2},
        {"task.name=first", "train.batch=128", "train.shards=0", 4},
        {"task.name=first", "train.batch=63", "train.shards=0", 1},
        {"task.name=first", "train.batch=16", "train.shards=0", 1},
        {"task.name=first", "train.batch=5", "train.shards=0", 1},
        {"task.name=first", "train.batch=5", "train.shards=5", 5},
        {"task.name=reverse", "train.batch=16", "train.shards=0", 4},
        {"task.name=reverse", "train.batch=3", "train.shards=0", 1},
    };
    static struct run r;
    struct stepper s;
    struct error e;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        open_run(&r, (const char *const[]){cases[i].task, cases[i].batch, cases[i].shards, "task.words=9..9", NULL});
        assert_true(stepper_build(&s, &r, 1, &e));
        assert_int_equal(s.shards, cases[i].expected);
        run_free(&r);
    }
}

/* What is read back is what was written, bit for bit, and evaluates to the same counts. */
TEST(checkpoint) {
    static struct run before, after;
    static struct evaluation_result here, there;
    char folder[PATH_MAX_LENGTH], mixer[64], encoding[64];
    struct error warning, e;
    for (int n = 0; kinds_of(n, mixer, encoding); n++) {
        weights_after(1, &before, mixer, encoding);
        assert_true(checkpoint_write(&before, fresh_folder(folder), &e));
        assert_true(checkpoint_read_folder(&after, folder, NULL, NULL, &warning, &e));
        size_t bytes = before.model.params.size * sizeof(real);
        assert_int_equal(after.step, 6);
        assert_memory_equal(before.model.params.value, after.model.params.value, bytes);
        assert_memory_equal(before.model.params.first, after.model.params.first, bytes);
        assert_memory_equal(before.model.params.second, after.model.params.second, bytes);
        before.settings.eval.examples = after.settings.eval.examples = 24;
        assert_true(evaluate(&before, 1, &here, &before.arena, &e) && evaluate(&after, 2, &there, &after.arena, &e));
        for (int k = 0; k < here.rows; k++)
            assert_same_scores(here.row[k].at, there.row[k].at, evaluation_columns(&here));
        run_free(&before);
        run_free(&after);
        remove_folder(folder);
    }
}

/* A setting that does not fit the newest checkpoint is refused, though the one before it would take it. */
TEST(no_fall_back_from_usage) {
    static struct run before, after;
    struct assignments changes = {0};
    char folder[PATH_MAX_LENGTH];
    struct error warning, e;
    fresh_folder(folder);
    open_run(&before, (const char *const[]){"task.name=first", "model.d_ff=32", NULL});
    assert_true(checkpoint_write(&before, folder, &e));
    run_free(&before);
    open_run(&before, (const char *const[]){"task.name=first", "model.d_ff=64", NULL});
    assert_true(checkpoint_write(&before, folder, &e));
    run_free(&before);
    assert_true(assignments_override(&changes, "model.d_ff=32", &e));
    assert_false(checkpoint_read_folder(&after, folder, &changes, NULL, &warning, &e));
    assert_int_equal(e.code, EXIT_USAGE);
    assert_non_null(strstr(e.text, "model.d_ff = 64 there, 32 here"));
    assert_string_equal(warning.text, "");
    remove_folder(folder);
}

/* The checkpoint of a run that was stopped after these steps. */
static unsigned char *train_with_stops(const char *const *assignments, const int *stops, struct arena *arena,
                                       size_t *size) {
    static struct run r;
    char folder[PATH_MAX_LENGTH];
    train_stopped(&r, fresh_folder(folder), assignments, stops, 2);
    run_free(&r);
    unsigned char *bytes = checkpoint_file(folder, arena, size);
    remove_folder(folder);
    return bytes;
}

TEST(resume) {
    const char *const *const runs[] = {quick, quick_lazy};
    struct arena arena = {0};
    size_t whole_size, pieces_size;
    for (int i = 0; i < 2; i++) {
        unsigned char *whole = train_with_stops(runs[i], (int[]){0}, &arena, &whole_size);
        unsigned char *pieces = train_with_stops(runs[i], (int[]){3, 4, 17, 0}, &arena, &pieces_size);
        assert_int_equal(whole_size, pieces_size);
        assert_memory_equal(whole, pieces, whole_size);
    }
    arena_free(&arena);
}

TEST(diverged) {
    static struct run r;
    struct stepper s;
    struct error e;
    open_run(&r, quick);
    assert_true(stepper_build(&s, &r, 1, &e));
    assert_true(stepper_step(&s, &e));
    const struct tensor *query = params_find(&r.model.params, "encoder.layer.0.attention.self.query.weight");
    r.model.params.value[query->offset + 3] = (real)NAN;
    assert_false(stepper_step(&s, &e));
    assert_int_equal(e.code, EXIT_DIVERGED);
    assert_non_null(strstr(e.text, "step 2"));
    assert_non_null(strstr(e.text, "attention.self.query.weight is not finite"));
    run_free(&r);
}

/* With a fixed set of 24 examples, batches of 64 go round it: step 3 is step 0 again, whatever it trained. */
TEST(fixed_examples) {
    static struct run r;
    static struct evaluation_result result;
    struct stepper s;
    struct error e;
    struct batch first;
    open_run(&r, (const char *const[]){"task.name=first", "task.examples=24", "train.shards=1", "eval.examples=50",
                                       "eval.lengths=1x", NULL});
    assert_true(stepper_build(&s, &r, 1, &e));
    batch_build(&first, &r.task, 64, 16, &r.arena);
    for (int step = 0; step < 4; step++) {
        assert_true(stepper_step(&s, &e));
        const struct batch *b = &s.shard[0].batch;
        batch_clear(&first);
        for (int i = 0; i < 64; i++)
            batch_add_training(&first, &r.task, r.scheme, 1, (uint64_t)(64 * step + i) % 24);
        assert_int_equal(b->rows, first.rows);
        assert_memory_equal(b->token, first.token, (size_t)b->rows * sizeof *b->token);
    }
    assert_true(evaluate(&r, 2, &result, &r.arena, &e));
    assert_int_equal(result.training.count, 24);
    assert_int_equal(result.in_range->count, 50);
    run_free(&r);
}

#ifdef VECTOR_CLONES /* the release build: the others are too slow to learn in a test */
/* In range, after all its steps. */
static double learn(struct run *r, const char *const *assignments) {
    struct stepper s;
    struct error e;
    struct evaluation_result result;
    open_run(r, assignments);
    assert_true(stepper_build(&s, r, 1, &e));
    while (r->step < r->settings.train.steps)
        assert_true(stepper_step(&s, &e));
    assert_true(evaluate(r, 2, &result, &r->arena, &e));
    return result.in_range->value[METRIC_ACCURACY];
}

TEST(first) {
    static struct run r;
    static const char *const encoding[] = {"encoding.name=learned", "encoding.name=sinusoidal", "encoding.name=none"};
    for (int i = 0; i < 3; i++) {
        double in_range = learn(
            &r, (const char *const[]){"task.name=first", "train.steps=300", "eval.lengths=1x", encoding[i], NULL});
        if (i < 2 ? !(in_range >= 0.99) : !(fabs(in_range - 0.5) <= 0.05))
            fail_msg("%s: %.4f in range", encoding[i], in_range);
        run_free(&r);
    }
}

/* Zeroes one table of a trained model, evaluates, and puts it back. */
static double without(struct run *r, size_t offset, size_t count) {
    struct evaluation_result result;
    struct error e;
    real *table = r->model.params.value + offset, *kept = malloc(count * sizeof *kept);
    memcpy(kept, table, count * sizeof *kept);
    memset(table, 0, count * sizeof *kept);
    assert_true(evaluate(r, 2, &result, &r->arena, &e));
    memcpy(table, kept, count * sizeof *kept);
    free(kept);
    return result.in_range->value[METRIC_ACCURACY];
}

/* `order` needs the token, the segment and the position table, each of them. */
TEST(order_needs_all) {
    static struct run r;
    assert_true(learn(&r, (const char *const[]){"eval.lengths=1x", NULL}) >= 0.99);
    const size_t d = (size_t)r.settings.model.d_model;
    assert_true(fabs(without(&r, r.model.token, d * r.model.size.vocabulary) - 0.5) <= 0.1);
    assert_true(without(&r, r.model.segment, d * 2) <= 0.75 + 0.03); /* the passages agree in half of the texts */
    assert_true(fabs(without(&r, r.model.position[0], d * r.longest) - 0.5) <= 0.1);
    run_free(&r);
}
#endif

GROUP(run, NULL, NULL)
