/* signed.h -- files made by hand with the checksum that their reader wants (format/checksum.h). */
#pragma once

/* Writes a JSON document with its checksum; what is no document, or has one, as it is. */
void write_signed(const char *path, const char *text);
