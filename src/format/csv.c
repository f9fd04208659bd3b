/* csv.c -- see csv.h. */
#include "format/csv.h"

#include <csv.h>
#include <string.h>

#include "base/arena.h"
#include "base/utf8.h"

void csv_field(FILE *out, const char *text) {
    struct arena arena = {0};
    char *field = arena_alloc(&arena, 4 * strlen(text) + 1, 1), *to = field;
    size_t length;
    bool printable;
    for (; *text; text += length) {
        length = utf8_next(text, &printable);
        for (size_t i = 0; i < length; i++)
            to += sprintf(to, printable ? "%c" : "\\x%02x", (unsigned char)text[i]);
    }
    if (strpbrk(field, ",\""))
        csv_fwrite(out, field, strlen(field));
    else
        fputs(field, out);
    arena_free(&arena);
}
