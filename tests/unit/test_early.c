/* test_early.c -- early stopping: it ends at the right step, with the weights of the smallest validation loss; it does
 * not affect training; and it leaves the same bytes for any threads and interruptions. */
#include <jansson.h>
#include <stdio.h>
#include <string.h>

#include "evaluate/evaluate.h"
#include "format/safetensors.h"
#include "run/start_from.h"
#include "train/train.h"
#include "unit/near.h"
#include "unit/opened.h"
#include "unit/scores.h"
#include "unit/tests.h"

/* A rate so high that the loss goes up and down; validated at steps 5, 10, ..., 40. The activation is smooth, so that
 * rounding stays small. */
#define COMMON                                                                                                   \
    "task.name=first", "train.batch=16", "train.warmup=2", "model.d_model=12", "model.activation=gelu",          \
        "train.schedule=constant", "train.log_every=4", "task.fillers=60", "train.shards=2", "eval.examples=50", \
        "eval.lengths=1x"
#define OPTIONS_AT(rate, ...) ((const char *const[]){COMMON, "train.learning_rate=" rate, __VA_ARGS__, NULL})
#define OPTIONS(...) OPTIONS_AT("0.05", __VA_ARGS__)
#define STEPS "train.steps=40"
#define EARLY STEPS, "train.validate_every=5", "train.patience=3"
#define NEVER STEPS, "train.validate_every=5", "train.patience=100"

/* A run trained in a folder of its own. */
struct trained {
    struct run run;
    char folder[PATH_MAX_LENGTH];
};

static void train(struct trained *t, const char *const *options, const int *stops, int threads) {
    train_stopped(&t->run, fresh_folder(t->folder), options, stops, threads);
}

static void drop(struct trained *t) {
    run_free(&t->run);
    remove_folder(t->folder);
}

static void assert_same_weights(const struct run *a, const struct run *b, double tolerance) {
    assert_int_equal(a->model.params.size, b->model.params.size);
    for (size_t i = 0; i < a->model.params.size; i++)
        assert_near("weight", (int)i, (double)a->model.params.value[i], (double)b->model.params.value[i], tolerance);
}

/* ---- The run log */

enum { LINES = 64 };

struct line {
    int step;
    double loss, validation; /* NAN: it was not validated */
};

static int read_log(const struct trained *t, struct line line[LINES]) {
    char path[PATH_MAX_LENGTH], text[4096];
    struct error e;
    int count = 0;
    assert_true(file_path(path, t->folder, RUN_LOG_FILE, &e));
    FILE *f = fopen(path, "r");
    assert_non_null(f);
    while (fgets(text, sizeof text, f)) {
        json_t *json = json_loads(text, 0, NULL);
        const json_t *validation = json_object_get(json, "validation_loss");
        line[count++] = (struct line){(int)json_integer_value(json_object_get(json, "step")),
                                      json_number_value(json_object_get(json, "loss")),
                                      validation ? json_number_value(validation) : (double)NAN};
        json_decref(json);
    }
    assert_int_equal(fclose(f), 0);
    return count;
}

/* ---- Where it ends */

/* By the log: the smallest loss, and three validations after it, or as many as there are steps for. */
static void check_end(const struct trained *t) {
    struct line line[LINES];
    const struct early *own = &t->run.early;
    int count = read_log(t, line), best = 0, since = 0;
    double least = HUGE_VAL;
    for (int i = 0; i < count; i++) {
        if (isnan(line[i].validation))
            continue;
        assert_true(since < 3);
        assert_true(line[i].step % 5 == 0);
        since = line[i].validation < least ? 0 : since + 1;
        best = line[i].validation < least ? line[i].step : best;
        least = line[i].validation < least ? line[i].validation : least;
    }
    assert_int_equal(line[count - 1].step, t->run.step);
    assert_int_equal(own->best_step, best);
    assert_near("loss", 0, own->best_loss, least, 1e-8 * least);
    assert_int_equal(own->since, since);
    assert_true(run_is_trained(&t->run) && (since == 3 || t->run.step == 40));
    assert_int_equal(run_weights_step(&t->run), best);
}

/* Seeds of which some end early, and not all at the same step. */
TEST(end) {
    static struct trained t;
    char seed[32];
    int early = 0, after_first = 0;
    for (int n = 1; n <= 6; n++) {
        snprintf(seed, sizeof seed, "train.seed=%d", n);
        train(&t, OPTIONS(EARLY, seed), NULL, 1);
        check_end(&t);
        early += t.run.step < 40;
        after_first += t.run.early.best_step > 5 && t.run.step > t.run.early.best_step;
        drop(&t);
    }
    assert_true(early > 0 && after_first > 0);
    train(&t, OPTIONS_AT("1e-30", EARLY), NULL, 1); /* no weight changes: of equal losses the first is best */
    assert_int_equal(t.run.early.best_step, 5);
    assert_int_equal(t.run.step, 20);
    drop(&t);
}

/* The weights are those of a run of so many steps: the schedule is constant. */
static void check_best(const char *sparse, double tolerance) {
    static struct trained early, plain;
    static struct evaluation_result here, there;
    char steps[32], seed[32];
    struct error e;
    for (int n = 1; n <= 3; n++) {
        snprintf(seed, sizeof seed, "train.seed=%d", n);
        train(&early, OPTIONS(EARLY, seed, sparse), NULL, 1);
        snprintf(steps, sizeof steps, "train.steps=%d", early.run.early.best_step);
        train(&plain, OPTIONS(seed, sparse, steps), NULL, 1);
        assert_same_weights(&early.run, &plain.run, tolerance);
        assert_true(evaluate(&early.run, 1, &here, &early.run.arena, &e));
        assert_true(evaluate(&plain.run, 1, &there, &plain.run.arena, &e));
        assert_int_equal(here.steps, there.steps);
        assert_int_equal(here.validation.steps, early.run.step);
        if (tolerance == 0)
            assert_same_scores(&here.in_range, &there.in_range, 1);
        drop(&early);
        drop(&plain);
    }
}

/* The evaluation fits the run, even if it took all its steps; a run that starts from it prints the step of its
 * weights. */
static void check_fits(const char *patience) {
    static struct trained t;
    static struct run next;
    static struct evaluation_result result;
    struct error e;
    char from[PATH_MAX_LENGTH + 16], step[32];
    train(&t, OPTIONS(STEPS, "train.validate_every=5", patience), NULL, 1);
    assert_true(evaluate(&t.run, 1, &result, &t.run.arena, &e));
    if (!evaluation_match(&result, &t.run.settings, &t.run.task, t.folder, &e))
        fail_msg("%s", e.text);
    snprintf(from, sizeof from, "train.from=%s", t.folder);
    snprintf(step, sizeof step, " from step %d,", t.run.early.best_step);
    open_run(&next, OPTIONS(STEPS, from));
    if (!start_from(&next, &e) || !strstr(next.tables, step))
        fail_msg("'%s', not %s: %s", next.tables, step, e.text);
    run_free(&next);
    drop(&t);
}

TEST(best) {
    check_fits("train.patience=1");
    check_fits("train.patience=100");
    check_best("train.sparse=dense", 0);
    check_best("train.sparse=lazy", limit(1e-9, 1e-4));
}

/* Rows of the log are those of a run without validations, where both have one; dense and lazy validate the same. */
TEST(undisturbed) {
    static const char *const ways[] = {"train.sparse=dense", "train.sparse=lazy"};
    static struct trained with, without;
    static struct line validated[2][LINES], plain[LINES];
    int counts[2];
    for (int i = 0; i < 2; i++) {
        train(&with, OPTIONS(NEVER, ways[i]), NULL, 1);
        train(&without, OPTIONS(STEPS, ways[i]), NULL, 1);
        int count = read_log(&without, plain), at = 0;
        counts[i] = read_log(&with, validated[i]);
        assert_int_equal(count, 10);
        assert_int_equal(counts[i], 16); /* of 4, 8, ..., 40 and 5, 10, ..., 40 two are the same */
        for (int k = 0; k < count; k++) {
            while (validated[i][at].step < plain[k].step)
                at++;
            assert_int_equal(validated[i][at].step, plain[k].step);
            assert_true(validated[i][at].loss == plain[k].loss);
        }
        drop(&with);
        drop(&without);
    }
    for (int k = 0; k < counts[0]; k++)
        assert_true(isnan(validated[0][k].validation) ||
                    fabs(validated[0][k].validation - validated[1][k].validation) < limit(1e-6, 1e-3));
}

/* ---- The same bytes */

static void check_bytes(const char *sparse, const char *early, const int *stops, int threads) {
    static struct trained whole, pieces;
    struct arena arena = {0};
    size_t a, b;
    train(&whole, OPTIONS(STEPS, "train.validate_every=5", early, sparse), NULL, 1);
    train(&pieces, OPTIONS(STEPS, "train.validate_every=5", early, sparse), stops, threads);
    const unsigned char *one = checkpoint_file(whole.folder, &arena, &a),
                        *two = checkpoint_file(pieces.folder, &arena, &b);
    assert_int_equal(a, b);
    assert_memory_equal(one, two, a);
    drop(&whole);
    drop(&pieces);
    arena_free(&arena);
}

/* Before the first validation, at one, just after one, and before the last. */
TEST(bytes) {
    static const char *const ways[] = {"train.sparse=dense", "train.sparse=lazy"};
    for (int i = 0; i < 2; i++) {
        check_bytes(ways[i], "train.patience=100", (int[]){2, 5, 6, 17, 20, 39, 0}, 2);
        check_bytes(ways[i], "train.patience=1", (int[]){3, 5, 0}, 3);
        check_bytes(ways[i], "train.patience=3", NULL, 4);
    }
}

/* ---- Its checkpoint */

/* One that ended is finished: nothing is left of what training needs, and nothing is trained. */
TEST(finished) {
    static struct trained t;
    static struct run again;
    struct train_state last;
    struct error warning, e;
    train(&t, OPTIONS(STEPS, "train.validate_every=5", "train.sparse=lazy", "train.patience=1"), NULL, 1);
    assert_in_range(t.run.step, 5, 39);
    assert_true(checkpoint_read_folder(&again, t.folder, NULL, NULL, &warning, &e));
    assert_true(run_is_trained(&again));
    assert_int_equal(again.step, t.run.step);
    assert_same_weights(&t.run, &again, 0);
    assert_true(train_run(&again, t.folder, (struct train_watch){.threads = 1}, &last, &e));
    assert_int_equal(again.step, t.run.step);
    assert_same_weights(&t.run, &again, 0);
    assert_true(run_log_check(t.folder, &again, &e));
    run_free(&again);
    drop(&t);
}

/* The state of validation in a checkpoint, as it may be and as it may not. */
TEST(state) {
    static const struct {
        const char *text;
        bool fits;
    } cases[] = {
        {"0 0000000000000000 0 goes on", true},
        {"10 3fe0000000000000 2 goes on", true},
        {"10 3fe0000000000000 2 ended", true},
        {"41 3fe0000000000000 2 ended", false}, /* after the run's step */
        {"0 0000000000000000 0 ended", false},  /* of no weights */
        {"-1 3fe0000000000000 2 goes on", false},
        {"10 3fe0000000000000 -2 goes on", false},
        {"10 3fe0000000000000 2 ended early", false},
        {"10 3fe0 2 goes on", false},
        {"", false},
        {NULL, false},
    };
    static struct run r;
    struct error e;
    open_run(&r, OPTIONS(EARLY));
    r.step = 40;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct early before = r.early;
        if (early_read(&r, cases[i].text, &e) != cases[i].fits)
            fail_msg("'%s'", cases[i].text ? cases[i].text : "(none)");
        if (cases[i].fits && i > 0)
            assert_true(r.early.best_loss == 0.5 && r.early.best_step == 10 && r.early.since == 2);
        r.early = before;
    }
    run_free(&r);
}

GROUP(early, NULL, NULL)
