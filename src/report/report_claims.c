/* report_claims.c -- what claims.json in the folder says: a line for each claim, and inside it the tables of its
 * numbers as the terminal has them. Without the file there is no such section. */
#include <string.h>

#include "base/file.h"
#include "claims/claims.h"
#include "format/json.h"
#include "present/fill.h"
#include "report/report.h"

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

static void put_claim(struct html *h, const json_t *claim) {
    const char *verdict = text_of(claim, "verdict");
    int which = (int)json_integer_value(json_object_get(claim, "number"));
    html_raw(h, "<tr><td data-k=%d>%d</td>", which, which);
    html_element(h, "td", text_of(claim, "claim"));
    html_raw(h, "<td data-k=%s><span class='verdict %s'>", class_of(verdict), class_of(verdict));
    html_text(h, verdict);
    html_raw(h, "</span></td><td>");
    html_text(h, text_of(claim, "text"));
    html_raw(h, "<details><summary>numbers and rule</summary>");
    put_paragraph(h, text_of(claim, "measured"));
    put_paragraph(h, text_of(claim, "rule"));
    put_numbers(h, json_object_get(claim, "numbers"));
    html_raw(h, "</details></td></tr>\n");
}

/* Numbers say which row they belong to; those of older versions do not. */
static bool check(const json_t *all, const char *path, struct error *e) {
    const json_t *claim, *number;
    size_t i, k;
    json_array_foreach(all, i, claim) json_array_foreach(json_object_get(claim, "numbers"), k, number) if (
        !json_is_integer(json_object_get(
            number, "row"))) return error_set(e, EXIT_DATA,
                                              "%s is of an older version: claim %d has a number without its row; call "
                                              "`poslab claims` for that folder again, which trains nothing again",
                                              path, (int)json_integer_value(json_object_get(claim, "number")));
    return true;
}

static void put_all(struct html *h, const json_t *all) {
    const json_t *claim;
    size_t i;
    html_raw(h, "<section id=claims><h2>Claims</h2>\n<p>Numbers are means over the seeds with a 95 %% interval "
                "(\xc2\xb1half, \xe2\x89\xa5low, \xe2\x89\xa4high or low..high); accuracy in %%, differences in points "
                "and paired by seed.</p>\n"
                "<div class=wide><table class=sort><thead><tr class=heads><th>no.</th>"
                "<th>claim</th><th>verdict</th><th>what was measured</th></tr></thead><tbody>\n");
    json_array_foreach(all, i, claim) put_claim(h, claim);
    html_raw(h, "</tbody></table></div></section>\n");
}

bool report_claims(struct html *h, const char *folder, struct error *e) {
    char path[PATH_MAX_LENGTH];
    if (!file_path(path, folder, CLAIMS_FILE, e))
        return false;
    if (file_missing(path))
        return true;
    json_t *all = json_read(path, e);
    bool ok = all && (json_is_array(all) || error_set(e, EXIT_DATA, "%s is damaged (it is not an array)", path)) &&
              check(all, path, e);
    if (ok)
        put_all(h, all);
    json_decref(all);
    return ok;
}
