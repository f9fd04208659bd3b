/* report_claims.c -- what claims.json in the folder says: a line for each claim; then for each a picture of what the
 * verdict rests on, and the tables of its numbers as the terminal has them. Without the file there is no such section.
 */
#include <string.h>

#include "base/file.h"
#include "claims/claims.h"
#include "report/report.h"
#include "result/fill_claims.h"

static const char *text_of(const json_t *object, const char *key) {
    const char *text = json_string_value(json_object_get(object, key));
    return text ? text : "";
}

/* The colour of a verdict. */
static const char *class_of(const char *verdict) {
    return strcmp(verdict, verdict_names[VERDICT_HELD]) == 0       ? "held"
           : strcmp(verdict, verdict_names[VERDICT_NOT_HELD]) == 0 ? "broke"
                                                                   : "open";
}

static void put_paragraph(struct html *h, const char *text) {
    if (*text)
        html_element(h, "p", text);
}

/* A page has the heads' own line, and a table's title above it. */
static void put_numbers(struct html *h, const json_t *numbers) {
    struct arena arena = {0};
    struct table t;
    for (size_t from = 0; from < json_array_size(numbers);) {
        from = fill_claim(&t, numbers, from, &arena);
        t.layer[0].caption = t.corner;
        for (struct table_value *v = t.value; v < t.value + t.values; v++) {
            v->head = v->detail;
            v->detail = "";
        }
        table_html(h, &t);
    }
    arena_free(&arena);
}

static int number_of(const json_t *claim) { return (int)json_integer_value(json_object_get(claim, "number")); }

static void put_verdict(struct html *h, const char *verdict) {
    html_raw(h, "<span class='verdict %s'>", class_of(verdict));
    html_text(h, verdict);
    html_raw(h, "</span>");
}

/* A line of the table, which leads to what is below it. */
static void put_row(struct html *h, const json_t *claim) {
    const char *verdict = text_of(claim, "verdict");
    int which = number_of(claim);
    html_raw(h, "<tr><td data-k=%d>%d</td><th scope=row><a href='#claim-%d'>", which, which, which);
    html_text(h, text_of(claim, "claim"));
    html_raw(h, "</a></th><td data-k=%s>", class_of(verdict));
    put_verdict(h, verdict);
    html_raw(h, "</td></tr>\n");
}

/* Its picture, which says what the verdict rests on; then, folded, the numbers. */
static void put_claim(struct html *h, const json_t *claim) {
    struct arena arena = {0};
    struct chart c;
    fill_claim_chart(&c, claim, &arena);
    html_raw(h, "<article id=claim-%d><h3>", number_of(claim));
    html_text(h, c.title);
    html_raw(h, "</h3>\n<p>");
    put_verdict(h, text_of(claim, "verdict"));
    html_raw(h, ": ");
    html_text(h, text_of(claim, "text"));
    html_raw(h, "</p>\n");
    c.title = c.subtitle = NULL; /* the page says both */
    report_chart(h, &c);
    html_raw(h, "<details><summary>numbers and rule</summary>");
    put_paragraph(h, text_of(claim, "measured"));
    put_paragraph(h, text_of(claim, "rule"));
    put_numbers(h, json_object_get(claim, "numbers"));
    html_raw(h, "</details></article>\n");
    arena_free(&arena);
}

static void put_all(struct html *h, const json_t *all) {
    const json_t *claim;
    size_t i;
    html_raw(h, "<section id=claims><h2>Claims</h2>\n<p>75 [68-81] is a mean over seeds and its 95 %% interval; "
                "accuracy is in %%, differences are in points, by seed.</p>\n");
    put_paragraph(h, claims_rule);
    html_raw(h, "<div class=wide><table class=sort><thead><tr class=heads><th>no.</th>"
                "<th class=t>claim</th><th class=t>verdict</th></tr></thead><tbody>\n");
    json_array_foreach(all, i, claim) put_row(h, claim);
    html_raw(h, "</tbody></table></div>\n");
    json_array_foreach(all, i, claim) put_claim(h, claim);
    html_raw(h, "</section>\n");
}

bool report_claims(struct html *h, const char *folder, struct error *e) {
    char path[PATH_MAX_LENGTH];
    if (!file_path(path, folder, CLAIMS_FILE, e))
        return false;
    if (file_missing(path))
        return true;
    json_t *all = claims_load(folder, e);
    if (all)
        put_all(h, all);
    json_decref(all);
    return all;
}
