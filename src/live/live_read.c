/* live_read.c -- values of a message; see messages.h. */
#include <stdio.h>
#include <string.h>

#include "base/text.h"
#include "live/messages.h"

bool live_integer(int *to, const json_t *message, const char *key, int low, int high, struct error *e) {
    const json_t *json = json_object_get(message, key);
    json_int_t value = json_integer_value(json);
    if (!json)
        return true;
    if (!json_is_integer(json) || value < low || value > high)
        return error_set(e, EXIT_USAGE, "%s: expected a whole number from %d to %d", key, low, high);
    *to = (int)value;
    return true;
}

bool live_number(double *to, const json_t *message, const char *key, double low, double high, struct error *e) {
    const json_t *json = json_object_get(message, key);
    double value = json_number_value(json);
    if (!json)
        return true;
    if (!json_is_number(json) || !(value >= low && value <= high))
        return error_set(e, EXIT_USAGE, "%s: expected a number from %g to %g", key, low, high);
    *to = value;
    return true;
}

bool live_flag(bool *to, const json_t *message, const char *key, struct error *e) {
    const json_t *json = json_object_get(message, key);
    if (json && !json_is_boolean(json))
        return error_set(e, EXIT_USAGE, "%s: expected true or false", key);
    if (json)
        *to = json_is_true(json);
    return true;
}

bool live_text(const char **to, const json_t *message, const char *key, struct error *e) {
    const json_t *json = json_object_get(message, key);
    if (json && !json_is_string(json))
        return error_set(e, EXIT_USAGE, "%s: expected a text", key);
    if (json)
        *to = json_string_value(json);
    return true;
}

static bool among(const char *list, const char *key) {
    char name[SETTING_TEXT_MAX];
    while (text_item(&list, name, sizeof name))
        if (strcmp(name, key) == 0)
            return true;
    return false;
}

bool live_keys(const json_t *object, const char *keys, struct error *e) {
    char shown[TEXT_PRINTABLE];
    if (!json_is_object(object))
        return error_set(e, EXIT_USAGE, "expected an object with %s", keys);
    for (void *at = json_object_iter((json_t *)object); at; at = json_object_iter_next((json_t *)object, at)) {
        const char *key = json_object_iter_key(at);
        if (!among(keys, key))
            return error_set(e, EXIT_USAGE, "unknown key %s; it has %s", text_printable(shown, key),
                             *keys ? keys : "none");
    }
    return true;
}

/* As on the command line: text, number, or yes and no. */
static bool value_text(char text[SETTING_TEXT_MAX], const char *key, const json_t *value, struct error *e) {
    int length = -1;
    if (json_is_string(value))
        length = snprintf(text, SETTING_TEXT_MAX, "%s", json_string_value(value));
    else if (json_is_integer(value))
        length = snprintf(text, SETTING_TEXT_MAX, "%" JSON_INTEGER_FORMAT, json_integer_value(value));
    else if (json_is_real(value))
        length = snprintf(text, SETTING_TEXT_MAX, "%.17g", json_real_value(value));
    else if (json_is_boolean(value))
        length = snprintf(text, SETTING_TEXT_MAX, json_is_true(value) ? "yes" : "no");
    return (length >= 0 && length < SETTING_TEXT_MAX) ||
           error_set(e, EXIT_USAGE, "settings: %s: expected a number or a text of fewer than %d bytes", key,
                     SETTING_TEXT_MAX);
}

bool live_assign(struct assignments *a, const json_t *settings, struct error *e) {
    char text[SETTING_TEXT_MAX], shown[TEXT_PRINTABLE];
    const char *key;
    json_t *value;
    if (settings && !json_is_object(settings))
        return error_set(e, EXIT_USAGE, "settings: expected an object {key: value, ...}");
    json_object_foreach((json_t *)settings, key, value) if (!value_text(text, text_printable(shown, key), value, e) ||
                                                            !assignments_set(a, key, text, "the page", e)) return false;
    return true;
}
