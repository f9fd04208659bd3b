/* live_findings.c -- the message `findings`: what `poslab compare` says first (result/answer.h), of models that the
 * page has trained, at one length. Their numbers come with the message and become a comparison, so that it needs no
 * model. */
#include <limits.h>
#include <math.h>
#include <string.h>

#include "base/text.h"
#include "encoding/kinds.h"
#include "live/messages.h"
#include "result/answer.h"
#include "study/series.h"
#include "study/summarise.h"
#include "task/kinds.h"
#include "train/comparison.h"

enum { MEMBERS_MOST = 4096 };

struct findings_request {
    int words, examples;
    double chance, chance_in_range;
    struct range trained;
    struct comparison_result c;
    const char *name;                               /* of the last model */
    struct settings *settings;                      /* of it; NULL: there is none */
    const struct policy *policy[ENCODING_POLICIES]; /* (policies) of it */
    int policies;
};

#define AT(key) offsetof(struct findings_request, key)
static const struct setting keys[] = {{"words", SETTING_INT, AT(words), "0", 0, LENGTH_WORDS_MAX, NULL, NULL},
                                      {"trained", SETTING_RANGE, AT(trained), "0", 0, LENGTH_WORDS_MAX, NULL, NULL},
                                      {"examples", SETTING_INT, AT(examples), "0", 0, INT_MAX, NULL, NULL},
                                      {"chance", SETTING_REAL, AT(chance), "0", 0, 1, NULL, NULL},
                                      {"chance_in_range", SETTING_REAL, AT(chance_in_range), "0", 0, 1, NULL, NULL},
                                      {0}};

/* ---- Reading */

static bool add_model(struct live *l, struct findings_request *a, const char *name) {
    a->settings = arena_alloc(&l->arena, 1, sizeof *a->settings);
    a->settings->task = &task_order; /* one that makes its examples */
    a->settings->encoding = &encoding_none;
    a->settings->mixer = &mixer_attention;
    a->name = name;
    a->policies = 0;
    return true;
}

static bool read_mixer(struct findings_request *a, const char *name, struct error *e) {
    a->settings->mixer = mixer_find(name);
    return a->settings->mixer || error_set(e, EXIT_USAGE, "mixer: there is no '%.40s'", name);
}

static bool read_policies(struct findings_request *a, const char *list, struct error *e) {
    char name[SETTING_TEXT_MAX];
    for (a->policies = 0; text_item(&list, name, sizeof name); a->policies++) {
        const struct policy *policy = policy_find(name);
        if (!policy || a->policies == ENCODING_POLICIES)
            return error_set(e, EXIT_USAGE, "policies: '%.40s' is none, or one too many", name);
        a->policy[a->policies] = policy;
    }
    return true;
}

static void fill_score(struct score *s, const struct findings_request *a, double accuracy) {
    s->count = a->examples;
    for (int k = 0; k < metric_count; k++)
        s->value[k] = k == METRIC_ACCURACY ? accuracy : (double)NAN;
}

/* A member, which is compared with the first of all. */
static bool add_seed(struct live *l, struct findings_request *a, const char *number, struct error *e) {
    struct comparison_result *c = &a->c;
    if (c->members == MEMBERS_MOST)
        return error_set(e, EXIT_USAGE, "more than %d seeds", MEMBERS_MOST);
    if (!c->members)
        c->member = arena_alloc(&l->arena, MEMBERS_MOST, sizeof *c->member);
    struct member *m = &c->member[c->members++];
    *m = (struct member){.label = a->name, .options = "", .name = "", .settings = a->settings, .entry = c->members};
    m->status = STATUS_FINISHED;
    m->result = arena_alloc(&l->arena, 1, sizeof *m->result);
    *m->result = (struct evaluation_result){.arena = &l->arena,
                                            .lengths = 1,
                                            .examples = a->examples,
                                            .in_range = arena_alloc(&l->arena, 1, sizeof(struct score))};
    fill_score(m->result->in_range, a, (double)NAN);
    return text_integer(number, &m->seed) || error_set(e, EXIT_USAGE, "seed: '%s' is not a whole number", number);
}

/* Of the last seed: its accuracy in range, or under each policy at the length. */
static bool read_accuracy(struct live *l, struct findings_request *a, bool in_range, const char *list,
                          struct error *e) {
    struct evaluation_result *r = a->c.member[a->c.members - 1].result;
    double *accuracy;
    int count;
    if (!live_numbers(l, &accuracy, &count, list, e))
        return false;
    bool ok = count == (in_range ? 1 : a->policies);
    for (int k = 0; k < count; k++)
        ok = ok && accuracy[k] >= 0 && accuracy[k] <= 1;
    if (!ok)
        return error_set(e, EXIT_USAGE, "expected a number from 0 to 1 in range, and one for each policy");
    if (in_range)
        fill_score(r->in_range, a, *accuracy);
    for (r->rows = in_range ? r->rows : 0; !in_range && r->rows < count; r->rows++) {
        r->row[r->rows] = (struct evaluation_row){.policy = a->policy[r->rows], .applies = true};
        evaluation_row_alloc(r, &r->row[r->rows]);
        fill_score(r->row[r->rows].at[1], a, accuracy[r->rows]);
    }
    return true;
}

static bool read_line(struct live *l, const char *key, const char *value, struct error *e) {
    struct findings_request *a = l->request;
    if (strcmp(key, "model") == 0)
        return add_model(l, a, value);
    if (strcmp(key, "encoding") == 0 && a->settings)
        return live_read_encoding(&a->settings->encoding, value, e);
    if (strcmp(key, "mixer") == 0 && a->settings)
        return read_mixer(a, value, e);
    if (strcmp(key, "policies") == 0 && a->settings)
        return read_policies(a, value, e);
    if (strcmp(key, "seed") == 0 && a->policies)
        return add_seed(l, a, value, e);
    if ((strcmp(key, "in_range") == 0 || strcmp(key, "at") == 0) && a->c.members)
        return read_accuracy(l, a, *key == 'i', value, e);
    return live_unknown(key, e);
}

/* ---- The answer */

/* Whether no number is missing. */
static bool check(const struct findings_request *a, struct error *e) {
    bool ok = a->words && a->trained.low;
    for (int i = 0; i < a->c.members; i++)
        ok = ok && a->c.member[i].result->rows && !isnan(a->c.member[i].result->in_range->value[METRIC_ACCURACY]);
    return ok || error_set(e, EXIT_USAGE, "expected words and trained, and in_range and at of each seed");
}

static bool answer(struct live *l, struct json_writer *w, struct error *e) {
    struct findings_request *a = l->request;
    struct comparison_result *c = &a->c;
    struct assignments none = {.count = 0};
    struct answer found;
    if (!check(a, e) || !comparison_read(&c->compare, &none, e))
        return false;
    c->arena = &l->arena;
    c->settings.task = &task_order;
    c->lengths = 1;
    c->words[IN_RANGE] = a->trained;
    for (int i = 0; i < c->members; i++)
        c->member[i].result->words[IN_RANGE] = a->trained;
    c->words[1] = (struct range){a->words, a->words};
    c->chance[METRIC_ACCURACY].at[IN_RANGE] = a->chance_in_range;
    c->chance[METRIC_ACCURACY].at[1] = a->chance;
    compare_find_series(c);
    compare_summarise(c);
    answer_find(&found, c, &l->arena);
    json_put_texts(w, "findings", found.finding, found.findings);
    return true;
}

const struct live_message live_findings = {
    .name = "findings", .keys = keys, .bytes = sizeof(struct findings_request), .read = read_line, .answer = answer};
