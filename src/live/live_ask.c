/* live_ask.c -- the message `ask`: what the model answers about two texts, and how it came there: the sum of tables
 * that each row is, and who attends to whom. Numbers are those of `poslab predict`, `show embedding`, `show attention`.
 */
#include <string.h>

#include "format/json.h"
#include "live/messages.h"
#include "measure/embedding_parts.h"
#include "result/prediction.h"

enum { TEXT_BYTES = 2000 }; /* of both: attention grows with their square */

struct ask_request {
    char text[2][SETTING_LIST_MAX], policy[SETTING_TEXT_MAX];
};

#define AT(key) offsetof(struct ask_request, key)
static const struct setting keys[] = {{"text_a", SETTING_LIST, AT(text[0]), "", 0, 0, NULL, NULL},
                                      {"text_b", SETTING_LIST, AT(text[1]), "", 0, 0, NULL, NULL},
                                      {"policy", SETTING_TEXT, AT(policy), "", 0, 0, NULL, NULL},
                                      {0}};

/* Without a name, what `poslab predict` takes. NULL: there is none of that name. */
static const struct policy *policy_of(const struct ask_request *a, const struct settings *s, struct error *e) {
    const struct policy *usual = policy_find(s->eval.policies), *named = policy_find(a->policy);
    if (!named && *a->policy)
        error_set(e, EXIT_USAGE, "policy: there is no '%.40s'", a->policy);
    return *a->policy ? named : usual ? usual : s->extrapolation;
}

/* ---- The answer */

/* A model without positions has none to tell. */
static json_t *rows_json(const struct model_example *x) {
    const struct task_built *t = &x->run->task;
    const struct batch *b = &x->batch;
    char word[TASK_WORD_MAX];
    bool acts = encoding_acts(x->run->model.encoding.kind);
    json_t *list = json_array();
    for (int i = 0; i < b->rows; i++)
        json_array_append_new(list,
                              json_pack("{ss si so}", "word", t->kind->word(t, b->token[i], word), "segment",
                                        b->segment[i], "position", acts ? json_integer(b->position[i]) : json_null()));
    return list;
}

static json_t *targets_json(const struct model_example *x, struct arena *arena) {
    const struct task_built *t = &x->run->task;
    struct prediction p;
    char answer[TASK_WORD_MAX];
    json_t *list = json_array();
    prediction_of(&p, x->run, &x->batch, &x->way, arena);
    for (int i = 0; i < x->batch.targets; i++) {
        int best = p.best[i];
        json_array_append_new(list, json_pack("{si ss sf so}", "row", x->batch.target[i], "answer",
                                              t->kind->answer(t, best, answer), "probability",
                                              (double)p.probability[(size_t)i * p.classes + best], "probabilities",
                                              prediction_probabilities(&p, t, i, p.classes)));
    }
    return list;
}

/* [head][row][row]; a row of a causal model has those up to itself. */
static json_t *attention_json(const struct model_example *x, struct arena *arena) {
    const struct model *m = &x->run->model;
    const real *weight = model_example_attention(x, arena);
    int rows = x->batch.rows;
    json_t *heads = json_array();
    for (int h = 0; weight && h < m->config.heads; h++) {
        json_t *list = json_array();
        for (int i = 0; i < rows; i++, weight += rows) {
            json_t *row = json_array();
            for (int k = 0; k < (m->config.causal ? i + 1 : rows); k++)
                json_array_append_new(row, json_real((double)weight[k]));
            json_array_append_new(list, row);
        }
        json_array_append_new(heads, list);
    }
    if (weight)
        return heads;
    json_decref(heads);
    return json_null();
}

static json_t *matrix_json(const struct matrix *m) {
    json_t *rows = json_array();
    for (int i = 0; i < m->rows; i++) {
        json_t *row = json_array();
        for (int c = 0; c < m->columns; c++)
            json_array_append_new(row, json_finite(matrix_row(m, i)[c]));
        json_array_append_new(rows, row);
    }
    return rows;
}

static json_t *parts_json(const struct model_example *x, struct arena *arena) {
    static const char *const name[PARTS] = {"token", "segment", "position", "sum"};
    struct embedding_parts p;
    json_t *parts = json_object();
    embedding_parts(&p, x, arena);
    for (int k = 0; k < PARTS; k++)
        json_object_set_new(parts, name[k], matrix_json(&p.part[k]));
    return parts;
}

static json_t *answer(struct live *l, struct error *e) {
    const struct ask_request *a = l->request;
    const struct policy *policy = policy_of(a, &l->run->settings, e);
    struct model_example x;
    if (strlen(a->text[0]) + strlen(a->text[1]) > TEXT_BYTES) {
        error_set(e, EXIT_DATA, "the texts are longer than %d bytes; `poslab predict` takes more", TEXT_BYTES);
        return NULL;
    }
    if (!policy || !model_example_open(&x, l->run, (const char *[]){a->text[0], a->text[1]}, 0, policy, &l->arena, e))
        return NULL;
    return json_pack("{so so so so}", "rows", rows_json(&x), "targets", targets_json(&x, &l->arena), "attention",
                     attention_json(&x, &l->arena), "parts", parts_json(&x, &l->arena));
}

const struct live_message live_ask = {
    .name = "ask", .needs_model = true, .keys = keys, .bytes = sizeof(struct ask_request), .answer = answer};
