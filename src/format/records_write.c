/* records_write.c -- see records_write.h. */
#include "format/records_write.h"

#include <stdio.h>

/* Writes a text; `written` says how a character is written that is not itself, NULL where it is. */
static void replace(FILE *out, struct records_field field, const char *(*written)(char c, char buffer[8])) {
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

static const char *in_tsv(char c, char buffer[8]) {
    (void)buffer;
    return c == '\t' ? "\\t" : c == '\n' ? "\\n" : c == '\r' ? "\\r" : NULL;
}

static const char *in_csv(char c, char buffer[8]) {
    (void)buffer;
    return c == '"' ? "\"\"" : NULL;
}

static const char *in_json(char c, char buffer[8]) {
    if ((unsigned char)c < ' ')
        snprintf(buffer, 8, "\\u%04x", c);
    else if (c == '"' || c == '\\')
        snprintf(buffer, 8, "\\%c", c);
    else
        return NULL;
    return buffer;
}

static void write_tsv(FILE *out, struct records_field field) { replace(out, field, in_tsv); }

static bool needs_quotes(struct records_field field) {
    bool needs = false;
    for (size_t i = 0; i < field.length; i++)
        needs |= field.text[i] == ',' || field.text[i] == '"' || field.text[i] == '\n' || field.text[i] == '\r';
    return needs;
}

static void write_csv(FILE *out, struct records_field field) {
    const char *quote = needs_quotes(field) ? "\"" : "";
    fputs(quote, out);
    replace(out, field, in_csv);
    fputs(quote, out);
}

static void write_json(FILE *out, struct records_field field) {
    putc('"', out);
    replace(out, field, in_json);
    putc('"', out);
}

/* What comes before a field's value. */
static void begin(struct records_writer *w, const char *name) {
    static const char *const between[] = {[RECORDS_TSV] = "\t", [RECORDS_CSV] = ",", [RECORDS_JSONL] = ", "};
    if (w->fields++)
        fputs(between[w->form], w->out);
    else if (w->form == RECORDS_JSONL)
        putc('{', w->out);
    if (w->form != RECORDS_JSONL)
        return;
    write_json(w->out, records_text(name));
    fputs(": ", w->out);
}

void records_write(struct records_writer *w, const char *name, struct records_field field) {
    static void (*const writes[])(FILE * out, struct records_field field) = {
        [RECORDS_TSV] = write_tsv, [RECORDS_CSV] = write_csv, [RECORDS_JSONL] = write_json};
    begin(w, name);
    writes[w->form](w->out, field);
}

void records_write_number(struct records_writer *w, const char *name, double value) {
    begin(w, name);
    fprintf(w->out, "%.6g", value);
}

void records_write_nothing(struct records_writer *w, const char *name) {
    begin(w, name);
    if (w->form == RECORDS_JSONL)
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
    fputs(w->form == RECORDS_JSONL ? "}\n" : "\n", w->out);
    w->fields = 0;
}
