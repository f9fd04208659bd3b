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
    int seeds = 0;
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
        seeds++;
    }
    closedir(open);
    assert_in_range(seeds, 10, 1000);
}

static char folder[PATH_MAX_LENGTH];

static int make_folder(void **state) {
    fuzz_folder(fresh_folder(folder));
    return 0;
}

static int drop_folder(void **state) {
    fuzz_folder(NULL);
    remove_folder(folder);
    return 0;
}

static void test_rows(void **state) { run_folder(fuzz_records, "tests/fuzz/seeds/records"); }

static void test_vector_files(void **state) { run_folder(fuzz_vectors, "tests/fuzz/seeds/vectors"); }

static void test_text_files(void **state) { run_folder(fuzz_text, "tests/fuzz/seeds/text"); }

static void test_configs(void **state) { run_folder(fuzz_ini, "tests/fuzz/seeds/ini"); }

static void test_claims_files(void **state) { run_folder(fuzz_claims, "tests/fuzz/seeds/claims"); }

static void test_tensor_files(void **state) { run_folder(fuzz_safetensors, "tests/fuzz/seeds/safetensors"); }

static void test_logs(void **state) { run_folder(fuzz_metrics, "tests/fuzz/seeds/metrics"); }

static void test_command_lines(void **state) { run_folder(fuzz_arguments, "tests/fuzz/seeds/arguments"); }

static void test_evaluations(void **state) { run_folder(fuzz_evaluation, "tests/fuzz/seeds/evaluation"); }

int test_fuzz(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_rows),    cmocka_unit_test(test_vector_files),  cmocka_unit_test(test_text_files),
        cmocka_unit_test(test_configs), cmocka_unit_test(test_claims_files),  cmocka_unit_test(test_tensor_files),
        cmocka_unit_test(test_logs),    cmocka_unit_test(test_command_lines), cmocka_unit_test(test_evaluations),
    };
    return cmocka_run_group_tests_name("fuzz", tests, make_folder, drop_folder);
}
