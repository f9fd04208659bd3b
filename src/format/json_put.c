/* json_put.c -- see json_put.h. */
#include "format/json_put.h"

#include <assert.h>
#include <math.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include "base/text.h"
#include "format/csv.h"

enum { DIGITS = 9, NUMBER = 32, WORD = JSON_WORD };

void json_open(struct json_writer *w, bool lines) {
    *w = (struct json_writer){.lines = lines};
    memory_stream_open(&w->text);
}

void json_open_csv(struct json_writer *w) {
    *w = (struct json_writer){.csv = true};
    memory_stream_open(&w->text);
    memory_stream_open(&w->columns);
    memory_stream_open(&w->texts);
}

/* A text can come after numbers, so that only now each row has them all. */
static void close_csv(struct json_writer *w) {
    struct memory_stream rows = w->text;
    fclose(w->columns.f);
    fclose(w->texts.f);
    memory_stream_open(&w->text);
    fprintf(w->text.f, "%squantity,i,j,value\n", w->columns.bytes);
    for (const char *row = rows.bytes, *next; *row; row = next) {
        next = strchr(row, '\n') + 1;
        fprintf(w->text.f, "%s%.*s", w->texts.bytes, (int)(next - row), row);
    }
    fclose(w->text.f);
    free(w->columns.bytes);
    free(w->texts.bytes);
    free(rows.bytes);
}

char *json_close(struct json_writer *w) {
    fclose(w->text.f);
    if (w->csv)
        close_csv(w);
    return w->text.bytes;
}

/* ---- JSON */

static void quote(FILE *f, const char *text) {
    static const char special[] = "\"\\\b\f\n\r\t", letters[] = "\"\\bfnrt";
    fputc('"', f);
    for (const char *plain = text;; text++) {
        if ((unsigned char)*text >= ' ' && *text != '"' && *text != '\\')
            continue;
        fwrite(plain, 1, (size_t)(text - plain), f);
        plain = text + 1;
        if (!*text)
            break;
        const char *known = strchr(special, *text);
        if (known)
            fprintf(f, "\\%c", letters[known - special]);
        else
            fprintf(f, "\\u%04X", (unsigned)*text);
    }
    fputc('"', f);
}

static void new_line(const struct json_writer *w) {
    if (w->lines)
        fprintf(w->text.f, "\n%*s", w->depth, "");
}

/* What comes before a value: comma, new line, key. */
static void start(struct json_writer *w, const char *key) {
    if (w->follows)
        fputc(',', w->text.f);
    if (w->depth)
        new_line(w);
    if (key) {
        quote(w->text.f, key);
        fputs(w->lines ? ": " : ":", w->text.f);
    }
    w->follows = true;
}

static void begin(struct json_writer *w, char bracket) {
    fputc(bracket, w->text.f);
    w->depth++;
    w->follows = false;
}

static void end(struct json_writer *w, char bracket) {
    w->depth--;
    if (w->follows)
        new_line(w);
    fputc(bracket, w->text.f);
    w->follows = true;
}

/* With a point or an exponent, so that it is read as a real; no plus and no leading zeros in the exponent. */
static void real(FILE *f, double x) {
    char digits[NUMBER];
    snprintf(digits, sizeof digits, isfinite(x) ? "%.*g" : "null", DIGITS, x);
    char *exponent = isfinite(x) ? strchr(digits, 'e') : NULL;
    if (exponent)
        *exponent++ = 0;
    fprintf(f, exponent || strpbrk(digits, ".n") ? "%s" : "%s.0", digits);
    if (exponent)
        fprintf(f, "e%s%s", *exponent == '-' ? "-" : "", exponent + strspn(exponent, "+-0"));
}

/* An array of S texts, I ints or F doubles. */
static void array(struct json_writer *w, char kind, const void *of, int count) {
    begin(w, '[');
    for (int i = 0; i < count; i++) {
        start(w, NULL);
        if (kind == 'S')
            quote(w->text.f, ((const char *const *)of)[i]);
        else if (kind == 'I')
            fprintf(w->text.f, "%d", ((const int *)of)[i]);
        else
            real(w->text.f, ((const double *)of)[i]);
    }
    end(w, ']');
}

static void value(struct json_writer *w, char kind, va_list *list) {
    FILE *f = w->text.f;
    switch (kind) {
    case 's': quote(f, va_arg(*list, const char *)); break;
    case 'i': fprintf(f, "%d", va_arg(*list, int)); break;
    case 'l': fprintf(f, "%ld", va_arg(*list, long)); break;
    case 'z': fprintf(f, "%zu", va_arg(*list, size_t)); break;
    case 'f': real(f, va_arg(*list, double)); break;
    case 'b': fputs(va_arg(*list, int) ? "true" : "false", f); break;
    case 'n': fputs("null", f); break;
    case '{':
    case '[': begin(w, kind); break;
    default: {
        const void *of = va_arg(*list, const void *);
        array(w, kind, of, va_arg(*list, int));
    }
    }
}

/* ---- CSV */

/* In a list, the next item. */
static void next(struct json_writer *w) {
    if (w->lists)
        w->at[w->lists - 1]++;
}

static void begin_list(struct json_writer *w) {
    next(w);
    assert(w->lists < JSON_CSV_LISTS);
    w->at[w->lists++] = -1;
}

/* A row for each of so many ints (I) or doubles. */
static void rows(struct json_writer *w, char kind, const void *of, int count) {
    enum { INT_DIGITS = 10 };
    for (int i = 0; i < count; i++) {
        double x = kind == 'I' ? ((const int *)of)[i] : ((const double *)of)[i];
        next(w);
        if (!isfinite(x))
            continue;
        fprintf(w->text.f, "%s%s%s,", w->object, *w->object ? "." : "", w->key);
        for (int k = 0; k < JSON_CSV_LISTS; k++)
            fprintf(w->text.f, k < w->lists ? "%d," : ",", w->at[k]);
        fprintf(w->text.f, "%.*g\n", kind == 'I' ? INT_DIGITS : DIGITS, x);
    }
}

static void value_csv(struct json_writer *w, char kind, va_list *list) {
    switch (kind) {
    case '{':
        if (w->depth++)
            strcpy(w->object, w->key);
        break;
    case '}': *w->object = 0; break;
    case '[': begin_list(w); break;
    case ']': w->lists--; break;
    case 's':
        fprintf(w->columns.f, "%s,", w->key);
        csv_field(w->texts.f, va_arg(*list, const char *));
        fputc(',', w->texts.f);
        break;
    case 'i':
    case 'b': rows(w, 'I', &(int){va_arg(*list, int)}, 1); break;
    case 'f': rows(w, 'F', &(double){va_arg(*list, double)}, 1); break;
    default: {
        const void *of = va_arg(*list, const void *);
        assert(strchr("IF", kind));
        begin_list(w);
        rows(w, kind, of, va_arg(*list, int));
        w->lists--;
    }
    }
}

void json_put(struct json_writer *w, const char *format, ...) {
    char word[WORD], name[WORD];
    const char *key = NULL;
    va_list list;
    va_start(list, format);
    while (w && text_item(&format, word, sizeof word)) {
        if (word[1] || !strchr("silzfbnSIF{}[]", *word)) {
            key = strcmp(word, "*") == 0 ? va_arg(list, const char *) : strcpy(name, word);
        } else if (w->csv) {
            if (key)
                snprintf(w->key, sizeof w->key, "%s", key);
            key = NULL;
            value_csv(w, *word, &list);
        } else if (*word == '}' || *word == ']') {
            end(w, *word);
        } else {
            start(w, key);
            value(w, *word, &list);
            key = NULL;
        }
    }
    va_end(list);
}
