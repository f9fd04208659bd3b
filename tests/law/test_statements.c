/* test_statements.c -- what must hold of the first screen of any comparison: of statements, of the sentences that print
 * them, and of the rows that are shown. Drawn at random: 300 comparisons, or as many as DRAWS says. */
#include <stdlib.h>

#include "base/random.h"
#include "base/utf8.h"
#include "result/answer.h"
#include "unit/drawing.h"
#include "unit/made_comparison.h"

enum { FACTS = 64, DRAWN = 300 };

static struct random r;

/* ---- A comparison at random */

static double any(int count, const double *of) { return of[random_below(&r, (uint32_t)count)]; }
#define ANY(...) any(sizeof((const double[]){__VA_ARGS__}) / sizeof(double), (const double[]){__VA_ARGS__})

static double value(double mean, double spread) {
    double x = mean + spread * random_normal(&r);
    return round(EXAMPLES * fmin(1, fmax(0, x))) / EXAMPLES * 100;
}

static void draw_model(struct given *g, const char *name) {
    bool none = strcmp(name, "none") == 0;
    double in_range = none ? .5 : ANY(.5, .55, .75, .95, .99, 1, 1), spread = ANY(0, .005, .01, .05, .15);
    *g = (struct given){.encoding = name};
    for (int i = 0; i < SEEDS; i++)
        g->in_range[i] = value(in_range, in_range < 1 ? spread : 0);
    for (int p = 0; p < POLICIES; p++) {
        double at = ANY(.3, .5, .7, .8, .87, .9, .95, 1) * in_range, by = ANY(0, .01, .03, .15);
        for (int i = 0; i < SEEDS && (!p || (!none && random_below(&r, 4))); i++)
            g->at_64[p][i] = fmax(value(at, by), .05); /* 0 is no row */
    }
}

/* Of 1 to 7 models, and how many they are. */
static int draw(struct given *model, int *seeds, bool *typed) {
    static const char *const names[] = {"none", "learned", "sinusoidal", "rope", "alibi", "t5", "fire"};
    int count = 0, chance = 1 + (int)random_below(&r, 7);
    for (int i = 0; i < MODELS - 1; i++)
        if ((int)random_below(&r, 7) < chance || (i == MODELS - 2 && !count))
            draw_model(&model[count++], names[i]);
    model[count] = (struct given){0};
    *seeds = (int)ANY(1, 2, 3, 5, 5);
    *typed = random_below(&r, 2);
    return count;
}

static void make(const struct given *model, int seeds, bool typed) {
    build(model, seeds);
    snprintf(c.compare.members, sizeof c.compare.members, "%s", typed ? "rope" : "all");
    if (strcmp(model->encoding, "learned") == 0)
        c.baseline[c.baselines++] = (struct baseline_levels){"trained positions", {{{1, 1, .6, 1}}}};
    compare_summarise(&c);
}

/* ---- Facts: "falls rope", "helps alibi interpolate" */

struct facts {
    int count;
    char of[FACTS][64];
};

static struct facts facts_of(const struct answer *a) {
    struct facts f = {0};
    for (const struct statement *s = a->statement; s < a->statement + a->statements; s++)
        for (int i = 0; i < s->of.count; i++) {
            assert_true(f.count < FACTS);
            snprintf(f.of[f.count++], sizeof *f.of, "%s %s %s", statement_names[s->kind],
                     s->of.model[i]->series->first->label, s->policy ? s->policy->name : "");
        }
    return f;
}

static bool has_fact(const struct facts *f, const char *fact) {
    for (int i = 0; i < f->count; i++)
        if (strcmp(f->of[i], fact) == 0)
            return true;
    return false;
}

static struct answer find(const struct given *model, int seeds, bool typed) {
    struct answer a;
    make(model, seeds, typed);
    answer_find(&a, &c, METRIC_ACCURACY, &arena);
    return a;
}

/* The same facts whatever the order of members. */
static void assert_any_order(const struct given *model, int count, int seeds) {
    struct given turned[MODELS] = {{0}};
    for (int i = 0; i < count; i++)
        turned[i] = model[count - 1 - i];
    struct answer a = find(model, seeds, true);
    struct facts one = facts_of(&a);
    a = find(turned, seeds, true);
    if ((strcmp(model->encoding, "learned") == 0) != (strcmp(turned->encoding, "learned") == 0))
        return; /* one has a row that the other lacks */
    struct facts other = facts_of(&a);
    for (int i = 0; i < one.count; i++)
        if (!has_fact(&other, one.of[i]))
            fail_msg("only in one order: %s", one.of[i]);
    assert_int_equal(one.count, other.count);
}

/* One more member turns nothing round. */
static void assert_one_more(const struct given *model, int count, int seeds) {
    static const char *const turned[][2] = {
        {"holds", "falls"}, {"falls", "holds"}, {"helps", "harms"}, {"harms", "helps"}};
    struct given more[MODELS + 1] = {{0}};
    memcpy(more, model, (size_t)count * sizeof *model);
    draw_model(&more[count], "kerple");
    struct answer a = find(model, seeds, true);
    struct facts before = facts_of(&a);
    a = find(more, seeds, true);
    struct facts after = facts_of(&a);
    for (int i = 0; i < before.count; i++)
        for (size_t k = 0; k < sizeof turned / sizeof *turned; k++) {
            size_t length = strlen(turned[k][0]);
            if (strncmp(before.of[i], turned[k][0], length) == 0 && before.of[i][length] == ' ' &&
                has_fact(&after, arena_format(&arena, "%s%s", turned[k][1], before.of[i] + length)))
                fail_msg("with one more member no longer: %s", before.of[i]);
        }
}

/* ---- Statements */

static const struct summary *at(const struct answer *a, const struct compare_row *row, int i) {
    const struct summary *s = answer_number(a, row, i);
    assert_non_null(s);
    return s;
}

static void assert_statement(const struct answer *a, const struct statement *s, const struct answer_model *m) {
    const struct summary *own = at(a, m->own, a->at), *in = at(a, m->own, IN_RANGE),
                         *under = m->under ? at(a, m->under, a->at) : NULL,
                         *instead = m->instead ? at(a, m->instead, a->at) : NULL;
    const double least = .05 - 1e-9;
    bool beyond = s->kind >= SAYS_HOLDS && s->kind <= SAYS_BETTER;
    assert_true(!beyond || (m->is >= CLASS_LEARNED && m->is != CLASS_GUESSES));
    assert_int_equal(s->kind == SAYS_ONE_SEED, beyond && own->n < 2 && s->kind < SAYS_HELPS);
    switch (s->kind) {
    case SAYS_HOLDS: assert_true(own->mean > in->mean - .10); break;
    case SAYS_FALLS: assert_true(own->high < in->low && own->mean < in->mean - .05); break;
    case SAYS_BELOW_LEVEL: assert_true(own->high < s->level->of[METRIC_ACCURACY].at[a->at]); break;
    case SAYS_HELPS: assert_true(under->mean >= own->mean + least && under->high > own->low); break;
    case SAYS_HARMS: assert_true(under->mean <= own->mean - least && under->low < own->high); break;
    case SAYS_BETTER:
        assert_true(instead->mean >= fmax(own->mean, under->mean) + least && s->than == a->policy);
        assert_true(s->policy == m->instead->policy && s->policy != a->policy);
        break;
    default: break;
    }
}

/* Each finished model has one class, and at most one thing is said of what it is at the longest length. */
static void assert_once(const struct answer *a, const struct answer_model *m) {
    int in_range = 0, beyond = 0, policy = 0;
    for (const struct statement *s = a->statement; s < a->statement + a->statements; s++)
        for (int i = 0; i < s->of.count; i++)
            if (s->of.model[i] == m) {
                in_range += s->kind >= SAYS_GUESSES && s->kind <= SAYS_BELOW_GATE;
                beyond += s->kind >= SAYS_HOLDS && s->kind <= SAYS_ONE_SEED && s->kind != SAYS_BELOW_LEVEL;
                policy += s->kind == SAYS_HELPS || s->kind == SAYS_HARMS;
                assert_statement(a, s, m);
            }
    assert_int_equal(in_range, 1);
    assert_true(beyond <= 1 && policy <= beyond);
    const struct summary *in = at(a, m->own, IN_RANGE);
    bool can_lose = m->is >= CLASS_LEARNED && m->is != CLASS_GUESSES && in->mean >= .55 && !(in->low <= .5);
    assert_int_equal(beyond, can_lose);
}

/* ---- The screen */

static bool is_named(const char *text, const char *label) {
    size_t length = strlen(label);
    for (const char *at = text; (at = strstr(at, label)); at += length)
        if ((at == text || strchr(" (\n", at[-1])) && strchr(" ,;.)\n", at[length]))
            return true;
    return false;
}

static double best_of(const struct compare_row *first) {
    double best = 0;
    for (const struct compare_row *row = first; row < c.row + c.rows && row->first == first->first; row++)
        best = fmax(best, row->of[METRIC_ACCURACY][LENGTHS].mean);
    return best;
}

static void assert_screen(const struct answer *a, int width, int height, bool typed) {
    static const char *const forbidden[] = {"cannot tell", "nothing tells", "would tell", "lower at", "\\x", NULL};
    struct drawing_text d;
    struct screen s = {.out = drawing_open(&d), .width = width, .height = height, .utf8 = true};
    int lines = 0, hidden = 0, can_go = 0, numbered = 0;
    double worst_shown = 2, best_hidden = -1;
    answer_terminal(&s, &c, 1U << METRIC_ACCURACY, 1, &arena);
    const char *text = drawing_close(&d), *said = strstr(text, "\n1 ");
    for (const char *line = text, *stop; (stop = strchr(line, '\n')); line = stop + 1, lines++) {
        if (utf8_columns_in(line, (size_t)(stop - line)) > width)
            fail_msg("wider than %d:\n%s", width, text);
        numbered += said && line > said && line[0] >= '1' && line[0] <= '9' && line[1] == ' ' && line[2] >= 'A';
    }
    assert_int_equal(numbered, a->findings ? numbered : 0);
    assert_true(numbered <= FINDINGS_MOST);
    for (const struct answer_model *m = a->model; m < a->model + a->models; m++) {
        const char *label = m->series->first->label;
        bool shown = strstr(text, arena_format(&arena, "\n%s ", label)) != NULL, control = m->is == CLASS_CONTROL;
        hidden += !shown;
        can_go += !typed && !control;
        if (!shown && (typed || control))
            fail_msg("%s is not shown:\n%s", label, text);
        if (!shown && said && is_named(said, label))
            fail_msg("%s is named, not shown:\n%s", label, text);
        if (shown && !control)
            worst_shown = fmin(worst_shown, best_of(m->own));
        if (!shown)
            best_hidden = fmax(best_hidden, best_of(m->own));
    }
    assert_true(best_hidden <= worst_shown);
    if (lines > height - 2 && hidden < can_go)
        fail_msg("%d lines of %d:\n%s", lines, height - 2, text);
    for (const char *const *f = forbidden; *f && said; f++)
        if (strstr(said, *f))
            fail_msg("says '%s':\n%s", *f, text);
    if (c.compare.seeds.high < 2 && (strstr(text, " hold") || strstr(text, " fall") || strstr(text, " lift")))
        fail_msg("one seed is judged:\n%s", text);
    if (said && strstr(said, "what trained positions") && !strstr(text, "\ntrained positions "))
        fail_msg("a row is named, not shown:\n%s", text);
    drawing_free(&d);
}

/* says help compare: Each model is judged against itself, at the longest length */
/* says help compare: A row with + is another policy, better than both by */
TEST(screens) {
    const char *asked = getenv("DRAWS");
    int draws = asked ? atoi(asked) : DRAWN;
    r = random_open(7, RANDOM_EVAL, 0);
    for (int i = 0; i < draws; i++) {
        struct given model[MODELS];
        bool typed;
        int seeds, count = draw(model, &seeds, &typed);
        struct answer a = find(model, seeds, typed);
        for (const struct answer_model *m = a.model; m < a.model + a.models; m++)
            assert_once(&a, m);
        assert_screen(&a, 80, (int)ANY(14, 18, 24), typed);
        assert_any_order(model, count, seeds);
        assert_one_more(model, count, seeds);
        arena_free(&arena);
    }
}

/* ---- How often a statement is wrong where nothing is so */

/* Five models at the limit of a fall (5 points) or of holding (10), and a policy without effect: any of these
 * statements in a twentieth of comparisons at most, of 400; Holm's correction and the two tests of a model say so. */
TEST(nothing_is_so) {
    static const char *const names[] = {"learned", "sinusoidal", "rope", "alibi", "fire"};
    int wrong[2] = {0}, policy = 0;
    r = random_open(11, RANDOM_EVAL, 0);
    for (int i = 0; i < 400; i++) {
        struct given model[MODELS] = {{0}};
        double low = i % 2 ? .85 : .80;
        for (int k = 0; k < 5; k++) {
            model[k].encoding = names[k];
            for (int j = 0; j < SEEDS; j++) {
                model[k].in_range[j] = value(.9, .03);
                for (int p = 0; p < 2; p++)
                    model[k].at_64[p][j] = value(low, .03);
            }
        }
        struct answer a = find(model, (int)ANY(2, 3, 5), true);
        wrong[i % 2] += answer_statement(&a, i % 2 ? SAYS_FALLS : SAYS_HOLDS) != NULL;
        policy += answer_statement(&a, SAYS_HELPS) || answer_statement(&a, SAYS_HARMS);
        arena_free(&arena);
    }
    if (wrong[0] > 14 || wrong[1] > 14 || policy > 28)
        fail_msg("of 200, 200 and 400: %d hold, %d fall, %d are changed by a policy", wrong[0], wrong[1], policy);
}

GROUP(statements, NULL, NULL)
