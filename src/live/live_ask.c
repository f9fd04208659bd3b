/* live_ask.c -- the message `ask`: what the model answers about two texts, and how it came there: the sum of tables
 * that each row is, and who attends to whom. Numbers are those of `poslab predict`, `show embedding`, `show attention`.
 */
#include <string.h>

#include "format/json.h"
#include "live/messages.h"
#include "measure/embedding_parts.h"
#include "result/prediction.h"

enum { TEXT_BYTES = 2000 }; /* of both: attention grows with their square */

/* ---- Reading */

/* One text or two; *text of those that are not there is empty. */
static bool read_texts(const char *text[2], const json_t *message, struct error *e) {
    const json_t *texts = json_object_get(message, "texts");
    size_t count = json_array_size(texts), bytes = 0;
    if (count < 1 || count > 2)
        return error_set(e, EXIT_USAGE, "texts: expected an array of one text or two");
    for (size_t i = 0; i < 2; i++) {
        const json_t *one = json_array_get(texts, i);
        if (i < count && !json_is_string(one))
            return error_set(e, EXIT_USAGE, "texts: expected an array of one text or two");
        text[i] = one ? json_string_value(one) : "";
        bytes += strlen(text[i]);
    }
    return bytes <= TEXT_BYTES ||
           error_set(e, EXIT_DATA, "the texts are longer than %d bytes; `poslab predict` takes more", TEXT_BYTES);
}

/* Without a name, what `poslab predict` takes. */
static bool read_policy(const struct policy **policy, const json_t *message, const struct settings *s,
                        struct error *e) {
    const char *name = NULL, *usual = s->eval.policies;
    if (!live_text(&name, message, "policy", e))
        return false;
    *policy = policy_find(name ? name : usual);
    if (!*policy && name)
        return error_set(e, EXIT_USAGE, "policy: there is no '%.40s'", name);
    *policy = *policy ? *policy : s->extrapolation;
    return true;
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

json_t *live_ask(struct live *l, const json_t *message, struct error *e) {
    struct model_example x;
    struct arena arena = {0};
    const struct policy *policy;
    const char *text[2];
    json_t *answer = NULL;
    if (read_texts(text, message, e) && read_policy(&policy, message, &l->run->settings, e) &&
        model_example_open(&x, l->run, text, 0, policy, &arena, e))
        answer = json_pack("{so so so so}", "rows", rows_json(&x), "targets", targets_json(&x, &arena), "attention",
                           attention_json(&x, &arena), "parts", parts_json(&x, &arena));
    arena_free(&arena);
    return answer;
}
