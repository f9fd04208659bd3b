/* report_claims.c -- what claims.json in the folder says, as a table: an array of {number, claim, verdict, rule, text,
 * numbers [{name, mean, low, high, n}]}. Without the file there is no such section. */
#include <jansson.h>
#include <string.h>

#include "base/file.h"
#include "claims/claims.h"
#include "report/report.h"

static const char *text_of(const json_t *object, const char *key) {
    const char *text = json_string_value(json_object_get(object, key));
    return text ? text : "";
}

/* The colour of a verdict. */
static const char *class_of(const char *verdict) {
    return strcmp(verdict, "held") == 0 ? "held" : strcmp(verdict, "did not hold") == 0 ? "broke" : "open";
}

static void put_number(struct html *h, const json_t *number) {
    const json_t *low = json_object_get(number, "low"), *high = json_object_get(number, "high");
    html_raw(h, "<tr>");
    html_element(h, "th scope=row", text_of(number, "name"));
    html_raw(h, "<td>%.4g</td><td>", json_number_value(json_object_get(number, "mean")));
    if (json_is_number(low) && json_is_number(high))
        html_raw(h, "%.4g to %.4g", json_number_value(low), json_number_value(high));
    html_raw(h, "</td><td>%d</td></tr>\n", (int)json_integer_value(json_object_get(number, "n")));
}

static void put_paragraph(struct html *h, const char *text) {
    if (*text)
        html_element(h, "p", text);
}

static void put_claim(struct html *h, const json_t *claim) {
    const json_t *number, *numbers = json_object_get(claim, "numbers");
    const char *verdict = text_of(claim, "verdict");
    size_t i;
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
    html_raw(h, "<table><thead><tr><th></th><th>mean</th><th>95 %% interval</th><th>n</th></tr></thead><tbody>");
    json_array_foreach(numbers, i, number) put_number(h, number);
    html_raw(h, "</tbody></table></details></td></tr>\n");
}

bool report_claims(struct html *h, const char *folder, struct error *e) {
    char path[PATH_MAX_LENGTH];
    json_error_t where;
    const json_t *claim;
    size_t i;
    if (!file_path(path, folder, CLAIMS_FILE, e))
        return false;
    if (!file_exists(path))
        return true;
    json_t *all = json_load_file(path, JSON_REJECT_DUPLICATES, &where);
    if (!json_is_array(all)) {
        json_decref(all);
        return error_set(e, EXIT_DATA, "%s is damaged (%s)", path, all ? "it is not an array" : where.text);
    }
    html_raw(h,
             "<section id=claims><h2>Claims</h2>\n<div class=wide><table class=sort><thead><tr class=heads><th>no.</th>"
             "<th>claim</th><th>verdict</th><th>what was measured</th></tr></thead><tbody>\n");
    json_array_foreach(all, i, claim) put_claim(h, claim);
    html_raw(h, "</tbody></table></div></section>\n");
    json_decref(all);
    return true;
}
