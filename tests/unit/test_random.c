/* test_random.c -- the generator against the numbers its authors publish, and what is
 * built on it: draws without bias, streams that are pure functions of their names. */
#include "unit/tests.h"

#include <math.h>
#include <stdbool.h>

#include "base/random.h"

static void assert_block(uint32_t counter, uint32_t key, const uint32_t expected[4]) {
    uint32_t out[4], c[4] = {counter, counter, counter, counter}, k[2] = {key, key};
    random_philox(out, c, k);
    for (int i = 0; i < 4; i++)
        assert_int_equal(out[i], expected[i]);
}

/* From Random123's file of known answers (kat_vectors). */
TEST(known_answers) {
    assert_block(0, 0, (const uint32_t[]){0x6627e8d5, 0xe169c58d, 0xbc57ac4c, 0x9b00dbd8});
    assert_block(UINT32_MAX, UINT32_MAX, (const uint32_t[]){0x408f276d, 0x41c83b0e, 0xa20bc7c6, 0x6d5451fd});
    uint32_t out[4], counter[4] = {0x243f6a88, 0x85a308d3, 0x13198a2e, 0x03707344}, key[2] = {0xa4093822, 0x299f31d0};
    random_philox(out, counter, key);
    static const uint32_t pi[] = {0xd16cfe09, 0x94fdcceb, 0x5001e420, 0x24126ea1};
    assert_memory_equal(out, pi, sizeof pi);
}

/* A stream is the blocks 0, 1, ... of its counter, word by word. */
TEST(stream_is_blocks) {
    struct random r = random_open(7, RANDOM_EVAL, UINT64_C(5) << 32 | 6);
    for (uint32_t block = 0; block < 3; block++) {
        uint32_t out[4], counter[4] = {block, 0, 6, 5}, key[2] = {7, RANDOM_EVAL};
        random_philox(out, counter, key);
        for (int i = 0; i < 4; i++)
            assert_int_equal(random_word(&r), out[i]);
    }
}

/* The second seed is the counter's second word: no sum of the two, no exchange of them gives the same stream. */
TEST(second_seed) {
    struct random r = random_open_both(7, 9, RANDOM_EVAL, UINT64_C(5) << 32 | 6);
    for (uint32_t block = 0; block < 3; block++) {
        uint32_t out[4], counter[4] = {block, 9, 6, 5}, key[2] = {7, RANDOM_EVAL};
        random_philox(out, counter, key);
        for (int i = 0; i < 4; i++)
            assert_int_equal(random_word(&r), out[i]);
    }
}

static int shared_words(struct random a, struct random b) {
    int same = 0;
    for (int i = 0; i < 32; i++)
        same += random_word(&a) == random_word(&b);
    return same;
}

TEST(streams_differ) {
    struct random r = random_open(1, RANDOM_TRAIN, 1);
    assert_int_equal(shared_words(r, random_open(1, RANDOM_TRAIN, 1)), 32);
    assert_int_equal(shared_words(r, random_open(2, RANDOM_TRAIN, 1)), 0);
    assert_int_equal(shared_words(r, random_open(1, RANDOM_EVAL, 1)), 0);
    assert_int_equal(shared_words(r, random_open(1, RANDOM_TRAIN, 2)), 0);
    assert_int_equal(shared_words(r, random_open(1, RANDOM_TRAIN, UINT64_C(1) << 32 | 1)), 0);
    assert_int_equal(shared_words(r, random_open_both(1, 0, RANDOM_TRAIN, 1)), 32);
    assert_int_equal(shared_words(r, random_open_both(1, 1, RANDOM_TRAIN, 1)), 0);
    struct random two = random_open_both(1, 2, RANDOM_EVAL, 1);
    assert_int_equal(shared_words(two, random_open_both(2, 1, RANDOM_EVAL, 1)), 0);
    assert_int_equal(shared_words(two, random_open_both(0, 3, RANDOM_EVAL, 1)), 0);
}

/* Each of n outcomes within five standard deviations of its share. */
static void assert_even(const long *count, int n, long draws) {
    double share = 1.0 / n, limit = 5 * sqrt((double)draws * share * (1 - share));
    for (int i = 0; i < n; i++)
        if (!(fabs((double)count[i] - (double)draws * share) <= limit))
            fail_msg("outcome %d of %d: %ld times in %ld draws", i, n, count[i], draws);
}

TEST(below_is_even) {
    enum { DRAWS = 70000 };
    for (int n = 1; n <= 7; n++) {
        long count[7] = {0};
        struct random r = random_open(3, RANDOM_TRAIN, (uint64_t)n);
        for (int i = 0; i < DRAWS; i++) {
            uint32_t drawn = random_below(&r, (uint32_t)n);
            assert_true(drawn < (uint32_t)n);
            count[drawn]++;
        }
        assert_even(count, n, DRAWS);
    }
}

/* n = 3 * 2^30: without redrawing, every third outcome would come twice as often. */
TEST(below_redraws) {
    enum { DRAWS = 30000 };
    long count[3] = {0};
    struct random r = random_open(3, RANDOM_TRAIN, 100);
    for (int i = 0; i < DRAWS; i++)
        count[random_below(&r, UINT32_C(3) << 30) % 3]++;
    assert_even(count, 3, DRAWS);
}

TEST(between_has_both_ends) {
    enum { DRAWS = 30000 };
    long count[5] = {0};
    struct random r = random_open(3, RANDOM_TRAIN, 200);
    for (int i = 0; i < DRAWS; i++) {
        int drawn = random_between(&r, -2, 2);
        assert_in_range(drawn + 2, 0, 4);
        count[drawn + 2]++;
    }
    assert_even(count, 5, DRAWS);
    assert_int_equal(random_between(&r, 9, 9), 9);
}

/* Mean 0, variance 1, third moment 0, fourth 3, each within five standard errors. */
TEST(normal_moments) {
    enum { DRAWS = 100000 };
    static const double expected[] = {0, 1, 0, 3}, variance[] = {1, 2, 15, 96};
    double sum[4] = {0};
    struct random r = random_open(3, RANDOM_INIT, 0);
    for (int i = 0; i < DRAWS; i++) {
        double x = random_normal(&r);
        for (int k = 0; k < 4; k++)
            sum[k] += pow(x, k + 1);
    }
    for (int k = 0; k < 4; k++)
        if (!(fabs(sum[k] / DRAWS - expected[k]) <= 5 * sqrt(variance[k] / DRAWS)))
            fail_msg("moment %d is %g", k + 1, sum[k] / DRAWS);
}

/* How many of 0..n-1 stand at another position than in another order. */
static int moved(uint32_t n, uint32_t seed, uint64_t round, uint32_t other_seed, uint64_t other_round) {
    int count = 0;
    for (uint32_t k = 0; k < n; k++)
        count +=
            random_order(seed, RANDOM_ROUND, round, n, k) != random_order(other_seed, RANDOM_ROUND, other_round, n, k);
    return count;
}

/* Every number once, whatever n; other rounds and seeds have another order. */
TEST(order) {
    enum { MOST = 300 };
    for (uint32_t n = 1; n <= MOST; n++)
        for (uint64_t round = 0; round < 4; round++) {
            bool seen[MOST] = {false};
            for (uint32_t k = 0; k < n; k++) {
                uint32_t number = random_order(9, RANDOM_ROUND, round, n, k);
                assert_true(number < n && !seen[number]);
                seen[number] = true;
            }
        }
    for (uint32_t n = 30; n <= MOST; n += 30) {
        assert_int_equal(moved(n, 9, 5, 9, 5), 0);
        assert_true(moved(n, 9, 5, 9, 6) > (int)n / 2);
        assert_true(moved(n, 9, 5, 10, 5) > (int)n / 2);
        assert_true(moved(n, 9, 5, 9, UINT64_C(1) << 32 | 5) > (int)n / 2);
    }
}

/* Over many rounds a number comes to stand everywhere alike; two numbers keep no distance. */
TEST(order_is_even) {
    enum { N = 7, ROUNDS = 14000 };
    long position[N] = {0}, distance[N] = {0};
    for (uint64_t round = 0; round < ROUNDS; round++) {
        uint32_t first = random_order(9, RANDOM_ROUND, round, N, 0),
                 second = random_order(9, RANDOM_ROUND, round, N, 1);
        position[first]++;
        distance[(second + N - first) % N]++;
    }
    assert_even(position, N, ROUNDS);
    assert_int_equal(distance[0], 0);
    assert_even(distance + 1, N - 1, ROUNDS);
}

GROUP(random, NULL, NULL)
