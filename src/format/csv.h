/* csv.h -- fields and rows of a CSV file (RFC 4180). */
#pragma once

#include <stdio.h>

/* Writes an untrusted text: quoted if necessary, unprintable characters as \x1b. */
void csv_field(FILE *out, const char *text);
/* Writes a row of what the words of a format say, separated by blanks: s i f take a text, int or double (nothing unless
 * finite) from the arguments; - is nothing; any other word is itself, as in a header. Without a file (NULL), nothing.
 */
void csv_put(FILE *out, const char *format, ...);
