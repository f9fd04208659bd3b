/* csv.c -- see csv.h. */
#include "format/csv.h"

#include <math.h>
#include <stdarg.h>
#include <string.h>

#include "base/text.h"

void csv_field(FILE *out, const char *text) {
    struct arena arena = {0};
    const char *field = text_shown(text, &arena);
    const char *mark = strpbrk(field, ",\"") ? "\"" : "";
    fputs(mark, out);
    for (; *field; field++) {
        fputs(*field == '"' ? "\"" : "", out);
        fputc(*field, out);
    }
    fputs(mark, out);
    arena_free(&arena);
}

static void put_number(FILE *out, double x) {
    if (isfinite(x))
        fprintf(out, "%.9g", x);
}

void csv_put(FILE *out, const char *format, ...) {
    char word[64];
    const char *before = "";
    va_list list;
    va_start(list, format);
    for (; out && text_item(&format, word, sizeof word); before = ",") {
        fputs(before, out);
        switch (word[1] ? 0 : *word) {
        case 's': csv_field(out, va_arg(list, const char *)); break;
        case 'i': fprintf(out, "%d", va_arg(list, int)); break;
        case 'f': put_number(out, va_arg(list, double)); break;
        case '-': break;
        default: fputs(word, out);
        }
    }
    if (out)
        fputc('\n', out);
    va_end(list);
}
