/* records_write.c -- see records_write.h. */
#include "format/records_write.h"

#include <stdio.h>

#include "format/records_kind.h"

void records_replace(FILE *out, struct records_field field, const char *(*written)(char c, char buffer[8])) {
    const char *from = field.text, *end = from + field.length, *as;
    char buffer[8];
    for (const char *at = from; at < end; at++)
        if ((as = written(*at, buffer))) {
            fwrite(from, 1, (size_t)(at - from), out);
            fputs(as, out);
            from = at + 1;
        }
    fwrite(from, 1, (size_t)(end - from), out);
}

static const struct records_kind *kind_of(const struct records_writer *w) { return records_kinds[w->form]; }

/* What comes before a field's value. */
static void begin(struct records_writer *w, const char *name) {
    const struct records_kind *kind = kind_of(w);
    if (w->fields++)
        fputs(kind->between, w->out);
    else if (!kind->header)
        putc('{', w->out);
    if (kind->header)
        return;
    kind->write(w->out, records_text(name));
    fputs(": ", w->out);
}

static bool is_number(struct records_field field) {
    char text[32];
    double number;
    snprintf(text, sizeof text, "%.*s", (int)field.length, field.text);
    return strlen(text) == field.length && text_number(text, &number);
}

static bool is_formula(struct records_field field) {
    return field.length > 0 && memchr("=+-@\t\r\n", *field.text, 7) && !is_number(field);
}

static void write_quoted(struct records_writer *w, struct records_field field) {
    struct arena arena = {0};
    char *text = arena_alloc(&arena, field.length + 1, 1);
    *text = '\'';
    memcpy(text + 1, field.text, field.length);
    kind_of(w)->write(w->out, (struct records_field){text, field.length + 1, false});
    arena_free(&arena);
}

void records_write(struct records_writer *w, const char *name, struct records_field field) {
    begin(w, name);
    if (w->quote_formulas && kind_of(w)->header && is_formula(field))
        write_quoted(w, field);
    else
        kind_of(w)->write(w->out, field);
}

void records_write_number(struct records_writer *w, const char *name, double value) {
    begin(w, name);
    fprintf(w->out, "%.6g", value);
}

void records_write_nothing(struct records_writer *w, const char *name) {
    begin(w, name);
    if (!kind_of(w)->header)
        fputs("null", w->out);
}

/* Without its end; of one that is empty nothing. */
void records_write_object(struct records_writer *w, struct records_field object) {
    size_t length = object.length;
    while (object.text[--length] != '}')
        ;
    while (strchr(" \t\r", object.text[length - 1]))
        length--;
    w->fields = object.text[length - 1] != '{';
    if (w->fields)
        fwrite(object.text, 1, length, w->out);
}

void records_write_end(struct records_writer *w) {
    fputs(kind_of(w)->header ? "\n" : "}\n", w->out);
    w->fields = 0;
}
