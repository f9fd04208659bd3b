/* stand_ins.c -- prints what libunistring makes of characters. It is built twice, with the library and with the page's
 * stand-in (src/rooms/page/live/wasm): both must print the same. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unictype.h>
#include <unistr.h>

static void characters(void) {
    for (ucs4_t c = 0; c <= 0x10FFFF; c++)
        if (uc_is_cntrl(c) || uc_is_property_bidi_control(c) || uc_is_property_white_space(c))
            printf("%x %d %d %d\n", (unsigned)c, uc_is_cntrl(c), uc_is_property_bidi_control(c),
                   uc_is_property_white_space(c));
}

/* All sequences of so many bytes of those that are special in UTF-8. */
static void sequences(uint8_t *bytes, size_t size, size_t filled) {
    static const uint8_t special[] = {'a',  0x7F, 0x80, 0x8F, 0x90, 0x9F, 0xA0, 0xBF, 0xC0, 0xC1, 0xC2,
                                      0xDF, 0xE0, 0xE1, 0xED, 0xEF, 0xF0, 0xF1, 0xF3, 0xF4, 0xF5, 0xFF};
    const uint8_t *broken;
    ucs4_t c = 0, d = 0;
    if (filled < size) {
        for (size_t i = 0; i < sizeof special; i++) {
            bytes[filled] = special[i];
            sequences(bytes, size, filled + 1);
        }
        return;
    }
    bytes[size] = 0;
    broken = u8_check(bytes, size);
    int first = u8_mbtoucr(&c, bytes, size), same = u8_strmbtouc(&d, bytes);
    printf("%d %d %d", broken ? (int)(broken - bytes) : -1, first > 0 ? first : 0, same > 0 ? same : 0);
    printf(" %x %x\n", first > 0 ? (unsigned)c : 0, same > 0 ? (unsigned)d : 0);
}

int main(void) {
    uint8_t bytes[8];
    characters();
    for (size_t size = 1; size <= 4; size++)
        sequences(bytes, size, 0);
    return 0;
}
