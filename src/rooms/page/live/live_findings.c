/* live_findings.c -- the message `findings`: what `poslab compare` says first (result/answer.h), of models that the
 * page has trained, what of it stands above their chart, and which of them one takes; and of one of them why it falls
 * or holds at the longest length (result/why.h). Their numbers come with the message, so that it needs no model; where
 * the engine has one its weights are looked at. */
#include <math.h>
#include <string.h>

#include "page/live/messages.h"
#include "result/table_lengths.h"
#include "result/why.h"
#include "study/columns.h"

struct findings_request {
    struct live_models of; /* comes first */
    char why[SETTING_TEXT_MAX], under[SETTING_TEXT_MAX];
};

#define AT(key) offsetof(struct findings_request, key)
static const struct setting keys[] = {LIVE_MODELS_KEYS,
                                      {"why", SETTING_TEXT, AT(why), "", 0, 0, NULL, NULL},
                                      {"under", SETTING_TEXT, AT(under), "", 0, 0, NULL, NULL},
                                      {0}};

/* The row that is asked for; NULL: there is none. */
static const struct why *find_row(const struct answer *a, const char *name, const char *policy,
                                  const struct encoding_alone *of, struct arena *arena) {
    for (const struct answer_model *m = a->model; m < a->model + a->models; m++) {
        if (strcmp(m->series->first->label, name) != 0 || m->series->first->settings->encoding != of->built.kind)
            continue;
        const struct why *w = why_of_model(a, m, length_longest(a->c), of, arena), *end = w + answer_rows(m);
        while (w < end && strcmp(w->row->policy->name, policy) != 0)
            w++;
        return w < end ? w : NULL;
    }
    return NULL;
}

static bool put_why(struct live *l, struct json_writer *w, const struct answer *a, struct error *e) {
    const struct findings_request *q = l->request;
    struct encoding_alone of;
    if (!encoding_alone_build(&of, l->settings, &(struct task_input){0}, e))
        return false;
    if (l->run)
        encoding_alone_take(&of, l->run);
    const struct why *found = find_row(a, q->why, q->under, &of, &l->arena);
    if (found) {
        json_put(w, "why { fact s price s", found->fact, found->price);
        why_put(w, &found->verdict);
        json_put(w, "}");
    }
    encoding_alone_free(&of);
    return found || error_set(e, EXIT_USAGE, "why: no model of that name, encoding and policy is in the message");
}

/* ---- What one takes: of models that learned the task the row with the highest mean at the longest length */

struct choice {
    const struct answer_model *model;
    const struct compare_row *row; /* NULL: there is none */
    double mean;
};

/* As it is, unless a policy adds more than the margin. */
static struct choice best_row(const struct answer *a, const struct answer_model *m) {
    struct choice best = {m, NULL, -HUGE_VAL};
    if (m->is < CLASS_LEARNED || m->is > CLASS_PARTLY)
        return best;
    const struct summary *own = answer_number(a, m->own, a->at);
    best = own ? (struct choice){m, m->own, own->mean} : best;
    for (const struct compare_row *r = m->row; r < m->end; r++) {
        const struct summary *s = answer_number(a, r, a->at);
        if (s && s->mean > best.mean && (!own || s->mean - own->mean > ANSWER_MORE))
            best = (struct choice){m, r, s->mean};
    }
    return best;
}

static const char *label_of(const struct choice *x) { return x->model->series->first->label; }

static const char *choice_name(const struct choice *x, struct arena *arena) {
    return x->row->policy == &policy_extend ? arena_format(arena, "%s without a fix", label_of(x))
                                            : arena_format(arena, "%s with %s", label_of(x), x->row->policy->name);
}

/* Whether its seeds show that it is worse than the best by more than the margin; the best is chosen by the data, so
 * each of the others counts as a test. */
static bool is_worse(const struct answer *a, const struct choice *x, const struct choice *best) {
    double p;
    const struct summary by = answer_by_seed(a, best->row, x->row, a->at, &p);
    return by.mean > ANSWER_MORE && p * (a->models - 1) <= HOLM_ALPHA;
}

/* With it are named the best rows of others that are not worse. */
static void put_take(struct json_writer *w, struct answer *a, struct arena *arena) {
    struct choice best = {NULL, NULL, -HUGE_VAL}, *of = arena_alloc(arena, (size_t)a->models, sizeof *of);
    const char *others = "";
    for (int i = 0; i < a->models; i++) {
        of[i] = best_row(a, &a->model[i]);
        best = of[i].mean > best.mean ? of[i] : best;
    }
    if (!best.row) {
        json_put(w, "take { text s }", "none of these has learned the task");
        return;
    }
    for (const struct choice *x = of; x < of + a->models; x++)
        if (x->model != best.model && x->row && !is_worse(a, x, &best))
            others = arena_format(arena, "%s%s%s (%s %%)", others, *others ? ", " : "", choice_name(x, arena),
                                  fill_percent(x->mean, arena));
    const char *name = choice_name(&best, arena), *value = fill_percent(best.mean, arena);
    const double trained = best.row->of[METRIC_ACCURACY][IN_RANGE].mean;
    const int words = a->c->words[a->at].high;
    json_put(w, "take { model s policy s mean f name s text s }", label_of(&best), best.row->policy->name, best.mean,
             name,
             trained - best.mean > ANSWER_MORE
                 ? arena_format(arena, "none of these holds at %d words; best is %s, %s %% (%s %% at trained lengths)",
                                words, name, value, fill_percent(trained, arena))
                 : arena_format(arena, "%s, %s %% at %d words%s%s", name, value, words,
                                *others ? "; not shown to be worse: " : "", others));
}

static bool answer(struct live *l, struct json_writer *w, struct error *e) {
    struct findings_request *q = l->request;
    struct live_models *m = &q->of;
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
    json_put(w, "findings S title s", found.finding, found.findings,
             answer_title(&found, policy_find(q->under), &l->arena));
    if (found.at != IN_RANGE)
        put_take(w, &found, &l->arena);
    return !*q->why || put_why(l, w, &found, e);
}

const struct live_message live_findings = {.name = "findings",
                                           .settings = true,
                                           .keys = keys,
                                           .bytes = sizeof(struct findings_request),
                                           .read = live_models_read,
                                           .answer = answer};
