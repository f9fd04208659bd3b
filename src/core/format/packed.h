/* packed.h -- integers of a few bits each, without gaps, and their text in a file: "3:" if each has three bits, then
 * the bytes in base64 (RFC 4648). Bits are counted from the lowest, in a number as in a byte: number i has bits 3 i, 3
 * i + 1 and 3 i + 2 of all. */
#pragma once

#include <stdbool.h>
#include <stdint.h>

#include "base/arena.h"

struct packed {
    int count, bits; /* bits 0: empty */
    uint8_t *byte;
};

/* Allocates `count` numbers of up to `most`, all 0. */
void packed_build(struct packed *p, int count, uint32_t most, struct arena *arena);
struct packed packed_copy(const struct packed *p, struct arena *arena);
uint32_t packed_get(const struct packed *p, int i);
/* Sets a number that is 0. */
void packed_set(struct packed *p, int i, uint32_t x);

char *packed_text(const struct packed *p, struct arena *arena);
/* Reads a text of packed_text with `count` numbers; false: it is not one. */
bool packed_read(struct packed *p, const char *text, int count, struct arena *arena);
