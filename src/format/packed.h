/* packed.h -- whole numbers of a few bits each, one after the other without gaps, and the text that stands for them in
 * a file: "3:" where each has three bits, then the bytes in base64 (RFC 4648). Bits are counted from the lowest, in a
 * number as in a byte: number i has bits 3 i, 3 i + 1 and 3 i + 2 of all. */
#pragma once

#include <stdbool.h>
#include <stdint.h>

#include "base/arena.h"

struct packed {
    int count, bits; /* bits 0: there is nothing */
    uint8_t *byte;
};

/* Room for `count` numbers of up to `most`, all 0. */
void packed_build(struct packed *p, int count, uint32_t most, struct arena *arena);
uint32_t packed_get(const struct packed *p, int i);
/* Of a number that is 0. */
void packed_set(struct packed *p, int i, uint32_t x);

char *packed_text(const struct packed *p, struct arena *arena);
/* Reads what packed_text makes of `count` numbers; false: the text is not that. */
bool packed_read(struct packed *p, const char *text, int count, struct arena *arena);
