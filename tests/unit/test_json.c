/* test_json.c -- documents as texts and files. */
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/file.h"
#include "format/json.h"
#include "format/json_put.h"
#include "unit/tests.h"

static json_t *document(void) { return json_pack("{sf si s[nb]}", "share", 1.0 / 3, "count", 2, "rest", 1); }

static const char text[] = "{\n \"share\": 0.333333333,\n \"count\": 2,\n \"rest\": [\n  null,\n  true\n ]\n}";

TEST(layout) {
    json_t *json = document();
    char *got = json_text(json);
    assert_string_equal(got, text);
    free(got);
    json_decref(json);
}

TEST(file) {
    json_t *json = document();
    struct error e = {0};
    struct arena arena = {0};
    char path[PATH_MAX_LENGTH];
    size_t size;
    const char *folder = getenv("TMPDIR");
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

/* ---- The writer, held against jansson */

static const double reals[] = {0,         -0.0,       1,    -1,          0.1,   1.0 / 3, 1e15,     1e16,
                               123456789, 1234567891, 1e-4, 1e-5,        1e21,  1e22,    1.5e-300, 5e-324,
                               1e100,     2.5e10,     1e9,  999999999.5, 1e-10, 4096};
static const char *const texts[] = {
    "\"\\/\b\f\n\r\t", "\x01\x1f\x7f\xc2\x80", "\u00e9 \u20ac \U0001F600", "\uFEFF", "", "</a>"};

enum { REALS = sizeof reals / sizeof *reals, TEXTS = sizeof texts / sizeof *texts };

static json_t *of_jansson(void) {
    json_t *list = json_array(), *object = json_object();
    for (int i = 0; i < REALS; i++)
        json_array_append_new(list, json_real(reals[i]));
    for (int i = 0; i < TEXTS; i++)
        json_object_set_new(object, texts[i], json_string(texts[i]));
    return json_pack("{so so s[] s{} s[[ii]{}n] sb sb sI}", "reals", list, "texts", object, "empty", "none", "mixed", 1,
                     -2, "yes", 1, "no", 0, "large", (json_int_t)1 << 53);
}

static void write_document(struct json_writer *w) {
    json_put(w, "{ reals F texts {", reals, REALS);
    for (int i = 0; i < TEXTS; i++)
        json_put(w, "* s", texts[i], texts[i]);
    json_put(w, "} empty I none { } mixed [ I { } f ] yes b no b large l }", NULL, 0, (const int[]){1, -2}, 2,
             (double)INFINITY, true, false, 1L << 53);
}

TEST(writer) {
    json_t *json = of_jansson();
    assert_non_null(json);
    for (int lines = 0; lines < 2; lines++) {
        struct json_writer w;
        char *is = json_dumps(json, (lines ? JSON_INDENT(1) : JSON_COMPACT) | JSON_REAL_PRECISION(9)), *got;
        json_open(&w, lines);
        write_document(&w);
        got = json_close(&w);
        assert_string_equal(got, is);
        free(got);
        free(is);
    }
    write_document(NULL); /* without a writer nothing is put */
    json_decref(json);
}

GROUP(json, NULL, NULL)
