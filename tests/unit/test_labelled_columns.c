/* test_labelled_columns.c -- rows of a label and texts from a stream, with a header and without; files are in
 * test_files.c. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "data/labelled_columns.h"
#include "unit/refused.h"
#include "unit/tests.h"

/* All rows of a stream as "line:label|text_a|text_b;", - for what a row has not; or the message. */
static void assert_rows_of(const char *label, const char *texts, const char *bytes, size_t size, const char *expected) {
    struct labelled l;
    struct records_field field[LABELLED_COLUMNS];
    struct error e = {0};
    char got[512] = "";
    bool more = true;
    FILE *stream = tmpfile();
    assert_non_null(stream);
    fwrite(bytes, 1, size, stream);
    rewind(stream);
    const struct labelled_how how = {.rows.from = {.path = "input", .stream = stream},
                                     .label = label,
                                     .texts = texts,
                                     .unlabelled = true,
                                     .rows.maybe_headless = true};
    bool ok = labelled_open(&l, &how, &e);
    while (ok && more) {
        ok = labelled_next(&l, field, &more, &e);
        if (!ok || !more)
            break;
        text_append(got, sizeof got, "%ld:", l.file.line);
        for (int k = 0; k < LABELLED_COLUMNS; k++)
            text_append(got, sizeof got, "%.*s%s", field[k].text ? (int)field[k].length : 1,
                        field[k].text ? field[k].text : "-", k < LABELLED_B ? "|" : ";");
    }
    labelled_close(&l);
    assert_int_equal(fclose(stream), 0); /* it stayed open */
    assert_true(!*e.text || e.code == EXIT_DATA);
    text_append(got, sizeof got, "%s", e.text);
    assert_says(got, expected);
}

#define ROWS(bytes, expected) assert_rows_of("label", "", bytes, sizeof(bytes) - 1, expected)
#define NAMED(label, texts, bytes, expected) assert_rows_of(label, texts, bytes, sizeof(bytes) - 1, expected)

TEST(header) {
    ROWS("label\ttext_a\nyes\tsun\nno\t\n", "2:yes|sun|-;3:no||-;");
    ROWS("\xEF\xBB\xBFtext_b\tid\ttext_a\r\n\r\nb\t7\ta\r\n", "3:-|a|b;");
    ROWS("text_a\nsun", "2:-|sun|-;"); /* without an end */
    ROWS("text_a\n", "");
    ROWS("text_a\tlabel\nsun\n", "input:2: has 1 ... 2");
    ROWS("label\tid\nyes\t1\n", "input:1: ... text_a ... label, id ... task.text_columns");
    ROWS("lable\ttext_a\nyes\tsun\n", "input:1: there is no column label, but there is 'lable'; name the columns with "
                                      "task.label_column and task.text_columns");
    ROWS("libal\ttext_a\nyes\tsun\n", "2:-|sun|-;"); /* two letters off is another column */
    ROWS("text_a\ttext_a\n", "input:1: column text_a is given twice in the header");
}

TEST(no_header) {
    ROWS("sun\nfog\train\n\nice\n", "1:-|sun|-;2:-|fog|rain;4:-|ice|-;");
    ROWS("\n\nsun\train\nfog", "3:-|sun|rain;4:-|fog|-;");
    ROWS("\xEF\xBB\xBFtext_c\n", "1:-|text_c|-;"); /* near a name, but no column is named */
    ROWS("sun\rrain\n", "1:-|sun\rrain|-;");
    ROWS("sun\na\tb\tc\n", "1:-|sun|-;input:2: has 3 fields; without a header it takes text_a and perhaps text_b");
}

/* Columns that a task names; rows of `poslab show task` have the usual ones all the same. */
TEST(named) {
    NAMED("kind", "body", "body\tkind\tlabel\nsun\tyes\t7\n", "2:yes|sun|-;");
    NAMED("kind", "q, a", "a\tq\nsun\train\n", "2:-|rain|sun;");
    NAMED("kind", "q, a", "label\ttext_a\ttext_b\nyes\tsun\train\n", "2:yes|sun|rain;");
    NAMED("kind", "", "label\ttext_a\nyes\tsun\n", "2:yes|sun|-;");
    NAMED("kind", "body", "sun\n", "1:-|sun|-;");
    NAMED("kind", "body", "kind\tlabel\n", "input:1: ... body ... kind, label ... task.text_columns");
    ROWS("text\tid\nsun\t1\n", "2:-|sun|-;");
}

TEST(refused) {
    ROWS("", "input is empty ... tabs");
    ROWS("\n\n\r\n", "input is empty ... tabs");
    ROWS("sun\n\nf\xFFg\n", "1:-|sun|-;input:3: byte 2 of the line (0xff) ... task.charset");
    ROWS("sun\nf\0g\n", "1:-|sun|-;input:2: byte 2 of the line is NUL; this is not a text file");
    char *longest = malloc(PIECES_LONGEST + 100);
    assert_non_null(longest);
    memset(longest, 'a', PIECES_LONGEST + 100);
    assert_rows_of("label", "", longest, PIECES_LONGEST + 100,
                   "input:1: the line is longer than " TEXT_OF(PIECES_LONGEST) " bytes");
    free(longest);
}

GROUP(labelled_columns, NULL, NULL)
