/* json.c -- see json.h. */
#include "format/json.h"

#include <assert.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "base/file.h"
#include "base/memory.h"

void json_start(void) { json_set_alloc_funcs(memory_alloc, free); }

json_t *json_read(const char *path, json_error_t *why) {
    errno = 0;
    json_t *json = json_load_file(path, JSON_REJECT_DUPLICATES, why);
    if (!json)
        memory_check();
    return json;
}

char *json_text(const json_t *json) {
    char *text = json_dumps(json, JSON_INDENT(1) | JSON_REAL_PRECISION(9));
    assert(text); /* a document of ours holds no NaN */
    return text;
}

bool json_save(const json_t *json, const char *path, struct error *e) {
    char *text = json_text(json);
    bool ok = file_write(path, NULL, text, strlen(text), e);
    free(text);
    return ok;
}
