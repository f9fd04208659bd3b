/* test_task.c -- laws of every task in the registry: equal seeds give equal examples,
 * answers agree with an independent oracle, labels are balanced, chance is what a
 * guesser gets; all tokens, segments and places lie within the sizes told. */
#include "unit/tests.h"

#include <math.h>
#include <string.h>

#include "task/kinds.h"
#include "train/batches.h"

enum { EXAMPLES = 1000, LONGEST = 40 };

struct opened {
    struct arena arena;
    struct task_built task;
    struct batch batch;
    _Alignas(16) char options[TASK_OPTIONS_MAX];
};

static void open_task(struct opened *o, const struct task *kind) {
    struct error e;
    memset(o, 0, sizeof *o);
    setting_defaults(kind->options, o->options);
    assert_true(task_build(&o->task, kind, o->options, &o->arena, &e));
    batch_build(&o->batch, &o->task, EXAMPLES, LONGEST, &o->arena);
}

static const struct placing ordered = {PLACES_ORDERED, 0};

static void draw(struct opened *o, uint32_t seed, int length) {
    batch_clear(&o->batch);
    for (int i = 0; i < EXAMPLES; i++) {
        if (length < 0)
            batch_add_training(&o->batch, &o->task, ordered, seed, (uint64_t)i);
        else
            batch_add_evaluation(&o->batch, &o->task, ordered, seed, length, (uint32_t)i);
    }
}

/* The answer by looking for the words X and Y in the segment asked about, from words alone. */
static int oracle(const struct task_built *t, const struct batch *b, int sequence) {
    int begin = b->start[sequence], end = b->start[sequence + 1], x = -1, y = -1, wanted = t->size.segments - 1;
    char buffer[TASK_WORD_MAX];
    for (int i = begin; i < end; i++) {
        const char *word = t->kind->word(t, b->token[i], buffer);
        if (b->segment[i] != wanted)
            continue;
        if (strcmp(word, "X") == 0) {
            assert_int_equal(x, -1);
            x = i;
        } else if (strcmp(word, "Y") == 0) {
            assert_int_equal(y, -1);
            y = i;
        }
    }
    assert_true(x >= 0 && y >= 0);
    return x < y;
}

static void test_oracle(void **state) {
    static struct opened o;
    char buffer[TASK_WORD_MAX];
    (void)state;
    for (const struct task *const *kind = tasks; *kind; kind++) {
        open_task(&o, *kind);
        draw(&o, 7, -1);
        for (int i = 0; i < EXAMPLES; i++) {
            const char *answer = (*kind)->answer(&o.task, o.batch.answer[i], buffer);
            assert_string_equal(answer, oracle(&o.task, &o.batch, i) ? "yes" : "no");
        }
        arena_free(&o.arena);
    }
}

static void test_within_sizes(void **state) {
    static struct opened o;
    (void)state;
    for (const struct task *const *kind = tasks; *kind; kind++) {
        open_task(&o, *kind);
        draw(&o, 7, -1);
        const struct task_sizes *size = &o.task.size;
        int trained = (*kind)->rows(&o.task, size->trained.high);
        for (int i = 0; i < o.batch.rows; i++) {
            assert_in_range(o.batch.token[i], 0, size->vocabulary - 1);
            assert_in_range(o.batch.segment[i], 0, size->segments - 1);
            assert_in_range(o.batch.place[i], 0, trained - 1);
        }
        for (int i = 0; i < o.batch.asked; i++)
            assert_in_range(o.batch.answer[i], 0, size->classes - 1);
        arena_free(&o.arena);
    }
}

static void test_seeds(void **state) {
    static struct opened one, two;
    (void)state;
    for (const struct task *const *kind = tasks; *kind; kind++) {
        open_task(&one, *kind);
        open_task(&two, *kind);
        draw(&one, 7, -1);
        draw(&two, 7, -1);
        assert_int_equal(one.batch.rows, two.batch.rows);
        size_t bytes = (size_t)one.batch.rows * sizeof(int);
        assert_memory_equal(one.batch.token, two.batch.token, bytes);
        draw(&two, 8, -1); /* another seed */
        assert_memory_not_equal(one.batch.token, two.batch.token, 200);
        draw(&one, 7, 12); /* another stream, and another length of it */
        draw(&two, 7, 13);
        assert_memory_not_equal(one.batch.token + 1, two.batch.token + 1, 12 * sizeof(int));
        arena_free(&one.arena);
        arena_free(&two.arena);
    }
}

/* Yes and no within four standard deviations of a half, so is the best guesser. */
static void test_balance(void **state) {
    static struct opened o;
    (void)state;
    for (const struct task *const *kind = tasks; *kind; kind++)
        for (int length = (*kind == &task_order ? 4 : 2); length <= LONGEST; length += 6) {
            int yes = 0;
            open_task(&o, *kind);
            draw(&o, 3, length);
            for (int i = 0; i < EXAMPLES; i++)
                yes += o.batch.answer[i];
            double often = fmax(yes, EXAMPLES - yes) / (double)EXAMPLES;
            assert_true(fabs(often - (*kind)->chance(&o.task, length)) <= 4 * 0.5 / sqrt(EXAMPLES));
            arena_free(&o.arena);
        }
}

/* The larger of two draws: P(longest) = 1 - (1 - 1/n)^2. */
static void test_lengths(void **state) {
    static struct opened o;
    int longest = 0;
    (void)state;
    open_task(&o, &task_order);
    draw(&o, 3, -1);
    for (int i = 0; i < EXAMPLES; i++) {
        int words = o.batch.start[i + 1] - o.batch.start[i] - 1;
        assert_in_range(words, 4, 16);
        longest += words == 16;
    }
    assert_true(fabs(longest / (double)EXAMPLES - 25.0 / 169) <= 0.045);
    arena_free(&o.arena);
}

int test_task(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_oracle),  cmocka_unit_test(test_within_sizes), cmocka_unit_test(test_seeds),
        cmocka_unit_test(test_balance), cmocka_unit_test(test_lengths),
    };
    return cmocka_run_group_tests_name("task", tests, NULL, NULL);
}
