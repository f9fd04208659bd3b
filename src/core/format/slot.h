/* slot.h -- a JSON document written and read by one walk: what a key is called, and what it may be, stands in the code
 * once.
 *
 * A slot is where a value belongs in its object or array. Where that has `to`, values are put into it, which cannot
 * fail; else they are read from the node, as strictly as in node.h. */
#pragma once

#include "format/node.h"

struct slot {
    json_t *to; /* the object or array that the value is put into; NULL: it is read */
    struct node node;
};

/* Those of an object and of an array. */
struct slot slot_key(const struct slot *in, const char *key);
struct slot slot_item(const struct slot *in, int i);
/* Puts the value, a new reference, there; returns true. Items are put one after another. */
bool slot_put(struct slot s, json_t *value);
/* An object or an array with slots of its own. One that is read must have these keys (as in node_keys), or so many. */
bool slot_object(struct slot s, const char *keys, int (*number)(const char *), struct slot *object);
bool slot_array(struct slot s, int count, struct slot *array);
/* Whether nothing is there: where it is written, `none`. */
bool slot_lacks(struct slot s, bool none);
bool slot_int(struct slot s, int low, int high, int *x);
bool slot_long(struct slot s, long low, long high, long *x);
bool slot_text(struct slot s, char *x, size_t size);
/* A number that is not finite is null, which is read as NAN. */
bool slot_real(struct slot s, double low, double high, double *x);
