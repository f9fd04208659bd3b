/* error.c -- see error.h. */
#include "base/error.h"

#include <errno.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "base/memory.h"
#include "base/utf8.h"

bool error_set(struct error *e, enum exit_code code, const char *format, ...) {
    char text[sizeof e->text];
    va_list list;
    if (code == EXIT_IO)
        memory_die_if_enomem();
    e->code = code;
    e->everywhere = e->other = false;
    va_start(list, format);
    vsnprintf(text, sizeof text, format, list);
    va_end(list);
    utf8_show(e->text, sizeof e->text, text);
    return false;
}

bool error_io(struct error *e, const char *what, const char *path) {
    bool absent = errno == ENOENT && *path != '/' && strcmp(what, "open") == 0;
    bool full = errno == ENOSPC || errno == EDQUOT, closed = errno == EACCES, fixed = errno == EROFS;
    error_set(e, EXIT_IO, "cannot %s %s: %s%s", what, path, strerror(errno),
              full     ? "; nothing is lost: free some space and run the same command again"
              : absent ? "; check the path, which starts in the current folder"
              : closed ? "; open it with chmod, or name another file or folder"
              : fixed  ? "; name another file or folder"
                       : "");
    e->everywhere = full || fixed;
    return false;
}

bool error_prefix(struct error *e, const char *format, ...) {
    char old[sizeof e->text], front[sizeof e->text];
    va_list list;
    memcpy(old, e->text, sizeof old);
    va_start(list, format);
    vsnprintf(front, sizeof front, format, list);
    va_end(list);
    utf8_show(e->text, sizeof e->text, front);
    size_t used = strlen(e->text);
    snprintf(e->text + used, sizeof e->text - used, ": %s", old);
    return false;
}
