/* live_evaluate.c -- the message evaluate: the numbers of `poslab eval`. */
#include <stdio.h>

#include "format/json.h"
#include "live/messages.h"

struct evaluate_request {
    char policies[SETTING_TEXT_MAX], lengths[SETTING_TEXT_MAX];
    int examples, in_range;
};

#define AT(key) offsetof(struct evaluate_request, key)
static const struct setting keys[] = {{"policies", SETTING_TEXT, AT(policies), "", 0, 0, NULL, NULL},
                                      {"lengths", SETTING_TEXT, AT(lengths), "", 0, 0, NULL, NULL},
                                      {"examples", SETTING_INT, AT(examples), "0", 0, 10000000, NULL, NULL},
                                      {"in_range", SETTING_CHOICE, AT(in_range), "true", 0, 0, "false|true", NULL},
                                      {0}};

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

/* With its own settings where the message has none. */
static json_t *answer(struct live *l, struct error *e) {
    const struct evaluate_request *a = l->request;
    struct evaluation *now = &l->run->settings.eval, before = *now;
    struct evaluation_result result;
    if (*a->policies)
        snprintf(now->policies, sizeof now->policies, "%s", a->policies);
    if (*a->lengths)
        snprintf(now->lengths, sizeof now->lengths, "%s", a->lengths);
    if (a->examples)
        now->examples = a->examples;
    bool ok = live_evaluation_fits(l->run, e) && evaluate_numbers(l->run, 1, a->in_range, &result, &l->arena, e);
    *now = before;
    return ok ? result_json(&result) : NULL;
}

const struct live_message live_evaluate = {
    .name = "evaluate", .needs_model = true, .keys = keys, .bytes = sizeof(struct evaluate_request), .answer = answer};
