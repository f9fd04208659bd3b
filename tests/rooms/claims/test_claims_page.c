/* test_claims_page.c -- claims as a page: of results made by hand, what a reader finds where. */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "base/file.h"
#include "claims/claims.h"
#include "unit/golden.h"
#include "unit/opened.h"
#include "unit/tests.h"

static void assert_holds(const char *page, const char *part) {
    if (!strstr(page, part))
        fail_msg("the page lacks: %s", part);
}

/* Two settings of two numbers, their difference and chance; one number of a formula; a claim without numbers. */
static const struct claim_result *made_up_claims(void) {
    static const struct claim_formula formula = {.name = "f"};
    static const struct summary none = {0, (double)NAN, (double)NAN, (double)NAN};
    static struct claim claim = {.number = 7, .sentence = "A <claim>.", .measured = "In range.", .tables = 2},
                        other = {.number = 9, .sentence = "Another."};
    static struct claim_result all[2] = {
        {.claim = &claim,
         .row = {{{2, 90, 82.66, 97.34},
                  {1, 78.04, (double)NAN, (double)NAN},
                  {2, 11.96, 11.92, 12},
                  50,
                  ANSWER_YES,
                  NULL,
                  {0, (double)NAN, (double)NAN, (double)NAN}},
                 {.difference = {3, -3.5, -5, -2}, .chance = (double)NAN, .answer = ANSWER_OPEN},
                 {.a = {1, 0.00012345, (double)NAN, (double)NAN}, .chance = (double)NAN}},
         .verdict = VERDICT_NOT_HELD,
         .text = "It is 3.",
         .rule = "a - b"},
        {.claim = &other, .verdict = VERDICT_HELD}};
    all[0].row[1].a = all[0].row[1].b = none;
    claim.table[0] = (struct claim_table){.title = "it <helps>", .head = {"<with>", "without", "more"}, .margin = 5};
    claim.table[1] = (struct claim_table){.title = "left over", .head = {"part"}, .role = TABLE_SHOWN};
    claim.rows = 3;
    claim.row[0] = (struct claim_row){.table = claim.table, .setting = {"a & b", "", "", ""}};
    claim.row[1] = (struct claim_row){.table = claim.table, .setting = {"c", "", "", ""}, .added = true};
    claim.row[2] = (struct claim_row){.table = &claim.table[1], .setting = {"d", "", "", ""}, .a.formula = &formula};
    return all;
}

TEST(page) {
    struct arena arena = {0};
    char path[PATH_MAX_LENGTH];
    struct error e = {0};
    size_t size;
    assert_true(file_path(path, test_folder, "claims.html", &e));
    assert_true(claims_write_page(made_up_claims(), 2, "runs/<claims>", path, &e));
    const char *page = (const char *)file_read(path, 1 << 24, &arena, &size, &e);
    assert_holds(page, "<title>poslab: runs/&lt;claims&gt;</title>");
    assert_holds(page,
                 "<tr><td data-k=7>7</td><th scope=row><a href='#claim-7'>A &lt;claim&gt;.</a></th><td data-k=broke>"
                 "<span class='verdict broke'>did not hold</span></td></tr>\n");
    char rule[48]; /* the same for all claims, once above them */
    snprintf(rule, sizeof rule, "<p>%s", claims_rule);
    assert_holds(page, rule);
    const char *claim = strstr(page, "<article id=claim-7>");
    assert_non_null(claim);
    *strstr(claim, "</section>") = 0;
    assert_golden("page.html", claim);
    arena_free(&arena);
}

GROUP(claims_page, folder_setup, folder_teardown)
