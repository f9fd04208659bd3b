/* records_array.c -- see records_array.h. Only brackets, quotes and commas are looked at; jansson reads the object. */
#include "format/records_array.h"

#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "format/records_kind.h"

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

static void keep(struct records_array *a, char c) {
    if (a->size == a->room) {
        a->room = 2 * a->room + 256;
        a->text = memory_grow(a->text, a->room);
    }
    a->text[a->size++] = c;
}

/* From its first character to the end of its outermost bracket, or to a comma or bracket of the array. */
static bool read_item(struct records_array *a, struct records *r, struct error *e) {
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
static bool find_item(struct records_array *a, struct records *r, char *c, struct error *e) {
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

bool records_array_next(struct records_array *a, struct records *r, const char **text, size_t *length,
                        struct error *e) {
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

void records_array_free(struct records_array *a) { free(a->text); }
