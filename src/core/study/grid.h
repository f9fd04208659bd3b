/* grid.h -- compare.grid: "learning_rate=0.002,0.004 d_model=16,32". Every member of the list occurs once for each
 * combination of values, as if written with these options; the last key varies fastest.
 *
 * A key is what an option of a member may be: NAME, SECTION.NAME or ENCODING.NAME. Its values are a list, whole numbers
 * 1..4, or COUNT numbers of a range, the ends among them: 16..64 linear 4, 1e-4..1e-2 log 5. A member without the
 * option occurs once. */
#pragma once

#include "study/member_list.h"

enum { GRID_MOST = 100000 }; /* combinations of one member */

struct grid_key {
    const char *name; /* as it was written */
    int values;
    const char **value;   /* as they were written; those of a range to six digits */
    const char **written; /* "d_model=16" */
};

/* What a key is for an entry: one option, of a hybrid one of each part that has it; 0: none. */
struct grid_option {
    int count;
    struct member_option option[ENCODING_PARTS]; /* without values */
};

struct grid {
    int keys;
    struct grid_key *key;
    const struct member_entry *entry; /* (entries) those that it was read for */
    struct grid_option *of;           /* (entries, keys) */
};

/* Reads a grid and checks it against the entries: some have each key and none sets it itself, each value can be read,
 * nothing is there twice. Empty: no key. All of it lives in the arena. Errors: EXIT_USAGE. */
bool grid_read(struct grid *g, const char *text, const struct member_list *r, struct arena *arena, struct error *e);
/* The number of combinations of one of its entries; GRID_MOST + 1: too many. */
int grid_combinations(const struct grid *g, const struct member_entry *entry);
/* Number k of them: the entry with these options after its own. value[i] is which value of key i it has, -1: it does
 * not have the option. */
struct member_entry grid_entry(const struct grid *g, const struct member_entry *entry, int k, int *value,
                               struct arena *arena);
