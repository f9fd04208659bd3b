/* claim_judge.c -- from differences to answers, and the one rule from answers to verdicts; see claims.h. */
#include <math.h>
#include <string.h>

#include "base/text.h"
#include "claims/claims.h"
#include "statistics/student.h"

const char *const verdict_names[] = {
    [VERDICT_HELD] = "held",           [VERDICT_NOT_HELD] = "did not hold", [VERDICT_DEPENDS] = "depends",
    [VERDICT_UNDECIDED] = "undecided", [VERDICT_THEOREM] = "theorem",
};
const char *const answer_names[] = {"NA", "yes", "no", "inconclusive"};

/* ---- Tests. Comparisons with NAN are false, so that a number without an interval gives no answer. */

/* A # in these is replaced by the margin. */
static const char *const rules[] = {
    [TEST_MORE] = "yes if the whole interval is # or more, no if all of it is below #. ",
    [TEST_NO_MORE] = "yes if the whole interval is below #, no if all of it is # or more. ",
    [TEST_NEAR] = "yes if the whole interval is within # of 0, no if all of it is farther from 0. ",
};

static enum yes_no decide(bool yes, bool no) { return yes ? ANSWER_YES : no ? ANSWER_NO : ANSWER_OPEN; }

enum yes_no claim_answer(enum claim_test test, struct summary x, double margin) {
    bool more = x.low >= margin, less = x.high < margin;
    switch (test) {
    case TEST_MORE: return decide(more, less);
    case TEST_NO_MORE: return decide(less, more);
    case TEST_NEAR: return decide(x.low > -margin && less, more || x.high <= -margin);
    default: return ANSWER_OPEN;
    }
}

/* A set of factors is bits. */
static bool same_in(const struct claim_row *a, const struct claim_row *b, unsigned factors) {
    for (int f = 0; f < CLAIM_FACTORS; f++)
        if (factors & 1U << f && strcmp(a->setting[f], b->setting[f]) != 0)
            return false;
    return true;
}

/* Those that a row has. */
static unsigned factors_of(const struct claim_row *row) {
    unsigned has = 0;
    for (int f = 0; f < CLAIM_FACTORS; f++)
        has |= *row->setting[f] ? 1U << f : 0;
    return has;
}

bool claim_controls(const struct claim_row *control, const struct claim_row *row) {
    return same_in(control, row, factors_of(control));
}

/* Two models that are both within the margin of the best value, or of chance, cannot differ by more; if seeds of both
 * never reached a figure, neither is known to be better. */
static const char *saturated(const struct claim_row *row, const struct claim_result_row *r) {
    const struct metric *m = claim_metric(row);
    if (claim_is_ratio(row))
        return isnan(r->measured.mean) && r->measured.n > 1 ? "never" : NULL;
    if (!m || !row->b.in || row->table->saturated || row->table->spread || row->a.at < 0 || row->b.at < 0 ||
        (row->a.in == row->b.in && strcmp(row->a.member, row->b.member) == 0))
        return NULL;
    double best = m->quantity.scale * (m->quantity.better > 0 ? m->quantity.high : m->quantity.low),
           margin = row->table->margin;
    double a = m->quantity.better * r->a.mean, b = m->quantity.better * r->b.mean, worse = fmin(a, b),
           better = fmax(a, b);
    return m->quantity.better * best - worse <= margin         ? "ceiling"
           : better - m->quantity.better * r->chance <= margin ? "chance"
                                                               : NULL;
}

/* ---- Holm: of many settings some would get an answer by chance. What decides is an interval, the one that is printed:
 * as much wider than that of 95 % as Student's t is at the level that Holm leaves to the row. */

/* A ratio is tested by its logarithm. */
static struct summary map(struct summary x, bool ratio, double (*by)(double)) {
    return ratio ? (struct summary){x.n, by(x.mean), by(x.low), by(x.high)} : x;
}

/* How easily chance alone puts the number so far from a limit: below .05 where its interval leaves the limit out. */
static double chance_of(struct summary x, double limit) {
    if (x.low == x.high)
        return 0;
    double half = x.mean > limit ? x.mean - x.low : x.high - x.mean;
    return student_outside(student_point(INTERVAL_ALPHA, x.n - 1) * fabs(x.mean - limit) / half, x.n - 1);
}

/* NAN: the row is not tested. */
static double chance_of_answer(const struct claim_row *row, const struct claim_result_row *r) {
    bool ratio = claim_is_ratio(row);
    struct summary x = map(r->measured, ratio, log);
    double margin = ratio ? log(row->table->margin) : row->table->margin;
    if (row->table->role != TABLE_JUDGED || r->saturated || isnan(r->measured.low))
        return (double)NAN;
    if (row->table->test != TEST_NEAR)
        return chance_of(x, margin);
    return fmax(chance_of(x, margin), chance_of(x, -margin)); /* the nearer limit decides, inside or outside */
}

/* The interval at the level of Holm's step that decides on row i, within the bounds of its metric. */
static struct summary corrected(const struct claim_result *r, const double *p, const bool *holds, int i) {
    const struct claim_row *row = &r->claim->row[i];
    const struct metric *m = claim_metric(row);
    bool ratio = claim_is_ratio(row);
    struct summary x = map(r->row[i].measured, ratio, log);
    int left = 0;
    for (int k = 0; k < r->claim->rows; k++)
        left += holds[i] ? p[k] >= p[i] : p[k] >= 0 && !holds[k];
    if (isnan(p[i]) || x.low == x.high)
        return r->row[i].measured;
    double wider = student_point(HOLM_ALPHA / left, x.n - 1) / student_point(INTERVAL_ALPHA, x.n - 1);
    x.low = x.mean - wider * (x.mean - x.low);
    x.high = x.mean + wider * (x.high - x.mean);
    if (m && !ratio) {
        double most = m->quantity.scale * m->quantity.high, least = m->quantity.scale * m->quantity.low;
        bool alone = !claim_point_given(&row->b) && row->a.at != AT_GAP;
        x.low = fmax(x.low, alone ? least : least - most);
        x.high = fmin(x.high, alone ? most : most - least);
    }
    return map(x, ratio, exp);
}

/* Inconclusive is also where there is no room for an answer, or where the control fails. */
static void answer_rows(struct claim_result *r) {
    const struct claim_row *row = r->claim->row;
    const int rows = r->claim->rows;
    double p[CLAIM_ROWS] = {0};
    bool holds[CLAIM_ROWS];
    struct summary x[CLAIM_ROWS];
    for (int i = 0; i < rows; i++) {
        r->row[i].saturated = saturated(&row[i], &r->row[i]);
        p[i] = chance_of_answer(&row[i], &r->row[i]);
    }
    holm_mark(p, rows, HOLM_ALPHA, holds);
    for (int i = 0; i < rows; i++)
        x[i] = corrected(r, p, holds, i);
    for (int i = 0; i < rows; i++) {
        const struct claim_table *t = row[i].table;
        r->row[i].difference = x[i];
        r->row[i].a = claim_point_given(&row[i].b) ? r->row[i].a : x[i];
        r->row[i].answer = t->role == TABLE_SHOWN ? ANSWER_NONE
                           : r->row[i].saturated  ? ANSWER_OPEN
                                                  : claim_answer(t->test, x[i], t->margin);
    }
    for (int k = 0; k < rows; k++)
        for (int i = 0; i < rows; i++)
            if (row[k].table->role == TABLE_CONTROL && r->row[k].answer != ANSWER_YES &&
                row[i].table->role == TABLE_JUDGED && claim_controls(&row[k], &row[i]))
                r->row[i].answer = ANSWER_OPEN;
}

/* ---- What it depends on: the fewest factors that separate yes from no */

/* Whether a row counts, with this answer. */
static bool judged(const struct claim_result *r, int i, enum yes_no answer) {
    return r->claim->row[i].table->role == TABLE_JUDGED && !r->row[i].saturated && r->row[i].answer == answer;
}

static int bits(unsigned set) { return set ? 1 + bits(set & (set - 1)) : 0; }

static unsigned all_factors(const struct claim *c) { return (1U << c->factors) - 1; }

static unsigned fewest(const struct claim_result *r) {
    const int rows = r->claim->rows;
    unsigned all = all_factors(r->claim), best = all;
    for (unsigned set = 1; set < all; set++) {
        bool separate = bits(set) < bits(best);
        for (int k = 0; k < rows * rows && separate; k++)
            separate = !(judged(r, k / rows, ANSWER_YES) && judged(r, k % rows, ANSWER_NO) &&
                         same_in(&r->claim->row[k / rows], &r->claim->row[k % rows], set));
        best = separate ? set : best;
    }
    return best;
}

/* The factors that a row goes by: a row without one of them also by its first. */
static unsigned factors_among(const struct claim_row *row, unsigned factors) {
    unsigned has = factors_of(row) & factors;
    return has == factors ? factors : has | 1;
}

static void add_setting(char *text, size_t size, const struct claim_row *row, unsigned factors, const char *between) {
    const char *gap = "";
    for (int f = 0; f < CLAIM_FACTORS; f++)
        if (factors & 1U << f && *row->setting[f]) {
            text_append(text, size, "%s%s", gap, row->setting[f]);
            gap = between;
        }
}

const char *claim_setting(const struct claim_row *row, char text[CLAIM_LABEL]) {
    text[0] = 0;
    add_setting(text, CLAIM_LABEL, row, ~0U, ", ");
    return text;
}

/* "HEAD a, b": the settings with an answer, each once, as far as these factors go. */
static void add_settings(struct claim_result *r, const char *head, enum yes_no answer, unsigned factors) {
    const struct claim_row *row = r->claim->row;
    for (int i = 0; i < r->claim->rows; i++) {
        unsigned own = factors_among(&row[i], factors);
        bool again = false;
        for (int j = 0; j < i; j++)
            again |= judged(r, j, answer) && factors_among(&row[j], factors) == own && same_in(&row[i], &row[j], own);
        if (again || !judged(r, i, answer))
            continue;
        text_append(r->text, CLAIM_TEXT, "%s", head);
        add_setting(r->text, CLAIM_TEXT, &row[i], own, "/");
        head = ", ";
    }
}

static void say_depends(struct claim_result *r) {
    unsigned factors = fewest(r);
    int left = bits(factors);
    text_append(r->text, CLAIM_TEXT, "on the ");
    for (int f = 0; f < r->claim->factors; f++)
        if (factors & 1U << f)
            text_append(r->text, CLAIM_TEXT, "%s%s", r->claim->factor[f], --left > 1 ? ", " : left ? " and the " : "");
    add_settings(r, ": yes for ", ANSWER_YES, factors);
    add_settings(r, "; no for ", ANSWER_NO, factors);
    add_settings(r, "; inconclusive for ", ANSWER_OPEN, all_factors(r->claim));
}

/* "; 5 rows cannot answer (both at the ceiling)". */
static void say_saturated(struct claim_result *r) {
    static const char *const why[][2] = {
        {"ceiling", "both at the ceiling"}, {"chance", "both at chance"}, {"never", "seeds of both never got there"}};
    for (size_t k = 0; k < sizeof why / sizeof *why; k++) {
        int rows = 0;
        for (int i = 0; i < r->claim->rows; i++)
            rows += r->claim->row[i].table->role == TABLE_JUDGED && r->row[i].saturated &&
                    strcmp(r->row[i].saturated, why[k][0]) == 0;
        if (rows)
            text_append(r->text, CLAIM_TEXT, "; %d row%s cannot answer (%s)", rows, rows > 1 ? "s" : "", why[k][1]);
    }
}

static void say_undecided(struct claim_result *r, int yes, int no, int all) {
    const char *seeds = NULL;
    for (int i = 0; i < r->claim->rows; i++)
        if (judged(r, i, ANSWER_OPEN) && r->row[i].difference.n < 2 && isnan(r->row[i].difference.low))
            seeds = r->row[i].difference.n ? "one seed" : "no seed";
    if (seeds)
        text_append(r->text, CLAIM_TEXT, "%s has no interval; give --seeds 2 or more; ", seeds);
    text_append(r->text, CLAIM_TEXT, "yes in %d, no in %d of %d settings", yes, no, all);
    add_settings(r, "; inconclusive for ", ANSWER_OPEN, all_factors(r->claim));
    say_saturated(r);
    if (!seeds && all)
        text_append(r->text, CLAIM_TEXT, "; more seeds may decide");
}

void claim_judge(struct claim_result *r) {
    int yes = 0, no = 0, open = 0;
    answer_rows(r);
    for (int i = 0; i < r->claim->rows; i++) {
        yes += judged(r, i, ANSWER_YES);
        no += judged(r, i, ANSWER_NO);
        open += judged(r, i, ANSWER_OPEN);
    }
    r->text[0] = 0;
    if (*r->claim->theorem)
        text_append(r->text, CLAIM_TEXT, "shown, not tested: %s. Here ", r->claim->theorem);
    r->verdict = yes && no             ? VERDICT_DEPENDS
                 : open || !(yes + no) ? VERDICT_UNDECIDED
                 : yes                 ? VERDICT_HELD
                                       : VERDICT_NOT_HELD;
    if (r->verdict == VERDICT_UNDECIDED)
        say_undecided(r, yes, no, open + yes + no);
    else if (r->verdict == VERDICT_DEPENDS)
        say_depends(r);
    else
        text_append(r->text, CLAIM_TEXT, "yes in %d of %d settings", yes, yes + no);
    if (r->verdict != VERDICT_UNDECIDED)
        say_saturated(r);
    r->verdict = *r->claim->theorem ? VERDICT_THEOREM : r->verdict;
}

/* ---- In words */

bool claim_added(const struct claim *c, const struct claim_table *t, char text[CLAIM_TEXT]) {
    const char *gap = "";
    bool all = true;
    if (!*t->added)
        return false;
    for (const struct claim_row *row = c->row; row < c->row + c->rows; row++)
        all = all && (row->table != t || row->added);
    text_append(text, CLAIM_TEXT, "Added %s, marked *: %s", t->added, all ? "all rows" : "");
    for (const struct claim_row *row = c->row; row < c->row + c->rows && !all; row++)
        if (row->table == t && row->added) {
            text_append(text, CLAIM_TEXT, "%s", gap);
            add_setting(text, CLAIM_TEXT, row, ~0U, ", ");
            gap = "; ";
        }
    return text_append(text, CLAIM_TEXT, ". ");
}

void claim_rule(const struct claim *c, char text[CLAIM_TEXT]) {
    text[0] = 0;
    for (const struct claim_table *t = c->table; t < c->table + c->tables; t++) {
        bool tested = t->role != TABLE_SHOWN;
        if (tested)
            text_append(text, CLAIM_TEXT, "%s%s: ", t->role == TABLE_CONTROL ? "Control, " : "", t->title);
        for (const char *at = tested ? rules[t->test] : ""; *at; at++)
            if (*at == '#')
                text_append(text, CLAIM_TEXT, "%s%g", metrics[t->metric].of_run ? "x" : "", t->margin);
            else
                text_append(text, CLAIM_TEXT, "%c", *at);
        const struct metric *m = &metrics[t->metric];
        const char *unit = m->quantity.unit;
        if (t->metric != METRIC_ACCURACY) /* whose unit is the same for all claims */
            text_append(text, CLAIM_TEXT, "%s%s are %s%s%s. ", tested ? "" : t->title, tested ? "Numbers" : ": numbers",
                        m->quantity.title, *unit ? " in " : "", unit);
        if (m->note)
            text_append(text, CLAIM_TEXT, "%s ", m->note);
        if (t->spread)
            text_append(text, CLAIM_TEXT, "Numbers are how far seeds are from their mean. ");
        claim_added(c, t, text);
    }
}

const char claims_rule[] =
    "Held: yes in all settings. Did not hold: no in all. Depends: yes in some, no in others. Undecided: otherwise. "
    "The interval next to an answer decides; in judged rows it is corrected for the number of settings (Holm). A row "
    "whose two models are both within the margin of the best value, or of chance, cannot answer and is not counted.";
