/* test_answer.c -- what the first screen of a comparison says: its rows and sentences, computed by hand for comparisons
 * made here and for the lopsided one (lopsided.h). */
#include "result/answer.h"
#include "statistics/statistics.h"
#include "unit/lopsided.h"
#include "unit/made_comparison.h"

enum { SAID = 6 };

static struct answer a;

/* A pattern with one "*": a text that stands elsewhere, such as what a policy does. */
static bool is_like(const char *text, const char *pattern) {
    const char *star = strchr(pattern, '*');
    size_t before = star ? (size_t)(star - pattern) : 0, after = star ? strlen(star + 1) : 0, length = strlen(text);
    return !star ? strcmp(text, pattern) == 0
                 : length >= before + after && strncmp(text, pattern, before) == 0 &&
                       strcmp(text + length - after, star + 1) == 0;
}

static void assert_said(const char *const *said) {
    for (int i = 0; i < a.findings; i++)
        if (!said[i] || !is_like(a.finding[i], said[i]))
            fail_msg("sentence %d is: %s\nnot: %s", i + 1, a.finding[i], said[i] ? said[i] : "(none)");
    if (said[a.findings])
        fail_msg("lacks: %s", said[a.findings]);
}

/* Names of the rows that are shown, each after a blank. */
static void assert_rows(const char *names) {
    char text[400] = "";
    for (int i = 0; i < a.rows; i++) {
        const struct compare_row *row = &c.row[a.row[i]];
        size_t used = strlen(text);
        snprintf(text + used, sizeof text - used, "%s%s", i ? ", " : "", row->name);
        assert_int_equal(answer_is_other(&a, row), row->policy != &policy_extend);
    }
    assert_string_equal(text, names);
}

#define GUESS "Without positions (none) a model only guesses, even at trained lengths."
#define ALIKE "At trained lengths all others reach 100 %: nothing tells them apart there."
#define HELPS "+ interpolate (*, no further training) lifts "

struct expected {
    const char *what;
    struct given model[MODELS];
    const char *pairs, *rows, *said[SAID + 1];
    int seeds;
};

/* Rows that are NEAR something have the same spread, so that their differences have none: 4 points and more are marked.
 */
static const struct expected table[] = {
    {.what = "two models that fall, and what lifts them",
     .model = {NONE, {"learned", ALL(100), {NEAR(75), NEAR(96)}}, {"rope", ALL(100), {NEAR(60), NEAR(98), NEAR(90)}}},
     .rows = "none, learned+extend, learned+interpolate, rope+extend, rope+interpolate",
     .said = {GUESS, ALIKE, "At 64 words (4x) they fall to 60..75 %; above none: learned (+25 points) and rope (+10).",
              HELPS "learned from 75 to 96 % and rope from 60 to 98 %."}},
    {.what = "one seed: nothing is tested",
     .model = {NONE, {"learned", ALL(100), {NEAR(75), NEAR(96)}}, {"rope", ALL(100), {NEAR(60), NEAR(98)}}},
     .rows = "none, learned+extend, rope+extend",
     .said = {GUESS, ALIKE, "At 64 words (4x) they fall to 60..75 %."},
     .seeds = 1},
    {.what = "each model by its own best policy, in the order of policies",
     .model = {NONE,
               {"learned", ALL(100), {NEAR(75), NEAR(85), NEAR(96)}},
               {"rope", ALL(100), {NEAR(60), NEAR(98), NEAR(90)}}},
     .rows = "none, learned+extend, learned+clamp, rope+extend, rope+interpolate",
     .said = {GUESS, ALIKE, "At 64 words (4x) they fall to 60..75 %; above none: learned (+25 points) and rope (+10).",
              "+ clamp (*, no further training) lifts learned from 75 to 96 %.",
              "+ interpolate (positions squeezed into the trained range) lifts rope from 60 to 98 %."}},
    {.what = "policies that harm: the worst",
     .model = {NONE,
               {"rope", ALL(100), {NEAR(90), NEAR(80), NEAR(60)}},
               {"alibi", ALL(100), {NEAR(97), NEAR(60), NEAR(52)}},
               {"t5", ALL(100), {NEAR(97), NEAR(0), NEAR(72)}}},
     .rows = "none, rope+extend, alibi+extend, t5+extend",
     .said = {GUESS, ALIKE,
              "At 64 words (4x) they reach 90..97 %; above none: rope (+40 points), alibi (+47) and t5 (+47).",
              "+ clamp harms there: alibi falls from 97 to 52 %."}},
    {.what = "the first is no baseline, and none differs",
     .model = {{"learned", ALL(100), {NEAR(60)}}, {"rope", ALL(100), {NEAR(60)}}},
     .rows = "learned+extend, rope+extend",
     .said = {"At trained lengths all reach 100 %: nothing tells them apart there.",
              "At 64 words (4x) they fall to 60 %: 5 seeds cannot tell the two apart."}},
    {.what = "three of them, not quite all right",
     .model = {{"learned", NEAR(98), {NEAR(60)}}, {"rope", NEAR(99), {NEAR(60)}}, {"alibi", NEAR(98), {NEAR(60)}}},
     .rows = "learned+extend, rope+extend, alibi+extend",
     .said = {"At trained lengths all reach 98..99 %.",
              "At 64 words (4x) they fall to 60 %: 5 seeds cannot tell them apart."}},
    {.what = "no fall: the best is less than 5 points below the worst in range",
     .model = {{"learned", ALL(100), {NEAR(91)}}, {"rope", NEAR(98), {NEAR(94)}}},
     .rows = "learned+extend, rope+extend",
     .said = {"At trained lengths all reach 98..100 %.",
              "At 64 words (4x) they reach 91..94 %; above learned: rope (+3.0 points)."}},
    {.what = "some above the first and some below",
     .model = {{"learned", ALL(100), {NEAR(75)}}, {"rope", ALL(100), {NEAR(55)}}, {"alibi", ALL(100), {NEAR(97)}}},
     .rows = "learned+extend, rope+extend, alibi+extend",
     .said = {"At trained lengths all reach 100 %: nothing tells them apart there.",
              "At 64 words (4x) they reach 55..97 %; rope - learned -20 points and alibi - learned +22."}},
    {.what = "all below the first",
     .model = {{"alibi", ALL(100), {NEAR(98)}}, {"rope", ALL(100), {NEAR(55)}}, {"learned", ALL(100), {NEAR(94)}}},
     .rows = "alibi+extend, rope+extend, learned+extend",
     .said = {"At trained lengths all reach 100 %: nothing tells them apart there.",
              "At 64 words (4x) they reach 55..98 %; below alibi: rope (-43 points) and learned (-4.0)."}},
    {.what = "some seeds fail, some models stay below the pass mark: they are not those that learned",
     .model = {{"learned", ALL(100), {NEAR(75)}},
               {"rope", {100, 100, 60, 100, 100}, {NEAR(75)}},
               {"alibi", NEAR(80), {NEAR(75)}},
               {"t5", ALL(50), {NEAR(75)}}},
     .rows = "learned+extend, rope+extend, alibi+extend, t5+extend",
     .said = {"Even at trained lengths t5 only guesses.", "At trained lengths learned reaches 100 %.",
              "Only some seeds reach the pass mark of 95 %: rope (4 of 5).",
              "At trained lengths alibi stays at 80 %, below the pass mark of 95 %.",
              "At 64 words (4x) learned falls to 75 %: 5 seeds cannot tell it from the others."}},
    {.what = "above chance, by a little but surely, or by one seed: no guessing",
     .model = {{"learned", NEAR(53), {NEAR(50)}}, {"rope", {50, 50, 90, 50, 50}, {NEAR(50)}}},
     .rows = "learned+extend, rope+extend",
     .said = {"At trained lengths learned and rope stay at 53..58 %, below the pass mark of 95 %."}},
    {.what = "two learned, named again after another sentence",
     .model =
         {NONE, {"learned", ALL(100), {NEAR(50)}}, {"alibi", NEAR(80), {NEAR(50)}}, {"rope", ALL(100), {NEAR(50)}}},
     .rows = "none, learned+extend, alibi+extend, rope+extend",
     .said = {GUESS, "At trained lengths learned and rope reach 100 %: nothing tells them apart there.",
              "At trained lengths alibi stays at 80 %, below the pass mark of 95 %.",
              "At 64 words (4x) learned and rope fall to 50 %: 5 seeds cannot tell them from none."}},
    {.what = "nobody learned: what helps says where",
     .model = {NONE, {"rope", NEAR(80), {NEAR(50), NEAR(70)}}},
     .rows = "none, rope+extend, rope+interpolate",
     .said = {GUESS, "At trained lengths rope stays at 80 %, below the pass mark of 95 %.",
              HELPS "rope from 50 to 70 % at 64 words (4x)."}},
    {.what = "nobody learned: a difference says where, and policies need not",
     .model = {NONE, {"rope", NEAR(80), {NEAR(60), NEAR(70)}}},
     .rows = "none, rope+extend, rope+interpolate",
     .said = {GUESS, "At trained lengths rope stays at 80 %, below the pass mark of 95 %.",
              "At 64 words (4x): above none: rope (+10 points).", HELPS "rope from 60 to 70 %."}},
    {.what = "five are three and two others",
     .model = {NONE,
               {"learned", NEAR(80), {NEAR(50)}},
               {"rope", NEAR(81), {NEAR(50)}},
               {"alibi", NEAR(82), {NEAR(50)}},
               {"t5", NEAR(83), {NEAR(50)}},
               {"sinusoidal", NEAR(84), {NEAR(50)}}},
     .rows = "none, learned+extend, rope+extend, alibi+extend, t5+extend, sinusoidal+extend",
     .said = {GUESS, "At trained lengths learned, rope, alibi and 2 others stay at 80..84 %, below the pass mark of "
                     "95 %."}},
    {.what = "pairs that were asked for: their rows, and what policies do as always",
     .model = {NONE, {"learned", ALL(100), {NEAR(75), NEAR(93)}}, {"rope", ALL(100), {NEAR(60), NEAR(98)}}},
     .pairs = "rope+interpolate - learned+interpolate",
     .rows = "none, learned+extend, learned+interpolate, rope+extend, rope+interpolate",
     .said = {GUESS, ALIKE,
              "At 64 words (4x) they fall to 60..75 %; above learned+interpolate: rope+interpolate (+5.0 points).",
              HELPS "learned from 75 to 93 % and rope from 60 to 98 %."}},
    {.what = "and where they are not marked",
     .model = {NONE, {"learned", ALL(100), {NEAR(75), NEAR(93)}}, {"rope", ALL(100), {NEAR(75)}}},
     .pairs = "rope - learned",
     .rows = "none, learned+extend, learned+interpolate, rope+extend",
     .said = {GUESS, ALIKE, "At 64 words (4x) they fall to 75 %; 5 seeds cannot tell rope from learned.",
              HELPS "learned from 75 to 93 %."}},
};

/* Of c, as it is now. */
static void find(void) {
    compare_summarise(&c);
    answer_find(&a, &c, &arena);
}

TEST_WITH(sentences, NULL, drop) {
    for (const struct expected *x = table; x < table + sizeof table / sizeof *table; x++) {
        about(x->what);
        build(x->model, x->seeds ? x->seeds : SEEDS);
        snprintf(c.compare.pairs, sizeof c.compare.pairs, "%s", x->pairs ? x->pairs : "");
        find();
        assert_rows(x->rows);
        assert_said(x->said);
        assert_false(a.open);
        arena_free(&arena);
    }
    about(NULL);
}

/* Seeds that fail, a first model that is not none, chance that differs by length. */
TEST_WITH(lopsided, NULL, drop) {
    static const char *const said[] = {
        GUESS,
        "At trained lengths learned reaches 97 %.",
        "Only some seeds reach the pass mark of 95 %: rope base=100 (2 of 3).",
        "At 64 words (4x) learned falls to 45 %: 2 seeds cannot tell it from the others.",
        HELPS "rope base=100 from 27 to 91 %.",
        "Open: does interpolate help learned (from 45 to 82 %)? About 4 seeds would tell.",
        NULL};
    lopsided_build(&c, &arena);
    answer_find(&a, &c, &arena);
    assert_rows("learned+extend, rope+extend base=100, rope+interpolate base=100, none");
    assert_said(said);
    assert_true(a.open);
}

/* Learned squeezed less learned is -2.5, 13.5, 5.5, 1.9 and 9.1 points: 5.5 with a spread of 6.20. Two differences are
 * tested at 64 words, so that Student's t is that of 0.05 / 2 / 2 on either side: 9 seeds find 2.752 * 6.20 / sqrt 9 =
 * 5.69 points, 10 find 2.685 * 6.20 / sqrt 10 = 5.27. Less than 5 points are not worth a word. */
TEST_WITH(open, NULL, drop) {
#define CARRIED_ON \
    { 51.25, 43.25, 47.25, 49.05, 45.45 }
    static const struct given learned = {"learned", ALL(100), {CARRIED_ON, {48.75, 56.75, 52.75, 50.95, 54.55}}},
                              small = {"learned", ALL(100), {CARRIED_ON, {47.75, 55.75, 51.75, 49.95, 53.55}}};
    static const char *const said[] = {
        GUESS, "At trained lengths learned reaches 100 %.",
        "At 64 words (4x) learned falls to 47 %: 5 seeds cannot tell it from none.",
        "Open: does interpolate help learned (from 47 to 53 %)? About 10 seeds would tell.", NULL};
    const struct given model[] = {NONE, learned, {0}}, other[] = {NONE, small, {0}};
    build(model, SEEDS);
    find();
    assert_rows("none, learned+extend");
    assert_said(said);
    assert_true(a.open);
    build(other, SEEDS);
    find();
    assert_int_equal(a.findings, 3);
    assert_false(a.open);
}

/* Of those that are open the one that looks best is named; of one model none that is less than what is known to help.
 */
TEST_WITH(most_open, NULL, drop) {
    static const struct given model[] = {{"learned", ALL(100), {{50, 70, 60, 65, 55}, {86, 46, 66, 56, 76}}},
                                         {"rope", ALL(100), {{50, 70, 60, 65, 55}, {90, 50, 70, 60, 80}}},
                                         {"t5", ALL(100), {{50, 70, 60, 65, 55}, {87, 47, 67, 57, 77}}},
                                         {"sinusoidal", ALL(100), {NEAR(60), {95, 55, 75, 65, 85}, NEAR(90)}},
                                         {0}};
    build(model, SEEDS);
    find();
    assert_rows("learned+extend, rope+extend, t5+extend, sinusoidal+extend, sinusoidal+clamp");
    assert_true(is_like(a.finding[a.findings - 1], "Open: does interpolate help rope (from 60 to 70 %)? About *"));
}

/* A model of each value; each is compared with the first model of its value. */
TEST_WITH(in_a_grid, NULL, drop) {
    static const struct given model[] = {{"none", NEAR(50), {NEAR(50)}},
                                         {"none", NEAR(50), {NEAR(60)}},
                                         {"rope", ALL(100), {NEAR(70)}},
                                         {"rope", ALL(100), {NEAR(90)}},
                                         {0}};
    static struct grid_key key = {.name = "clip", .values = 2};
    static const char *const said[] = {
        GUESS, ALIKE,
        "At 64 words (4x) they fall to 70..90 %; rope clip=0 - none clip=0 +20 points and "
        "rope clip=1 - none clip=1 +30.",
        NULL};
    build(model, SEEDS);
    c.grid = (struct grid){.keys = 1, .key = &key};
    for (int i = 0; i < c.members; i++) {
        struct member *m = &c.member[i];
        int *value = arena_alloc(&arena, 1, sizeof *value);
        m->value = value;
        *value = i / SEEDS % 2;
        m->entry = i / SEEDS / 2;
        m->label = arena_format(&arena, "%s clip=%d", m->label, *value);
        m->options = arena_format(&arena, " clip=%d", *value);
    }
    find();
    assert_said(said);
}

/* Of a test file all rows together are tested. What rows of a user can be learned to, nobody knows: nothing is said of
 * that, and those that reach the pass mark are named. */
TEST_WITH(test_file, NULL, drop) {
    static const struct given model[] = {
        {"learned", ALL(100), {NEAR(76)}}, {"rope", ALL(100), {NEAR(60)}}, {"alibi", NEAR(80), {NEAR(40)}}, {0}};
#define TOGETHER "fall to 80..88 %; below learned: rope (-8.0 points) and alibi (-28)."
    static const char *const said[] = {
        "At trained lengths learned and rope reach 100 %: nothing tells them apart there.",
        "At trained lengths alibi stays at 80 %, below the pass mark of 95 %.",
        "On all test rows learned and rope " TOGETHER, NULL};
    build(model, SEEDS);
    c.total = true;
    find();
    assert_said(said);
    c.settings.task = task_find("tsv");
    answer_find(&a, &c, &arena);
    assert_said(said + 2);
}

/* Pairs of 3, 10 and 4 seeds, in any order: what cannot be told is said of the 10. */
TEST_WITH(seeds_of_pairs, NULL, drop) {
    static const struct given model[] = {{"learned", ALL(100), {NEAR(60)}},
                                         {"rope", ALL(100), {NEAR(60)}},
                                         {"alibi", ALL(100), {NEAR(60)}},
                                         {"t5", ALL(100), {NEAR(60)}},
                                         {0}};
    static const int seeds[3][3] = {{10, 3, 4}, {3, 10, 4}, {3, 4, 10}};
    for (int k = 0; k < 3; k++) {
        build(model, SEEDS);
        compare_summarise(&c);
        assert_int_equal(c.pairs, 3);
        for (int i = 0; i < 3; i++)
            c.pair[i].of[METRIC_ACCURACY][LENGTHS].n = seeds[k][i];
        answer_find(&a, &c, &arena);
        assert_string_equal(a.finding[1], "At 64 words (4x) they fall to 60 %: 10 seeds cannot tell them apart.");
    }
}

/* The longest tested length as a multiple of the longest in training, unless it is that one. */
TEST_WITH(no_longer, NULL, drop) {
    static const struct given model[] = {{"learned", ALL(100), {NEAR(60)}}, {"rope", ALL(100), {NEAR(60)}}, {0}};
    static const struct {
        int words;
        const char *place;
    } at[] = {{16, "At 16 words they"}, {24, "At 24 words (1.5x) they"}};
    for (int k = 0; k < 2; k++) {
        build(model, SEEDS);
        c.words[LENGTHS] = (struct range){at[k].words, at[k].words};
        compare_summarise(&c);
        answer_find(&a, &c, &arena);
        if (strncmp(a.finding[1], at[k].place, strlen(at[k].place)) != 0)
            fail_msg("not '%s': %s", at[k].place, a.finding[1]);
    }
}

/* A spread of 1, as 5 seeds find 2.776 / sqrt 5: points of Student's t at 5 % from a table. */
TEST_WITH(seeds_needed, NULL, drop) {
    static const struct {
        double size;
        int seeds;
    } needed[] = {
        {9, 2},     /* 12.71 / sqrt 2 = 8.98 */
        {8.9, 3},   /* 4.303 / sqrt 3 = 2.48 */
        {2, 4},     /* 3.182 / sqrt 4 = 1.59 */
        {1, 7},     /* 2.571 / sqrt 6 = 1.05; 2.447 / sqrt 7 = 0.92 */
        {0.5, 18},  /* 2.120 / sqrt 17 = 0.514; 2.110 / sqrt 18 = 0.497 */
        {0.1, 387}, /* 1.966 / sqrt 386 = 0.10007; 1.966 / sqrt 387 = 0.09994 */
        {0.01, 1000}, {0, 1000},
    };
    for (size_t i = 0; i < sizeof needed / sizeof *needed; i++)
        assert_int_equal(seeds_needed(needed[i].size, 2.776445 / sqrt(5), 5, 0.05, 1000), needed[i].seeds);
}

GROUP(answer, NULL, NULL)
