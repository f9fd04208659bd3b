/* ini.h -- strict INI files: "[section]" lines, "key = value" lines, comments behind
 * ';' or '#'. Read by inih, whose lenient ways are closed here: an indented line, a
 * line that is too long, a NUL byte and a value without a section are errors. */
#ifndef FORMAT_INI_H
#define FORMAT_INI_H

#include <stdbool.h>
#include <stddef.h>

#include "base/error.h"

/* Called for every key; returns false with an error to stop. `key` is "section.name". */
typedef bool ini_visit(void *user, const char *key, const char *value, int line, struct error *e);

/* Reads text of `size` bytes; errors (EXIT_USAGE) begin with "name:line". */
bool ini_read(const char *text, size_t size, const char *name, ini_visit *visit, void *user, struct error *e);

#endif
