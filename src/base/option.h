/* option.h -- one named value that a user can set: its kind, default, limits and
 * meaning, and where it goes in its owner's struct.
 *
 * A table of these is all that a task, an encoding or the run's settings need to
 * be read from a file or the command line, checked, listed and written back. */
#ifndef BASE_OPTION_H
#define BASE_OPTION_H

#include <stdbool.h>
#include <stddef.h>

#include "base/error.h"

enum { OPTION_TEXT_MAX = 192 };

enum option_kind {
    OPTION_INT,    /* int, low..high */
    OPTION_REAL,   /* double, low..high */
    OPTION_CHOICE, /* int: which of the words in `choices`, divided by '|' */
    OPTION_RANGE,  /* struct range: "4..16" or "8", both ends in low..high */
    OPTION_TEXT,   /* char[OPTION_TEXT_MAX], looked at by whoever uses it */
};

struct range {
    int low, high;
};

struct option {
    const char *key; /* "section.name" */
    enum option_kind kind;
    size_t at;            /* offset of the value in the owner's struct */
    const char *standard; /* the default, as a user would write it */
    double low, high;
    const char *choices;
    const char *meaning;
};

/* Limits as text: "1..100", "pre | post", ""; returns buffer. */
const char *option_limits(const struct option *o, char *buffer, size_t size);
/* Reads text into the owner's struct; the error says what is expected. */
bool option_read(const struct option *o, void *owner, const char *text, struct error *e);
/* The value as a user would write it: what option_read reads back unchanged. */
const char *option_write(const struct option *o, const void *owner, char *buffer, size_t size);
/* Sets every option of a table that ends in a NULL key to its default. */
void option_defaults(const struct option *table, void *owner);

#endif
