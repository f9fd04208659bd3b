/* claim_json.c -- claims as JSON: [{number, claim, measured, verdict, rule, text, numbers}]; see claims.h. A number
 * names its table, row and head. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/file.h"
#include "base/text.h"
#include "claims/claims.h"
#include "format/json.h"

static const char *const of_names[] = {"value", "difference", "chance"}, *const test_names[] = {"more", "no_more",
                                                                                                "near"};

int claim_numbers(struct claim_number x[CLAIM_NUMBERS], const struct claim_result *r, int i) {
    const struct claim_result_row *row = &r->row[i];
    const char *const *head = r->claim->row[i].table->head;
    int n = 0;
    x[n++] = (struct claim_number){OF_VALUE, head[0], row->a};
    if (head[2]) {
        x[n++] = (struct claim_number){OF_VALUE, head[1], row->b};
        x[n++] = (struct claim_number){OF_DIFFERENCE, head[2], row->difference};
    }
    if (!isnan(row->chance))
        x[n++] = (struct claim_number){OF_CHANCE, "chance", {1, row->chance, row->chance, row->chance}};
    return n;
}

/* The numbers of a row, named like "order, extend: lost (points)". The answer and its threshold stand in the last one
 * before chance. */
static void add_row(json_t *numbers, const struct claim_result *r, int i) {
    const struct claim_row *row = &r->claim->row[i];
    const struct claim_table *t = row->table;
    const struct metric *m = claim_metric(row);
    struct claim_number x[CLAIM_NUMBERS];
    char setting[CLAIM_LABEL];
    int count = claim_numbers(x, r, i);
    claim_setting(row, setting);
    for (int k = 0; k < count; k++) {
        const char *unit = !m ? "" : x[k].of == OF_DIFFERENCE ? m->quantity.difference : m->quantity.unit;
        json_t *name = json_sprintf("%s: %s%s%s%s", setting, x[k].head, *unit ? " (" : "", unit, *unit ? ")" : "");
        json_t *number = json_pack("{so si ss ss sb ss ss ss? so so so si}", "name", name, "row", i, "table", t->title,
                                   "setting", setting, "added", row->added, "head", x[k].head, "of", of_names[x[k].of],
                                   "metric", m ? m->name : NULL, "mean", json_finite(x[k].is.mean), "low",
                                   json_finite(x[k].is.low), "high", json_finite(x[k].is.high), "n", x[k].is.n);
        json_array_append_new(numbers, number);
        if (k != (t->head[2] ? 2 : 0))
            continue;
        if (t->role != TABLE_SHOWN)
            json_object_update_new(number, json_pack("{ss ss sf sb}", "answer", answer_names[r->row[i].answer], "test",
                                                     test_names[t->test], "margin", t->margin, "control",
                                                     t->role == TABLE_CONTROL));
        if (r->row[i].saturated)
            json_object_set_new(number, "saturated", json_string(r->row[i].saturated));
    }
}

json_t *claim_json(const struct claim_result *r) {
    const struct claim *c = r->claim;
    json_t *numbers = json_array();
    for (int i = 0; i < c->rows; i++)
        add_row(numbers, r, i);
    return json_pack("{si ss ss ss ss ss so}", "number", c->number, "claim", c->sentence, "measured", c->measured,
                     "verdict", verdict_names[r->verdict], "rule", r->rule, "text", r->text, "numbers", numbers);
}

bool claims_begin(const char *folder, struct error *e) {
    char path[PATH_MAX_LENGTH];
    if (!file_make_folder(folder, e) || !file_path(path, folder, CLAIMS_FILE, e))
        return false;
    return !file_missing(path) || file_write(path, "[]", 2, e);
}

bool claims_write(const json_t *all, const char *folder, struct error *e) {
    char path[PATH_MAX_LENGTH];
    if (!file_path(path, folder, CLAIMS_FILE, e))
        return false;
    char *text = json_text(all);
    bool ok = file_holds(path, text) || file_write(path, text, strlen(text), e);
    free(text);
    return ok;
}
