/* csv.h -- the fields of a CSV file (RFC 4180). */
#pragma once

#include <stdio.h>

/* Writes an untrusted text: quoted if necessary, unprintable characters as \x1b. */
void csv_field(FILE *out, const char *text);
