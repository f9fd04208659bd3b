/* test_training_notes.c -- the lopsided comparison with models that were trained differently (lopsided_recipes): what
 * tables and notes say, with means and counts computed by hand. */
#include "unit/tests.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "result/comparison_notes.h"
#include "result/fill_comparison.h"
#include "result/fill_evaluation.h"
#include "study/summarise.h"
#include "unit/drawing.h"
#include "unit/drawn.h"
#include "unit/golden.h"
#include "unit/lopsided.h"

static void begin(struct drawn *d) {
    lopsided_recipes(&d->c);
    compare_summarise(&d->c);
}

/* 30 % is the mean of 25 and 35 %, of the two models that have a value; 94.0 and 55.0 % are means of the two seeds that
 * memorised: 98 and 90, 56 and 54. */
DRAWN_TEST(notes) {
    begin(d);
    fill_summary(&d->t, &d->c, &d->arena);
    drawn_terminal(d, 1000000);
    drawn_has(d, "\n480..900 steps on 4..16 words; 2000 examples at each length, new for each seed.\n");
    const char *notes = NULL;
    for (int i = 0; i < d->t.notes.count; i++)
        notes = text_join(notes, "\n", d->t.notes.line[i], &d->arena);
    assert_golden("training-notes-notes.txt", notes);
    assert_string_equal(fill_subtitle(&d->c, &d->arena),
                        "task order, seeds 1..3, 480 to 900 steps, 8 of 9 models finished");
}

/* Six models that memorised are all named; of seven one is not. */
DRAWN_TEST(many_memorised) {
    struct series same[7];
    begin(d);
    for (int i = 0; i < 7; i++)
        same[i] = d->c.series[2]; /* none */
    d->c.series = same;
    for (d->c.labels = 6; d->c.labels <= 7; d->c.labels++) {
        int named = 0;
        fill_summary(&d->t, &d->c, &d->arena);
        const char *notes = d->t.notes.line[d->t.notes.count - 1];
        for (const char *at = notes; (at = strstr(at, "none (94.0 %")); at++)
            named++;
        assert_int_equal(named, 6);
        assert_int_equal(strstr(notes, ", and ") != NULL, d->c.labels == 7);
        assert_int_equal(strstr(notes, ", and 1 more.") != NULL, d->c.labels == 7);
    }
}

/* The observation with this number, as a line of JSON. */
static void has_observation(struct drawn *d, int number, const char *line) {
    json_t *all = table_observations(&d->t);
    char *text = json_dumps(json_array_get(all, (size_t)number), JSON_COMPACT | JSON_REAL_PRECISION(9));
    assert_string_equal(text, line);
    free(text);
    json_decref(all);
}

#define LEARNED2 "{\"name\":\"learned\",\"mixer\":\"attention\",\"encoding\":\"learned\",\"seed\":2,\"policy\":"

/* n counts the examples behind a number: training examples, those in range, or those of its length. */
DRAWN_TEST(observations) {
    begin(d);
    fill_members(&d->t, &d->c, true, &d->arena);
    has_observation(d, 0,
                    LEARNED2 "\"extend\",\"evaluated_at\":\"training\",\"length_low\":4,\"length\":16,"
                             "\"metric\":\"accuracy\",\"value\":0.99,\"n\":400}");
    has_observation(d, 1,
                    LEARNED2 "\"extend\",\"evaluated_at\":\"in_range\",\"length_low\":4,\"length\":16,"
                             "\"metric\":\"accuracy\",\"value\":0.95,\"n\":300}");
    has_observation(d, 3,
                    LEARNED2 "\"extend\",\"evaluated_at\":\"1.5x\",\"length_low\":24,\"length\":24,"
                             "\"metric\":\"accuracy\",\"value\":0.7,\"n\":320}");
    json_t *all = table_json(&d->t),
           *learned = json_array_get(all, 3); /* after the failed seed and two rows of seed 2 */
    assert_int_equal(json_integer_value(json_object_get(learned, "steps")), 550);
    json_decref(all);
    fill_summary(&d->t, &d->c, &d->arena);
    all = table_observations(&d->t);
    assert_int_equal(json_integer_value(json_object_get(json_array_get(all, 0), "n")), 2); /* seeds */
    json_decref(all);
}

/* Each seed has its own column; the failed one has an empty cell. */
DRAWN_TEST(seeds_on_training) {
    begin(d);
    fill_seeds(&d->t, &d->c, true, &d->arena);
    drawn_csv(d);
    assert_golden("training-notes-seeds-on-training.csv", d->text);
    fill_seeds(&d->t, &d->c, false, &d->arena);
    drawn_csv(d);
    drawn_has(d, "\nlearned,seed2,,,accuracy,0.95\nlearned,seed3,,,accuracy,0.99\nlearned,seed2,,,steps_to_99,200\n");
}

/* The table of a single evaluation names the model, and the policy that helps most at the longest length. */
DRAWN_TEST(one_evaluation) {
    begin(d);
    d->c.member[1].result->left_out = 12;
    fill_evaluation(&d->t, d->c.member[1].result, &d->arena);
    drawn_golden(d, 1000000, "training-notes-one-evaluation.txt");
    fill_evaluation(&d->t, d->c.member[6].result, &d->arena);
    drawn_csv(d);
    assert_golden("training-notes-one-evaluation.csv", d->text);
}

/* Another policy is named where it is better by more than a point, and of several the best. */
DRAWN_TEST(better_by_a_point) {
    static const struct {
        double percent;
        bool named;
    } rows[] = {{39, false}, {40.9, false}, {41.1, true}, {83, true}};
    begin(d);
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        d->c.member[1].result->row[1].at[3]->value[METRIC_ACCURACY] = rows[i].percent / 100;
        fill_evaluation(&d->t, d->c.member[1].result, &d->arena);
        drawn_terminal(d, 1000000);
        assert_int_equal(strstr(d->text, " % there with interpolate.") != NULL, rows[i].named);
        drawn_has(d, "learned, seed 2: 95 % in range, 40 % at 64 words (4x)");
    }
}

/* A policy that does not apply has no number: the first that does is named, and where none does nothing is said. */
DRAWN_TEST(no_number) {
    begin(d);
    const struct evaluation_result *r = d->c.member[1].result;
    r->row[0].at[3]->value[METRIC_ACCURACY] = (double)NAN;
    fill_evaluation(&d->t, r, &d->arena);
    drawn_terminal(d, 1000000);
    drawn_has(d, "learned, seed 2: 95 % in range, 81 % at 64 words (4x) with interpolate.\n");
    r->row[1].at[3]->value[METRIC_ACCURACY] = (double)NAN;
    fill_evaluation(&d->t, r, &d->arena);
    drawn_terminal(d, 1000000);
    drawn_has(d, "\nlearned, seed 2: 95 % in range.\n");
}

/* All rows of a test file together have a column of their own, after the lengths. */
DRAWN_TEST(all_rows_of_a_file) {
    begin(d);
    for (int k = 1; k < d->c.members; k++)
        d->c.member[k].result->total = true;
    d->c.total = true;
    compare_summarise(&d->c);
    fill_summary(&d->t, &d->c, &d->arena);
    drawn_csv(d);
    drawn_has(d, "\nrope+interpolate base=100,attention,rope,interpolate,2,3,all,4,64,accuracy,0.943333333,");
    fill_evaluation(&d->t, d->c.member[1].result, &d->arena);
    drawn_golden(d, 1000000, "training-notes-all-rows-of-a-file.txt");
}

/* At most six models are named, each with its state; running and stopped ones also with their step. */
DRAWN_TEST(unfinished) {
    begin(d);
    for (int k = 1; k < 8; k++)
        d->c.member[k].status = STATUS_WAITING;
    assert_golden("training-notes-unfinished.txt", fill_unfinished(&d->c, &d->arena));
    d->c.member[1].status = STATUS_FINISHED;
    d->c.member[3].status = STATUS_FINISHED;
    d->c.member[2].status = STATUS_RUNNING;
    d->c.member[2].step = 123;
    d->c.member[5].status = STATUS_STOPPED;
    d->c.member[5].step = 77;
    assert_golden("training-notes-unfinished-few.txt", fill_unfinished(&d->c, &d->arena));
}

GROUP(training_notes, NULL, NULL)
