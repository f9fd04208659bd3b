/* test_left_out.c -- a user's rows: which columns they are, which rows are left out or cut, the message about it, and
 * which are held out without a test file. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/text.h"
#include "rows/rows.h"
#include "task/kinds.h"
#include "unit/files.h"
#include "unit/opened.h"
#include "unit/tests.h"

enum { OPTIONS = 6, WORDS = 1 << 30, NOTE = 1000 };

/* The task with files of the folder, `test` NULL: none. */
static bool open_named(struct file_task *o, const char *train, const char *test, const struct option *more) {
    struct option options[OPTIONS + 3] = {{"task.train", in_folder("", train)}};
    int count = 1;
    if (test)
        options[count++] = (struct option){"task.test", in_folder("", test)};
    for (; more && more->key; more++)
        options[count++] = *more;
    return open_files(o, &task_tsv, options, NULL);
}

/* All rows: "label|text_a|text_b;", of training, '+', of the test. */
static const char *all_rows(const struct file_task *o, struct arena *arena) {
    char *out = arena_alloc(arena, 10000, 1);
    for (int from = TASK_TRAINING; from <= TASK_EVALUATION; from++) {
        int count = o->task.kind->dataset_count(&o->task, (enum task_stream)from, WORDS);
        text_append(out, 10000, from ? "+" : "");
        for (int n = 0; n < count; n++)
            text_append(out, 10000, "%s", written_row(o, (enum task_stream)from, n, arena));
    }
    return out;
}

struct row {
    const char *what;
    struct bytes train, test; /* as train.csv and test.csv */
    struct option options[OPTIONS];
    const char *rows, *note; /* all rows, and how the note ends; or NULL and the message */
};

#define TESTED "label,text\nb,x\n"
#define ROWS(what, train, test, key, value, rows, note) \
    { what, BYTES(train), BYTES(test), {{key, value}}, rows, note }
#define REFUSED(what, train, test, key, value, says) ROWS(what, train, test, key, value, NULL, says)

static const struct row rows[] = {
    ROWS("text where there is no text_a", "label,text,id\na,X x,1\nb,y,2\n", TESTED, NULL, NULL, "b|y|;a|x x|;+b|x|;",
         "are unknown ([UNK])."),
    ROWS("text_a before text", "label,text,text_a\na,no,x\nb,no,y\n", "text_a,label\ny,a\n", NULL, NULL,
         "a|x|;b|y|;+a|y|;", "are unknown ([UNK])."),
    {"columns of other names",
     BYTES("kind,my text,label\na,x,no\nb,y,no\n"),
     BYTES("my text,kind\nx,b\n"),
     {{"task.label_column", "kind"}, {"task.text_columns", "my text"}},
     "a|x|;b|y|;+b|x|;",
     "are unknown ([UNK])."},
    ROWS("two texts of other names", "q,a,label\nx,y z,0\nz,x,1\n", "label,a,q\n1,x,y\n", "task.text_columns", "q, a",
         "1|z|x;0|x|y z;+1|y|x;", "are unknown ([UNK])."),
    ROWS("the same, turned", "q,a,label\nx,y z,0\nz,x,1\n", "label,a,q\n1,x,y\n", "task.text_columns", "a,q",
         "1|x|z;0|y z|x;+1|x|y;", "are unknown ([UNK])."),
    REFUSED("a label of the header alone", "label,text\na,x\n", TESTED, "task.label_column", "kind",
            "train.csv:1: ... kind ... label, text ... task.label_column"),
    REFUSED("a text that is not there", "label,text,x\n", TESTED, "task.text_columns", "text, y",
            "train.csv:1: ... y ... label, text, x ... task.text_columns"),
    REFUSED("three texts", "label,text\n", TESTED, "task.text_columns", "a,b,c", "task.text_columns = a,b,c:"),
    ROWS("left out", "label,text\na,x\n,y\na,\"\"\n \xC2\xA0,y\nb,\" \n\"\nb,y\n,\n",
         "label,text\nb,x\nc,y\nc,\nA,x\na, \n", NULL, NULL, "a|x|;b|y|;+b|x|;",
         "([UNK]). Of the training rows: 3 without a label, 2 without a text. Of the test rows: 2 without a text, 2 "
         "with a label that no training row has."),
    ROWS("text_b missing", "label,text_a,text_b\na,x,\nb,,y\nb,x,y\na,y,x\n", "label,text_a,text_b\na,x,x\nb,x,\n",
         NULL, NULL, "b|x|y;a|y|x;+a|x|x;",
         "Of the training rows: 2 without a text. Of the test rows: 1 without a text."),
    ROWS("words of what is left out count for nothing", "label,text\na,x\nb,y y y\n,z z z z\n", "label,text\na,z y x\n",
         "task.max_vocabulary", "3", "a|[UNK]|;b|y y y|;+a|[UNK] y [UNK]|;",
         "Of the training rows: 1 without a label."),
    ROWS("cut", "label,text\na,\"p, q r\"\nb,s\n", "label,text\na,\"q r s p ,\"\nb,q\n", "task.max_words", "3",
         "b|s|;a|p , q|;+b|q|;a|q [UNK] s p ,|;", "Of the training rows: 1 cut to task.max_words = 3."),
    ROWS("cut to nothing but one", "label,text\na,p q r\nb,q p\nb,r\n", "label,text\na,q\n", "task.max_words", "1",
         "a|p|;b|q|;b|r|;+a|q|;", "([UNK]). Of the training rows: 2 cut to task.max_words = 1."),
    {"the longer of two is cut",
     BYTES("label,text_a,text_b\na,p q r s t,u v\nb,p,q r s t u\na,p q r s,t u v w\nb,p q,r s\n"),
     BYTES("label,text_a,text_b\na,p q,r s\n"),
     {{"task.max_words", "5"}, {"task.too_long", "truncate"}},
     "b|p q|r s;a|p q r|u v;b|p|q r s t;a|p q r|t u;+a|p q|r s;",
     "Of the training rows: 3 cut to task.max_words = 5."},
    {"left out if too long",
     BYTES("label,text\na,p q r\nb,q p\na,r\n"),
     BYTES("label,text\na,q\nb,q p r\n"),
     {{"task.max_words", "2"}, {"task.too_long", "skip"}},
     "a|r|;b|q p|;+a|q|;b|q p r|;",
     "([UNK]). Of the training rows: 1 too long."},
    {"refused if too long",
     BYTES("label,text\na,p q\nb,\"q\np r\"\n"),
     BYTES(TESTED),
     {{"task.max_words", "2"}, {"task.too_long", "error"}},
     NULL,
     "train.csv:3: has 3 words, more than task.max_words = 2; task.too_long says what to do with such rows"},
    REFUSED("none left", "label,text\na,\n,x\nb,\n", TESTED, NULL, NULL,
            "train.csv: no row can be used: 1 without a label, 2 without a text"),
    REFUSED("no test row left", "label,text\na,x\nb,y\n", "label,text\nc,x\nA,x\n", NULL, NULL,
            "/test.csv:2 has 'c'; labels of training: a, b"),
    ROWS("characters", "label,text\na,x y\nb,Y\n", "label,text\na,y Z\n", "task.tokens", "characters",
         "b|Y|;a|x\xE2\x90\xA3y|;+a|y\xE2\x90\xA3[UNK]|;",
         "4 characters known; 33.3 % of the characters in the test rows are unknown ([UNK])."),
    ROWS("a TSV that says so", "label\ttext\na\tx,\nb\ty\n", "label\ttext\na\tx\n", "task.format", "tsv",
         "b|y|;a|x ,|;+a|x|;", "are unknown ([UNK])."),
    {"left out among rows that are looked up at once",
     BYTES("label\ttext\na\tp q r\nb\tq p\n\tx\na\tr q\nc\tx y z\nb\ts\n"),
     BYTES("label\ttext\nd\tr s\na\tq\nb\tq p r\nd\tq\nb\ts\n"),
     {{"task.max_words", "2"}, {"task.too_long", "skip"}},
     "b|s|;b|q p|;a|r q|;+a|q|;b|s|;b|q p r|;",
     "([UNK]). Of the training rows: 1 without a label, 2 too long. Of the test rows: 2 with a label that no training "
     "row has."},
    ROWS("Latin-1", "label,text\na,\xC4\nb,\xE4 \xDF\n", TESTED, "task.charset", "latin-1",
         "a|\xC3\xA4|;b|\xC3\xA4 ss|;+b|[UNK]|;", "are unknown ([UNK])."),
};

/* says help settings: most words in a training row, both texts together: memory grows with the longest */
TEST(rows_of_files) {
    static struct file_task o;
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        const struct row *row = &rows[i];
        char note[NOTE] = "";
        write_file(test_folder, "train.csv", row->train);
        write_file(test_folder, "test.csv", row->test);
        bool accepted = open_named(&o, "train.csv", "test.csv", row->options);
        if (!row->rows) {
            assert_refused(row->what, accepted, &o.error, o.error.code, row->note);
        } else {
            assert_accepted(row->what, accepted, &o.error);
            const char *got = all_rows(&o, &o.arena);
            o.task.kind->note(&o.task, note, sizeof note);
            if (strcmp(got, row->rows) != 0)
                fail_msg("%s\nexpected: %s\ngot:      %s", row->what, row->rows, got);
            size_t end = row->note ? strlen(row->note) : 0;
            if (strlen(note) < end || strcmp(note + strlen(note) - end, row->note ? row->note : "") != 0)
                fail_msg("%s\nexpected: %s\ngot:      %s", row->what, row->note, note);
        }
        arena_free(&o.arena);
    }
}

/* ---- JSON lines */

static void check_json(const char *rows_of_file, const char *says) {
    static struct file_task o;
    write_file(test_folder, "train.jsonl", (struct bytes){rows_of_file, strlen(rows_of_file)});
    bool accepted = open_named(&o, "train.jsonl", "train.jsonl", NULL);
    if (says)
        assert_refused(rows_of_file, accepted, &o.error, EXIT_DATA, says);
    else
        assert_accepted(rows_of_file, accepted, &o.error);
    arena_free(&o.arena);
}

TEST(json_rows) {
    check_json("{\"label\": 1, \"text\": \"x\"}\n{\"text\": \"y\", \"more\": [1], \"label\": 0}\n", NULL);
    check_json("{\"label\": 1, \"text\": \"x\"}\n{\"text\": [\"y\"], \"label\": 0}\n",
               "train.jsonl:2: text is an array or an object; it must be a text, a number or true or false");
    check_json("{\"label\": 1, \"text_a\": \"x\"}\n{\"text_a\": \"y\", \"label\": 0, \"text_b\": \"z\"}\n",
               "train.jsonl:2: has a key that the first row does not have but that all rows need: text_b");
    check_json("{\"text\": \"x\"}\n{\"text\": \"y\", \"label\": 0}\n",
               "train.jsonl:1: ... label ... text ... task.label_column");
}

/* ---- Held out */

enum { ROWS = 1000 };

/* Row n has the words "all" and "wN", and the label "even" or "odd"; that of the row `lone` is its own. */
static void write_numbered(int lone) {
    char *text = malloc(ROWS * 32), *at = stpcpy(text, "label\ttext\n");
    for (int n = 0; n < ROWS; n++)
        at += sprintf(at, "%s\tall w%d\n", n == lone ? "lone" : n % 2 ? "odd" : "even", n);
    write_file(test_folder, "all.tsv", (struct bytes){text, (size_t)(at - text)});
    free(text);
}

/* Which rows are in the test, by a draw for each row of the file. */
static void expect_split(bool held_out[ROWS], uint32_t seed, double share) {
    for (int n = 0; n < ROWS; n++) {
        struct random r = random_open(seed, RANDOM_SPLIT, (uint64_t)n);
        held_out[n] = random_word(&r) / 4294967296.0 < share;
    }
}

/* Training rows have their second word, which no row held out can know. */
static void check_split(const struct file_task *o, const bool held_out[ROWS]) {
    const struct task_built *t = &o->task;
    struct arena arena = {0};
    int count[2] = {0}, seen[ROWS] = {0};
    for (int n = 0; n < ROWS; n++)
        count[held_out[n]]++;
    for (int from = TASK_TRAINING; from <= TASK_EVALUATION; from++) {
        assert_int_equal(t->kind->dataset_count(t, (enum task_stream)from, WORDS), count[from]);
        for (int i = 0; i < count[from]; i++) {
            int n = -1;
            const char *row = written_row(o, (enum task_stream)from, i, &arena);
            if (from == TASK_EVALUATION)
                assert_non_null(strstr(row, "|all [UNK]|;"));
            else if (sscanf(strchr(row, '|'), "|all w%d|;", &n) == 1)
                assert_true(!held_out[n] && seen[n]++ == 0 && strstr(row, n % 2 ? "odd|" : "even|") == row);
            assert_true(from == TASK_EVALUATION || n >= 0);
        }
    }
    arena_free(&arena);
}

TEST(held_out) {
    static struct file_task o;
    static const struct { const char *seed, *share; } split[] = {{"1", "0.1"}, {"2", "0.1"}, {"1", "0.5"}};
    bool held_out[ROWS];
    write_numbered(-1);
    for (int i = 0; i < 3; i++) {
        const struct option more[] = {{"task.split_seed", split[i].seed}, {"task.held_out", split[i].share}, {0}};
        assert_accepted("a share", open_named(&o, "all.tsv", NULL, more), &o.error);
        expect_split(held_out, (uint32_t)atoi(split[i].seed), strtod(split[i].share, NULL));
        check_split(&o, held_out);
        arena_free(&o.arena);
    }
}

/* A label that only a row held out has is none that could be learned. */
TEST(lone_label) {
    static struct file_task o;
    bool held_out[ROWS];
    char note[NOTE] = "";
    int lone = 0, count = 0;
    expect_split(held_out, 1, 0.1);
    while (!held_out[lone])
        lone++;
    for (int n = 0; n < ROWS; n++)
        count += held_out[n];
    write_numbered(lone);
    assert_accepted("a lone label", open_named(&o, "all.tsv", NULL, NULL), &o.error);
    assert_int_equal(o.task.size.classes, 2);
    assert_int_equal(o.task.kind->dataset_count(&o.task, TASK_EVALUATION, WORDS), count - 1);
    o.task.kind->note(&o.task, note, sizeof note);
    assert_non_null(strstr(note, " held out of them; 2 labels; "));
    assert_non_null(strstr(note, " Of the test rows: 1 with a label that no training row has."));
    arena_free(&o.arena);
}

TEST(nothing_held_out) {
    static struct file_task o;
    write_file(test_folder, "few.tsv", (struct bytes)BYTES("label\ttext\na\tx\nb\ty\n"));
    bool accepted = open_named(&o, "few.tsv", NULL, (const struct option[]){{"task.held_out", "0.001"}, {0}});
    assert_refused(
        "two rows", accepted, &o.error, EXIT_DATA,
        "few.tsv: of 2 rows none is held out (task.held_out = 0.001, task.split_seed = 1); name a file of test "
        "rows with task.test, or change these");
    arena_free(&o.arena);
}

GROUP(left_out, folder_setup, folder_teardown)
