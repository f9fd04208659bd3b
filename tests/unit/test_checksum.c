/* test_checksum.c -- a checkpoint is read as it was written or not at all: every bit flipped, every length, another
 * writer's, one without a checksum of its header; and one whose configuration needs far more than it has. */
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "format/safetensors.h"
#include "unit/opened.h"
#include "unit/tests.h"

#ifdef VECTOR_CLONES
enum { STRIDE = 1 };
#else
enum { STRIDE = 61 }; /* the other builds are too slow for all; every bit of a byte still has its turn */
#endif

static char path[PATH_MAX_LENGTH];
static struct arena arena;
static unsigned char *bytes; /* of the checkpoint at `path` */
static size_t size;

/* The smallest model there is, after three steps. */
static int make_checkpoint(void **state) {
    static struct run r;
    struct error e;
    open_run(&r, (const char *const[]){"task.name=first", "task.words=2..3", "task.fillers=1", "model.d_model=2",
                                       "model.heads=1", "model.d_ff=0", "train.steps=9", "train.warmup=1",
                                       "train.max_position=99", NULL});
    r.step = 3;
    bool ok = folder_setup(state) == 0 && checkpoint_write(&r, test_folder, &e) &&
              file_path(path, test_folder, CHECKPOINT_FILE, &e);
    bytes = ok ? file_read(path, 1 << 20, &arena, &size, &e) : NULL;
    run_free(&r);
    return bytes ? 0 : -1;
}

static int drop_checkpoint(void **state) {
    arena_free(&arena);
    return folder_teardown(state);
}

static bool reads(struct error *e) {
    static const struct assignments nothing;
    static struct run r;
    bool ok = checkpoint_read(&r, path, &nothing, NULL, e);
    if (ok)
        run_free(&r);
    return ok;
}

/* The file at `path` is refused with its name, and with `says`. */
static void check_refused(const char *what, size_t number, const char *says) {
    struct error e = {0};
    if (reads(&e))
        fail_msg("%s %zu: was accepted", what, number);
    if (e.code != EXIT_DATA || strncmp(e.text, path, strlen(path)) != 0 || !strstr(e.text, says))
        fail_msg("%s %zu: code %d, \"%s\"", what, number, (int)e.code, e.text);
}

static void put(const void *content, size_t count) {
    FILE *f = fopen(path, "wb");
    assert_true(f && fwrite(content, 1, count, f) == count && fclose(f) == 0);
}

TEST(every_bit) {
    struct error e;
    put(bytes, size);
    assert_true(reads(&e));
    int file = open(path, O_WRONLY);
    for (size_t bit = 0; bit < 8 * size; bit += STRIDE) {
        off_t at = (off_t)(bit / 8);
        unsigned char flipped = (unsigned char)(bytes[at] ^ 1 << bit % 8);
        assert_int_equal(pwrite(file, &flipped, 1, at), 1);
        check_refused("bit", bit, "");
        assert_int_equal(pwrite(file, bytes + at, 1, at), 1);
    }
    close(file);
    assert_true(reads(&e));
}

TEST(every_length) {
    put(bytes, size);
    for (size_t length = size; length-- > 0;) {
        assert_int_equal(truncate(path, (off_t)length), 0);
        if (length % STRIDE == 0 || length == size - 1)
            check_refused("length", length, "");
    }
    unsigned char *longer = calloc(size + 1, 1);
    memcpy(longer, bytes, size);
    put(longer, size + 1);
    free(longer);
    check_refused("length", size + 1, "the file is cut short or damaged");
}

/* Writes the checkpoint with another piece of header, of the same length or shorter. */
static void put_changed(const char *from, const char *to) {
    char *copy = arena_alloc(&arena, size + 1, 1), *at = memcpy(copy, bytes, size);
    size_t length = strlen(from);
    while (at < copy + size && memcmp(at, from, length) != 0)
        at++;
    assert_true(at < copy + size);
    memset(at, ' ', length);
    memcpy(at, to, strlen(to));
    put(copy, size);
}

/* As other writers leave it: no checksum, or one that they carried along. */
TEST(another_writer) {
    put_changed("\"xxh3_128_of_file\":", "\"xxh3_128_of_data\":");
    check_refused("key", 0, "is damaged, or was changed by another program: it has no checksum");
    put_changed("\"format\":\"pt\",", "");
    check_refused("key", 1, "it has no checksum");
    put_changed("\"step\":\"3\"", "\"step\":\"4\"");
    check_refused("step", 4, "the file is cut short or damaged: its checksum does not fit");
    put_changed("\"poslab\":", "\"Poslab\":");
    check_refused("poslab", 0, "the file is cut short or damaged");
}

/* 16 million words of 4096 numbers, thrice: 800 GB, which would end these tests if anybody asked for them. */
TEST(too_large) {
    struct safetensors_pair metadata[] = {
        {"step", "1"},
        {"kernels", "Haswell"},
        {"config", "[task]\nname = table\ncolumns = 4096\nvalues = 4096\nvocabulary = per_column\n[model]\n"
                   "d_model = 4096\nheads = 1\nd_ff = 16384\n"}};
    struct safetensors file = {.metadata = metadata, .pairs = 3};
    size_t count;
    const unsigned char *crafted = safetensors_bytes(&file, &arena, &count);
    put(crafted, count);
    check_refused("too large", 0, "tensor embeddings.word_embeddings.weight is missing");
}

GROUP(checksum, make_checkpoint, drop_checkpoint)
