/* test_arena.c -- blocks of every size start zeroed and aligned; AddressSanitizer sees the first byte past the end. */
#include "unit/tests.h"

#include <stdlib.h>
#include <string.h>

#include "base/arena.h"
#include "base/random.h"

#ifdef __SANITIZE_ADDRESS__
#include <sanitizer/asan_interface.h>
#endif

/* Again after a rewind and after it was freed, since memory that comes back was written to. */
TEST(blocks) {
    struct arena arena = {0};
    for (size_t i = 1; i <= 600; i++) {
        size_t bytes = 1 + (i - 1) % 300 * (i % 7 ? 1 : 1000);
        unsigned char *block = arena_alloc(&arena, bytes, 1);
        assert_int_equal((uintptr_t)block % 64, 0);
        for (size_t k = 0; k < bytes; k++)
            assert_true(block[k] == 0);
        memset(block, 0xff, bytes);
#ifdef __SANITIZE_ADDRESS__
        assert_true(__asan_address_is_poisoned(block + bytes));
#endif
        if (i % 150 == 0) {
            (i == 300 ? arena_free : arena_rewind)(&arena);
            assert_int_equal(arena.bytes, 0);
        }
    }
    assert_non_null(arena_alloc(&arena, 0, 8));
    arena_free(&arena);
    assert_int_equal(arena.bytes, 0);
}

/* Texts of all lengths beside each other, and beside blocks: none touches another, and many short ones take little more
 * than their bytes. */
TEST(many_texts) {
    struct arena arena = {0};
    char *text[600];
    for (int i = 0; i < 600; i++) {
        text[i] = arena_format(&arena, "%0*d", 1 + i, i);
        memset(arena_alloc(&arena, 1 + (size_t)i % 70, 1), 0xff, 1 + (size_t)i % 70);
#ifdef __SANITIZE_ADDRESS__
        assert_true(__asan_address_is_poisoned(text[i] + 2 + i));
#endif
    }
    for (int i = 0; i < 600; i++) {
        assert_int_equal(strlen(text[i]), 1 + i);
        assert_int_equal(strtol(text[i], NULL, 10), i);
    }
    arena_free(&arena);
    for (int i = 0; i < 1000; i++)
        assert_string_equal(arena_text(&arena, "a text of twenty-3"), "a text of twenty-3");
    assert_in_range(arena.bytes, 19000, 28000);
    arena_free(&arena);
}

enum { BLOCKS = 60 };

struct block {
    unsigned char *start, fill;
    size_t bytes;
};

/* Each block still has what was written into it alone. */
static void assert_own(const struct block *b, int blocks) {
    for (const struct block *end = b + blocks; b < end; b++)
        for (size_t k = 0; k < b->bytes; k++)
            assert_int_equal(b->start[k], b->fill);
}

/* Blocks and texts of random sizes, rewound after a random number of them, again and again, as calloc would give them:
 * zeroed, and none touches another. What a short use leaves of a long one before it must be zeroed by the next, too. */
TEST(sequences) {
    struct random r = random_open(1, RANDOM_EVAL, 0);
    struct arena arena = {0};
    struct block block[BLOCKS];
    for (int use = 0; use < 400; use++) {
        int count = random_between(&r, 0, random_between(&r, 0, BLOCKS)),
            most = use % 9 ? 120 : 1 << random_between(&r, 5, 16);
        for (int i = 0; i < count; i++) {
            size_t bytes = (size_t)random_between(&r, 1, most);
            if (i % 5 == 1)
                arena_format(&arena, "%0*d", random_between(&r, 1, 80), i);
            block[i] = (struct block){arena_alloc(&arena, bytes, 1), (unsigned char)random_between(&r, 1, 255), bytes};
            for (size_t k = 0; k < bytes; k++)
                assert_int_equal(block[i].start[k], 0);
            memset(block[i].start, block[i].fill, bytes);
        }
        assert_own(block, count);
        (random_between(&r, 0, 30) ? arena_rewind : arena_free)(&arena);
    }
    arena_free(&arena);
}

GROUP(arena, NULL, NULL)
