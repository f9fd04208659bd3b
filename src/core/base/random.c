/* random.c -- see random.h. */
#include "base/random.h"

#include <math.h>

#include "base/elementary.h"

void random_philox(uint32_t out[4], const uint32_t counter[4], const uint32_t key[2]) {
    uint32_t c0 = counter[0], c1 = counter[1], c2 = counter[2], c3 = counter[3], k0 = key[0], k1 = key[1];
    for (int round = 0; round < 10; round++) {
        uint64_t a = UINT64_C(0xD2511F53) * c0, b = UINT64_C(0xCD9E8D57) * c2;
        c0 = (uint32_t)(b >> 32) ^ c1 ^ k0;
        c1 = (uint32_t)b;
        c2 = (uint32_t)(a >> 32) ^ c3 ^ k1;
        c3 = (uint32_t)a;
        k0 += 0x9E3779B9u;
        k1 += 0xBB67AE85u;
    }
    out[0] = c0;
    out[1] = c1;
    out[2] = c2;
    out[3] = c3;
}

void random_refill(struct random *r) {
    for (int i = 0; i < RANDOM_WORDS; i += 4, r->counter[0]++)
        random_philox(r->word + i, r->counter, r->key);
    r->left = RANDOM_WORDS;
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
