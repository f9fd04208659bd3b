/* names.c -- see names.h. What follows the header is looked at within the piece that is in memory; then reading begins
 * after the header as if nobody had looked. */
#include "format/names.h"

#include <string.h>
#include <strings.h>

#include "base/utf8.h"
#include "format/label.h"
#include "format/records_kind.h"

enum { ROWS_AHEAD = 20000, ROW_NAMES = 200, FEW = 40, SELDOM = 1000 };

struct records_field name_of(struct records_field cell, struct arena *arena) {
    struct label_room room = {0};
    struct records_field f = label_text(cell, &room);
    char *name = arena_alloc(arena, f.length + 1, 1), *to = name;
    for (size_t i = 0, bytes; i < f.length; i += bytes) {
        const int blank =
            (unsigned char)f.text[i] < ' ' || f.text[i] == 0x7F ? 1 : utf8_space(f.text + i, f.length - i);
        bytes = blank ? (size_t)blank : 1;
        if (!blank)
            *to++ = f.text[i];
        else if (to > name && to[-1] != ' ')
            *to++ = ' ';
    }
    to -= to > name && to[-1] == ' ';
    *to = 0;
    label_close(&room);
    return (struct records_field){name, (size_t)(to - name), false};
}

/* ---- Rows that follow */

/* Where reading goes on after a look. */
struct place {
    const char *at;
    long line, lines;
    int fields;
    char separator;
};

static struct place look(struct records *r) {
    const struct place here = {r->at, r->line, r->lines, r->fields, r->separator};
    r->ahead = true;
    return here;
}

static void go_back(struct records *r, const struct place *to) {
    r->ahead = false;
    r->at = to->at;
    r->line = to->line;
    r->lines = to->lines;
    r->fields = to->fields;
    r->separator = to->separator;
    if (r->kind->start)
        r->kind->start(r);
}

/* Within the piece; a row that is damaged ends the look. */
static bool next_ahead(struct records *r, struct records_field field[RECORDS_COLUMNS]) {
    bool more;
    return r->kind->next(r, field, &more, &(struct error){0}) && more && r->fields <= RECORDS_COLUMNS;
}

void names_of_rows(struct records *r) {
    struct records_field field[RECORDS_COLUMNS], name[ROW_NAMES];
    struct arena arena = {0};
    int rows = 0;
    if (r->columns < 2 || r->columns == RECORDS_COLUMNS)
        return;
    const struct place here = look(r);
    bool named = true;
    while (named && rows < ROW_NAMES && next_ahead(r, field)) {
        named = r->fields == r->columns + 1 && !(field[1].length && *field[1].text == ' ');
        name[rows] = name_of(field[0], &arena);
        int blanks = 0;
        for (const char *c = name[rows].text; *c; c++)
            blanks += *c == ' ';
        named = named && blanks < 3;            /* else a sentence with a comma */
        for (int i = 0; named && i < rows; i++) /* R's are all different */
            named = strcmp(name[i].text, name[rows].text) != 0;
        rows++;
    }
    go_back(r, &here);
    arena_free(&arena);
    if (!named || rows < 2) /* one such row is damaged */
        return;
    memmove(r->first + 1, r->first, (size_t)r->columns * sizeof *r->first);
    memmove(r->name + 1, r->name, (size_t)r->columns++ * sizeof *r->name);
    r->name[0] = r->first[0] = (struct records_field){"", 0, false};
    r->row_names = true;
}

/* ---- Is it a header? */

/* What a column has below its name. */
struct below {
    long filled, numbers, same;
};

static long count_below(struct records *r, const struct records_field *name, int columns, struct below *column) {
    struct records_field field[RECORDS_COLUMNS];
    struct label_room room = {0};
    bool same[RECORDS_COLUMNS];
    long rows = 0;
    for (; rows < ROWS_AHEAD && next_ahead(r, field); rows++) {
        int again = 0;
        for (int i = 0; i < columns && i < r->fields; i++) {
            struct records_field f = label_of(field[i], &room);
            column[i].filled += f.length > 0;
            column[i].numbers += label_is_number(f);
            again += same[i] = f.length > 0 && records_is(f, name[i].text);
        }
        for (int i = 0; i < columns && i < r->fields && again < columns; i++) /* all again: two files in one */
            column[i].same += same[i];
    }
    label_close(&room);
    return rows;
}

/* pandas calls columns that nobody named 0, 1, 2 and so on. */
static bool are_counted(const struct records_field *name, int columns) {
    int from = columns > 1 && name[0].length == 0;
    char text[16];
    for (int i = from; i < columns; i++) {
        snprintf(text, sizeof text, "%d", i - from);
        if (!records_is(name[i], text))
            return false;
    }
    return columns > from + 1;
}

/* The column whose name is data; -1: none. A word that is also a name may stand once among many rows. */
static int find_data(struct records *r, const struct records_field *name, int columns, struct below *column) {
    long rows = count_below(r, name, columns, column);
    for (int i = 0; i < columns && !are_counted(name, columns); i++)
        if ((label_is_number(name[i]) && 2 * column[i].numbers >= column[i].filled) ||
            (column[i].same > rows / SELDOM && (column[i].same > 1 || rows <= FEW)))
            return i;
    return -1;
}

bool names_check(struct records *r, struct error *e) {
    char shown[TEXT_PRINTABLE];
    struct below column[RECORDS_COLUMNS] = {0};
    if (!r->kind->header)
        return true;
    const struct place here = look(r);
    int i = find_data(r, r->name, r->columns, column);
    go_back(r, &here);
    if (i < 0)
        return true;
    records_show(r->name[i], shown);
    static const char add[] = "looks like data: add a header line, with names such as label and text";
    return label_is_number(r->name[i])
               ? records_fault(r, e, "line %ld %s ('%s' is a number)", r->line, add, shown)
               : records_fault(r, e, "line %ld %s (its column has '%s' %ld more time%s)", r->line, add, shown,
                               column[i].same, text_plural(column[i].same));
}

/* ---- Before the header */

static const char *line_end(const struct records *r, const char *at) {
    const char *end = memchr(at, '\n', (size_t)(r->end - at));
    return end ? end : r->end;
}

/* Whether the line of #, the last before others, is the header: it has as many fields as the next, which is data. */
static bool is_header(struct records *r) {
    struct records_field field[RECORDS_COLUMNS], name[RECORDS_COLUMNS];
    struct below column[RECORDS_COLUMNS] = {0};
    struct arena arena = {0};
    const struct place here = look(r);
    int fields = next_ahead(r, field) ? r->fields : 0;
    const struct place next = {r->at, r->line, r->lines, r->fields, r->separator};
    bool may_be = fields > 1;
    go_back(r, &next);
    r->ahead = true;
    may_be = may_be && next_ahead(r, field) && r->fields == fields;
    for (int i = 0; may_be && i < fields; i++)
        name[i] = name_of(field[i], &arena);
    may_be = may_be && find_data(r, name, fields, column) >= 0;
    go_back(r, &here);
    arena_free(&arena);
    return may_be;
}

/* "sep=;", also in quotes, as Excel writes it; 0: it is not. */
static char separator_of(const char *line, size_t length) {
    size_t quote = length > 0 && *line == '"';
    while (length > 0 && strchr("\r\"", line[length - 1]))
        length--;
    return length == quote + 5 && strncasecmp(line + quote, "sep=", 4) == 0 ? line[quote + 4] : 0;
}

static void take_separator(struct records *r, char separator) {
    r->separator = separator;
    if (r->kind == &records_tsv && separator != '\t') {
        r->kind = &records_csv;
        r->own = arena_alloc(&r->names, r->kind->own, 1);
    }
    if (r->kind == &records_tsv)
        r->separator = 0;
    if (r->kind->start)
        r->kind->start(r);
}

bool names_skip(struct records *r, struct error *e) {
    if (!r->kind->header)
        return true;
    if (!records_piece(r, e))
        return false;
    while (r->at < r->end) {
        const char *end = line_end(r, r->at), *next = end < r->end ? end + 1 : r->end;
        const char separator = separator_of(r->at, (size_t)(end - r->at));
        bool comment = *r->at == '#';
        if (!separator && !comment && strchr("\r\n", *r->at) == NULL)
            break;
        if (comment && (next == r->end || *next != '#') && is_header(r))
            break;
        r->comments += comment;
        r->at = next;
        r->lines++;
        if (separator)
            take_separator(r, separator);
    }
    return true;
}

/* ---- In a setting */

/* What stands in quotes at `at`, up to the end or a comma; *end is there. NULL: it is not in quotes. */
static const char *in_quotes(const char *at, const char **end, struct arena *arena) {
    char *name = arena_alloc(arena, strlen(at) + 1, 1), *to = name;
    if (*at++ != '"')
        return NULL;
    for (; *at && (*at != '"' || at[1] == '"'); at++) {
        at += *at == '"';
        *to++ = *at;
    }
    if (*at != '"')
        return NULL;
    *end = at + 1 + strspn(at + 1, " ");
    return **end && **end != ',' ? NULL : name;
}

static const char *name_in(const char *text, size_t length, struct arena *arena) {
    return name_of((struct records_field){text, length, false}, arena).text;
}

bool names_next(const char **at, struct arena *arena, const char **name) {
    const char *from = *at + strspn(*at, " ,"), *quoted = in_quotes(from, at, arena);
    if (!quoted)
        *at = from + strcspn(from, ",");
    *name = quoted ? name_in(quoted, strlen(quoted), arena) : name_in(from, (size_t)(*at - from), arena);
    return **name;
}

const char *names_one(const char *text, struct arena *arena) {
    const char *end, *from = text + strspn(text, " "), *quoted = in_quotes(from, &end, arena);
    const char *name = quoted && !*end ? quoted : text;
    return name_in(name, strlen(name), arena);
}

/* Commas divide names, and in a config a semicolon after a blank begins a comment. */
const char *names_quoted(const char *name, struct arena *arena) {
    if (*name != '"' && !strchr(name, ',') && *name != ';' && !strstr(name, " ;"))
        return name;
    char *out = arena_alloc(arena, 2 * strlen(name) + 3, 1), *to = out;
    *to++ = '"';
    for (; *name; name++) {
        *to++ = *name;
        if (*name == '"')
            *to++ = '"';
    }
    *to = '"';
    return out;
}
