/* test_records.c -- rows of columns in every format, from bytes written here: plain, compressed, in other character
 * sets, in one stream or in many small portions. */
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>
#include <zlib.h>

#include "base/utf8.h"
#include "format/records.h"
#include "unit/files.h"
#include "unit/tests.h"

enum { ROOM = 4000, MIB = 1 << 20 };

/* "a|b: 2:1|2; 3:3|4;": the names, and each row with its line; then the error. */
static void read_all(char got[ROOM], const struct records_how *how) {
    struct records r;
    struct records_field field[RECORDS_COLUMNS];
    struct error e = {0};
    bool more = true;
    got[0] = 0;
    if (records_open(&r, how, &e)) {
        for (int i = 0; i < r.columns; i++)
            text_append(got, ROOM, "%s%.*s", i ? "|" : "", (int)r.name[i].length, r.name[i].text);
        text_append(got, ROOM, ":");
        while (records_next(&r, field, &more, &e) && more) {
            text_append(got, ROOM, " %ld:", r.line);
            for (int i = 0; i < r.fields; i++)
                text_append(got, ROOM, "%s%s%.*s", i ? "|" : "", field[i].nested ? "nested " : "", (int)field[i].length,
                            field[i].text);
            text_append(got, ROOM, ";");
        }
    }
    text_append(got, ROOM, "%s%s", *got && *e.text ? " " : "", e.text);
    if (*e.text)
        assert_int_equal(e.code, EXIT_DATA);
    records_close(&r);
}

static FILE *stream_of(struct bytes content) {
    FILE *f = tmpfile();
    assert_non_null(f);
    assert_int_equal(fwrite(content.text, 1, content.size, f), content.size);
    rewind(f);
    return f;
}

static void check(enum records_form form, enum charset charset, struct bytes content, const char *expected) {
    char got[ROOM];
    FILE *f = stream_of(content);
    const struct records_how how = {{"in", f, charset, false}, form, false};
    read_all(got, &how);
    assert_int_equal(fclose(f), 0);
    assert_says(got, expected);
}

#define TSV(content, expected) check(RECORDS_TSV, CHARSET_UTF8, (struct bytes)BYTES(content), expected)
#define CSV(content, expected) check(RECORDS_CSV, CHARSET_UTF8, (struct bytes)BYTES(content), expected)
#define JSONL(content, expected) check(RECORDS_JSONL, CHARSET_UTF8, (struct bytes)BYTES(content), expected)
#define LATIN1(content, expected) check(RECORDS_TSV, CHARSET_LATIN1, (struct bytes)BYTES(content), expected)
#define UTF16(content, expected) check(RECORDS_TSV, CHARSET_UTF16, (struct bytes)BYTES(content), expected)
#define WINDOWS(content, expected) check(RECORDS_TSV, CHARSET_WINDOWS1252, (struct bytes)BYTES(content), expected)

TEST(tsv) {
    TSV("a\tb\n1\t2\n\n\r\n3\t\r\n", "a|b: 2:1|2; 5:3|;");
    TSV("\xEF\xBB\xBF\"a\"\n\"x", "\"a\": 2:\"x;");
    TSV("a\tb\n1\n", "a|b: in:2: has 1 ... 2");
    TSV("a\n1\n\xFF\n", "a: 2:1; in:3: byte 1 of the line (0xff) ... task.charset");
    TSV("", "in is empty ... tabs");
}

TEST(csv) {
    CSV("a,b\n1,2\n", "a|b: 2:1|2;");
    CSV("a,b\n\"1,5\",\"say \"\"no\"\"\"\n", "a|b: 2:1,5|say \"no\";");
    CSV("a,b\r\n x ,\"\"\r\n\r\n,\r\n", "a|b: 2: x |; 4:|;");
    CSV("\xEF\xBB\xBF\"a\nz\",b\n1,2", "a z|b: 3:1|2;");
    CSV("a,b\n1,\"x\ny\n\nz\"\n3,4\n", "a|b: 2:1|x\ny\n\nz; 6:3|4;");
    CSV("a,b\n1,\"x\r\ny\"\r\n3,4\r\n5,6\r\n", "a|b: 2:1|x\r\ny; 4:3|4; 5:5|6;");
    CSV("a\n\xC3\x84\n", "a: 2:\xC3\x84;");
    CSV("a,b\n1,2\r3,4\r", "a|b: 2:1|2; 2:3|4;"); /* a line is counted where LF ends it */
}

/* The header says what separates columns: what makes more of them, else a comma. */
TEST(separators) {
    CSV("a;b\n1,5;\"x;y\"\n", "a|b: 2:1,5|x;y;");
    CSV("a\tb\n1;2\t3\n", "a|b: 2:1;2|3;");
    CSV("a|b|c\n1|2|\n", "a|b|c: 2:1|2|;");
    CSV("a;b,c\n1;2,3\n", "a;b|c: 2:1;2|3;");
    CSV("a,\"b;c;d\"\n1,2\n", "a|b;c;d: 2:1|2;");
    CSV("a;b;c,d\n1;2;3\n", "a|b|c,d: 2:1|2|3;");
    CSV("a;b\n1;2;3\n", "a|b: in:2: has 3 ... 2");
    CSV("a\n1;2\n", "a: 2:1;2;");
}

/* The line of an error is that on which the row begins, also right after a field of many lines. */
TEST(csv_errors) {
    CSV("a,b\n1,2,3\n", "a|b: in:2: has 3 ... 2");
    CSV("a,b\n1,\"x\ny\n\nz\"\n3\n", "a|b: 2:1|x\ny\n\nz; in:6: has 1 ... 2");
    CSV("a,b\n1,\"x\ny\",7\n3,4\n", "a|b: in:2: has 3 ... 2");
    CSV("a,b\n1,2\n3,\"x\ny", "a|b: 2:1|2; in:3: a quote in the row that begins here is left open");
    CSV("a,b\n1,x\"y\"\n", "a|b: in:2: a misplaced quote in this row; put a field that contains quotes in quotes, and "
                           "double each quote in it");
    CSV("a,b\n1,\"p\nq\"\n1,\"x\"y\n", "a|b: 2:1|p\nq; in:4: a misplaced quote in this row; put a field that contains "
                                       "quotes in quotes, and double each quote in it");
    CSV("a,b\n1,\"x\ny\xFF\"\n", "a|b: in:3: byte 2 of the line (0xff) ... task.charset");
    CSV("\n\n", "in is empty ... rows of fields separated by commas");
    char *text = malloc(2 * MIB);
    memset(text, 'x', 2 * MIB);
    static const char head[] = {'a', '\n', '1', '\n', '"'};
    memcpy(text, head, sizeof head);
    for (size_t i = 100; i < 2 * MIB; i += 100)
        text[i] = '\n';
    check(RECORDS_CSV, CHARSET_UTF8, (struct bytes){text, 2 * MIB},
          "a: 2:1; in:3: the row that begins here is longer than " TEXT_OF(
              PIECES_LONGEST) " bytes; is a quote left open?");
    free(text);
}

TEST(jsonl) {
    JSONL("{\"a\": \"x\", \"b\": 1}\n\n{\"b\": null, \"a\": \"\\u00e4\\n\"}\r\n{}\n",
          "a|b: 1:x|1; 3:\xC3\xA4\n|; 4:|;");
    JSONL("{\"a\": true, \"b\": false}\n{\"a\": 0.1, \"b\": -2.50}", "a|b: 1:true|false; 2:0.1|-2.5;");
    JSONL("{\"a\": 9007199254740993, \"b\": 1e300}\n", "a|b: 1:9007199254740993|1e+300;");
    JSONL("{\"a\": 0.123456789, \"b\": 0.1234567}\n", "a|b: 1:0.123456789|0.1234567;");
    JSONL("{\"a\": 1}\n{\"b\": 2, \"a\": 3}\n{\"c\": 4}\n", "a: 1:1; 2:3|2; 3:||4;");
    JSONL("{\"a\": [1, \"x\"], \"b\": {\"c\": 1}}\n", "a|b: 1:nested [1,\"x\"]|nested {\"c\":1};");
    JSONL("{\"a\": 1}\n[2]\n", "a: 1:1; in:2: is not a JSON object; JSON lines have one object per line");
    JSONL("{\"a\": 1,\n\"b\": 2}\n", "in:1: is not JSON (string or '}' expected near end of file, at byte 8); JSON "
                                     "lines have one complete object per line");
    JSONL("{\"a\": 1, \"a\": 2}\n", "in:1: is not JSON (duplicate object key near '\"a\"', at byte 12); JSON lines "
                                    "have one complete object per line");
    JSONL("", "in is empty ... one JSON object per line, or one array of objects");
}

/* One array, over any lines: what is within quotes is no bracket, and a row has the line that it begins on. */
TEST(array) {
    JSONL("[{\"a\": \"x\", \"b\": 1}, {\"b\": 2.0, \"a\": null}]\n", "a|b: 1:x|1; 1:|2;");
    JSONL("\xEF\xBB\xBF\r\n [\n  {\n    \"a\": \"}] , {\",\n \"b\": \"\\\\\"\n  },\n\n {\"a\":\"\\\"]\"}\n]\n\n",
          "a|b: 3:}] , {|\\; 8:\"]|;");
    JSONL("[{\"a\": [1, {\"b\": [ ]}]}]", "a: 1:nested [1,{\"b\":[]}];");
    JSONL("[]", "in is empty ... one JSON object per line, or one array of objects");
    JSONL("[{\"a\": 1},\n 5]", "a: 1:1; in:2: expected an object, a comma or the end of the array");
    JSONL("[{\"a\": 1}\n {\"a\": 2}]", "a: 1:1; in:2: expected an object, a comma or the end of the array");
    JSONL("[{\"a\": 1},]", "a: 1:1; in:1: expected an object, a comma or the end of the array");
    JSONL("[{\"a\": 1}", "a: 1:1; in:1: the array has no end; is the file complete?");
    JSONL("[{\"a\": 1},\n{\"a\": [",
          "a: 1:1; in:2: the array ends in the object that begins here; is the file complete?");
    JSONL("[{\"a\": 1}] [", "a: 1:1; in:1: there is more after the end of the array");
    JSONL("[{\"a\": 1, \"a\": 2}]", "in:1: is not JSON (duplicate object key near '\"a\"', at byte 10)");
    JSONL("[{\"a\" 1}]", "in:1: is not JSON (':' expected near '1', at byte 5)");
    JSONL("[[1]]", "in:1: is not a JSON object; JSON lines have one object per line");
}

/* A row of two lines in quotes, and an object, of exactly as many bytes as there may be, and of one more. */
TEST(longest) {
    for (int more = 0; more <= 1; more++) {
        const size_t size = PIECES_LONGEST + more;
        char *text = malloc(size + 8), got[ROOM];
        memset(text, 'x', size + 8);
        memcpy(text, "a\n\"", 3);
        text[2 + size / 2] = text[1 + size] = '\n'; /* the lines that come before the last quote */
        memcpy(text + 2 + size, "\"\n", 2);
        for (int array = 0; array <= 1; array++) {
            if (array) {
                memset(text, 'x', size);
                memcpy(text, "[{\"a\":\"", 7);
                memcpy(text + size - 1, "\"}]", 3);
            }
            FILE *f = stream_of((struct bytes){text, size + (array ? 2 : 4)});
            read_all(got,
                     &(struct records_how){{"in", f, CHARSET_UTF8, false}, array ? RECORDS_AUTO : RECORDS_CSV, false});
            fclose(f);
            if ((strstr(got, "that begins here is longer than " TEXT_OF(PIECES_LONGEST) " bytes") != NULL) != more)
                fail_msg("%s, %d more: %.200s", array ? "array" : "csv", more, got);
        }
        free(text);
    }
}

/* One line of more bytes than a line of rows may have. */
TEST(long_array) {
    enum { ROWS = 60000 };
    char *text = malloc(ROWS * 60), *at = text;
    struct records r;
    struct records_field field[RECORDS_COLUMNS];
    struct error e;
    bool more = true;
    for (int n = 0; n < ROWS; n++)
        at += sprintf(at, "%s{\"n\": %d, \"text\": \"a, b} \xC3\xA4\"}", n ? ", " : "[", n);
    *at++ = ']';
    assert_true(at - text > PIECES_LONGEST);
    FILE *f = stream_of((struct bytes){text, (size_t)(at - text)});
    const struct records_how how = {{"in", f, CHARSET_UTF8, false}, RECORDS_AUTO, false};
    assert_true(records_open(&r, &how, &e));
    for (int n = 0; n < ROWS; n++) {
        char number[16];
        snprintf(number, sizeof number, "%d", n);
        assert_true(records_next(&r, field, &more, &e) && more && r.line == 1);
        assert_true(records_is(field[0], number) && records_is(field[1], "a, b} \xC3\xA4"));
    }
    assert_true(records_next(&r, field, &more, &e) && !more);
    records_close(&r);
    fclose(f);
    free(text);
}

TEST(columns) {
    char tsv[ROOM] = "", csv[ROOM] = "", json[ROOM] = "", names[ROOM] = "";
    for (int i = 0; i < 257; i++) {
        text_append(tsv, ROOM, "%s%d", i ? "\t" : "", i);
        text_append(csv, ROOM, "%s%d", i ? "," : "", i);
        text_append(json, ROOM, "%s\"%d\": 1", i ? ", " : "{", i);
        if (i < 256)
            text_append(names, ROOM, "%s%d", i ? "|" : "", i);
    }
    text_append(json, ROOM, "}");
    text_append(names, ROOM, ": in:1: has more than 256 columns");
    check(RECORDS_TSV, CHARSET_UTF8, (struct bytes){tsv, strlen(tsv)}, "in:1: has more than 256 columns");
    check(RECORDS_CSV, CHARSET_UTF8, (struct bytes){csv, strlen(csv)}, "in:1: has more than 256 columns");
    check(RECORDS_JSONL, CHARSET_UTF8, (struct bytes){json, strlen(json)}, names);
}

/* ---- Character sets */

TEST(charsets) {
    LATIN1("a\n\xE4\xFF\xA0 x\n", "a: 2:\xC3\xA4\xC3\xBF\xC2\xA0 x;");
    LATIN1("a\nb\n\x93x\x94\n", "in:3: has the byte 0x93, a control character in latin-1: this looks like windows-1252 "
                                "(task.charset = windows-1252)");
    /* The first two, the last two and what both sets share of Windows-1252's table. */
    WINDOWS("a\n\x80\x82 \x9E\x9F \xA0\xE4\xFF\n",
            "a: 2:\xE2\x82\xAC\xE2\x80\x9A \xC5\xBE\xC5\xB8 \xC2\xA0\xC3\xA4\xC3\xBF;");
    WINDOWS("a\n\x91\x92\x93\x94\x95\x96\x97\n", "a: 2:\xE2\x80\x98\xE2\x80\x99\xE2\x80\x9C\xE2\x80\x9D\xE2\x80\xA2"
                                                 "\xE2\x80\x93\xE2\x80\x94;");
    WINDOWS("a\nx\n\x81\n", "a: 2:x; in:3: has a byte that windows-1252 does not have");
    /* A mark is believed, whatever the settings say. */
    LATIN1("\xEF\xBB\xBF"
           "a\n\xE2\x82\xAC\n",
           "a: 2:\xE2\x82\xAC;");
    LATIN1("\xFF\xFE"
           "a\0\n\0\xAC\x20\n\0",
           "a: 2:\xE2\x82\xAC;");
    WINDOWS("\xFE\xFF\0a\0\n\x20\xAC\0\n", "a: 2:\xE2\x82\xAC;");
    UTF16("\xEF\xBB\xBF"
          "a\nx\n",
          "a: 2:x;");
    UTF16("a\0\n\0\xE4\0\x3D\xD8\0\xDE\n\0", "a: 2:\xC3\xA4\xF0\x9F\x98\x80;");
    UTF16("\xFF\xFE\x61\0\t\0b\0\n\0\x31\0\t\0\xAC\x20", "a|b: 2:1|\xE2\x82\xAC;");
    UTF16("\xFE\xFF\0a\0\n\0\xE4\xD8\x3D\xDE\0\0\n", "a: 2:\xC3\xA4\xF0\x9F\x98\x80;");
    UTF16("a\0\n\0x\0\n\0\x3D\xD8y\0\n\0",
          "a: 2:x; in:3: a character is cut in half; this is not UTF-16, or it is damaged");
    UTF16("a\0\n\0\0\xDC\n\0", "a: in:2: a character is cut in half; this is not UTF-16, or it is damaged");
    UTF16("a\0\n\0x\0\n", "a: in:2: a character is cut in half; this is not UTF-16, or it is damaged");
    UTF16("a\0\n\0x\0\x3D\xD8", "a: in:2: a character is cut in half; this is not UTF-16, or it is damaged");
    UTF16("a\0\n\0\0\0\n\0", "a: in:2: byte 1 of the line is NUL; this is not a text file");
}

/* A long text whose characters lie across all borders; Latin-1 and UTF-16 of it are the same rows. */
TEST(long_charsets) {
    enum { ROWS = 20000 };
    char *latin = malloc(ROWS * 40), *wide = malloc(ROWS * 90), *at = latin, *to = wide;
    struct records r[2];
    struct records_field field[2][RECORDS_COLUMNS];
    struct error e;
    bool more[2] = {true, true};
    at += sprintf(at, "a\tb\n");
    for (int n = 0; n < ROWS; n++)
        at += sprintf(at, "%d\t\xE4%.*s\xFC\n", n, n % 17, "xyz\xDF uvw\xE9 pqr\xF1 sto");
    for (const char *c = latin; c < at; c++) {
        *to++ = *c;
        *to++ = 0;
    }
    FILE *f[] = {stream_of((struct bytes){latin, (size_t)(at - latin)}),
                 stream_of((struct bytes){wide, (size_t)(to - wide)})};
    for (int k = 0; k < 2; k++) {
        const struct records_how how = {{"in", f[k], k ? CHARSET_UTF16 : CHARSET_LATIN1, false}, RECORDS_TSV, false};
        assert_true(records_open(&r[k], &how, &e));
    }
    for (int n = 0; n < ROWS; n++) {
        for (int k = 0; k < 2; k++)
            assert_true(records_next(&r[k], field[k], &more[k], &e) && more[k] && r[k].line == n + 2);
        assert_int_equal(field[0][1].length, field[1][1].length);
        assert_memory_equal(field[0][1].text, field[1][1].text, field[0][1].length);
        assert_true(utf8_broken(field[0][1].text, field[0][1].length) == field[0][1].length);
    }
    assert_true(r[0].pieces.fingerprint == r[1].pieces.fingerprint);
    for (int k = 0; k < 2; k++) {
        assert_true(records_next(&r[k], field[k], &more[k], &e) && !more[k]);
        records_close(&r[k]);
        fclose(f[k]);
    }
    free(latin);
    free(wide);
}

/* ---- Compressed */

static size_t zip(char *to, size_t room, struct bytes from) {
    z_stream z = {0};
    assert_int_equal(deflateInit2(&z, 6, Z_DEFLATED, 15 + 16, 8, Z_DEFAULT_STRATEGY), Z_OK);
    z.next_in = (unsigned char *)from.text;
    z.avail_in = (unsigned)from.size;
    z.next_out = (unsigned char *)to;
    z.avail_out = (unsigned)room;
    assert_int_equal(deflate(&z, Z_FINISH), Z_STREAM_END);
    deflateEnd(&z);
    return room - z.avail_out;
}

TEST(gzip) {
    static const struct bytes rows = BYTES("a\tb\n1\t2\n"), more = BYTES("3\t4\n"), none = BYTES("");
    char zipped[1000];
    size_t first = zip(zipped, sizeof zipped, rows);
    check(RECORDS_TSV, CHARSET_UTF8, (struct bytes){zipped, first}, "a|b: 2:1|2;");
    size_t size = first + zip(zipped + first, sizeof zipped - first, none);
    size += zip(zipped + size, sizeof zipped - size, more);
    check(RECORDS_TSV, CHARSET_UTF8, (struct bytes){zipped, size}, "a|b: 2:1|2; 3:3|4;");
    for (size_t cut = first - 8; cut < first; cut++)
        check(RECORDS_TSV, CHARSET_UTF8, (struct bytes){zipped, cut}, "a|b: 2:1|2; in: ... gzip");
    zipped[first - 5] ^= 1;
    check(RECORDS_TSV, CHARSET_UTF8, (struct bytes){zipped, first},
          "in: the gzip data are damaged (incorrect data check)");
    zipped[first - 5] ^= 1;
    zipped[first] = 'x';
    check(RECORDS_TSV, CHARSET_UTF8, (struct bytes){zipped, first + 2},
          "a|b: 2:1|2; in: the gzip data are damaged (incorrect header check)");
    size = zip(zipped, sizeof zipped, (struct bytes)BYTES("\xFF\xFE\x61\0\n\0\xE4\0\n\0"));
    check(RECORDS_TSV, CHARSET_UTF16, (struct bytes){zipped, size}, "a: 2:\xC3\xA4;");
    check(RECORDS_TSV, CHARSET_UTF8, (struct bytes){zipped, zip(zipped, sizeof zipped, none)}, "in is empty ... tabs");
}

/* Bytes of a pipe that come one by one: a row is there once its line is. */
TEST(slow_pipe) {
    static const struct timespec pause_between = {0, 500000};
    static const char text[] = "\xEF\xBB\xBF\x61\tb\n1\t\xC3\xA4\n";
    struct records r;
    struct records_field field[RECORDS_COLUMNS];
    struct error e;
    bool more;
    int ends[2];
    assert_int_equal(pipe(ends), 0);
    pid_t child = fork();
    if (child == 0) {
        for (size_t i = 0; i < sizeof text - 1; i++)
            if (nanosleep(&pause_between, NULL) != 0 || write(ends[1], text + i, 1) != 1)
                _exit(1);
        pause(); /* the pipe stays open, and the rows must not wait for its end */
        _exit(0);
    }
    FILE *f = fdopen(ends[0], "r");
    const struct records_how how = {{"pipe", f, CHARSET_UTF8, false}, RECORDS_TSV, false};
    assert_true(records_open(&r, &how, &e) && r.columns == 2 && records_is(r.name[0], "a"));
    assert_true(records_next(&r, field, &more, &e) && more && records_is(field[1], "\xC3\xA4"));
    kill(child, SIGKILL);
    assert_int_equal(waitpid(child, NULL, 0), child);
    close(ends[1]);
    assert_true(records_next(&r, field, &more, &e) && !more);
    records_close(&r);
    fclose(f);
}

/* ---- Which form it is */

static void check_form(const char *path, struct bytes content, const char *expected) {
    char got[ROOM];
    FILE *f = stream_of(content);
    const struct records_how how = {{path, f, CHARSET_UTF8, false}, RECORDS_AUTO, false};
    read_all(got, &how);
    fclose(f);
    assert_string_equal(got, expected);
}

TEST(forms) {
    static const struct bytes csv = BYTES("a,b\n1,2\n"), json = BYTES("{\"a\": 1}\n");
    check_form("x.csv", csv, "a|b: 2:1|2;");
    check_form("x.tsv", csv, "a,b: 2:1,2;");
    check_form("X.CSV", csv, "a|b: 2:1|2;");
    check_form("x.TaB", csv, "a,b: 2:1,2;");
    check_form("x.jsonl", json, "a: 1:1;");
    check_form("x.ndjson", json, "a: 1:1;");
    check_form("x.json", json, "a: 1:1;");
    /* What no ending says, the first line does. */
    static const char *const names[] = {"x", "x.txt", "x.csv.gz/x", ".csv", "x.csv.bak", "-"};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        check_form(names[i], csv, "a|b: 2:1|2;");
        check_form(names[i], (struct bytes)BYTES("a;b c\n1;2\n"), "a|b c: 2:1|2;");
        check_form(names[i], (struct bytes)BYTES("a,c\tb\n1\t2\n"), "a,c|b: 2:1|2;");
        check_form(names[i], json, "a: 1:1;");
        check_form(names[i], (struct bytes)BYTES("\n[{\"a\": 1}]"), "a: 2:1;");
        check_form(names[i], (struct bytes)BYTES("a b\nc\n"), "a b: 2:c;");
        check_form(names[i], (struct bytes)BYTES("[CLS]\tb\n1\t2\n"), "[CLS]|b: 2:1|2;");
    }
    check_form("x.json.gz", json, "x.json.gz: is not gzip data, though its name says so");
}

GROUP(records, NULL, NULL)
