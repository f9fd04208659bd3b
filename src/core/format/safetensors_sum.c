/* safetensors_sum.c -- see safetensors_sum.h. */
#include "format/safetensors_sum.h"

#include <assert.h>
#include <string.h>

#include "base/memory.h"

/* How the header begins, after the 8 bytes of its length. */
static const char opening[] = "{\"__metadata__\":{\"format\":\"pt\",\"" SAFETENSORS_SUM "\":\"",
                  zeros[] = SAFETENSORS_SUM_ZEROS;
enum { LENGTH = 8, BEFORE = LENGTH + sizeof opening - 1, AFTER = BEFORE + CHECKSUM_DIGITS };
_Static_assert(sizeof zeros - 1 == CHECKSUM_DIGITS, "a zero for each digit");

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
