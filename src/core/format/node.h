/* node.h -- a JSON document in a file, read strictly: an unexpected value is refused in one line that names the file,
 * the key, what was expected and what was found. */
#pragma once

#include <jansson.h>

#include "base/error.h"

/* The file of a document. */
struct node_file {
    const char *path, *advice; /* advice: what to do about it, the end of every error */
    struct error *e;
};

/* A value of a document and the path to it. */
struct node {
    const struct node_file *file;
    const struct node *in; /* NULL: the document itself */
    const char *key;       /* NULL: item number `item` */
    int item;
    const json_t *json; /* NULL: it is not there */
};

/* Parses a whole text, without duplicate keys; `document` is for json_decref. Error: EXIT_DATA, line and column. */
bool node_parse(struct node *document, const struct node_file *file, const char *text, size_t size);

struct node node_key(const struct node *in, const char *key);
struct node node_item(const struct node *in, int i);

/* "FILE: policies[2].accuracy: expected TEXT, found ...; ADVICE", EXIT_DATA; returns false. */
bool node_refuse(const struct node *n, const char *expected, ...) PRINTF_LIKE(2, 3);

/* An object whose keys are all in a list. */
bool node_keys(const struct node *n, const char *list);
bool node_array(const struct node *n, int count);
bool node_int(struct node n, int low, int high, int *out);
bool node_long(struct node n, long low, long high, long *out);
/* null is NAN. */
bool node_real(struct node n, double low, double high, double *out);
/* Texts are printed unchanged, so one with control characters is refused. */
bool node_text(struct node n, char *out, size_t size);
