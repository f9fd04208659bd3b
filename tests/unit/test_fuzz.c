/* test_fuzz.c -- every seed of the fuzz targets, once through what libFuzzer calls. */
#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/file.h"
#include "fuzz/fuzz.h"
#include "unit/opened.h"
#include "unit/tests.h"

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

static const struct {
    int (*target)(const uint8_t *, size_t);
    const char *folder;
} seeds[] = {
    {fuzz_records, "records"},
    {fuzz_vectors, "vectors"},
    {fuzz_text, "text"},
    {fuzz_ini, "ini"},
    {fuzz_claims, "claims"},
    {fuzz_safetensors, "safetensors"},
    {fuzz_metrics, "metrics"},
    {fuzz_arguments, "arguments"},
    {fuzz_evaluation, "evaluation"},
    {fuzz_failure, "failure"},
    {fuzz_checkpoint, "checkpoint"},
    {fuzz_live, "live"},
    {NULL, NULL},
};

TEST(seeds) {
    char folder[64];
    fuzz_folder(test_folder);
    for (int i = 0; about(seeds[i].folder); i++) {
        snprintf(folder, sizeof folder, "tests/fuzz/seeds/%s", seeds[i].folder);
        run_folder(seeds[i].target, folder);
    }
    fuzz_folder(NULL);
}

GROUP(fuzz, folder_setup, folder_teardown)
