/* json_put.h -- writes a JSON document into memory from front to back, without a tree. Program
 * and page write with it; jansson reads.
 *
 * The caller makes sure that texts are UTF-8, that the keys of an object differ, and that all that is opened is closed.
 * Reals have nine digits; NAN and infinity become null. Nothing can fail: running out of memory ends the program.
 * Without a writer (NULL) nothing is put. */
#pragma once

#include <stdbool.h>

#include "base/memory.h"

struct json_writer {
    struct memory_stream text; /* the document so far */
    bool lines;                /* one value per line; else no blanks at all */
    int depth;                 /* how many objects and arrays are open */
    bool follows;              /* the next value needs a comma before it */
};

/* An empty document; the struct must not move until it is closed. */
void json_open(struct json_writer *w, bool lines);
/* Ends a document: its text, which the caller frees. */
char *json_close(struct json_writer *w);

/* Puts what the words of a format say, separated by blanks: { } [ ] open and close; s i l z f b take a text, int, long,
 * size_t, double or bool from the arguments; S I F take an array of texts, ints or doubles, and its length, an int; n
 * is null. Any other word, below 64 bytes, is the key of the value after it; * takes the key from the arguments, which
 * a key needs that is itself one of these letters.
 *
 *     json_put(w, "{ name s size [ i i ] * f }", "a", 3, 4, "loss", 0.5);   {"name": "a", "size": [3, 4], "loss": 0.5}
 */
void json_put(struct json_writer *w, const char *format, ...);
