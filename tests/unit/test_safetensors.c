/* test_safetensors.c -- the reader against one row for each way a file can be wrong, and what it makes of good files.
 * The writer: test_safetensors_written.c. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "unit/tensor_files.h"
#include "unit/tests.h"

struct row {
    const char *what, *header;
    size_t length, data; /* bytes of the header, and after it */
    const char *says;    /* a piece of the message */
};

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

TEST(rejects_lengths) {
    static const struct row rows[] = {
        ROW("an empty file", "", 0, "the file has 0 bytes"),
        ROW("a byte over the limit", "\x01\xE1\xF5\x05\0\0\0\0{}", 0, "would have 100000001 bytes; at most 100000000"),
        ROW("the limit itself, absent", "\x00\xE1\xF5\x05\0\0\0\0{}", 0,
            "cut short: of its header's 100000000 bytes, 2"),
        ROW("a length with bit 63", "\0\0\0\0\0\0\0\x80{}", 0, "would have 9223372036854775808 bytes"),
        ROW("a length that wraps", "\xFA\xFF\xFF\xFF\xFF\xFF\xFF\xFF{}", 0, "would have 18446744073709551610 bytes"),
        ROW("a length alone", "\2\0\0\0\0\0\0\0", 0, "the file is cut short: of its header's 2 bytes, 0 are there"),
    };
    for (size_t i = 0; i < COUNT(rows); i++)
        check_rejected(rows[i].what, copy_of(rows[i].header, rows[i].length), rows[i].says);
}

static const struct row bad_json[] = {
    ROW("no header", "", 0, "not JSON"),
    ROW("an open object", "{", 0, "not JSON"),
    ROW("text behind it", "{} x", 0, "not JSON: end of file expected near 'x'"),
    ROW("a NUL behind it", "{}\0", 0, "NUL byte"),
    ROW("a NUL in a name", "{" TENSOR("w\0w", "\"U8\"", "[1]", "[0,1]") "}", 1, "NUL byte"),
    ROW("an escaped NUL in a name", "{" TENSOR("w\\u0000w", "\"U8\"", "[1]", "[0,1]") "}", 1,
        "not JSON: NUL byte in object key"),
    ROW("a line break in a name", "{" TENSOR("w\nw", "\"U8\"", "[1]", "[0,1]") "}", 1, "not JSON: unexpected newline"),
    ROW("a control byte", "{\x1b[31m}", 0, "not JSON: string or '}' expected near '\\x1b'"),
    ROW("NaN", "{\"a\":NaN}", 0, "not JSON"),
    ROW("no UTF-8", "{\"\xFF\":1}", 0, "not JSON: unable to decode byte 0xff"),
    ROW("an overlong NUL", "{\"\xC0\x80\":1}", 0, "not JSON: unable to decode"),
    ROW("an array", "[]", 0, "not an object"),
    ROW("a name twice", "{" TENSOR("w", "\"U8\"", "[0]", "[0,0]") "," TENSOR("w", "\"U8\"", "[0]", "[0,0]") "}", 0,
        "the name \"w\" twice"),
    ROW("a name written in two ways",
        "{" TENSOR("w\\\"", "\"U8\"", "[0]", "[0,0]") "," TENSOR("\\u0077\\\"", "\"U8\"", "[0]", "[0,0]") "}", 0,
        "the name \"\\u0077\\\"\" twice"),
    ROW("a long name twice",
        "{" TENSOR(LONG_NAME, "\"U8\"", "[0]", "[0,0]") "," TENSOR(LONG_NAME, "\"I8\"", "[0]", "[0,0]") "}", 0,
        "the name \"" LONG_NAME "\" twice"),
    ROW("two dtypes", "{\"w\":{\"dtype\":\"U8\",\"dtype\":\"U8\",\"shape\":[0],\"data_offsets\":[0,0]}}", 0,
        "the name \"dtype\" twice"),
    ROW("a key of the metadata twice", "{\"__metadata__\":{\"k\":\"1\",\"k\":\"1\"}}", 0, "the name \"k\" twice"),
};

static const struct row bad_tensors[] = {
    ROW("an array as tensor", "{\"w\":[]}", 0, "tensor 'w': the header: expected an object, found []"),
    ROW("no dtype", "{\"w\":{\"shape\":[],\"data_offsets\":[0,4]}}", 4,
        "tensor 'w': the header: dtype: expected a type of numbers, found nothing"),
    ROW("no shape", "{\"w\":{\"dtype\":\"F32\",\"data_offsets\":[0,4]}}", 4,
        "tensor 'w': the header: shape: expected an array of at most 8, found nothing"),
    ROW("no offsets", "{\"w\":{\"dtype\":\"F32\",\"shape\":[]}}", 4,
        "tensor 'w': the header: data_offsets: expected an array of 2, found nothing"),
    BAD("a dtype of no letters", "\"\"", "[]", "[0,4]", 4, "the header: dtype: expected a type of numbers, found \"\""),
    BAD("an unknown dtype beyond the file", "\"F4\"", "[32]", "[0,16]", 15, "ends at byte 16 of the data"),
    BAD("a null dtype", "null", "[]", "[0,4]", 4, "the header: dtype: expected a type of numbers, found null"),
    BAD("a number as shape", F32, "1", "[0,4]", 4, "the header: shape: expected an array of at most 8, found 1"),
    BAD("a negative dimension", F32, "[-1]", "[0,4]", 4,
        "the header: shape[0]: expected a whole number from 0 to 9223372036854775807, found -1"),
    BAD("a point", F32, "[1.0]", "[0,4]", 4,
        "the header: shape[0]: expected a whole number from 0 to 9223372036854775807, found 1.0"),
    BAD("a string in a shape", F32, "[\"1\"]", "[0,4]", 4, "the header: shape[0]: expected a whole number"),
    BAD("nine dimensions", F32, "[1,1,1,1,1,1,1,1,1]", "[0,4]", 4, "the header: shape: expected an array of at most 8"),
    BAD("a number as offsets", F32, "[]", "4", 4, "the header: data_offsets: expected an array of 2, found 4"),
    BAD("one offset", F32, "[]", "[4]", 4, "the header: data_offsets: expected an array of 2, found [4]"),
    BAD("three offsets", F32, "[]", "[0,4,8]", 4, "the header: data_offsets: expected an array of 2, found [0,4,8]"),
    BAD("a negative end", F32, "[]", "[0,-4]", 4, "the header: data_offsets[1]: expected a whole number"),
    BAD("a string as offset", F32, "[]", "[\"0\",4]", 4, "the header: data_offsets[0]: expected a whole number"),
    BAD("an end before the begin", F32, "[]", "[4,0]", 4,
        "the header: data_offsets: expected an end after the begin, found [4,0]"),

    BAD("a first begin of 4", F32, "[]", "[4,8]", 8, "begins at byte 4 of the data and leaves a hole from byte 0"),
    TWO("a hole", "[0,4]", "[5,9]", 9, "tensor 'b': begins at byte 5 of the data and leaves a hole from byte 4"),
    TWO("a hole, told backwards", "[5,9]", "[0,4]", 9, "tensor 'a': begins at byte 5 of the data and leaves a hole"),
    TWO("an overlap", "[0,4]", "[3,7]", 7,
        "tensor 'b': begins at byte 3 of the data and overlaps another, which ends at 4"),
    TWO("an overlap, told backwards", "[3,7]", "[0,4]", 7, "tensor 'a': begins at byte 3 of the data and overlaps"),
    ROW("an empty tensor inside another", "{" TENSOR("a", F32, "[]", "[0,4]") "," EMPTY_AT("b", "2") "}", 4,
        "tensor 'b': begins at byte 2"),
    ROW("an empty tensor past the end", "{" TENSOR("a", F32, "[]", "[0,4]") "," EMPTY_AT("b", "5") "}", 4,
        "tensor 'b': begins at byte 5"),

    ONE("a dimension past 64 bits", F32, "[2,18446744073709551614]", "[0,4]", 4,
        "is too large: too big integer near '18446744"),
    ONE("a dimension of 2^63", F32, "[9223372036854775808]", "[0,4]", 4,
        "number in the header is too large: too big integer"),
    ONE("an endless dimension", F32, "[1e999]", "[0,4]", 4, "number in the header is too large: real number overflow"),
    BAD("bytes that overflow", "\"I32\"", "[2,9223372036854775807]", "[0,4]", 4, "shape is too large"),
    BAD("a product that wraps to 4", "\"U8\"", "[4194305,4194305,211106198978564]", "[0,4]", 4, "shape is too large"),
    BAD("a product that wraps to 0", "\"U8\"", "[4294967296,4294967296]", "[0,0]", 0, "shape is too large"),
    BAD("an overflow before a 0", "\"U8\"", "[4294967296,4294967296,0]", "[0,0]", 0, "shape is too large"),
    BAD("just no overflow", "\"U8\"", "[2,9223372036854775807]", "[0,4]", 4,
        "shape and dtype take 18446744073709551614 bytes"),
    BAD("offsets at the limit", "\"U8\"", "[9223372036854775807]", "[0,9223372036854775807]", 4,
        "ends at byte 9223372036854775807 of the data, but the file is cut short at 4"),

    BAD("a byte too few", F32, "[2]", "[0,7]", 7, "shape and dtype take 8 bytes, but data_offsets hold 7"),
    BAD("a scalar of no bytes", F32, "[]", "[0,0]", 0, "shape and dtype take 4 bytes, but data_offsets hold 0"),
    BAD("no elements, but bytes", F32, "[2,0]", "[0,4]", 4, "shape and dtype take 0 bytes, but data_offsets hold 4"),
    BAD("missing data", F32, "[2]", "[0,8]", 7, "ends at byte 8 of the data, but the file is cut short at 7"),
    ONE("trailing data", F32, "[2]", "[0,8]", 9, "the file has 1 bytes after its last tensor"),
    ROW("data of nobody", "{}", 3, "the file has 3 bytes after its last tensor"),

    ROW("metadata in an array", "{\"__metadata__\":[]}", 0, "__metadata__ is not an object"),
    ROW("a number in the metadata", "{\"__metadata__\":{\"step\":7}}", 0,
        "__metadata__: the value of 'step' is not a string"),
    ROW("an object in the metadata", "{\"__metadata__\":{\"a\":\"b\",\"c\":{}}}", 0,
        "the value of 'c' is not a string"),

    ROW("a name in colour", "{" TENSOR("\\u001b[31mw\\u007f\\u009b\\n", "0", "[]", "[0,4]") "}", 4,
        "tensor '\\x1b[31mw\\x7f\\xc2\\x9b\\x0a': the header: dtype"),
};

static void check_rows(const struct row *rows, size_t count) {
    for (size_t i = 0; i < count; i++)
        check_rejected(rows[i].what, file_of(rows[i].header, rows[i].length, rows[i].data), rows[i].says);
}

TEST(rejects_json) { check_rows(bad_json, COUNT(bad_json)); }

TEST(rejects_tensors) { check_rows(bad_tensors, COUNT(bad_tensors)); }

TEST(rejects_deep_nesting) {
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

TEST(caps_the_number_of_tensors) {
    struct arena arena = {0};
    struct safetensors s;
    struct file f = crowd(SAFETENSORS_TENSORS);
    check_read("the cap", &s, &arena, f);
    assert_int_equal(s.entries, SAFETENSORS_TENSORS);
    arena_free(&arena);
    free(f.bytes);
    check_rejected("over the cap", crowd(SAFETENSORS_TENSORS + 1),
                   "the file has more than 65536 tensors, the most that poslab reads; name the file of a single model");
}

/* Names are not parsed yet: all are the same here, and that is not the error. Commas inside a tensor or a name do not
 * count. */
TEST(counts_tensors_before_it_parses) {
    enum { EACH = 8, SIZE = (SAFETENSORS_TENSORS + 2) * EACH };
    char *text = malloc(SIZE + 1);
    assert_non_null(text);
    for (int i = 0; i < SIZE; i += EACH)
        memcpy(text + i, i ? ",\"\\\"]\":0" : "{\"a,\": 0", EACH);
    check_rejected("refused unseen", file_of(text, SIZE, 0), "more than 65536 tensors");
    check_rejected("one fewer", file_of(text, SIZE - EACH, 0), "twice in one object");
    free(text);
}

TEST(accepts) {
    static const struct row rows[] = {
        /* the last column: the names it holds, in the order of the header */
        ROW("no tensor", "{}", 0, ""),
        ROW("metadata alone", "{\"__metadata__\":{\"format\":\"pt\",\"k\":\"\"}}", 0, ""),
        ONE("a scalar", F32, "[]", "[0,4]", 4, "w"),
        ONE("a dimension of 0", F32, "[2,0,3]", "[0,0]", 0, "w"),
        ONE("0 times much", F32, "[0,9223372036854775807,9223372036854775807]", "[0,0]", 0, "w"),
        ONE("eight dimensions", F32, "[1,1,1,1,1,1,1,2]", "[0,8]", 8, "w"),
        TWO("offsets that fall", "[4,8]", "[0,4]", 8, "a b"),
        ROW("empty ones around a full one",
            "{" EMPTY_AT("a", "4") "," TENSOR("b", F32, "[]", "[0,4]") "," EMPTY_AT("c", "0") "}", 4, "a b c"),
        ROW("metadata at the end", "{" TENSOR("w", F32, "[]", "[0,4]") ",\"__metadata__\":{\"k\":\"v\"}}", 4, "w"),
        ROW("names as they come",
            "{" TENSOR("", F32, "[]", "[0,4]") "," TENSOR("\\\"\\n\xC3\xA9", F32, "[]", "[4,8]") "}", 8,
            " \"\n\xC3\xA9"),
        ROW("keys of a later version", "{\"w\":{\"shape\":[],\"data_offsets\":[0,4],\"note\":[{}],\"dtype\":\"F32\"}}",
            4, "w"),
        ROW("a dtype of a later version, in half bytes",
            "{" TENSOR("a", "\"F4\"", "[32]", "[0,16]") "," TENSOR("b", F32, "[]", "[16,20]") "}", 20, "a b"),
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

TEST(knows_every_dtype) {
    for (size_t i = 0; i < DTYPES; i++) {
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

TEST(reads_what_stands_there) {
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

GROUP(safetensors, NULL, NULL)
