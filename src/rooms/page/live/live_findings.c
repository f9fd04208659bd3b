/* live_findings.c -- the message `findings`: what `poslab compare` says first (result/answer.h), of models that the
 * page has trained. Their numbers come with the message, so that it needs no model. */
#include <math.h>

#include "page/live/messages.h"
#include "result/answer.h"

static const struct setting keys[] = {LIVE_MODELS_KEYS, {0}};

static bool answer(struct live *l, struct json_writer *w, struct error *e) {
    struct live_models *m = l->request;
    struct comparison_result *c = arena_alloc(&l->arena, 1, sizeof *c);
    struct answer found;
    if (!live_models_check(m, &metrics[METRIC_ACCURACY], e) || !live_models_compare(c, m, &l->arena, e))
        return false;
    bool complete = c->lengths && c->rows; /* of one model at least */
    for (const struct member *of = c->member; of < c->member + c->members; of++)
        for (int k = 0; k < of->result->rows; k++)
            for (int i = 0; i <= c->lengths; i++)
                complete = complete && !isnan(evaluation_value(of->result, METRIC_ACCURACY, k, i));
    if (!complete)
        return error_set(e, EXIT_USAGE, "expected in_range and points of each seed, at the same lengths");
    answer_find(&found, c, METRIC_ACCURACY, &l->arena);
    json_put(w, "findings S", found.finding, found.findings);
    return true;
}

const struct live_message live_findings = {
    .name = "findings", .keys = keys, .bytes = sizeof(struct live_models), .read = live_models_read, .answer = answer};
