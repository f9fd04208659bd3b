/* shift.c -- at every word the word `distance` positions before it. One layer can solve it: it only has to attend at a
 * fixed distance, which sinusoids, rope, alibi and t5 express as one matrix or bias for all positions, and a table
 * position by position. */
#include "task/kinds.h"
#include "task/words.h"

struct shift {
    struct words words;
    int distance;
};

static const struct setting options[] = {
    {WORDS_RANGE},
    {WORDS_VOCABULARY},
    {"task.distance", SETTING_INT, offsetof(struct shift, distance), "2", 1, WORDS_MAX - 1, NULL,
     "how many positions before the target its answer is"},
    {0},
};

static int distance_of(const struct task_built *t) { return ((const struct shift *)t->options)->distance; }

static bool build(struct task_built *t, const struct task_input *in, struct arena *arena, struct error *e) {
    (void)in, (void)arena;
    return words_build(t, distance_of(t) + 1, false, e);
}

static int count_targets(const struct task_built *t, int length) { return length - distance_of(t); }

/* All words but the target's own are equally likely. */
static double guess(const struct task_built *t, int length) { return words_top_share(t, length - 1); }

static double without_order(const struct task_built *t, struct range words) { return words_mean(t, words, guess); }

static void label(const struct task_built *t, int length, const struct example *out) {
    for (int i = 0; i < count_targets(t, length); i++) {
        out->target[i] = i + distance_of(t);
        out->answer[i] = out->token[i];
    }
}

const struct task task_shift = {
    .name = "shift",
    .summary = "at every word, the word a fixed distance before it; a single layer can solve it",
    .question = "which word is task.distance positions before this one?",
    .options = options,
    .build = build,
    .rows = task_words,
    .targets = count_targets,
    .label = label,
    .blind = (const struct task_blind[]){{TASK_WITHOUT_ORDER, without_order}, {0}},
    WORDS_HOOKS,
};
