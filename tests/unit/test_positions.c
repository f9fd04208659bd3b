/* test_positions.c -- positions that do not run 0, 1, 2, ...: random subsets and even spreads, in
 * training and evaluation, and what they ask of an encoding. */
#include "unit/near.h"
#include "unit/opened.h"
#include "unit/tests.h"

#include <math.h>
#include <string.h>

#include "evaluate/evaluate.h"

static const struct batch_seeds ones = {1, 1};

enum { WORDS = 8, ROWS = WORDS + 1, MAX_POSITION = 12, DRAWS = 6000 };

static struct batch draw(struct run *r, struct position_scheme p, struct batch_seeds seeds, uint32_t index) {
    struct batch b;
    batch_build(&b, &r->task, 1, WORDS, &r->arena);
    batch_add_evaluation(&b, &r->task, p, seeds, WORDS, index);
    return b;
}

/* Sorted, below max_position, every position as often as any other, every pair too. */
TEST(random_positions) {
    static struct run r;
    int count[MAX_POSITION] = {0}, both[MAX_POSITION][MAX_POSITION] = {{0}};
    open_run(&r, (const char *const[]){NULL});
    for (uint32_t k = 0; k < DRAWS; k++) {
        struct batch b = draw(&r, (struct position_scheme){POSITIONS_RANDOM, MAX_POSITION}, ones, k);
        for (int i = 0; i < ROWS; i++) {
            assert_in_range(b.position[i], i ? b.position[i - 1] + 1 : 0, MAX_POSITION - 1);
            count[b.position[i]]++;
            for (int j = 0; j < i; j++)
                both[b.position[j]][b.position[i]]++;
        }
    }
    double share = (double)ROWS / MAX_POSITION, pair = share * (ROWS - 1) / (MAX_POSITION - 1);
    for (int i = 0; i < MAX_POSITION; i++) {
        assert_true(fabs(count[i] / (double)DRAWS - share) <= 5 * sqrt(share * (1 - share) / DRAWS));
        for (int j = i + 1; j < MAX_POSITION; j++)
            assert_true(fabs(both[i][j] / (double)DRAWS - pair) <= 5 * sqrt(pair * (1 - pair) / DRAWS));
    }
    run_free(&r);
}

/* All of them where max_position leaves no choice; spread from end to end; the same words. */
TEST(even) {
    static struct run r;
    static const int spread[ROWS] = {0, 1, 3, 4, 6, 7, 8, 10, 11}; /* k * 11 / 8, rounded */
    open_run(&r, (const char *const[]){NULL});
    struct batch ordered = draw(&r, (struct position_scheme){POSITIONS_ORDERED, 0}, ones, 7);
    struct batch even = draw(&r, (struct position_scheme){POSITIONS_EVEN, MAX_POSITION}, ones, 7);
    struct batch random = draw(&r, (struct position_scheme){POSITIONS_RANDOM, MAX_POSITION}, ones, 7);
    struct batch full = draw(&r, (struct position_scheme){POSITIONS_RANDOM, ROWS}, ones, 7);
    assert_memory_equal(full.position, ordered.position, sizeof spread);
    for (int i = 0; i < ROWS; i++) {
        assert_int_equal(ordered.position[i], i);
        assert_int_equal(even.position[i], spread[i]);
    }
    assert_int_equal(even.position[ROWS - 1], MAX_POSITION - 1);
    assert_memory_equal(even.token, ordered.token, sizeof spread);
    assert_memory_equal(random.token, ordered.token, sizeof spread); /* positions move no other numbers */
    run_free(&r);
}

/* Of any number of rows, in any number of positions: to the nearest, halves up. */
TEST(evenly) {
    static struct run r;
    enum { MOST = 2 * WORDS };
    struct batch b;
    open_run(&r, (const char *const[]){NULL});
    batch_build(&b, &r.task, 1, MOST, &r.arena);
    for (int words = r.task.size.shortest; words <= MOST; words++)
        for (int positions = words + 1; positions < 4 * words; positions++) {
            batch_clear(&b);
            batch_add_evaluation(&b, &r.task, (struct position_scheme){POSITIONS_EVEN, positions}, ones, words, 7);
            for (int i = 0; i < b.rows; i++)
                assert_int_equal(b.position[i], floor((double)i * (positions - 1) / (b.rows - 1) + 0.5));
        }
    run_free(&r);
}

/* Every fourth is left out in training and, where nothing else is said, in evaluation; the words are the same. */
TEST(gaps) {
    static struct run r;
    static const int kept[ROWS] = {0, 1, 2, 4, 5, 6, 8, 9, 10};
    struct batch trained;
    open_run(&r, (const char *const[]){"train.positions=gaps", "encoding.name=learned", "task.words=8..8", NULL});
    struct batch ordered = draw(&r, (struct position_scheme){POSITIONS_ORDERED, 0}, ones, 7);
    struct batch gaps = draw(&r, r.eval_scheme, ones, 7);
    batch_build(&trained, &r.task, 1, WORDS, &r.arena);
    batch_add_training(&trained, &r.task, r.scheme, 1, 3);
    assert_memory_equal(gaps.position, kept, sizeof kept);
    assert_memory_equal(trained.position, kept, sizeof kept);
    assert_memory_equal(gaps.token, ordered.token, sizeof kept);
    assert_int_equal(r.model.encoding.rows, kept[ROWS - 1] + 1); /* the table ends with the last one */
    run_free(&r);
}

/* Equal seeds give equal positions; seeds, indices, training and evaluation differ. */
TEST(streams) {
    static struct run r;
    struct position_scheme p = {POSITIONS_RANDOM, 512};
    struct batch trained;
    open_run(&r, (const char *const[]){NULL});
    struct batch one = draw(&r, p, ones, 3), same = draw(&r, p, ones, 3), next = draw(&r, p, ones, 4);
    struct batch other = draw(&r, p, (struct batch_seeds){2, 1}, 3), run = draw(&r, p, (struct batch_seeds){1, 2}, 3);
    assert_memory_equal(one.position, same.position, ROWS * sizeof *one.position);
    assert_memory_not_equal(one.position, other.position, ROWS * sizeof *one.position);
    assert_memory_not_equal(one.position, run.position, ROWS * sizeof *one.position);
    assert_memory_not_equal(other.position, run.position, ROWS * sizeof *one.position);
    assert_memory_not_equal(one.position, next.position, ROWS * sizeof *one.position);
    batch_build(&trained, &r.task, 1, 16, &r.arena);
    batch_add_training(&trained, &r.task, p, 1, 3);
    assert_memory_not_equal(one.position, trained.position, 5 * sizeof *one.position);
    run_free(&r);
}

/* Random positions in training make a table of max_position rows, and nothing lies beyond it. */
TEST(trained_positions) {
    static struct run r;
    static struct evaluation_result result;
    struct error e;
    open_run(&r, (const char *const[]){"train.positions=random", "train.max_position=300", "eval.examples=40", NULL});
    assert_int_equal(r.model.encoding.rows, 300);
    assert_int_equal(r.longest, 17);
    assert_true(evaluate(&r, 1, &result, &r.arena, &e));
    assert_int_equal(result.rows, 1);      /* no policy has a say */
    assert_int_equal(result.baselines, 2); /* chance, and blind to segments: none of them reads trained positions */
    run_free(&r);
    open_run(&r, (const char *const[]){"eval.positions=even", "eval.examples=40", "eval.lengths=1x", NULL});
    assert_true(evaluate(&r, 1, &result, &r.arena, &e));
    assert_true(result.rows > 1); /* trained on 17 places, evaluated at up to 511 */
    assert_int_equal(result.baselines, 2);
    run_free(&r);
    open_run(&r, (const char *const[]){"eval.positions=ordered", "eval.examples=40", "eval.lengths=1x 2x", NULL});
    assert_true(evaluate(&r, 1, &result, &r.arena, &e));
    assert_string_equal(result.baseline[result.baselines - 1].name, "trained positions");
    run_free(&r);
}

/* If positions restart in the copy, there are half as many as rows. [SEP] is a word, but never an answer. */
TEST(restart) {
    static const int expected[2][6] = {{0, 1, 2, 3, 4, 5}, {0, 1, 2, 0, 1, 2}};
    static const char *const positions[] = {"task.restart=no", "task.restart=yes"};
    static struct run r;
    struct batch b;
    for (int i = 0; i < 2; i++) {
        open_run(&r, (const char *const[]){"task.name=copy", positions[i], "model.causal=yes", NULL});
        assert_int_equal(r.longest, 32);
        assert_int_equal(r.model.encoding.rows, i ? 16 : 32);
        assert_int_equal(r.task.size.vocabulary, 17);
        assert_near("chance", i, r.task.kind->chance(&r.task, r.task.size.trained), 1 / 16., 0);
        batch_build(&b, &r.task, 1, 3, &r.arena);
        batch_add_evaluation(&b, &r.task, r.scheme, batch_seeds_of(&r.settings), 3, 0);
        assert_memory_equal(b.position, expected[i], sizeof *expected);
        run_free(&r);
    }
    open_run(&r, (const char *const[]){"task.name=reverse", NULL});
    assert_int_equal(r.task.size.vocabulary, 16);
    run_free(&r);
}

static void refuse(const char *first, const char *second, const char *text) {
    static struct run r;
    struct assignments a = {0};
    struct settings s;
    struct error e = {0};
    assert_true(assignments_override(&a, first, &e) && assignments_override(&a, second, &e));
    bool ok = settings_resolve(&s, &a, NULL, &e) && run_build(&r, &s, NULL, &e);
    if (ok) {
        ok = evaluation_check(&r, &e);
        run_free(&r);
    }
    assert_false(ok);
    assert_int_equal(e.code, EXIT_USAGE);
    if (!strstr(e.text, text))
        fail_msg("'%s' does not say '%s'", e.text, text);
}

TEST(refusals) {
    refuse("train.positions=random", "train.max_position=16",
           "train.max_position = 16: sequences of 16 words have 17 positions");
    refuse("train.positions=random", "train.max_position=100",
           "train.max_position = 100: sequences of 128 words have 129 positions");
    refuse("eval.positions=even", "train.max_position=20",
           "train.max_position = 20: sequences of 32 words have 33 positions");
    refuse("model.causal=yes", "task.name=order", "the target of task order is the first row");
    refuse("task.name=copy", "model.causal=no", "model.causal = yes");
    refuse("model.mixer=gru", "recurrent.bidirectional=no", "task.cls = last");
}

GROUP(positions, NULL, NULL)
