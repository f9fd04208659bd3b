/* checksum.h -- JSON documents with a checksum of their own bytes: XXH3-128 of the whole text, including blanks, with
 * zeros for its digits. Any changed byte is detected. It protects against damage and mistakes, not against someone who
 * computes the sum again. */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <xxhash.h>

struct json_t;
struct node;

#define CHECKSUM "xxh3_128"
enum { CHECKSUM_DIGITS = 32 };

/* The digits of a sum, as xxhsum prints them. */
void checksum_digits(char digits[CHECKSUM_DIGITS + 1], XXH128_hash_t sum);

/* The document with its checksum as a text, which the caller frees; the document is not changed. */
char *checksum_text(struct json_t *document);
/* Checks a document's checksum against the text it was read from, whose digits become zeros. Error: EXIT_DATA; without
 * a checksum nothing is checked. */
bool checksum_fits(const struct node *document, char *text, size_t size);
