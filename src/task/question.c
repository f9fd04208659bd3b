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
