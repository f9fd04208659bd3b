/* records.c -- see records.h. */
#include "format/records.h"

#include <stdarg.h>
#include <string.h>
#include <strings.h>

#include "format/names.h"
#include "format/records_kind.h"

const struct records_kind *const records_kinds[] = {
    [RECORDS_TSV] = &records_tsv, [RECORDS_CSV] = &records_csv, [RECORDS_JSONL] = &records_jsonl};

bool records_fault(const struct records *r, struct error *e, const char *format, ...) {
    char text[512];
    va_list list;
    va_start(list, format);
    vsnprintf(text, sizeof text, format, list);
    va_end(list);
    return error_set(e, EXIT_DATA, "%s:%ld: %s", r->pieces.from.path, r->line, text);
}

bool records_piece(struct records *r, struct error *e) {
    size_t size;
    if (r->at < r->end || r->ahead)
        return true;
    if (!pieces_next(&r->pieces, &r->at, &size, e))
        return false;
    r->end = r->at + size;
    return true;
}

bool records_line(struct records *r, const char **line, size_t *length, struct error *e) {
    for (*length = 0; *length == 0;) {
        if (!records_piece(r, e))
            return false;
        if (r->at == r->end)
            return true;
        const char *stop = memchr(r->at, '\n', (size_t)(r->end - r->at));
        *line = r->at;
        *length = (size_t)((stop ? stop : r->end) - r->at);
        r->at = stop ? stop + 1 : r->end;
        r->line = ++r->lines;
        if (*length > 0 && (*line)[*length - 1] == '\r')
            --*length;
    }
    return true;
}

/* ---- Columns */

bool records_is(struct records_field field, const char *text) {
    return field.length == strlen(text) && memcmp(field.text, text, field.length) == 0;
}

static const char *separator_name(char c, char buffer[8]) {
    snprintf(buffer, 8, "'%c'", c);
    return c == ';' ? "semicolons" : c == '\t' ? "tabs" : c == '|' ? "bars (|)" : buffer;
}

const char *records_told(const struct records *r, char *text, size_t size) {
    char buffer[8];
    text_append(strcpy(text, ""), size, "%s: ", r->pieces.from.path);
    size_t before = strlen(text);
    if (r->separator && r->separator != ',')
        text_append(text, size, "columns are separated by %s", separator_name(r->separator, buffer));
    if (r->comments)
        text_append(text, size, "%s%d line%s of # before the header %s skipped", text[before] ? "; " : "", r->comments,
                    text_plural(r->comments), r->comments == 1 ? "is" : "are");
    if (r->row_names)
        text_append(text, size,
                    "%sthe first column has no name and is ignored: it has the names of rows, as R writes them",
                    text[before] ? "; " : "");
    return text[before] ? text : NULL;
}

const char *records_show(struct records_field field, char buffer[TEXT_PRINTABLE]) {
    char copy[TEXT_PRINTABLE];
    snprintf(copy, sizeof copy, "%.*s", (int)(field.length < sizeof copy ? field.length : sizeof copy - 1), field.text);
    return text_printable(buffer, copy);
}

int records_column(const struct records *r, const char *name) {
    int i = 0;
    while (i < r->columns && !records_is(r->name[i], name))
        i++;
    return i < r->columns ? i : -1;
}

const char *records_names(const struct records *r, char *text, size_t size) {
    char shown[TEXT_PRINTABLE];
    text[0] = 0;
    for (int i = 0; i < r->columns; i++)
        if (!text_append(text, size - strlen(", ..."), "%s%s", i ? ", " : "", records_show(r->name[i], shown))) {
            text_append(text, size, ", ...");
            break;
        }
    return text;
}

bool records_add_column(struct records *r, struct records_field cell) {
    if (r->columns == RECORDS_COLUMNS)
        return false;
    r->name[r->columns++] = name_of(cell, &r->names);
    return true;
}

static bool too_many(const struct records *r, struct error *e) {
    return records_fault(r, e, "has more than %d columns", RECORDS_COLUMNS);
}

static bool add_name(struct records *r, struct records_field name, struct error *e) {
    if (!r->pieces.from.stream && memchr(name.text, '\r', name.length))
        return records_fault(r, e, "the header contains a carriage return; lines end in LF or CR LF");
    if (r->columns < RECORDS_COLUMNS) {
        char *copy = arena_alloc(&r->names, name.length + 1, 1);
        r->first[r->columns] = (struct records_field){memcpy(copy, name.text, name.length), name.length, false};
    }
    return records_add_column(r, name) || too_many(r, e);
}

/* The first row names the columns. */
static bool read_header(struct records *r, struct error *e) {
    struct records_field field[RECORDS_COLUMNS];
    bool more;
    if (!r->kind->next(r, field, &more, e))
        return false;
    if (!more && r->pieces.from.stream)
        return error_set(e, EXIT_DATA, "%s is empty; it takes %s", r->pieces.from.path, r->kind->rows);
    if (!more)
        return error_set(e, EXIT_DATA, "%s:1: has no header line", r->pieces.from.path);
    for (int i = 0; r->kind->header && i < r->fields; i++)
        if (i == RECORDS_COLUMNS ? !too_many(r, e) : !add_name(r, field[i], e))
            return false;
    r->again = !r->kind->header;
    if (r->kind->header && !r->maybe_headless)
        names_of_rows(r);
    return true;
}

/* ---- Rows */

static bool ends_in(const char *path, size_t length, const char *ending) {
    size_t more = strlen(ending);
    return length > more && strncasecmp(path + length - more, ending, more) == 0;
}

enum records_form records_form_of(const char *path) {
    size_t length = strlen(path), zipped = ends_in(path, length, ".gz") ? strlen(".gz") : 0;
    for (int form = RECORDS_AUTO + 1; form < RECORDS_KINDS; form++)
        for (const char *const *ending = records_kinds[form]->endings; *ending; ending++)
            if (ends_in(path, length - zipped, *ending))
                return (enum records_form)form;
    return RECORDS_AUTO;
}

/* Whether a file begins with the bracket of an array and that of an object, in any character set. */
static bool begins_array(const struct source *from) {
    size_t size;
    const unsigned char *at = source_start(from, &size), *end = at + size;
    for (int bracket = 0; bracket < 2; bracket++) {
        while (at < end && memchr("\xEF\xBB\xBF\xFF\xFE\0 \t\r\n", *at, 10))
            at++;
        if (at == end || (bracket ? *at == '{' || *at == ']' : *at != '['))
            return bracket;
        at++;
    }
    return false;
}

/* What the first line that is no comment says: a bracket of JSON, tabs, or else another separator. */
static bool form_of_line(enum records_form *form, struct records *r, bool maybe_text, struct error *e) {
    *form = RECORDS_TSV;
    if (!records_piece(r, e))
        return false;
    const char *at = r->at;
    for (bool in_comment = false; at < r->end && (in_comment || strchr("\n\r#", *at)); at++)
        in_comment = *at != '\n' && (in_comment || *at == '#');
    const char *stop = memchr(at, '\n', (size_t)(r->end - at));
    size_t length = (size_t)((stop ? stop : r->end) - at);
    if (length && *at == '{')
        *form = RECORDS_JSONL;
    else if (!memchr(at, '\t', length) && !(maybe_text && memchr(at, ' ', length)))
        for (const char *separator = ",;|"; *separator; separator++)
            if (memchr(at, *separator, length))
                *form = RECORDS_CSV;
    return true;
}

bool records_open(struct records *r, const struct records_how *how, struct error *e) {
    bool named = how->form != RECORDS_AUTO && how->form != RECORDS_AUTO_TEXT;
    enum records_form form = named ? how->form : records_form_of(how->from.path);
    *r = (struct records){.maybe_headless = how->maybe_headless};
    if (!pieces_open(&r->pieces, &how->from, PIECES_LINES, e))
        return false;
    r->array = (form == RECORDS_AUTO || form == RECORDS_JSONL) && begins_array(&r->pieces.from);
    if (r->array) {
        form = RECORDS_JSONL;
        r->pieces.ends = PIECES_CHARACTERS; /* its one line may be as long as the file */
    } else if (form == RECORDS_AUTO && !form_of_line(&form, r, how->form == RECORDS_AUTO_TEXT, e)) {
        return false;
    }
    r->kind = records_kinds[form];
    r->own = r->kind->own ? arena_alloc(&r->names, r->kind->own, 1) : NULL;
    if (r->kind->start)
        r->kind->start(r);
    return (how->maybe_headless || names_skip(r, e)) && read_header(r, e);
}

bool records_no_header(struct records *r) {
    if (!r->kind->header)
        return false;
    r->fields = r->columns;
    r->columns = 0;
    r->again = true;
    return true;
}

static bool check_fields(const struct records *r, struct error *e) {
    if (r->fields > RECORDS_COLUMNS)
        return too_many(r, e);
    return r->fields == r->columns || r->columns == 0 || !r->kind->header ||
           records_fault(r, e, "has %d field%s; the header names %d", r->fields, r->fields == 1 ? "" : "s", r->columns);
}

bool records_next(struct records *r, struct records_field field[RECORDS_COLUMNS], bool *more, struct error *e) {
    if (r->again && r->kind->header) {
        memcpy(field, r->first, (size_t)r->fields * sizeof *field);
        r->again = false;
        *more = true;
        return true;
    }
    return r->kind->next(r, field, more, e) && (!*more || check_fields(r, e));
}

void records_close(struct records *r) {
    if (r->kind && r->kind->close)
        r->kind->close(r);
    pieces_close(&r->pieces);
    arena_free(&r->names);
}
