/* json_put.c -- see json_put.h. */
#include "format/json_put.h"

#include <math.h>
#include <string.h>

enum { DIGITS = 9, NUMBER = 32 };

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

/* What stands before a value; false: there is no writer. */
static bool start(struct json_writer *w, const char *key) {
    if (!w)
        return false;
    if (w->follows)
        fputc(',', w->text.f);
    if (w->depth)
        new_line(w);
    if (key) {
        quote(w->text.f, key);
        fputs(w->lines ? ": " : ":", w->text.f);
    }
    return w->follows = true;
}

void json_begin(struct json_writer *w, const char *key, char bracket) {
    if (!start(w, key))
        return;
    fputc(bracket, w->text.f);
    w->depth++;
    w->follows = false;
}

void json_end(struct json_writer *w, char bracket) {
    if (!w)
        return;
    w->depth--;
    if (w->follows)
        new_line(w);
    fputc(bracket, w->text.f);
    w->follows = true;
}

void json_put_text(struct json_writer *w, const char *key, const char *text) {
    if (start(w, key))
        quote(w->text.f, text);
}

void json_put_integer(struct json_writer *w, const char *key, long long x) {
    if (start(w, key))
        fprintf(w->text.f, "%lld", x);
}

void json_put_bool(struct json_writer *w, const char *key, bool x) {
    if (start(w, key))
        fputs(x ? "true" : "false", w->text.f);
}

void json_put_null(struct json_writer *w, const char *key) {
    if (start(w, key))
        fputs("null", w->text.f);
}

/* With a point or an exponent, so that it is read as a real; the exponent without a plus and without leading zeros. */
void json_put_real(struct json_writer *w, const char *key, double x) {
    char digits[NUMBER];
    if (!isfinite(x)) {
        json_put_null(w, key);
    } else if (start(w, key)) {
        snprintf(digits, sizeof digits, "%.*g", DIGITS, x);
        char *exponent = strchr(digits, 'e');
        if (exponent)
            *exponent++ = 0;
        fprintf(w->text.f, exponent || strchr(digits, '.') ? "%s" : "%s.0", digits);
        if (exponent)
            fprintf(w->text.f, "e%s%s", *exponent == '-' ? "-" : "", exponent + strspn(exponent, "+-0"));
    }
}

void json_put_reals(struct json_writer *w, const char *key, const double *x, int count) {
    json_begin(w, key, '[');
    for (int i = 0; w && i < count; i++)
        json_put_real(w, NULL, x[i]);
    json_end(w, ']');
}

void json_put_integers(struct json_writer *w, const char *key, const int *x, int count) {
    json_begin(w, key, '[');
    for (int i = 0; w && i < count; i++)
        json_put_integer(w, NULL, x[i]);
    json_end(w, ']');
}
