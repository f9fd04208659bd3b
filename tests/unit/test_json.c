/* test_json.c -- documents as texts and files. */
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/file.h"
#include "format/json.h"
#include "unit/tests.h"

static json_t *document(void) { return json_pack("{sf si s[nb]}", "share", 1.0 / 3, "count", 2, "rest", 1); }

static const char text[] = "{\n \"share\": 0.333333333,\n \"count\": 2,\n \"rest\": [\n  null,\n  true\n ]\n}";

static void test_layout(void **state) {
    json_t *json = document();
    char *got = json_text(json);
    (void)state;
    assert_string_equal(got, text);
    free(got);
    json_decref(json);
}

static void test_file(void **state) {
    json_t *json = document();
    struct error e = {0};
    struct arena arena = {0};
    char path[PATH_MAX_LENGTH];
    size_t size;
    const char *folder = getenv("TMPDIR");
    (void)state;
    snprintf(path, sizeof path, "%s/poslab-%ld.json", folder ? folder : "build", (long)getpid());
    assert_true(json_save(json, path, &e));
    assert_string_equal((char *)file_read(path, 1000, &arena, &size, &e), text);
    assert_int_equal(size, strlen(text));
    assert_false(json_save(json, "/dev/null/x.json", &e));
    assert_int_equal(e.code, EXIT_IO);
    unlink(path);
    arena_free(&arena);
    json_decref(json);
}

int test_json(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_layout),
        cmocka_unit_test(test_file),
    };
    return cmocka_run_group_tests_name("json", tests, NULL, NULL);
}
