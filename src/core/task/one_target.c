/* one_target.c -- see one_target.h. */
#include "task/one_target.h"

#include "task/tokenizer.h"

int one_target_rows(const struct task_built *t, int length) {
    (void)t;
    return length + 1;
}

int one_target_targets(const struct task_built *t, int length) {
    (void)t, (void)length;
    return 1;
}

double one_target_chance(const struct task_built *t, struct range words) {
    (void)t, (void)words;
    return 0.5;
}

const char *one_target_answer(const struct task_built *t, int answer, char buffer[TASK_WORD_MAX]) {
    (void)t, (void)buffer;
    return answer ? "yes" : "no";
}

void one_target_frame(const struct example *out, int token, int length) {
    out->token[0] = token;
    out->target[0] = 0;
    example_rows(out, 0, length + 1, 0);
}

void one_target_pair(const struct example *out, int token, int front, int length, bool last) {
    int row = last ? length : 0, words = last ? 0 : 1;
    example_rows(out, row, 1, 0);
    example_rows(out, words, front, 0);
    example_rows(out, words + front, length - front, 1);
    out->token[row] = token;
    out->target[0] = row;
}

void one_target_decode_pair(const struct task_built *t, const struct example *x, int rows, const char *between,
                            bool last, struct arena *arena, const char *text[2]) {
    int from = last ? 0 : 1, end = last ? rows - 1 : rows, middle = from;
    while (middle < end && x->segment[middle] == 0)
        middle++;
    text[0] = tokenizer_decode(t, x->token + from, middle - from, between, arena);
    text[1] = tokenizer_decode(t, x->token + middle, end - middle, between, arena);
}
