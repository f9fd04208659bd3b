/* random.h -- counter-based random numbers: Philox4x32-10.
 *
 * Number k of stream (seed, purpose, index) is a pure function of the four, so a resumed run needs no generator state,
 * a new option does not change other random numbers, and any example can be reproduced. A stream may belong to two
 * seeds; then it is a function of both. Source: Salmon et al. 2011, "Parallel random numbers: as easy as 1, 2, 3". */
#pragma once

#include <assert.h>
#include <stdint.h>

/* What a stream is for; the numbers are part of every result, so only append. */
enum random_purpose {
    RANDOM_INIT = 1,
    RANDOM_TRAIN,
    RANDOM_EVAL,
    RANDOM_POSITIONS,
    RANDOM_TRAIN_POSITIONS,
    RANDOM_EVAL_POSITIONS,
    RANDOM_ROUND,
    RANDOM_SPLIT,
    RANDOM_VALIDATION,
    RANDOM_VALIDATION_POSITIONS,
    RANDOM_EVAL_TARGETS
};

enum { RANDOM_WORDS = 8 }; /* of two blocks: a processor computes them at the same time */

struct random {
    uint32_t key[2];             /* seed, purpose */
    uint32_t counter[4];         /* block, second seed, index (low, high) */
    uint32_t word[RANDOM_WORDS]; /* the current blocks */
    int left;                    /* words of them not used yet */
};

/* The generator itself: four words for a counter and a key. */
void random_philox(uint32_t out[4], const uint32_t counter[4], const uint32_t key[2]);

/* For two seeds; a second seed of 0 gives the stream of the first alone. */
static inline struct random random_open_both(uint32_t seed, uint32_t second, enum random_purpose purpose,
                                             uint64_t index) {
    struct random r; /* its words are computed when the first one is drawn */
    r.key[0] = seed;
    r.key[1] = (uint32_t)purpose;
    r.counter[0] = 0;
    r.counter[1] = second;
    r.counter[2] = (uint32_t)index;
    r.counter[3] = (uint32_t)(index >> 32);
    r.left = 0;
    return r;
}

static inline struct random random_open(uint32_t seed, enum random_purpose purpose, uint64_t index) {
    return random_open_both(seed, 0, purpose, index);
}

/* Computes the next blocks; for random_word. */
void random_refill(struct random *r);

static inline uint32_t random_word(struct random *r) {
    if (r->left == 0)
        random_refill(r);
    return r->word[RANDOM_WORDS - r->left--];
}

/* Uniform in 0..n-1, without bias; n >= 1. Lemire 2019: the high half of a product, with the few uneven cases drawn
 * again. */
static inline uint32_t random_below(struct random *r, uint32_t n) {
    assert(n >= 1);
    uint64_t product = (uint64_t)random_word(r) * n;
    if ((uint32_t)product < n) {
        uint32_t uneven = -n % n;
        while ((uint32_t)product < uneven)
            product = (uint64_t)random_word(r) * n;
    }
    return (uint32_t)(product >> 32);
}

/* Uniform in low..high, both included. */
static inline int random_between(struct random *r, int low, int high) {
    assert(low <= high);
    return low + (int)random_below(r, (uint32_t)(high - low) + 1);
}

/* Number k of the numbers 0..n-1 in a random order, one order for each stream (seed, purpose, index); k < n. A Feistel
 * network over the next power of four, repeated until the result is in 0..n-1. Sources: Luby and Rackoff 1988; Black
 * and Rogaway 2002 ("cycle walking"). */
uint32_t random_order(uint32_t seed, enum random_purpose purpose, uint64_t index, uint32_t n, uint32_t k);
/* Standard normal (Box and Muller 1958). */
double random_normal(struct random *r);
