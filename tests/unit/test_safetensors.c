/* test_safetensors.c -- the reader against one row for each way a file can be wrong, the writer against bytes computed
 * by hand, and both against each other. Files are in blocks of exactly their size, so a sanitizer sees every byte read
 * past the end. */
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/text.h"
#include "format/safetensors.h"
#include "unit/tests.h"

enum { LENGTH_BYTES = 8 };

struct file {
    unsigned char *bytes;
    size_t size;
};

struct row {
    const char *what, *header;
    size_t length, data; /* bytes of the header, and after it */
    const char *says;    /* a piece of the message */
};

#define LENGTH(text) (sizeof(text) - 1)
#define COUNT(array) (sizeof(array) / sizeof(array)[0])
#define ROW(what, header, data, says) \
    { what, header, LENGTH(header), data, says }
/* One tensor of a header, in a row of its own and alone in its file. */
#define TENSOR(name, dtype, shape, offsets) \
    "\"" name "\":{\"dtype\":" dtype ",\"shape\":" shape ",\"data_offsets\":" offsets "}"
#define ONE(what, dtype, shape, offsets, data, says) ROW(what, "{" TENSOR("w", dtype, shape, offsets) "}", data, says)
#define BAD(what, dtype, shape, offsets, data, says) ONE(what, dtype, shape, offsets, data, "tensor 'w': " says)
#define EMPTY_AT(name, at) TENSOR(name, F32, "[0]", "[" at "," at "]")
#define TWO(what, first, second, data, says) \
    ROW(what, "{" TENSOR("a", "\"U8\"", "[4]", first) "," TENSOR("b", "\"U8\"", "[4]", second) "}", data, says)

#define F32 "\"F32\""
#define LONG_NAME "encoder.embeddings.word_embeddings.weight"

static struct file file_of(const char *header, size_t length, size_t data) {
    struct file f = {.size = LENGTH_BYTES + length + data};
    f.bytes = malloc(f.size);
    assert_non_null(f.bytes);
    for (int i = 0; i < LENGTH_BYTES; i++)
        f.bytes[i] = (unsigned char)((uint64_t)length >> 8 * i);
    memcpy(f.bytes + LENGTH_BYTES, header, length);
    for (size_t i = 0; i < data; i++)
        f.bytes[LENGTH_BYTES + length + i] = (unsigned char)i;
    return f;
}

static struct file copy_of(const void *bytes, size_t size) {
    struct file f = {malloc(size ? size : 1), size};
    assert_non_null(f.bytes);
    if (size)
        memcpy(f.bytes, bytes, size);
    return f;
}

/* One line, printable, with the right code, and nothing left in *s. */
static void check_error(const char *what, const struct safetensors *s, const struct error *e, const char *says) {
    if (e->code != EXIT_DATA || s->entries || s->pairs || s->entry || s->metadata)
        fail_msg("%s: code %d, %d tensors left", what, (int)e->code, s->entries);
    for (const char *c = e->text; *c; c++)
        if ((unsigned char)*c < 0x20 || *c == 0x7F)
            fail_msg("%s: byte %d of the message is a control character", what, (int)(c - e->text));
    if (!strstr(e->text, says))
        fail_msg("%s: the message is \"%s\", without \"%s\"", what, e->text, says);
}

/* Reads and frees the file, which must be rejected. */
static void check_rejected(const char *what, struct file f, const char *says) {
    struct arena arena = {0};
    struct safetensors s;
    struct error e = {0};
    if (safetensors_read(&s, &arena, f.bytes, f.size, &e))
        fail_msg("%s: was accepted", what);
    check_error(what, &s, &e, says);
    arena_free(&arena);
    free(f.bytes);
}

static void check_read(const char *what, struct safetensors *s, struct arena *arena, struct file f) {
    struct error e = {0};
    if (!safetensors_read(s, arena, f.bytes, f.size, &e))
        fail_msg("%s: was rejected: %s", what, e.text);
}

static void rejects_lengths(void **state) {
    static const struct row rows[] = {
        ROW("an empty file", "", 0, "the file has 0 bytes"),
        ROW("seven bytes", "\0\0\0\0\0\0\0", 0, "the file has 7 bytes"),
        ROW("a byte over the limit", "\x01\xE1\xF5\x05\0\0\0\0{}", 0, "would have 100000001 bytes; at most 100000000"),
        ROW("the limit itself, absent", "\x00\xE1\xF5\x05\0\0\0\0{}", 0,
            "cut short: of its header's 100000000 bytes, 2"),
        ROW("a length with bit 63", "\0\0\0\0\0\0\0\x80{}", 0, "would have 9223372036854775808 bytes"),
        ROW("a length that wraps", "\xFA\xFF\xFF\xFF\xFF\xFF\xFF\xFF{}", 0, "would have 18446744073709551610 bytes"),
        ROW("a header of one byte too many", "\3\0\0\0\0\0\0\0{}", 0, "cut short: of its header's 3 bytes, 2"),
        ROW("a length alone", "\2\0\0\0\0\0\0\0", 0, "cut short: of its header's 2 bytes, 0"),
    };
    for (size_t i = 0; i < COUNT(rows); i++)
        check_rejected(rows[i].what, copy_of(rows[i].header, rows[i].length), rows[i].says);
}

static const struct row bad_json[] = {
    ROW("no header", "", 0, "not JSON"),
    ROW("a blank header", "    ", 0, "not JSON"),
    ROW("an open object", "{", 0, "not JSON"),
    ROW("words", "weights", 0, "not JSON"),
    ROW("text behind it", "{} x", 0, "not JSON: end of file expected near 'x'"),
    ROW("an object behind it", "{}{}", 0, "not JSON: end of file expected"),
    ROW("a NUL behind it", "{}\0", 0, "NUL byte"),
    ROW("a NUL behind a number", "{" TENSOR("w", "\"U8\"", "[1]", "[0,1\0]") "}", 1, "NUL byte"),
    ROW("a NUL in a name", "{" TENSOR("w\0w", "\"U8\"", "[1]", "[0,1]") "}", 1, "NUL byte"),
    ROW("an escaped NUL in a name", "{" TENSOR("w\\u0000w", "\"U8\"", "[1]", "[0,1]") "}", 1,
        "not JSON: NUL byte in object key"),
    ROW("an escaped NUL in a dtype", "{" TENSOR("w", "\"U8\\u0000\"", "[1]", "[0,1]") "}", 1, "not JSON: \\u0000"),
    ROW("a line break in a name", "{" TENSOR("w\nw", "\"U8\"", "[1]", "[0,1]") "}", 1, "not JSON: unexpected newline"),
    ROW("a control byte", "{\x1b[31m}", 0, "not JSON: string or '}' expected near '\\x1b'"),
    ROW("a comma too many", "{\"a\":{},}", 0, "not JSON"),
    ROW("a comment", "{} // empty", 0, "not JSON"),
    ROW("single quotes", "{'a':{}}", 0, "not JSON"),
    ROW("NaN", "{\"a\":NaN}", 0, "not JSON"),
    ROW("a byte order mark", "\xEF\xBB\xBF{}", 0, "not JSON"),
    ROW("no UTF-8", "{\"\xFF\":1}", 0, "not JSON: unable to decode byte 0xff"),
    ROW("an overlong NUL", "{\"\xC0\x80\":1}", 0, "not JSON: unable to decode"),
    ROW("a surrogate", "{\"\xED\xA0\x80\":1}", 0, "not JSON: unable to decode"),
    ROW("half an escaped pair", "{\"\\ud800\":1}", 0, "not JSON: invalid Unicode"),
    ROW("a character cut short", "{\"a\":\"\xC3", 0, "not JSON: unable to decode"),
    ROW("an array", "[]", 0, "not an object"),
    ROW("a string", "\"w\"", 0, "not an object"),
    ROW("a number", "7", 0, "not an object"),
    ROW("null", "null", 0, "not an object"),
    ROW("a name twice", "{" TENSOR("w", "\"U8\"", "[0]", "[0,0]") "," TENSOR("w", "\"U8\"", "[0]", "[0,0]") "}", 0,
        "the name \"w\" twice"),
    ROW("a name written in two ways",
        "{" TENSOR("w\\\"", "\"U8\"", "[0]", "[0,0]") "," TENSOR("\\u0077\\\"", "\"U8\"", "[0]", "[0,0]") "}", 0,
        "the name \"\\u0077\\\"\" twice"),
    ROW("a long name twice",
        "{" TENSOR(LONG_NAME, "\"U8\"", "[0]", "[0,0]") "," TENSOR(LONG_NAME, "\"I8\"", "[0]", "[0,0]") "}", 0,
        "the name \"" LONG_NAME "\" twice"),
    ROW("no name twice", "{\"\":1,\"\":2}", 0, "the name \"\" twice"),
    ROW("two dtypes", "{\"w\":{\"dtype\":\"U8\",\"dtype\":\"U8\",\"shape\":[0],\"data_offsets\":[0,0]}}", 0,
        "the name \"dtype\" twice"),
    ROW("metadata twice", "{\"__metadata__\":{},\"__metadata__\":{}}", 0, "the name \"__metadata__\" twice"),
    ROW("a key of the metadata twice", "{\"__metadata__\":{\"k\":\"1\",\"k\":\"1\"}}", 0, "the name \"k\" twice"),
};

static const struct row bad_tensors[] = {
    ROW("an array as tensor", "{\"w\":[]}", 0, "tensor 'w': is not described by an object"),
    ROW("a null tensor", "{\"w\":null}", 0, "tensor 'w': is not described by an object"),
    ROW("no dtype", "{\"w\":{\"shape\":[],\"data_offsets\":[0,4]}}", 4, "tensor 'w': has no dtype"),
    ROW("no shape", "{\"w\":{\"dtype\":\"F32\",\"data_offsets\":[0,4]}}", 4, "tensor 'w': has no shape"),
    ROW("no offsets", "{\"w\":{\"dtype\":\"F32\",\"shape\":[]}}", 4, "tensor 'w': has no data_offsets"),
    BAD("an unknown dtype", "\"F33\"", "[]", "[0,4]", 4, "has the unknown dtype 'F33'"),
    BAD("a small dtype", "\"f32\"", "[]", "[0,4]", 4, "has the unknown dtype 'f32'"),
    BAD("an empty dtype", "\"\"", "[]", "[0,4]", 4, "has the unknown dtype ''"),
    BAD("a null dtype", "null", "[]", "[0,4]", 4, "dtype is not a string"),
    BAD("a number as dtype", "32", "[]", "[0,4]", 4, "dtype is not a string"),
    BAD("a number as shape", F32, "1", "[0,4]", 4, "shape is not an array"),
    BAD("a null shape", F32, "null", "[0,4]", 4, "shape is not an array"),
    BAD("a negative dimension", F32, "[-1]", "[0,4]", 4, "shape has the negative number -1"),
    BAD("half a dimension", F32, "[1.5]", "[0,4]", 4, "shape has a number with a point"),
    BAD("a point", F32, "[1.0]", "[0,4]", 4, "shape has a number with a point"),
    BAD("an exponent", F32, "[1e0]", "[0,4]", 4, "shape has a number with a point or an exponent"),
    BAD("a string in a shape", F32, "[\"1\"]", "[0,4]", 4, "shape has an item that is not a number"),
    BAD("null in a shape", F32, "[null]", "[0,4]", 4, "shape has an item that is not a number"),
    BAD("true in a shape", F32, "[true]", "[0,4]", 4, "shape has an item that is not a number"),
    BAD("an array in a shape", F32, "[[1]]", "[0,4]", 4, "shape has an item that is not a number"),
    BAD("nine dimensions", F32, "[1,1,1,1,1,1,1,1,1]", "[0,4]", 4, "shape has 9 dimensions; at most 8"),
    BAD("a number as offsets", F32, "[]", "4", 4, "data_offsets is not an array"),
    BAD("null offsets", F32, "[]", "null", 4, "data_offsets is not an array"),
    BAD("no offset", F32, "[]", "[]", 4, "data_offsets has 0 items"),
    BAD("one offset", F32, "[]", "[4]", 4, "data_offsets has 1 items"),
    BAD("three offsets", F32, "[]", "[0,4,8]", 4, "data_offsets has 3 items"),
    BAD("a negative begin", F32, "[]", "[-4,0]", 4, "data_offsets has the negative number -4"),
    BAD("a negative end", F32, "[]", "[0,-4]", 4, "data_offsets has the negative number -4"),
    BAD("half an offset", F32, "[]", "[0,4.5]", 4, "data_offsets has a number with a point"),
    BAD("a string as offset", F32, "[]", "[\"0\",4]", 4, "data_offsets has an item that is not a number"),
    BAD("an end before the begin", F32, "[]", "[4,0]", 4, "data_offsets ends at 0, before its begin at 4"),

    BAD("a first begin of 4", F32, "[]", "[4,8]", 8, "begins at byte 4 of the data and leaves a hole from byte 0"),
    TWO("a hole", "[0,4]", "[5,9]", 9, "tensor 'b': begins at byte 5 of the data and leaves a hole from byte 4"),
    TWO("a hole, told backwards", "[5,9]", "[0,4]", 9, "tensor 'a': begins at byte 5 of the data and leaves a hole"),
    TWO("an overlap", "[0,4]", "[3,7]", 7,
        "tensor 'b': begins at byte 3 of the data and overlaps another, which ends at 4"),
    TWO("an overlap, told backwards", "[3,7]", "[0,4]", 7, "tensor 'a': begins at byte 3 of the data and overlaps"),
    TWO("one place for two", "[0,4]", "[0,4]", 4, "tensor 'b': begins at byte 0 of the data and overlaps"),
    ROW("an empty tensor inside another", "{" TENSOR("a", F32, "[]", "[0,4]") "," EMPTY_AT("b", "2") "}", 4,
        "tensor 'b': begins at byte 2"),
    ROW("an empty tensor past the end", "{" TENSOR("a", F32, "[]", "[0,4]") "," EMPTY_AT("b", "5") "}", 4,
        "tensor 'b': begins at byte 5"),

    ONE("a dimension past 64 bits", F32, "[2,18446744073709551614]", "[0,4]", 4,
        "is too large: too big integer near '18446744"),
    ONE("a dimension of 2^63", F32, "[9223372036854775808]", "[0,4]", 4,
        "number in the header is too large: too big integer"),
    ONE("a dimension below -2^63", F32, "[-9223372036854775809]", "[0,4]", 4, "is too large: too big negative integer"),
    ONE("an endless dimension", F32, "[1e999]", "[0,4]", 4, "number in the header is too large: real number overflow"),
    ONE("an offset past 64 bits", F32, "[]", "[0,18446744073709551616]", 4, "is too large: too big integer"),
    BAD("bytes that overflow", "\"I32\"", "[2,9223372036854775807]", "[0,4]", 4, "shape is too large"),
    BAD("a product that wraps to 4", "\"U8\"", "[4194305,4194305,211106198978564]", "[0,4]", 4, "shape is too large"),
    BAD("a product that wraps to 0", "\"U8\"", "[4294967296,4294967296]", "[0,0]", 0, "shape is too large"),
    BAD("an overflow before a 0", "\"U8\"", "[4294967296,4294967296,0]", "[0,0]", 0, "shape is too large"),
    BAD("just no overflow", "\"U8\"", "[2,9223372036854775807]", "[0,4]", 4,
        "shape and dtype take 18446744073709551614 bytes"),
    BAD("offsets at the limit", "\"U8\"", "[9223372036854775807]", "[0,9223372036854775807]", 4,
        "ends at byte 9223372036854775807 of the data, but the file is cut short at 4"),

    BAD("a byte too few", F32, "[2]", "[0,7]", 7, "shape and dtype take 8 bytes, but data_offsets hold 7"),
    BAD("a byte too many", F32, "[2]", "[0,9]", 9, "shape and dtype take 8 bytes, but data_offsets hold 9"),
    BAD("a scalar of no bytes", F32, "[]", "[0,0]", 0, "shape and dtype take 4 bytes, but data_offsets hold 0"),
    BAD("no elements, but bytes", F32, "[2,0]", "[0,4]", 4, "shape and dtype take 0 bytes, but data_offsets hold 4"),
    BAD("missing data", F32, "[2]", "[0,8]", 7, "ends at byte 8 of the data, but the file is cut short at 7"),
    ONE("trailing data", F32, "[2]", "[0,8]", 9, "the file has 1 bytes after its last tensor"),
    ROW("data of nobody", "{}", 3, "the file has 3 bytes after its last tensor"),

    ROW("metadata in an array", "{\"__metadata__\":[]}", 0, "__metadata__ is not an object"),
    ROW("null metadata", "{\"__metadata__\":null}", 0, "__metadata__ is not an object"),
    ROW("a number in the metadata", "{\"__metadata__\":{\"step\":7}}", 0,
        "__metadata__: the value of 'step' is not a string"),
    ROW("null in the metadata", "{\"__metadata__\":{\"step\":null}}", 0, "the value of 'step' is not a string"),
    ROW("an object in the metadata", "{\"__metadata__\":{\"a\":\"b\",\"c\":{}}}", 0,
        "the value of 'c' is not a string"),

    ROW("a name in colour", "{" TENSOR("\\u001b[31mw\\u007f\\u009b\\n", "0", "[]", "[0,4]") "}", 4,
        "tensor '\\x1b[31mw\\x7f\\xc2\\x9b\\x0a': dtype"),
};

static void check_rows(const struct row *rows, size_t count) {
    for (size_t i = 0; i < count; i++)
        check_rejected(rows[i].what, file_of(rows[i].header, rows[i].length, rows[i].data), rows[i].says);
}

static void rejects_json(void **state) { check_rows(bad_json, COUNT(bad_json)); }

static void rejects_tensors(void **state) { check_rows(bad_tensors, COUNT(bad_tensors)); }

static void rejects_deep_nesting(void **state) {
    static char deep[100000];
    memset(deep, '[', sizeof deep);
    check_rejected("deep nesting", file_of(deep, sizeof deep, 0), "not JSON: maximum parsing depth");
}

/* A header of that many empty tensors. */
static struct file crowd(int tensors) {
    enum { ROOM = 64 };
    char *text = malloc((size_t)tensors * ROOM + 2), *at = text;
    assert_non_null(text);
    for (int i = 0; i < tensors; i++)
        at += snprintf(at, ROOM, "%c" TENSOR("%d", "\"U8\"", "[0]", "[0,0]"), i ? ',' : '{', i);
    *at++ = '}';
    struct file f = file_of(text, (size_t)(at - text), 0);
    free(text);
    return f;
}

static void caps_the_number_of_tensors(void **state) {
    struct arena arena = {0};
    struct safetensors s;
    struct file f = crowd(SAFETENSORS_TENSORS);
    check_read("the cap", &s, &arena, f);
    assert_int_equal(s.entries, SAFETENSORS_TENSORS);
    arena_free(&arena);
    free(f.bytes);
    check_rejected("over the cap", crowd(SAFETENSORS_TENSORS + 1), "more than 65536 tensors");
}

/* Names are not parsed yet: all are the same here, and that is not the error. Commas inside a tensor or a name do not
 * count. */
static void counts_tensors_before_it_parses(void **state) {
    enum { EACH = 8, SIZE = (SAFETENSORS_TENSORS + 2) * EACH };
    char *text = malloc(SIZE + 1);
    assert_non_null(text);
    for (int i = 0; i < SIZE; i += EACH)
        memcpy(text + i, i ? ",\"\\\"]\":0" : "{\"a,\": 0", EACH);
    check_rejected("refused unseen", file_of(text, SIZE, 0), "more than 65536 tensors");
    check_rejected("one fewer", file_of(text, SIZE - EACH, 0), "twice in one object");
    free(text);
}

static void accepts(void **state) {
    static const struct row rows[] = {
        /* the last column: the names it holds, in the order of the header */
        ROW("no tensor", "{}", 0, ""),
        ROW("white space", " \t\r\n{ }\n\r\t ", 0, ""),
        ROW("metadata alone", "{\"__metadata__\":{\"format\":\"pt\",\"k\":\"\"}}", 0, ""),
        ONE("a scalar", F32, "[]", "[0,4]", 4, "w"),
        ONE("a dimension of 0", F32, "[2,0,3]", "[0,0]", 0, "w"),
        ONE("0 times much", F32, "[0,9223372036854775807,9223372036854775807]", "[0,0]", 0, "w"),
        ONE("eight dimensions", F32, "[1,1,1,1,1,1,1,2]", "[0,8]", 8, "w"),
        TWO("offsets that fall", "[4,8]", "[0,4]", 8, "a b"),
        ROW("names that fall", "{" TENSOR("b", "\"U8\"", "[1]", "[0,1]") "," TENSOR("a", F32, "[]", "[1,5]") "}", 5,
            "b a"),
        ROW("empty ones around a full one",
            "{" EMPTY_AT("a", "4") "," TENSOR("b", F32, "[]", "[0,4]") "," EMPTY_AT("c", "0") "}", 4, "a b c"),
        ROW("metadata at the end", "{" TENSOR("w", F32, "[]", "[0,4]") ",\"__metadata__\":{\"k\":\"v\"}}", 4, "w"),
        ROW("names as they come",
            "{" TENSOR("", F32, "[]", "[0,4]") "," TENSOR("\\\"\\n\xC3\xA9", F32, "[]", "[4,8]") "}", 8,
            " \"\n\xC3\xA9"),
        ROW("keys of a later version", "{\"w\":{\"shape\":[],\"data_offsets\":[0,4],\"note\":[{}],\"dtype\":\"F32\"}}",
            4, "w"),
    };
    for (size_t i = 0; i < COUNT(rows); i++) {
        struct arena arena = {0};
        struct safetensors s;
        struct file f = file_of(rows[i].header, rows[i].length, rows[i].data);
        char names[64] = "";
        check_read(rows[i].what, &s, &arena, f);
        for (int k = 0; k < s.entries; k++)
            snprintf(names + strlen(names), sizeof names - strlen(names), "%s%s", k ? " " : "", s.entry[k].name);
        if (strcmp(names, rows[i].says) != 0)
            fail_msg("%s: found the names \"%s\"", rows[i].what, names);
        arena_free(&arena);
        free(f.bytes);
    }
}

/* All there are, in the order that the writer reverses. */
static const struct {
    const char *name;
    int width;
} dtypes[] = {
    {"BOOL", 1}, {"U8", 1},  {"I8", 1},  {"F8_E5M2", 1}, {"F8_E4M3", 1}, {"F8_E8M0", 1},
    {"I16", 2},  {"U16", 2}, {"F16", 2}, {"BF16", 2},    {"I32", 4},     {"U32", 4},
    {"F32", 4},  {"C64", 8}, {"F64", 8}, {"I64", 8},     {"U64", 8},
};

static void knows_every_dtype(void **state) {
    for (size_t i = 0; i < COUNT(dtypes); i++) {
        struct arena arena = {0};
        struct safetensors s;
        char header[80];
        int bytes = 3 * dtypes[i].width;
        int length =
            snprintf(header, sizeof header, "{" TENSOR("w", "\"%s\"", "[3]", "[0,%d]") "}", dtypes[i].name, bytes);
        struct file f = file_of(header, (size_t)length, (size_t)bytes);
        check_read(dtypes[i].name, &s, &arena, f);
        assert_string_equal(s.entry[0].dtype, dtypes[i].name);
        assert_int_equal(s.entry[0].bytes, bytes);
        arena_free(&arena);
        free(f.bytes);
    }
}

#define LATE TENSOR("late", "\"I16\"", "[2,1]", "[3,7]")
#define EARLY TENSOR("early", "\"U8\"", "[3]", "[0,3]")

static void reads_what_stands_there(void **state) {
    static const char header[] = "{" LATE ",\"__metadata__\":{\"k\":\"v\",\"e\":\"\"}," EARLY "}";
    struct arena arena = {0};
    struct safetensors s;
    struct file f = file_of(header, LENGTH(header), 7); /* data: 0 1 2 3 4 5 6, at an odd offset */
    check_read("two tensors", &s, &arena, f);
    const struct safetensors_entry *late = safetensors_find(&s, "late"), *early = safetensors_find(&s, "early");
    assert_ptr_equal(late, &s.entry[0]);
    assert_ptr_equal(early, &s.entry[1]);
    assert_string_equal(late->dtype, "I16");
    assert_int_equal(late->dims, 2);
    assert_int_equal(late->shape[0], 2);
    assert_int_equal(late->shape[1], 1);
    assert_int_equal(late->bytes, 4);
    assert_memory_equal(late->data, "\3\4\5\6", 4);
    assert_int_equal(early->bytes, 3);
    assert_memory_equal(early->data, "\0\1\2", 3);
    assert_null(safetensors_find(&s, "lat"));
    assert_int_equal(s.pairs, 2);
    assert_string_equal(safetensors_value(&s, "k"), "v");
    assert_string_equal(safetensors_value(&s, "e"), "");
    assert_null(safetensors_value(&s, "late"));
    arena_free(&arena);
    free(f.bytes);
}

static void reads_the_empty_file(void **state) {
    struct arena arena = {0};
    struct safetensors s;
    struct file f = copy_of("\x08\x00\x00\x00\x00\x00\x00\x00\x7B\x7D\x20\x20\x20\x20\x20\x20", 16);
    check_read("the empty file", &s, &arena, f);
    assert_int_equal(s.entries + s.pairs, 0);
    arena_free(&arena);
    free(f.bytes);
}

/* a, F32, a scalar 1.5; b, U8, two numbers. Checksums of files are those of xxh128sum on files with zeros for them. */
static struct safetensors_entry small[] = {
    {.name = "b", .dtype = "U8", .dims = 1, .shape = {2}, .data = (const unsigned char *)"\1\2", .bytes = 2},
    {.name = "a", .dtype = "F32", .data = (const unsigned char *)"\x00\x00\xC0\x3F", .bytes = 4},
};
static const struct safetensors small_file = {.entry = small, .entries = COUNT(small)};
static const char small_bytes[] =
    "\xC0\0\0\0\0\0\0\0"
    "{\"__metadata__\":{\"format\":\"pt\",\"xxh3_128_of_file\":\"3dfcc8668eb9e95e799bddad18795e33\"},"
    "\"a\":{\"dtype\":\"F32\",\"shape\":[],\"data_offsets\":[0,4]},"
    "\"b\":{\"dtype\":\"U8\",\"shape\":[2],\"data_offsets\":[4,6]}}  "
    "\x00\x00\xC0\x3F\1\2";
enum { SMALL_HEADER = 192 };

static void writes_known_bytes(void **state) {
    struct arena arena = {0};
    size_t size;
    const unsigned char *bytes = safetensors_bytes(&small_file, &arena, &size);
    assert_int_equal(size, LENGTH(small_bytes));
    assert_memory_equal(bytes, small_bytes, size);
    bytes = safetensors_bytes(&(struct safetensors){0}, &arena, &size);
    static const char empty[] =
        "\x58\0\0\0\0\0\0\0"
        "{\"__metadata__\":{\"format\":\"pt\",\"xxh3_128_of_file\":\"23c20e758db85dcad5c7056fb4fd9b12\"}}  ";
    assert_int_equal(size, LENGTH(empty));
    assert_memory_equal(bytes, empty, size);
    arena_free(&arena);
}

/* The writer's own keys, given to it as part of a file it once wrote, are not written twice. */
static void writes_metadata_in_order(void **state) {
    struct safetensors_pair pairs[] = {
        {"step", "7"}, {"format", "tf"}, {"config", "[train]\nsteps = \"9\"\n\xC3\xA9"}, {"xxh3_128_of_file", "old"}};
    struct safetensors s = {.metadata = pairs, .pairs = COUNT(pairs)};
    static const char start[] =
        "{\"__metadata__\":{\"format\":\"pt\",\"xxh3_128_of_file\":\"30bd9421b5dbff4ccd695379835671e3\","
        "\"step\":\"7\",\"config\":\"[train]\\nsteps = \\\"9\\\"\\n\xC3\xA9\"}}";
    struct arena arena = {0};
    size_t size;
    const unsigned char *bytes = safetensors_bytes(&s, &arena, &size);
    assert_in_range(size, LENGTH_BYTES + LENGTH(start), LENGTH_BYTES + LENGTH(start) + 7);
    assert_memory_equal(bytes + LENGTH_BYTES, start, LENGTH(start));
    arena_free(&arena);
}

static void sorts_tensors(void **state) {
    static const char *const names[] = {"bb", "b", "b.b", "B", "b.a.b"};
    static const char *const sorted[] = {"B", "b", "b.a.b", "b.b", "bb"};
    enum { NAMES = COUNT(names), DTYPES = COUNT(dtypes) };
    static const unsigned char zero[8];
    struct safetensors_entry entry[NAMES + DTYPES] = {{0}};
    for (int i = 0; i < NAMES; i++)
        entry[i] = (struct safetensors_entry){.name = names[i], .dtype = "U64", .data = zero, .bytes = 8};
    for (int i = 0; i < DTYPES; i++)
        entry[NAMES + i] = (struct safetensors_entry){
            .name = dtypes[i].name, .dtype = dtypes[i].name, .data = zero, .bytes = (size_t)dtypes[i].width};
    entry[NAMES + DTYPES - 1].name = "z"; /* the U64 of all dtypes */
    struct safetensors back, s = {.entry = entry, .entries = NAMES + DTYPES};
    struct arena arena = {0};
    struct file f;
    f.bytes = safetensors_bytes(&s, &arena, &f.size);
    check_read("sorted tensors", &back, &arena, f);
    for (int i = 0; i < NAMES; i++)
        assert_string_equal(back.entry[i].name, sorted[i]);
    for (int i = 0; i < DTYPES; i++)
        assert_string_equal(back.entry[NAMES + i].dtype, dtypes[DTYPES - 1 - i].name);
    arena_free(&arena);
}

static void ignores_the_order_given(void **state) {
    struct safetensors_entry turned[] = {small[1], small[0]};
    struct safetensors s = {.entry = turned, .entries = 2};
    struct arena arena = {0};
    size_t size;
    const unsigned char *bytes = safetensors_bytes(&s, &arena, &size);
    assert_int_equal(size, LENGTH(small_bytes));
    assert_memory_equal(bytes, small_bytes, size);
    arena_free(&arena);
}

static void pads_the_header(void **state) {
    for (int length = 0; length < 16; length++) {
        char name[17] = "";
        memset(name, 'w', (size_t)length);
        struct safetensors_entry entry = small[0];
        entry.name = name;
        struct safetensors s = {.entry = &entry, .entries = 1};
        struct arena arena = {0};
        size_t size;
        const unsigned char *bytes = safetensors_bytes(&s, &arena, &size);
        size_t header = bytes[0], text = header;
        assert_int_equal(header % 8, 0);
        assert_int_equal(size, LENGTH_BYTES + header + entry.bytes);
        while (bytes[LENGTH_BYTES + text - 1] == ' ')
            text--;
        assert_in_range(header - text, 0, 7);
        assert_int_equal(bytes[LENGTH_BYTES + text - 1], '}');
        arena_free(&arena);
    }
}

static void returns_the_same_bits(void **state) {
    static const unsigned char bits[] = {0x01, 0x00, 0xA0, 0x7F,  /* a signalling NaN with a payload */
                                         0x00, 0x00, 0x00, 0x80,  /* -0 */
                                         0x00, 0x00, 0x80, 0xFF,  /* -Inf */
                                         0x01, 0x00, 0x00, 0x00}; /* the smallest number above 0 */
    struct safetensors_entry entry[] = {
        {.name = "h.0.\xC3\xA9 \"\n", .dtype = "F32", .dims = 2, .shape = {2, 2}, .data = bits, .bytes = sizeof bits},
        {.name = "none", .dtype = "F64", .dims = 3, .shape = {3, 0, 7}},
        {.name = "", .dtype = "BF16", .dims = 0, .data = bits, .bytes = 2},
    };
    struct safetensors_pair pair = {"note", "\x01\x7f\xC3\xA9"};
    struct safetensors back, s = {entry, COUNT(entry), &pair, 1, false};
    struct arena arena = {0};
    size_t size, again;
    const unsigned char *bytes = safetensors_bytes(&s, &arena, &size);
    struct file f = copy_of(bytes, size);
    check_read("a written file", &back, &arena, f);
    assert_int_equal(back.entries, COUNT(entry));
    for (size_t i = 0; i < COUNT(entry); i++) {
        const struct safetensors_entry *t = safetensors_find(&back, entry[i].name);
        assert_non_null(t);
        assert_string_equal(t->dtype, entry[i].dtype);
        assert_int_equal(t->dims, entry[i].dims);
        assert_memory_equal(t->shape, entry[i].shape, sizeof t->shape);
        assert_int_equal(t->bytes, entry[i].bytes);
        if (t->bytes)
            assert_memory_equal(t->data, entry[i].data, t->bytes);
    }
    assert_string_equal(safetensors_value(&back, "note"), pair.value);
    assert_true(back.checked);
    const unsigned char *second = safetensors_bytes(&back, &arena, &again);
    assert_int_equal(again, size);
    assert_memory_equal(second, bytes, size);
    arena_free(&arena);
    free(f.bytes);
}

/* What is read of a file with any bit flipped may be that of another writer, but not one that was checked. */
static void notices_every_flipped_bit(void **state) {
    for (size_t bit = 0; bit < 8 * LENGTH(small_bytes); bit++) {
        struct file f = copy_of(small_bytes, LENGTH(small_bytes));
        struct arena arena = {0};
        struct safetensors s;
        struct error e = {0};
        f.bytes[bit / 8] ^= (unsigned char)(1 << bit % 8);
        bool ok = safetensors_read(&s, &arena, f.bytes, f.size, &e), data = bit / 8 >= LENGTH_BYTES + SMALL_HEADER;
        if (!ok)
            check_error("a flipped bit", &s, &e, data ? "the file is cut short or damaged" : "");
        if (ok && (data || s.checked))
            fail_msg("bit %zu: was accepted", bit);
        arena_free(&arena);
        free(f.bytes);
    }
}

static void notices_every_missing_end(void **state) {
    for (size_t size = 0; size < LENGTH(small_bytes); size++)
        check_rejected("a truncated file", copy_of(small_bytes, size),
                       size < LENGTH_BYTES ? "8 at least" : "cut short");
}

/* Whatever one byte before the data of a file without a checksum becomes, the reader ends with an error or with tensors
 * inside the file. */
static void survives_every_changed_byte(void **state) {
    struct file f = copy_of(small_bytes, LENGTH(small_bytes));
    const unsigned char *end = f.bytes + f.size;
    int accepted = 0;
    memcpy(strchr((char *)f.bytes + LENGTH_BYTES, ':') + strlen(":{\"format\":\"pt\",\""), "another", 7);
    for (size_t at = 0; at < LENGTH_BYTES + SMALL_HEADER; at++)
        for (int value = 0, before = f.bytes[at]; value < 256; value++) {
            struct arena arena = {0};
            struct safetensors s;
            struct error e = {0};
            f.bytes[at] = (unsigned char)value;
            bool ok = safetensors_read(&s, &arena, f.bytes, f.size, &e);
            if (!ok)
                check_error("a changed byte", &s, &e, "");
            for (int i = 0; i < s.entries; i++)
                if (s.entry[i].data < f.bytes || s.entry[i].bytes > (size_t)(end - s.entry[i].data))
                    fail_msg("byte %zu as %d: tensor %d leaves the file", at, value, i);
            accepted += ok;
            arena_free(&arena);
            f.bytes[at] = (unsigned char)before;
        }
    assert_true(accepted > LENGTH_BYTES + SMALL_HEADER); /* the unchanged file each time, and other names */
    free(f.bytes);
}

static int ending_of_writer(const struct safetensors *s) {
    int status = 0;
    fflush(NULL);
    pid_t child = fork();
    if (child == 0) { /* the message of the assert is expected, and not shown */
        struct arena arena = {0};
        size_t size;
        if (!freopen("/dev/null", "w", stderr))
            _exit(2);
        signal(SIGABRT, SIG_DFL);
        safetensors_bytes(s, &arena, &size);
        _exit(0);
    }
    assert_true(child > 0 && waitpid(child, &status, 0) == child);
    return WIFSIGNALED(status) ? WTERMSIG(status) : 0;
}

static void asserts_what_the_writer_was_promised(void **state) {
    struct safetensors_entry twice[] = {small[0], small[0]}, one = small[0];
    struct safetensors_pair pairs[] = {{"k", "1"}, {"k", "2"}};
    assert_int_equal(ending_of_writer(&small_file), 0);
    twice[1].dtype = "I8";
    assert_int_equal(ending_of_writer(&(struct safetensors){.entry = twice, .entries = 2}), SIGABRT);
    assert_int_equal(ending_of_writer(&(struct safetensors){.metadata = pairs, .pairs = 2}), SIGABRT);
    one.dtype = "F33";
    assert_int_equal(ending_of_writer(&(struct safetensors){.entry = &one, .entries = 1}), SIGABRT);
    one = small[0], one.bytes = 1;
    assert_int_equal(ending_of_writer(&(struct safetensors){.entry = &one, .entries = 1}), SIGABRT);
    one = small[0], one.name = "__metadata__";
    assert_int_equal(ending_of_writer(&(struct safetensors){.entry = &one, .entries = 1}), SIGABRT);
    one = small[0], one.name = "\xFF";
    assert_int_equal(ending_of_writer(&(struct safetensors){.entry = &one, .entries = 1}), SIGABRT);
}

int test_safetensors(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(rejects_lengths),
        cmocka_unit_test(rejects_json),
        cmocka_unit_test(rejects_tensors),
        cmocka_unit_test(rejects_deep_nesting),
        cmocka_unit_test(caps_the_number_of_tensors),
        cmocka_unit_test(counts_tensors_before_it_parses),
        cmocka_unit_test(accepts),
        cmocka_unit_test(knows_every_dtype),
        cmocka_unit_test(reads_what_stands_there),
        cmocka_unit_test(reads_the_empty_file),
        cmocka_unit_test(writes_known_bytes),
        cmocka_unit_test(writes_metadata_in_order),
        cmocka_unit_test(sorts_tensors),
        cmocka_unit_test(ignores_the_order_given),
        cmocka_unit_test(pads_the_header),
        cmocka_unit_test(returns_the_same_bits),
        cmocka_unit_test(notices_every_flipped_bit),
        cmocka_unit_test(notices_every_missing_end),
        cmocka_unit_test(survives_every_changed_byte),
        cmocka_unit_test(asserts_what_the_writer_was_promised),
    };
    return cmocka_run_group_tests_name("safetensors", tests, NULL, NULL);
}
