/* error.c -- see error.h. */
#include "base/error.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

bool error_set(struct error *e, enum exit_code code, const char *format, ...) {
    va_list list;
    e->code = code;
    va_start(list, format);
    vsnprintf(e->text, sizeof e->text, format, list);
    va_end(list);
    return false;
}

bool error_prefix(struct error *e, const char *format, ...) {
    char old[sizeof e->text];
    va_list list;
    memcpy(old, e->text, sizeof old);
    va_start(list, format);
    vsnprintf(e->text, sizeof e->text, format, list);
    va_end(list);
    size_t used = strlen(e->text);
    snprintf(e->text + used, sizeof e->text - used, ": %s", old);
    return false;
}
