/* test_fuzz.c -- every seed of the fuzz targets, once through what libFuzzer calls; where clang counts what is
 * executed, they reach every form of rows, every message of the page's engine, every baseline's checkpoint and every
 * file that a run reads back. */
#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/file.h"
#include "baseline/baseline.h"
#include "folder/failure.h"
#include "format/node.h"
#include "format/packed.h"
#include "format/records_kind.h"
#include "fuzz/fuzz.h"
#include "settings/settings_packed.h"
#include "train/train.h"
#include "unit/opened.h"
#include "unit/tests.h"

/* ---- What is executed */

#ifdef TRACED
/* The counters of -fsanitize=fuzzer-no-link: one for each block, with its address, and 1 where a function begins. */
static uint8_t *counter;
struct block {
    uintptr_t at, begins;
};
static const struct block *block, *block_end;

void counters_begin(uint8_t *start, uint8_t *stop) __asm__("__sanitizer_cov_8bit_counters_init");
void counters_begin(uint8_t *start, uint8_t *stop) {
    (void)stop;
    counter = start;
}

void blocks_begin(const struct block *start, const struct block *end) __asm__("__sanitizer_cov_pcs_init");
void blocks_begin(const struct block *start, const struct block *end) {
    block = start;
    block_end = end;
}

static void forget_executed(void) { memset(counter, 0, (size_t)(block_end - block)); }

static size_t first_block(fuzz_function *function) {
    const struct block *b = block;
    while (b < block_end && !(b->begins & 1 && b->at == (uintptr_t)function))
        b++;
    assert_true(b < block_end);
    return (size_t)(b - block);
}

/* Whether any block of the function was. */
static bool is_executed(size_t first) {
    bool executed = counter[first];
    for (const struct block *b = block + first + 1; b < block_end && !(b->begins & 1); b++)
        executed = executed || counter[b - block];
    return executed;
}

/* Of each function in fuzz_to_reach: its first block, and whether some seed reached it. */
static size_t first[FUZZ_FUNCTIONS];
static bool reached[FUZZ_FUNCTIONS];

/* After each seed, as a counter is 0 again after 256. */
static void note_reached(void) {
    for (int i = 0; fuzz_to_reach[i].function; i++)
        reached[i] = reached[i] || is_executed(first[i]);
    forget_executed();
}

static void check_reached(void) {
    for (int i = 0; fuzz_to_reach[i].function; i++)
        if (!reached[i])
            fail_msg("no seed of a fuzz target reaches %s %s", fuzz_to_reach[i].kind, fuzz_to_reach[i].name);
}

#define FILE_READER(name, function) fuzz_reach("the reader of", name, (fuzz_function *)(function))

static void begin_reached(void) {
    for (int i = RECORDS_AUTO + 1; i < RECORDS_KINDS; i++)
        fuzz_reach("rows of", records_kinds[i]->endings[0], (fuzz_function *)records_kinds[i]->next);
    for (const struct baseline *const *b = baseline_kinds; *b; b++)
        fuzz_reach("the checkpoint of baseline", (*b)->name, (fuzz_function *)(*b)->learner.load);
    FILE_READER("config.ini", assignments_read_text);
    FILE_READER(CHECKPOINT_FILE, checkpoint_read);
    FILE_READER(EVALUATION_FILE, evaluation_read_text);
    FILE_READER("bits in " EVALUATION_FILE, packed_read);
    FILE_READER(RUN_LOG_FILE, run_log_open);
    FILE_READER(FAILURE_FILE, failure_read);
    FILE_READER("packed settings", settings_unpack);
    for (int i = 0; fuzz_to_reach[i].function; i++)
        first[i] = first_block(fuzz_to_reach[i].function);
    forget_executed();
}
#else
static void begin_reached(void) {}
static void note_reached(void) {}
static void check_reached(void) {}
#endif

/* ---- Seeds */

/* From a block of exactly its size, so that a sanitizer sees every byte read after it. */
static void run_file(int (*target)(const uint8_t *, size_t), const char *path) {
    struct arena arena = {0};
    struct error e;
    size_t size;
    const unsigned char *bytes = file_read(path, 1 << 20, &arena, &size, &e);
    if (!bytes) {
        fail_msg("%s", e.text);
        return;
    }
    uint8_t *exact = malloc(size ? size : 1);
    memcpy(exact, bytes, size);
    target(exact, size);
    note_reached();
    free(exact);
    arena_free(&arena);
}

static void run_folder(int (*target)(const uint8_t *, size_t), const char *folder) {
    struct error e;
    int count = 0;
    const struct dirent *entry;
    DIR *open = opendir(folder);
    assert_non_null(open);
    /* cppcheck-suppress readdirCalled ; one thread reads it, and readdir_r is withdrawn */
    while ((entry = readdir(open))) {
        char path[PATH_MAX_LENGTH];
        assert_true(file_path(path, folder, entry->d_name, &e));
        if (entry->d_name[0] == '.')
            continue;
        run_file(target, path);
        count++;
    }
    closedir(open);
    assert_in_range(count, 10, 1000);
}

/* Checkpoints that are changed are of tasks of both rooms, too. */
TEST(seeds) {
    tests_need("rows");
    tests_need("texts");
    char folder[PATH_MAX_LENGTH];
    fuzz_folder(test_folder);
    begin_reached();
    for (const struct fuzz_target *t = fuzz_targets; about(t->name); t++) {
        snprintf(folder, sizeof folder, "%.*s/seeds/%s", (int)(strrchr(t->file, '/') - t->file), t->file, t->name);
        run_folder(t->run, folder);
    }
    fuzz_folder(NULL);
    check_reached();
}

GROUP(fuzz, folder_setup, folder_teardown)
