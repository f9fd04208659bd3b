/* live_findings.c -- the message `findings`: what `poslab compare` says first (result/answer.h), of models that the
 * page has trained, at one length. Their numbers come with the message and become a comparison, so that it needs no
 * model. */
#include <limits.h>
#include <math.h>

#include "live/messages.h"
#include "result/answer.h"
#include "task/kinds.h"
#include "train/comparison.h"

enum { MODELS_MOST = 64, SEEDS_MOST = 64 };

struct findings_request {
    struct comparison_result c;
    struct arena *arena;
    const struct policy *policy[ENCODING_POLICIES]; /* (policies) of the model that is read */
    int policies;
    int words, examples;
};

static struct score *score_of(struct findings_request *a, double accuracy) {
    struct score *s = arena_alloc(a->arena, 1, sizeof *s);
    s->count = a->examples;
    for (int k = 0; k < metric_count; k++)
        s->value[k] = k == METRIC_ACCURACY ? accuracy : (double)NAN;
    return s;
}

static bool read_policies(struct findings_request *a, const json_t *model, struct error *e) {
    const json_t *list = json_object_get(model, "policies"), *name;
    size_t i;
    a->policies = 0;
    if (!json_is_array(list) || !json_array_size(list) || json_array_size(list) > ENCODING_POLICIES)
        return error_set(e, EXIT_USAGE, "policies: expected an array of 1 to %d names", ENCODING_POLICIES);
    json_array_foreach(list, i, name) {
        const char *text = json_string_value(name);
        const struct policy *policy = policy_find(text ? text : "");
        if (!policy)
            return error_set(e, EXIT_USAGE, "policies: there is no '%.40s'", text ? text : "");
        a->policy[a->policies++] = policy;
    }
    return true;
}

/* A number for each policy. */
static bool read_row(struct evaluation_result *r, struct findings_request *a, const json_t *value, int k,
                     struct error *e) {
    double accuracy = json_is_number(value) ? json_number_value(value) : (double)NAN;
    if (!(accuracy >= 0 && accuracy <= 1))
        return error_set(e, EXIT_USAGE, "at: expected a number from 0 to 1 for each policy");
    r->row[k] = (struct evaluation_row){
        .policy = a->policy[k], .applies = true, .at = arena_alloc(a->arena, 2, sizeof(struct score *))};
    r->row[k].at[IN_RANGE] = r->in_range;
    r->row[k].at[1] = score_of(a, accuracy);
    return true;
}

static bool read_seed(struct member *m, struct findings_request *a, const json_t *seed, struct error *e) {
    struct evaluation_result *r = m->result = arena_alloc(a->arena, 1, sizeof *r);
    const json_t *at = json_object_get(seed, "at");
    double in_range = (double)NAN;
    if (!live_keys(seed, "seed in_range at", e) || !live_integer(&m->seed, seed, "seed", 0, INT_MAX, e) ||
        !live_number(&in_range, seed, "in_range", 0, 1, e))
        return false;
    if (isnan(in_range) || json_array_size(at) != (size_t)a->policies)
        return error_set(e, EXIT_USAGE, "seed %d: expected in_range, and at with %d numbers", m->seed, a->policies);
    r->in_range = score_of(a, in_range);
    r->examples = a->examples;
    r->rows = a->policies;
    for (int k = 0; k < a->policies; k++)
        if (!read_row(r, a, json_array_get(at, (size_t)k), k, e))
            return false;
    m->status = STATUS_FINISHED;
    return true;
}

static bool read_model(struct findings_request *a, const json_t *model, struct error *e) {
    const char *name = "", *encoding = "none", *mixer = mixer_attention.name;
    const json_t *seeds = json_object_get(model, "seeds"), *seed;
    size_t i;
    struct settings *s = arena_alloc(a->arena, 1, sizeof *s);
    if (!live_keys(model, "name encoding mixer policies seeds", e) || !live_text(&name, model, "name", e) ||
        !live_text(&encoding, model, "encoding", e) || !live_text(&mixer, model, "mixer", e) ||
        !encoding_read(&s->encoding, encoding, e) || !read_policies(a, model, e))
        return false;
    s->task = a->c.settings.task;
    s->mixer = mixer_find(mixer);
    if (!s->mixer || !json_is_array(seeds) || json_array_size(seeds) > SEEDS_MOST)
        return error_set(e, EXIT_USAGE, "expected a mixer that is known, and an array of %d seeds at most", SEEDS_MOST);
    json_array_foreach(seeds, i, seed) {
        struct member *m = &a->c.member[a->c.members++];
        *m = (struct member){.label = arena_text(a->arena, name), .options = "", .name = "", .settings = s};
        m->entry = a->c.members; /* each is compared with the first */
        if (!read_seed(m, a, seed, e))
            return false;
    }
    return true;
}

static bool read_models(struct findings_request *a, const json_t *message, struct error *e) {
    const json_t *models = json_object_get(message, "models"), *model;
    size_t i;
    if (!json_is_array(models) || json_array_size(models) > MODELS_MOST)
        return error_set(e, EXIT_USAGE, "models: expected an array of %d at most", MODELS_MOST);
    a->c.member = arena_alloc(a->arena, (size_t)MODELS_MOST * SEEDS_MOST, sizeof *a->c.member);
    json_array_foreach(models, i, model) {
        if (!read_model(a, model, e))
            return error_prefix(e, "model %zu", i + 1);
    }
    return true;
}

static bool read_asked(struct findings_request *a, const json_t *message, struct error *e) {
    struct comparison_result *c = &a->c;
    struct assignments none = {.count = 0};
    double in_range = (double)NAN, at = (double)NAN;
    const json_t *trained = json_object_get(message, "trained"), *chance = json_object_get(message, "chance");
    c->arena = a->arena;
    c->settings.task = &task_order; /* one that makes its examples */
    bool ok = comparison_read(&c->compare, &none, e) &&
              live_integer(&a->words, message, "words", 1, LENGTH_WORDS_MAX, e) &&
              live_integer(&a->examples, message, "examples", 0, INT_MAX, e) && live_keys(trained, "low high", e) &&
              live_integer(&c->words[IN_RANGE].low, trained, "low", 1, LENGTH_WORDS_MAX, e) &&
              live_integer(&c->words[IN_RANGE].high, trained, "high", 1, LENGTH_WORDS_MAX, e) &&
              live_keys(chance, "in_range at", e) && live_number(&in_range, chance, "in_range", 0, 1, e) &&
              live_number(&at, chance, "at", 0, 1, e);
    if (ok && (!a->words || !c->words[IN_RANGE].high || isnan(in_range) || isnan(at)))
        return error_set(e, EXIT_USAGE, "expected words, trained {low, high} and chance {in_range, at}");
    c->lengths = 1;
    c->words[1] = (struct range){a->words, a->words};
    c->chance[METRIC_ACCURACY].at[IN_RANGE] = in_range;
    c->chance[METRIC_ACCURACY].at[1] = at;
    return ok && read_models(a, message, e);
}

json_t *live_findings(struct live *l, const json_t *message, struct error *e) {
    struct arena arena = {0};
    struct findings_request *a = arena_alloc(&arena, 1, sizeof *a);
    json_t *list = NULL;
    (void)l;
    a->arena = &arena;
    if (read_asked(a, message, e)) {
        compare_summarise(&a->c);
        list = answer_json(&a->c, &arena);
    }
    arena_free(&arena);
    return list ? json_pack("{so}", "findings", list) : NULL;
}
