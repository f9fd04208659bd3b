/* prediction.c -- see prediction.h. */
#include "present/prediction.h"

#include "base/text.h"

int prediction_next(const real *x, int count, int last) {
    const real *before = last < 0 ? NULL : &x[last];
    int best = -1;
    for (int i = 0; i < count; i++) {
        bool left = !before || x[i] < *before || (x[i] == *before && i > last);
        if (left && (best < 0 || x[i] > x[best]))
            best = i;
    }
    return best;
}

/* The rows that a head sees most of. */
static json_t *head_json(const struct prediction *p, const struct task_built *t, int target, int head, int words) {
    const real *weight = p->weight + ((size_t)target * p->heads + head) * p->batch->rows;
    char buffer[TASK_WORD_MAX];
    json_t *list = json_array();
    for (int row = -1; words-- > 0 && (row = prediction_next(weight, p->batch->rows, row)) >= 0 && weight[row] > 0;)
        json_array_append_new(list,
                              json_pack("{si ss sf}", "row", row, "word",
                                        t->kind->word(t, p->batch->token[row], buffer), "weight", (double)weight[row]));
    return json_pack("{si so}", "head", head + 1, "words", list);
}

json_t *prediction_probabilities(const struct prediction *p, const struct task_built *t, int target, int most) {
    const real *probability = p->probability + (size_t)target * p->classes;
    char buffer[TASK_WORD_MAX];
    json_t *list = json_array();
    for (int k = 0, answer = -1; k < most && (answer = prediction_next(probability, p->classes, answer)) >= 0; k++)
        json_array_append_new(list, json_pack("{ss sf}", "answer", t->kind->answer(t, answer, buffer), "probability",
                                              (double)probability[answer]));
    return list;
}

static json_t *target_json(const struct prediction *p, const struct task_built *t, int target,
                           struct prediction_most most) {
    const struct batch *b = p->batch;
    int row = b->target[target], best = p->best[target];
    char word[TASK_WORD_MAX], answer[TASK_WORD_MAX];
    json_t *heads = json_array();
    for (int head = 0; head < p->heads && p->weight; head++)
        json_array_append_new(heads, head_json(p, t, target, head, most.words));
    return json_pack("{si si ss ss sf so so}", "row", row, "position", b->position[row], "word",
                     t->kind->word(t, b->token[row], word), "answer", t->kind->answer(t, best, answer), "probability",
                     (double)p->probability[(size_t)target * p->classes + best], "probabilities",
                     prediction_probabilities(p, t, target, most.answers), "attention", heads);
}

json_t *prediction_json(const struct prediction *p, const struct task_built *t,
                        const char *const text[LABELLED_COLUMNS], struct prediction_most most, int correct) {
    json_t *targets = json_array();
    for (int i = 0; i < p->batch->targets; i++)
        json_array_append_new(targets, target_json(p, t, i, most));
    json_t *json = json_pack("{ss ss so}", "text_a", text[LABELLED_A], "text_b", text[LABELLED_B], "targets", targets);
    if (text[LABELLED_LABEL])
        json_object_update_new(json, json_pack("{ss si}", "label", text[LABELLED_LABEL], "correct_answers", correct));
    return json;
}

/* ---- The same for people */

static const char *text_of(char shown[TEXT_PRINTABLE], const json_t *object, const char *key) {
    return text_printable(shown, json_string_value(json_object_get(object, key)));
}

static int integer_of(const json_t *object, const char *key) {
    return (int)json_integer_value(json_object_get(object, key));
}

static double number_of(const json_t *object, const char *key) { return json_real_value(json_object_get(object, key)); }

static void print_head(FILE *out, const json_t *head) {
    char shown[TEXT_PRINTABLE];
    const json_t *word;
    size_t k;
    fprintf(out, "  head %d attends to", integer_of(head, "head"));
    json_array_foreach(json_object_get(head, "words"), k, word)
        fprintf(out, "%s %s (row %d) %.2f", k ? "," : "", text_of(shown, word, "word"), integer_of(word, "row"),
                number_of(word, "weight"));
    fprintf(out, "\n");
}

static void print_target(FILE *out, const json_t *target, const char *question, int answers) {
    char shown[TEXT_PRINTABLE];
    const json_t *item;
    size_t i;
    fprintf(out, "%s at position %d: %s\n", text_of(shown, target, "word"), integer_of(target, "position"), question);
    fprintf(out, "  ->  %s", text_of(shown, target, "answer"));
    json_array_foreach(json_object_get(target, "probabilities"), i, item) if ((int)i < answers) fprintf(
        out, "%s%s %.1f %%", i ? ", " : "   (", text_of(shown, item, "answer"), 100 * number_of(item, "probability"));
    fprintf(out, ")\n");
    json_array_foreach(json_object_get(target, "attention"), i, item) print_head(out, item);
}

void prediction_print(FILE *out, const json_t *prediction, const char *question, int answers) {
    const json_t *targets = json_object_get(prediction, "targets"), *target;
    char shown[TEXT_PRINTABLE];
    size_t i;
    json_array_foreach(targets, i, target) print_target(out, target, question, answers);
    int count = (int)json_array_size(targets), correct = integer_of(prediction, "correct_answers");
    if (!json_object_get(prediction, "label"))
        return;
    if (count == 1)
        fprintf(out, "  %s: ", correct ? "right" : "wrong");
    else
        fprintf(out, "  %d of %d right: ", correct, count);
    fprintf(out, "the label is %s\n", text_of(shown, prediction, "label"));
}
