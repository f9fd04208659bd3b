/* fuzz_evaluation.c -- arbitrary eval.tsv: what is accepted is shown, written as the same bytes, and read back. The
 * checksum would refuse all but one in 2^128, so a table gets a correct one. */
#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "format/checksum.h"
#include "fuzz/fuzz.h"
#include "result/fill_evaluation.h"

static struct error error;
static const struct node_file file = {"eval.tsv", "`poslab train --run RUN --resume` writes a new one", &error};

static bool read_text(struct evaluation_result *r, const char *text, size_t size, struct arena *arena) {
    bool ok = evaluation_read_text(r, &file, text, size, arena);
    if (!ok)
        fuzz_refused(&error);
    return ok;
}

/* Its numbers as a table, as CSV and as JSON. */
static void show(const struct evaluation_result *r, struct arena *arena) {
    struct table t;
    char *bytes = NULL;
    size_t size;
    FILE *out = open_memstream(&bytes, &size);
    assert(out);
    fill_evaluation(&t, r, arena);
    table_csv(out, &t);
    fclose(out);
    free(bytes);
    json_decref(evaluation_json(r));
}

static void check_written(const struct evaluation_result *r, const char *text, size_t size, struct arena *arena) {
    struct evaluation_result again;
    size_t length;
    char *written = evaluation_text(r, &length);
    assert(length == size && memcmp(written, text, size) == 0);
    assert(read_text(&again, written, length, arena));
    free(written);
}

/* Up to a checksum, with a new one. */
static char *sign(const uint8_t *data, size_t size, size_t *length, struct arena *arena) {
    char sum[CHECKSUM_DIGITS + 1], *text = arena_format(arena, "%.*s", (int)size, (const char *)data);
    char *old = strstr(text, "# " CHECKSUM);
    if (old)
        *old = 0;
    checksum_digits(sum, XXH3_128bits(text, strlen(text)));
    text = arena_format(arena, "%s# " CHECKSUM " = %s\n", text, sum);
    *length = strlen(text);
    return text;
}

FUZZ_TARGET(evaluation) {
    struct evaluation_result r;
    struct arena arena = {0};
    char *text = arena_alloc(&arena, size + 1, 1);
    memcpy(text, data, size);
    if (read_text(&r, text, size, &arena))
        check_written(&r, text, size, &arena);
    size_t length;
    char *with = sign(data, size, &length, &arena);
    if (read_text(&r, with, length, &arena)) {
        show(&r, &arena);
        check_written(&r, with, length, &arena);
    }
    arena_free(&arena);
    return 0;
}
