/* json_put.h -- a JSON document, put together from front to back in memory: no tree of it is kept. Program and page
 * write with it; jansson reads.
 *
 * Texts are UTF-8 and keys of an object differ, which the caller sees to. A real has nine digits; one that is not
 * finite is null. Without a writer (NULL) nothing is put. */
#pragma once

#include <stdbool.h>

#include "base/memory.h"

struct json_writer {
    struct memory_stream text; /* the document so far */
    bool lines;                /* a line for each value; else no blanks at all */
    int depth;                 /* objects and arrays that are open */
    bool follows;              /* the next value has one before it */
};

/* An empty document; the struct must not move until it is closed. */
void json_open(struct json_writer *w, bool lines);
/* Its text, which the caller frees. */
char *json_close(struct json_writer *w);

/* Puts what the words of a format say: { } [ ] open and close; s i l z f b take a text, int, long, size_t, double or
 * bool from the arguments, S I F an array of texts, ints or doubles and an int, how many; n is null. A word before one
 * of them is its key; * takes the key from the arguments.
 *
 *     json_put(w, "{ name s size [ i i ] * f }", "a", 3, 4, "loss", 0.5);   {"name": "a", "size": [3, 4], "loss": 0.5}
 */
void json_put(struct json_writer *w, const char *format, ...);
