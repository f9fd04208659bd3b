/* test_written_rows.c -- every format of rows reads what it writes: odd column names, and odd texts in every column,
 * including the first and the last. A character that a format declares as lost changes only its own text. */
#include <stdio.h>
#include <string.h>

#include "format/records_kind.h"
#include "format/records_write.h"
#include "unit/tests.h"

/* Each has a turn in every column. */
static const char *const odd[] = {
    "",
    "plain",
    "",
    "\"",
    "a \"b\" c",
    "\"\"",
    "a, b",
    "a;b",
    "a|b",
    "\\",
    "\\t\\n",
    "a\\",
    "'",
    " a  ",
    "#",
    "//",
    "null",
    "true",
    "1e400",
    "{}",
    "[1]",
    "a:b",
    "a=b",
    "\xC3\xA9",
    "\xE2\x82\xAC 5",
    "\xF0\x9F\x99\x82",
    "\xE6\xBC\xA2\xE5\xAD\x97",
    "\x01\x7F",
    "a\tb",
    "\t",
    "a\nb",
    "\n",
    "a\r\nb",
    "\r",
    "-",
    "\xC2\xA0",
};
static const char *const heads[] = {"a", "\xC3\xA9 \"b\", 'c'|d", "e:{}"};
enum { ODD = sizeof odd / sizeof *odd, HEADS = sizeof heads / sizeof *heads };

static struct records_field odd_field(int row, int column) { return records_text(odd[(row + 5 * column) % ODD]); }

static void write_odd(FILE *f, enum records_form form) {
    struct records_writer w = {.out = f, .form = form};
    for (int i = 0; i < HEADS && records_kinds[form]->header; i++)
        records_write(&w, "", records_text(heads[i]));
    if (w.fields)
        records_write_end(&w);
    for (int row = 0; row < ODD; row++) {
        for (int i = 0; i < HEADS; i++)
            records_write(&w, heads[i], odd_field(row, i));
        records_write_end(&w);
    }
}

/* A field with a character that is lost may be another text, and only that field. */
static void assert_field(const char *form, int row, int column, struct records_field got, const char *lost) {
    struct records_field wrote = odd_field(row, column);
    if (strpbrk(wrote.text, lost) || (got.length == wrote.length && memcmp(got.text, wrote.text, got.length) == 0))
        return;
    fail_msg("%s, row %d, column %d: wrote '%s', read '%.*s'", form, row, column, wrote.text, (int)got.length,
             got.text);
}

static void read_odd(FILE *f, enum records_form form) {
    const struct records_kind *kind = records_kinds[form];
    const struct records_how how = {{"in", f, CHARSET_UTF8, false}, form, false};
    struct records r;
    struct records_field field[RECORDS_COLUMNS];
    struct error e = {0};
    bool more = true;
    int row = 0;
    if (!records_open(&r, &how, &e))
        fail_msg("%s: %s", *kind->endings, e.text);
    for (; records_next(&r, field, &more, &e) && more; row++) {
        if (r.fields != HEADS || row >= ODD)
            fail_msg("%s, row %d of %d: %d fields of %d", *kind->endings, row, ODD, r.fields, HEADS);
        for (int i = 0; i < HEADS; i++)
            assert_field(*kind->endings, row, i, field[i], kind->lost);
    }
    if (*e.text || row < ODD)
        fail_msg("%s: %d of %d rows are read; %s", *kind->endings, row, ODD, e.text);
    for (int i = 0; i < HEADS; i++)
        if (!strpbrk(heads[i], kind->lost) && records_column(&r, heads[i]) != i)
            fail_msg("%s: the column '%s' is not read as it was written", *kind->endings, heads[i]);
    records_close(&r);
}

static const char *ended_in(const char *ending) {
    static char name[32];
    snprintf(name, sizeof name, "rows%s", ending);
    return name;
}

TEST(every_form) {
    for (int form = RECORDS_AUTO + 1; about(form < RECORDS_KINDS ? *records_kinds[form]->endings : NULL); form++) {
        FILE *f = tmpfile();
        assert_non_null(f);
        for (const char *const *ending = records_kinds[form]->endings; *ending; ending++)
            if (records_form_of(ended_in(*ending)) != (enum records_form)form)
                fail_msg("%s is the ending of another form, too", *ending);
        write_odd(f, (enum records_form)form);
        rewind(f);
        read_odd(f, (enum records_form)form);
        assert_int_equal(fclose(f), 0);
    }
}

/* Rows of as many columns as there may be, or of one more. */
static void check_columns(enum records_form form, int columns) {
    struct records_writer w = {.form = form, .out = tmpfile()};
    static struct records_field field[RECORDS_COLUMNS];
    struct records r;
    struct error e = {0};
    bool more;
    assert_non_null(w.out);
    for (int row = 0; row < 2; row++, records_write_end(&w))
        for (int i = 0; i < columns; i++) {
            char name[16];
            snprintf(name, sizeof name, "c%d", i);
            records_write(&w, name, records_text(name));
        }
    rewind(w.out);
    const struct records_how how = {{"in", w.out, CHARSET_UTF8, false}, form, false};
    bool read = records_open(&r, &how, &e) && records_next(&r, field, &more, &e);
    if (columns > RECORDS_COLUMNS)
        assert_true(!read && strstr(e.text, "has more than 256 columns"));
    else
        assert_true(read && more && r.columns == columns && records_is(field[columns - 1], "c255"));
    records_close(&r);
    assert_int_equal(fclose(w.out), 0);
}

TEST(most_columns) {
    for (int form = RECORDS_AUTO + 1; about(form < RECORDS_KINDS ? *records_kinds[form]->endings : NULL); form++)
        for (int more = 0; more < 2; more++)
            check_columns((enum records_form)form, RECORDS_COLUMNS + more);
}

GROUP(written_rows, NULL, NULL)
