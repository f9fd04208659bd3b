/* test_reasons.c -- over random numbers: of a model that falls a reason is given where another number of the same model
 * shows it, and nowhere else; by an oracle of its own. */
#include "base/random.h"
#include "result/verdict.h"
#include "unit/made_comparison.h"

static struct answer a;
static struct random stream;

static int below(int n) { return (int)random_below(&stream, (uint32_t)n); }

static struct given random_model(const char *name) {
    static const int level[] = {30, 52, 70, 92, 95, 96, 100};
    struct given g = {.encoding = name};
    int in = below(8) ? 100 : 90, spread = 1 + 4 * below(3);
    for (int s = 0; s < SEEDS; s++)
        g.in_range[s] = in - below(2);
    for (int p = 0; p < POLICIES; p++) {
        int at = level[below(sizeof level / sizeof *level)];
        for (int s = 0; s < SEEDS && (!p || below(SEEDS) || s); s++)
            g.at_64[p][s] = at - below(spread + 1);
        if (g.at_64[p][0] == 0)
            memset(g.at_64[p], 0, sizeof g.at_64[p]);
    }
    return g;
}

static int falls(const struct given *g, int p, int seeds) {
    int count = 0;
    for (int s = 0; s < seeds; s++)
        count += g->in_range[s] - g->at_64[p][s] > 5;
    return count;
}

static bool above(const struct given *g, int p, int other, int seeds) {
    bool all = true;
    for (int s = 0; s < seeds; s++)
        all = all && g->at_64[p][s] - g->at_64[other][s] > 5;
    return all;
}

/* What is to be said of row p, from the numbers alone; `told`: what a statement says of the model as it is, or NONE. */
static enum verdict_kind expected(const struct given *g, int p, int seeds, const enum seen_news *news,
                                  enum verdict_kind told) {
    int count = falls(g, p, seeds);
    enum verdict_kind kind = count == seeds ? VERDICT_FALLS : count ? VERDICT_OPEN : VERDICT_HOLDS;
    kind = p == 0 && told ? told : kind;
    for (int s = 0; s < seeds; s++)
        if (g->in_range[s] < 95)
            return VERDICT_NOT_LEARNED;
    if (kind != VERDICT_FALLS)
        return kind;
    if (p)
        return above(g, 0, p, seeds) ? VERDICT_POLICY : VERDICT_FALLS;
    for (int q = 1; q < POLICIES; q++)
        if (g->at_64[q][0] != 0 && news[0] == NEWS_SOME && news[q] == NEWS_NONE && above(g, q, 0, seeds))
            kind = VERDICT_NEW;
    return kind;
}

static enum verdict_kind told_of(const struct answer_model *m) {
    for (int i = 0; i < a.statements; i++)
        for (int k = 0; k < a.statement[i].of.count; k++)
            if (a.statement[i].of.model[k] == m)
                switch (a.statement[i].kind) {
                case SAYS_HOLDS: return VERDICT_HOLDS;
                case SAYS_FALLS: return VERDICT_FALLS;
                case SAYS_OPEN: return VERDICT_OPEN;
                default: break;
                }
    return VERDICT_NONE;
}

static bool says(const struct verdict *v, const char *word) { return strstr(v->sentence, word) != NULL; }

static void check_law(const struct verdict *v, const struct given *g, int p, const enum seen_news *of, int seeds,
                      enum verdict_kind told) {
    bool reason = v->kind == VERDICT_NEW || v->kind == VERDICT_POLICY;
    assert_int_equal(v->kind, expected(g, p, seeds, of, told));
    if ((says(v, " costs ") || says(v, " harms") || says(v, ": so ")) != reason)
        fail_msg("a reason is %s: %s", reason ? "shown and not said" : "said and not shown", v->sentence);
    if (reason && !v->cell)
        fail_msg("without a second number: %s", v->sentence);
    if (v->kind == VERDICT_OPEN || v->kind == VERDICT_NOT_LEARNED)
        assert_null(v->cell);
    if (v->cell) {
        assert_string_equal(v->cell->first->label, g->encoding);
        assert_true(says(v, p ? with[p]->name : v->cell->policy->name));
    }
}

TEST_WITH(reasons_are_shown, NULL, drop) {
    int met[VERDICT_POLICY + 1] = {0};
    for (int round = 0; round < 400; round++) {
        stream = random_open(1, RANDOM_EVAL, (uint64_t)round);
        int seeds = 1 + below(SEEDS);
        const struct given model[] = {random_model("learned"), random_model("rope"), random_model("alibi"), {0}};
        build(model, seeds);
        compare_summarise(&c);
        answer_find(&a, &c, METRIC_ACCURACY, &arena);
        enum seen_news *news = arena_alloc(&arena, (size_t)c.rows, sizeof *news), of[3][POLICIES] = {{0}};
        for (int i = 0; i < c.rows; i++)
            for (int p = 0; p < POLICIES; p++)
                if (c.row[i].policy == with[p])
                    of[c.row[i].first->series - c.series][p] = news[i] = (enum seen_news)(below(5) ? below(2) : 2);
        for (int k = 0; k < 3; k++)
            for (int p = 0; p < POLICIES; p++) {
                if (model[k].at_64[p][0] == 0)
                    continue;
                const struct compare_row *r = c.row;
                struct verdict v;
                while (r->first->series != a.model[k].series || r->policy != with[p])
                    r++;
                verdict_find(&v, &(struct verdict_of){&a, &a.model[k], r, 2, news}, &arena);
                check_law(&v, &model[k], p, of[k], seeds, told_of(&a.model[k]));
                met[v.kind]++;
            }
        arena_free(&arena);
    }
    for (int kind = VERDICT_NOT_LEARNED; kind <= VERDICT_POLICY; kind++)
        if (!met[kind])
            fail_msg("no model was %s", verdict_kinds[kind]);
}

GROUP(reasons, NULL, NULL)
