/* setting.h -- one named value that a user can set: its kind, default, limits and meaning, and where it goes in its
 * owner's struct.
 *
 * A table of these is all that a task, an encoding or the run's settings need to be read from a file or the command
 * line, checked, listed and written back. */
#pragma once

#include <limits.h>
#include <stdbool.h>
#include <stddef.h>

#include "base/error.h"

enum { SETTING_TEXT_MAX = 192, SETTING_LIST_MAX = 16385 };

enum { SETTING_NOT_SET = INT_MIN }; /* an int that is not to be written */

enum setting_kind {
    SETTING_INT,    /* int, low..high */
    SETTING_REAL,   /* double, low..high */
    SETTING_CHOICE, /* int: which of the words in `choices`, separated by '|' */
    SETTING_RANGE,  /* struct range: "4..16" or "8", both ends in low..high */
    SETTING_TEXT,   /* char[SETTING_TEXT_MAX], checked by whoever uses it */
    SETTING_LIST,   /* the same, a long one: char[SETTING_LIST_MAX] */
};

struct range {
    int low, high;
};

struct setting {
    const char *key; /* "section.name" */
    enum setting_kind kind;
    size_t at;            /* offset of the value in the owner's struct */
    const char *standard; /* the default, as a user would write it; a text may be empty, not set */
    double low, high;
    const char *choices;
    const char *meaning;
};

/* Limits as text: "1..100", "pre | post", ""; returns buffer. */
const char *setting_limits(const struct setting *o, char *buffer, size_t size);
/* Reads text into the owner's struct; the error says what is expected. */
bool setting_read(const struct setting *o, void *owner, const char *text, struct error *e);
/* The value as a user would write it: what setting_read reads back unchanged; empty where it is not
 * set. */
const char *setting_write(const struct setting *o, const void *owner, char *buffer, size_t size);
/* The option of that key in a table that ends in a NULL key, or is NULL; NULL: none. */
const struct setting *setting_find(const struct setting *table, const char *key);
/* Bytes of the struct that a table fills, up to the end of its last value. */
size_t setting_bytes(const struct setting *table);
/* Sets every option of a table that ends in a NULL key to its default. */
void setting_defaults(const struct setting *table, void *owner);
