/* ngram.c -- see ngram.h.
 *
 * Both parts of the text are sorted together, so counts after a history are next to the predictions after it, and no
 * lookup is needed. A pair is identified by the rank of its two words. */
#include "texts/ngram.h"

#include <assert.h>
#include <limits.h>
#include <math.h>
#include <stdint.h>
#include <string.h>

#include "base/elementary.h"

#define NATS 4194304.0 /* 2^22 parts of a nat; the lowest bit is whether the word was the likeliest */

/* Words of an n-gram, minus one. Pairs have two roles: the backoff of triples, and the bigram itself. */
enum { SINGLE, PAIR, TRIPLE };
/* The count of an n-gram: different words before it, or how often it occurs. */
enum { BEFORE, TIMES, KINDS };
enum { COUNTS = 5 }; /* counts of 1 to 4 estimate the discounts */

/* The two likeliest words. */
struct best {
    int word[2];
    double p[2];
};
static const struct best nothing = {{-1, -1}, {-1, -1}};

struct single {
    uint32_t before; /* different words in front of it */
    double p;
    struct best after; /* of what follows it */
};

struct pair {
    uint32_t before;
    double p; /* of its second word after the first */
};

struct ngram {
    const int *token;
    size_t trained, count;
    int vocabulary;
    struct best best;      /* of all words */
    struct single *single; /* (vocabulary) */
    struct pair *pair;     /* (pairs) */
    uint32_t *rank;        /* (count - 1) of the pair that begins there */
    size_t pairs;
    double discount[TRIPLE + 1][KINDS][COUNTS - 1]; /* of counts 0, 1, 2, and of more */
    int *predicted;
};

/* ---- Sorting: where n-grams begin, in the order of their words */

/* Stable, by the word at each position, which is `back` words in front of that in the list. */
static void sort(uint32_t *out, const uint32_t *in, size_t n, uint32_t back, const int *word, int words,
                 uint32_t *start) {
    memset(start, 0, ((size_t)words + 1) * sizeof *start);
    for (size_t i = 0; i < n; i++)
        if (in[i] >= back)
            start[word[in[i] - back] + 1]++;
    for (int w = 0; w < words; w++)
        start[w + 1] += start[w];
    for (size_t i = 0; i < n; i++)
        if (in[i] >= back)
            out[start[word[in[i] - back]]++] = in[i] - back;
}

/* The rank of every pair, and which words are counted in front of which. */
static void rank_pairs(struct ngram *g, const uint32_t *order, struct arena *arena) {
    const int *token = g->token;
    size_t n = g->count - 1;
    bool counted = false;
    for (size_t i = 0; i < n; i++) {
        const int *at = token + order[i], *before = token + order[i ? i - 1 : i];
        bool new = i == 0 || at[0] != before[0] || at[1] != before[1];
        g->pairs += new;
        g->rank[order[i]] = (uint32_t)g->pairs - 1;
        counted = counted && !new;
        if (!counted && order[i] + 1 < g->trained) {
            counted = true;
            g->single[at[1]].before++;
        }
    }
    g->pair = arena_alloc(arena, g->pairs, sizeof *g->pair);
}

/* ---- Counts */

static bool is_counted(const struct ngram *g, int level, uint32_t at) { return at + (size_t)level < g->trained; }

/* Where those end that are the same n-gram as the one at i, or, one level lower, that have the same history. */
static size_t same_end(const struct ngram *g, int level, const uint32_t *order, size_t i, size_t end) {
    uint32_t first = order[i];
    size_t k = i + 1;
    while (k < end && (level == SINGLE ? g->token[order[k]] == g->token[first]
                       : level == PAIR ? g->rank[order[k]] == g->rank[first]
                                       : g->token[order[k] + 2] == g->token[first + 2]))
        k++;
    return k;
}

/* Of the n-gram at i..end-1; of pairs alone it is known which words are in front. */
static uint32_t count_of(const struct ngram *g, int level, int kind, const uint32_t *order, size_t i, size_t end) {
    uint32_t count = 0;
    if (kind == BEFORE)
        return g->pair[g->rank[order[i]]].before;
    for (; i < end; i++)
        count += is_counted(g, level, order[i]);
    return count;
}

/* How many n-grams are there once, twice, ...; each triple is one more in front of its last two words. */
static void count_times(struct ngram *g, int level, const uint32_t *order, size_t how_many[COUNTS]) {
    size_t n = g->count - (size_t)level;
    for (size_t i = 0, history; i < n; i = history) {
        history = same_end(g, level - 1, order, i, n);
        for (size_t end; i < history; i = end) {
            end = same_end(g, level, order, i, history);
            uint32_t count = count_of(g, level, TIMES, order, i, end);
            how_many[count < COUNTS ? count : 0]++;
            if (level == TRIPLE)
                g->pair[g->rank[order[i] + 1]].before += count > 0;
        }
    }
}

/* Chen and Goodman's estimates from how many n-grams have each count. */
static void estimate(double discount[COUNTS - 1], const size_t how_many[COUNTS]) {
    const double *fixed = (const double[]){0, 0.5, 1, 1.5};
    double y = (double)how_many[1] / ((double)how_many[1] + 2 * (double)how_many[2]);
    bool fits = how_many[1] && how_many[2] && how_many[3] && how_many[4];
    discount[0] = 0;
    for (int k = 1; k < COUNTS - 1 && fits; k++) {
        discount[k] = k - (k + 1) * y * (double)how_many[k + 1] / (double)how_many[k];
        fits = discount[k] >= 0;
    }
    if (!fits)
        memcpy(discount, fixed, (COUNTS - 1) * sizeof *discount);
}

static void estimate_all(struct ngram *g, const uint32_t *pairs, const uint32_t *triples) {
    size_t how_many[TRIPLE + 1][KINDS][COUNTS] = {{{0}}};
    count_times(g, PAIR, pairs, how_many[PAIR][TIMES]);
    count_times(g, TRIPLE, triples, how_many[TRIPLE][TIMES]);
    for (size_t k = 0; k < g->pairs; k++)
        how_many[PAIR][BEFORE][g->pair[k].before < COUNTS ? g->pair[k].before : 0]++;
    for (int w = 0; w < g->vocabulary; w++)
        how_many[SINGLE][BEFORE][g->single[w].before < COUNTS ? g->single[w].before : 0]++;
    for (int level = SINGLE; level <= TRIPLE; level++)
        for (int kind = 0; kind < KINDS; kind++)
            estimate(g->discount[level][kind], how_many[level][kind]);
}

/* ---- Probabilities */

/* A count minus its discount. */
static double discounted(const double discount[COUNTS - 1], uint32_t count) {
    return count - discount[count < COUNTS - 2 ? count : COUNTS - 2];
}

/* A word whose probability is at least that; of one word the first is the largest. */
static void offer(struct best *b, int word, double p) {
    if (word == b->word[0] || word == b->word[1])
        return;
    if (p > b->p[0]) {
        b->word[1] = b->word[0];
        b->p[1] = b->p[0];
        b->word[0] = word;
        b->p[0] = p;
    } else if (p > b->p[1]) {
        b->word[1] = word;
        b->p[1] = p;
    }
}

static void solve_singles(struct ngram *g) {
    const double *discount = g->discount[SINGLE][BEFORE];
    double all = 0, left = 0;
    g->best = nothing;
    for (int w = 0; w < g->vocabulary; w++) {
        all += g->single[w].before;
        left += discounted(discount, g->single[w].before);
    }
    for (int w = 0; w < g->vocabulary; w++) {
        struct single *s = &g->single[w];
        s->p = all > 0 ? (discounted(discount, s->before) + (all - left) / g->vocabulary) / all : 1.0 / g->vocabulary;
        offer(&g->best, w, s->p);
    }
}

/* Everything that follows one history: the n-grams at i..end-1. */
struct history {
    const struct ngram *g;
    int level, kind;
    const uint32_t *order;
    size_t i, end;
    const double *discount;
    double all, rest; /* the sum of the counts; the share that is left to the shorter history */
};

static struct history history_open(const struct ngram *g, int level, int kind, const uint32_t *order, size_t i,
                                   size_t end) {
    struct history h = {g, level, kind, order, i, end, g->discount[level][kind], 0, 1};
    double left = 0;
    for (size_t next; i < end; i = next) {
        next = same_end(g, level, order, i, end);
        uint32_t count = count_of(g, level, kind, order, i, next);
        h.all += count;
        left += discounted(h.discount, count);
    }
    h.rest = h.all > 0 ? (h.all - left) / h.all : 1;
    return h;
}

/* Of the last word of the n-gram at i..end-1. */
static double probability(const struct history *h, size_t i, size_t end) {
    const struct ngram *g = h->g;
    uint32_t at = h->order[i], count = count_of(g, h->level, h->kind, h->order, i, end);
    double shorter = h->level == PAIR ? g->single[g->token[at + 1]].p : g->pair[g->rank[at + 1]].p;
    return (h->all > 0 ? discounted(h->discount, count) / h->all : 0) + h->rest * shorter;
}

/* Of the words that were not counted here, none is likelier than the likeliest after the shorter history. */
static struct best likeliest(const struct history *h) {
    const struct ngram *g = h->g;
    const struct best *shorter = h->level == PAIR ? &g->best : &g->single[g->token[h->order[h->i] + 1]].after;
    struct best best = nothing;
    for (size_t i = h->i, next; i < h->end; i = next) {
        next = same_end(g, h->level, h->order, i, h->end);
        offer(&best, g->token[h->order[i] + h->level], probability(h, i, next));
    }
    for (int k = 0; k < 2; k++)
        offer(&best, shorter->word[k], h->rest * shorter->p[k]);
    return best;
}

/* What longer histories fall back on. */
static void keep(struct ngram *g, const struct history *h, const struct best *best) {
    g->single[g->token[h->order[h->i]]].after = *best;
    for (size_t i = h->i, next; i < h->end; i = next) {
        next = same_end(g, h->level, h->order, i, h->end);
        g->pair[g->rank[h->order[i]]].p = probability(h, i, next);
    }
}

static int as_integer(double p, const struct best *best, int word) {
    double nats = fmin(-elementary_log(p), INT_MAX / 4 / NATS);
    return 2 * (int)lround(NATS * nats) + (best->word[0] == word && best->p[0] > best->p[1]);
}

static void predict(struct ngram *g, const struct history *h, const struct best *best) {
    for (size_t i = h->i, next; i < h->end; i = next) {
        next = same_end(g, h->level, h->order, i, h->end);
        double p = probability(h, i, next);
        for (size_t k = i; k < next; k++) {
            size_t word = h->order[k] + (size_t)h->level;
            if (word > g->trained)
                g->predicted[2 * (word - g->trained - 1) + (h->level == TRIPLE)] = as_integer(p, best, g->token[word]);
        }
    }
}

static void solve(struct ngram *g, int level, int kind, const uint32_t *order) {
    size_t n = g->count - (size_t)level;
    for (size_t i = 0, end; i < n; i = end) {
        end = same_end(g, level - 1, order, i, n);
        struct history h = history_open(g, level, kind, order, i, end);
        struct best best = likeliest(&h);
        (kind == BEFORE ? keep : predict)(g, &h, &best);
    }
}

/* ---- All of it */

/* Pairs in order, then triples, which are pairs with a word in front. */
static void sort_all(struct ngram *g, uint32_t *pairs, uint32_t *triples, struct arena *arena) {
    size_t n = g->count - 1;
    uint32_t *start = arena_alloc(arena, (size_t)g->vocabulary + 1, sizeof *start);
    for (size_t i = 0; i < n; i++)
        pairs[i] = (uint32_t)i;
    sort(triples, pairs, n, 0, g->token + 1, g->vocabulary, start);
    sort(pairs, triples, n, 0, g->token, g->vocabulary, start);
    sort(triples, pairs, n, 1, g->token, g->vocabulary, start);
}

int *ngram_predict(const int *token, size_t trained, size_t count, int vocabulary, struct arena *arena) {
    struct arena scratch = {0};
    struct ngram g = {.token = token, .trained = trained, .count = count, .vocabulary = vocabulary};
    uint32_t *pairs = arena_alloc(&scratch, count, sizeof *pairs);
    uint32_t *triples = arena_alloc(&scratch, count, sizeof *triples);
    assert(trained > 0 && count > trained + 1 && count < UINT32_MAX);
    g.predicted = arena_alloc(arena, 2 * (count - trained - 1), sizeof *g.predicted);
    g.single = arena_alloc(&scratch, (size_t)vocabulary, sizeof *g.single);
    g.rank = arena_alloc(&scratch, count, sizeof *g.rank);
    sort_all(&g, pairs, triples, &scratch);
    rank_pairs(&g, pairs, &scratch);
    estimate_all(&g, pairs, triples);
    solve_singles(&g);
    solve(&g, PAIR, BEFORE, pairs);
    solve(&g, PAIR, TIMES, pairs);
    solve(&g, TRIPLE, TIMES, triples);
    arena_free(&scratch);
    return g.predicted;
}

/* Each count minus its discount; the rest is spread evenly over all words. */
static void solve_counts(struct single *single, const uint32_t *count, size_t trained, int vocabulary) {
    size_t how_many[COUNTS] = {0};
    double discount[COUNTS - 1], left = 0;
    for (int w = 0; w < vocabulary; w++)
        how_many[count[w] < COUNTS ? count[w] : 0]++;
    estimate(discount, how_many);
    for (int w = 0; w < vocabulary; w++)
        left += discounted(discount, count[w]);
    for (int w = 0; w < vocabulary; w++)
        single[w].p = (discounted(discount, count[w]) + ((double)trained - left) / vocabulary) / (double)trained;
}

int *ngram_unigram(const int *token, size_t trained, size_t count, int vocabulary, struct arena *arena) {
    struct arena scratch = {0};
    struct best best = nothing;
    struct single *single = arena_alloc(&scratch, (size_t)vocabulary, sizeof *single);
    uint32_t *times = arena_alloc(&scratch, (size_t)vocabulary, sizeof *times);
    int *predicted = arena_alloc(arena, count - trained - 1, sizeof *predicted);
    for (size_t i = 0; i < trained; i++)
        times[token[i]]++;
    solve_counts(single, times, trained, vocabulary);
    for (int w = 0; w < vocabulary; w++)
        offer(&best, w, single[w].p);
    for (size_t i = trained + 1; i < count; i++)
        predicted[i - trained - 1] = as_integer(single[token[i]].p, &best, token[i]);
    arena_free(&scratch);
    return predicted;
}

struct outcome ngram_outcome(int predicted) {
    return (struct outcome){.loss = (predicted >> 1) / NATS, .correct = predicted & 1};
}
