/* evaluation_json.c -- an evaluation as `poslab eval --json` prints it; see evaluate.h. */
#include <math.h>
#include <stdio.h>

#include "baseline/baseline.h"
#include "encoding/encoding.h"
#include "evaluate/confusion.h"
#include "evaluate/evaluate.h"
#include "format/json.h"
#include "model/mixer.h"

/* Puts a value at a key or, of several, at the end of the array there. */
static void add(json_t *to, const char *key, json_t *value, bool several) {
    json_t *all = json_object_get(to, key);
    if (!several)
        json_object_set_new(to, key, value);
    else if (all)
        json_array_append_new(all, value);
    else
        json_object_set_new(to, key, json_pack("[o]", value));
}

static json_t *packed(const struct packed *p) {
    struct arena arena = {0};
    json_t *json = p->bits ? json_string(packed_text(p, &arena)) : json_null();
    arena_free(&arena);
    return json;
}

static json_t *number(double x) { return metric_is_count(x) ? json_integer((json_int_t)x) : json_finite(x); }

/* Counts where one label is right. */
static json_t *counts(const double *x, int classes) {
    char text[LOSS_GIVEN * 18] = "", *at = text;
    for (int i = 0; i < classes; i++)
        at += snprintf(at, 18, i ? " %.0f" : "%.0f", x[i]);
    return json_string(text);
}

/* A number, or an array of what a metric adds up. */
static json_t *sum(const double *x, int sums, bool counted) {
    int classes = counted ? confusion_of(x, sums).classes : 1;
    if (sums == 1 && !counted)
        return number(*x);
    json_t *all = json_array();
    for (int i = 0; i < sums; i += classes)
        json_array_append_new(all, counted ? counts(x + i, classes) : number(x[i]));
    return all;
}

/* Adds a score; `tested`: with what fixed test sets and texts of several targets have. */
static void add_score(json_t *to, const struct evaluation_result *r, const struct score *s, bool tested, bool several) {
    bool fixed = tested && r->task->fixed_test, many = tested && task_has_many_targets(r->task);
    if (many)
        add(to, "texts", json_integer(s->texts), several);
    for (int k = 0; k < metric_count; k++) {
        const char *name = metrics[k].name;
        if (!r->sums[k])
            continue;
        if (!json_object_get(to, name))
            add(to, name, json_object(), false);
        json_t *metric = json_object_get(to, name);
        add(metric, "value", json_finite(s->value[k]), several);
        add(metric, "sum", sum(s->sum[k], r->sums[k], metrics[k].counts), several);
        add(metric, "count", json_integer(s->count), several);
        if (fixed || many)
            add(metric, "variance", json_finite(s->variance[k]), several);
    }
    if (fixed && evaluation_keeps_right(r))
        add(to, "right", packed(&s->right), several);
}

static json_t *in_range(const struct evaluation_result *r) {
    json_t *to = json_object();
    add_score(to, r, r->in_range, true, false);
    if (r->in_range->right.bits && r->in_range->targets.bits)
        add(to, "targets", packed(&r->in_range->targets), false);
    for (int k = 0; k < metric_count; k++)
        if (r->sums[k])
            add(json_object_get(to, metrics[k].name), "chance", json_finite(r->baseline[CHANCE].of[k].at[IN_RANGE]),
                false);
    if (!isnan(r->seen))
        add(to, "seen", json_finite(r->seen), false);
    return to;
}

/* At the lengths alone. */
static void add_levels(json_t *to, const char *key, const struct evaluation_result *r, const struct levels *of) {
    for (int i = 1; i <= r->lengths; i++)
        add(to, key, json_finite(of->at[i]), true);
}

static json_t *policy(const struct evaluation_result *r, const struct evaluation_row *row) {
    json_t *to = json_pack("{sssb}", "policy", row->policy->name, "applicable", row->applies);
    for (int i = 1; i <= r->lengths; i++)
        add_score(to, r, row->at[i], true, true);
    return to;
}

static json_t *baseline(const struct evaluation_result *r, const struct baseline_levels *b) {
    json_t *to = json_pack("{ss}", "name", b->name);
    for (int k = 0; k < metric_count; k++)
        if (r->sums[k]) {
            json_t *metric = json_pack("{so}", "in_range", json_finite(b->of[k].at[IN_RANGE]));
            add_levels(metric, "at", r, &b->of[k]);
            add(to, metrics[k].name, metric, false);
        }
    return to;
}

static const char *text(const char *x) { return *x ? x : NULL; }
static json_t *known(long x) { return x ? json_integer(x) : NULL; }

static void add_facts(json_t *to, const struct evaluation_result *r) {
    json_t *early = r->validation.steps
                        ? json_pack("{siso}", "steps", r->validation.steps, "loss", json_finite(r->validation.loss))
                        : NULL;
    json_object_update_new(to, json_pack("{so* so* ss* ss* so* so* so* ss ss* ss* so* ss*}", "weights",
                                         known(r->weights), "examples", known(r->examples), "files", text(r->files),
                                         "note", r->note, "left_out", known(r->left_out), "tokens_per_second",
                                         r->tokens_per_second == 0 ? NULL : number(r->tokens_per_second), "steps_to_99",
                                         r->steps_to_99 == 0 ? NULL : number(r->steps_to_99), "kernels", r->kernels,
                                         "checkpoint", text(r->checkpoint), "sparse", text(r->sparse), "validation",
                                         early, "baseline", r->instead ? r->instead->name : NULL));
    for (int k = 0; k < r->labels; k++)
        add(to, "labels", json_string(r->label[k]), true);
}

json_t *evaluation_json(const struct evaluation_result *r) {
    const struct range *trained = &r->words[IN_RANGE];
    json_t *to = json_pack("{si ss ss ss si si si s[ii]}", "version", EVALUATION_VERSION, "task", r->task->name,
                           "mixer", r->mixer->name, "encoding", r->encoding->name, "seed", r->seed, "steps", r->steps,
                           "trained_length", trained->high, "trained_words", trained->low, trained->high);
    for (int i = 1; i <= r->lengths; i++) {
        add(to, "lengths", json_integer(r->words[i].high), true);
        add(to, "lengths_from", json_integer(r->words[i].low), true);
    }
    json_t *chance = json_object(), *training = r->training.count ? json_object() : NULL;
    for (int k = 0; k < metric_count; k++)
        if (r->sums[k])
            add_levels(chance, metrics[k].name, r, &r->baseline[CHANCE].of[k]);
    add(to, "chance", chance, false);
    add(to, "in_range", in_range(r), false);
    for (const struct evaluation_row *row = r->row; row < r->row + r->rows; row++)
        add(to, "policies", policy(r, row), true);
    if (training)
        add_score(training, r, &r->training, false, false);
    add(to, "training", training, false);
    for (int i = 1; i < r->baselines; i++)
        add(to, "baselines", baseline(r, &r->baseline[i]), true);
    add_facts(to, r);
    return to;
}
