/* json_put.h -- a JSON document, put together from front to back in memory: no tree of it is kept. Program and page
 * write with it; jansson reads.
 *
 * A value within an object has a key, one within an array NULL. Keys of an object differ and texts are UTF-8, which the
 * caller sees to. A real has nine digits; one that is not finite is null. Without a writer (NULL) nothing is put. */
#pragma once

#include <stdbool.h>

#include "base/memory.h"

struct json_writer {
    struct memory_stream text; /* the document so far */
    bool lines;                /* a line for each value; else no blanks at all */
    int depth;                 /* containers that are open */
    bool follows;              /* a value of the same container is there */
};

/* An empty document; the struct must not move until it is closed. */
void json_open(struct json_writer *w, bool lines);
/* Its text, which the caller frees. */
char *json_close(struct json_writer *w);

/* Opens '{' or '[', and closes it with '}' or ']'. */
void json_begin(struct json_writer *w, const char *key, char bracket);
void json_end(struct json_writer *w, char bracket);

void json_put_text(struct json_writer *w, const char *key, const char *text);
void json_put_integer(struct json_writer *w, const char *key, long long x);
void json_put_real(struct json_writer *w, const char *key, double x);
void json_put_bool(struct json_writer *w, const char *key, bool x);
void json_put_null(struct json_writer *w, const char *key);
/* Arrays. */
void json_put_integers(struct json_writer *w, const char *key, const int *x, int count);
void json_put_reals(struct json_writer *w, const char *key, const double *x, int count);
