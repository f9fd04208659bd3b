/* public_files.c -- see public_files.h. */
#include "public_files.h"

#include <string.h>

#include "base/text.h"
#include "unit/tests.h"

enum { HEADER = 65536 };

const char *public_file(char path[PATH_MAX_LENGTH], const char *folder, const char *file,
                        const struct public_tensor *tensor) {
    static char header[HEADER];
    struct error e;
    size_t at = 0;
    snprintf(header, sizeof header, "{\"__metadata__\":{\"format\":\"pt\"}");
    for (const struct public_tensor *t = tensor; t->name; at += t++->bytes)
        assert_true(text_append(header, sizeof header,
                                ",\"%s\":{\"dtype\":\"%s\",\"shape\":%s,\"data_offsets\":[%zu,%zu]}", t->name, t->dtype,
                                t->shape, at, at + t->bytes));
    assert_true(text_append(header, sizeof header, "}"));
    uint64_t length = strlen(header);
    assert_true(file_path(path, folder, file, &e));
    FILE *f = fopen(path, "wb");
    assert_non_null(f);
    assert_int_equal(fwrite(&length, sizeof length, 1, f), 1);
    fputs(header, f);
    for (const struct public_tensor *t = tensor; t->name; t++)
        assert_int_equal(fwrite(t->data, 1, t->bytes, f), t->bytes);
    assert_int_equal(fclose(f), 0);
    return path;
}

void public_text(const char *folder, const char *file, const char *text) {
    char path[PATH_MAX_LENGTH];
    struct error e;
    assert_true(file_path(path, folder, file, &e));
    FILE *f = fopen(path, "wb");
    assert_non_null(f);
    fputs(text, f);
    assert_int_equal(fclose(f), 0);
}

void assert_public_refused(struct error *e, const char *of, enum public_kind kind, const char *name, int code,
                           const char *says) {
    struct public_table t;
    struct arena arena = {0};
    if (public_table_open(&t, of, kind, name, NULL, &arena, e))
        fail_msg("%s was opened; expected: %s", of, says);
    if (!strstr(e->text, says))
        fail_msg("expected: %s; found: %s", says, e->text);
    assert_int_equal(e->code, code);
    assert_null(strchr(e->text, '\n'));
    arena_free(&arena);
}
