/* test_checksum.c -- a checkpoint is read as it was written or not at all: every bit flipped, every length, another
 * writer's, one without a checksum of its header; one whose configuration needs far more than it has; and those with a
 * number that is not finite, in any tensor of any kind of run. */
#include <fcntl.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "baseline/baseline.h"
#include "format/safetensors.h"
#include "train/train.h"
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
    check_refused("length", size + 1, "cut short or damaged");
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
    check_refused("key", 0, "no checksum");
    put_changed("\"format\":\"pt\",", "");
    check_refused("key", 1, "no checksum");
    put_changed("\"step\":\"3\"", "\"step\":\"4\"");
    check_refused("step", 4, ": its checksum ");
    put_changed("\"poslab\":", "\"Poslab\":");
    check_refused("poslab", 0, "cut short or damaged");
}

/* 16 million words of 4096 numbers, thrice: 800 GB, which would end these tests if anybody asked for them. */
TEST(too_large) {
    struct safetensors_pair metadata[] = {
        {"step", "1"},
        {"kernels", "Haswell"},
        {"config", "[task]\nname = table\ncolumns = 4096\nvalues = 4096\ncells = per_column\n[model]\n"
                   "d_model = 4096\nheads = 1\nd_ff = 16384\n"}};
    struct safetensors file = {.metadata = metadata, .pairs = 3};
    size_t count;
    const unsigned char *crafted = safetensors_bytes(&file, &arena, &count);
    put(crafted, count);
    check_refused("too large", 0, "tensor embeddings.word_embeddings.weight is missing");
}

/* The same with this number at an element of a tensor, the checksum made anew. */
static void put_number(struct safetensors *file, struct safetensors_entry *t, size_t at, double number) {
    unsigned char *data = memcpy(arena_alloc(&arena, t->bytes, 1), t->data, t->bytes);
    const unsigned char *before = t->data;
    const real x = (real)number;
    size_t count;
    memcpy(data + at * sizeof x, &x, sizeof x);
    t->data = data;
    const unsigned char *changed = safetensors_bytes(file, &arena, &count);
    t->data = before;
    put(changed, count);
}

/* Reads a checkpoint to train it further, or to use it. */
static bool reads_for(bool training, struct error *e) {
    static const struct assignments nothing;
    static struct run r;
    bool ok = checkpoint_read(&r, path, training ? NULL : &nothing, NULL, e);
    if (ok)
        run_free(&r);
    return ok;
}

/* Every tensor of numbers in the checkpoint of `r`. What only training reads is refused there. */
static int check_numbers(struct run *r) {
    static const double numbers[] = {(double)NAN, (double)INFINITY, -(double)INFINITY};
    struct safetensors file;
    struct error e;
    size_t length;
    int tensors = 0;
    if (!checkpoint_write(r, test_folder, &e))
        fail_msg("%s", e.text);
    const unsigned char *whole = file_read(path, 1 << 20, &arena, &length, &e);
    assert_true(whole && safetensors_read(&file, &arena, whole, length, &e) && reads_for(true, &e));
    for (struct safetensors_entry *t = file.entry; t < file.entry + file.entries; t++) {
        size_t columns = (size_t)t->shape[t->dims - 1], count = t->bytes / sizeof(real), at = count - 1 - count / 2;
        char says[PATH_MAX_LENGTH];
        if (strcmp(t->dtype, REAL_DTYPE) != 0)
            continue;
        snprintf(says, sizeof says, ": tensor %s: number %zu of row %zu ", t->name, at % columns + 1, at / columns);
        put_number(&file, t, at, numbers[tensors++ % 3]);
        bool only_training = strstr(t->name, "row_value");
        assert_int_equal(reads_for(false, &e), only_training);
        if (reads_for(true, &e) || e.code != EXIT_DATA || !strstr(e.text, says))
            fail_msg("\"%s\" instead of \"%s\"", e.text, says);
    }
    return tensors;
}

/* A lazy run and one with early stopping have tensors of their own, and so have baselines. */
TEST(not_finite) {
    const char *settings[] = {"task.name=first",
                              "task.words=2..3",
                              "model.d_model=2",
                              "model.heads=1",
                              "train.steps=9",
                              "train.warmup=1",
                              NULL,
                              NULL};
    static const char *const more[] = {"train.sparse=dense", "train.sparse=lazy", "train.patience=2"};
    static struct run r, other;
    struct error e;
    int tensors = 0;
    open_run(&other, settings);
    for (int i = 0; i < 3; i++) {
        settings[6] = more[i];
        open_run(&r, settings);
        r.step = 3;
        r.early.best_step = i == 2;
        int own = check_numbers(&r);
        assert_int_equal(own, r.model.params.count * (i == 2 ? 4 : 3) + (i == 1));
        run_free(&r);
    }
    for (const struct baseline *const *b = baseline_kinds; ABOUT(*b); b++) {
        settings[6] = arena_format(&arena, "model.baseline=%s", (*b)->name);
        if (!(*b)->fits(&other.task, &e))
            continue;
        open_run(&r, settings);
        assert_true(baseline_train(&r, &e));
        tensors += check_numbers(&r);
        run_free(&r);
    }
    assert_true(tensors >= 2);
    run_free(&other);
}

GROUP(checksum, make_checkpoint, drop_checkpoint)
