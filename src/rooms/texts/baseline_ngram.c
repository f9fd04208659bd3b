/* baseline_ngram.c -- what comes next by counts of one or two words of the training text, see ngram.h. The task counts
 * them, since it has the text: see its baselines of these names. What they say of the words that are evaluated is in
 * the checkpoint (the task saves it), and of other texts they say nothing. */
#include <assert.h>
#include <string.h>

#include "run/run.h"
#include "texts/corpus.h"
#include "texts/texts.h"

static const struct task_baseline *find(const struct task_built *t, const char *name) {
    for (const struct task_baseline *b = t->kind->baselines; b && b->name; b++)
        if (strcmp(b->name, name) == 0)
            return b;
    return NULL;
}

static bool fits(const struct task_built *t, const char *name, struct error *e) {
    if (!find(t, name))
        return error_set(e, EXIT_USAGE, "baseline %s counts which word comes next; task %s asks: %s", name,
                         t->kind->name, t->kind->question);
    return corpus_predicted(t) || error_set(e, EXIT_DATA, "baseline %s: %s", name,
                                            t->size.test_only ? "its checkpoint has no predictions; train it again"
                                                              : "the text has too many words to be counted");
}

static void answer(struct answerer *a, const struct batch *b, const struct encoding_use *use, uint32_t first,
                   struct outcome *out) {
    const struct task_built *t = &a->run->task;
    const struct batch_seeds seeds = batch_seeds_of(&a->run->settings);
    (void)use;
    for (int k = 0; k < b->sequences; k++, first++) {
        struct random random;
        struct task_draw d = batch_draw_evaluation(&random, t, seeds, a->length, first);
        struct batch_kept kept = batch_keep(t, seeds, a->length, first, t->kind->targets(t, d.length), a->targets);
        struct outcome *to = out + b->target_start[k];
        bool known = find(t, a->run->settings.baseline->name)->guess(t, &d, to);
        assert(known); /* or it would not fit */
        for (int i = 0; i < kept.kept; i++)
            to[i] = to[batch_kept(kept, i)];
    }
}

#define NGRAM(kind, sees_order, words)                                                                 \
    static bool kind##_fits(const struct task_built *t, struct error *e) { return fits(t, #kind, e); } \
    const struct baseline baseline_##kind = {                                                          \
        .name = #kind,                                                                                 \
        .ordered = sees_order,                                                                         \
        .summary = "task next: " words,                                                                \
        .source = "Ney, Essen and Kneser 1994; Church and Gale 1991",                                  \
        .fits = kind##_fits,                                                                           \
        .learner.answer = answer,                                                                      \
    };

NGRAM(unigram, false, "how often each word occurs")
NGRAM(bigram, true, "how often it comes after the previous word")
