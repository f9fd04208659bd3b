/* json_put.c -- see json_put.h. */
#include "format/json_put.h"

#include <math.h>
#include <stdarg.h>
#include <string.h>

#include "base/text.h"

enum { DIGITS = 9, NUMBER = 32, WORD = 64 };

void json_open(struct json_writer *w, bool lines) {
    *w = (struct json_writer){.lines = lines};
    memory_stream_open(&w->text);
}

char *json_close(struct json_writer *w) {
    fclose(w->text.f);
    return w->text.bytes;
}

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

void json_put(struct json_writer *w, const char *format, ...) {
    char word[WORD], name[WORD];
    const char *key = NULL;
    va_list list;
    va_start(list, format);
    while (w && text_item(&format, word, sizeof word)) {
        if (word[1] || !strchr("silzfbnSIF{}[]", *word)) {
            key = strcmp(word, "*") == 0 ? va_arg(list, const char *) : strcpy(name, word);
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
