/* test_seen_trained.c -- rows that are said to be untouched by training never had a gradient: Adam's second moment of a
 * row is 0 until it has one; and which rows a task asks, and to what an encoding counts. */
#include <math.h>
#include <string.h>

#include "base/text.h"
#include "evaluate/predict.h"
#include "law/seen_plain.h"
#include "measure/asks.h"
#include "measure/encoding_alone.h"
#include "model/attention.h"
#include "unit/near.h"
#include "unit/opened.h"

static bool touched(const struct run *r, int tensor, int row) {
    const struct params *p = &r->model.params;
    const struct tensor *t = params_find(p, r->model.encoding.tensor[tensor].name);
    bool any = false;
    for (int c = 0; c < t->columns; c++)
        any |= p->second[t->offset + (size_t)row * t->columns + c] != 0;
    return any;
}

static void train(struct run *r, char folder[PATH_MAX_LENGTH], const char *task, const char *more,
                  const char *encoding) {
    const char *const settings[] = {task, more, encoding, "train.steps=50", "encoding.extrapolation=extend", NULL};
    train_stopped(r, fresh_folder(folder), settings, NULL, 1);
}

static void check_learned(const char *task, const char *option) {
    struct run r;
    struct encoding_parts_seen seen;
    char folder[PATH_MAX_LENGTH];
    train(&r, folder, task, option, "encoding.name=learned");
    const struct encoding_alone of = encoding_alone_of_run(&r);
    asks_see(&seen, &of, &(struct asks_text){.policy = &policy_extend, .positions = 65}, &r.arena);
    const struct encoding_seen *s = &seen.part[0];
    for (int row = 0; row < r.model.encoding.tensor[0].rows; row++)
        if (touched(&r, 0, row) != (row >= s->first_row && row <= s->last_row))
            fail_msg("%s %s: row %d", task, option, row);
    run_free(&r);
    remove_folder(folder);
}

TEST(rows_that_training_never_touched) {
    check_learned("task.name=order", "learned.max_position_embeddings=40");
    check_learned("task.name=shift", "learned.offset=2");
}

static void check_buckets(const char *task, const char *option, enum seen_asks asks) {
    struct run r;
    struct encoding_parts_seen seen;
    char folder[PATH_MAX_LENGTH];
    bool met[32] = {false};
    int buckets = 0, distances = 0;
    train(&r, folder, task, option, "encoding.name=t5");
    const struct encoding_alone of = encoding_alone_of_run(&r);
    asks_see(&seen, &of, &(struct asks_text){.policy = &policy_extend, .positions = 65}, &r.arena);
    for (int d = asks == ASKS_FIRST ? 0 : -64; d <= (asks == ASKS_LAST ? 0 : 64); d++) {
        int b = seen_plain_bucket(d, 0);
        distances += !touched(&r, 0, b);
        buckets += !touched(&r, 0, b) && !met[b];
        met[b] = true;
    }
    assert_int_equal(seen.part[0].unseen, buckets);
    assert_int_equal(seen.part[0].outside, distances);
    run_free(&r);
    remove_folder(folder);
}

TEST(buckets_that_training_never_touched) {
    check_buckets("task.name=order", "task.cls=first", ASKS_FIRST);
    check_buckets("task.name=order", "task.cls=last", ASKS_LAST);
    check_buckets("task.name=shift", "train.batch=64", ASKS_ALL);
}

/* Half open gates count to about 8 of 16 words: the last row, which larger counts read, has no gradient. */
TEST(counts_that_training_never_had) {
    struct run r;
    char folder[PATH_MAX_LENGTH];
    train(&r, folder, "task.name=order", "train.seed=1", "encoding.name=cope");
    assert_true(touched(&r, 0, 1));
    assert_false(touched(&r, 0, r.model.encoding.tensor[0].rows - 1));
    run_free(&r);
    remove_folder(folder);
}

/* ---- Who asks */

TEST(targets_ask) {
    static const struct {
        const char *settings;
        enum seen_asks asks;
    } of[] = {{"task.name=order", ASKS_FIRST},
              {"task.name=order task.cls=last", ASKS_LAST},
              {"task.name=first", ASKS_FIRST},
              {"task.name=shift", ASKS_ALL},
              {"task.name=copy", ASKS_ALL}};
    for (size_t i = 0; i < sizeof of / sizeof *of; i++) {
        struct assignments a = {0};
        struct error e;
        struct encoding_alone alone;
        char one[64];
        for (const char *at = of[i].settings; text_item(&at, one, sizeof one);)
            assert_true(assignments_override(&a, one, &e));
        assert_true(encoding_alone_build(&alone, &a, NULL, &e));
        assert_int_equal(asks_of(&alone.task), of[i].asks);
        encoding_alone_free(&alone);
    }
}

/* ---- Counts */

/* y (out) = W x + b, with weights at their offsets in the model */
static void project(double *y, const struct run *r, struct linear l, const real *x) {
    int d = r->model.config.d_model;
    for (int o = 0; o < d; o++) {
        y[o] = (double)r->model.params.value[l.bias + o];
        for (int i = 0; i < d; i++)
            y[o] += (double)r->model.params.value[l.weight + (size_t)o * d + i] * (double)x[i];
    }
}

/* The largest sum of gates 1 / (1 + exp(-q k / sqrt(h))) from a target to either end of its text, in any head. */
static double gates(const struct run *r, const struct batch *b, const real *z) {
    const struct attention *at = r->model.mixing;
    int d = r->model.config.d_model, heads = r->model.config.heads, h = d / heads;
    double q[64], k[64], most = 0;
    for (int i = 0; i < b->targets; i++) {
        double before[8] = {0}, after[8] = {0};
        project(q, r, at->query, z + (size_t)b->target[i] * d);
        for (int j = 0; j < b->rows; j++) {
            project(k, r, at->key, z + (size_t)j * d);
            for (int n = 0; n < heads; n++) {
                double product = 0;
                for (int c = n * h; c < (n + 1) * h; c++)
                    product += q[c] * k[c];
                double gate = 1 / (1 + exp(-product / sqrt(h)));
                before[n] += j <= b->target[i] ? gate : 0;
                after[n] += j >= b->target[i] && !r->model.config.causal ? gate : 0;
                most = fmax(most, fmax(before[n], after[n]));
            }
        }
    }
    return most;
}

/* Over the same examples, of so many words or of trained lengths (0). */
static double largest(const struct run *r, int words) {
    double most = 0;
    for (uint32_t i = 0; i < ASKS_COUNTED; i++) {
        struct arena arena = {0};
        struct batch b;
        struct forward_pass way;
        struct error e;
        batch_build(&b, &r->task, 1, words ? words : 16, &arena);
        batch_add_evaluation(&b, &r->task, r->eval_scheme, batch_seeds_of(&r->settings), words, i);
        assert_true(forward_pass_run(&way, r, &b, &policy_extend, &arena, &e));
        most = fmax(most, gates(r, &b, way.work.value.z));
        arena_free(&arena);
    }
    return most;
}

static void check_counts(const char *task, const char *option, const char *encoding, int part) {
    struct run r;
    struct encoding_parts_seen seen;
    char folder[PATH_MAX_LENGTH], says[128];
    train(&r, folder, task, option, encoding);
    const struct encoding_alone of = encoding_alone_of_run(&r);
    asks_see(&seen, &of, &(struct asks_text){.policy = &policy_extend, .positions = 65, .words = 64}, &r.arena);
    const struct encoding_seen *s = &seen.part[part];
    assert_int_equal(s->kind, SEEN_COUNTS);
    assert_near("trained", 0, s->count_trained, largest(&r, 0), 1e-3);
    assert_near("now", 0, s->count_now, largest(&r, 64), 1e-3);
    assert_true(s->count_trained > 1 && s->count_now > s->count_trained);
    snprintf(says, sizeof says, "to %.0f in texts as long as in training, here to %.0f;", s->count_trained,
             s->count_now);
    assert_non_null(strstr(s->fact, says));
    /* of a text that is not the task's own nothing is counted */
    asks_see(&seen, &of, &(struct asks_text){.policy = &policy_extend, .positions = 65}, &r.arena);
    assert_null(strstr(seen.fact, "here to"));
    run_free(&r);
    remove_folder(folder);
}

TEST(counts_of_gates) {
    check_counts("task.name=order", "train.learning_rate=0.003", "encoding.name=cope", 0);
    check_counts("task.name=shift", "model.causal=yes", "encoding.name=cope", 0);
    check_counts("task.name=first", "train.learning_rate=0.003", "encoding.name=sinusoidal+cope", 1);
}

GROUP(seen_trained, NULL, NULL)
