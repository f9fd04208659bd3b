/* texts.c -- see texts.h. */
#include "task/texts.h"

#include <stdlib.h>
#include <string.h>

#include "base/arena.h"
#include "base/utf8.h"
#include "format/tsv.h"

static const char *const names[TEXTS_COLUMNS] = {"label", "text_a", "text_b"};

/* Where the columns are, and what is done with them. */
struct layout {
    texts_each *each;
    void *user;
    bool header;
    int fields; /* of the header */
    int column[TEXTS_COLUMNS];
};

/* From the first line, which is a header where it names text_a. One that names a label and no text is a slip. */
static bool read_layout(struct layout *l, const struct tsv_field *field, int count, struct error *e) {
    l->fields = count;
    for (int k = 0; k < TEXTS_COLUMNS; k++) {
        l->column[k] = -1;
        for (int i = 0; i < count && i < TSV_COLUMNS; i++)
            if (tsv_is(field[i], names[k]))
                l->column[k] = i;
    }
    l->header = l->column[TEXTS_A] >= 0;
    if (!l->header && (l->column[TEXTS_LABEL] >= 0 || l->column[TEXTS_B] >= 0))
        return error_set(e, EXIT_DATA, "a header without a column text_a");
    if (!l->header) {
        l->column[TEXTS_A] = 0;
        l->column[TEXTS_B] = 1;
    }
    return true;
}

static bool give_fields(const struct layout *l, const struct tsv_field *field, int count, struct error *e) {
    const char *text[TEXTS_COLUMNS] = {NULL, "", ""};
    struct arena arena = {0};
    if (l->header ? count != l->fields : count > 2)
        return error_set(e, EXIT_DATA,
                         l->header ? "has %d fields; the header names %d"
                                   : "has %d fields; without a header it takes text_a and perhaps text_b",
                         count, l->fields);
    for (int k = 0; k < TEXTS_COLUMNS; k++)
        if (l->column[k] >= 0 && l->column[k] < count) {
            char *copy = arena_take(&arena, field[l->column[k]].length + 1, 1);
            text[k] = memcpy(copy, field[l->column[k]].text, field[l->column[k]].length);
        }
    bool ok = l->each(l->user, text, e);
    arena_free(&arena);
    return ok;
}

bool texts_check(const char *text, size_t size, struct error *e) {
    if (size > PIECES_LONGEST)
        return error_set(e, EXIT_DATA, "is longer than %d bytes", PIECES_LONGEST);
    return (!memchr(text, 0, size) && utf8_broken(text, size) == size) ||
           error_set(e, EXIT_DATA, "is no text in UTF-8");
}

/* One line, which is not empty; the first says what the others are. */
static bool read_line(struct layout *l, bool first, const char *line, size_t size, struct error *e) {
    struct tsv_field field[TSV_COLUMNS];
    size_t mark = first ? utf8_mark(line, size) : 0;
    line += mark;
    size -= mark;
    if (!texts_check(line, size, e))
        return false;
    int count = tsv_divide(line, size, field);
    if (first && !read_layout(l, field, count, e))
        return false;
    return (first && l->header) || give_fields(l, field, count, e);
}

bool texts_read(FILE *in, const char *name, texts_each *each, void *user, struct error *e) {
    struct layout layout = {.each = each, .user = user};
    char *line = NULL;
    size_t capacity = 0;
    ssize_t got;
    int number = 0;
    bool ok = true, begun = false;
    while (ok && (got = getline(&line, &capacity, in)) > 0) {
        size_t size = (size_t)got - (line[got - 1] == '\n');
        size -= size > 0 && line[size - 1] == '\r';
        number++;
        if (size == 0)
            continue;
        ok = read_line(&layout, !begun, line, size, e) || error_prefix(e, "%s:%d", name, number);
        begun = true;
    }
    free(line);
    return ok && (begun || error_set(e, EXIT_DATA,
                                     "%s is empty; it takes lines of text_a and, after a tab, perhaps text_b", name));
}
