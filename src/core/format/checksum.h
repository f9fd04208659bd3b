/* checksum.h -- JSON documents and safetensors files with a checksum of their own bytes: XXH3-128 of the whole file,
 * with zeros for its digits. Any changed byte is detected, but where it takes away the checksum's own key. It protects
 * against damage and mistakes, not against someone who computes the sum again. */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <xxhash.h>

struct error;
struct json_t;
struct node;

#define CHECKSUM "xxh3_128"
#define CHECKSUM_ZEROS "00000000000000000000000000000000"
enum { CHECKSUM_DIGITS = 32 };

/* The digits of a sum, as xxhsum prints them. */
void checksum_digits(char digits[CHECKSUM_DIGITS + 1], XXH128_hash_t sum);

/* The document with its checksum as a text, which the caller frees; the document is not changed. */
char *checksum_text(struct json_t *document);
/* Checks a document's checksum against the text it was read from, whose digits become zeros. Error: EXIT_DATA; without
 * a checksum nothing is checked. */
bool checksum_fits(const struct node *document, char *text, size_t size);

/* ---- In the metadata of a safetensors file: key and digits are at the same offset in every file, first in the header
 * after "format". */

#define SAFETENSORS_SUM "xxh3_128_of_file"

/* Writes the digits into a file that has zeros there. */
void safetensors_sum_write(unsigned char *bytes, size_t size);
/* Copies the digits of a file that has a checksum. */
void safetensors_sum_copy(char digits[CHECKSUM_DIGITS + 1], const unsigned char *bytes);
/* Whether a file begins with a checksum; then it must be checked. */
bool safetensors_sum_present(const unsigned char *bytes, size_t size);
/* Error: EXIT_DATA, the file is damaged. */
bool safetensors_sum_check(const unsigned char *bytes, size_t size, struct error *e);
