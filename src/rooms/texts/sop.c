/* sop.c -- plain text, sentence order prediction (ALBERT, Lan et al. 2020): [CLS] a1 ... am b1 ... bk, two passages
 * that follow each other in the text, the first in segment 0, the other in segment 1. The target is [CLS]: are they in
 * order, or swapped?
 *
 * The ordering task on real text: one layer can use which words open and close a passage. */
#include <string.h>

#include "task/kinds.h"
#include "task/one_target.h"
#include "task/tokenizer.h"
#include "texts/corpus.h"

enum { CLS = CORPUS_SPECIAL };

static bool build(struct task_built *t, const struct task_input *in, struct arena *arena, struct error *e) {
    return corpus_build(t, in, "[CLS]", 2, 2, 4, arena, e);
}

/* The shorter passage has a quarter of the words or more. */
static void draw(const struct task_built *t, const struct task_draw *d, struct example *out) {
    int length = d->length, front = random_between(d->random, length / 4, length - length / 4);
    int ordered = task_draw_answer(d, 2), *words = out->token + 1;
    corpus_draw(t, d->from, d->random, length, words);
    if (!ordered) { /* the words go into the array of positions, which is not in use yet */
        for (int i = 0; i < length; i++)
            out->position[i] = words[(i + length - front) % length];
        memcpy(words, out->position, (size_t)length * sizeof *words);
    }
    one_target_pair(out, CLS, front, length, false);
    out->answer[0] = ordered;
}

static const char *answer_word(const struct task_built *t, int answer, char buffer[TASK_WORD_MAX]) {
    (void)t, (void)buffer;
    return answer ? "in order" : "swapped";
}

static int encode(const struct task_built *t, const char *const text[2], struct example *out, int *targets,
                  struct error *e) {
    int front = corpus_encode(t, text[0], strlen(text[0]), out->token + 1);
    int length = front + corpus_encode(t, text[1], strlen(text[1]), out->token + 1 + front);
    *targets = 1;
    if (front == 0 || front == length)
        error_set(e, EXIT_DATA, "task sop needs two passages");
    if (front == 0 || front == length || !tokenizer_check_length(t, length, e))
        return 0;
    one_target_pair(out, CLS, front, length, false);
    return length;
}

static void decode(const struct task_built *t, const struct example *x, int rows, struct arena *arena,
                   const char *text[2]) {
    one_target_decode_pair(t, x, rows, corpus_between(t), false, arena, text);
}

const struct task task_sop = {
    .name = "sop",
    .summary = "your text: two neighbouring passages, in their order or swapped? (ALBERT)",
    .question = "are the passages in their order?",
    .build = build,
    CORPUS_HOOKS,
    ONE_TARGET_HOOKS,
    .chance = one_target_chance,
    .draw = draw,
    .answer = answer_word,
    .encode = encode,
    .decode = decode,
};
