/* checksum.h -- JSON documents that hold a checksum of their own bytes: XXH3-128 of the whole text, blanks and all,
 * with zeros for its digits. One changed byte anywhere is noticed. It guards against damage and slips, not against
 * anyone who works out the sum anew. */
#pragma once

#include <xxhash.h>

#include "format/node.h"

#define CHECKSUM "xxh3_128"
enum { CHECKSUM_DIGITS = 32 };

/* The digits of a sum, as xxhsum prints them. */
void checksum_digits(char digits[CHECKSUM_DIGITS + 1], XXH128_hash_t sum);

/* The document with its checksum as a text, which the caller frees; the document stays as it was. */
char *checksum_text(json_t *document);
/* Writes it to a file, whole or not at all. Error: EXIT_IO. */
bool checksum_save(json_t *document, const char *path, struct error *e);
/* Whether the checksum that a document holds is that of the text it was read from, in which its digits are zeros
 * afterwards. Error: EXIT_DATA; without a checksum nothing is checked. */
bool checksum_fits(const struct node *document, char *text, size_t size);
