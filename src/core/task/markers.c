/* markers.c -- see markers.h. */
#include "task/markers.h"

#include <stdio.h>

#include "task/tokenizer.h"

static int first_filler(const struct task_built *t) { return MARKERS_FIRST + t->size.classes; }

bool markers_build(struct task_built *t, int count, int segments, int shortest, struct error *e) {
    const struct markers *o = t->options;
    t->size = (struct task_sizes){.vocabulary = MARKERS_FIRST + count + o->fillers,
                                  .segments = segments,
                                  .classes = count,
                                  .shortest = shortest,
                                  .trained = o->words};
    return task_fits(t, e);
}

const char *markers_word(const struct task_built *t, int token, char buffer[TASK_WORD_MAX]) {
    static const char *const names[] = {"[CLS]", "X", "Y"};
    if (token < first_filler(t))
        return names[token];
    snprintf(buffer, TASK_WORD_MAX, "w%d", token - first_filler(t) + 1);
    return buffer;
}

bool markers_check(const struct task_built *t, const int *token, int words, struct error *e) {
    int x = 0, y = 0;
    for (int i = 0; i < words; i++) {
        x += token[i] == MARKERS_X;
        y += token[i] == MARKERS_Y;
    }
    return (x == 1 && y == 1) ||
           error_set(e, EXIT_DATA, "task %s needs X and Y once each in a passage; here they are %d and %d times",
                     t->kind->name, x, y);
}

struct range markers_tokens(const struct task_built *t) {
    return (struct range){MARKERS_FIRST, t->size.vocabulary - 1};
}

int markers_row(const struct task_built *t) { return ((const struct markers *)t->options)->cls == MARKERS_CLS_FIRST; }

double markers_unordered(const struct task_built *t, int from, int words) {
    int last = task_positions(t, t->size.trained.high) - 1, past = from + words - last;
    double count = past < 0 ? 0 : past < words ? past : words;
    return count * (count - 1) / ((double)words * (words - 1));
}

void markers_open(const struct task_built *t, const struct example *out, int length) {
    int row = markers_row(t) ? 0 : length;
    out->token[row] = MARKERS_CLS;
    out->segment[row] = 0;
    out->position[row] = row;
    out->target[0] = row;
}

void markers_fillers(const struct task_built *t, struct random *r, const struct example *out, int row, int words,
                     int segment) {
    const struct markers *o = t->options;
    const int first = first_filler(t);
    const uint32_t fillers = (uint32_t)o->fillers;
    for (int i = row; i < row + words; i++) {
        out->token[i] = first + (int)random_below(r, fillers);
        out->segment[i] = segment;
        out->position[i] = i;
    }
}

void markers_passage(const struct task_built *t, struct random *r, const struct example *out, int row, int words,
                     int segment, bool ordered) {
    markers_fillers(t, r, out, row, words, segment);
    int one = random_between(r, 0, words - 1), other = random_between(r, 0, words - 2);
    other += other >= one;
    bool ahead = (one < other) == ordered;
    out->token[row + one] = ahead ? MARKERS_X : MARKERS_Y;
    out->token[row + other] = ahead ? MARKERS_Y : MARKERS_X;
}

int letters_kinds(const struct task_built *t) { return ((const struct markers_letters *)t->options)->kinds; }

double letters_chance(const struct task_built *t, struct range words) {
    (void)words;
    return 1.0 / letters_kinds(t);
}

const char *letters_word(const struct task_built *t, int token, char buffer[TASK_WORD_MAX]) {
    if (token < MARKERS_FIRST || token >= MARKERS_FIRST + letters_kinds(t))
        return markers_word(t, token, buffer);
    snprintf(buffer, TASK_WORD_MAX, "%c", 'A' + token - MARKERS_FIRST);
    return buffer;
}

const char *letters_answer(const struct task_built *t, int answer, char buffer[TASK_WORD_MAX]) {
    return letters_word(t, MARKERS_FIRST + answer, buffer);
}

int letters_encode(const struct task_built *t, const char *const text[2], struct example *out, int *targets,
                   struct error *e) {
    int row = markers_row(t), *words = out->token + row, marked = 0;
    int length = tokenizer_encode_one(t, text, markers_tokens(t), words, e);
    for (int i = 0; i < length; i++)
        marked += words[i] < MARKERS_FIRST + letters_kinds(t);
    if (length == 0)
        return 0;
    if (!marked)
        return error_set(e, EXIT_DATA, "task %s needs a marker (A, B, C, ...) in its text; there is none",
                         t->kind->name);
    example_rows(out, row, length, 0);
    markers_open(t, out, length);
    *targets = 1;
    return length;
}
