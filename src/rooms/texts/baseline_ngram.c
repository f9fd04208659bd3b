/* ngram.c -- what comes next by counts of one, two or three words of the training text, with Kneser-Ney smoothing. The
 * task counts them, since it has the text: see its baselines of these names. What they say of the words that are
 * evaluated is in the checkpoint (the task saves it), and of other texts they say nothing. */
#include <assert.h>
#include <string.h>

#include "baseline/baseline.h"

static const struct task_baseline *find(const struct task_built *t, const char *name) {
    const struct task_baseline *b = t->kind->baselines;
    while (b && b->name && strcmp(b->name, name) != 0)
        b++;
    return b && b->name ? b : NULL;
}

static bool fits(const struct task_built *t, const char *name, struct error *e) {
    return find(t, name) || error_set(e, EXIT_USAGE, "baseline %s counts which word comes next; task %s asks: %s", name,
                                      t->kind->name, t->kind->question);
}

static void answer(const char *name, const struct baseline_query *q, struct outcome *out) {
    bool known = find(q->task, name)->guess(q->task, q->draw, out);
    assert(known); /* the text was read, or nothing would be evaluated */
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
        .source = "Kneser and Ney 1995; Chen and Goodman 1999",                                           \
        .fits = kind##_fits,                                                                              \
        .answer = kind##_answer,                                                                          \
    };

NGRAM(unigram, false, "how often each word occurs")
NGRAM(bigram, true, "how often it comes after the previous word")
NGRAM(trigram, true, "how often it comes after the two previous words")
