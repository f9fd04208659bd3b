/* live_said.h -- messages to an engine, and what it answers, for tests. */
#pragma once

#include <stdlib.h>
#include <string.h>

#include "page/live/live.h"
#include "unit/drawing.h"
#include "unit/refused.h"

#include <jansson.h>

/* The answer, to be dropped by json_decref; a line of the message ends in "; " there. */
static inline json_t *live_said(struct live *l, const char *message) {
    char *text = strdup(message);
    for (char *end = text; (end = strstr(end, "; "));)
        memmove(end + 1, end + 2, strlen(end + 1)), *end = '\n';
    json_t *answer = json_loads(live_message(l, text, strlen(text)), JSON_REJECT_DUPLICATES, NULL);
    free(text);
    assert_non_null(answer);
    return answer;
}

/* The same of one that must succeed. */
static inline json_t *live_did(struct live *l, const char *message) {
    json_t *answer = live_said(l, message);
    if (json_object_get(answer, "error"))
        fail_msg("%s: %s", message, json_string_value(json_object_get(answer, "error")));
    return answer;
}

/* It is refused with that line, or one that has these parts. */
static inline void live_refuses(struct live *l, const char *message, int code, const char *parts) {
    json_t *answer = live_said(l, message);
    const char *text = json_string_value(json_object_get(answer, "error"));
    assert_non_null(text);
    assert_says(text, parts);
    assert_int_equal(json_integer_value(json_object_get(answer, "code")), code);
    json_decref(answer);
}

static inline const char *said_text(const json_t *answer, const char *key) {
    const char *text = json_string_value(json_object_get(answer, key));
    assert_non_null(text);
    return text;
}

static inline double said_number(const json_t *answer, const char *key) {
    const json_t *number = json_object_get(answer, key);
    assert_true(json_is_number(number));
    return json_number_value(number);
}
