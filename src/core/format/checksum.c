/* checksum.c -- see checksum.h. */
#include "format/checksum.h"

#include <assert.h>
#include <stdio.h>
#include <string.h>

#include "format/json.h"
#include "format/node.h"

static const char zeros[] = "00000000000000000000000000000000", before[] = "\"" CHECKSUM "\": \"";

/* Where a text has these digits as its checksum; NULL: nowhere. */
static char *find(char *text, const char *digits) {
    char key[sizeof before + CHECKSUM_DIGITS];
    snprintf(key, sizeof key, "%s%.*s", before, CHECKSUM_DIGITS, digits);
    char *at = strstr(text, key);
    return at ? at + strlen(before) : NULL;
}

void checksum_digits(char digits[CHECKSUM_DIGITS + 1], XXH128_hash_t sum) {
    XXH128_canonical_t big_endian;
    XXH128_canonicalFromHash(&big_endian, sum);
    for (size_t i = 0; i < sizeof big_endian.digest; i++)
        snprintf(digits + 2 * i, 3, "%02x", big_endian.digest[i]);
}

char *checksum_text(json_t *document) {
    char digits[CHECKSUM_DIGITS + 1];
    json_object_set_new(document, CHECKSUM, json_string(zeros));
    char *text = json_text(document), *at = find(text, zeros);
    json_object_del(document, CHECKSUM);
    assert(at);
    checksum_digits(digits, XXH3_128bits(text, strlen(text)));
    memcpy(at, digits, CHECKSUM_DIGITS);
    return text;
}

bool checksum_fits(const struct node *document, char *text, size_t size) {
    char digits[CHECKSUM_DIGITS + 1];
    const struct node_file *f = document->file;
    const char *promised = json_string_value(json_object_get(document->json, CHECKSUM));
    char *at = promised && strlen(promised) == CHECKSUM_DIGITS ? find(text, promised) : NULL;
    if (at) {
        memcpy(at, zeros, CHECKSUM_DIGITS);
        checksum_digits(digits, XXH3_128bits(text, size));
    }
    return (at && strcmp(digits, promised) == 0) ||
           error_set(f->e, EXIT_DATA, "%s: its checksum does not fit, so it was changed or damaged; %s", f->path,
                     f->advice);
}
