/* test_example_marks.c -- an example of two passages, drawn by every back end: brackets, rules and targets where a
 * reader sees them, column by column; and none of them with a single passage. */
#include "unit/tests.h"

#include <math.h>

#include "draw/picture.h"
#include "example/batch_shown.h"
#include "run/batches.h"
#include "unit/drawing.h"
#include "unit/golden.h"

enum { ROWS = 8 };

/* Passage A: [CLS] w1 X w2 Y, passage B: Y w3 X; the target is [CLS]. */
static const char *const word[ROWS] = {"[CLS]", "w1", "X", "w2", "Y", "Y", "w3", "X"};
static const int segment[ROWS] = {0, 0, 0, 0, 0, 1, 1, 1}, one_segment[ROWS] = {0};
static const bool target[ROWS] = {true};
static const struct example_marks marks = {ROWS, segment, target}, one_passage = {ROWS, one_segment, target};

/* Passages A B C A, with targets in B and C. */
static const char *const query_word[5] = {"[CLS]", "w8", "w10", "[SEP]", "w6"};
static const int query_segment[5] = {0, 1, 2, 0, 0};
static const bool query_target[5] = {false, true, true};
static const struct example_marks query = {5, query_segment, query_target};

static void put_words(FILE *out, const char *const *words, const struct example_marks *m, int width, bool utf8,
                      int lines) {
    screen_words(&(struct screen){.out = out, .width = width, .utf8 = utf8}, 2, words, m, lines);
    fputc('\n', out);
}

/* With 20 columns the first line ends within passage B, whose bracket stays open; what ^ means has a line of its own. A
 * word that is wider than a line is cut; one without columns has one. */
TEST(words) {
    static const char *const words[] = {"abcdefgh", "", "水水"};
    static const int segments[] = {0, 1, 1};
    static const bool no_target[3];
    struct drawing_text d;
    FILE *f = drawing_open(&d);
    put_words(f, word, &marks, 80, false, 0);
    put_words(f, word, &marks, 80, true, 0);
    put_words(f, query_word, &query, 80, true, 0);
    put_words(f, word, &one_passage, 80, true, 0);
    put_words(f, word, &marks, 20, true, 0);
    put_words(f, word, &marks, 20, true, 1);
    put_words(f, words, &(struct example_marks){3, segments, no_target}, 9, true, 0);
    assert_golden("example-marks-words.txt", drawing_close(&d));
    drawing_free(&d);
}

/* All words, an indent of 2 and blanks between them take 24 columns. */
TEST(to_the_last_column) {
    for (int width = 23; width <= 24; width++) {
        struct drawing_text d;
        put_words(drawing_open(&d), word, &one_passage, width, true, 0);
        assert_string_equal(drawing_close(&d),
                            width < 24 ? "  [CLS] w1 X w2 Y Y w3\n  X\n\n" : "  [CLS] w1 X w2 Y Y w3 X\n\n");
        drawing_free(&d);
    }
}

TEST(names) {
    char text[PASSAGE_NAME];
    assert_string_equal(passage_name(text, 1, 21), "passage B (segment 1)");
    assert_string_equal(passage_name(text, 1, 20), "passage B");
    assert_string_equal(passage_name(text, 2, 9), "passage C");
    assert_string_equal(passage_name(text, 2, 8), "C");
    assert_string_equal(passage_name(text, 0, -3), "A");
}

/* A bracket and a rule take 6 columns beside the name: 27 and 15 hold one that 26 and 14 do not. */
TEST(borders) {
    static const int wide[] = {27, 15};
    const struct example_marks two = {2, (int[]){0, 1}, target};
    struct drawing_text d;
    struct screen s = {.out = drawing_open(&d), .width = 80};
    for (int i = 0; i < 2; i++) {
        int at[] = {0, wide[i]}, to[] = {wide[i], 2 * wide[i] - 1};
        screen_brackets(&s, &two, &(struct token_columns){0, 2, at, to, false, NULL});
        screen_passage(&s, 1, wide[i]);
        screen_passage(&s, 1, wide[i] - 1);
    }
    assert_golden("example-marks-borders.txt", drawing_close(&d));
    drawing_free(&d);
}

/* Targets that are all there is say nothing; no marks are no passages. */
TEST(nothing_to_mark) {
    static const bool all[ROWS] = {true, true, true, true, true, true, true, true};
    assert_int_equal(example_marks_targets(&(struct example_marks){ROWS, segment, all}), 0);
    assert_int_equal(example_marks_targets(&query), 2);
    assert_false(example_marks_shown(NULL));
    assert_false(example_marks_shown(&one_passage));
    assert_true(example_marks_shown(&marks));
}

/* The second sequence of a batch is not looked at. */
TEST(of_a_batch) {
    int start[] = {0, 3, 5}, segments[] = {0, 1, 1, 2, 2}, targets[] = {2, 3}, target_start[] = {0, 1, 2};
    const struct batch b = {
        .sequences = 2, .start = start, .segment = segments, .target = targets, .target_start = target_start};
    struct arena arena = {0};
    struct stretch t = {0};
    const struct example_marks m = batch_marks(&b, &arena);
    assert_int_equal(m.rows, 3);
    assert_true(!m.target[0] && !m.target[1] && m.target[2]);
    assert_true(stretch_next(&t, &m) && t.segment == 0 && t.from == 0 && t.end == 1);
    assert_true(stretch_next(&t, &m) && t.segment == 1 && t.from == 1 && t.end == 3);
    assert_false(stretch_next(&t, &m));
    arena_free(&arena);
}

/* ---- Numbers and pictures in a terminal */

/* Names take 3 columns and cells 6: 17 columns hold two of them, so passage A, of three, goes on below. */
TEST(columns) {
    static const char *const names[] = {"abc", "de"}, *const columns[] = {"X", "w1", "Y", "Z"};
    static const int segments[] = {0, 0, 0, 1}, of_rows[] = {0, 1};
    static const bool none[4];
    double value[] = {0.25, 0.5, 0.125, 1, 0, 0, 0, 1};
    const struct example_marks across = {4, segments, none}, down = {2, of_rows, none};
    struct screen_matrix n = {.m = {2, 4, value},
                              .row_name = names,
                              .column_name = columns,
                              .digits = 3,
                              .row_marks = &down,
                              .column_marks = &across};
    struct drawing_text d;
    struct screen s = {.out = drawing_open(&d), .width = 17, .utf8 = true};
    screen_matrix_draw(&s, &n);
    assert_golden("example-marks-columns.txt", drawing_close(&d));
    drawing_free(&d);
}

/* Of a long name 24 columns are shown, above a column 10 and a blank. */
TEST(long_names) {
    static const char *const names[] = {"a row of thirty letters, no less"}, *const columns[] = {"twelve letters", "b"};
    double value[] = {0.25, 0.5};
    struct screen_matrix n = {.m = {1, 2, value}, .row_name = names, .column_name = columns, .digits = 1};
    struct drawing_text d;
    struct screen s = {.out = drawing_open(&d), .width = 80};
    screen_matrix_draw(&s, &n);
    assert_string_equal(drawing_close(&d), "                         twelve le~          b\n"
                                           "a row of thirty letters~        0.2        0.5\n");
    drawing_free(&d);
}

/* Rows of a picture, with 40 columns for it; two cells of two characters, and three columns in front of them. */
TEST(rows) {
    static const int of_rows[] = {0, 1, 1};
    static const bool none[3];
    double value[] = {1, 0, 0, -1, 0, 0};
    const struct example_marks down = {3, of_rows, none};
    struct heat m = {.m = {3, 2, value}, .row = {.title = "row", .marks = &down}, .column.title = "column"};
    struct drawing_text d;
    struct screen s = {.out = drawing_open(&d), .width = 40};
    screen_heat(&s, &m);
    assert_golden("example-marks-rows.txt", drawing_close(&d));
    drawing_free(&d);
}

/* ---- SVG and CSV */

static struct heat map_of(const struct example_marks *m, double value[ROWS]) {
    for (int i = 0; i < ROWS; i++)
        value[i] = 0.125;
    return (struct heat){.describe = "A head.",
                         .value_title = "weight",
                         .m = {1, ROWS, value},
                         .row = {.title = "head", .first = 1},
                         .column = {.title = "row", .name = word, .marks = m},
                         .high = 1};
}

/* Cells begin at 42 (28 + 2 columns of 7) and end at 450: 8 of 51. They are at 46, below names at 30 and brackets at
 * 35; what the mark of the target means is at 14. Passage A takes 5 cells, up to 297; 255 / 7 = 36 columns hold its
 * whole name, and 153 / 7 = 21 that of B, too. */
TEST(svg) {
    double value[ROWS];
    const struct heat m = map_of(&marks, value);
    struct drawing_text d;
    const char *svg = drawing_of_heat(&d, &m, NULL);
    /* the middle of the first cell is 67.5 */
    assert_golden("example-marks-svg.svg", svg);
    drawing_free(&d);
}

/* One passage, and axes that are no tokens: the picture is as it would be without marks. */
TEST(svg_of_one_passage) {
    double value[ROWS];
    struct heat m = map_of(&one_passage, value), plain = map_of(NULL, value);
    struct drawing_text with, without;
    assert_string_equal(drawing_of_heat(&with, &m, NULL), drawing_of_heat(&without, &plain, NULL));
    assert_lacks(with.text, "passage");
    drawing_free(&with);
    drawing_free(&without);
}

TEST(csv) {
    double value[ROWS];
    const struct heat m = map_of(&marks, value);
    struct drawing_text d;
    csv_heat(drawing_open(&d), &m);
    const char *csv = drawing_close(&d);
    assert_golden("example-marks-csv.csv", csv);
    drawing_free(&d);
}

GROUP(example_marks, NULL, NULL)
