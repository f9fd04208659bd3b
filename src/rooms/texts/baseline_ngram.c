/* baseline_ngram.c -- what comes next by counts of one or two words of the training text, see ngram.h. The task counts
 * them, since it has the text: see its baselines of these names. What they say of the words that are evaluated is in
 * the checkpoint (the task saves it), and of other texts they say nothing. */
#include <assert.h>
#include <string.h>

#include "texts/corpus.h"
#include "texts/texts.h"

static const struct task_baseline *find(const struct task_built *t, const char *name) {
    const struct task_baseline *b = t->kind->baselines;
    while (b && b->name && strcmp(b->name, name) != 0)
        b++;
    return b && b->name ? b : NULL;
}

static bool fits(const struct task_built *t, const char *name, struct error *e) {
    if (!find(t, name))
        return error_set(e, EXIT_USAGE, "baseline %s counts which word comes next; task %s asks: %s", name,
                         t->kind->name, t->kind->question);
    return corpus_predicted(t) || error_set(e, EXIT_DATA, "baseline %s: %s", name,
                                            t->size.test_only ? "its checkpoint has no predictions; train it again"
                                                              : "the text has too many words to be counted");
}

static void answer(const char *name, const struct baseline_query *q, struct outcome *out) {
    bool known = find(q->task, name)->guess(q->task, q->draw, out);
    assert(known); /* or it would not fit */
    for (int i = 0; i < q->kept.kept; i++)
        out[i] = out[batch_kept(q->kept, i)];
}

#define NGRAM(kind, sees_order, words)                                                                    \
    static bool kind##_fits(const struct task_built *t, struct error *e) { return fits(t, #kind, e); }    \
    static void kind##_answer(const void *trained, const struct baseline_query *q, struct outcome *out) { \
        (void)trained;                                                                                    \
        answer(#kind, q, out);                                                                            \
    }                                                                                                     \
    const struct baseline baseline_##kind = {                                                             \
        .name = #kind,                                                                                    \
        .ordered = sees_order,                                                                            \
        .summary = "task next: " words,                                                                   \
        .source = "Ney, Essen and Kneser 1994; Church and Gale 1991",                                     \
        .fits = kind##_fits,                                                                              \
        .answer = kind##_answer,                                                                          \
    };

NGRAM(unigram, false, "how often each word occurs")
NGRAM(bigram, true, "how often it comes after the previous word")
