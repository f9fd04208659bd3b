/* fuzz_evaluation.c -- arbitrary eval.json: what is accepted is shown, written, and read back unchanged. The checksum
 * would refuse all but one in 2^128, so a document gets a correct one; and since most changed bytes break the JSON,
 * lines after the document change its values. */
#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "format/checksum.h"
#include "fuzz/fuzz.h"
#include "result/fill_evaluation.h"

static struct error error;
static const struct node_file file = {"eval.json", "`poslab train --run RUN --resume` writes a new one", &error};

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
    json_t *written = evaluation_json(r, false), *twice;
    char *text = checksum_text(written);
    bool ok = read_text(&again, text, strlen(text), arena);
    if (!ok)
        fprintf(stderr, "%s\n", error.text);
    assert(ok);
    twice = evaluation_json(&again, false);
    assert(json_equal(written, twice));
    json_decref(written);
    json_decref(twice);
    free(text);
}

/* Puts a value where number *left stands, counted from the top; false: there are fewer. */
static bool put(json_t *in, long *left, json_t *value) {
    const char *key;
    json_t *each;
    size_t i;
    json_object_foreach(in, key, each) {
        if ((*left)-- == 0)
            return json_object_set(in, key, value) == 0;
        if (put(each, left, value))
            return true;
    }
    json_array_foreach(in, i, each) {
        if ((*left)-- == 0)
            return json_array_set(in, i, value) == 0;
        if (put(each, left, value))
            return true;
    }
    return false;
}

/* Lines of a number and the value that goes there. */
static void change(json_t *document, const uint8_t *text, size_t size) {
    while (size > 0) {
        const uint8_t *stop = memchr(text, '\n', size);
        size_t length = stop ? (size_t)(stop - text) : size;
        char line[256], *end;
        snprintf(line, sizeof line, "%.*s", (int)length, (const char *)text);
        long number = strtol(line, &end, 10);
        json_t *value = json_loads(end, JSON_DECODE_ANY, NULL);
        if (value)
            put(document, &number, value);
        json_decref(value);
        text += stop ? length + 1 : length;
        size -= stop ? length + 1 : length;
    }
}

FUZZ_TARGET(evaluation) {
    struct evaluation_result r;
    struct arena arena = {0};
    const uint8_t *changes;
    size_t left, length = fuzz_divide(data, size, &changes, &left);
    char *text = arena_alloc(&arena, length + 1, 1);
    memcpy(text, data, length);
    json_t *document = json_loadb(text, length, JSON_REJECT_DUPLICATES, NULL);
    bool taken = read_text(&r, text, length, &arena);
    assert(!taken || json_object_get(document, CHECKSUM));
    if (json_is_object(document)) {
        change(document, changes, left);
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
