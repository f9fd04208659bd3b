/* csv.c -- see csv.h. */
#include "format/csv.h"

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
