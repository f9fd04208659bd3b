/* question.c -- see question.h. */
#include "task/question.h"

#include "task/tokenizer.h"

int question_rows(const struct task_built *t, int length) {
    (void)t;
    return length + 1;
}

int question_targets(const struct task_built *t, int length) {
    (void)t, (void)length;
    return 1;
}

double question_chance(const struct task_built *t, struct range words) {
    (void)t, (void)words;
    return 0.5;
}

const char *question_answer(const struct task_built *t, int answer, char buffer[TASK_WORD_MAX]) {
    (void)t, (void)buffer;
    return answer ? "yes" : "no";
}

void question_frame(const struct example *out, int token, int length) {
    out->token[0] = token;
    out->target[0] = 0;
    example_rows(out, 0, length + 1, 0);
}

void question_pair(const struct example *out, int token, int front, int length) {
    question_frame(out, token, front);
    example_rows(out, 1 + front, length - front, 1);
}

void question_decode_pair(const struct task_built *t, const struct example *x, int rows, const char *between,
                          struct arena *arena, const char *text[2]) {
    int end = 1;
    while (end < rows && x->segment[end] == 0)
        end++;
    text[0] = tokenizer_decode(t, x->token + 1, end - 1, between, arena);
    text[1] = tokenizer_decode(t, x->token + end, rows - end, between, arena);
}
