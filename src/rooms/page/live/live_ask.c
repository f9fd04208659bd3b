/* live_ask.c -- the message `ask`: what the model answers about two texts, and how it came there: the sum of tables
 * that each row is, and who attends to whom. Numbers are those of `poslab predict`, `show embedding`, `show attention`.
 */
#include <string.h>

#include "encoding/encoding.h"
#include "example/prediction.h"
#include "measure/embedding_parts.h"
#include "page/live/messages.h"

enum { TEXT_BYTES = 2000 }; /* of both: attention grows with their square */

struct ask_request {
    char text[2][SETTING_LIST_MAX], policy[SETTING_TEXT_MAX];
};

#define AT(key) offsetof(struct ask_request, key)
static const struct setting keys[] = {{"text_a", SETTING_LIST, AT(text[0]), "", 0, 0, NULL, NULL},
                                      {"text_b", SETTING_LIST, AT(text[1]), "", 0, 0, NULL, NULL},
                                      {"policy", SETTING_TEXT, AT(policy), "", 0, 0, NULL, NULL},
                                      {0}};

/* ---- The answer */

/* A model without positions has none to tell. */
static void put_rows(struct json_writer *w, const struct model_example *x) {
    const struct task_built *t = &x->run->task;
    const struct batch *b = &x->batch;
    char word[TASK_WORD_MAX];
    json_put(w, "rows [");
    for (int i = 0; i < b->rows; i++) {
        json_put(w, "{ word s segment i", t->kind->word(t, b->token[i], word), b->segment[i]);
        if (encoding_acts(x->run->model.encoding.kind))
            json_put(w, "position i", b->position[i]);
        else
            json_put(w, "position n");
        json_put(w, "}");
    }
    json_put(w, "]");
}

/* [head][row][row]; a row of a causal model has those up to itself. */
static void put_attention(struct json_writer *w, const struct model_example *x, struct arena *arena) {
    const struct model *m = &x->run->model;
    const real *weight = model_example_attention(x, arena);
    int rows = x->batch.rows;
    if (!weight) {
        json_put(w, "attention n");
        return;
    }
    json_put(w, "attention [");
    for (int h = 0; h < m->config.heads; h++) {
        json_put(w, "[");
        for (int i = 0; i < rows; i++, weight += rows) {
            json_put(w, "[");
            for (int k = 0; k < (m->config.causal ? i + 1 : rows); k++)
                json_put(w, "f", (double)weight[k]);
            json_put(w, "]");
        }
        json_put(w, "]");
    }
    json_put(w, "]");
}

static void put_parts(struct json_writer *w, const struct model_example *x, struct arena *arena) {
    static const char *const name[PARTS] = {"token", "segment", "position", "sum"};
    struct embedding_parts p;
    embedding_parts(&p, x, arena);
    json_put(w, "parts {");
    for (int k = 0; k < PARTS; k++) {
        json_put(w, "* [", name[k]);
        for (int i = 0; i < p.part[k].rows; i++)
            json_put(w, "F", matrix_row(&p.part[k], i), p.part[k].columns);
        json_put(w, "]");
    }
    json_put(w, "}");
}

static bool answer(struct live *l, struct json_writer *w, struct error *e) {
    const struct ask_request *a = l->request;
    const struct settings *s = &l->run->settings;
    const struct policy *usual = policy_find(s->eval.policies), *policy = policy_find(a->policy);
    struct prediction p;
    struct model_example x;
    if (strlen(a->text[0]) + strlen(a->text[1]) > TEXT_BYTES)
        return error_set(e, EXIT_DATA, "the texts are longer than %d bytes; `poslab predict` takes more", TEXT_BYTES);
    if (*a->policy && !policy)
        return error_set(e, EXIT_USAGE, "policy: there is no '%.40s'", a->policy);
    if (!policy) /* what `poslab predict` takes */
        policy = usual ? usual : s->extrapolation;
    if (!model_example_open(&x, l->run, (const char *[]){a->text[0], a->text[1]}, 0, policy, &l->arena, e))
        return false;
    put_rows(w, &x);
    prediction_of(&p, x.run, &x.batch, &x.way, &l->arena);
    json_put(w, "targets [");
    for (int i = 0; i < x.batch.targets; i++) {
        json_put(w, "{ row i", x.batch.target[i]);
        prediction_put_answers(w, &p, &x.run->task, i, p.classes);
        json_put(w, "}");
    }
    json_put(w, "]");
    put_attention(w, &x, &l->arena);
    put_parts(w, &x, &l->arena);
    return true;
}

const struct live_message live_ask = {
    .name = "ask", .needs_model = true, .keys = keys, .bytes = sizeof(struct ask_request), .answer = answer};
