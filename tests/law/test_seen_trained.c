/* test_seen_trained.c -- rows that are said to be untouched by training never had a gradient: Adam's second moment of a
 * row is 0 until it has one; and which rows a task asks. */
#include "base/text.h"
#include "law/seen_plain.h"
#include "measure/asks.h"
#include "measure/encoding_alone.h"
#include "unit/opened.h"
#include "unit/tests.h"

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
    const struct encoding_weights w = model_encoding_weights(&r.model, NULL);
    asks_see(&seen, &r.model.encoding, &w, &r.settings, &r.task, &policy_extend, 65, true, &r.arena);
    const struct encoding_seen *s = &seen.part[0];
    for (int row = 0; row < r.model.encoding.tensor[0].rows; row++)
        if (touched(&r, 0, row) != (row >= s->first_row && row <= s->last_row))
            fail_msg("%s %s: row %d", task, option, row);
    run_free(&r);
    remove_folder(folder);
}

TEST(rows_that_training_never_touched) {
    check_learned("task.name=order", "encoding.max_position_embeddings=40");
    check_learned("task.name=shift", "encoding.offset=2");
}

static void check_buckets(const char *task, const char *option, enum seen_asks asks) {
    struct run r;
    struct encoding_parts_seen seen;
    char folder[PATH_MAX_LENGTH];
    bool met[32] = {false};
    int buckets = 0, distances = 0;
    train(&r, folder, task, option, "encoding.name=t5");
    const struct encoding_weights w = model_encoding_weights(&r.model, NULL);
    asks_see(&seen, &r.model.encoding, &w, &r.settings, &r.task, &policy_extend, 65, true, &r.arena);
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

GROUP(seen_trained, NULL, NULL)
