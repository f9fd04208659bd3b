/* test_arena.c -- blocks of every size start zeroed and aligned; AddressSanitizer sees the first byte past the end. */
#include "unit/tests.h"

#include <string.h>

#include "base/arena.h"

#ifdef __SANITIZE_ADDRESS__
#include <sanitizer/asan_interface.h>
#endif

/* Twice over, since memory that comes back was written to. */
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
        if (i == 300)
            arena_free(&arena);
    }
    assert_null(arena_alloc(&arena, 0, 8));
    assert_string_equal(arena_text(&arena, "text"), "text");
    arena_free(&arena);
    assert_int_equal(arena.bytes, 0);
}

GROUP(arena, NULL, NULL)
