/* json.c -- see json.h. */
#include "format/json.h"

#include <assert.h>
#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/file.h"
#include "base/memory.h"
#include "base/text.h"
#include "format/csv.h"

void json_start(void) { json_set_alloc_funcs(memory_alloc, free); }

char *json_text(const json_t *json) {
    char *text = json_dumps(json, JSON_INDENT(1) | JSON_REAL_PRECISION(9));
    assert(text); /* our documents contain no NaN */
    return text;
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
        error_set(e, EXIT_DATA, "%s is damaged (%s)", path, where.text);
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

static void put_field(FILE *out, const json_t *value) {
    if (json_is_string(value))
        csv_field(out, json_string_value(value));
    else if (json_is_number(value))
        fprintf(out, json_is_integer(value) ? "%.0f" : "%.9g", json_number_value(value));
    else if (json_is_boolean(value))
        fputc(json_is_true(value) ? '1' : '0', out);
}

/* Rows of a document or, `around` it, of its list. */
static void put_rows(FILE *out, const json_t *json, const json_t *around, const char *list, const char *columns) {
    char name[64];
    const json_t *of = json_object_get(json, list), *item;
    size_t i;
    if (of)
        put_rows(out, of, json, list, columns);
    json_array_foreach(json, i, item) put_rows(out, item, around, list, columns);
    if (of || !json_is_object(json))
        return;
    for (const char *before = ""; text_item(&columns, name, sizeof name); before = ",") {
        const json_t *own = json_object_get(json, name);
        fputs(before, out);
        put_field(out, own ? own : json_object_get(around, name));
    }
    fputc('\n', out);
}

void json_csv(FILE *out, const json_t *json, const char *list, const char *columns) {
    csv_put(out, columns);
    put_rows(out, json, NULL, list, columns);
}
