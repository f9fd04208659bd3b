/* fuzz_evaluation.c -- eval.json, whatever it is: what is taken is shown, and written it is taken again as it was. The
 * checksum would keep all but one in 2^128 out, so a document gets one that fits. */
#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "format/checksum.h"
#include "fuzz/fuzz.h"
#include "present/fill.h"

static struct error error;
static const struct node_file file = {"eval.json", "`poslab eval RUN` makes it anew", &error};

static bool read_text(struct evaluation_result *r, char *text, size_t size, struct arena *arena) {
    bool ok = evaluation_read_text(r, &file, text, size, arena);
    if (!ok)
        fuzz_refused(&error);
    return ok;
}

/* Its numbers as a table and as CSV. */
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
}

static void check_written(const struct evaluation_result *r, struct arena *arena) {
    struct evaluation_result again;
    json_t *written = evaluation_json(r), *twice;
    char *text = checksum_text(written);
    bool ok = read_text(&again, text, strlen(text), arena);
    if (!ok)
        fprintf(stderr, "%s\n", error.text);
    assert(ok);
    twice = evaluation_json(&again);
    assert(json_equal(written, twice));
    json_decref(written);
    json_decref(twice);
    free(text);
}

int fuzz_evaluation(const uint8_t *data, size_t size) {
    struct evaluation_result r;
    struct arena arena = {0};
    char *text = arena_alloc(&arena, size + 1, 1);
    memcpy(text, data, size);
    json_t *document = json_loadb(text, size, JSON_REJECT_DUPLICATES, NULL);
    bool taken = read_text(&r, text, size, &arena);
    assert(!taken || json_object_get(document, CHECKSUM));
    if (json_is_object(document)) {
        char *with = checksum_text(document);
        if (read_text(&r, with, strlen(with), &arena)) {
            show(&r, &arena);
            check_written(&r, &arena);
        }
        free(with);
    }
    json_decref(document);
    arena_free(&arena);
    return 0;
}
