/* test_claims.c -- verdicts from made-up numbers: every claim can get every verdict, so none is decided in advance; and
 * the rules, as they were before any number. */
#include "base/random.h"
#include "claims/fill_claims.h"
#include "claims_book.h"

static struct claim_result r;

static struct summary one_seed(double mean) { return (struct summary){1, mean, (double)NAN, (double)NAN}; }

/* ---- Tests on numbers */

TEST(answers) {
    static const struct {
        enum claim_test test;
        enum yes_no expected;
        double margin, low, high;
    } table[] = {
        {TEST_MORE, ANSWER_OPEN, 5, 1, 11},    {TEST_MORE, ANSWER_YES, 5, 5, 11},
        {TEST_MORE, ANSWER_NO, 5, 3, 4.9},     {TEST_MORE, ANSWER_NO, 5, -9, -7},
        {TEST_MORE, ANSWER_OPEN, 5, 3, 5},     {TEST_MORE, ANSWER_YES, 5, 6, 6},
        {TEST_NO_MORE, ANSWER_OPEN, 5, 1, 11}, {TEST_NO_MORE, ANSWER_NO, 5, 5, 13},
        {TEST_NO_MORE, ANSWER_YES, 5, -9, 4},  {TEST_NO_MORE, ANSWER_OPEN, 5, -9, 5},
        {TEST_NEAR, ANSWER_YES, 5, -4, 4},     {TEST_NEAR, ANSWER_OPEN, 5, -4, 6},
        {TEST_NEAR, ANSWER_NO, 5, 5, 9},       {TEST_NEAR, ANSWER_NO, 5, -9, -5},
        {TEST_NEAR, ANSWER_OPEN, 5, -9, -4},
    };
    for (size_t i = 0; i < sizeof table / sizeof *table; i++) {
        enum yes_no got = claim_answer(table[i].test, interval(table[i].low, table[i].high), table[i].margin);
        if (got != table[i].expected)
            fail_msg("row %zu, %g..%g against %g: %d is not %d", i, table[i].low, table[i].high, table[i].margin,
                     (int)got, (int)table[i].expected);
    }
}

/* Without an interval nothing is told, whatever the mean. */
TEST(one_seed) {
    for (int test = TEST_MORE; test <= TEST_NEAR; test++)
        for (int mean = -100; mean <= 100; mean++)
            assert_int_equal(claim_answer((enum claim_test)test, one_seed(mean / 2.0), 5), ANSWER_OPEN);
}

/* ---- Verdicts */

/* A number of which the table's test gives this answer. */
static struct summary number_for(const struct claim_table *t, enum yes_no answer) {
    static const double tried[] = {-100, -1, 0, 0.001, 0.02, 0.5, 1, 2, 10, 100};
    bool ratio = metrics[t->metric].of_run != NULL;
    for (size_t i = 0; i < sizeof tried / sizeof *tried; i++)
        if ((!ratio || tried[i] > 0) && claim_answer(t->test, interval(tried[i], tried[i]), t->margin) == answer)
            return interval(tried[i], tried[i]);
    if (answer == ANSWER_OPEN)
        return interval(ratio ? 0.001 : -1000, 1000);
    fail_msg("%s: no number gives answer %d", t->title, (int)answer);
    return interval(0, 0);
}

/* Numbers for all rows: judged row k gets answer[k % 2], controls a yes. */
static void fill(const struct claim *c, enum yes_no even, enum yes_no odd) {
    int k = 0;
    r.claim = c;
    for (int i = 0; i < c->rows; i++) {
        const struct claim_table *t = c->row[i].table;
        r.row[i].chance = (double)NAN;
        r.row[i].a.mean = r.row[i].b.mean = 50; /* in % or nats: at no ceiling */
        if (t->role == TABLE_CONTROL)
            r.row[i].measured = number_for(t, ANSWER_YES);
        else if (t->role == TABLE_JUDGED)
            r.row[i].measured = number_for(t, k++ % 2 ? odd : even);
    }
    claim_judge(&r);
}

/* says help glossary: yes in every setting that gave an answer */
/* says help glossary: no in every setting that gave an answer */
/* says help glossary: yes in some settings, no in others */
TEST(every_verdict) {
    static const struct {
        enum yes_no even, odd;
        enum verdict expected;
    } table[] = {
        {ANSWER_YES, ANSWER_YES, VERDICT_HELD},        {ANSWER_NO, ANSWER_NO, VERDICT_NOT_HELD},
        {ANSWER_YES, ANSWER_NO, VERDICT_DEPENDS},      {ANSWER_NO, ANSWER_YES, VERDICT_DEPENDS},
        {ANSWER_YES, ANSWER_OPEN, VERDICT_UNDECIDED},  {ANSWER_OPEN, ANSWER_NO, VERDICT_UNDECIDED},
        {ANSWER_OPEN, ANSWER_OPEN, VERDICT_UNDECIDED},
    };
    for (int k = 0; k < book.claims; k++)
        for (size_t i = 0; i < sizeof table / sizeof *table; i++) {
            fill(book.claim[k], table[i].even, table[i].odd);
            if (r.verdict != (*book.claim[k]->theorem ? VERDICT_THEOREM : table[i].expected))
                fail_msg("claim %d, numbers %zu: %s (%s)", book.claim[k]->number, i, verdict_names[r.verdict], r.text);
            assert_true(*r.text);
        }
}

/* Numbers of claim 2, all yes but in the rows whose setting begins with `first` or is `whole`. */
static void table_but(const char *first, const char *whole) {
    char setting[CLAIM_LABEL];
    r.claim = claims_find(&book, 2);
    for (int i = 0; i < r.claim->rows; i++) {
        claim_setting(&r.claim->row[i], setting);
        bool but = (first && strncmp(setting, first, strlen(first)) == 0) || (whole && strcmp(setting, whole) == 0);
        r.row[i].measured = but ? interval(0, 1) : interval(20, 30);
    }
    claim_judge(&r);
}

/* The fewest factors that tell yes from no are named. */
TEST(depends_on) {
    table_but("interpolate", NULL);
    assert_string_equal(r.text, "on the policy: yes for extend, clamp, wrap, zero; no for interpolate");
    table_but(NULL, "wrap, first");
    assert_non_null(strstr(r.text, "on the policy and the task: yes for extend/order, clamp/order, wrap/order, "));
    assert_non_null(strstr(r.text, "; no for wrap/first"));
    /* one yes and one no that differ in both: the factor that comes first */
    for (int i = 0; i < r.claim->rows; i++) {
        char setting[CLAIM_LABEL];
        claim_setting(&r.claim->row[i], setting);
        r.row[i].measured = strcmp(setting, "wrap, first") == 0     ? interval(0, 1)
                            : strcmp(setting, "extend, order") == 0 ? interval(20, 30)
                                                                    : interval(-1000, 1000);
    }
    claim_judge(&r);
    assert_ptr_equal(strstr(r.text, "on the policy: yes for extend; no for wrap; inconclusive for "), r.text);
}

/* A row that lacks the factor on which it depends is named by what it has. */
TEST(depends_without) {
    r.claim = claims_find(&book, 5);
    for (int i = 0; i < r.claim->rows; i++) {
        const char *measure = r.claim->row[i].setting[2];
        r.row[i].chance = (double)NAN;
        r.row[i].a.mean = r.row[i].b.mean = 50;
        r.row[i].measured = strcmp(measure, "1x") == 0 ? interval(0, 1) : interval(20, 30);
    }
    claim_judge(&r);
    assert_string_equal(r.text, "on the measure: yes for dominates, in range, steps to 99 %; no for 1x");
}

/* says help glossary: the intervals are too wide for yes or no in every setting */
TEST(what_is_missing) {
    r.claim = claims_find(&book, 2);
    for (int i = 0; i < r.claim->rows; i++)
        r.row[i].measured = one_seed(30);
    claim_judge(&r);
    assert_int_equal(r.verdict, VERDICT_UNDECIDED);
    assert_non_null(strstr(r.text, "one seed has no interval; give --seeds 2 or more"));
    fill(claims_find(&book, 2), ANSWER_YES, ANSWER_OPEN);
    assert_null(strstr(r.text, "one seed"));
    assert_non_null(strstr(r.text, "more seeds may decide"));
}

/* Where nobody learns the task, being at chance shows nothing. */
TEST(control) {
    fill(claims_find(&book, 1), ANSWER_YES, ANSWER_YES);
    assert_int_equal(r.verdict, VERDICT_THEOREM);
    assert_non_null(strstr(r.text, "shown, not tested: in one layer "));
    assert_non_null(strstr(r.text, ". Here yes in 3 of 3 settings"));
    const struct summary lost[] = {interval(-1, 1), interval(-1000, 1000)}; /* no, and open, which decides no more */
    for (int k = 0; k < 2; k++) {
        for (int i = 0; i < r.claim->rows; i++)
            if (r.claim->row[i].table->role == TABLE_CONTROL && strcmp(r.claim->row[i].setting[0], "order") == 0)
                r.row[i].measured = lost[k];
        claim_judge(&r);
        assert_non_null(strstr(r.text, ". Here yes in 2, no in 0 of 3 settings; inconclusive for order/all rows;"));
    }
}

/* Claim 7 compares rivals by 2 points: both from 98 % on, or both up to 2 points above chance, say nothing. Claim 4
 * asks whether the ratio fails: at the ceiling it does not. */
/* says help claims: A row whose models are both within the margin of the best value, or of chance, is not counted */
/* says help claims: (why it cannot answer: ceiling, chance, never)} */
TEST(saturated) {
    static const struct {
        int claim;
        enum yes_no answer;
        double a, b;
        const char *saturated;
    } table[] = {
        {7, ANSWER_OPEN, 99, 98, "ceiling"}, {7, ANSWER_NO, 99, 97.9, NULL}, {7, ANSWER_OPEN, 51, 49, "chance"},
        {7, ANSWER_OPEN, 52, 52, "chance"},  {7, ANSWER_NO, 52.1, 52, NULL}, {4, ANSWER_NO, 99, 98, NULL},
    };
    for (size_t k = 0; k < sizeof table / sizeof *table; k++) {
        r.claim = claims_find(&book, table[k].claim);
        for (int i = 0; i < r.claim->rows; i++)
            r.row[i] = (struct claim_result_row){.a.mean = table[k].a,
                                                 .b.mean = table[k].b,
                                                 .measured =
                                                     claim_is_ratio(&r.claim->row[i]) ? interval(1, 1) : interval(0, 1),
                                                 .chance = 50};
        claim_judge(&r);
        assert_int_equal(r.row[0].answer, table[k].answer);
        if (!table[k].saturated)
            assert_null(r.row[0].saturated);
        else
            assert_string_equal(r.row[0].saturated, table[k].saturated);
    }
}

/* Claim 7 with accuracy at the ceiling in its first two rows and at chance in the third: none of them counts, whatever
 * the steps to 99 % say. Where these are open more seeds may decide; where nothing is left they may not. */
TEST(rows_that_cannot_answer) {
    static const struct {
        double low, high, ratio;
        enum verdict verdict;
        const char *text;
    } table[] = {
        {1.3, 1.4, 1.35, VERDICT_HELD, "yes in 3 of 3 settings"},
        {0.9, 1.1, 1, VERDICT_NOT_HELD, "yes in 0 of 3 settings"},
        {0.9, 1.3, 1.1, VERDICT_UNDECIDED,
         "yes in 0, no in 0 of 3 settings; inconclusive for order/steps to 99 %, first/steps to 99 %, shift/steps to "
         "99 %"},
        /* on a logarithmic scale 1.1 halves above the margin: p = .04, which is not below .05 / 3 */
        {1.21, 1.41, 1.31, VERDICT_UNDECIDED,
         "yes in 0, no in 0 of 3 settings; inconclusive for order/steps to 99 %, first/steps to 99 %, shift/steps to "
         "99 %"},
        {(double)NAN, (double)NAN, (double)NAN, VERDICT_UNDECIDED, "yes in 0, no in 0 of 0 settings"},
    };
    char text[CLAIM_TEXT];
    r.claim = claims_find(&book, 7);
    for (size_t k = 0; k < sizeof table / sizeof *table; k++) {
        bool never = isnan(table[k].ratio), open = !never && table[k].verdict == VERDICT_UNDECIDED;
        for (int i = 0; i < r.claim->rows; i++) {
            double same = i == 2 ? 51 : 99;
            r.row[i] = (struct claim_result_row){.a.mean = same, .b.mean = same, .chance = 50};
            r.row[i].measured = claim_is_ratio(&r.claim->row[i])
                                    ? (struct summary){5, table[k].ratio, table[k].low, table[k].high}
                                    : interval(0, 1);
        }
        claim_judge(&r);
        snprintf(text, sizeof text,
                 "%s; 2 rows cannot answer (both at the ceiling); 1 row cannot answer (both at chance)%s%s",
                 table[k].text, never ? "; 3 rows cannot answer (seeds of both never got there)" : "",
                 open ? "; more seeds may decide" : "");
        assert_string_equal(r.text, text);
        assert_int_equal(r.verdict, table[k].verdict);
    }
}

/* Of ten settings with 5 seeds each, t(4) = 2.776 is half an interval: one that clears the margin of 5 by 1.5 such
 * halves has p = .0141, which is not below .05 / 10; by 3 halves p = .00113, which is. Where all clear it by 1.5, none
 * is left; with nine that clear it by 3, the tenth needs p below .05 alone. */
TEST(many_settings) {
    r.claim = claims_find(&book, 2);
    for (int strong = 0; strong <= 10; strong++) {
        assert_int_equal(r.claim->rows, 10);
        for (int i = 0; i < 10; i++)
            r.row[i].measured = i < strong ? interval(5 + 2, 5 + 4) : interval(5 + 1, 5 + 5);
        claim_judge(&r);
        for (int i = 0; i < 10; i++)
            assert_int_equal(r.row[i].answer, i < strong || strong > 6 ? ANSWER_YES : ANSWER_OPEN);
    }
}

/* ---- What is printed decides */

/* The ends of "[+4.1..+20]", "[1.2-1.9]" or "[≥1.2]". */
static struct summary read_printed(const char *text, const char *ends) {
    const char *low = ends + strcspn(ends, "+-.0123456789"), *dots = strstr(low, "..");
    char *high;
    struct summary x = {5, strtod(text + (*text == 'x'), NULL), strtod(low, &high), (double)INFINITY};
    if (*high != ']')
        x.high = strtod(dots ? dots + 2 : high + 1, NULL);
    return x;
}

/* A mean a few half intervals from the margin; ratios by their logarithm. */
static struct summary drawn_near(const struct claim_row *row, struct random *random) {
    const double unit = row->table->margin < 1 ? 0.1 : 1, far = 2 * random_normal(random),
                 half = fabs(random_normal(random));
    double at = row->table->margin * (row->table->test == TEST_NEAR && random_normal(random) > 0 ? -1 : 1);
    if (claim_is_ratio(row))
        return (struct summary){5, at * exp(0.1 * far * half), at * exp(0.1 * (far - 1) * half),
                                at * exp(0.1 * (far + 1) * half)};
    return (struct summary){5, at + unit * far * half, at + unit * (far - 1) * half, at + unit * (far + 1.2) * half};
}

static void draw(const struct claim *c, struct random *random) {
    fill(c, ANSWER_YES, ANSWER_YES); /* controls */
    for (int i = 0; i < c->rows; i++) {
        r.row[i].chance = 10;
        if (c->row[i].table->role == TABLE_JUDGED)
            r.row[i].measured = drawn_near(&c->row[i], random);
    }
    claim_judge(&r);
}

/* What a reader concludes from the interval in a row's cell is the row's answer: for any numbers, close to the margin,
 * too, and for any number of rows. */
TEST(printed_interval_decides) {
    struct random random = random_open(7, RANDOM_INIT, 0);
    int answers[3] = {0};
    for (int k = 0; k < 12 * book.claims; k++) {
        struct arena own = {0};
        struct table t;
        draw(book.claim[k % book.claims], &random);
        for (int i = 0, from = 0, end = 0; i < r.claim->rows; i++) {
            const struct claim_table *of = r.claim->row[i].table;
            char text[NUMBER_TEXT], ends[NUMBER_TEXT];
            if (i == end)
                end = fill_claim(&t, &r, from = i, &own);
            cell_print(text, ends, table_cell(&t, &t.row[i - from], 0, of->head[2] ? 2 : 0));
            if (of->role != TABLE_JUDGED || !*ends)
                continue;
            enum yes_no read = claim_answer(of->test, read_printed(text, ends), of->margin);
            if (read != r.row[i].answer)
                fail_msg("%s: %s %s is answered with %s", of->title, text, ends, answer_names[r.row[i].answer]);
            answers[read - ANSWER_YES]++;
        }
        arena_free(&own);
    }
    assert_true(answers[0] > 100 && answers[1] > 100 && answers[2] > 100);
}

/* Claim 1 tests in three settings whether two numbers are within 5 points. 1.2 half intervals outside, p = .029, which
 * is not below .05 / 3; 2 outside, p = .0052, which is. The farther limit decides nothing. */
TEST(near_in_many_settings) {
    for (int side = -1; side <= 1; side += 2)
        for (int clear = 0; clear < 2; clear++) {
            double low = 5 + (clear ? 1 : 0.2), high = low + 6; /* the half towards the margin counts; it is 1 long */
            int judged = 0;
            fill(claims_find(&book, 1), ANSWER_YES, ANSWER_YES);
            for (int i = 0; i < r.claim->rows; i++)
                if (r.claim->row[i].table->role == TABLE_JUDGED)
                    r.row[i].measured =
                        side > 0 ? (struct summary){5, low + 1, low, high} : (struct summary){5, -low - 1, -high, -low};
            claim_judge(&r);
            for (int i = 0; i < r.claim->rows; i++)
                if (r.claim->row[i].table->role == TABLE_JUDGED) {
                    assert_int_equal(r.row[i].answer, clear ? ANSWER_NO : ANSWER_OPEN);
                    judged++;
                }
            assert_int_equal(judged, 3);
        }
}

/* Every rule says what decides: each title with its margin, the unit of its numbers, and which rows came later. */
TEST(rules) {
    char rule[CLAIM_TEXT], margin[32], numbers[96];
    for (int i = 0; i < book.claims; i++) {
        const struct claim *c = book.claim[i];
        claim_rule(c, rule);
        for (const struct claim_table *t = c->table; t < c->table + c->tables; t++) {
            snprintf(margin, sizeof margin, metrics[t->metric].of_run ? " x%g" : " %g", t->margin);
            const char *at = strstr(rule, t->title);
            assert_true(t->role == TABLE_SHOWN ? !at || t->metric != METRIC_ACCURACY : at && strstr(at, margin));
            const struct quantity *q = &metrics[t->metric].quantity;
            snprintf(numbers, sizeof numbers, *q->unit ? "umbers are %s in %s. " : "umbers are %s. ", q->title,
                     q->unit);
            assert_true(t->metric == METRIC_ACCURACY || (at && strstr(at, numbers)));
        }
        assert_true(strlen(rule) < CLAIM_TEXT - 2);
    }
    claim_rule(claims_find(&book, 7), rule);
    assert_non_null(strstr(rule, "learned is there earlier: yes if the whole interval is x1.2 or more, no if all of it "
                                 "is below x1.2. Numbers are steps to 99 %. Steps until "));
    assert_non_null(
        strstr(rule, "Added after accuracies were seen (at the ceiling steps still differ), marked *: all rows. "));
}

GROUP(claims, read_all, drop_all)
