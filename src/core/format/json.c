/* json.c -- see json.h. */
#include "format/json.h"

#include <assert.h>
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

/* json_dumps would hold a large text in memory twice. */
char *json_text(const json_t *json) {
    struct memory_stream m;
    memory_stream_open(&m);
    setvbuf(m.f, NULL, _IOFBF, BUFSIZ); /* many short writes */
    int failed = json_dumpf(json, m.f, JSON_INDENT(1) | JSON_REAL_PRECISION(9));
    assert(!failed); /* our documents contain no NaN */
    (void)failed;
    fclose(m.f);
    return m.bytes;
}

bool json_save(const json_t *json, const char *path, struct error *e) {
    char *text = json_text(json);
    bool ok = file_write(path, text, strlen(text), e);
    free(text);
    return ok;
}

json_t *json_finite(double x) { return isfinite(x) ? json_real(x) : json_null(); }
