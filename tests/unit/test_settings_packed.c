/* test_settings_packed.c -- settings that are kept as their differences come back as they were. */
#include "unit/tests.h"

#include <string.h>

#include "settings/settings_packed.h"

static struct settings resolved(const char *const *given) {
    struct assignments a = {0};
    struct settings s;
    struct error e;
    for (; *given; given++)
        assert_true(assignments_override(&a, *given, &e));
    assert_true(settings_resolve(&s, &a, NULL, &e));
    return s;
}

/* Byte by byte: the first, and what is packed like one that differs from it; numbers, texts and the last option. */
TEST(whole_again) {
    const struct settings one = resolved((const char *const[]){"encoding.name=rope", NULL}),
                          two = resolved((const char *const[]){"encoding.name=learned", "train.steps=7",
                                                               "train.from=runs/a", "task.name=first", NULL}),
                          three = resolved((const char *const[]){"encoding.name=sinusoidal+rope", "rope.base=9", NULL});
    struct arena arena = {0};
    const struct settings_packed *first = settings_pack(&one, NULL, &arena);
    const struct settings_packed *second = settings_pack(&two, first, &arena);
    const struct settings_packed *third = settings_pack(&three, second, &arena);
    const struct settings again[] = {settings_unpack(first), settings_unpack(second), settings_unpack(third)};
    assert_memory_equal(&again[0], &one, sizeof one);
    assert_memory_equal(&again[1], &two, sizeof two);
    assert_memory_equal(&again[2], &three, sizeof three);
    arena_free(&arena);
}

/* What it is for: a thousand that differ in an option take less than twenty whole ones. */
TEST(small) {
    struct settings s = resolved((const char *const[]){"encoding.name=rope", NULL});
    struct arena arena = {0};
    const struct settings_packed *first = settings_pack(&s, NULL, &arena);
    for (int k = 0; k < 1000; k++) {
        s.train.learning_rate = 0.001 * k;
        settings_pack(&s, first, &arena);
    }
    assert_in_range(arena.bytes, 1, 20 * sizeof s);
    arena_free(&arena);
}

GROUP(settings_packed, NULL, NULL)
