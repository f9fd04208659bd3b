/* test_vocabulary.c -- words counted, ordered and kept, against lists worked out by hand and a count made the slow way.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/random.h"
#include "task/vocabulary.h"
#include "unit/tests.h"

static const char *const specials[] = {"[UNK]", "[CLS]", NULL}, *const none[] = {NULL};

/* Counts one word; its number. */
static int count_word(struct vocabulary *v, const char *word, size_t length) {
    const struct vocabulary_text text = {word, length};
    uint32_t number;
    vocabulary_count(v, &text, 1, &number);
    return (int)number;
}

static void count_text(struct vocabulary *v, const char *text) {
    for (; *text; text += strcspn(text, " "), text += *text == ' ')
        count_word(v, text, strcspn(text, " "));
}

/* The words of a text in the order of their tokens, closed with these limits. */
static void check_order(const char *const *special, const char *text, long least, int most, const char *expected) {
    struct arena arena = {0};
    struct vocabulary v;
    char got[200] = "";
    vocabulary_start(&v, &arena, special);
    count_text(&v, text);
    vocabulary_close(&v, least, most);
    for (int token = 0; token < v.size; token++)
        snprintf(got + strlen(got), sizeof got - strlen(got), "%s%s", token ? " " : "", v.spelled[token]);
    assert_string_equal(got, expected);
    for (int number = 0; number < v.words; number++) { /* a word that is kept spells itself, any other is the first */
        int token = vocabulary_token(&v, number);
        assert_in_range(token, 0, v.size - 1);
        assert_true(token == 0 || strcmp(v.spelled[token], v.word[number].text) == 0);
    }
    arena_free(&arena);
}

static void test_order(void **state) {
    (void)state;
    check_order(specials, "", 1, 100, "[UNK] [CLS]");
    check_order(specials, "b a b", 1, 100, "[UNK] [CLS] b a");
    check_order(specials, "c a b", 1, 100, "[UNK] [CLS] c a b"); /* equals as they first appeared */
    check_order(specials, "c a b b a d", 1, 100, "[UNK] [CLS] a b c d");
    check_order(specials, "c a b b a d", 2, 100, "[UNK] [CLS] a b");
    check_order(specials, "c a b b a d", 3, 100, "[UNK] [CLS]");
    check_order(specials, "c a b b a d", 1, 4, "[UNK] [CLS] a b");
    check_order(specials, "c a b b a d", 1, 5, "[UNK] [CLS] a b c");
    check_order(specials, "c a b b a d", 2, 3, "[UNK] [CLS] a");
    check_order(specials, "a [CLS] [UNK] b b [UNK] [CLS] [CLS]", 2, 100, "[UNK] [CLS] b"); /* they stay in front */
    check_order(none, "no yes yes maybe", 0, 100, "yes no maybe");
    check_order(none, "no", 1, 100, "no");
}

static void test_numbers(void **state) {
    struct arena arena = {0};
    struct vocabulary v;
    (void)state;
    vocabulary_start(&v, &arena, specials);
    assert_int_equal(count_word(&v, "sun", 3), 2); /* the order of first appearance, behind the special ones */
    assert_int_equal(count_word(&v, "rain", 4), 3);
    assert_int_equal(count_word(&v, "sun", 3), 2);
    assert_int_equal(count_word(&v, "su", 2), 4);
    assert_int_equal(count_word(&v, "sunny", 3), 2); /* so many bytes of it */
    assert_int_equal(count_word(&v, "[CLS]", 5), 1);
    assert_int_equal(vocabulary_find(&v, "rain", 4), 3);
    assert_int_equal(vocabulary_find(&v, "snow", 4), 0);
    assert_int_equal(vocabulary_find(&v, "rains", 5), 0);
    assert_int_equal(v.words, 5); /* looking does not add */
    vocabulary_count_more(&v, 4, 6);
    vocabulary_close(&v, 1, 100);
    assert_int_equal(v.word[2].count, 3);
    assert_int_equal(v.word[4].count, 7);
    assert_true(v.word[1].count < 0); /* a special word */
    arena_free(&arena);
}

/* Many words, so that the table grows: counts as an array has them. */
static void test_counts(void **state) {
    enum { DIFFERENT = 30000, WORDS = 200000 };
    struct arena arena = {0};
    struct vocabulary v;
    struct random r = random_open(1, RANDOM_TRAIN, 0);
    long *count = calloc(DIFFERENT, sizeof *count), before = WORDS;
    (void)state;
    vocabulary_start(&v, &arena, specials);
    for (int i = 0; i < WORDS; i++) {
        char word[20];
        int n = (int)random_below(&r, 1 + random_below(&r, DIFFERENT));
        count_word(&v, word, (size_t)snprintf(word, sizeof word, "w%d", n));
        count[n]++;
    }
    vocabulary_close(&v, 2, 1 << 30);
    for (int token = 2; token < v.size; token++) {
        long seen = count[atoi(v.spelled[token] + 1)];
        assert_in_range(seen, 2, before);
        assert_int_equal(v.word[vocabulary_find(&v, v.spelled[token], strlen(v.spelled[token]))].count, seen);
        before = seen;
        count[atoi(v.spelled[token] + 1)] = 0;
    }
    for (int n = 0; n < DIFFERENT; n++)
        assert_in_range(count[n], 0, 1); /* none was left out */
    free(count);
    arena_free(&arena);
}

/* Many at once count as they do one by one: words whose letters are their key, and longer ones. */
static void test_together(void **state) {
    enum { WORDS = 1000 };
    static char letters[WORDS][40];
    struct vocabulary_text word[WORDS];
    uint32_t number[WORDS];
    struct arena arena = {0};
    struct vocabulary one, all;
    (void)state;
    vocabulary_start(&one, &arena, specials);
    vocabulary_start(&all, &arena, specials);
    for (int i = 0; i < WORDS; i++) {
        int length = snprintf(letters[i], sizeof letters[i], "%0*d", 1 + i % 35, i % 90);
        word[i] = (struct vocabulary_text){letters[i], (size_t)length};
    }
    vocabulary_count(&all, word, WORDS, number);
    for (int i = 0; i < WORDS; i++) {
        assert_int_equal(count_word(&one, word[i].text, word[i].length), number[i]);
        assert_string_equal(all.word[number[i]].text, letters[i]);
    }
    arena_free(&arena);
}

/* A word of any length and bytes; one longer than a block of letters too. */
static void test_long_words(void **state) {
    enum { LONG = 200000 };
    struct arena arena = {0};
    struct vocabulary v;
    char *word = malloc(LONG);
    (void)state;
    memset(word, 'w', LONG);
    vocabulary_start(&v, &arena, specials);
    int words = v.words;
    for (size_t length = 1; length <= LONG; length = length * 5 / 3 + 1)
        assert_int_equal(count_word(&v, word, length), words++);
    for (int number = 2; number < v.words; number++)
        assert_int_equal(vocabulary_find(&v, word, strlen(v.word[number].text)), number);
    free(word);
    arena_free(&arena);
}

static void test_round_trip(void **state) {
    static const char *const texts[] = {"", "a", "c a b b a d", "a aa aaa \xE2\x82\xAC [UNK] [CLS]"};
    (void)state;
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
        struct arena arena = {0};
        struct vocabulary v, back;
        size_t bytes, again;
        vocabulary_start(&v, &arena, specials);
        count_text(&v, texts[i]);
        vocabulary_close(&v, 1, 100);
        const char *written = vocabulary_write(&v, &arena, &bytes);
        assert_true(vocabulary_read(&back, &arena, written, bytes));
        assert_int_equal(back.size, v.size);
        for (int token = 0; token < v.size; token++) {
            assert_string_equal(back.spelled[token], v.spelled[token]);
            int number = vocabulary_find(&back, v.spelled[token], strlen(v.spelled[token]));
            assert_int_equal(vocabulary_token(&back, number), token);
        }
        assert_int_equal(vocabulary_token(&back, vocabulary_find(&back, "never", 5)), 0);
        const char *twice = vocabulary_write(&back, &arena, &again);
        assert_int_equal(again, bytes);
        assert_memory_equal(twice, written, bytes);
        arena_free(&arena);
    }
}

/* What is no list of words: nothing, no 0 at the end; a word twice is one word. */
static void test_bad_lists(void **state) {
    struct arena arena = {0};
    struct vocabulary v;
    (void)state;
    assert_false(vocabulary_read(&v, &arena, "", 0));
    assert_false(vocabulary_read(&v, &arena, "[UNK]\0a", 7));
    assert_true(vocabulary_read(&v, &arena, "[UNK]\0a\0a\0b", 12));
    assert_int_equal(v.size, 3);
    assert_true(vocabulary_read(&v, &arena, "\0\0a", 4)); /* the empty word */
    assert_int_equal(v.size, 2);
    arena_free(&arena);
}

int test_vocabulary(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_order),     cmocka_unit_test(test_numbers),    cmocka_unit_test(test_counts),
        cmocka_unit_test(test_together),  cmocka_unit_test(test_long_words), cmocka_unit_test(test_round_trip),
        cmocka_unit_test(test_bad_lists),
    };
    return cmocka_run_group_tests_name("vocabulary", tests, NULL, NULL);
}
