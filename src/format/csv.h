/* csv.h -- one field of a CSV file (RFC 4180). */
#pragma once

#include <stdio.h>

/* A text from anywhere: in quotes where it needs them, what cannot be printed as \x1b. */
void csv_field(FILE *out, const char *text);
