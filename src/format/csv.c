/* csv.c -- see csv.h. */
#include "format/csv.h"

#include <csv.h>
#include <string.h>

#include "base/text.h"

void csv_field(FILE *out, const char *text) {
    struct arena arena = {0};
    const char *field = text_shown(text, &arena);
    if (strpbrk(field, ",\""))
        csv_fwrite(out, field, strlen(field));
    else
        fputs(field, out);
    arena_free(&arena);
}
