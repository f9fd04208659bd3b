/* test_answer.c -- the first screen of a comparison: its rows and sentences, computed by hand for comparisons made here
 * and for the lopsided one (lopsided.h). */
#include "unit/tests.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "base/utf8.h"
#include "result/answer.h"
#include "result/comparison_document.h"
#include "statistics/statistics.h"
#include "study/result.h"
#include "study/series.h"
#include "study/summarise.h"
#include "unit/drawing.h"
#include "unit/lopsided.h"

enum { SEEDS = 5, LENGTHS = 2, POLICIES = 3, MODELS = 8, SAID = 6, EXAMPLES = 2000 };

/* Accuracy in % by seed: in range, which is that at 16 words, then at 64 words under each policy. Without a first
 * number a policy is no row. */
struct given {
    const char *encoding;
    double in_range[SEEDS], at_64[POLICIES][SEEDS];
};
static const struct policy *const with[POLICIES] = {&policy_extend, &policy_interpolate, &policy_clamp};

#define ALL(x) \
    { x, x, x, x, x }
#define NEAR(x) \
    { x, x + 1, x - 1, x + 1, x - 1 } /* mean x, spread 1 */
#define NONE                           \
    {                                  \
        "none", NEAR(50), { NEAR(50) } \
    }

/* ---- Comparisons */

static void set_value(struct score *s, double percent) {
    for (int k = 0; k < metric_count; k++)
        s->value[k] = k == METRIC_ACCURACY ? percent / 100 : (double)NAN;
}

static struct evaluation_result *evaluated(const struct given *g, int seed, struct arena *arena) {
    struct evaluation_result *r = arena_alloc(arena, 1, sizeof *r);
    *r = (struct evaluation_result){
        .arena = arena, .words = {{4, 16}}, .steps = 800, .seen = (double)NAN, .examples = EXAMPLES};
    r->in_range = arena_alloc(arena, 1, sizeof *r->in_range);
    r->lengths = LENGTHS;
    set_value(r->in_range, g->in_range[seed]);
    for (int p = 0; p < POLICIES; p++) {
        if (g->at_64[p][0] == 0)
            continue;
        struct evaluation_row *row = &r->row[r->rows++];
        *row = (struct evaluation_row){with[p], true, NULL};
        evaluation_row_alloc(r, row);
        set_value(row->at[1], g->in_range[seed]);
        set_value(row->at[2], g->at_64[p][seed]);
        set_value(row->at[1 + LENGTHS],
                  (g->in_range[seed] + g->at_64[p][seed]) / 2); /* all lengths together, if asked */
    }
    return r;
}

static const struct settings *resolve(const char *encoding, struct arena *arena) {
    struct settings *s = arena_alloc(arena, 1, sizeof *s);
    struct assignments a = {0};
    struct error e;
    assert_true(assignments_set(&a, "encoding.name", encoding, "a test", &e));
    assert_true(settings_resolve(s, &a, NULL, &e));
    return s;
}

static void build(struct comparison_result *c, const struct given *model, int seeds, struct arena *arena) {
    *c = (struct comparison_result){.arena = arena,
                                    .lengths = LENGTHS,
                                    .words = {{4, 16}, {16, 16}, {64, 64}},
                                    .seconds = 3.94,
                                    .compare.gate = 0.95,
                                    .compare.seeds = {1, seeds}};
    c->chance[METRIC_ACCURACY] = (struct levels){{0.5, 0.5, 0.5, 0.5}};
    c->member = arena_alloc(arena, MODELS * SEEDS, sizeof *c->member);
    for (; model->encoding; model++) {
        const struct settings *s = resolve(model->encoding, arena);
        for (int i = 0; i < seeds; i++)
            c->member[c->members++] = (struct member){.settings = s,
                                                      .options = "",
                                                      .seed = i + 1,
                                                      .failure = "",
                                                      .warning = "",
                                                      .label = model->encoding,
                                                      .name = arena_format(arena, "%s-seed%d", model->encoding, i + 1),
                                                      .status = STATUS_FINISHED,
                                                      .result = evaluated(model, i, arena)};
    }
    c->settings = *c->member->settings;
    compare_find_series(c);
}

/* ---- What is said */

/* A pattern with one "*": a text that stands elsewhere, such as what a policy does. */
static bool is_like(const char *text, const char *pattern) {
    const char *star = strchr(pattern, '*');
    size_t before = star ? (size_t)(star - pattern) : 0, after = star ? strlen(star + 1) : 0, length = strlen(text);
    return !star ? strcmp(text, pattern) == 0
                 : length >= before + after && strncmp(text, pattern, before) == 0 &&
                       strcmp(text + length - after, star + 1) == 0;
}

static void assert_said(const struct answer *a, const char *const *said) {
    for (int i = 0; i < a->findings; i++)
        if (!said[i] || !is_like(a->finding[i], said[i]))
            fail_msg("sentence %d is: %s\nnot: %s", i + 1, a->finding[i], said[i] ? said[i] : "(none)");
    if (said[a->findings])
        fail_msg("lacks: %s", said[a->findings]);
}

/* Names of the rows that are shown, each after a blank. */
static void assert_rows(const struct answer *a, const char *names) {
    char text[400] = "";
    for (int i = 0; i < a->rows; i++) {
        const struct compare_row *row = &a->c->row[a->row[i]];
        size_t used = strlen(text);
        snprintf(text + used, sizeof text - used, "%s%s", i ? ", " : "", row->name);
        assert_int_equal(answer_is_other(a, row), row->policy != &policy_extend);
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
              "+ clamp (*, no further training) lifts learned from 75 to 96 %.", HELPS "rope from 60 to 98 %."}},
    {.what = "policies that harm: the worst",
     .model = {NONE,
               {"rope", ALL(100), {NEAR(90), NEAR(80), NEAR(60)}},
               {"alibi", ALL(100), {NEAR(97), NEAR(0), NEAR(52)}},
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
    {.what = "pairs that were asked for: their rows, and nothing of others",
     .model = {NONE, {"learned", ALL(100), {NEAR(75), NEAR(93)}}, {"rope", ALL(100), {NEAR(60), NEAR(98)}}},
     .pairs = "rope+interpolate - learned+interpolate",
     .rows = "none, learned+extend, learned+interpolate, rope+extend, rope+interpolate",
     .said = {GUESS, ALIKE,
              "At 64 words (4x) they fall to 60..75 %; above learned+interpolate: rope+interpolate (+5.0 points)."}},
    {.what = "and where they are not marked",
     .model = {NONE, {"learned", ALL(100), {NEAR(75), NEAR(93)}}, {"rope", ALL(100), {NEAR(75)}}},
     .pairs = "rope - learned",
     .rows = "none, learned+extend, rope+extend",
     .said = {GUESS, ALIKE, "At 64 words (4x) they fall to 75 %; 5 seeds cannot tell rope from learned."}},
};

static void test_sentences(void **state) {
    (void)state;
    for (const struct expected *x = table; x < table + sizeof table / sizeof *table; x++) {
        about(x->what);
        struct comparison_result c;
        struct arena arena = {0};
        struct answer a;
        build(&c, x->model, x->seeds ? x->seeds : SEEDS, &arena);
        snprintf(c.compare.pairs, sizeof c.compare.pairs, "%s", x->pairs ? x->pairs : "");
        compare_summarise(&c);
        answer_find(&a, &c, &arena);
        assert_rows(&a, x->rows);
        assert_said(&a, x->said);
        assert_false(a.open);
        arena_free(&arena);
    }
    about(NULL);
}

static void find(struct answer *a, struct comparison_result *c, const struct given *model, struct arena *arena) {
    build(c, model, SEEDS, arena);
    compare_summarise(c);
    answer_find(a, c, arena);
}

/* Seeds that fail, a first model that is not none, chance that differs by length. */
static void test_lopsided(void **state) {
    static const char *const said[] = {
        GUESS,
        "At trained lengths learned reaches 97 %.",
        "Only some seeds reach the pass mark of 95 %: rope base=100 (2 of 3).",
        "At 64 words (4x) learned falls to 45 %: 2 seeds cannot tell it from the others.",
        HELPS "rope base=100 from 27 to 91 %.",
        "Open: does interpolate help learned (from 45 to 82 %)? About 4 seeds would tell.",
        NULL};
    struct comparison_result c;
    struct arena arena = {0};
    struct answer a;
    (void)state;
    lopsided_build(&c, &arena);
    answer_find(&a, &c, &arena);
    assert_rows(&a, "learned+extend, rope+extend base=100, rope+interpolate base=100, none");
    assert_said(&a, said);
    assert_true(a.open);
    arena_free(&arena);
}

/* Learned squeezed less learned is -2.5, 13.5, 5.5, 1.9 and 9.1 points: 5.5 with a spread of 6.20. Two differences are
 * tested at 64 words, so that Student's t is that of 0.05 / 2 / 2 on either side: 9 seeds find 2.752 * 6.20 / sqrt 9 =
 * 5.69 points, 10 find 2.685 * 6.20 / sqrt 10 = 5.27. Less than 5 points are not worth a word. */
static void test_open(void **state) {
#define CARRIED_ON \
    { 51.25, 43.25, 47.25, 49.05, 45.45 }
    static const struct given learned = {"learned", ALL(100), {CARRIED_ON, {48.75, 56.75, 52.75, 50.95, 54.55}}},
                              small = {"learned", ALL(100), {CARRIED_ON, {47.75, 55.75, 51.75, 49.95, 53.55}}};
    static const char *const said[] = {
        GUESS, "At trained lengths learned reaches 100 %.",
        "At 64 words (4x) learned falls to 47 %: 5 seeds cannot tell it from none.",
        "Open: does interpolate help learned (from 47 to 53 %)? About 10 seeds would tell.", NULL};
    const struct given model[] = {NONE, learned, {0}}, other[] = {NONE, small, {0}};
    struct comparison_result c;
    struct arena arena = {0};
    struct answer a;
    (void)state;
    find(&a, &c, model, &arena);
    assert_rows(&a, "none, learned+extend");
    assert_said(&a, said);
    assert_true(a.open);
    find(&a, &c, other, &arena);
    assert_int_equal(a.findings, 3);
    assert_false(a.open);
    arena_free(&arena);
}

/* Of those that are open the one that looks best is named; of one model none that is less than what is known to help.
 */
static void test_most_open(void **state) {
    static const struct given model[] = {{"learned", ALL(100), {{50, 70, 60, 65, 55}, {86, 46, 66, 56, 76}}},
                                         {"rope", ALL(100), {{50, 70, 60, 65, 55}, {90, 50, 70, 60, 80}}},
                                         {"t5", ALL(100), {{50, 70, 60, 65, 55}, {87, 47, 67, 57, 77}}},
                                         {"sinusoidal", ALL(100), {NEAR(60), {95, 55, 75, 65, 85}, NEAR(90)}},
                                         {0}};
    struct comparison_result c;
    struct arena arena = {0};
    struct answer a;
    (void)state;
    find(&a, &c, model, &arena);
    assert_rows(&a, "learned+extend, rope+extend, t5+extend, sinusoidal+extend, sinusoidal+clamp");
    assert_true(is_like(a.finding[a.findings - 1], "Open: does interpolate help rope (from 60 to 70 %)? About *"));
    arena_free(&arena);
}

/* A model of each value; each is compared with the first model of its value. */
static void test_in_a_grid(void **state) {
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
    struct comparison_result c;
    struct arena arena = {0};
    struct answer a;
    (void)state;
    build(&c, model, SEEDS, &arena);
    c.grid = (struct grid){1, &key};
    for (int i = 0; i < c.members; i++) {
        struct member *m = &c.member[i];
        int *value = arena_alloc(&arena, 1, sizeof *value);
        m->value = value;
        *value = i / SEEDS % 2;
        m->entry = i / SEEDS / 2;
        m->label = arena_format(&arena, "%s clip=%d", m->label, *value);
        m->options = arena_format(&arena, " clip=%d", *value);
    }
    compare_summarise(&c);
    answer_find(&a, &c, &arena);
    assert_said(&a, said);
    arena_free(&arena);
}

/* Of a test file all rows together are tested. What rows of a user can be learned to, nobody knows: nothing is said of
 * that, and those that reach the pass mark are named. */
static void test_test_file(void **state) {
    static const struct given model[] = {
        {"learned", ALL(100), {NEAR(76)}}, {"rope", ALL(100), {NEAR(60)}}, {"alibi", NEAR(80), {NEAR(40)}}, {0}};
#define TOGETHER "fall to 80..88 %; below learned: rope (-8.0 points) and alibi (-28)."
    static const char *const said[] = {
        "At trained lengths learned and rope reach 100 %: nothing tells them apart there.",
        "At trained lengths alibi stays at 80 %, below the pass mark of 95 %.",
        "On all test rows learned and rope " TOGETHER, NULL};
    struct comparison_result c;
    struct arena arena = {0};
    struct answer a;
    (void)state;
    build(&c, model, SEEDS, &arena);
    c.total = true;
    compare_summarise(&c);
    answer_find(&a, &c, &arena);
    assert_said(&a, said);
    c.settings.task = task_find("tsv");
    answer_find(&a, &c, &arena);
    assert_said(&a, said + 2);
    arena_free(&arena);
}

/* A spread of 1, as 5 seeds find 2.776 / sqrt 5: points of Student's t at 5 % from a table. */
static void test_seeds_needed(void **state) {
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
    (void)state;
    for (size_t i = 0; i < sizeof needed / sizeof *needed; i++)
        assert_int_equal(seeds_needed(needed[i].size, 2.776445 / sqrt(5), 5, 0.05, 1000), needed[i].seeds);
}

/* ---- Where it is said */

/* The screen of a comparison, drawn for a terminal of that size. */
static const char *screen_of(struct drawing_text *d, const struct comparison_result *c, int width, int height,
                             struct arena *arena) {
    struct screen s = {.out = drawing_open(d), .width = width, .height = height, .utf8 = true};
    answer_terminal(&s, c, 1U << METRIC_ACCURACY, 1, arena);
    return drawing_close(d);
}

static void assert_lines(const char *all, int width, int most) {
    const char *text = all;
    int lines = 0;
    for (const char *stop; (stop = strchr(text, '\n')); text = stop + 1, lines++) {
        char line[400];
        snprintf(line, sizeof line, "%.*s", (int)(stop - text), text);
        if (utf8_columns(line) > width || (stop > text && stop[-1] == ' '))
            fail_msg("at %d columns: '%s'", width, line);
    }
    if (lines > most)
        fail_msg("%d lines, not %d, at %d columns:\n%s", lines, most, width, all);
}

/* All of it: names of rows, means that end and intervals that begin at one column, sentences, legend. The ends of
 * intervals are those of seeds_summary. */
static void test_screen(void **state) {
    static const char all[] =
        "Which position encoding still works on longer texts?            15 models, 3.9 s\n"
        "Task: in passage B (segment 1), does X come before Y? Trained on 4..16 words.\n"
        "right answers, %\n"
        "                     trained |  longer than in training\n"
        "                 4..16 words |      64 words\n"
        "------------------------------------------------\n"
        "chance            50         |  50\n"
        "none              50 [49-51] |  50 [49-51]    ▁▁\n"
        "learned          100         |  75 [74-76]    █▅\n"
        "  + interpolate  100         |  96 [94-97]    █▇\n"
        "rope             100         |  60 [59-61]    █▂\n"
        "  + interpolate  100         |  98 [96-99.2]  ██\n"
        "------------------------------------------------\n"
        "1 Without positions (none) a model only guesses, even at trained lengths.\n"
        "2 At trained lengths all others reach 100 %: nothing tells them apart there.\n"
        "3 At 64 words (4x) they fall to 60..75 %; above none: learned (+25 points) and rope (+10).\n"
        "4 + interpolate (",
                      end[] = ", no further training) lifts learned from 75 to 96 % and rope from 60 to 98 %.\n"
                              "50 [49-51]: mean of 5 seeds, 95 % interval. All lengths, tests, seeds: --full\n";
    struct comparison_result c;
    struct drawing_text d;
    struct arena arena = {0};
    (void)state;
    build(&c, table[0].model, SEEDS, &arena);
    compare_summarise(&c);
    const char *text = screen_of(&d, &c, 160, 24, &arena);
    assert_has(text, all);
    assert_true(strncmp(text, all, strlen(all)) == 0);
    assert_string_equal(text + strlen(text) - strlen(end), end);
    drawing_free(&d);
    build(&c, table[0].model, 1, &arena);
    compare_summarise(&c);
    assert_has(screen_of(&d, &c, 80, 24, &arena), "\n3 At 64 words (4x) they fall to 60..75 %.\n"
                                                  "One seed: no intervals. All lengths, tests, seeds: --full\n");
    drawing_free(&d);
    arena_free(&arena);
}

/* At 80 by 24 room is left for the next command and the prompt: what is open goes first, then the models that end
 * lowest, but never the first. */
static void test_height(void **state) {
    struct given model[MODELS + 1] = {NONE};
    static const char *const names[] = {"learned", "sinusoidal", "index", "ratio", "t5", "alibi", "rope"};
    struct comparison_result c;
    struct drawing_text d;
    struct arena arena = {0};
    (void)state;
    lopsided_build(&c, &arena); /* four rows stay, and that a seed has no result takes a line */
    assert_lines(screen_of(&d, &c, 80, 24, &arena), 80, 22);
    assert_has(d.text, "\nNo result: learned seed 1 (killed by signal 9); means leave it out.\n1 ");
    assert_has(d.text, "\n5 + interpolate");
    assert_lacks(d.text, "\n6 Open: ");
    drawing_free(&d);
    assert_lines(screen_of(&d, &c, 80, 27, &arena), 80, 24);
    assert_has(d.text, "\n6 Open: ");
    drawing_free(&d);
    for (int i = 0; i < MODELS - 1; i++) { /* each squeezed 10 points better; the later the better */
        const double at = 60 + 3 * i;
        model[i + 1] = (struct given){names[i], ALL(100), {NEAR(at), NEAR(at + 10)}};
    }
    build(&c, model, SEEDS, &arena);
    compare_summarise(&c);
    for (int width = 80; width <= 120; width += 20) {
        assert_lines(screen_of(&d, &c, width, 24, &arena), width, 21);
        assert_has(d.text, "\nnone  ");
        assert_has(d.text, "\nrope  ");
        assert_lacks(d.text, "\nlearned  ");
        int left_out = 0;
        for (int i = 0; i < MODELS - 1; i++) {
            bool shown = strstr(d.text, arena_format(&arena, "\n%s  ", names[i]));
            left_out += !shown;
            assert_int_equal(shown, left_out <= i); /* none below one that is shown */
        }
        assert_has(d.text, arena_format(&arena,
                                        "\n"
                                        "Not shown: %d model%s lower at the longest length.",
                                        left_out, left_out == 1 ? " that is" : "s that are"));
        drawing_free(&d);
    }
    assert_lines(screen_of(&d, &c, 80, 100, &arena), 80, 97);
    assert_has(d.text, "\nlearned  ");
    assert_lacks(d.text, "Not shown");
    drawing_free(&d);
    arena_free(&arena);
}

/* The same sentences in JSON. */
static void test_same_in_json(void **state) {
    struct comparison_tables tables;
    struct comparison_result c;
    struct drawing_text d;
    struct arena arena = {0};
    (void)state;
    lopsided_build(&c, &arena);
    comparison_fill(&tables, &c, &arena);
    json_t *json = comparison_json(&c, &tables), *findings = json_object_get(json, "findings"), *finding;
    const char *screen = screen_of(&d, &c, 1000, 30, &arena);
    size_t i;
    assert_int_equal(json_array_size(findings), 6);
    json_array_foreach(findings, i, finding)
        assert_has(screen, arena_format(&arena, "\n%d %s\n", (int)i + 1, json_string_value(finding)));
    json_decref(json);
    drawing_free(&d);
    arena_free(&arena);
}

int test_answer(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_sentences),    cmocka_unit_test(test_lopsided),  cmocka_unit_test(test_open),
        cmocka_unit_test(test_most_open),    cmocka_unit_test(test_in_a_grid), cmocka_unit_test(test_test_file),
        cmocka_unit_test(test_seeds_needed), cmocka_unit_test(test_screen),    cmocka_unit_test(test_height),
        cmocka_unit_test(test_same_in_json),
    };
    return cmocka_run_group_tests_name("answer", tests, NULL, NULL);
}
