/* json.c -- see json.h. */
#include "format/json.h"

#include <assert.h>
#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/file.h"
#include "base/memory.h"

void json_start(void) { json_set_alloc_funcs(memory_alloc, free); }

const char *json_why(const json_error_t *why) {
    return json_error_code(why) == json_error_null_character ? "a text has the character \\u0000, which is not allowed"
                                                             : why->text;
}

struct text {
    char *bytes;
    size_t size, capacity;
};

static int add(const char *bytes, size_t size, void *to) {
    struct text *t = to;
    if (t->size + size + 1 > t->capacity) {
        t->capacity = 2 * (t->size + size + 1);
        t->bytes = memory_grow(t->bytes, t->capacity);
    }
    memcpy(t->bytes + t->size, bytes, size);
    t->size += size;
    t->bytes[t->size] = 0;
    return 0;
}

/* json_dumps would have a large text twice. */
char *json_text(const json_t *json) {
    struct text t = {0};
    int failed = json_dump_callback(json, add, &t, JSON_INDENT(1) | JSON_REAL_PRECISION(9));
    assert(!failed); /* our documents contain no NaN */
    (void)failed;
    return t.bytes;
}

json_t *json_read(const char *path, struct error *e) {
    uint64_t size;
    json_error_t where;
    FILE *f = file_open(path, &size, e);
    if (!f)
        return NULL;
    errno = 0;
    json_t *json = json_loadf(f, JSON_REJECT_DUPLICATES, &where);
    if (!json)
        memory_die_if_enomem();
    if (!json && ferror(f))
        error_io(e, "read", path);
    else if (!json)
        error_set(e, EXIT_DATA, "%s is damaged (%s)", path, json_why(&where));
    fclose(f);
    return json;
}

bool json_save(const json_t *json, const char *path, struct error *e) {
    char *text = json_text(json);
    bool ok = file_write(path, text, strlen(text), e);
    free(text);
    return ok;
}

json_t *json_finite(double x) { return isfinite(x) ? json_real(x) : json_null(); }
