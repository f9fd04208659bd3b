/* claim_json.c -- claims.json: [{number, claim, measured, verdict, rule, text, numbers}]; see claims.h. A number says
 * which table, row and head it belongs to, so tables can be filled from the file as from a new result. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/file.h"
#include "claims/claims.h"
#include "format/json.h"

/* A number of row i; `of` is value, difference or chance. Its name is "order, extend: lost (points)". */
static void add_number(json_t *numbers, const struct claim *c, int i, const char *of, const char *head,
                       struct summary x) {
    const struct claim_row *row = &c->row[i];
    const struct metric *m = claim_metric(row);
    const char *unit = !m ? "" : strcmp(of, "difference") == 0 ? m->quantity.difference : m->quantity.unit;
    char setting[CLAIM_LABEL];
    claim_setting(row, setting);
    json_t *name = json_sprintf("%s: %s%s%s%s", setting, head, *unit ? " (" : "", unit, *unit ? ")" : "");
    json_array_append_new(numbers, json_pack("{so si ss ss sb ss ss ss? so so so si}", "name", name, "row", i, "table",
                                             row->table->title, "setting", setting, "added", row->added, "head", head,
                                             "of", of, "metric", m ? m->name : NULL, "mean", json_finite(x.mean), "low",
                                             json_finite(x.low), "high", json_finite(x.high), "n", x.n));
}

/* The answer of a row, and its threshold. */
static void add_answer(json_t *number, const struct claim_table *t, const struct claim_result_row *r) {
    static const char *const answers[] = {[ANSWER_OPEN] = "inconclusive", [ANSWER_YES] = "yes", [ANSWER_NO] = "no"};
    json_object_set_new(number, "answer", json_string(answers[r->answer]));
    json_object_set_new(number, "test", json_string(claim_test_names[t->test]));
    json_object_set_new(number, "margin", json_real(t->margin));
    json_object_set_new(number, "control", json_boolean(t->role == TABLE_CONTROL));
}

static void add_row(json_t *numbers, const struct claim *c, int i, const struct claim_result_row *r) {
    const struct claim_table *table = c->row[i].table;
    add_number(numbers, c, i, "value", table->head[0], r->a);
    if (table->head[2]) {
        add_number(numbers, c, i, "value", table->head[1], r->b);
        add_number(numbers, c, i, "difference", table->head[2], r->difference);
    }
    json_t *last = json_array_get(numbers, json_array_size(numbers) - 1);
    if (table->role != TABLE_SHOWN)
        add_answer(last, table, r);
    if (r->saturated)
        json_object_set_new(last, "saturated", json_string(r->saturated));
    if (!isnan(r->chance))
        add_number(numbers, c, i, "chance", "chance", (struct summary){1, r->chance, r->chance, r->chance});
}

json_t *claim_json(const struct claim_result *r) {
    const struct claim *c = r->claim;
    char rule[CLAIM_TEXT];
    json_t *numbers = json_array();
    claim_rule(c, rule);
    for (int i = 0; i < c->rows; i++)
        add_row(numbers, c, i, &r->row[i]);
    return json_pack("{si ss ss ss ss ss so}", "number", c->number, "claim", c->sentence, "measured", c->measured,
                     "verdict", verdict_names[r->verdict], "rule", rule, "text", r->text, "numbers", numbers);
}

static json_int_t number_of(const json_t *claim) { return json_integer_value(json_object_get(claim, "number")); }

/* Inserts a claim by its number, unless that number exists. */
static void insert(json_t *all, json_t *claim) {
    json_int_t own = number_of(claim);
    size_t i = 0;
    while (i < json_array_size(all) && number_of(json_array_get(all, i)) < own)
        i++;
    if (own > 0 && number_of(json_array_get(all, i)) != own)
        json_array_insert(all, i, claim);
}

/* Numbers say which row they belong to; those of older versions do not. */
static bool has_rows(const json_t *claim) {
    const json_t *number;
    size_t k;
    json_array_foreach(json_object_get(claim, "numbers"), k, number) {
        if (!json_is_integer(json_object_get(number, "row")))
            return false;
    }
    return true;
}

static bool check(const json_t *all, const char *path, struct error *e) {
    const json_t *claim;
    size_t i;
    if (!json_is_array(all))
        return error_set(e, EXIT_DATA, "%s is damaged (it is not an array)", path);
    json_array_foreach(all, i, claim) {
        if (!has_rows(claim))
            return error_set(e, EXIT_DATA,
                             "%s is of an older version: claim %d has a number without its row; run `poslab claims` on "
                             "that folder again; nothing is trained again",
                             path, (int)number_of(claim));
    }
    return true;
}

json_t *claims_load(const char *folder, struct error *e) {
    char path[PATH_MAX_LENGTH];
    json_t *all = file_path(path, folder, CLAIMS_FILE, e) ? json_read(path, e) : NULL;
    if (all && !check(all, path, e)) {
        json_decref(all);
        return NULL;
    }
    return all;
}

bool claims_write(const json_t *now, const char *folder, struct error *e) {
    char path[PATH_MAX_LENGTH];
    struct error unread = {0}; /* a damaged file is written again; one that cannot be read is kept */
    json_t *all = json_array(), *claim;
    size_t i;
    if (!file_path(path, folder, CLAIMS_FILE, e))
        return false;
    json_t *before = file_missing(path) ? NULL : json_read(path, &unread);
    json_array_foreach(now, i, claim) insert(all, claim);
    json_array_foreach(before, i, claim) insert(all, claim);
    if (unread.code == EXIT_IO)
        *e = unread;
    bool ok = unread.code != EXIT_IO && json_save(all, path, e);
    json_decref(before);
    json_decref(all);
    return ok;
}
