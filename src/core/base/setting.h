/* setting.h -- one named value that a user can set: its kind, default, limits and meaning, and where it goes in its
 * owner's struct.
 *
 * With a table of these, the options of a task, an encoding or a run can be read, checked, listed and written. */
#pragma once

#include <limits.h>
#include <stdbool.h>
#include <stddef.h>

#include "base/error.h"

enum { SETTING_TEXT_MAX = 192, SETTING_LIST_MAX = 16385 };

enum { TASK_OPTIONS_MAX = 1024, MIXER_OPTIONS_MAX = 1024 }; /* bytes of the options of one task or mixer, at most */

enum { SETTING_NOT_SET = INT_MIN }; /* an int that is not written */

enum setting_kind {
    SETTING_INT,    /* int, low..high */
    SETTING_REAL,   /* double, low..high */
    SETTING_CHOICE, /* int: which of the words in `choices`, separated by '|'; in any case; no|yes also as false, true
                     */
    SETTING_RANGE,  /* struct range: "4..16" or "8", both ends in low..high */
    SETTING_TEXT,   /* char[SETTING_TEXT_MAX], checked by whoever uses it */
    SETTING_LIST,   /* a long text: char[SETTING_LIST_MAX] */
};

struct range {
    int low, high;
};
#define RANGE_NONE ((struct range){INT_MAX, INT_MIN})
static inline bool range_same(struct range a, struct range b) { return a.low == b.low && a.high == b.high; }
/* From the lower end of both to the higher. */
static inline struct range range_around(struct range a, struct range b) {
    return (struct range){a.low < b.low ? a.low : b.low, a.high > b.high ? a.high : b.high};
}

struct setting {
    const char *key; /* "section.name" */
    enum setting_kind kind;
    size_t at;            /* offset of the value in the owner's struct */
    const char *standard; /* the default, as a user would write it; empty for a text that is not set */
    double low, high;
    const char *choices;
    const char *meaning;
};

/* Limits as text: "1..100", "pre | post", ""; returns buffer. */
const char *setting_limits(const struct setting *o, char *buffer, size_t size);
/* The choice of this number, from 0 on, of a list; returns buffer. */
const char *setting_choice(const char *choices, int number, char *buffer, size_t size);
/* Reads text into the owner's struct; the error says what is expected. */
bool setting_read(const struct setting *o, void *owner, const char *text, struct error *e);
/* The value as a user would write it; setting_read reads it back unchanged. Empty if it is not set. */
const char *setting_write(const struct setting *o, const void *owner, char *buffer, size_t size);
/* Finds the option with that key in a table, which ends in a NULL key or is NULL; NULL: none. */
const struct setting *setting_find(const struct setting *table, const char *key);
/* The same by its name alone: "base" of "rope.base". */
const struct setting *setting_named(const struct setting *table, const char *name);
/* "base" of "rope.base"; of a name alone the name. */
const char *setting_last_word(const char *key);
/* The size of the struct that a table fills, up to the end of its last value. */
size_t setting_bytes(const struct setting *table);
/* Sets every option of a table that ends in a NULL key to its default. */
void setting_defaults(const struct setting *table, void *owner);
