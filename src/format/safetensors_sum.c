/* safetensors_sum.c -- see safetensors_sum.h. */
#include "format/safetensors_sum.h"

#include <assert.h>
#include <stdio.h>
#include <string.h>
#include <xxhash.h>

#include "base/text.h"

/* How the header begins, after the 8 bytes of its length. */
static const char opening[] = "{\"__metadata__\":{\"format\":\"pt\",\"" SAFETENSORS_SUM "\":\"",
                  zeros[] = SAFETENSORS_SUM_ZEROS;
enum { LENGTH = 8, DIGITS = sizeof zeros - 1, BEFORE = LENGTH + sizeof opening - 1, AFTER = BEFORE + DIGITS };

static void write_hex(char hex[DIGITS + 1], XXH128_hash_t sum) {
    XXH128_canonical_t big_endian;
    XXH128_canonicalFromHash(&big_endian, sum);
    for (size_t i = 0; i < sizeof big_endian.digest; i++)
        snprintf(hex + 2 * i, 3, "%02x", big_endian.digest[i]);
}

/* False: out of memory. */
static bool sum_up(char hex[DIGITS + 1], const unsigned char *bytes, size_t size) {
    XXH3_state_t *state = XXH3_createState();
    if (state) {
        XXH3_128bits_reset(state);
        XXH3_128bits_update(state, bytes, BEFORE);
        XXH3_128bits_update(state, zeros, DIGITS);
        XXH3_128bits_update(state, bytes + AFTER, size - AFTER);
        write_hex(hex, XXH3_128bits_digest(state));
    }
    XXH3_freeState(state);
    return state;
}

void safetensors_sum_write(unsigned char *bytes, size_t size) {
    char hex[DIGITS + 1];
    assert(safetensors_sum_present(bytes, size) && memcmp(bytes + BEFORE, zeros, DIGITS) == 0);
    write_hex(hex, XXH3_128bits(bytes, size));
    memcpy(bytes + BEFORE, hex, DIGITS);
}

bool safetensors_sum_present(const unsigned char *bytes, size_t size) {
    return size >= AFTER && memcmp(bytes + LENGTH, opening, sizeof opening - 1) == 0;
}

static bool compare(const char *what, const char *key, const char *found, const char *promised, struct error *e) {
    char shown[TEXT_PRINTABLE];
    return strcmp(found, promised) == 0 ||
           error_set(e, EXIT_DATA, "the %s damaged: its %s is %s, but the header has '%s'", what, key, found,
                     text_printable(shown, promised));
}

bool safetensors_sum_check(const unsigned char *bytes, size_t size, struct error *e) {
    char found[DIGITS + 1], promised[DIGITS + 1] = "";
    memcpy(promised, bytes + BEFORE, DIGITS);
    if (!sum_up(found, bytes, size))
        return error_set(e, EXIT_INTERNAL, "out of memory");
    return compare("file is cut short or", SAFETENSORS_SUM, found, promised, e);
}

bool safetensors_data_sum_check(const void *data, size_t bytes, const char *digits, struct error *e) {
    char found[DIGITS + 1];
    write_hex(found, XXH3_128bits(data, bytes));
    return compare("data is", SAFETENSORS_DATA_SUM, found, digits, e);
}
