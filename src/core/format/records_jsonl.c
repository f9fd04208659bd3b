/* records_jsonl.c -- JSON lines, by jansson: one object per line; or one array of objects, as most .json files of data
 * are, which is read object by object, over as many lines as it has. */
#include <jansson.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "format/json.h"
#include "format/names.h"
#include "format/records_kind.h"

enum { NUMBER = 32 };

/* An array while it is read. */
struct array {
    char *text; /* of the object, without the blanks between its parts, on one line */
    size_t size, room;
    bool begun, ended;
};

struct jsonl {
    json_t *row;
    struct array array;
    char number[RECORDS_COLUMNS][NUMBER];
    char *nested[RECORDS_COLUMNS]; /* texts of arrays and objects */
    int nests;
};

/* ---- An array: only brackets, quotes and commas are looked at; jansson reads the object */

static bool is_blank(char c) { return c == ' ' || c == '\t' || c == '\n' || c == '\r'; }

/* The next character; 0 at the end of the file. It is not taken. */
static bool peek(struct records *r, char *c, struct error *e) {
    if (!records_piece(r, e))
        return false;
    *c = r->at < r->end ? *r->at : 0;
    return true;
}

static void take(struct records *r) { r->lines += *r->at++ == '\n'; }

static bool skip_blanks(struct records *r, char *c, struct error *e) {
    while (peek(r, c, e)) {
        if (!is_blank(*c))
            return true;
        take(r);
    }
    return false;
}

static void keep(struct array *a, char c) {
    if (a->size == a->room) {
        a->room = 2 * a->room + 256;
        a->text = memory_grow(a->text, a->room);
    }
    a->text[a->size++] = c;
}

/* From its first character to the end of its outermost bracket, or to a comma or bracket of the array. */
static bool read_item(struct array *a, struct records *r, struct error *e) {
    bool quoted = false, escaped = false;
    int depth = 0;
    char c;
    for (a->size = 0; peek(r, &c, e);) {
        if (c == 0)
            return records_fault(r, e, "the array ends in the object that begins here; is the file complete?");
        if (!quoted && depth == 0 && (c == ',' || c == ']'))
            return true;
        take(r);
        if (quoted || !is_blank(c))
            keep(a, c);
        if (a->size > PIECES_LONGEST)
            return records_fault(r, e, "the object that begins here is longer than %d bytes", PIECES_LONGEST);
        depth += quoted ? 0 : (c == '{' || c == '[') - (c == '}' || c == ']');
        quoted ^= c == '"' && !escaped;
        escaped = quoted && c == '\\' && !escaped;
        if (depth == 0 && (c == '}' || c == ']') && !quoted)
            return true;
    }
    return false;
}

/* To the next object, after a comma but before the first; *c is 0 at the end of the file after the array. */
static bool find_item(struct array *a, struct records *r, char *c, struct error *e) {
    bool first = !a->begun;
    a->begun = true;
    if (!skip_blanks(r, c, e))
        return false;
    bool comma = !first && *c == ',';
    if (first || comma) {
        take(r);
        if (!skip_blanks(r, c, e))
            return false;
        if (*c == '{')
            return true;
    }
    r->line = r->lines + 1;
    if (comma || *c != ']')
        return records_fault(r, e,
                             *c ? "expected an object, a comma or the end of the array"
                                : "the array has no end; is the file complete?");
    take(r);
    a->ended = true;
    return skip_blanks(r, c, e) && (!*c || records_fault(r, e, "there is more after the end of the array"));
}

/* The next object: its text, which stays until the next call; *length 0 at the end of the array. */
static bool next_object(struct array *a, struct records *r, const char **text, size_t *length, struct error *e) {
    char c;
    *length = 0;
    if (a->ended)
        return true;
    if (!find_item(a, r, &c, e))
        return false;
    r->line = r->lines + 1;
    if (!a->ended && !read_item(a, r, e))
        return false;
    *text = a->text;
    *length = a->ended ? 0 : a->size;
    return true;
}

/* ---- Rows */

static void drop_nested(struct jsonl *j) {
    while (j->nests > 0)
        free(j->nested[--j->nests]);
}

static struct records_field plain(const char *text, size_t length) {
    return (struct records_field){text, length, false};
}

static struct records_field field_of(struct jsonl *j, const json_t *value, char number[NUMBER]) {
    switch (json_typeof(value)) {
    case JSON_STRING: return plain(json_string_value(value), json_string_length(value));
    case JSON_TRUE: return plain("true", 4);
    case JSON_FALSE: return plain("false", 5);
    case JSON_NULL: return plain("", 0);
    case JSON_INTEGER: snprintf(number, NUMBER, "%" JSON_INTEGER_FORMAT, json_integer_value(value)); break;
    case JSON_REAL: text_shortest(json_real_value(value), number, NUMBER); break;
    case JSON_ARRAY:
    case JSON_OBJECT:
        j->nested[j->nests++] = json_dumps(value, JSON_COMPACT);
        return (struct records_field){j->nested[j->nests - 1], strlen(j->nested[j->nests - 1]), true};
    }
    return plain(number, strlen(number));
}

/* The column of a key: most rows have their keys in the same order. */
static int column_of(struct records *r, const char *key, int expected) {
    if (expected < r->columns && records_is(r->name[expected], key))
        return expected;
    struct arena arena = {0};
    const struct records_field cell = plain(key, strlen(key));
    int column = records_column(r, name_of(cell, &arena).text);
    if (column < 0 && records_add_column(r, cell))
        column = r->columns - 1;
    arena_free(&arena);
    return column;
}

static bool read_object(struct records *r, struct error *e) {
    struct jsonl *j = r->own;
    const char *line;
    size_t length;
    json_error_t why;
    json_decref(j->row);
    j->row = NULL;
    if (!(r->array ? next_object(&j->array, r, &line, &length, e) : records_line(r, &line, &length, e)))
        return false;
    if (length == 0)
        return true;
    r->object = plain(line, length);
    j->row = json_loadb(line, length, JSON_REJECT_DUPLICATES | JSON_DECODE_ANY, &why);
    if (!j->row)
        return records_fault(r, e, "is not JSON (%s, at byte %d)%s", json_why(&why), why.position,
                             r->array ? "" : "; JSON lines have one complete object per line");
    return json_is_object(j->row) ||
           records_fault(r, e, "is not a JSON object%s",
                         r->array ? "; rows are an array of objects" : "; JSON lines have one object per line");
}

static bool next(struct records *r, struct records_field field[RECORDS_COLUMNS], bool *more, struct error *e) {
    struct jsonl *j = r->own;
    const char *key;
    json_t *value;
    static const char nothing[] = "";
    char shown[TEXT_PRINTABLE];
    int expected = 0;
    drop_nested(j);
    if (r->again)
        r->again = false;
    else if (!read_object(r, e))
        return false;
    *more = j->row;
    for (int i = 0; i < r->columns; i++)
        field[i] = plain(nothing, 0);
    json_object_foreach(j->row, key, value) {
        int known = r->columns, i = column_of(r, key, expected++);
        if (i < 0) {
            r->fields = RECORDS_COLUMNS + 1;
            return true;
        }
        if (i < known && field[i].text != nothing)
            return records_fault(r, e, "has two keys that are one name: %s", records_show(r->name[i], shown));
        field[i] = field_of(j, value, j->number[i]);
    }
    r->fields = r->columns;
    return true;
}

static void finish(struct records *r) {
    struct jsonl *j = r->own;
    drop_nested(j);
    json_decref(j->row);
    free(j->array.text);
}

static const char *as_written(char c, char buffer[8]) {
    if ((unsigned char)c < ' ')
        snprintf(buffer, 8, "\\u%04x", c);
    else if (c == '"' || c == '\\')
        snprintf(buffer, 8, "\\%c", c);
    else
        return NULL;
    return buffer;
}

static void write_field(FILE *out, struct records_field field) {
    putc('"', out);
    records_replace(out, field, as_written);
    putc('"', out);
}

const struct records_kind records_jsonl = {
    .endings = (const char *const[]){".jsonl", ".ndjson", ".json", NULL},
    .rows = "one JSON object per line, or one array of objects",
    .next = next,
    .own = sizeof(struct jsonl),
    .close = finish,
    .between = ", ",
    .lost = "",
    .write = write_field,
};
