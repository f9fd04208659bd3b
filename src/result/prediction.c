/* prediction.c -- see prediction.h. */
#include "result/prediction.h"

#include "base/text.h"
#include "base/utf8.h"
#include "draw/example_marks.h"

enum { WORD_LINES = 4 }; /* of a long text no more are shown */

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
                              json_pack("{si si ss sf}", "row", row, "segment", p->batch->segment[row], "word",
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
    return json_pack("{si si si ss ss sf so so}", "row", row, "position", b->position[row], "segment", b->segment[row],
                     "word", t->kind->word(t, b->token[row], word), "answer", t->kind->answer(t, best, answer),
                     "probability", (double)p->probability[(size_t)target * p->classes + best], "probabilities",
                     prediction_probabilities(p, t, target, most.answers), "attention", heads);
}

json_t *prediction_json(const struct prediction *p, const struct task_built *t,
                        const char *const text[LABELLED_COLUMNS], struct prediction_most most, int correct) {
    json_t *targets = json_array();
    for (int i = 0; i < p->batch->targets; i++)
        json_array_append_new(targets, target_json(p, t, i, most));
    json_t *json = json_pack("{ss ss so}", "text_a", text[LABELLED_A], "text_b", text[LABELLED_B], "targets", targets);
    json_object_update_new(json, batch_json(p->batch, t));
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

/* Its tokens, as they are marked. */
struct tokens {
    const char **word;
    struct example_marks marks;
    bool shown; /* there is more than one passage */
};

static struct tokens tokens_of(const json_t *prediction, struct arena *arena) {
    const json_t *words = json_object_get(prediction, "words"), *segments = json_object_get(prediction, "segments"), *x;
    size_t rows = json_array_size(words), i;
    int *segment = arena_alloc(arena, rows, sizeof *segment);
    bool *target = arena_alloc(arena, rows, sizeof *target);
    char shown[TEXT_PRINTABLE];
    struct tokens t = {.word = arena_alloc(arena, rows, sizeof *t.word)};
    json_array_foreach(words, i, x) {
        t.word[i] = arena_text(arena, text_printable(shown, json_string_value(x)));
        segment[i] = (int)json_integer_value(json_array_get(segments, i));
    }
    json_array_foreach(json_object_get(prediction, "targets"), i, x) target[integer_of(x, "row")] = true;
    t.marks = (struct example_marks){(int)rows, segment, target};
    t.shown = example_marks_shown(&t.marks);
    return t;
}

/* "  head 1 attends to Y (row 4, A) 0.70, X (row 2, A) 0.20"; without the letters where there is one passage. */
static void print_head(const struct screen *s, const struct tokens *t, const json_t *head) {
    struct arena arena = {0};
    char shown[TEXT_PRINTABLE];
    const json_t *word;
    const char *text = arena_format(&arena, "  head %d attends to", integer_of(head, "head"));
    size_t k;
    json_array_foreach(json_object_get(head, "words"), k, word) {
        char passage[] = {',', ' ', passage_letter(integer_of(word, "segment")), 0};
        text = arena_format(&arena, "%s%s %s (row %d%s) %.2f", text, k ? "," : "", text_of(shown, word, "word"),
                            integer_of(word, "row"), t->shown ? passage : "", number_of(word, "weight"));
    }
    screen_say(s, 6, "%s", text);
    arena_free(&arena);
}

static void print_target(const struct screen *s, const struct tokens *t, const json_t *target, const char *question,
                         int answers) {
    struct arena arena = {0};
    char shown[TEXT_PRINTABLE];
    const json_t *item;
    size_t i;
    screen_say(s, 2, "%s at position %d: %s", text_of(shown, target, "word"), integer_of(target, "position"), question);
    const char *text = "   (", *best;
    json_array_foreach(json_object_get(target, "probabilities"), i, item) if ((int)i < answers) text =
        arena_format(&arena, "%s%s%s %.1f %%", text, i ? ", " : "", text_of(shown, item, "answer"),
                     100 * number_of(item, "probability"));
    best = text_of(shown, target, "answer");
    fprintf(s->out, "  ->  %s", best);
    text_wrap(s->out, s->width, 6 + utf8_columns(best), 6, arena_format(&arena, "%s)", text));
    json_array_foreach(json_object_get(target, "attention"), i, item) print_head(s, t, item);
    arena_free(&arena);
}

void prediction_print(const struct screen *s, const json_t *prediction, const char *question, int answers) {
    const json_t *targets = json_object_get(prediction, "targets"), *target;
    struct arena arena = {0};
    const struct tokens t = tokens_of(prediction, &arena);
    char shown[TEXT_PRINTABLE];
    size_t i;
    if (t.shown)
        screen_words(s, 2, t.word, &t.marks, WORD_LINES);
    json_array_foreach(targets, i, target) print_target(s, &t, target, question, answers);
    arena_free(&arena);
    int count = (int)json_array_size(targets), correct = integer_of(prediction, "correct_answers");
    if (!json_object_get(prediction, "label"))
        return;
    if (count == 1)
        fprintf(s->out, "  %s: ", correct ? "right" : "wrong");
    else
        fprintf(s->out, "  %d of %d right: ", correct, count);
    fprintf(s->out, "the label is %s\n", text_of(shown, prediction, "label"));
}
