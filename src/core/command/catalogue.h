/* catalogue.h -- everything that a registry has a name for, as rows of text: `poslab help NAME` prints a list of them,
 * `poslab help WORD` finds a word in them, completion offers them. A new encoding, task or metric is in it without a
 * line here. */
#pragma once

#include "base/arena.h"

struct entry {
    const char *name, *summary;
    const char *also;                       /* another name for it; the rest: NULL where there is none */
    const char *more;                       /* for help alone */
    const char *source, *question, *config; /* of whom; what a task asks; the file of a named model */
    const struct encoding *encoding;
    const struct setting *setting; /* and who has it */
    const char *owner;
    int rank; /* of a setting: 0 every run or comparison has it; 1 a task, mixer or encoding has it; 2 for experts */
    const struct entry *next;
};

/* Entries as they are added. */
struct entry_list {
    struct arena *arena;
    const struct entry **end; /* where the next one goes */
};
void entry_add(struct entry_list *to, struct entry entry);

struct catalogue {
    const char *name, *one; /* "encodings", "encoding" */
    const char *title;      /* over its list; NULL: help does not list it */
    const char *see;        /* the command that says more of one, whose name is %s; NULL: none */
    void (*fill)(struct entry_list *list);
    int last; /* 0; else asked only for a word that nothing else knows, the lowest first: claims have words of their own
               */
};
/* NULL-ended. */
enum { CATALOGUES_MAX = 31 };
extern const struct catalogue *catalogues[CATALOGUES_MAX + 1];

/* The entries in their order; all lie in the arena. */
const struct entry *catalogue_entries(const struct catalogue *c, struct arena *arena);
/* The same of the catalogue of that name. */
const struct entry *catalogue_named(const char *name, struct arena *arena);
