/* test_files.c -- rows of the user's own (task tsv): bad files, each with its message, and odd ones that are accepted.
 * A row has the bytes of the training file, the test file, or both. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/text.h"
#include "format/pieces.h"
#include "rows/rows.h"
#include "task/kinds.h"
#include "unit/files.h"
#include "unit/opened.h"
#include "unit/tests.h"

enum { OPTIONS = 3, WORDS = 1 << 30 };

struct row {
    const char *what;
    struct bytes train, test; /* NULL: a good one */
    struct option options[OPTIONS];
    const char
        *says; /* a piece of the message; or all rows: "label|text_a|text_b;", of training, '+', of the test file */
};

#define TRAIN(what, train, says) \
    { what, BYTES(train), {NULL, 0}, {{0}}, says }
#define OF_TEST(what, test, says) \
    { what, {NULL, 0}, BYTES(test), {{0}}, says }
#define BOTH(what, train, test, says) \
    { what, BYTES(train), BYTES(test), {{0}}, says }
#define WITH(what, train, test, key, value, says) \
    { what, BYTES(train), BYTES(test), {{key, value}}, says }

#define HEAD "label\ttext_a\n"
#define PAIR "label\ttext_a\ttext_b\n"
#define TWO HEAD "yes\tsun rain\nno\tfog\n" /* two rows that are fine */

static const char good_train[] = TWO, good_test[] = HEAD "yes\tfog\n";

static const struct row bad[] = {
    /* headers */
    TRAIN("0 bytes", "", "train.tsv:1:"),
    TRAIN("a byte order mark alone", "\xEF\xBB\xBF", "train.tsv:1:"),
    TRAIN("empty lines", "\n\n\r\n\n", "train.tsv:1: has no header line"),
    TRAIN("a header alone", HEAD, "train.tsv:1: there is no row after the header"),
    TRAIN("a header and empty lines", HEAD "\n\r\n", "train.tsv:3: "),
    TRAIN("no header", "yes\tsun\nno\tfog\n", "train.tsv:1: ... label ... yes, sun ... task.label_column"),
    TRAIN("no column label", "text_a\tnumber\nsun\t1\n", "train.tsv:1: ... label"),
    TRAIN("no column text_a", "label\tnumber\nyes\t1\n", "train.tsv:1: ... text_a"),
    TRAIN("an empty line in front", "\n\nname\ttext_a\nyes\tsun\n", "train.tsv:3: ... label"),
    TRAIN("a column twice", "label\ttext_a\tlabel\nyes\tsun\tyes\n", "train.tsv:1: ... label"),
    TRAIN("text_b twice", "label\ttext_b\ttext_a\ttext_b\nyes\ta\tb\tc\n", "train.tsv:1: ... text_b"),
    TRAIN("Label", "Label\ttext_a\nyes\tsun\n", "train.tsv:1: ... label ... Label, text_a"),
    TRAIN("text_B", "label\ttext_a\ttext_B\nyes\ta\tb\n", "train.tsv:1: ... text_b ... 'text_B'"),
    TRAIN("lines that end in CR", "label\ttext_a\ryes\tsun\rno\tfog\r",
          "train.tsv:1: the header contains a carriage return; lines end in LF or CR LF"),
    BOTH("text_b in training alone", PAIR "yes\ta\tb\nno\ta\tb\n", HEAD "yes\ta\n",
         "test.tsv:1: rows have 1 text, those of"),
    BOTH("text_b in the test alone", TWO, PAIR "yes\ta\tb\n", "test.tsv:1: rows have 2 texts, those of"),
    /* rows */
    TRAIN("too few fields", TWO "yes\n", "train.tsv:4: has 1 field ... 2"),
    OF_TEST("too few fields", HEAD "yes\tfog\n\nyes fog\n", "test.tsv:4: has 1 field"),
    TRAIN("quoted tabs", HEAD "yes\t\"sun\train\"\n", "train.tsv:2: has 3 fields ... 2"),
    TRAIN("one label", HEAD "yes\tsun\nyes\tfog\n", "train.tsv: ... 'yes'"),
    TRAIN("one label to be escaped", HEAD "\x1b[2J\tsun\n", "all rows have the label '\\x1b[2J'"),
    OF_TEST("rows all longer than in training", HEAD "yes\ta b c\nno\ta b c d\n",
            "no test row is as long as those of training: 2 test rows of 3..4 words, training rows of 1..2;"),
    /* bytes */
    TRAIN("NUL in a row", TWO "yes\ts\0n\n", "train.tsv:4: byte 6 of the line is NUL; this is not a text file"),
    OF_TEST("NUL in a test row", HEAD "yes\tf\0g\n", "test.tsv:2: byte 6 of the line is NUL"),
    TRAIN("UTF-16", "\xFF\xFEl\0a\0b\0", "train.tsv:1: ... label ... lab"), /* as its mark says */
    TRAIN("half of UTF-16", "\xFF\xFEl\0a\0b", "train.tsv:1: a character is cut in half; this is not UTF-16"),
    TRAIN("Latin-1", TWO "yes\tice \xE9 sun\n", "train.tsv:4: byte 9 of the line (0xe9) is not valid UTF-8"),
    TRAIN("a character cut by a newline", TWO "yes\t\xE2\x82\nno\tsun\n", "train.tsv:4: byte 5 of the line (0xe2)"),
    TRAIN("a character cut by the end", TWO "yes\tsun\xF0\x9F\x98", "train.tsv:4: byte 8 of the line (0xf0)"),
    OF_TEST("a test row that is not valid UTF-8", HEAD "yes\t\xFF\n", "test.tsv:2: byte 5 of the line (0xff)"),
};

static const struct row good[] = {
    TRAIN("no newline at the end", HEAD "yes\tsun\nno\tfog", "yes|sun|;no|fog|;+yes|fog|;"),
    TRAIN("CR within a row", HEAD "yes\tsun\rrain\nno\tfog\n", "no|fog|;yes|sun rain|;+yes|fog|;"),
    TRAIN("empty lines", "\n" HEAD "\nyes\tsun\n\r\n\nno\tfog\n\n", "yes|sun|;no|fog|;+yes|fog|;"),
    TRAIN("other columns, another order", "id\ttext_a\t\tlabel\n7\tsun\t\tyes\n\tfog\t-\tno\n",
          "yes|sun|;no|fog|;+yes|fog|;"),
    TRAIN("a name near one that is there", "label\tlabels\ttext_a\nyes\t1\tsun\nno\t1\tfog\n",
          "yes|sun|;no|fog|;+yes|fog|;"),
    BOTH("two texts", PAIR "yes\ta b\tc\nno\td\te f g\n", PAIR "no\tc d\tb\n", "yes|a b|c;no|d|e f g;+no|c d|b;"),
    TRAIN("quotes", HEAD "\"yes\"\t\"sun 'n' rain\"\nyes\t\"\n", "yes|\"|;\"yes\"|\"sun 'n' rain\"|;+yes|[UNK]|;"),
    TRAIN("Unicode's white space",
          HEAD "yes\ta\xC2\xA0\x62\xE2\x80\x83\x63\xE3\x80\x80\x64\xC2\x85\x65\x0b\x66\nno\tfog\n",
          "no|fog|;yes|a b c d e f|;+yes|fog|;"),
    TRAIN("what is no white space", HEAD "yes\ta\xE2\x80\x8B\x62\xEF\xBB\xBF\x63\x1f\x64\nno\tfog\n",
          "yes|a\xE2\x80\x8B\x62\xEF\xBB\xBF\x63\x1f\x64|;no|fog|;+yes|fog|;"),
    TRAIN("words like special ones", HEAD "yes\t[CLS] [UNK] [SEP] fog\nno\t[PAD]\n",
          "no|[PAD]|;yes|[CLS] [UNK] [SEP] fog|;+yes|fog|;"),
    TRAIN("labels of more words, blanks around them", HEAD "very good\tsun\n bad\tfog\nyes\xC2\xA0\tice\nbad\tsea\n",
          "very good|sun|;bad|fog|;yes|ice|;bad|sea|;+yes|fog|;"),
    TRAIN("a blank behind a name", "label\ttext_a \nyes\tsun\nno\tice\n", "yes|sun|;no|ice|;+yes|[UNK]|;"),
    TRAIN("four bytes a character", HEAD "yes\t\xF0\x9F\x98\x80 \xF4\x8F\xBF\xBF\nno\t\xED\x9F\xBF\n",
          "no|\xED\x9F\xBF|;yes|\xF0\x9F\x98\x80 \xF4\x8F\xBF\xBF|;+yes|[UNK]|;"),
    OF_TEST("words that are all unknown", HEAD "no\tsnow snow\nyes\thail\n",
            "no|fog|;yes|sun rain|;+yes|[UNK]|;no|[UNK] [UNK]|;"),
    OF_TEST("longer rows besides", HEAD "no\tfog fog fog\nyes\tsun\n",
            "no|fog|;yes|sun rain|;+yes|sun|;no|fog fog fog|;"),
    OF_TEST("a byte order mark and CR LF", "\xEF\xBB\xBFlabel\ttext_a\r\nyes\tsun\r\n",
            "no|fog|;yes|sun rain|;+yes|sun|;"),
    WITH("rare words", HEAD "yes\ta b\nno\ta\n", HEAD "yes\tb a\n", "task.min_count", "2",
         "no|a|;yes|a [UNK]|;+yes|[UNK] a|;"),
    WITH("a min_count that leaves nothing", HEAD "yes\ta b\nno\ta\n", HEAD "yes\ta\n", "task.min_count", "3",
         "no|[UNK]|;yes|[UNK] [UNK]|;+yes|[UNK]|;"),
    WITH("the most frequent words alone", HEAD "yes\ta b b\nno\tc b c\n", HEAD "yes\ta b d\n", "task.max_vocabulary",
         "3", "yes|[UNK] b b|;no|[UNK] b [UNK]|;+yes|[UNK] b [UNK]|;"),
    WITH("task.max_words to the word", HEAD "yes\ta b c\nno\ta\n", HEAD "no\ta b c d\nno\ta\n", "task.max_words", "3",
         "no|a|;yes|a b c|;+no|a|;no|a b c [UNK]|;"),
};

/* ---- The tables */

/* The task with files of the folder by their names, and more options. */
static bool open_named(struct file_task *o, const char *train, const char *test, const struct option *more) {
    struct option options[OPTIONS + 4] = {
        {"task.train", in_folder("", train)}, {"task.test", in_folder("", test)}, {"task.tokens", "spaces"}};
    for (int i = 0; i < OPTIONS && more && more[i].key; i++)
        options[3 + i] = more[i];
    return open_files(o, &task_tsv, options, NULL);
}

static bool open_row(struct file_task *o, const struct row *row) {
    static const struct bytes standard[] = {BYTES(good_train), BYTES(good_test)};
    write_file(test_folder, "train.tsv", row->train.text ? row->train : standard[0]);
    write_file(test_folder, "test.tsv", row->test.text ? row->test : standard[1]);
    return open_named(o, "train.tsv", "test.tsv", row->options);
}

TEST(bad_rows) {
    static struct file_task o;
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        bool accepted = open_row(&o, &bad[i]);
        assert_refused(bad[i].what, accepted, &o.error, EXIT_DATA, bad[i].says);
        arena_free(&o.arena);
    }
}

/* All rows of a stream, each of which must be read back from its own texts. */
static void add_written(char *out, size_t size, const struct file_task *o, enum task_stream from) {
    struct arena arena = {0};
    int count = o->task.kind->dataset_count(&o->task, from, WORDS);
    for (int n = 0; n < count; n++) {
        snprintf(out + strlen(out), size - strlen(out), "%s", written_row(o, from, n, &arena));
        assert_reads_back(o, from, n);
    }
    arena_free(&arena);
}

TEST(good_rows) {
    static struct file_task o;
    for (size_t i = 0; i < sizeof good / sizeof *good; i++) {
        char got[1000] = "";
        bool accepted = open_row(&o, &good[i]);
        assert_accepted(good[i].what, accepted, &o.error);
        add_written(got, sizeof got, &o, TASK_TRAINING);
        snprintf(got + strlen(got), sizeof got - strlen(got), "+");
        add_written(got, sizeof got, &o, TASK_EVALUATION);
        if (strcmp(got, good[i].says) != 0)
            fail_msg("%s\nexpected: %s\ngot:      %s", good[i].what, good[i].says, got);
        arena_free(&o.arena);
    }
}

/* ---- What is no file */

static void check_path(const char *what, const char *train, const char *test, enum exit_code code, const char *says) {
    static struct file_task o;
    bool accepted = open_named(&o, train, test, NULL);
    assert_refused(what, accepted, &o.error, code, says);
    arena_free(&o.arena);
}

static void write_good(void) {
    write_file(test_folder, "train.tsv", (struct bytes)BYTES(good_train));
    write_file(test_folder, "test.tsv", (struct bytes)BYTES(good_test));
}

TEST(no_files) {
    static struct file_task o;
    write_good();
    check_path("a missing file", "absent.tsv", "test.tsv", EXIT_IO, "absent.tsv: No such file or directory");
    check_path("a missing test file", "train.tsv", "absent.tsv", EXIT_IO, "absent.tsv: No such file or directory");
    check_path("a file for a folder", "train.tsv/x", "test.tsv", EXIT_IO, "train.tsv/x: Not a directory");
    check_path("a folder", ".", "test.tsv", EXIT_IO, "/.:");
    bool accepted = open_files(&o, &task_tsv, (const struct option[]){{"task.test", "x.tsv"}, {0}}, NULL);
    assert_refused("no training file", accepted, &o.error, EXIT_USAGE, "task.train");
    arena_free(&o.arena);
}

/* ---- Large files */

static char *filled(size_t size, char byte) {
    char *text = malloc(size);
    assert_non_null(text);
    memset(text, byte, size);
    return text;
}

/* A header, `before` bytes of filling, and some bytes after. */
static void write_filled(size_t before, char byte, struct bytes behind) {
    const struct bytes head = BYTES(HEAD);
    size_t size = head.size + before + behind.size;
    char *text = filled(size, byte);
    memcpy(text, head.text, head.size);
    memcpy(text + head.size + before, behind.text, behind.size);
    write_file(test_folder, "train.tsv", (struct bytes){text, size});
    free(text);
}

TEST(long_lines) {
    static const char too_long[] = "train.tsv:2: the line is longer than " TEXT_OF(PIECES_LONGEST) " bytes";
    char path[PATH_MAX_LENGTH];
    struct error e;
    write_good();
    write_filled(4 * PIECES_LONGEST, 'w', (struct bytes)BYTES(""));
    check_path("four pieces without an end", "train.tsv", "test.tsv", EXIT_DATA, too_long);
    write_filled(PIECES_LONGEST + 100, 'w', (struct bytes)BYTES("\nno\tfog\n"));
    check_path("a line longer than a piece", "train.tsv", "test.tsv", EXIT_DATA, too_long);
    write_filled(PIECES_LONGEST - 1, 'w', (struct bytes)BYTES("\nno\tfog\n"));
    check_path("a line that fills a piece", "train.tsv", "test.tsv", EXIT_DATA, "train.tsv:2: has 1 field");
    write_filled(3 << 20, '\n', (struct bytes)BYTES("no\n"));
    check_path("3 MiB of empty lines", "train.tsv", "test.tsv", EXIT_DATA, "train.tsv:3145730: has 1 field");
    write_good();
    assert_true(file_path(path, test_folder, "train.tsv", &e));
    assert_int_equal(truncate(path, 1 << 30), 0); /* a hole, read as NUL bytes */
    check_path("1 GiB of NUL bytes", "train.tsv", "test.tsv", EXIT_DATA, "train.tsv:4: byte 1 of the line is NUL");
    write_file(test_folder, "train.tsv", (struct bytes)BYTES(""));
    assert_int_equal(truncate(path, 1 << 30), 0);
    check_path("nothing but 1 GiB", "train.tsv", "test.tsv", EXIT_DATA, "train.tsv:1: byte 1 of the line is NUL");
}

/* Row n: one to eight words, some of them not ASCII; the same whoever writes it down. */
static size_t make_row(char *out, int n) {
    struct random r = random_open(11, RANDOM_TRAIN, (uint64_t)n);
    char *at = out + sprintf(out, "%s|", n % 3 ? "yes" : "no");
    for (int words = random_between(&r, 1, 8); words > 0; words--)
        at += sprintf(at, "%s%d%s", random_below(&r, 2) ? "w" : "\xE2\x82\xAC", (int)random_below(&r, 500),
                      words > 1 ? " " : "");
    return (size_t)(at - out);
}

#ifdef __SANITIZE_ADDRESS__ /* slow there: two pieces in place of four */
enum { BIG = 5 << 18 };
#else
enum { BIG = 3 << 20 };
#endif
enum { BIG_ROW = 100 };

/* Rows until the file is full, so that they lie across the borders of pieces in all ways; *rows of them. */
static struct bytes make_rows(const char *start, const char *end, int *rows) {
    char *text = malloc(BIG + 2 * BIG_ROW), *at = stpcpy(text, start);
    for (*rows = 0; at < text + BIG; at = stpcpy(at, end)) {
        char *row = at;
        at += make_row(at, (*rows)++);
        *(char *)memchr(row, '|', BIG_ROW) = '\t';
    }
    return (struct bytes){text, (size_t)(at - text)};
}

static int by_bytes(const void *a, const void *b) { return strcmp(*(const char *const *)a, *(const char *const *)b); }

/* All rows that were written were read, each as it stands. */
static void check_big(const char *what, const char *start, const char *end) {
    static struct file_task o;
    struct arena arena = {0};
    int count;
    struct bytes file = make_rows(start, end, &count);
    write_file(test_folder, "train.tsv", file);
    assert_accepted(what, open_named(&o, "train.tsv", "test.tsv", NULL), &o.error);
    assert_int_equal(o.task.kind->dataset_count(&o.task, TASK_TRAINING, WORDS), count);
    const char **got = arena_alloc(&arena, (size_t)count, sizeof *got),
               **expected = arena_alloc(&arena, (size_t)count, sizeof *got);
    for (int n = 0; n < count; n++) {
        char row[BIG_ROW];
        stpcpy(row + make_row(row, n), "|;");
        expected[n] = arena_text(&arena, row);
        got[n] = written_row(&o, TASK_TRAINING, n, &arena);
    }
    qsort(got, (size_t)count, sizeof *got, by_bytes);
    qsort(expected, (size_t)count, sizeof *expected, by_bytes);
    for (int n = 0; n < count; n++)
        assert_string_equal(got[n], expected[n]);
    arena_free(&arena);
    arena_free(&o.arena);
    free((char *)file.text);
}

TEST(big_files) {
    write_good();
    check_big("lines of LF", HEAD, "\n");
    check_big("lines of CR LF", HEAD, "\r\n");
    check_big("a byte order mark", "\xEF\xBB\xBF" HEAD, "\n");
}

/* A fault after the first piece is told with its own line; what lies in front moves it over the border byte by byte.
 */
TEST(lines_counted) {
    char says[200];
    int rows;
    write_good();
    struct bytes file = make_rows(HEAD, "\n", &rows);
    char *text = (char *)file.text;
    memcpy(text + file.size, "yes\tsun\xF0\x9F\x98\n", sizeof "yes\tsun\xF0\x9F\x98\n");
    write_file(test_folder, "train.tsv", (struct bytes){text, file.size + strlen("yes\tsun\xF0\x9F\x98\n")});
    snprintf(says, sizeof says, "train.tsv:%d: byte 8 of the line (0xf0) is not valid UTF-8", rows + 2);
    check_path("a fault far behind", "train.tsv", "test.tsv", EXIT_DATA, says);
    write_file(test_folder, "train.tsv", (struct bytes){text, file.size + strlen("yes")});
    snprintf(says, sizeof says, "train.tsv:%d: has 1 field ... 2", rows + 2);
    check_path("a short row far behind", "train.tsv", "test.tsv", EXIT_DATA, says);
    free(text);
}

TEST(many_labels) {
    static struct file_task o;
    enum { LABELS = 10000 };
    char *text = malloc(LABELS * 16), *at = stpcpy(text, HEAD);
    for (int n = 0; n < LABELS; n++)
        at += sprintf(at, "%d\tw\n", n);
    write_file(test_folder, "train.tsv", (struct bytes){text, (size_t)(at - text)});
    write_file(test_folder, "test.tsv", (struct bytes)BYTES(HEAD "9999\tw\n"));
    assert_accepted("10000 labels", open_named(&o, "train.tsv", "test.tsv", NULL), &o.error);
    assert_int_equal(o.task.size.classes, LABELS);
    arena_free(&o.arena);
    at += sprintf(at, "-\tw\n");
    write_file(test_folder, "train.tsv", (struct bytes){text, (size_t)(at - text)});
    check_path("10001 labels", "train.tsv", "test.tsv", EXIT_DATA, "train.tsv:10002: more than 10000 different labels");
    free(text);
}

/* 256 columns are taken, 257 are not. */
TEST(many_columns) {
    static struct file_task o;
    char head[800] = "label\ttext_a", row[800] = "yes\tsun", text[2600];
    for (int n = 2; n < 256; n++) {
        text_append(head, sizeof head, "\tx");
        text_append(row, sizeof row, "\t");
    }
    write_good();
    snprintf(text, sizeof text, "%s\n%s\nno%s\n", head, row, row + strlen("yes"));
    write_file(test_folder, "train.tsv", (struct bytes){text, strlen(text)});
    assert_accepted("256 columns", open_named(&o, "train.tsv", "test.tsv", NULL), &o.error);
    arena_free(&o.arena);
    snprintf(text, sizeof text, "%s\tx\n", head);
    write_file(test_folder, "train.tsv", (struct bytes){text, strlen(text)});
    check_path("257 columns", "train.tsv", "test.tsv", EXIT_DATA, "train.tsv:1: ... 256 columns");
}

GROUP(files, folder_setup, folder_teardown)
