/* packed.c -- see packed.h. */
#include "format/packed.h"

#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { BITS_MAX = 32, WIDTH_TEXT = 4 };
static const char digit[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

static size_t bytes_of(int count, int bits) { return ((size_t)count * (size_t)bits + 7) / 8; }

static void build(struct packed *p, int count, int bits, struct arena *arena) {
    *p = (struct packed){count, bits, arena_alloc(arena, bytes_of(count, bits), 1)};
}

void packed_build(struct packed *p, int count, uint32_t most, struct arena *arena) {
    int bits = 1;
    while (bits < BITS_MAX && most >> bits)
        bits++;
    build(p, count, bits, arena);
}

struct packed packed_copy(const struct packed *p, struct arena *arena) {
    struct packed copy = *p;
    if (p->byte) {
        build(&copy, p->count, p->bits, arena);
        memcpy(copy.byte, p->byte, bytes_of(p->count, p->bits));
    }
    return copy;
}

uint32_t packed_get(const struct packed *p, int i) {
    size_t at = (size_t)i * (size_t)p->bits, last = at + (size_t)p->bits - 1;
    uint64_t x = 0; /* the up to five bytes that contain it */
    for (size_t k = last / 8 + 1; k-- > at / 8;)
        x = x << 8 | p->byte[k];
    return (uint32_t)(x >> at % 8 & ((UINT64_C(1) << p->bits) - 1));
}

void packed_set(struct packed *p, int i, uint32_t x) {
    size_t at = (size_t)i * (size_t)p->bits;
    assert(i < p->count && (p->bits == BITS_MAX || x >> p->bits == 0));
    for (int k = 0; k < p->bits; k++, at++)
        p->byte[at / 8] |= (uint8_t)((x >> k & 1) << at % 8);
}

/* ---- Base64: three bytes are four digits of six bits, the highest bits first; "=" where there is no byte. */

static size_t digits_of(size_t bytes) { return (bytes + 2) / 3 * 4; }

static void encode(char *out, const uint8_t *in, size_t bytes) {
    for (size_t i = 0; i < bytes; i += 3, out += 4) {
        size_t left = bytes - i;
        uint32_t three = (uint32_t)in[i] << 16 | (left > 1 ? (uint32_t)in[i + 1] << 8 : 0) | (left > 2 ? in[i + 2] : 0);
        for (int k = 0; k < 4; k++)
            out[k] = (size_t)k <= left ? digit[three >> (18 - 6 * k) & 63] : '=';
    }
    *out = 0;
}

static uint32_t value_of(char c) {
    const char *at = c ? strchr(digit, c) : NULL;
    return at ? (uint32_t)(at - digit) : 0;
}

static void decode(uint8_t *out, size_t bytes, const char *in) {
    for (size_t i = 0; i < bytes; i++) {
        const char *four = in + i / 3 * 4;
        uint32_t three = value_of(four[0]) << 18 | value_of(four[1]) << 12 | value_of(four[2]) << 6 | value_of(four[3]);
        out[i] = (uint8_t)(three >> (16 - 8 * (i % 3)));
    }
}

char *packed_text(const struct packed *p, struct arena *arena) {
    size_t bytes = bytes_of(p->count, p->bits);
    char *text = arena_alloc(arena, WIDTH_TEXT + digits_of(bytes), 1);
    encode(text + snprintf(text, WIDTH_TEXT, "%d:", p->bits), p->byte, bytes);
    return text;
}

/* Writing the result must give the same text again: this rejects any other digit, sign or bit. */
bool packed_read(struct packed *p, const char *text, int count, struct arena *arena) {
    struct arena scratch = {0};
    char *end;
    long bits = strtol(text, &end, 10);
    if (bits < 1 || bits > BITS_MAX || *end != ':' || strlen(end + 1) != digits_of(bytes_of(count, (int)bits)))
        return false;
    build(p, count, (int)bits, arena);
    decode(p->byte, bytes_of(count, (int)bits), end + 1);
    size_t used = (size_t)count * (size_t)bits, over = used % 8;
    bool gaps = over && p->byte[used / 8] >> over;
    bool same = !gaps && strcmp(packed_text(p, &scratch), text) == 0;
    arena_free(&scratch);
    return same;
}
