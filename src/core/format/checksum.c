/* checksum.c -- see checksum.h. */
#include "format/checksum.h"

#include <assert.h>
#include <stdio.h>
#include <string.h>

#include "base/memory.h"
#include "format/json.h"
#include "format/node.h"

_Static_assert(sizeof CHECKSUM_ZEROS - 1 == CHECKSUM_DIGITS, "a zero for each digit");
static const char zeros[] = CHECKSUM_ZEROS, before[] = "\"" CHECKSUM "\": \"";

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

/* ---- Of a safetensors file */

/* How the header begins, after the 8 bytes of its length. */
static const char opening[] = "{\"__metadata__\":{\"format\":\"pt\",\"" SAFETENSORS_SUM "\":\"";
enum { LENGTH = 8, BEFORE = LENGTH + sizeof opening - 1, AFTER = BEFORE + CHECKSUM_DIGITS };

static void sum_up(char digits[CHECKSUM_DIGITS + 1], const unsigned char *bytes, size_t size) {
    XXH3_state_t *state = XXH3_createState();
    if (!state)
        memory_die("try smaller sizes");
    XXH3_128bits_reset(state);
    XXH3_128bits_update(state, bytes, BEFORE);
    XXH3_128bits_update(state, zeros, CHECKSUM_DIGITS);
    XXH3_128bits_update(state, bytes + AFTER, size - AFTER);
    checksum_digits(digits, XXH3_128bits_digest(state));
    XXH3_freeState(state);
}

void safetensors_sum_write(unsigned char *bytes, size_t size) {
    char digits[CHECKSUM_DIGITS + 1];
    assert(safetensors_sum_present(bytes, size) && memcmp(bytes + BEFORE, zeros, CHECKSUM_DIGITS) == 0);
    checksum_digits(digits, XXH3_128bits(bytes, size));
    memcpy(bytes + BEFORE, digits, CHECKSUM_DIGITS);
}

void safetensors_sum_copy(char digits[CHECKSUM_DIGITS + 1], const unsigned char *bytes) {
    memcpy(digits, bytes + BEFORE, CHECKSUM_DIGITS);
    digits[CHECKSUM_DIGITS] = 0;
}

bool safetensors_sum_present(const unsigned char *bytes, size_t size) {
    return size >= AFTER && memcmp(bytes + LENGTH, opening, sizeof opening - 1) == 0;
}

bool safetensors_sum_check(const unsigned char *bytes, size_t size, struct error *e) {
    char found[CHECKSUM_DIGITS + 1];
    sum_up(found, bytes, size);
    return memcmp(bytes + BEFORE, found, CHECKSUM_DIGITS) == 0 ||
           error_set(e, EXIT_DATA, "the file is cut short or damaged: its checksum does not fit");
}
