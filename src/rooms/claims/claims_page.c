/* claims_page.c -- a page about claims: a line for each; then for each the tables of its numbers as the terminal has
 * them, and its rule. */
#include "claims/claims.h"
#include "claims/fill_claims.h"
#include "result/page.h"

/* The colour of a verdict. */
static const char *class_of(enum verdict verdict) {
    return verdict == VERDICT_HELD ? "held" : verdict == VERDICT_NOT_HELD ? "broke" : "open";
}

static void put_verdict(struct html *h, enum verdict verdict) {
    html_raw(h, "<span class='verdict %s'>%s</span>", class_of(verdict), verdict_names[verdict]);
}

/* A line of the table, which leads to what is below it. */
static void put_row(struct html *h, const struct claim_result *r) {
    int which = r->claim->number;
    html_raw(h, "<tr><td data-k=%d>%d</td><th scope=row><a href='#claim-%d'>", which, which, which);
    html_text(h, r->claim->sentence);
    html_raw(h, "</a></th><td data-k=%s>", class_of(r->verdict));
    put_verdict(h, r->verdict);
    html_raw(h, "</td></tr>\n");
}

/* What it says, and the numbers. */
static void put_claim(struct html *h, const struct claim_result *r) {
    struct arena arena = {0};
    struct table t;
    html_raw(h, "<article id=claim-%d><h3>%d. ", r->claim->number, r->claim->number);
    html_text(h, r->claim->sentence);
    html_raw(h, "</h3>\n<p>");
    put_verdict(h, r->verdict);
    html_raw(h, ": ");
    html_text(h, r->text);
    html_raw(h, "</p>\n");
    if (*r->claim->measured)
        html_element(h, "p", r->claim->measured);
    html_element(h, "p", r->rule);
    for (int from = 0; from < r->claim->rows;) { /* the heads have a line, the title of the table is above it */
        from = fill_claim(&t, r, from, &arena);
        t.layer[0].caption = t.corner;
        for (struct table_value *v = t.value; v < t.value + t.values; v++) {
            v->head = v->detail;
            v->detail = "";
        }
        table_html(h, &t);
    }
    html_raw(h, "</article>\n");
    arena_free(&arena);
}

static void put_claims(struct html *h, const struct claim_result *of, int count) {
    html_raw(h, "<section id=claims><h2>Claims</h2>\n<p>75 [68-81] is a mean over seeds and its 95 %% interval; "
                "accuracy is in %%, differences are in points, by seed.</p>\n");
    html_element(h, "p", claims_rule);
    html_raw(h, "<div class=wide><table class=sort><thead><tr class=heads><th>no.</th>"
                "<th class=t>claim</th><th class=t>verdict</th></tr></thead><tbody>\n");
    for (int i = 0; i < count; i++)
        put_row(h, &of[i]);
    html_raw(h, "</tbody></table></div>\n");
    for (int i = 0; i < count; i++)
        put_claim(h, &of[i]);
    html_raw(h, "</section>\n");
}

bool claims_write_page(const struct claim_result *of, int count, const char *folder, const char *path,
                       struct error *e) {
    struct html h;
    page_open(&h, folder);
    html_raw(&h, "<header><p class=kind>poslab, claims</p><h1>What tutorials say</h1><p class=question>Sentences about "
                 "positions, each tested by a small experiment. Each rule was written down before its numbers were "
                 "seen.</p></header>\n");
    put_claims(&h, of, count);
    page_glossary(&h);
    return page_close(&h, path, e);
}
