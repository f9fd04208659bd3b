/* catalogue.h -- everything that a registry has a name for, as rows of text: `poslab list` prints them, and `poslab
 * help WORD` finds a word in them. A new encoding, task or metric is in it without a line here. */
#pragma once

#include <jansson.h>

#include "encoding/encoding.h"

struct entry {
    const char *name, *summary;
    const char *also;                       /* another name for it; the rest: NULL where there is none */
    const char *more;                       /* for help alone */
    const char *source, *question, *config; /* of whom; what a task asks; the file of a named model */
    const struct encoding *encoding;
    const struct setting *setting; /* and who has it */
    const char *owner;
};
typedef void entry_use(void *user, const struct entry *entry);

struct catalogue {
    const char *name, *one; /* "encodings", "encoding" */
    const char *title;      /* over its list; NULL: `poslab list` does not have it */
    const char *see;        /* the command that says more of one, whose name is %s; NULL: none */
    void (*each)(entry_use *use, void *user);
    bool last; /* asked only for a word that nothing else knows: claims have words of their own */
};
/* Ended by a NULL name; those that `poslab list` has come first. Settings are not among them. */
extern const struct catalogue catalogues[];

/* The views of `poslab show` (show.c). */
void show_each_view(entry_use *use, void *user);
