/* live_evaluate.c -- the message evaluate: the numbers of `poslab eval`. */
#include <math.h>
#include <stdio.h>

#include "page/live/messages.h"
#include "result/glossary.h"
#include "statistics/statistics.h"

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

/* How many independent targets a score is worth. */
static long count_of(const struct score *s) {
    double x = s->value[METRIC_ACCURACY], variance = s->variance[METRIC_ACCURACY];
    return s->texts ? (long)independent_targets(x * (1 - x), variance, s->texts, (double)s->count) : s->count;
}

static void put_row(struct json_writer *w, const struct evaluation_result *r, const struct evaluation_row *row) {
    json_put(w, "{ policy s", row->policy->name);
    for (int metric = METRIC_ACCURACY; metric <= METRIC_LOSS; metric++) {
        json_put(w, "* [", metrics[metric].name);
        for (int i = 1; i <= r->lengths; i++)
            json_put(w, "f", row->at[i]->count ? row->at[i]->value[metric] : (double)NAN);
        json_put(w, "]");
    }
    json_put(w, "count [");
    for (int i = 1; i <= r->lengths; i++)
        json_put(w, "l", count_of(row->at[i]));
    json_put(w, "] }");
}

/* With its own settings where the message has none. */
static bool answer(struct live *l, struct json_writer *w, struct error *e) {
    const struct evaluate_request *a = l->request;
    struct evaluation *now = &l->run->settings.eval, before = *now;
    struct evaluation_result r;
    if (*a->policies)
        snprintf(now->policies, sizeof now->policies, "%s", a->policies);
    if (*a->lengths)
        snprintf(now->lengths, sizeof now->lengths, "%s", a->lengths);
    if (a->examples)
        now->examples = a->examples;
    bool ok = live_evaluation_fits(l->run, e) && evaluate_numbers(l->run, 1, a->in_range, &r, &l->arena, e);
    *now = before;
    if (!ok)
        return false;
    json_put(w, "lengths [");
    for (int i = 1; i <= r.lengths; i++)
        json_put(w, "i", r.words[i].high);
    json_put(w, "] baselines [");
    for (const struct baseline_levels *b = r.baseline; b < r.baseline + r.baselines; b++) {
        const double *at = b->of[METRIC_ACCURACY].at;
        const struct glossary_word *word = glossary_find(b->name);
        json_put(w, "{ name s means s in_range f at F }", b->name, word ? word->meaning : "", at[IN_RANGE], at + 1,
                 r.lengths);
    }
    json_put(w, "] rows [");
    for (int i = 0; i < r.rows; i++)
        put_row(w, &r, &r.row[i]);
    json_put(w, "] in_range { accuracy f loss f count l }", r.in_range->value[METRIC_ACCURACY],
             r.in_range->value[METRIC_LOSS], count_of(r.in_range));
    return true;
}

const struct live_message live_evaluate = {
    .name = "evaluate", .needs_model = true, .keys = keys, .bytes = sizeof(struct evaluate_request), .answer = answer};
