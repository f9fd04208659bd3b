/* file_kind.h -- what a file is by its first bytes, where no reader of rows, texts, vectors or tensors can read it: one
 * table that they ask before they complain about anything else. */
#pragma once

#include <stddef.h>

#include "base/error.h"

enum { FILE_KIND_BYTES = 512 }; /* that are looked at, as far as there are so many */

/* Whether it is none of the table. Else *e is "PATH is WHAT; COMMAND makes it readable", EXIT_DATA; PATH NULL: "is WHAT
 * ...", for a caller that puts the path in front. */
bool file_kind_check(const char *path, const void *bytes, size_t size, struct error *e);
