/* next.c -- plain text, GPT-2's setting: w1 ... wn, and at every word the next one is predicted. Causal.
 *
 * With one layer a model learns which word follows a word or two: better than the most frequent word, worse than the
 * text allows. */
#include <string.h>

#include "task/kinds.h"
#include "task/tokenizer.h"
#include "texts/corpus.h"
#include "texts/ngram.h"

static bool build(struct task_built *t, const struct task_input *in, struct arena *arena, struct error *e) {
    return corpus_build(t, in, NULL, 0, 1, 1, arena, e) && corpus_predict(t, in, arena, e);
}

/* Every row is a target; its answer is the next word, which the caller sets for the last row. */
static void set_targets(int length, const struct example *out) {
    example_rows(out, 0, length, 0);
    for (int i = 0; i < length; i++) {
        out->target[i] = i;
        if (i + 1 < length)
            out->answer[i] = out->token[i + 1];
    }
}

static void draw(const struct task_built *t, const struct task_draw *d, struct example *out) {
    out->answer[d->length - 1] = corpus_draw(t, d->from, d->random, d->length, out->token);
    set_targets(d->length, out);
}

static bool guess(const struct task_built *t, const struct task_draw *d, struct outcome *out, int by) {
    const int *predicted = corpus_predicted(t);
    size_t start = corpus_draw_start(t, d->from, d->random, d->length);
    for (int i = 0; i < d->length && predicted; i++)
        out[i] = ngram_outcome(predicted[NGRAMS * (start + (size_t)i) + (size_t)by]);
    return predicted;
}

static bool guess_unigram(const struct task_built *t, const struct task_draw *d, struct outcome *out) {
    return guess(t, d, out, UNIGRAM);
}

static bool guess_bigram(const struct task_built *t, const struct task_draw *d, struct outcome *out) {
    return guess(t, d, out, BIGRAM);
}

static const struct task_baseline baselines[] = {
    {"bigram", guess_bigram, false}, {"unigram", guess_unigram, true}, {0}};

static int encode(const struct task_built *t, const char *const text[2], struct example *out, int *targets,
                  struct error *e) {
    int length = tokenizer_check_single(t, text, e) ? corpus_encode(t, text[0], strlen(text[0]), out->token) : 0;
    *targets = length;
    if (!*text[1] && !tokenizer_check_length(t, length, e))
        return 0;
    set_targets(length, out);
    return length;
}

static void decode(const struct task_built *t, const struct example *x, int rows, struct arena *arena,
                   const char *text[2]) {
    text[0] = corpus_decode(t, x->token, rows, arena);
}

const struct task task_next = {
    .name = "next",
    .summary = "your text: the next word (causal, GPT-2); one layer learns what follows a word or two",
    .question = "which word comes next?",
    .causal = true,
    .build = build,
    CORPUS_WORD_HOOKS,
    .targets = task_words,
    .baselines = baselines,
    .draw = draw,
    .encode = encode,
    .decode = decode,
};
