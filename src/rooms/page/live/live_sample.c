/* live_sample.c -- the message `sample`: the first examples of evaluation at a length, each with its right answer and
 * the model's. Where a text has several targets, it is about the last: that one lies farthest beyond training. */
#include "example/prediction.h"
#include "page/live/messages.h"

enum { SAMPLE_WORDS = 1024, SAMPLE_COUNT = 100 };

struct sample_request {
    int length, count;
    char policy[SETTING_TEXT_MAX];
};

#define AT(key) offsetof(struct sample_request, key)
static const struct setting keys[] = {{"length", SETTING_INT, AT(length), "0", 0, SAMPLE_WORDS, NULL, NULL},
                                      {"count", SETTING_INT, AT(count), "20", 1, SAMPLE_COUNT, NULL, NULL},
                                      {"policy", SETTING_TEXT, AT(policy), "extend", 0, 0, NULL, NULL},
                                      {0}};

static bool put_example(struct json_writer *w, const struct run *r, struct batch *b, const struct policy *policy,
                        struct arena *arena, struct error *e) {
    const struct task_built *t = &r->task;
    struct forward_pass way;
    struct prediction p;
    char word[TASK_WORD_MAX];
    if (!forward_pass_run(&way, r, b, policy, arena, e))
        return false;
    prediction_of(&p, r, b, &way, arena);
    json_put(w, "{ words [");
    for (int i = 0; i < b->rows; i++)
        json_put(w, "s", t->kind->word(t, b->token[i], word));
    json_put(w, "] segments [");
    for (int i = 0; i < b->rows; i++)
        json_put(w, "i", b->segment[i]);
    int last = b->targets - 1;
    json_put(w, "] row i targets i answer s given s }", b->target[last], b->targets,
             prediction_answer(t, b->answer[last], arena), prediction_answer(t, p.best[last], arena));
    return true;
}

static bool answer(struct live *l, struct json_writer *w, struct error *e) {
    const struct sample_request *a = l->request;
    const struct run *r = l->run;
    const struct policy *policy = policy_find(a->policy);
    int length = a->length ? a->length : r->task.size.trained.high, count;
    uint32_t first;
    if (!policy)
        return error_set(e, EXIT_USAGE, "policy: there is no '%.40s'", a->policy);
    if (!batch_find_evaluation(&r->task, length, &first, &count, e) ||
        !position_scheme_check(r->eval_scheme, &r->task, length, e))
        return false;
    json_put(w, "examples [");
    for (int i = 0; i < a->count && i < count; i++) {
        struct batch b;
        run_example(&b, r, length, first + (uint32_t)i, &l->arena);
        if (!put_example(w, r, &b, policy, &l->arena, e))
            return false;
    }
    json_put(w, "]");
    return true;
}

const struct live_message live_sample = {
    .name = "sample", .needs_model = true, .keys = keys, .bytes = sizeof(struct sample_request), .answer = answer};
