/* random.h -- counter-based random numbers: Philox4x32-10.
 *
 * Number k of stream (seed, purpose, index) is a pure function of the four, so a resumed run needs no generator state,
 * a new option does not change other random numbers, and any example can be reproduced. A stream may belong to two
 * seeds; then it is a function of both. Source: Salmon et al. 2011, "Parallel random numbers: as easy as 1, 2, 3". */
#pragma once

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
    RANDOM_VALIDATION_POSITIONS
};

struct random {
    uint32_t key[2];     /* seed, purpose */
    uint32_t counter[4]; /* block, second seed, index (low, high) */
    uint32_t word[4];    /* the current block */
    int left;            /* words of it not used yet */
};

/* The generator itself: four words for a counter and a key. */
void random_philox(uint32_t out[4], const uint32_t counter[4], const uint32_t key[2]);

struct random random_open(uint32_t seed, enum random_purpose purpose, uint64_t index);
/* For two seeds; a second seed of 0 gives the stream of the first alone. */
struct random random_open_both(uint32_t seed, uint32_t second, enum random_purpose purpose, uint64_t index);
uint32_t random_word(struct random *r);
/* Uniform in 0..n-1, without bias; n >= 1. */
uint32_t random_below(struct random *r, uint32_t n);
/* Uniform in low..high, both included. */
int random_between(struct random *r, int low, int high);
/* Number k of the numbers 0..n-1 in a random order, one order for each stream (seed, purpose, index); k < n. A Feistel
 * network over the next power of four, repeated until the result is in 0..n-1. Sources: Luby and Rackoff 1988; Black
 * and Rogaway 2002 ("cycle walking"). */
uint32_t random_order(uint32_t seed, enum random_purpose purpose, uint64_t index, uint32_t n, uint32_t k);
/* Standard normal (Box and Muller 1958). */
double random_normal(struct random *r);
