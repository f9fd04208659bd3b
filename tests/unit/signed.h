/* signed.h -- files made by hand with the checksum that their reader wants. */
#pragma once

/* Writes a JSON document, or lines that begin with a comment, with a checksum (format/checksum.h, evaluate.h); what is
 * neither, or has one, as it is. */
void write_signed(const char *path, const char *text);
