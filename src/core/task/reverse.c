/* reverse.c -- at every word the word as far from the other end. It needs the length as well as the position: with
 * positions 0, 1, 2, ... and varying lengths one layer cannot, with a fixed length a table can, and with ratios t /
 * (T-1) (the other end is 1 minus the ratio) one layer can at any length. */
#include "task/kinds.h"
#include "task/words.h"

static const struct setting options[] = {{WORDS_RANGE}, {WORDS_VOCABULARY}, {0}};

static bool build(struct task_built *t, const struct task_input *in, struct arena *arena, struct error *e) {
    (void)in, (void)arena;
    return words_build(t, 1, false, e);
}

/* Of an odd number of words, that in the middle is its own answer: all are as likely; of an even number, all others. */
static double guess(const struct task_built *t, int length) { return words_top_share(t, length - (length % 2 == 0)); }

static double without_order(const struct task_built *t, struct range words) { return words_mean(t, words, guess); }

static void label(const struct task_built *t, int length, const struct example *out) {
    (void)t;
    for (int i = 0; i < length; i++) {
        out->target[i] = i;
        out->answer[i] = out->token[length - 1 - i];
    }
}

const struct task task_reverse = {
    .name = "reverse",
    .summary = "at every word, the word as far from the other end; one layer needs ratios or a fixed length",
    .question = "which word is at this position of the reversed sequence?",
    .one_layer = "task.words=8..8",
    .options = options,
    .build = build,
    .rows = task_words,
    .targets = task_words,
    .label = label,
    .blind = (const struct task_blind[]){{TASK_WITHOUT_ORDER, without_order}, {0}},
    WORDS_HOOKS,
};
