/* claims.c -- the register of claims, and the one rule from answers to verdicts; see claims.h. */
#include "claims/claims.h"

#include <assert.h>
#include <math.h>
#include <string.h>

#include "base/text.h"
#include "claims/claim_list.h"

const struct claim *const claims[] = {
    &claim_order,
    &claim_table_beyond,
    &claim_sinusoids_beyond,
    &claim_ratio,
    &claim_index,
    &claim_shift,
    &claim_fit,
    &claim_overfit,
    &claim_recurrent,
    &claim_relative,
    &claim_columns,
    &claim_addition,
    &claim_centred,
    NULL,
};

const struct claim *claim_find(int number) {
    for (const struct claim *const *c = claims; *c; c++)
        if ((*c)->number == number)
            return *c;
    return NULL;
}

const char *const verdict_names[] = {
    [VERDICT_HELD] = "held",
    [VERDICT_NOT_HELD] = "did not hold",
    [VERDICT_DEPENDS] = "depends",
    [VERDICT_UNDECIDED] = "undecided",
};

/* ---- Tests. Comparisons with NAN are false, so that a number without an interval tells nothing. */

static enum answer opposite(enum answer a) {
    return a == ANSWER_YES ? ANSWER_NO : a == ANSWER_NO ? ANSWER_YES : ANSWER_OPEN;
}

static enum answer more(struct claim_number x, double margin) {
    if (x.low > 0 && x.mean >= margin)
        return ANSWER_YES;
    return x.high < margin ? ANSWER_NO : ANSWER_OPEN;
}

static enum answer no_more(struct claim_number x, double margin) { return opposite(more(x, margin)); }

static enum answer near(struct claim_number x, double margin) {
    if (x.low > -margin && x.high < margin)
        return ANSWER_YES;
    return x.low >= margin || x.high <= -margin ? ANSWER_NO : ANSWER_OPEN;
}

static enum answer over(struct claim_number x, double margin) {
    return x.low > margin ? ANSWER_YES : x.high <= margin ? ANSWER_NO : ANSWER_OPEN;
}

static enum answer tiny(struct claim_number x, double margin) {
    return x.high < margin ? ANSWER_YES : x.low >= 10 * margin ? ANSWER_NO : ANSWER_OPEN;
}

static enum answer large(struct claim_number x, double margin) { return opposite(tiny(x, margin)); }

#define MORE "the interval lies above 0 and its mean is # points or more"
#define LESS "the interval lies below # points"

const struct claim_test test_more = {"yes if " MORE ", no if " LESS, more};
const struct claim_test test_no_more = {"no if " MORE ", yes if " LESS, no_more};
const struct claim_test test_near = {"yes if the interval lies within # of 0 on either side, no if it lies outside",
                                     near};
const struct claim_test test_over = {"yes if the interval lies above #, no if it does not reach above it", over};
const struct claim_test test_tiny = {"yes if the interval lies below #, no if at ten times that or above", tiny};
const struct claim_test test_large = {"no if the interval lies below #, yes if at ten times that or above", large};

/* ---- From differences to answers */

static bool has_number(const struct claim_point *p) { return p->in || p->of_formula; }

void claim_open(struct claim_result *r, const struct claim *c) {
    memset(r, 0, sizeof *r);
    r->claim = c;
    for (const struct claim_table *t = c->table; t->title; t++)
        for (const struct claim_row *row = t->row; has_number(&row->a); row++) {
            assert(r->rows < CLAIM_ROWS);
            r->row[r->rows++] = (struct claim_result_row){.table = t, .row = row, .chance = (double)NAN};
        }
}

/* Whether the setting of a row is that of a control, in all factors that the control names. */
static bool controlled(const struct claim_row *row, const struct claim_row *control) {
    for (int f = 0; f < CLAIM_FACTORS; f++)
        if (control->setting[f] && (!row->setting[f] || strcmp(row->setting[f], control->setting[f]) != 0))
            return false;
    return true;
}

static void answer_rows(struct claim_result *r) {
    for (int i = 0; i < r->rows; i++) {
        const struct claim_table *t = r->row[i].table;
        r->row[i].answer = t->test ? t->test->answer(r->row[i].difference, t->margin) : ANSWER_OPEN;
    }
    for (int k = 0; k < r->rows; k++)
        for (int i = 0; i < r->rows; i++)
            if (r->row[k].table->role == TABLE_CONTROL && r->row[k].answer != ANSWER_YES &&
                r->row[i].table->role == TABLE_JUDGED && controlled(r->row[i].row, r->row[k].row))
                r->row[i].answer = ANSWER_OPEN;
}

/* ---- On what it depends: the fewest factors that tell the yes from the no */

static bool same_in(const struct claim_row *a, const struct claim_row *b, unsigned factors) {
    for (int f = 0; f < CLAIM_FACTORS; f++) {
        const char *x = a->setting[f] ? a->setting[f] : "", *y = b->setting[f] ? b->setting[f] : "";
        if (factors & 1U << f && strcmp(x, y) != 0)
            return false;
    }
    return true;
}

static bool judged(const struct claim_result *r, int i, enum answer answer) {
    return r->row[i].table->role == TABLE_JUDGED && r->row[i].answer == answer;
}

static bool tells_apart(const struct claim_result *r, unsigned factors) {
    for (int i = 0; i < r->rows; i++)
        for (int j = 0; j < r->rows; j++)
            if (judged(r, i, ANSWER_YES) && judged(r, j, ANSWER_NO) && same_in(r->row[i].row, r->row[j].row, factors))
                return false;
    return true;
}

static int bits(unsigned set) {
    int count = 0;
    for (; set; set &= set - 1)
        count++;
    return count;
}

static unsigned all_factors(const struct claim *c) {
    unsigned all = 0;
    for (int f = 0; f < CLAIM_FACTORS && c->factor[f]; f++)
        all |= 1U << f;
    return all;
}

static unsigned fewest(const struct claim_result *r) {
    unsigned all = all_factors(r->claim), best = all;
    for (unsigned set = 1; set < all; set++)
        if (bits(set) < bits(best) && tells_apart(r, set))
            best = set;
    return best;
}

/* The factors that a row goes by: a row without one of them also by its first. */
static unsigned goes_by(const struct claim_row *row, unsigned factors) {
    unsigned has = 0;
    for (int f = 0; f < CLAIM_FACTORS; f++)
        has |= row->setting[f] ? factors & 1U << f : 0;
    return has == factors ? factors : has | 1;
}

static void add_setting(char *text, const struct claim_row *row, unsigned factors) {
    const char *gap = "";
    for (int f = 0; f < CLAIM_FACTORS; f++)
        if (factors & 1U << f && row->setting[f]) {
            text_append(text, CLAIM_TEXT, "%s%s", gap, row->setting[f]);
            gap = "/";
        }
}

/* "; HEAD a, b": the settings with an answer, each once, as far as these factors go. */
static void add_settings(const struct claim_result *r, char *text, const char *head, enum answer answer,
                         unsigned factors) {
    int count = 0;
    for (int i = 0; i < r->rows; i++) {
        unsigned own = goes_by(r->row[i].row, factors);
        bool again = false;
        for (int j = 0; j < i; j++)
            again |= judged(r, j, answer) && goes_by(r->row[j].row, factors) == own &&
                     same_in(r->row[i].row, r->row[j].row, own);
        if (again || !judged(r, i, answer))
            continue;
        text_append(text, CLAIM_TEXT, "%s", count++ ? ", " : head);
        add_setting(text, r->row[i].row, own);
    }
}

static void say_depends(struct claim_result *r) {
    unsigned factors = fewest(r), all = all_factors(r->claim);
    int left = bits(factors);
    text_append(r->text, CLAIM_TEXT, "on the ");
    for (int f = 0; f < CLAIM_FACTORS; f++)
        if (factors & 1U << f)
            text_append(r->text, CLAIM_TEXT, "%s%s", r->claim->factor[f], --left > 1 ? ", " : left ? " and the " : "");
    add_settings(r, r->text, ": yes for ", ANSWER_YES, factors);
    add_settings(r, r->text, "; no for ", ANSWER_NO, factors);
    add_settings(r, r->text, "; not told for ", ANSWER_OPEN, all);
}

static void say_undecided(struct claim_result *r, int yes, int no, int all) {
    int without = 0, seeds = 0;
    for (int i = 0; i < r->rows; i++)
        if (judged(r, i, ANSWER_OPEN) && isnan(r->row[i].difference.low)) {
            without++;
            seeds = r->row[i].difference.n;
        }
    if (without)
        text_append(r->text, CLAIM_TEXT, "%s has no interval, --seeds 2 is the least; ",
                    seeds ? "one seed" : "no seed");
    text_append(r->text, CLAIM_TEXT, "yes in %d, no in %d of %d settings", yes, no, all);
    add_settings(r, r->text, "; not told for ", ANSWER_OPEN, all_factors(r->claim));
    if (!without)
        text_append(r->text, CLAIM_TEXT, "; more seeds may tell");
}

void claim_judge(struct claim_result *r) {
    int count[3] = {0};
    answer_rows(r);
    for (int i = 0; i < r->rows; i++)
        if (r->row[i].table->role == TABLE_JUDGED)
            count[r->row[i].answer]++;
    int yes = count[ANSWER_YES], no = count[ANSWER_NO], open = count[ANSWER_OPEN];
    r->text[0] = 0;
    r->verdict = yes && no ? VERDICT_DEPENDS : open ? VERDICT_UNDECIDED : yes ? VERDICT_HELD : VERDICT_NOT_HELD;
    if (r->verdict == VERDICT_DEPENDS)
        say_depends(r);
    else if (r->verdict == VERDICT_UNDECIDED)
        say_undecided(r, yes, no, open + yes + no);
    else
        text_append(r->text, CLAIM_TEXT, "%s of %d settings", yes ? "yes in all" : "yes in none", yes + no);
}

/* ---- In words */

/* The text of a test with its margin in the place of every #. */
static void say_test(char *text, const struct claim_table *t) {
    for (const char *at = t->test->text; *at; at += strcspn(at, "#") + (at[strcspn(at, "#")] == '#')) {
        size_t length = strcspn(at, "#");
        text_append(text, CLAIM_TEXT, "%.*s", (int)length, at);
        if (at[length])
            text_append(text, CLAIM_TEXT, "%g", t->margin);
    }
}

void claim_rule(const struct claim *c, char text[CLAIM_TEXT]) {
    text[0] = 0;
    for (const struct claim_table *t = c->table; t->title; t++) {
        if (!t->test)
            continue;
        text_append(text, CLAIM_TEXT, "%s%s: ", t->role == TABLE_CONTROL ? "Control, " : "", t->title);
        say_test(text, t);
        text_append(text, CLAIM_TEXT, ". ");
    }
    text_append(text, CLAIM_TEXT,
                "Held: yes in all settings; did not hold: no in all; depends: yes in some, no in "
                "others; undecided: else.");
}

void claim_setting(const struct claim_row *row, char text[CLAIM_LABEL]) {
    text[0] = 0;
    for (int f = 0; f < CLAIM_FACTORS; f++)
        if (row->setting[f])
            text_append(text, CLAIM_LABEL, "%s%s", *text ? ", " : "", row->setting[f]);
}

bool claim_in_points(const struct claim_row *row) { return row->a.in && !row->a.of_run; }
