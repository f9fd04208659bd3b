/* live_evaluate.c -- the message evaluate: the numbers of `poslab eval`. */
#include <stdio.h>

#include "base/text.h"
#include "format/json.h"
#include "live/messages.h"

/* The names in an array as eval.policies has them. */
static bool read_policies(struct evaluation *to, const json_t *message, struct error *e) {
    const json_t *list = json_object_get(message, "policies");
    char text[SETTING_TEXT_MAX] = "";
    bool ok = !list || json_is_array(list);
    for (size_t i = 0; ok && i < json_array_size(list); i++) {
        const char *name = json_string_value(json_array_get(list, i));
        ok = name && text_append(text, sizeof text, "%s%s", i ? ", " : "", name);
    }
    if (!ok)
        return error_set(e, EXIT_USAGE, "policies: expected an array of names");
    if (list)
        snprintf(to->policies, sizeof to->policies, "%s", text);
    return true;
}

static bool read_lengths(struct evaluation *to, const json_t *message, struct error *e) {
    const char *text = to->lengths;
    if (!live_text(&text, message, "lengths", e))
        return false;
    if (text != to->lengths && (size_t)snprintf(to->lengths, sizeof to->lengths, "%s", text) >= sizeof to->lengths)
        return error_set(e, EXIT_USAGE, "lengths: expected a text of fewer than %zu bytes", sizeof to->lengths);
    return true;
}

/* ---- The answer */

static json_t *array_of(int metric, const struct evaluation_result *r, const struct evaluation_row *row) {
    json_t *array = json_array();
    for (int i = 1; i <= r->lengths; i++)
        json_array_append_new(array, row->at[i]->count ? json_finite(row->at[i]->value[metric]) : json_null());
    return array;
}

static json_t *counts(const struct evaluation_result *r, const struct evaluation_row *row) {
    json_t *array = json_array();
    for (int i = 1; i <= r->lengths; i++)
        json_array_append_new(array, json_integer(row->at[i]->count));
    return array;
}

static json_t *row_json(const struct evaluation_result *r, const struct evaluation_row *row) {
    return json_pack("{ss so so so}", "policy", row->policy->name, "accuracy", array_of(METRIC_ACCURACY, r, row),
                     "loss", array_of(METRIC_LOSS, r, row), "count", counts(r, row));
}

static json_t *baseline_json(const struct evaluation_result *r, const char *name, const struct levels *of) {
    json_t *at = json_array();
    for (int i = 1; i <= r->lengths; i++)
        json_array_append_new(at, json_finite(of->at[i]));
    return json_pack("{ss so so}", "name", name, "in_range", json_finite(of->at[IN_RANGE]), "at", at);
}

static json_t *result_json(const struct evaluation_result *r) {
    json_t *lengths = json_array(), *baselines = json_array(), *rows = json_array();
    json_array_append_new(baselines, baseline_json(r, "chance", &r->chance[METRIC_ACCURACY]));
    for (int k = 0; k < r->baselines; k++)
        json_array_append_new(baselines, baseline_json(r, r->baseline[k].name, &r->baseline[k].of[METRIC_ACCURACY]));
    for (int i = 1; i <= r->lengths; i++)
        json_array_append_new(lengths, json_integer(r->words[i].high));
    for (int i = 0; i < r->rows; i++)
        json_array_append_new(rows, row_json(r, &r->row[i]));
    return json_pack("{so so so s{so so si}}", "lengths", lengths, "baselines", baselines, "rows", rows, "in_range",
                     "accuracy", json_finite(r->in_range->value[METRIC_ACCURACY]), "loss",
                     json_finite(r->in_range->value[METRIC_LOSS]), "count", (int)r->in_range->count);
}

static json_t *run_evaluation(struct run *r, bool in_range, struct error *e) {
    struct arena arena = {0};
    struct evaluation_result result;
    bool ok = live_evaluation_fits(r, e) && evaluate_numbers(r, 1, in_range, &result, &arena, e);
    json_t *json = ok ? result_json(&result) : NULL;
    arena_free(&arena);
    return json;
}

json_t *live_evaluate(struct live *l, const json_t *message, struct error *e) {
    struct evaluation *now = &l->run->settings.eval, before = *now;
    json_t *json = NULL;
    bool in_range = true;
    if (read_policies(now, message, e) && read_lengths(now, message, e) &&
        live_integer(&now->examples, message, "examples", 1, 10000000, e) &&
        live_flag(&in_range, message, "in_range", e))
        json = run_evaluation(l->run, in_range, e);
    *now = before;
    return json;
}
