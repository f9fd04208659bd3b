/* test_names.c -- names of columns: from headers as programs write them, and in settings. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "format/names.h"
#include "unit/files.h"
#include "unit/tests.h"

enum { ROOM = 1000 };

/* "a|b: 2:1|2; told; check" */
static void assert_read(enum records_form form, struct bytes content, const char *expected) {
    struct records r;
    struct records_field field[RECORDS_COLUMNS];
    struct error e = {0};
    char got[ROOM] = "", told[ROOM];
    bool more = true;
    FILE *f = tmpfile();
    assert_non_null(f);
    assert_int_equal(fwrite(content.text, 1, content.size, f), content.size);
    rewind(f);
    const struct records_how how = {{"in", f, CHARSET_UTF8, false}, form, false};
    bool ok = records_open(&r, &how, &e) && names_check(&r, &e);
    for (int i = 0; ok && i < r.columns; i++)
        text_append(got, ROOM, "%s%s", i ? "|" : "", r.name[i].text);
    while (ok && (ok = records_next(&r, field, &more, &e)) && more) {
        text_append(got, ROOM, " %ld:", r.line);
        for (int i = 0; i < r.fields; i++)
            text_append(got, ROOM, "%s%.*s", i ? "|" : "", (int)field[i].length, field[i].text);
    }
    assert_true(ok || e.code == EXIT_DATA);
    text_append(got, ROOM, "%s%s", *got && *e.text ? " " : "", e.text);
    if (records_told(&r, told, sizeof told))
        text_append(got, ROOM, " (%s)", told);
    records_close(&r);
    fclose(f);
    assert_says(got, expected);
}

#define CSV(content, expected) assert_read(RECORDS_CSV, (struct bytes)BYTES(content), expected)
#define TSV(content, expected) assert_read(RECORDS_TSV, (struct bytes)BYTES(content), expected)
#define JSONL(content, expected) assert_read(RECORDS_JSONL, (struct bytes)BYTES(content), expected)

TEST(headers) {
    CSV(" text ,\xC2\xA0label\nx, y\n", "text|label 2:x| y");
    CSV("\"long\n  text\",u\xCC\x88,\"a\tb\"\nx,y,z\n", "long text|\xC3\xBC|a b 3:x|y|z");
    TSV("text \t\xEF\xBB\xBFlabel\nx\ty\n", "text|label 2:x|y");
    JSONL("{\" text\": \"x \", \"label\": 1}\n{\"label\": 2, \"text\": \"y\"}\n", "text|label 1:x |1 2:y|2");
    JSONL("{\"a\": \"x\"}\n{\"a\": \"x\", \" a\": \"y\"}\n", "a 1:x in:2: has two keys that are one name: a");
}

TEST(separator_of_excel) {
    CSV("sep=;\r\ntext;label\r\nx,y;a\r\n", "text|label 3:x,y|a (in: columns are separated by semicolons)");
    CSV("sep=,\ntext,l;b;l\nx,y\n", "text|l;b;l 3:x|y");
    CSV("\"sep=|\"\n\na|b\n1|2\n", "a|b 4:1|2 (in: columns are separated by bars (|))");
    CSV("SEP=^\na^b\nx,^y\n", "a|b 3:x,|y (in: columns are separated by '^')");
    TSV("sep=;\na;b\nx;\"y;z\"\n", "a|b 3:x|y;z (in: columns are separated by semicolons)");
    TSV("sep=\t\na\tb\nx\ty\n", "a|b 3:x|y");
    CSV("sep=ab,c\nx,y\n", "sep=ab|c 2:x|y");
}

TEST(lines_before) {
    CSV("# a, b\ntext;label\nx;y\n", "text|label 3:x|y (in: columns are separated by semicolons; 1 line of # before "
                                     "the header is skipped)");
    CSV("# made by hand, 2024\n#\ntext,label\nx,a\n",
        "text|label 4:x|a (in: 2 lines of # before the header are skipped)");
    TSV("\n# one\n\ntext\tlabel\nx\ta\n#y\tb\n",
        "text|label 5:x|a 6:#y|b (in: 1 line of # before the header is skipped)");
    CSV("#tag,label\ngood,a\nbad,b\nso,a\n", "#tag|label 2:good|a 3:bad|b 4:so|a"); /* what follows is data */
    CSV("# 1, 2\n#tag;label\ngood;5\nbad;1\n", "#tag|label 3:good|5 4:bad|1 (in: columns are separated by semicolons; "
                                               "1 line of # before the header is skipped)");
    CSV("#,a\n", "in is empty ... commas ... 1 line of # ");
}

#define NAMES_OF_ROWS " (in: the first column has no name and is ignored: it has the names of rows, as R writes them)"

TEST(names_of_rows_of_R) {
    CSV("\"text\",\"label\"\n\"1\",\"good\",\"a\"\n\"2\",\"bad\",\"b\"\n",
        "|text|label 2:1|good|a 3:2|bad|b" NAMES_OF_ROWS);
    TSV("a\tb\nx1\ty\tz\nx2\ty\tz\n", "|a|b 2:x1|y|z 3:x2|y|z" NAMES_OF_ROWS);
    CSV("a,b\n1,x,y\n", "a|b in:2: has 3 ... 2");                    /* one row may be damaged */
    CSV("a,b\n1,x,y\n2,x,y\n3,x\n", "a|b in:2: has 3 ... 2");        /* not all have one more */
    CSV("a,b\nso, it is,y\nno, it is,z\n", "a|b in:2: has 3 ... 2"); /* commas of sentences */
    CSV("a,b\n1,x,y\n1,x,z\n", "a|b in:2: has 3 ... 2");             /* R's differ */
    CSV("a\n1,x\n2,y\n", "a in:2: has 2 ... 1");
}

#define DATA "looks like data: add a header line, with names such as label and text "

TEST(sentences_with_commas) { CSV("a,b\nso it is now,it is,y\nno it is not,it is,z\n", "a|b in:2: has 3 ... 2"); }

TEST(no_header) {
    CSV("5,good film\n1,bad film\n", "in:1: line 1 " DATA "('5' is a number)");
    CSV("# x\nfine,5.0\nbad,1\n", "in:2: line 2 " DATA "('5.0' is a number)"
                                  " (in: 1 line of # before the header is skipped)");
    TSV("first\tgamma epsilon\nsecond\tbeta\nfirst\talpha\nfirst\tx\n",
        "in:1: line 1 " DATA "(its column has 'first' 2 more times)");
    CSV("good film,pos\nbad film,neg\nno film, pos\n", "in:1: line 1 " DATA "(its column has 'pos' 1 more time)");
    CSV("text,2019\nx,no\ny,yes\n", "text|2019 2:x|no 3:y|yes"); /* a number above words */
    CSV("0,1\nx,5\ny,6\n", "0|1 2:x|5 3:y|6");                   /* pandas */
    CSV(",0,1\n0,x,a\n1,y,b\n", "|0|1 2:0|x|a 3:1|y|b");
    CSV("word,tag\nword,tag\nx,y\n", "word|tag 2:word|tag 3:x|y"); /* two files in one */
    JSONL("{\"1\": \"1\"}\n", "1 1:1");
}

/* One word among many that is the column's name is none of data; a share of a thousandth is. */
static void assert_seldom(int rows, int same, bool data) {
    char *text = malloc((size_t)rows * 16 + 16), *at = stpcpy(text, "word,tag\n");
    struct records r;
    struct error e = {0};
    for (int i = 0; i < rows; i++)
        at += sprintf(at, "%s%.0d,\n", i < same ? "word" : "w", i < same ? 0 : i);
    FILE *f = tmpfile();
    assert_non_null(f);
    fputs(text, f);
    rewind(f);
    bool all = at - text <= PIECES_LONGEST; /* what is in memory is looked at */
    free(text);
    const struct records_how how = {{"in", f, CHARSET_UTF8, false}, RECORDS_CSV, false};
    assert_true(records_open(&r, &how, &e));
    assert_true(!all || names_check(&r, &e) != data);
    records_close(&r);
    fclose(f);
}

TEST(seldom) {
    assert_seldom(40, 1, true);
    assert_seldom(41, 1, false);
    assert_seldom(900, 2, true);
    assert_seldom(2000, 2, false);
    assert_seldom(2000, 3, true);
}

TEST(in_settings) {
    static const struct {
        const char *list, *names;
    } lists[] = {
        {"question, answer", "question|answer|"},
        {" a b ,c", "a b|c|"},
        {"\"text, long\"", "text, long|"},
        {"\"text, long\" , \"say \"\"hi\"\"\"", "text, long|say \"hi\"|"},
        {"say \"hi\", x", "say \"hi\"|x|"},
        {"\"open, x", "\"open|x|"},
        {"\"a\" b", "\"a\" b|"},
        {"u\xCC\x88,  x  y", "\xC3\xBC|x y|"},
        {",,", ""},
    };
    struct arena arena = {0};
    for (size_t i = 0; i < sizeof lists / sizeof *lists; i++) {
        const char *at = lists[i].list, *name;
        char got[ROOM] = "";
        while (names_next(&at, &arena, &name))
            text_append(got, ROOM, "%s|", name);
        assert_string_equal(got, lists[i].names);
    }
    assert_string_equal(names_one("label, long", &arena), "label, long");
    assert_string_equal(names_one(" \"label, long\" ", &arena), "label, long");
    assert_string_equal(names_one("\"a\", \"b\"", &arena), "\"a\", \"b\"");
    arena_free(&arena);
}

/* Any name is read back as it was, alone and in a list. */
TEST(quoted) {
    static const char *const names[] = {"text", "text, long", "\"x\"",    "say \"hi\"", "a;b",  "a ;b",   ";",
                                        "#tag", "$HOME",      "a=b",      "-dash",      "it's", "`x`\\n", ",",
                                        "\"",   "[0]",        "\xC3\xBC", "a, \"b\"",   "\"\"", "100 %"};
    struct arena arena = {0};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        const char *quoted = names_quoted(names[i], &arena), *at = quoted, *name;
        assert_string_equal(names_one(quoted, &arena), names[i]);
        assert_true(names_next(&at, &arena, &name));
        assert_string_equal(name, names[i]);
        assert_false(names_next(&at, &arena, &name));
    }
    arena_free(&arena);
}

GROUP(names, NULL, NULL)
