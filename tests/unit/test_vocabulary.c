/* test_vocabulary.c -- words counted, ordered and numbered, against lists made by hand and a count made the slow way.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/random.h"
#include "data/vocabulary.h"
#include "unit/tests.h"

static const char *const specials[] = {"[UNK]", "[CLS]", NULL}, *const none[] = {NULL};

/* The number of one word, which is counted. */
static int count(struct vocabulary *v, const char *text, size_t length) {
    int number;
    vocabulary_numbers(v, &(struct vocabulary_word){text, length}, 1, VOCABULARY_COUNT, &number);
    return number;
}

static void count_text(struct vocabulary *v, const char *text) {
    for (; *text; text += strcspn(text, " "), text += *text == ' ')
        count(v, text, strcspn(text, " "));
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
        snprintf(got + strlen(got), sizeof got - strlen(got), "%s%s", token ? " " : "", v.text[token]);
    assert_string_equal(got, expected);
    for (int number = 0; number < v.words; number++) { /* a word that is kept spells itself, any other is the first */
        int token = vocabulary_token(&v, number);
        assert_in_range(token, 0, v.size - 1);
        assert_true(token == 0 || strcmp(v.text[token], v.word[number].text) == 0);
    }
    arena_free(&arena);
}

TEST(order) {
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

TEST(numbers) {
    struct arena arena = {0};
    struct vocabulary v;
    vocabulary_start(&v, &arena, specials);
    assert_int_equal(count(&v, "sun", 3), 2); /* the order of first appearance, after the special ones */
    assert_int_equal(count(&v, "rain", 4), 3);
    assert_int_equal(count(&v, "sun", 3), 2);
    assert_int_equal(count(&v, "su", 2), 4);
    assert_int_equal(count(&v, "sunny", 3), 2); /* so many bytes of it */
    assert_int_equal(count(&v, "[CLS]", 5), 1);
    vocabulary_count_more(&v, 3, 5);
    assert_int_equal(vocabulary_find(&v, "rain", 4), 3);
    assert_int_equal(vocabulary_find(&v, "snow", 4), 0);
    assert_int_equal(vocabulary_find(&v, "rains", 5), 0);
    assert_int_equal(v.words, 5); /* looking does not add */
    vocabulary_close(&v, 1, 100);
    assert_int_equal(v.count[2], 3);
    assert_int_equal(v.count[3], 6);
    assert_int_equal(v.count[4], 1);
    assert_int_equal(vocabulary_token(&v, 3), 2);
    arena_free(&arena);
}

enum { DIFFERENT = 30000, WORDS = 200000 };

/* So many numbers, small ones often, and each as a word: of up to 40 bytes, the length being a matter of the number. */
static void draw_words(int *number, char (*spelled)[48]) {
    struct random r = random_open(1, RANDOM_TRAIN, 0);
    for (int i = 0; i < WORDS; i++) {
        number[i] = (int)random_below(&r, 1 + random_below(&r, DIFFERENT));
        snprintf(spelled[i], sizeof *spelled, "%0*d", 5 + number[i] % 36, number[i]);
    }
}

/* Many words, so that the table grows: counts as an array has them. */
TEST(counts) {
    struct arena arena = {0};
    struct vocabulary v;
    int *number = arena_alloc(&arena, WORDS, sizeof *number);
    int *got = arena_alloc(&arena, WORDS, sizeof *got);
    char(*spelled)[48] = arena_alloc(&arena, WORDS, sizeof *spelled);
    struct vocabulary_word *text = arena_alloc(&arena, WORDS, sizeof *text);
    long *times = arena_alloc(&arena, DIFFERENT, sizeof *times), before = WORDS;
    draw_words(number, spelled);
    for (int i = 0; i < WORDS; i++) {
        text[i] = (struct vocabulary_word){spelled[i], strlen(spelled[i])};
        times[number[i]]++;
    }
    vocabulary_start(&v, &arena, specials);
    vocabulary_numbers(&v, text, 1000, VOCABULARY_COUNT, got); /* in one go or more */
    vocabulary_numbers(&v, text + 1000, WORDS - 1000, VOCABULARY_COUNT, got + 1000);
    for (int i = 0; i < WORDS; i++)
        assert_string_equal(v.word[got[i]].text, spelled[i]);
    vocabulary_close(&v, 2, 1 << 30);
    for (int token = 2; token < v.size; token++) {
        int n = atoi(v.text[token]);
        assert_in_range(times[n], 2, before);
        assert_int_equal(v.count[vocabulary_find(&v, v.text[token], strlen(v.text[token]))], times[n]);
        before = times[n];
        times[n] = 0;
    }
    for (int n = 0; n < DIFFERENT; n++)
        assert_in_range(times[n], 0, 1); /* none was left out */
    arena_free(&arena);
}

/* Counts of any size: the order is theirs, equals as they first appeared. */
TEST(large_counts) {
    static const long times[] = {7, 5000000000, 4000000, 3999999, 4000000, 2047, 2048, 2049, 2048, 1 << 22, 7, 0};
    static const int order[] = {1, 9, 2, 4, 3, 7, 6, 8, 5, 0, 10, 11};
    enum { COUNT = sizeof times / sizeof *times };
    struct arena arena = {0};
    struct vocabulary v;
    vocabulary_start(&v, &arena, none);
    for (int i = 0; i < COUNT; i++) {
        char letter = (char)('a' + i);
        vocabulary_count_more(&v, count(&v, &letter, 1), times[i]);
    }
    vocabulary_close(&v, 0, 100);
    for (int i = 0; i < COUNT; i++)
        assert_int_equal(v.text[i][0], 'a' + order[i]);
    arena_free(&arena);
}

/* Words that differ in one letter, at any position of any length: none is taken for another. */
TEST(alike) {
    enum { LONGEST = 40 };
    struct arena arena = {0};
    struct vocabulary v;
    char word[LONGEST];
    int expected = 2;
    vocabulary_start(&v, &arena, specials);
    for (int round = 0; round < 2; round++, expected = 2)
        for (size_t length = 1; length <= LONGEST; length++) {
            memset(word, 'w', LONGEST);
            assert_int_equal(count(&v, word, length), expected++);
            for (size_t at = 0; at < length; at++) {
                word[at] = 'x';
                assert_int_equal(count(&v, word, length), expected++);
                word[at] = 'w';
            }
        }
    arena_free(&arena);
}

/* A word of any length; one longer than a block of letters too. */
TEST(long_words) {
    enum { LONG = 200000 };
    struct arena arena = {0};
    struct vocabulary v;
    char *word = malloc(LONG);
    memset(word, 'w', LONG);
    vocabulary_start(&v, &arena, specials);
    int words = v.words;
    for (size_t length = 1; length <= LONG; length = length * 5 / 3 + 1)
        assert_int_equal(count(&v, word, length), words++);
    for (int number = 2; number < v.words; number++)
        assert_int_equal(vocabulary_find(&v, word, strlen(v.word[number].text)), number);
    free(word);
    arena_free(&arena);
}

TEST(round_trip) {
    static const char *const texts[] = {"", "a", "c a b b a d", "a aa aaa \xE2\x82\xAC [UNK] [CLS]"};
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
            assert_string_equal(back.text[token], v.text[token]);
            int number = vocabulary_find(&back, v.text[token], strlen(v.text[token]));
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
TEST(bad_lists) {
    struct arena arena = {0};
    struct vocabulary v;
    assert_false(vocabulary_read(&v, &arena, "", 0));
    assert_false(vocabulary_read(&v, &arena, "[UNK]\0a", 7));
    assert_true(vocabulary_read(&v, &arena, "[UNK]\0a\0a\0b", 12));
    assert_int_equal(v.size, 3);
    assert_true(vocabulary_read(&v, &arena, "\0\0a", 4)); /* the empty word */
    assert_int_equal(v.size, 2);
    arena_free(&arena);
}

GROUP(vocabulary, NULL, NULL)
