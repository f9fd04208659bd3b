/* stand_ins.c -- prints what jansson and libunistring make of documents, formats and characters. It is built twice,
 * with the libraries and with the page's stand-ins (src/live/wasm): both must print the same. */
#include <jansson.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unictype.h>
#include <unistr.h>

/* What the page asks for. */
static const size_t flags[] = {JSON_COMPACT | JSON_REAL_PRECISION(9), JSON_COMPACT};

static void dump(const json_t *json) {
    for (size_t i = 0; i < sizeof flags / sizeof *flags; i++) {
        enum { ROOM = 64 };
        char buffer[ROOM + 1] = "", *text = json_dumps(json, flags[i]);
        printf("%s|%zu|", text ? text : "none", json_dumpb(json, buffer, ROOM, flags[i]));
        printf("%zu\n", text && strlen(text) <= ROOM ? strlen(buffer) : 0);
        free(text);
    }
}

/* ---- Documents */

static void document(json_t *json) {
    dump(json);
    printf("%zu %lld\n", json_array_size(json), (long long)json_integer_value(json));
    if (json_is_object(json)) { /* its first key gets another value, a new one comes */
        json_object_set_new(json, json_object_iter_key(json_object_iter(json)), json_pack("[bn]", 1));
        printf("%d", json_object_set_new(json, "new", json_integer(-1)));
        printf("%d", json_object_set_new(json, "broken \xC3", json_null()));
        printf("%d\n", json_object_set_new(json, "none", NULL));
        dump(json);
    }
    json_decref(json);
}

static void documents(void) {
    static const char *const texts[] = {
        "\"\\/\b\f\n\r\t", "\x01\x1f\x7f\xc2\x80", "\u00e9 \u20ac \U0001F600", "\uFEFF", "", "</a>"};
    json_t *deep = json_array();
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
        document(json_string(texts[i]));
        document(json_pack("{ss}", texts[i], texts[i]));
    }
    for (int i = 0; i < 60; i++)
        deep = i % 2 ? json_pack("[o]", deep) : json_pack("{so}", "a", deep);
    document(deep);
    document(json_object());
    document(json_pack("{si}", "a", 1));
    document(json_pack("{si s[ii{ss}] s{}}", "a", 1, "b", 1, 2, "c", "d", "e"));
    document(json_pack("{si si si}", "c", 1, "b", 2, "a", 3));
    document(json_pack("[bbn]", 1, 0));
}

/* ---- Formats */

static void packed(json_t *json) {
    if (json)
        dump(json);
    else
        printf("refused\n");
    json_decref(json);
}

static void formats(void) {
    json_t *shared = json_string("shared");
    packed(json_pack("{s:s, s:o, s:[I, I]}", "a", "text", "b", json_array(), "c", (json_int_t)1 << 40, (json_int_t)-7));
    packed(json_pack("{s[ii] s[[ff][ff]] sf}", "a", 1, 2, "b", 0.1, 1e300, -0.0, 1e-7, "c", 123456789.125));
    packed(json_pack("{ss? ss* sO sb sb sn}", "a", NULL, "b", NULL, "c", shared, "d", 0, "e", 1, "f"));
    packed(json_pack("{so* so? si}", "a", NULL, "b", NULL, "c", 3));
    packed(json_pack("{ss}", "a", NULL));
    packed(json_pack("{sf}", "a", (double)1 / 0.0));
    packed(json_pack("{ss}", "a", "\xFF"));
    packed(json_pack("[{ss s[ii]} {}]", "a", "b", "c", 1, 2));
    packed(json_pack("[s s* s?]", "a", NULL, NULL));
    packed(json_pack("i", 3));
    printf("%zu\n", (size_t)shared->refcount);
    json_decref(shared);
}

static void numbers(void) {
    static const double all[] = {0,          -0.0,        1,      -1,    0.1,   1.0 / 3,  1e15,       1e16,  123456789,
                                 1234567891, 1e-4,        1e-5,   1e21,  1e22,  1.5e-300, 5e-324,     1e100, 2.5e10,
                                 1e9,        999999999.5, 0.0001, 1e-10, 1e+10, 1e-100,   2.0 / 3e10, 4096};
    for (size_t i = 0; i < sizeof all / sizeof *all; i++)
        packed(json_real(all[i]));
    packed(json_integer(9223372036854775807));
}

/* ---- Characters */

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
    documents();
    formats();
    numbers();
    characters();
    for (size_t size = 1; size <= 4; size++)
        sequences(bytes, size, 0);
    return 0;
}
