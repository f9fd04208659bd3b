/* random.c -- see random.h. */
#include "base/random.h"

#include <assert.h>
#include <math.h>

#include "base/elementary.h"

static void philox_round(uint32_t c[4], const uint32_t k[2]) {
    uint64_t a = UINT64_C(0xD2511F53) * c[0];
    uint64_t b = UINT64_C(0xCD9E8D57) * c[2];
    uint32_t c1 = c[1], c3 = c[3];
    c[0] = (uint32_t)(b >> 32) ^ c1 ^ k[0];
    c[1] = (uint32_t)b;
    c[2] = (uint32_t)(a >> 32) ^ c3 ^ k[1];
    c[3] = (uint32_t)a;
}

void random_philox(uint32_t out[4], const uint32_t counter[4], const uint32_t key[2]) {
    uint32_t k[2] = {key[0], key[1]};
    for (int i = 0; i < 4; i++)
        out[i] = counter[i];
    for (int round = 0; round < 10; round++) {
        philox_round(out, k);
        k[0] += 0x9E3779B9u;
        k[1] += 0xBB67AE85u;
    }
}

struct random random_open_both(uint32_t seed, uint32_t second, enum random_purpose purpose, uint64_t index) {
    return (struct random){
        .key = {seed, (uint32_t)purpose},
        .counter = {0, second, (uint32_t)index, (uint32_t)(index >> 32)},
    };
}

struct random random_open(uint32_t seed, enum random_purpose purpose, uint64_t index) {
    return random_open_both(seed, 0, purpose, index);
}

uint32_t random_word(struct random *r) {
    if (r->left == 0) {
        random_philox(r->word, r->counter, r->key);
        r->counter[0]++;
        r->left = 4;
    }
    return r->word[4 - r->left--];
}

/* Lemire 2019: the high half of a product, with the few uneven cases drawn again. */
uint32_t random_below(struct random *r, uint32_t n) {
    assert(n >= 1);
    uint64_t product = (uint64_t)random_word(r) * n;
    if ((uint32_t)product < n) {
        uint32_t uneven = -n % n;
        while ((uint32_t)product < uneven)
            product = (uint64_t)random_word(r) * n;
    }
    return (uint32_t)(product >> 32);
}

int random_between(struct random *r, int low, int high) {
    assert(low <= high);
    return low + (int)random_below(r, (uint32_t)(high - low) + 1);
}

double random_normal(struct random *r) {
    double u = (random_word(r) + 0.5) / 4294967296.0;
    double v = (random_word(r) + 0.5) / 4294967296.0;
    return sqrt(-2.0 * elementary_log(u)) * elementary_cos(6.283185307179586 * v);
}

enum { FEISTEL_ROUNDS = 6 };

uint32_t random_order(uint32_t seed, enum random_purpose purpose, uint64_t index, uint32_t n, uint32_t k) {
    int half = 1;
    while (half < 16 && (UINT64_C(1) << 2 * half) < n)
        half++;
    const uint32_t mask = (UINT32_C(1) << half) - 1, key[2] = {seed, purpose};
    do {
        uint32_t left = k >> half, right = k & mask;
        for (uint32_t round = 0; round < FEISTEL_ROUNDS; round++) {
            uint32_t out[4], counter[4] = {right, round + 1, (uint32_t)index, (uint32_t)(index >> 32)};
            random_philox(out, counter, key);
            uint32_t next = left ^ (out[0] & mask);
            left = right;
            right = next;
        }
        k = left << half | right;
    } while (k >= n);
    return k;
}
