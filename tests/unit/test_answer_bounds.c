/* test_answer_bounds.c -- the limits of what the first screen says, each met exactly and crossed: how many names a list
 * has, whose intervals are apart, who is marked; and which metrics were measured at all. */
#include "base/text.h"
#include "result/answer.h"
#include "result/comparison_document.h"
#include "unit/made_comparison.h"

static struct answer a;

/* Of c, as it is now. */
static void find(int metric) {
    compare_summarise(&c);
    answer_find(&a, &c, metric, &arena);
}

static void assert_contains(const char *text, const char *part) {
    if (!strstr(text, part))
        fail_msg("lacks '%s':\n%s", part, text);
}

/* "learned xxx": so many columns. */
static const char *label(int columns, char fill) {
    char *text = arena_format(&arena, "%-*s", columns, "learned ");
    memset(text + 8, fill, (size_t)columns - 8);
    return text;
}

/* Models that fall, with labels of these columns, and one that holds; what is said of the former. */
static const char *fallen(const int *columns) {
    struct given model[MODELS + 1] = {{"alibi", ALL(100), {NEAR(97)}}};
    for (int i = 0; columns[i]; i++)
        model[i + 1] = (struct given){label(columns[i], (char)('a' + i)), ALL(100), {NEAR(60)}};
    build(model, SEEDS);
    find(METRIC_ACCURACY);
    return a.finding[1];
}

/* In full up to 54 columns, with the signs between them; else three names at most, in 44. */
TEST_WITH(names, NULL, drop) {
    static const struct {
        int columns[6];
        const char *said;
    } of[] = {{{26, 26}, " and learned bbbbbbbbbbbbbbbbbb fall to"},
              {{26, 27}, "; learned aaaaaaaaaaaaaaaaaa and 1 other fall to"},
              {{10, 10, 10, 18}, "; learned aa, learned bb, learned cc and learned dddddddddd fall to"},
              {{10, 10, 10, 19}, "; learned aa, learned bb, learned cc and 1 other fall to"},
              {{21, 21, 9, 9, 9}, ", learned bbbbbbbbbbbbb and 3 others fall to"},
              {{21, 22, 9, 9, 9}, "; learned aaaaaaaaaaaaa and 4 others fall to"},
              {{9, 9, 9, 9, 9}, "; learned a, learned b, learned c and 2 others fall to"}};
    for (size_t i = 0; i < sizeof of / sizeof *of; i++) {
        assert_contains(fallen(of[i].columns), of[i].said);
        arena_free(&arena);
    }
}

/* Rows of a user, none longer than those of training: what is said of order. */
static const char *ordered(const struct given *model) {
    tests_need("rows");
    build(model, SEEDS);
    c.settings.task = task_named("tsv");
    c.words[LENGTHS] = (struct range){12, 12};
    find(METRIC_ACCURACY);
    return a.finding[0];
}

/* Two print as the best does; one of them, whose seeds differ, is not marked and not named. */
TEST_WITH(best_that_are_marked, NULL, drop) {
    static const struct given model[] = {{"none", NEAR(90), {NEAR(50)}},
                                         {"alibi", {100, 100, 100, 100, 84}, {NEAR(50)}},
                                         {"rope", NEAR(97), {NEAR(50)}},
                                         {0}};
    assert_string_equal(ordered(model), "Word order matters here: 90 % without it (none), 97 % with it (rope).");
}

/* The best of those that do not see order decides, not the first or any other; here it is not marked. */
TEST_WITH(best_without_order, NULL, drop) {
    static const struct given model[] = {{"none", NEAR(54), {NEAR(50)}},
                                         {"none b", {60, 99, 95, 99, 99}, {NEAR(50)}},
                                         {"rope", NEAR(97), {NEAR(50)}},
                                         {0}};
    assert_string_equal(ordered(model), "Word order is not shown to help here, after correction for 2 tests: 54..90 % "
                                        "without it (none and none b), 97 % with it "
                                        "(rope).");
}

/* Intervals that are apart while Holm's correction leaves nothing marked; those that meet are not apart. */
TEST_WITH(intervals_that_meet, NULL, drop) {
    static const struct given model[] = {
        {"none", {60, 99, 95, 99, 99}, {NEAR(50)}}, {"rope", NEAR(97), {NEAR(50)}}, {0}};
    for (int apart = 0; apart < 2; apart++) {
        ordered(model);
        c.row[0].of[METRIC_ACCURACY][IN_RANGE] = (struct summary){SEEDS, .904, .85, .95};
        c.row[0].finished = SEEDS - 2; /* the seeds that are named are those of the best model */
        c.row[1].of[METRIC_ACCURACY][IN_RANGE] = (struct summary){SEEDS, .97, apart ? .951 : .95, .99};
        answer_find(&a, &c, METRIC_ACCURACY, &arena);
        assert_string_equal(a.finding[0],
                            apart ? "Word order probably matters here: 90 % without it (none), 97 % with it (rope); 5 "
                                    "seeds do not confirm it."
                                  : "Word order is not shown to help here: 90 % without it (none), 97 % with it "
                                    "(rope).");
        arena_free(&arena);
    }
}

/* Of a figure others that differ from each other and not from the best do not differ from it; of seven that do four are
 * named. */
TEST_WITH(figures, NULL, drop) {
    static const long best[] = {600, 800, 1000, 1200, 1400};
    build(alike(3), SEEDS);
    for (int i = 0; i < c.members; i++)
        c.member[i].result->weights = i < SEEDS ? best[i] : 1000 + 100 * (i / SEEDS) + i % SEEDS;
    find(metric_find("weights"));
    assert_string_equal(a.finding[0], "Fewest: learned 0 (958); no other is shown to differ.");
    arena_free(&arena);
    build(alike(MODELS), SEEDS);
    for (int i = 0; i < c.members; i++)
        c.member[i].result->weights = 100 + 50 * (i / SEEDS) + i % SEEDS;
    find(metric_find("weights"));
    assert_contains(a.finding[0], "learned 4 x");
    assert_contains(a.finding[0], "] of it, and 3 more.");
    assert_null(strstr(a.finding[0], "learned 5"));
}

/* Where lower is better a model below the gate is said to be at its loss, as all others are. */
TEST_WITH(loss_below_the_gate, NULL, drop) {
    static const struct given model[] = {{"rope", NEAR(80), {NEAR(60)}}, {0}};
    build(model, SEEDS);
    for (int i = 0; i < c.members; i++)
        c.member[i].result->in_range->value[METRIC_LOSS] = .4;
    find(METRIC_LOSS);
    assert_string_equal(a.finding[0], "At trained lengths rope is at 0.400.");
}

/* A metric is in a document, and takes memory in its tables, if any row has a number of it, be it at the longest length
 * alone. */
TEST_WITH(measured, NULL, drop) {
    static const struct given model[] = {{"none", NEAR(50), {NEAR(50)}}, {"rope", ALL(100), {NEAR(60)}}, {0}};
    for (int is = 0; is < 2; is++) {
        struct comparison_tables tables;
        build(model, SEEDS);
        for (int i = SEEDS; i < c.members && is; i++)
            c.member[i].result->row->at[LENGTHS]->value[METRIC_LOSS] = .7;
        compare_summarise(&c);
        comparison_fill(&tables, &c, &arena);
        json_t *json = comparison_json(&c, &tables), *row = json_array_get(json_object_get(json, "summary"), 1);
        assert_int_equal(table_has_room(&tables.summary, METRIC_LOSS), is);
        assert_int_equal(json_object_get(row, "loss") != NULL, is);
        json_decref(json);
        arena_free(&arena);
    }
}

/* Ends of intervals that are exactly at a limit, and just past it, in range and at 64 words. Chance is 50 %, what
 * trained positions alone give 63. */
TEST_WITH(ends, NULL, drop) {
    static const struct given model[] = {{"learned", NEAR(80), {NEAR(80)}}, {0}};
    static const struct {
        struct summary in, at;
        unsigned says; /* bits */
    } of[] = {
        {{SEEDS, .53, .51, .549}, {SEEDS, .5, .4, .6}, 1U << SAYS_GUESSES},
        {{SEEDS, .53, .5101, .549}, {SEEDS, .5, .4, .6}, 1U << SAYS_BELOW_GATE},
        {{SEEDS, .53, .51, .55}, {SEEDS, .5, .4, .6}, 1U << SAYS_BELOW_GATE},
        {{SEEDS, .6, .5, .7}, {SEEDS, .6, .4, .8}, 1U << SAYS_BELOW_GATE},
        {{SEEDS, .6, .501, .7}, {SEEDS, .6, .4, .8}, 1U << SAYS_BELOW_GATE | 1U << SAYS_OPEN},
        {{SEEDS, .9, .8, .95}, {SEEDS, .6, .5, .8}, 1U << SAYS_BELOW_GATE | 1U << SAYS_OPEN},
        {{SEEDS, .9, .8, .95}, {SEEDS, .6, .5, .799}, 1U << SAYS_BELOW_GATE | 1U << SAYS_FALLS},
        {{SEEDS, .9, .89, .91}, {SEEDS, .6, .57, .63}, 1U << SAYS_BELOW_GATE | 1U << SAYS_FALLS},
        {{SEEDS, .9, .89, .91},
         {SEEDS, .6, .57, .629},
         1U << SAYS_BELOW_GATE | 1U << SAYS_FALLS | 1U << SAYS_BELOW_LEVEL},
    };
    for (size_t i = 0; i < sizeof of / sizeof *of; i++) {
        build(model, SEEDS);
        c.baseline[c.baselines++] = (struct baseline_levels){"trained positions", {{{1, 1, .63, 1}}}};
        compare_summarise(&c);
        c.row->of[METRIC_ACCURACY][IN_RANGE] = of[i].in;
        c.row->of[METRIC_ACCURACY][LENGTHS] = of[i].at;
        answer_find(&a, &c, METRIC_ACCURACY, &arena);
        const unsigned says = a.model->says & ((1U << STATEMENT_KINDS) - 1);
        if (says != of[i].says)
            fail_msg("case %zu says %x, not %x", i, says, of[i].says);
        arena_free(&arena);
    }
}

GROUP(answer_bounds, NULL, NULL)
