/* test_label.c -- what a cell is as a label: which are one, and which stay apart. */
#include <string.h>

#include "format/label.h"
#include "format/records_write.h"
#include "unit/tests.h"

#define NBSP "\xC2\xA0"
#define NARROW "\xE2\x80\x8B" /* U+200B */
#define MARK "\xEF\xBB\xBF"
#define FLAG "\xF0\x9F\x8F\xB4\xF3\xA0\x81\xA7\xF3\xA0\x81\xBF" /* an emoji that ends in a tag */
#define HEART "\xE2\x9D\xA4\xEF\xB8\x8F"                        /* and one with a variation selector */

static const char *const labels[][2] = {
    {"pos", "pos"},
    {" pos", "pos"},
    {"pos\t \r\n", "pos"},
    {NBSP "pos" NBSP NARROW " ", "pos"},
    {MARK "pos\xE3\x80\x80", "pos"},
    {"\xE2\x80\x8Fpos\xE2\x81\xA0", "pos"},
    {"very  good", "very  good"},
    {"", ""},
    {" " NBSP NARROW, ""},
    {"Pos", "Pos"},
    {"u\xCC\x88", "\xC3\xBC"},                    /* u and a diaeresis */
    {"\xE2\x84\xAB", "\xC3\x85"},                 /* the sign of the unit is the letter */
    {"\xE1\x84\x92\xE1\x85\xA1", "\xED\x95\x98"}, /* Hangul */
    {FLAG, FLAG},
    {HEART, HEART},
    {"1", "1"},
    {"1.0", "1"},
    {"1.", "1"},
    {"+1", "1"},
    {" 1e0 ", "1"},
    {"0.10e1", "1"},
    {"-0.0", "0"},
    {"-1.00", "-1"},
    {"0.50", "0.5"},
    {".5", "0.5"},
    {"5E-1", "0.5"},
    {"1e6", "1000000"},
    {"0.1234567890123", "0.1234567890123"},
    {"007", "007"},
    {"-01", "-01"},
    {"00", "00"},
    {"12345678901234567890", "12345678901234567890"},
    {"12345678901234567891", "12345678901234567891"},
    {"1e999", "1e999"},
    {"1,0", "1,0"},
    {"0x1", "0x1"},
    {"nan", "nan"},
    {"-", "-"},
    {"1 2", "1 2"},
    {"2024-01-01", "2024-01-01"},
};

TEST(labels_of_cells) {
    struct label_room room = {0};
    for (size_t i = 0; i < sizeof labels / sizeof *labels && about(labels[i][0]); i++) {
        struct records_field is = label_of(records_text(labels[i][0]), &room);
        if (!records_is(is, labels[i][1]))
            fail_msg("'%s' is '%.*s', not '%s'", labels[i][0], (int)is.length, is.text, labels[i][1]);
        is = label_of(is, &room); /* a label is its own label; it may lie in the room */
        assert_true(records_is(is, labels[i][1]));
    }
    about(NULL);
    assert_null(label_of((struct records_field){0}, &room).text);
    label_close(&room);
}

TEST(twins) {
    const char *const none[] = {"pos", "neg", "stra\xC3\x9F", "0"}, *const two[] = {"b", "Pos", "x", "B", "pos"},
                      *const sharp[] = {"a", "STRASSE", "stra\xC3\x9F\x65"};
    int pair[2];
    assert_false(label_twins(none, 4, pair));
    assert_false(label_twins(none, 0, pair));
    assert_true(label_twins(two, 5, pair));
    assert_int_equal(pair[0], 0);
    assert_int_equal(pair[1], 3);
    assert_true(label_twins(sharp, 3, pair));
    assert_int_equal(pair[0], 1);
    assert_int_equal(pair[1], 2);
}

GROUP(label, NULL, NULL)
