/* ngram.c -- see ngram.h.
 *
 * Where each word occurs is listed for both parts of the text together, so that counts after a word are next to the
 * predictions after it. */
#include "texts/ngram.h"

#include <assert.h>
#include <limits.h>
#include <math.h>
#include <stdint.h>

#include "base/elementary.h"

#define NATS 4194304.0 /* 2^22 parts of a nat; the lowest bit is whether the word was the likeliest */

static const double discount = 0.75;

/* The likeliest word; -1: several are. */
struct best {
    int word;
    double p;
};

/* What comes after one word, or anywhere: how many words, how many different ones. */
struct counts {
    double all, kinds;
};

struct ngram {
    const int *token;
    size_t trained;
    uint32_t *times; /* (vocabulary) how often each was counted in what is looked at */
    double *single;  /* (vocabulary) p(w) */
    struct best best;
    int *predicted;
};

static double interpolated(struct counts n, uint32_t count, double shorter) {
    return n.all > 0 ? ((count ? count - discount : 0) + discount * n.kinds * shorter) / n.all : shorter;
}

static void offer(struct best *best, int word, double p) {
    if (p > best->p)
        *best = (struct best){word, p};
    else if (p == best->p && word != best->word)
        best->word = -1;
}

static int as_integer(double p, struct best best, int word) {
    double nats = fmin(-elementary_log(p), INT_MAX / 4 / NATS);
    return 2 * (int)lround(NATS * nats) + (best.word == word);
}

static void count(struct ngram *g, struct counts *n, int word) {
    n->all++;
    n->kinds += g->times[word]++ == 0;
}

static void solve_singles(struct ngram *g, int vocabulary) {
    struct counts n = {0};
    for (size_t i = 0; i < g->trained; i++)
        count(g, &n, g->token[i]);
    for (int w = 0; w < vocabulary; w++) {
        g->single[w] = interpolated(n, g->times[w], 1.0 / vocabulary);
        offer(&g->best, w, g->single[w]);
        g->times[w] = 0;
    }
}

/* After one word, which is at these positions. Of the words that were not counted here the likeliest is the likeliest
 * of all, or one that was counted is likelier. */
static void predict_after(struct ngram *g, const uint32_t *at, const uint32_t *end) {
    struct counts n = {0};
    const uint32_t *k = at;
    for (; k < end && *k + 1 < g->trained; k++)
        count(g, &n, g->token[*k + 1]);
    struct best best = {g->best.word, interpolated(n, 0, g->best.p)};
    for (const uint32_t *i = at; i < k; i++)
        offer(&best, g->token[*i + 1], interpolated(n, g->times[g->token[*i + 1]], g->single[g->token[*i + 1]]));
    for (const uint32_t *i = k; i < end; i++)
        if (*i >= g->trained) {
            int word = g->token[*i + 1], *to = g->predicted + NGRAMS * (*i - g->trained);
            to[UNIGRAM] = as_integer(g->single[word], g->best, word);
            to[BIGRAM] = as_integer(interpolated(n, g->times[word], g->single[word]), best, word);
        }
    for (const uint32_t *i = at; i < k; i++)
        g->times[g->token[*i + 1]] = 0;
}

/* Each word but the last one of the text, sorted: those of word w, in their order, end at end[w]. */
static uint32_t *list_positions(const int *token, size_t n, int vocabulary, uint32_t *end, struct arena *arena) {
    uint32_t *at = arena_alloc(arena, n, sizeof *at), sum = 0;
    for (size_t i = 0; i < n; i++)
        end[token[i]]++;
    for (int w = 0; w < vocabulary; w++) {
        uint32_t times = end[w];
        end[w] = sum;
        sum += times;
    }
    for (size_t i = 0; i < n; i++)
        at[end[token[i]]++] = (uint32_t)i;
    return at;
}

int *ngram_predict(const int *token, size_t trained, size_t count, int vocabulary, struct arena *arena) {
    struct arena scratch = {0};
    struct ngram g = {.token = token, .trained = trained, .best = {-1, -1}};
    assert(trained > 0 && count > trained + 1 && count < UINT32_MAX);
    g.predicted = arena_alloc(arena, NGRAMS * (count - trained - 1), sizeof *g.predicted);
    g.times = arena_alloc(&scratch, (size_t)vocabulary, sizeof *g.times);
    g.single = arena_alloc(&scratch, (size_t)vocabulary, sizeof *g.single);
    uint32_t *end = arena_alloc(&scratch, (size_t)vocabulary, sizeof *end);
    const uint32_t *at = list_positions(token, count - 1, vocabulary, end, &scratch);
    solve_singles(&g, vocabulary);
    for (int w = 0; w < vocabulary; w++)
        predict_after(&g, at + (w ? end[w - 1] : 0), at + end[w]);
    arena_free(&scratch);
    return g.predicted;
}

struct outcome ngram_outcome(int predicted) {
    return (struct outcome){.loss = (predicted >> 1) / NATS, .correct = predicted & 1};
}
