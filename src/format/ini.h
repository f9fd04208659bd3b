/* ini.h -- strict INI files: "[section]" lines, "key = value" lines, comments after ';' or '#'. Read by inih, whose
 * lenient ways are closed here: an indented line, a line that is too long, a NUL byte and a value without a section are
 * errors. */
#pragma once

#include <stdbool.h>
#include <stddef.h>

#include "base/error.h"

enum { INI_LINE_LONGEST = 197 }; /* bytes; inih cuts lines of 198 and more */

/* Called for every key; returns false with an error to stop. `key` is "section.name". */
typedef bool ini_visit(void *user, const char *key, const char *value, int line, struct error *e);

/* Why a line "name = value" would not be read back as it is, the value having no blanks about; NULL where it would. */
const char *ini_unfit(const char *name, const char *value);

/* Reads text of `size` bytes; errors (EXIT_USAGE) begin with "name:line". */
bool ini_read(const char *text, size_t size, const char *name, ini_visit *visit, void *user, struct error *e);
