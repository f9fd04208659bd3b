/* test_text_tasks.c -- laws of the tasks on plain text alone: characters as tokens, what a cloze disguises, which part
 * is held out. */
#include <math.h>
#include <string.h>

#include "baseline/baseline.h"
#include "law/examples.h"
#include "oracle_of_texts.h"
#include "texts/texts.h"
#include "unit/files.h"
#include "unit/opened.h"
#include "unit/tests.h"

TEST(round_trip_of_characters) {
    const char *const characters[] = {"task.tokens", "characters", NULL};
    check_round_trips(&task_cloze, characters);
    check_round_trips(&task_next, characters);
    check_round_trips(&task_sop, characters);
}

/* Of what a cloze asks for 80 % is masked, 10 % is another word, 10 % stands as it is (within four standard
 * deviations), and the target positions are 15 % of all. */
TEST(disguise) {
    static struct examples o;
    double masked = 0, same = 0, targets = 0;
    char buffer[TASK_WORD_MAX];
    examples_open(&o, &task_cloze, (const char *const[]){NULL});
    examples_draw(&o, 6, LONGEST);
    for (int i = 0; i < o.batch.targets; i++) {
        int token = o.batch.token[o.batch.target[i]];
        masked += strcmp(task_cloze.word(&o.task, token, buffer), "[MASK]") == 0;
        same += token == o.batch.answer[i];
        targets++;
    }
    assert_true(fabs(masked / targets - 0.8) <= 4 * sqrt(0.16 / targets));
    assert_true(fabs(same / targets - 0.1) <= 4 * sqrt(0.09 / targets) + 0.001); /* another word may be the same */
    assert_int_equal(o.batch.targets, EXAMPLES * LONGEST * 15 / 100);
    arena_free(&o.arena);
}

/* The last position in the text where a sequence of LONGEST words stands. */
static int last_position(const struct examples *o, int s) {
    int last = -1, at = -1;
    while ((at = text_locate(&o->task, &o->batch, s, o->batch.start[s], LONGEST, at + 1)) >= 0)
        last = at;
    return last;
}

/* Evaluation draws from what is held out, training does not. */
/* says help settings: share of the text, at its end, that is used for evaluation only */
TEST(held_out) {
    static struct examples o;
    int outside = 0;
    examples_open(&o, &task_next, (const char *const[]){"task.words", "40", NULL});
    examples_draw(&o, 4, LONGEST);
    for (int s = 0; s < 50; s++)
        assert_true(last_position(&o, s) >= text_held_out());
    examples_draw(&o, 4, -1);
    for (int s = 0; s < 50; s++)
        outside += last_position(&o, s) < text_held_out();
    assert_true(outside > 40); /* a passage may stand in both parts, word by word */
    arena_free(&o.arena);
}

/* Which baselines make sense where every word is a target: n-grams, the most frequent word, and there alone n-grams. */
TEST(baselines_fit) {
    static struct run r;
    struct error e;
    open_run(&r, (const char *const[]){"task.name=next", "model.causal=yes", NULL});
    for (const struct baseline *const *b = baseline_kinds; ABOUT(*b); b++) {
        bool one = *b == &baseline_bag;
        assert_int_equal((*b)->fits(&r.task, &e), !one);
    }
    run_free(&r);
    open_run(&r, (const char *const[]){"task.name=first", NULL});
    assert_refused("bigram", baseline_bigram.fits(&r.task, &e), &e, EXIT_USAGE, "bigram ... task first");
    run_free(&r);
}

GROUP(text_tasks, NULL, NULL)
