/* suggest.h -- "did you mean ...?": the known name nearest to an unknown one. */
#pragma once

#include "base/text.h"

struct suggestion {
    const char *word; /* what the user wrote */
    int distance;     /* of the nearest so far; INT_MAX: none is near */
    char nearest[TEXT_PRINTABLE];
    char hint[2 * TEXT_PRINTABLE];
};

struct suggestion suggest_for(const char *word);
/* Offers a known name; true if it is the nearest so far. Case is ignored, and - equals _; a name that begins with the
 * word, or the reverse, is near. */
bool suggest_add(struct suggestion *s, const char *candidate);
/* The same for a setting's key, with or without its section, whichever is nearer. */
bool suggest_key(struct suggestion *s, const char *key);
/* The same for a name at a known distance: 0 is what was meant. */
bool suggest_at(struct suggestion *s, const char *candidate, int distance);
/* Whether a word is a name up to case, - for _, and British or American spelling: neighbors, color. */
bool suggest_alike(const char *name, const char *word);
/* " (did you mean X?)", or `otherwise` where no name is near: the end of a message. */
const char *suggest_hint(struct suggestion *s, const char *otherwise);
