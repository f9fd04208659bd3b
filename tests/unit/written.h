/* written.h -- a document that the writer wrote, read by jansson, for tests. */
#pragma once

#include <jansson.h>
#include <stdlib.h>

#include "format/json_put.h"
#include "unit/tests.h"

/* Closes it, and the object if one is open; what it says is for json_decref. */
static inline json_t *json_written(struct json_writer *w) {
    if (w->depth)
        json_put(w, "}");
    char *text = json_close(w);
    json_t *json = json_loads(text, JSON_REJECT_DUPLICATES, NULL);
    if (!json)
        fail_msg("%s", text);
    free(text);
    return json;
}

/* Opens a document with an object. */
static inline struct json_writer *json_opened(struct json_writer *w) {
    json_open(w, true);
    json_put(w, "{");
    return w;
}
