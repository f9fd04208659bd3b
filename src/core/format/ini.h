/* ini.h -- strict INI files: "[section]" lines, "key = value" lines, comments after ';' or '#' (after a value only a
 * blank and ';').
 *
 * A line that begins with a blank continues the value above, joined by one blank; an empty line ends the value, a
 * comment does not. Errors: a NUL byte, an unclosed section, text after a section, a key without a section, a
 * continuation of nothing. */
#pragma once

#include <stdbool.h>
#include <stddef.h>

#include "base/error.h"

enum { INI_VALUE_LONGEST = 16384 }; /* bytes */

/* Called for every key; returns false with an error to stop. `key` is "section.name"; the value begins on `line`. */
typedef bool ini_visit(void *user, const char *key, const char *value, int line, struct error *e);

/* Why "name = value" would not be read back unchanged (the value has no blanks around it); NULL if it would. */
const char *ini_unfit(const char *value);

/* Appends "name = value" to the text in a buffer of `size` bytes, which must have room; a long value is split over
 * several lines. */
void ini_write(char *text, size_t size, const char *name, const char *value);

/* Parses text of `size` bytes; errors (EXIT_USAGE) begin with "name:line". */
bool ini_read(const char *text, size_t size, const char *name, ini_visit *visit, void *user, struct error *e);
