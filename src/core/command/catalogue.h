/* catalogue.h -- everything that a registry has a name for, as rows of text: `poslab list` prints them, `poslab help
 * WORD` finds a word in them, completion offers them. A new encoding, task or metric is in it without a line here. */
#pragma once

#include "encoding/encoding.h"

struct entry {
    const char *name, *summary;
    const char *also;                       /* another name for it; the rest: NULL where there is none */
    const char *more;                       /* for help alone */
    const char *source, *question, *config; /* of whom; what a task asks; the file of a named model */
    const struct encoding *encoding;
    const struct setting *setting; /* and who has it */
    const char *owner;
    bool only_explained; /* not offered where a name is completed */
    const struct entry *next;
};

struct entry_list;
struct catalogue {
    const char *name, *one; /* "encodings", "encoding" */
    const char *title;      /* over its list; NULL: `poslab list` does not have it */
    const char *see;        /* the command that says more of one, whose name is %s; NULL: none */
    void (*fill)(struct entry_list *list);
    bool last; /* asked only for a word that nothing else knows: claims have words of their own */
};
/* Ended by a NULL name. */
extern const struct catalogue catalogues[];

/* The entries in their order; all lie in the arena. */
const struct entry *catalogue_entries(const struct catalogue *c, struct arena *arena);
/* The same of the catalogue of that name. */
const struct entry *catalogue_named(const char *name, struct arena *arena);
