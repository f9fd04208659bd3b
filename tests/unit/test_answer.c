/* test_answer.c -- what the first screen of a comparison says, worked out by hand for comparisons made here and for the
 * lopsided one (lopsided.h): sentences, and the statements behind them. */
#include "base/text.h"
#include "result/answer.h"
#include "unit/lopsided.h"
#include "unit/made_comparison.h"

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

#define ALL_REACH "At trained lengths none (no positions) guesses; all others reach 100 %."
#define THERE "At 64 words (4x), as they are, "
#define ITS "At 64 words (4x), as it is, "
#define SQUEEZED "There interpolate (*, no further training) "
#define WIDE \
    { 100, 80, 100, 85, 95 } /* mean 92: neither a fall nor none is marked */

struct expected {
    const char *what;
    struct given model[MODELS];
    const char *pairs, *said[FINDINGS_MOST + 1];
    double level; /* of a row `trained positions` at 64 words; 0: there is none */
    int seeds;
};

/* Rows that are NEAR something have the same spread, so that their differences have none; 5 points are worth a word. */
static const struct expected table[] = {
    {.what = "two models that fall, far apart, and the policy of the table lifts both",
     .model = {NONE, {"learned", ALL(100), {NEAR(75), NEAR(96)}}, {"rope", ALL(100), {NEAR(60), NEAR(98), NEAR(90)}}},
     .said = {ALL_REACH, THERE "learned falls to 75 %, rope to 60 %.",
              SQUEEZED "lifts learned and rope from 60..75 to 96..98 %."}},
    {.what = "less than 10 points apart is one range",
     .model = {NONE, {"learned", ALL(100), {NEAR(75)}}, {"rope", ALL(100), {NEAR(66)}}},
     .said = {ALL_REACH, THERE "learned and rope fall to 66..75 %."}},
    {.what = "three parts, cut at the two widest gaps: 85 to 48 and 48 to 30",
     .model = {NONE, {"learned", ALL(100), {NEAR(85)}}, {"fire", ALL(100), {NEAR(48)}}, {"rope", ALL(100), {NEAR(30)}}},
     .said = {ALL_REACH, THERE "learned falls to 85 %, fire to 48 %, rope to 30 %."}},
    {.what = "one seed: nothing is tested",
     .model = {NONE, {"learned", ALL(100), {NEAR(75), NEAR(96)}}, {"rope", ALL(100), {NEAR(60), NEAR(98)}}},
     .said = {ALL_REACH, THERE "learned and rope are at 60..75 %, from 100 %: one seed, no test."},
     .seeds = 1},
    {.what = "another policy is better for some models, two of which are named",
     .model = {NONE,
               {"learned", ALL(100), {NEAR(75), NEAR(85), NEAR(89)}}, /* 4 points better: no word */
               {"rope", ALL(100), {NEAR(60), NEAR(70), NEAR(95)}},
               {"alibi", ALL(100), {NEAR(60), NEAR(70), NEAR(94)}},
               {"t5", ALL(100), {NEAR(60), NEAR(70), NEAR(95)}}},
     .said = {ALL_REACH, THERE "learned falls to 75 %, rope, alibi and t5 to 60 %.",
              SQUEEZED "lifts all others from 60..75 to 70..85 %.",
              "Better there than interpolate: clamp for rope (95 %, not 70); clamp for alibi (94 %, not 70)."}},
    {.what = "it helps one and harms another",
     .model = {NONE,
               {"rope", ALL(100), {NEAR(60), NEAR(98)}},
               {"alibi", ALL(100), {NEAR(97), NEAR(72)}},
               {"t5", ALL(100), {NEAR(97), NEAR(93)}}}, /* 4 points less: no word */
     .said = {ALL_REACH, THERE "alibi and t5 hold at 97 %; rope falls to 60 %.",
              SQUEEZED "lifts rope from 60 to 98 %; it lowers alibi from 97 to 72 %."}},
    {.what = "neither a fall of 5 points nor a loss below 10 is shown",
     .model = {{"learned", ALL(100), {WIDE}}},
     .said = {"At trained lengths learned reaches 100 %.", ITS "whether learned falls is open (100 to 92 %)."}},
    {.what = "a loss of 8 points, surely some and not surely 5, is no fall",
     .model = {{"learned", ALL(100), {{92, 96, 88, 95, 89}}}},
     .said = {"At trained lengths learned reaches 100 %.", ITS "whether learned falls is open (100 to 92 %)."}},
    {.what = "of others that are better and not told apart the simplest is named first",
     .model = {NONE, {"rope", ALL(100), {NEAR(60), NEAR(70), NEAR(95), NEAR(96)}}},
     .said = {"At trained lengths none (no positions) guesses; rope reaches 100 %.", ITS "rope falls to 60 %.",
              SQUEEZED "lifts rope from 60 to 70 %.",
              "Better there than interpolate: clamp or yarn for rope (95 %, not 70)."}},
    {.what = "where the policy that does nothing was not evaluated, nothing is said of models as they are",
     .model = {NONE, {"rope", ALL(100), {{0}, NEAR(60), NEAR(70)}}},
     .said = {"At trained lengths none (no positions) guesses; rope reaches 100 %."}},
    {.what = "in range all kinds: each is named once",
     .model = {{"learned", ALL(100), {NEAR(75)}},
               {"rope", {100, 100, 60, 100, 100}, {NEAR(75)}},
               {"alibi", NEAR(80), {NEAR(75)}},
               {"t5", ALL(50), {NEAR(75)}}},
     .said = {"At trained lengths t5 guesses; learned reaches 100 %; rope passes 95 % in 4 of 5 seeds; alibi stays "
              "below 95 % (80 %).",
              THERE "alibi holds at 75 %; learned falls to 75 %; whether rope falls is open (92 to 75 %; 3 tests)."}},
    {.what = "two that pass in part; three are not counted one by one",
     .model = {{"rope", {100, 100, 60, 100, 100}, {NEAR(75)}}, {"alibi", {90, 90, 90, 90, 100}, {NEAR(75)}}},
     .said = {"At trained lengths rope passes 95 % in 4 of 5 seeds, alibi in 1 of 5.",
              THERE "alibi falls to 75 %; whether rope falls is open (92 to 75 %; 2 tests)."}},
    {.what = "three that pass in part",
     .model = {{"rope", {100, 100, 60, 100, 100}, {NEAR(90)}},
               {"alibi", {60, 60, 60, 60, 100}, {NEAR(90)}},
               {"t5", {100, 60, 60, 60, 100}, {NEAR(90)}}},
     .said = {"At trained lengths rope, alibi and t5 pass 95 % in only some seeds.", "*"}},
    {.what = "a wide spread around chance is not guessing",
     .model = {{"learned", NEAR(53), {NEAR(90)}}, {"rope", {50, 50, 90, 50, 50}, {NEAR(90)}}},
     .said = {"At trained lengths all stay below 95 % (53..58 %)."}},
    {.what = "below what trained positions alone give: those that are named last",
     .model = {NONE, {"learned", ALL(100), {NEAR(55)}}, {"rope", ALL(100), {NEAR(75)}}},
     .said = {ALL_REACH, THERE "rope falls to 75 %, learned to 55 %, below what trained positions alone give (63 %)."},
     .level = .63},
    {.what = "below it, but others are named after them",
     .model = {NONE, {"learned", ALL(100), {NEAR(55)}}, {"rope", ALL(100), {WIDE}}},
     .said = {ALL_REACH, THERE "learned falls to 55 %; whether rope falls is open (100 to 92 %; 2 tests); learned is "
                               "below what trained positions alone give (63 %)."},
     .level = .63},
    {.what = "an interval that reaches above it is not below it",
     .model = {{"learned", ALL(100), {NEAR(62)}}},
     .said = {"At trained lengths learned reaches 100 %.", ITS "learned falls to 62 %."},
     .level = .63},
    {.what = "five of six fall: three names and two others; what guesses has nothing to lose",
     .model = {{"learned", ALL(100), {NEAR(60)}},
               {"rope", ALL(100), {NEAR(60)}},
               {"alibi", ALL(100), {NEAR(98)}},
               {"t5", ALL(100), {NEAR(60)}},
               {"sinusoidal", ALL(100), {NEAR(60)}},
               {"index", ALL(100), {NEAR(60)}},
               {"ratio", ALL(50), {NEAR(30)}}},
     .said = {"At trained lengths ratio guesses; all others reach 100 %.",
              THERE "alibi holds at 98 %; learned, rope, t5 and 2 others fall to 60 %."}},
    {.what = "pairs that were asked for, in place of better policies",
     .model = {NONE,
               {"learned", ALL(100), {NEAR(75), NEAR(77), NEAR(95)}},
               {"rope", ALL(100), {{60, 90, 70, 80, 75}, NEAR(77)}}},
     .pairs = "rope+interpolate - learned+interpolate, rope - learned, learned - none, learned+interpolate - none, "
              "rope - none", /* four are named */
     .said =
         {ALL_REACH, THERE "learned and rope fall to 75 %.",
          "At 64 words (4x): rope+interpolate - learned+interpolate 0.0 points (not shown to differ); rope - learned "
          "0.0 points (not shown to differ); learned - none +25 points; learned+interpolate - none +27 points."}},
};

/* Of c, as it is now. */
static void find(int metric) {
    compare_summarise(&c);
    answer_find(&a, &c, metric, &arena);
}

TEST_WITH(sentences, NULL, drop) {
    for (const struct expected *x = table; x < table + sizeof table / sizeof *table; x++) {
        about(x->what);
        build(x->model, x->seeds ? x->seeds : SEEDS);
        if (x->level > 0)
            c.baseline[c.baselines++] = (struct baseline_levels){"trained positions", {{{1, 1, x->level, 1}}}};
        snprintf(c.compare.pairs, sizeof c.compare.pairs, "%s", x->pairs ? x->pairs : "");
        find(METRIC_ACCURACY);
        assert_said(x->said);
        arena_free(&arena);
    }
    about(NULL);
}

/* Seeds that fail, a first model that is not none, chance that differs by length. Rope falls by 70 points with
 * intervals that are apart; learned has two seeds. */
TEST_WITH(lopsided, NULL, drop) {
    static const char *const said[] = {
        "At trained lengths none (no positions) guesses; learned reaches 97 %; rope base=100 passes 95 % in 2 of 3 "
        "seeds.",
        "At 64 words (4x), as they are, rope base=100 falls to 27 %; whether learned falls is open (97 to 45 %; 2 "
        "tests).",
        "There interpolate (*, no further training) lifts rope base=100 from 27 to 91 %.", NULL};
    lopsided_build(&c, &arena);
    answer_find(&a, &c, METRIC_ACCURACY, &arena);
    assert_said(said);
}

/* The comparison is a grid of clip=0 and clip=1. */
static void as_grid(int seeds) {
    static struct grid_key key = {.name = "clip", .values = 2};
    static struct member_option option[] = {{.key = "train.clip", .value = "0", .written = "clip=0"},
                                            {.key = "train.clip", .value = "1", .written = "clip=1"}};
    for (int k = 0; k < 2; k++)
        option[k].setting = setting_find(settings_table, "train.clip");
    c.grid = (struct grid){.keys = 1, .key = &key};
    for (int i = 0; i < c.members; i++) {
        struct member *m = &c.member[i];
        int *value = arena_alloc(&arena, 1, sizeof *value);
        m->value = value;
        *value = i / seeds % 2;
        m->entry = i / seeds / 2;
        m->label = arena_format(&arena, "%s clip=%d", m->label, *value);
        m->options = arena_format(&arena, " clip=%d", *value);
        struct settings own = settings_unpack(m->settings);
        own.train.clip = *value;
        m->settings = i % seeds ? m[-1].settings : settings_pack(&own, NULL, &arena);
        m->option = &option[*value];
        m->option_count = 1;
    }
    compare_find_series(&c);
}

/* In a grid an entry is named once where all its models are in the group, and its verb is that of one. */
TEST_WITH(in_a_grid, NULL, drop) {
    static const struct given model[] = {{"none", NEAR(50), {NEAR(50)}},
                                         {"none", NEAR(50), {NEAR(60)}},
                                         {"rope", ALL(100), {NEAR(70)}},
                                         {"rope", ALL(100), {NEAR(71)}},
                                         {"alibi", ALL(100), {NEAR(72)}},
                                         {"alibi", ALL(100), {NEAR(99)}},
                                         {0}};
    static const struct given single[] = {{"rope", {100}, {{70}}}, {"rope", {100}, {{71}}}, {0}};
    static const char *const said[] = {"At trained lengths none (no positions) guesses; all others reach 100 %.",
                                       THERE "alibi clip=1 holds at 99 %; rope and alibi clip=0 fall to 70..72 %.",
                                       NULL};
    static const char *const said_of_one[] = {"At trained lengths all reach 100 %.",
                                              THERE "rope is at 70..71 %, from 100 %: one seed, no test.", NULL};
    build(model, SEEDS);
    as_grid(SEEDS);
    find(METRIC_ACCURACY);
    assert_said(said);
    arena_free(&arena);
    build(single, 1);
    as_grid(1);
    find(METRIC_ACCURACY);
    assert_said(said_of_one);
}

/* Rows of a user, none longer than those of training. */
static void own_rows(void) {
    tests_need("rows");
    c.settings.task = task_named("tsv");
    c.words[LENGTHS] = (struct range){12, 12};
}

/* What rows of a user can be learned to, nobody knows: what order is worth is said first, of the best against all that
 * cannot see it. */
TEST_WITH(word_order, NULL, drop) {
    static const struct {
        struct given model[4];
        const char *said;
        int seeds;
    } of[] = {
        {{{"none", NEAR(54), {NEAR(50)}}, {"learned", NEAR(90), {NEAR(50)}}, {"rope", NEAR(97), {NEAR(50)}}},
         "Word order matters here: 54 % without it (none), 97 % with it (rope).",
         SEEDS},
        {{{"rope", NEAR(97), {NEAR(50)}}, {"none", NEAR(54), {NEAR(50)}}, {"alibi", NEAR(60), {NEAR(50)}}},
         "Word order matters here: 54 % without it (none), 97 % with it (rope).",
         SEEDS},
        {{{"none", NEAR(54), {NEAR(50)}}, {"rope", NEAR(54), {NEAR(50)}}},
         "Word order is not shown to help here: 54 % without it (none), 54 % with it (rope).",
         SEEDS},
        {{{"none", {54, 90}, {NEAR(50)}}, {"rope", {97, 99}, {NEAR(50)}}, {"alibi", {98, 98}, {NEAR(50)}}},
         "Word order is not shown to help here, after correction for 2 tests: 72 % without it (none), 98 % with it "
         "(rope and "
         "alibi).",
         2},
        {{{"none", NEAR(54), {NEAR(50)}}, {"rope", NEAR(97), {NEAR(50)}}},
         "Word order is not shown to help here: 54 % without it (none), 97 % with it (rope); one seed, no test.",
         1},
    };
    for (size_t i = 0; i < sizeof of / sizeof *of; i++) {
        build(of[i].model, of[i].seeds);
        own_rows();
        find(METRIC_ACCURACY);
        assert_string_equal(a.finding[0], of[i].said);
        assert_string_equal(answer_question(&a, &arena), "Does word order matter here?");
        arena_free(&arena);
    }
}

/* The best of each side decide: a control that is worse, whose seeds differ widely, is no reason for doubt; and a model
 * that prints as the best does is not named where it is not marked. */
TEST_WITH(best_against_best, NULL, drop) {
    static const struct given model[] = {{"none", NEAR(75), {NEAR(50)}},
                                         {"none b", {20, 90, 30, 75, 40}, {NEAR(50)}},
                                         {"rope", NEAR(97), {NEAR(50)}},
                                         {0}};
    build(model, SEEDS);
    own_rows();
    find(METRIC_ACCURACY);
    const struct statement *s = answer_order(&a);
    assert_int_equal(s->kind, SAYS_ORDER_MATTERS);
    assert_int_equal(s->others.count, 2);
    assert_int_equal(s->tests, 2);
    assert_string_equal(a.finding[0],
                        "Word order matters here: 51..75 % without it (none and none b), 97 % with it (rope).");
}

/* Where lower is better a rise is a fall; the margin is a twentieth of what it is in range. */
TEST_WITH(loss, NULL, drop) {
    static const struct given model[] = {
        NONE, {"learned", ALL(100), {NEAR(75), NEAR(96)}}, {"rope", ALL(100), {NEAR(60), NEAR(98)}}, {0}};
    static const char *const said[] = {"At trained lengths none (no positions) is at 0.500; all others are at 0.040.",
                                       THERE "learned holds at 0.042; rope rises to 0.400.",
                                       SQUEEZED "lowers rope from 0.400 to 0.020.", NULL};
    static const double at[3][4] = {{.5, .5}, {.04, .042, .042}, {.04, .4, .02}}; /* in range, as it is, squeezed */
    build(model, SEEDS);
    c.baseline->of[METRIC_LOSS] = (struct levels){{.693, .693, .693, .693}};
    for (int i = 0; i < c.members; i++) {
        struct evaluation_result *r = c.member[i].result;
        const double *x = at[i / SEEDS], by = 1 + .001 * (i % SEEDS - 2);
        r->in_range->value[METRIC_LOSS] = x[0] * by;
        for (int p = 0; p < r->rows; p++)
            r->row[p].at[2]->value[METRIC_LOSS] = x[1 + p] * by;
    }
    find(METRIC_LOSS);
    assert_said(said);
}

/* Of a figure of the run the best, and each that differs from it by a marked ratio. */
TEST_WITH(figures, NULL, drop) {
    static const struct given model[] = {
        {"none", NEAR(50), {NEAR(50)}}, {"learned", ALL(100), {NEAR(75)}}, {"rope", ALL(100), {NEAR(75)}}, {0}};
    static const long weights[] = {400, 200, 100};
    int metric = metric_find("weights");
    build(model, SEEDS);
    for (int i = 0; i < c.members; i++)
        c.member[i].result->weights = weights[i / SEEDS] + i % SEEDS;
    find(metric);
    assert_int_equal(a.findings, 1);
    assert_string_equal(a.finding[0], "Fewest: rope (102); none x3.94 [3.89-4.00], learned x1.98 [1.96-2.00] of it.");
    assert_string_equal(answer_question(&a, &arena), "How many weights?");
}

/* Of 60 models all pairs are tested; of more nothing is said. */
TEST_WITH(figures_of_many, NULL, drop) {
    for (int models = 60; models <= 61; models++) {
        build(alike(models), 2);
        for (int i = 0; i < c.members; i++)
            c.member[i].result->weights = 100 + i / 2;
        find(metric_find("weights"));
        assert_int_equal(a.findings, models == 60);
        arena_free(&arena);
    }
}

/* Four of those that differ are named, the others counted. */
TEST_WITH(figures_named, NULL, drop) {
    static const char *const ends[] = {"] of it.", "] of it, and 1 more.", "] of it, and 2 more."};
    for (int k = 0; k < 3; k++) {
        build(alike(5 + k), 2);
        for (int i = 0; i < c.members; i++)
            c.member[i].result->weights = 100 + 50 * (i / 2) + i % 2;
        find(metric_find("weights"));
        assert_true(text_ends(a.finding[0], ends[k]));
        arena_free(&arena);
    }
}

/* What comes next: seeds where five might decide what is open, else the config where squeezing does the opposite. */
TEST_WITH(next, NULL, drop) {
    static const struct given open[] = {{"learned", ALL(100), {WIDE}}, {0}},
                              helps[] = {{"learned", ALL(100), {NEAR(60), NEAR(90)}}, {0}},
                              harms[] = {{"learned", ALL(100), {NEAR(97), NEAR(72)}}, {0}},
                              neither[] = {{"learned", ALL(100), {NEAR(60)}}, {0}}, guesses[] = {NONE, {0}};
    const struct {
        const char *task;
        const struct given *model;
        int seeds;
        const char *next;
    } of[] = {{"order", open, 4, "compare --run runs/x compare.seeds=1..10"},
              {"order", open, 5, "plot runs/x learned"},
              {"order", helps, 1, "compare --run runs/x compare.seeds=1..10"},
              {"order", helps, 2, "compare configs/shift.ini (there interpolate harms)"},
              {"first", helps, 2, "compare configs/shift.ini (there interpolate harms)"},
              {"flip", helps, 2, "compare configs/shift.ini (there interpolate harms)"},
              {"shift", helps, 2, "plot runs/x learned"},
              {"shift", harms, 5, "compare configs/order.ini (there interpolate helps)"},
              {"order", guesses, 1, "compare --run runs/x compare.seeds=1..10"}, /* though nothing is open */
              {"order", neither, 2, "plot runs/x learned"}};
    for (size_t i = 0; i < sizeof of / sizeof *of; i++) {
        build(of[i].model, of[i].seeds);
        snprintf(c.folder, sizeof c.folder, "runs/x");
        c.settings.task = task_named(of[i].task);
        find(METRIC_ACCURACY);
        assert_string_equal(answer_next(&a, &arena), of[i].next);
        arena_free(&arena);
    }
}

GROUP(answer, NULL, NULL)
