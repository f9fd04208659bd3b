/* test_packed.c -- numbers of a few bits each: values are read back, also from text, and other texts are refused. */
#include "unit/tests.h"

#include <string.h>

#include "format/packed.h"

static struct arena arena;

static int drop(void **state) {
    arena_free(&arena);
    return 0;
}

static void assert_text(int count, const uint32_t *numbers, uint32_t most, const char *expected) {
    struct packed p, again;
    packed_build(&p, count, most, &arena);
    for (int i = 0; i < count; i++)
        packed_set(&p, i, numbers[i]);
    assert_string_equal(packed_text(&p, &arena), expected);
    assert_true(packed_read(&again, expected, count, &arena));
    assert_int_equal(again.bits, p.bits);
    const struct packed copy = packed_copy(&p, &arena);
    if (count)
        memset(p.byte, 0, strlen(expected) / 4); /* the copy has bytes of its own */
    assert_string_equal(packed_text(&copy, &arena), expected);
    for (int i = 0; i < count; i++)
        assert_int_equal(packed_get(&again, i), numbers[i]);
}

/* What is not there stays so. */
TEST(no_numbers) {
    const struct packed none = {0}, copy = packed_copy(&none, &arena);
    assert_int_equal(copy.bits, 0);
}

/* The texts are those of Python: base64.b64encode(numpy.packbits(bits, bitorder="little")). */
TEST(as_text) {
    assert_text(0, NULL, 1, "1:");
    assert_text(4, (const uint32_t[]){1, 1, 0, 1}, 1, "1:Cw==");
    assert_text(9, (const uint32_t[]){1, 1, 1, 1, 1, 1, 1, 1, 1}, 1, "1:/wE=");
    assert_text(4, (const uint32_t[]){1, 0, 1, 2}, 3, "2:kQ==");
    assert_text(5, (const uint32_t[]){5, 0, 7, 3, 1}, 7, "3:xRc=");
    assert_text(3, (const uint32_t[]){600, 1023, 1}, 1000, "10:WP4fAA==");
    assert_text(2, (const uint32_t[]){UINT32_MAX, 66051}, UINT32_MAX, "32://///wMCAQA=");
}

/* Widths and counts of all kinds, with neighbours that must not touch each other. */
TEST(widths) {
    for (int bits = 1; bits <= 32; bits++)
        for (int count = 1; count < 20; count++) {
            struct packed p, again;
            uint32_t most = (uint32_t)((UINT64_C(1) << bits) - 1), number[20];
            packed_build(&p, count, most, &arena);
            assert_int_equal(p.bits, bits);
            for (int i = 0; i < count; i++)
                packed_set(&p, i, number[i] = i % 3 ? most - (uint32_t)(i % 2) : 0);
            assert_true(packed_read(&again, packed_text(&p, &arena), count, &arena));
            for (int i = 0; i < count; i++) {
                assert_int_equal(packed_get(&p, i), number[i]);
                assert_int_equal(packed_get(&again, i), number[i]);
            }
        }
}

TEST(refused) {
    static const char *const texts[] = {
        "",
        ":Cw==",
        "1",
        "1:",
        "1:Cw=",
        "1:Cw===",
        "1:Cw==\n",
        "1:Cx==",
        "1:C w=",
        "1:Gw==",
        "0:Cw==",
        "01:Cw==",
        " 1:Cw==",
        "+1:Cw==",
        "-1:Cw==",
        "2:Cw==A",
        "1.0:Cw==",
        "33:AAAAAAAAAAAAAAAAAAAAAAA=",
        "1:C-==",
        "1:====",
        "1:CwAA",
        "1:CwA=",
        "1;Cw==",
        "9:Cw==",
        "99999999999999999999:Cw==",
    };
    struct packed p;
    assert_true(packed_read(&p, "1:Cw==", 4, &arena));
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++)
        if (packed_read(&p, texts[i], 4, &arena))
            fail_msg("'%s' was read", texts[i]);
    assert_false(packed_read(&p, "1:Cw==", 3, &arena)); /* a bit that no number has */
    assert_true(packed_read(&p, "1:Cw==", 5, &arena));
    assert_false(packed_read(&p, "1:Cw==", 9, &arena));
}

GROUP(packed, NULL, drop)
