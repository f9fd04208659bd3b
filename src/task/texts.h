/* texts.h -- labels and texts that somebody writes, line by line as they come.
 *
 * A line is text_a and, after a tab, perhaps text_b; or any columns under a header line that names them. Empty lines
 * are passed over. Errors: EXIT_DATA ("NAME:line ..."). */
#ifndef TASK_TEXTS_H
#define TASK_TEXTS_H

#include <stdio.h>

#include "base/error.h"

enum { TEXTS_LABEL, TEXTS_A, TEXTS_B, TEXTS_COLUMNS };

/* text[TEXTS_LABEL] is NULL where there is no such column, text[TEXTS_B] empty. */
typedef bool texts_each(void *user, const char *const text[TEXTS_COLUMNS], struct error *e);

/* Calls `each` for every line until it fails. */
bool texts_read(FILE *in, const char *name, texts_each *each, void *user, struct error *e);
/* Whether that many bytes are a text: valid UTF-8, no NUL, not too long. */
bool texts_check(const char *text, size_t size, struct error *e);

#endif
