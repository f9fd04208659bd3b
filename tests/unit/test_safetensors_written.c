/* test_safetensors_written.c -- the writer against bytes computed by hand, and the reader against what the writer left:
 * the same bits, no flipped bit and no missing end taken, whatever a byte becomes. */
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "unit/tensor_files.h"
#include "unit/tests.h"

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

TEST(writes_known_bytes) {
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
TEST(writes_metadata_in_order) {
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

TEST(sorts_tensors) {
    static const char *const names[] = {"bb", "b", "b.b", "B", "b.a.b"};
    static const char *const sorted[] = {"B", "b", "b.a.b", "b.b", "bb"};
    enum { NAMES = COUNT(names) };
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

TEST(pads_the_header) {
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

TEST(returns_the_same_bits) {
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
TEST(notices_every_flipped_bit) {
    for (size_t bit = 0; bit < 8 * LENGTH(small_bytes); bit++) {
        struct file f = copy_of(small_bytes, LENGTH(small_bytes));
        struct arena arena = {0};
        struct safetensors s;
        struct error e = {0};
        f.bytes[bit / 8] ^= (unsigned char)(1 << bit % 8);
        bool ok = safetensors_read(&s, &arena, f.bytes, f.size, &e), data = bit / 8 >= LENGTH_BYTES + SMALL_HEADER;
        if (!ok)
            check_error("a flipped bit", &s, &e, data ? "cut short or damaged" : "");
        if (ok && (data || s.checked))
            fail_msg("bit %zu: was accepted", bit);
        arena_free(&arena);
        free(f.bytes);
    }
}

TEST(notices_every_missing_end) {
    for (size_t size = 0; size < LENGTH(small_bytes); size++)
        check_rejected("a truncated file", copy_of(small_bytes, size),
                       size < LENGTH_BYTES ? "8 at least" : "cut short");
}

/* Whatever one byte before the data of a file without a checksum becomes, the reader ends with an error or with tensors
 * inside the file. */
TEST(survives_every_changed_byte) {
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

TEST(asserts_what_the_writer_was_promised) {
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

GROUP(safetensors_written, NULL, NULL)
