/* public_names.h -- which tensor of a public model is its table of tokens, segments or positions, by the names that
 * models of the field give them; or any matrix, by its own name. */
#pragma once

#include "format/safetensors.h"
#include "tables/public_table.h"

enum { PUBLIC_LISTED = 300 };

/* Starts as zeros but for the first two. */
struct public_choice {
    enum public_kind kind;     /* that is wanted; PUBLIC_MATRIX becomes the kind that the name says, if it does */
    const char *wanted;        /* any matrix with this name, or that ends so after a point; NULL: that kind's */
    const char *found, *other; /* NULL: none so far */
    int role;                  /* of the one that was found */
    bool whole;                /* found is all of `wanted` */
    char likely[PUBLIC_LISTED], others[PUBLIC_LISTED]; /* matrices with the name of an embedding; the others */
};

/* Whether a name is `end`, or ends so after a point. */
bool public_ends_in(const char *name, const char *end);
/* The next tensor; NULL for `t` where only its name is known. */
void public_consider(struct public_choice *c, const char *name, const struct safetensors_entry *t);
/* Whether one was found. Error, EXIT_USAGE: none, or several; it lists what could be meant. */
bool public_choice_check(struct public_choice *c, const char *path, struct error *e);
