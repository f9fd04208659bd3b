/* copy.c -- w1 ... wn [SEP] w1 ... wn, the next word from [SEP] on: GPT-2's setting.
 *
 * The answer is n positions before the target. If positions continue after [SEP] and lengths vary, one layer cannot
 * know n. If positions start again at [SEP] (restart = yes), a target has the same position as its answer, and
 * one layer can solve it. */
#include "task/kinds.h"
#include "task/tokenizer.h"
#include "task/words.h"

struct copy {
    struct words words;
    int restart;
};

static const struct setting options[] = {
    {WORDS_RANGE},
    {WORDS_VOCABULARY},
    {"task.restart", SETTING_CHOICE, offsetof(struct copy, restart), "no", 0, 0, "no|yes",
     "whether positions start again at [SEP]; a target then shares the position of its answer, which is position "
     "coupling"},
    {0},
};

static bool build(struct task_built *t, const struct task_input *in, struct arena *arena, struct error *e) {
    (void)in, (void)arena;
    return words_build(t, 1, true, e);
}

/* n words, [SEP], and all words of the copy but the last, which is only an answer. */
static int rows(const struct task_built *t, int length) {
    (void)t;
    return 2 * length;
}

static int positions(const struct task_built *t, int length) {
    const struct copy *o = t->options;
    return o->restart ? length : rows(t, length);
}

/* Words not yet repeated are equally likely: n at the first target, one at the last. */
static double guess(const struct task_built *t, int length) { return words_mean_up_to(t, length, words_top_share); }

static double without_order(const struct task_built *t, struct range words) { return words_mean(t, words, guess); }

/* The copy after the words, row by row. */
static void label(const struct task_built *t, int length, const struct example *out) {
    const struct copy *o = t->options;
    for (int i = 0; i < length; i++) {
        int row = length + i;
        out->token[row] = i == 0 ? o->words.vocabulary : out->token[i - 1];
        out->segment[row] = 0;
        out->position[row] = o->restart ? i : row;
        out->target[i] = row;
        out->answer[i] = out->token[i];
    }
}

static void decode(const struct task_built *t, const struct example *x, int rows, struct arena *arena,
                   const char *text[2]) {
    text[0] = tokenizer_decode(t, x->token, rows / 2, " ", arena);
}

const struct task task_copy = {
    .name = "copy",
    .summary = "repeat the words, one by one (causal); one layer needs positions that restart or a fixed length",
    .question = "which word comes next in the copy?",
    .one_layer = "task.restart=yes",
    .causal = true,
    .options = options,
    .build = build,
    .rows = rows,
    .targets = task_words,
    .positions = positions,
    .label = label,
    .blind = (const struct task_blind[]){{TASK_WITHOUT_ORDER, without_order}, {0}},
    WORDS_HOOKS,
    .decode = decode,
};
