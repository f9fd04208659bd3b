/* claim_json.c -- claims.json: [{number, claim, measured, verdict, rule, text, numbers}]; see claims.h. A number names
 * its table, row and head. Reading gives back all that was written; the file does not store a row's points, only
 * whether they are a metric or a formula. A file that does not fit this form is damaged (EXIT_DATA). */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/file.h"
#include "base/text.h"
#include "claims/claims.h"
#include "format/json.h"

static const char *const of_names[] = {"value", "difference", "chance", NULL}, *const test_names[] = {"more", "no_more",
                                                                                                      "near", NULL};

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

/* ---- Written */

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

bool claims_begin(const char *folder, struct error *e) {
    char path[PATH_MAX_LENGTH];
    if (!file_make_folder(folder, e) || !file_path(path, folder, CLAIMS_FILE, e))
        return false;
    return !file_missing(path) || file_write(path, "[]", 2, e);
}

bool claims_write(const json_t *now, const char *folder, struct error *e) {
    char path[PATH_MAX_LENGTH];
    struct error unread = {0}; /* a damaged file is replaced; one that cannot be read is kept */
    json_t *all = json_array(), *claim;
    size_t i;
    if (!file_path(path, folder, CLAIMS_FILE, e))
        return false;
    json_t *before = file_missing(path) ? NULL : json_read(path, &unread);
    json_array_foreach(now, i, claim) insert(all, claim);
    json_array_foreach(before, i, claim) insert(all, claim);
    if (unread.code == EXIT_IO)
        *e = unread;
    char *text = json_text(all);
    bool ok = unread.code != EXIT_IO && (file_holds(path, text) || file_write(path, text, strlen(text), e));
    free(text);
    json_decref(before);
    json_decref(all);
    return ok;
}

/* ---- Read */

/* The index of a text in a list that ends in NULL; -1 if it is not there. */
static int index_of(const char *const *names, const char *text) {
    for (int i = 0; names[i]; i++)
        if (strcmp(names[i], text) == 0)
            return i;
    return -1;
}

/* A mean or an end of its interval; NAN for null. */
static double end_of(const json_t *number, const char *key) {
    const json_t *x = json_object_get(number, key);
    return json_is_number(x) ? json_number_value(x) : (double)NAN;
}

/* Row i, which must be the last one, in table t, or the next, which is added; else NULL, and where there are too many.
 */
static struct claim_row *row_at(struct claim_result *r, struct claim *c, int i, struct claim_table *t) {
    if (t && i == c->rows && i < CLAIM_ROWS) {
        const struct summary none = summarise(NULL, 0);
        t->role = t->head[0] ? t->role : TABLE_SHOWN; /* until a number with an answer says otherwise */
        r->row[i] = (struct claim_result_row){none, none, none, (double)NAN, ANSWER_NONE, NULL, none};
        c->row[c->rows++] = (struct claim_row){.table = t, .setting = {"", "", "", ""}};
    }
    return t && i >= 0 && i == c->rows - 1 && c->row[i].table == t ? &c->row[i] : NULL;
}

static bool read_answer(struct claim_result_row *out, struct claim_table *t, json_t *from, struct arena *arena) {
    const char *answer = NULL, *test = NULL, *saturated = NULL;
    int control = 0;
    if (json_unpack(from, "{s?s s?s s?F s?b s?s}", "answer", &answer, "test", &test, "margin", &t->margin, "control",
                    &control, "saturated", &saturated) != 0)
        return false;
    int which = answer ? index_of(answer_names, answer) : (int)out->answer;
    out->answer = (enum yes_no)which;
    out->saturated = saturated ? arena_text(arena, saturated) : out->saturated;
    if (test) {
        t->role = control ? TABLE_CONTROL : TABLE_JUDGED;
        t->test = index_of(test_names, test);
    }
    return (which > ANSWER_NONE || !answer) && t->test >= 0;
}

/* Reads a number. Those of a row are adjacent, in the order of claim_numbers. */
static bool read_number(struct claim_result *r, struct claim *c, json_t *from, struct arena *arena) {
    const char *title, *setting, *head, *of, *metric = json_string_value(json_object_get(from, "metric"));
    int i, added, n, rows = c->rows, which = metric ? metric_find(metric) : -1;
    if (json_unpack(from, "{si ss ss sb ss ss si}", "row", &i, "table", &title, "setting", &setting, "added", &added,
                    "head", &head, "of", &of, "n", &n) != 0 ||
        (which < 0 && !json_is_null(json_object_get(from, "metric"))))
        return false;
    struct claim_table *t = claim_table_of(c, title, arena);
    struct claim_row *row = row_at(r, c, i, t);
    int k = index_of(of_names, of) + (rows == c->rows);
    if (!row || (k == 0) != (rows < c->rows) || (k == 2 && !t->head[1]))
        return false;
    struct claim_result_row *out = &r->row[i];
    struct summary s = {n, end_of(from, "mean"), end_of(from, "low"), end_of(from, "high")};
    if (which >= 0 && metrics[which].of_run) { /* null was infinite: seeds that never got there */
        s.mean = k < 2 && n > 0 && isnan(s.mean) ? (double)INFINITY : s.mean;
        s.high = !isnan(s.low) && isnan(s.high) ? (double)INFINITY : s.high;
    }
    if (k < 3) {
        *(k == 0 ? &out->a : k == 1 ? &out->b : &out->difference) = s;
        t->head[k] = arena_text(arena, head);
    }
    out->difference = k == 0 ? s : out->difference;
    out->chance = k == 3 ? s.mean : out->chance;
    row->setting[0] = arena_text(arena, setting);
    row->added = added;
    row->a.formula = metric ? NULL : claim_formulas; /* which one is not known */
    t->metric = metric ? which : t->metric;
    return read_answer(out, t, from, arena);
}

static bool read_claim(struct claim_result *r, json_t *from, struct arena *arena) {
    const char *sentence, *measured, *verdict, *rule, *text;
    struct claim *c = arena_alloc(arena, 1, sizeof *c);
    json_t *numbers;
    r->claim = c;
    if (json_unpack(from, "{si ss ss ss ss ss so}", "number", &c->number, "claim", &sentence, "measured", &measured,
                    "verdict", &verdict, "rule", &rule, "text", &text, "numbers", &numbers) != 0)
        return false;
    int which = index_of(verdict_names, verdict);
    r->verdict = (enum verdict)which;
    bool ok = which >= 0 && json_is_array(numbers) && text_append(c->sentence, sizeof c->sentence, "%s", sentence) &&
              text_append(c->measured, CLAIM_TEXT, "%s", measured) && text_append(r->rule, CLAIM_TEXT, "%s", rule) &&
              text_append(r->text, CLAIM_TEXT, "%s", text);
    for (size_t k = 0; k < json_array_size(numbers) && ok; k++)
        ok = read_number(r, c, json_array_get(numbers, k), arena);
    return ok;
}

const struct claim_result *claims_load(const char *folder, int *count, struct arena *arena, struct error *e) {
    char path[PATH_MAX_LENGTH];
    json_t *all = file_path(path, folder, CLAIMS_FILE, e) ? json_read(path, e) : NULL;
    struct claim_result *r = arena_alloc(arena, json_array_size(all) + 1, sizeof *r);
    bool ok = all && (json_is_array(all) || error_set(e, EXIT_DATA, "%s is damaged (it is not an array)", path));
    *count = (int)json_array_size(all);
    for (int k = 0; k < *count && ok; k++)
        ok = read_claim(&r[k], json_array_get(all, (size_t)k), arena) ||
             error_set(e, EXIT_DATA,
                       "%s is damaged (claim %d of %d); run `poslab claims` on that folder again; nothing is trained "
                       "again",
                       path, k + 1, *count);
    json_decref(all);
    return ok ? r : NULL;
}
