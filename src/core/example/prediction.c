/* prediction.c -- see prediction.h. */
#include "example/prediction.h"

#include "base/text.h"
#include "base/text_wrap.h"
#include "base/utf8.h"
#include "draw/example_marks.h"
#include "example/batch_shown.h"

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

/* The weights of a head, and the row that it sees most of after row `last`; -1: no other one is seen. */
static const real *weights_of(const struct prediction *p, int target, int head) {
    return p->weight + ((size_t)target * p->heads + head) * p->batch->rows;
}

static int next_seen(const struct prediction *p, const real *weight, int last) {
    int row = prediction_next(weight, p->batch->rows, last);
    return row >= 0 && weight[row] > 0 ? row : -1;
}

void prediction_put_answers(struct json_writer *w, const struct prediction *p, const struct task_built *t, int target,
                            int most) {
    const real *probability = p->probability + (size_t)target * p->classes;
    char buffer[TASK_WORD_MAX];
    json_put(w, "answer s probability f probabilities [", t->kind->answer(t, p->best[target], buffer),
             (double)probability[p->best[target]]);
    for (int k = 0, answer = -1; k < most && (answer = prediction_next(probability, p->classes, answer)) >= 0; k++) {
        json_put(w, "{ answer s probability f }", t->kind->answer(t, answer, buffer), (double)probability[answer]);
    }
    json_put(w, "]");
}

static void put_target(struct json_writer *w, const struct prediction *p, const struct task_built *t, int target,
                       struct prediction_most most) {
    const struct batch *b = p->batch;
    int row = b->target[target];
    char word[TASK_WORD_MAX];
    json_put(w, "{ row i position i segment i word s", row, b->position[row], b->segment[row],
             t->kind->word(t, b->token[row], word));
    prediction_put_answers(w, p, t, target, most.answers);
    json_put(w, "attention [");
    for (int head = 0; head < p->heads && p->weight; head++) {
        const real *weight = weights_of(p, target, head);
        json_put(w, "{ head i words [", head + 1);
        for (int seen = -1, k = 0; k < most.words && (seen = next_seen(p, weight, seen)) >= 0; k++)
            json_put(w, "{ row i segment i word s weight f }", seen, b->segment[seen],
                     t->kind->word(t, b->token[seen], word), (double)weight[seen]);
        json_put(w, "] }");
    }
    json_put(w, "] }");
}

void prediction_put(struct json_writer *w, const struct prediction *p, const struct task_built *t,
                    const char *const text[LABELLED_COLUMNS], struct prediction_most most, int correct) {
    json_put(w, "{ text_a s text_b s targets [", text[LABELLED_A], text[LABELLED_B]);
    for (int i = 0; i < p->batch->targets; i++)
        put_target(w, p, t, i, most);
    json_put(w, "]");
    batch_put(w, p->batch, t);
    if (text[LABELLED_LABEL]) {
        json_put(w, "label s correct_answers i", text[LABELLED_LABEL], correct);
    }
    json_put(w, "}");
}

/* ---- The same for people */

const char *prediction_word(const struct task_built *t, int token, struct arena *arena) {
    char buffer[TASK_WORD_MAX], shown[TEXT_PRINTABLE];
    return arena_text(arena, text_printable(shown, t->kind->word(t, token, buffer)));
}

const char *prediction_answer(const struct task_built *t, int answer, struct arena *arena) {
    char buffer[TASK_WORD_MAX], shown[TEXT_PRINTABLE];
    return arena_text(arena, text_printable(shown, t->kind->answer(t, answer, buffer)));
}

void prediction_words(const struct screen *s, const struct batch *b, const struct task_built *t, int lines) {
    struct arena arena = {0};
    const struct example_marks marks = batch_marks(b, &arena);
    const char **word = arena_alloc(&arena, (size_t)b->rows, sizeof *word);
    for (int i = 0; i < b->rows; i++)
        word[i] = prediction_word(t, b->token[i], &arena);
    screen_words(s, 2, word, &marks, lines);
    arena_free(&arena);
}

/* "  head 1 attends to Y (row 4, A) 0.70, X (row 2, A) 0.20"; without the letters where there is one passage. */
static void print_head(const struct screen *s, const struct prediction *p, const struct task_built *t, int target,
                       int head, int words, bool passages) {
    struct arena arena = {0};
    const struct batch *b = p->batch;
    const real *weight = weights_of(p, target, head);
    const char *text = arena_format(&arena, "  head %d attends to", head + 1), *between = "";
    for (int row = -1; words-- > 0 && (row = next_seen(p, weight, row)) >= 0; between = ",") {
        char passage[] = {',', ' ', passage_letter(b->segment[row]), 0};
        text = arena_format(&arena, "%s%s %s (row %d%s) %.2f", text, between, prediction_word(t, b->token[row], &arena),
                            row, passages ? passage : "", (double)weight[row]);
    }
    screen_say(s, 6, "%s", text);
    arena_free(&arena);
}

static void print_target(const struct screen *s, const struct prediction *p, const struct task_built *t, int target,
                         int answers) {
    struct arena arena = {0};
    const real *probability = p->probability + (size_t)target * p->classes;
    const char *text = "   (", *best = prediction_answer(t, p->best[target], &arena), *between = "";
    int row = p->batch->target[target];
    screen_say(s, 2, "%s at position %d: %s", prediction_word(t, p->batch->token[row], &arena), p->batch->position[row],
               t->kind->question);
    for (int k = -1; answers-- > 0 && (k = prediction_next(probability, p->classes, k)) >= 0; between = ", ")
        text = arena_format(&arena, "%s%s%s %.1f %%", text, between, prediction_answer(t, k, &arena),
                            100 * (double)probability[k]);
    fprintf(s->out, "  ->  %s", best);
    text_wrap(s->out, s->width, 6 + utf8_columns(best), 6, arena_format(&arena, "%s)", text));
    arena_free(&arena);
}

void prediction_print(const struct screen *s, const struct prediction *p, const struct task_built *t, const char *label,
                      struct prediction_most most, int correct) {
    struct arena arena = {0};
    const struct example_marks marks = batch_marks(p->batch, &arena);
    bool passages = example_marks_shown(&marks);
    int count = p->batch->targets;
    char shown[TEXT_PRINTABLE];
    if (passages)
        prediction_words(s, p->batch, t, WORD_LINES);
    for (int i = 0; i < count; i++) {
        print_target(s, p, t, i, most.answers);
        for (int head = 0; head < p->heads && p->weight; head++)
            print_head(s, p, t, i, head, most.words, passages);
    }
    if (label && count == 1)
        fprintf(s->out, "  %s: the label is %s\n", correct ? "right" : "wrong", text_printable(shown, label));
    else if (label)
        fprintf(s->out, "  %d of %d right: the label is %s\n", correct, count, text_printable(shown, label));
    arena_free(&arena);
}
