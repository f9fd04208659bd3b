/* test_claim_text.c -- claim files of one's own; bad ones, each with its message; a claim on a screen. */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "claims/claims.h"
#include "claims/fill_claims.h"
#include "encoding/policy.h"
#include "unit/drawn.h"
#include "unit/golden.h"
#include "unit/refused.h"
#include "unit/tests.h"

#define CLAIM "[claim]\nnumber = 500\nsentence = Clamping is enough.\nmeasured = At twice\nmeasured = the length.\n"
#define FACTORS "factors = task, length\n"
#define TABLE "[table enough]\nheads = clamp, zero, more\ntest = more\nmargin = 2\n"
#define ROW "row = order, 2x | order learned clamp 2x | order learned zero 2x\n"
#define OWN                                                                                    \
    "[experiment mine]\nsummary = task first, 60 steps\ntask.name = first\ntrain.steps = 60\n" \
    "compare.members = rope base=100, gru/learned\neval.policies = extend\neval.lengths = 1x 2x\n"

/* A book of the project's experiments and this text, called own.ini. */
static bool read_own(struct claims_book *own, const char *text, struct arena *room, struct error *e) {
    *own = (struct claims_book){0};
    return claims_read_file(own, "configs/claims/00-experiments.ini", room, e) &&
           claims_read_text(own, text, strlen(text), "own.ini", room, e);
}

TEST(own_file) {
    static struct claims_book own;
    struct arena room = {0};
    struct error e = {0};
    if (!read_own(&own,
                  OWN CLAIM FACTORS TABLE ROW
                  "row = first, - | mine rope base=100 | mine gru+learned extend 2x\n[table beside it]\nrole = shown\n"
                  "heads = mean\nadded = later\nrow = first | column_mean width=2 positions=4 | added\n",
                  &room, &e))
        fail_msg("%s", e.text);
    const struct claim *c = claims_find(&own, 500);
    assert_string_equal(c->measured, "At twice the length.");
    assert_string_equal(c->factor[1], "length");
    assert_int_equal(c->rows, 3);
    assert_string_equal(c->row[0].a.member, "learned");
    assert_ptr_equal(c->row[0].b.policy, &policy_zero);
    assert_int_equal(c->row[0].b.at, 2);
    assert_string_equal(c->row[1].setting[1], "");
    assert_string_equal(c->row[1].a.member, "rope base=100");
    assert_int_equal(c->row[1].a.at, AT_RANGE);
    assert_ptr_equal(c->row[1].a.in, c->row[1].b.in);
    assert_string_equal(c->row[1].where, "own.ini:19");
    assert_true(c->row[2].added && !c->row[1].added);
    assert_int_equal(c->row[2].a.parameter[1], 4);
    claims_find(&own, 500)->wanted = true;
    if (!claims_plan(&own, 2, &room, &e))
        fail_msg("%s", e.text);
    assert_int_equal(c->row[1].a.in->c.members, 4);
    arena_free(&room);
}

/* A book holds CLAIMS_MAX claims, and of the last one each line; one more is refused. */
TEST(many_claims) {
    static struct claims_book book;
    struct arena room = {0};
    struct error e = {0};
    char text[400];
    assert_true(claims_read_file(&book, "configs/claims/00-experiments.ini", &room, &e));
    for (int i = 0; i <= CLAIMS_MAX; i++) {
        snprintf(text, sizeof text, "[claim]\nnumber = %d\nsentence = Enough.\nmeasured = Twice.\n" FACTORS TABLE ROW,
                 1 + i);
        bool ok = claims_read_text(&book, text, strlen(text), "own.ini", &room, &e);
        if (ok != (i < CLAIMS_MAX))
            fail_msg("claim %d: %s", i, e.text);
    }
    assert_int_equal(book.claims, CLAIMS_MAX);
    assert_string_equal(claims_find(&book, CLAIMS_MAX)->measured, "Twice.");
    assert_non_null(strstr(e.text, "at most 100 claims"));
    arena_free(&room);
}

struct fault {
    const char *text, *message;
};

static void check_fault(struct fault f, bool planned) {
    static struct claims_book own;
    struct arena room = {0};
    struct error e = {0};
    bool ok = read_own(&own, f.text, &room, &e);
    if (planned && !ok)
        fail_msg("%s", e.text);
    if (planned && ok) {
        claims_find(&own, 500)->wanted = true;
        ok = claims_plan(&own, 2, &room, &e);
    }
    if (ok || !has_parts(e.text, f.message) || strncmp(e.text, "own.ini:", 8) != 0 || e.code != EXIT_USAGE)
        fail_msg("expected %s\ngot %s", f.message, ok ? "nothing" : e.text);
    arena_free(&room);
}

#define HEAD CLAIM FACTORS TABLE
TEST(faults) {
    static const struct fault table[] = {
        {"[clam]\nnumber = 1\n", "own.ini:2: [clam]:"},
        {"[claim]\nnumbr = 1\n", "own.ini:2: ... 'numbr' ... number?"},
        {"[claim]\nnumber = none\n", "own.ini:2: number: 'none'"},
        {"[claim]\nnumber = 500\nnumber = 501\n", "own.ini:3: number: "},
        {"[claim]\nnumber = 500\n", "own.ini: needs number, sentence, measured, factors and a judged table"},
        {CLAIM FACTORS, "own.ini: needs number"},
        {CLAIM "factors = a, b, c, d, e\n", "own.ini:6: factors: expected 1 to 4, separated by commas"},
        {CLAIM "factors = a,, b\n", "own.ini:6: factors: expected 1 to 4"},
        {CLAIM FACTORS "[table enough]\nheads = a, b\n", "own.ini:8: heads: expected A, B, DIFFERENCE, or A alone"},
        {CLAIM FACTORS "[table enough]\ntest = less\n", "own.ini:8: test: 'less' ... more|no_more"},
        {CLAIM FACTORS "[table enough]\nheads = a, b, c\n" ROW, "own.ini: table enough: needs heads, test and margin"},
        {CLAIM FACTORS "[table enough]\nrole = shown\nheads = a, b, c\ntest = more\n" ROW,
         "own.ini: table enough: needs heads, and has no test or margin, since it is only shown"},
        {HEAD "metric = acuracy\n" ROW, "own.ini:11: ... 'acuracy' ... accuracy?"},
        {HEAD "rows = order\n", "own.ini:11: ... 'rows' ... row?"},
        {HEAD "margin = 3\n", "own.ini:11: margin: "},
        {HEAD "row = order, 2x\n", "own.ini:11: row: expected SETTING, ... | A | B, with at most 4 settings"},
        {HEAD "row = order | | order none\n", "own.ini:11: row: expected SETTING, ... | A | B"},
        {HEAD "row = a | ordr none | order none\n",
         "own.ini:11: row: there is no experiment or formula 'ordr' (did you mean order?)"},
        {HEAD "row = a | order | order none\n", "own.ini:11: row: expected order and one of its members"},
        {HEAD "row = a | angle | order none\n", "own.ini:11: row: there is no experiment or formula ''"},
        {HEAD "row = a | order none clmap 2x | order none\n", "row: ... 'clmap' ... clamp?"},
        {HEAD "row = a | order none 2x | order none\n",
         "row: '2x': expected chance, gap, a policy and a length such as extend 2x, or nothing"},
        {HEAD "row = a | order none clamp 2 | order none\n",
         "row: 'clamp': expected chance, gap, a policy and a length"},
        {HEAD "row = a | order none clamp 2x 4x | order none\n", "row: 'clamp': expected chance"},
        {HEAD "row = a | column_mean width=2 | order none\n", "row: expected column_mean width=1..4096 positions=1.."},
        {HEAD "row = a | column_mean width=2 positions=0 | order none\n", "row: expected column_mean width=1..4096"},
        {HEAD "row = a | column_mean width=2 positions=4 | order none\n",
         "own.ini:11: row: a formula has no difference"},
        {HEAD "row = a | order none or | order none\n", "own.ini:11: row: there is no experiment or formula ''"},
        {HEAD "row = a | order none or order learned chance | order none\n", "own.ini:11: row: A or B are members"},
        {HEAD "row = a | order none extend 2x | order none extend 2x or order learned clamp 2x\n", "row: A or B are"},
        {HEAD "row = a | order none extend 2x | order none extend 2x or order learned extend 4x\n", "row: A or B are"},
        {HEAD "row = a | order none | order learned or angle order learned\n", "own.ini:11: row: A or B are members"},
        {HEAD "row = a | order none chance | order none or order learned\n", "own.ini:11: row: A or B are members"},
        {HEAD "row = a | order none\n", "own.ini:11: row: three heads need two numbers"},
        {HEAD ROW "row = a, b, c | order none | order learned\n", "own.ini:12: row: has more settings than the claim"},
        {HEAD ROW ROW, "own.ini:12: row: an earlier row has this setting and head"},
        {HEAD "row = a | order none | order learned | added\n",
         "own.ini:11: row: is marked as added, but its table has no"},
        {HEAD ROW "[table seen]\nrole = control\nheads = a\ntest = more\nmargin = 1\nrow = first | angle order none\n",
         "own.ini:17: row: controls no row"},
        {HEAD "metric = weights\n" ROW, "own.ini:12: row: a figure of the run is compared with another, at no length"},
        {HEAD "metric = weights\nrow = a | order none | order none chance\n", "row: a figure of the run is compared"},
        {HEAD "metric = weights\nrow = a | angle order none | angle order learned\n", "row: a figure of the run is"},
        {CLAIM FACTORS "[table enough]\nheads = a, b, c\ntest = more\nmargin = 0.9\nmetric = weights\n"
                       "row = a | order none | order learned\n",
         "own.ini:12: row: figures of runs are compared as a ratio: test is more or no_more, margin 1 or more"},
        {CLAIM FACTORS "[table enough]\nheads = a, b, c\ntest = near\nmargin = 2\nmetric = weights\n"
                       "row = a | order none | order learned\n",
         "own.ini:12: row: figures of runs are compared as a ratio"},
        {CLAIM FACTORS "[table enough]\nheads = a, b, c\ntest = more\nmargin = 2\nspread = yes\n"
                       "row = a | order none | order none chance\n",
         "own.ini:12: row: two members that are evaluated have a spread"},
        {OWN "[experiment mine]\ntrain.steps = 21\n",
         "experiment mine: train.steps: is given twice, first at own.ini:4"},
        {"[experiment order]\ntrain.batch = 8\n", "own.ini:2: experiment order: train.batch: "},
        {"[experiment order-concat]\ntrain.batch = 8\n", "own.ini:2: experiment order-concat: train.batch: "},
        {"[experiment x]\ntask.name = first\n" HEAD "row = a | x none | x learned\n",
         "row: experiment x needs a summary"},
        {OWN "summry = x\n", "own.ini:8: ... 'summry' ... summary?"},
        {OWN "compare.seeds = 1..3\n", "own.ini:8: compare.seeds: the seeds are those of [claim] or --seeds"},
        {"[experiment /up]\nsummary = x\n",
         "own.ini:2: experiment '/up': a name has letters, digits, - and _; at most 100 experiments"},
    };
    for (size_t i = 0; i < sizeof table / sizeof *table; i++)
        check_fault(table[i], false);
}

/* What only the experiment's own settings can tell. */
TEST(plan_faults) {
    static const struct fault table[] = {
        {HEAD "row = a | order lerned | order none\n",
         "own.ini:11: row: order: ... 'lerned' ... none, learned, sinusoidal, ratio"},
        {HEAD "row = a | order learned gap | order none gap\n",
         "own.ini:11: row: order: has no gap: it trains on fresh examples (task.examples = 0)"},
        {HEAD "row = a | order learned extend 16x | order none\n", "own.ini:11: row: order: is not evaluated at 16x"},
        {HEAD "row = a | order learned ntk 2x | order none\n",
         "own.ini:11: row: order: does not evaluate learned under ntk (eval.policies = all)"},
        {HEAD "row = a | order none | order none or order lerned\n", "own.ini:11: row: order: ... 'lerned'"},
        {HEAD "row = a | shift learned clamp 1x | order none\n", "shift: does not evaluate learned under clamp"},
        {"[experiment own]\nsummary = two ranges\ncompare.members = rope, alibi words=4..8\neval.lengths = 32 "
         "128\n" HEAD "row = a | own rope extend 8x | order none\n", /* one model's 8x is not another's */
         "own: is not evaluated at 8x (eval.lengths = 32 128)"},
        {OWN "train.stpes = 2\n" HEAD "row = a | mine gru+learned | order none\n", "own.ini:8: train.stpes"},
    };
    for (size_t i = 0; i < sizeof table / sizeof *table; i++)
        check_fault(table[i], true);
}

/* ---- On a screen */

/* A metric's two numbers, their difference, chance and answers; then a formula's number alone, which has no answer. */
DRAWN_TEST(claims_blocks) {
    static struct claim claim = {.number = 7, .sentence = "It is so.", .measured = "Two numbers.", .factors = 1};
    static struct claim_result r = {.claim = &claim, .verdict = VERDICT_HELD, .text = "yes in all"};
    static const struct claim_formula formula = {.name = "f"};
    static struct experiment x = {.name = "mine", .summary = "task order", .seeds = 2, .c.seconds = 1.25};
    const struct claims_book book = {.claims = 1, .experiments = 1, .claim = {&claim}, .experiment = {&x}};
    claim.table[0] = (struct claim_table){.title = "it helps", .head = {"with", "without", "more"}, .margin = 5};
    claim.table[1] = (struct claim_table){.title = "left over", .head = {"part"}, .role = TABLE_SHOWN};
    claim.factor[0] = "task";
    claim.tables = 2;
    claim.rows = 4;
    for (int i = 0; i < 4; i++) {
        claim.row[i] =
            (struct claim_row){.table = &claim.table[i / 2], .setting = {i % 2 ? "first" : "order", "", "", ""}};
        claim.row[i].a = (struct claim_point){.formula = i / 2 ? &formula : NULL, .in = i / 2 ? NULL : &x};
    }
    claim.row[1].added = true;
    snprintf(claim.table[0].added, sizeof claim.table[0].added, "later");
    /* at 90 +- 7.34 and 78.04 alone, 11.96 +- 0.04 more */
    r.row[0].a = (struct summary){2, 90, 82.66, 97.34};
    r.row[0].b = (struct summary){1, 78.04, (double)NAN, (double)NAN};
    r.row[0].difference = (struct summary){2, 11.96, 11.92, 12};
    r.row[0].chance = r.row[1].chance = 50;
    r.row[0].answer = ANSWER_YES;
    r.row[1].answer = ANSWER_OPEN;
    r.row[1].a = r.row[1].b = (struct summary){0, (double)NAN, (double)NAN, (double)NAN};
    r.row[1].difference = (struct summary){3, -0.04, -1.04, 0.96};
    r.row[2].chance = r.row[3].chance = (double)NAN;
    r.row[2].a = (struct summary){1, 1234.5678, 1234.5678, 1234.5678};
    r.row[3].a = (struct summary){2, 0.00012345, 0.00011111, 0.00013579};
    drawn_paper(d);
    d->s.width = 70;
    claim_rule(&claim, r.rule);
    claims_terminal(&d->s, &book, &r, 1, "DIR", &d->arena);
    fclose(d->s.out);
    assert_golden("table-claims-blocks.txt", d->text);
}

GROUP(claim_text, NULL, NULL)
