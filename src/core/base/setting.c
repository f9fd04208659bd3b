/* setting.c -- see setting.h. */
#include "base/setting.h"

#include <assert.h>
#include <ctype.h>
#include <stdio.h>
#include <string.h>
#include <strings.h>

#include "base/text.h"

const char *setting_limits(const struct setting *o, char *buffer, size_t size) {
    buffer[0] = 0;
    if (o->kind == SETTING_CHOICE)
        snprintf(buffer, size, "%s", o->choices);
    else if (o->kind != SETTING_TEXT && o->kind != SETTING_LIST)
        snprintf(buffer, size, "%.10g..%.10g", o->low, o->high);
    return buffer;
}

static bool outside(const struct setting *o, const char *text, struct error *e) {
    char limits[64];
    return error_set(e, EXIT_USAGE, "%s is out of range %s", text, setting_limits(o, limits, sizeof limits));
}

static bool read_int(const struct setting *o, int *out, const char *text, struct error *e) {
    int value;
    if (!text_integer(text, &value))
        return error_set(e, EXIT_USAGE, "'%s' is not a whole number", text);
    if (value < o->low || value > o->high)
        return outside(o, text, e);
    *out = value;
    return true;
}

static bool read_real(const struct setting *o, double *out, const char *text, struct error *e) {
    double value;
    if (!text_number(text, &value))
        return error_set(e, EXIT_USAGE, "'%s' is not a number", text);
    if (!(value >= o->low && value <= o->high))
        return outside(o, text, e);
    *out = value;
    return true;
}

/* What else is taken for yes and no. */
static const char *const yes_and_no[2] = {"false off 0 none", "true on 1"};

static bool read_choice(const struct setting *o, int *out, const char *text, struct error *e) {
    char lower[SETTING_TEXT_MAX] = "";
    for (size_t i = 0; text[i] && i + 1 < sizeof lower; i++)
        lower[i] = (char)tolower((unsigned char)text[i]);
    bool yes_or_no = strcmp(o->choices, "no|yes") == 0;
    int number = 0;
    for (const char *word = o->choices; *word; number++) {
        size_t size = strcspn(word, "|");
        if ((size == strlen(text) && strncasecmp(word, text, size) == 0) ||
            (yes_or_no && text_lists(yes_and_no[number], lower))) {
            *out = number;
            return true;
        }
        word += size + (word[size] == '|');
    }
    return error_set(e, EXIT_USAGE, "'%s' is not one of %s", text, o->choices);
}

static bool read_range(const struct setting *o, struct range *out, const char *text, struct error *e) {
    char half[SETTING_TEXT_MAX];
    const char *dots = strstr(text, "..");
    size_t length = dots ? (size_t)(dots - text) : strlen(text);
    if (length >= sizeof half)
        return error_set(e, EXIT_USAGE, "'%s' is not a range such as 4..16", text);
    memcpy(half, text, length);
    half[length] = 0;
    struct range value;
    if (!text_integer(half, &value.low) || !text_integer(dots ? dots + 2 : half, &value.high))
        return error_set(e, EXIT_USAGE, "'%s' is not a range such as 4..16", text);
    if (value.low > value.high)
        return error_set(e, EXIT_USAGE, "'%s' runs backwards", text);
    if (value.low < o->low || value.high > o->high)
        return outside(o, text, e);
    *out = value;
    return true;
}

static bool read_text(char *out, const char *text, size_t size, struct error *e) {
    size_t length = strlen(text);
    if (length >= size)
        return error_set(e, EXIT_USAGE, "longer than %zu characters", size - 1);
    memcpy(out, text, length + 1);
    return true;
}

bool setting_read(const struct setting *o, void *owner, const char *text, struct error *e) {
    void *at = (char *)owner + o->at;
    if (!*text)
        return error_set(e, EXIT_USAGE, "has no value");
    switch (o->kind) {
    case SETTING_INT: return read_int(o, at, text, e);
    case SETTING_REAL: return read_real(o, at, text, e);
    case SETTING_CHOICE: return read_choice(o, at, text, e);
    case SETTING_RANGE: return read_range(o, at, text, e);
    case SETTING_TEXT: return read_text(at, text, SETTING_TEXT_MAX, e);
    case SETTING_LIST: return read_text(at, text, SETTING_LIST_MAX, e);
    }
    return false;
}

static void write_int(int value, char *buffer, size_t size) {
    snprintf(buffer, size, "%d", value);
    if (value == SETTING_NOT_SET)
        buffer[0] = 0;
}

const char *setting_choice(const char *choices, int number, char *buffer, size_t size) {
    for (; number > 0; number--)
        choices = strchr(choices, '|') + 1;
    snprintf(buffer, size, "%.*s", (int)strcspn(choices, "|"), choices);
    return buffer;
}

const char *setting_write(const struct setting *o, const void *owner, char *buffer, size_t size) {
    const void *at = (const char *)owner + o->at;
    const struct range *range = at;
    switch (o->kind) {
    case SETTING_INT: write_int(*(const int *)at, buffer, size); break;
    case SETTING_REAL: text_shortest(*(const double *)at, buffer, size); break;
    case SETTING_CHOICE: setting_choice(o->choices, *(const int *)at, buffer, size); break;
    case SETTING_RANGE: snprintf(buffer, size, "%d..%d", range->low, range->high); break;
    case SETTING_TEXT:
    case SETTING_LIST: snprintf(buffer, size, "%s", (const char *)at); break;
    }
    return buffer;
}

const struct setting *setting_find(const struct setting *table, const char *key) {
    for (; table && table->key; table++)
        if (strcmp(table->key, key) == 0)
            return table;
    return NULL;
}

const char *setting_last_word(const char *key) { return strchr(key, '.') ? strchr(key, '.') + 1 : key; }

const struct setting *setting_named(const struct setting *table, const char *name) {
    for (; table && table->key; table++)
        if (strcmp(setting_last_word(table->key), name) == 0)
            return table;
    return NULL;
}

size_t setting_bytes(const struct setting *table) {
    static const size_t size[] = {
        [SETTING_INT] = sizeof(int),       [SETTING_REAL] = sizeof(double),
        [SETTING_CHOICE] = sizeof(int),    [SETTING_RANGE] = sizeof(struct range),
        [SETTING_TEXT] = SETTING_TEXT_MAX, [SETTING_LIST] = SETTING_LIST_MAX,
    };
    size_t bytes = 0;
    for (const struct setting *o = table; o && o->key; o++)
        bytes = o->at + size[o->kind] > bytes ? o->at + size[o->kind] : bytes;
    return bytes;
}

void setting_defaults(const struct setting *table, void *owner) {
    struct error e = {0};
    for (const struct setting *o = table; o && o->key; o++) {
        bool unset = (o->kind == SETTING_TEXT || o->kind == SETTING_LIST) && !*o->standard;
        if (unset)
            *((char *)owner + o->at) = 0;
        bool fits = unset || setting_read(o, owner, o->standard, &e);
        assert(fits && "a default must be a value that a user could give");
        (void)fits;
    }
}
