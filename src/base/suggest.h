/* suggest.h -- "did you mean ...?": the nearest of the names that there are to one that there is not. */
#pragma once

#include "base/text.h"

struct suggestion {
    const char *word; /* what somebody wrote */
    int distance;     /* of the nearest so far; INT_MAX: none is near */
    char nearest[TEXT_PRINTABLE];
    char hint[2 * TEXT_PRINTABLE];
};

struct suggestion suggest_for(const char *word);
/* A name that there is; true where it is the nearest so far. Capitals count for nothing, nor does - for _; a name that
 * begins with the word, or the word with it, is near. */
bool suggest_add(struct suggestion *s, const char *candidate);
/* The same for the key of a setting: with its section, or by what comes after it where that is nearer. */
bool suggest_key(struct suggestion *s, const char *key);
/* The same for a name that is known to be so far away: 0 is what was meant. */
bool suggest_at(struct suggestion *s, const char *candidate, int distance);
/* Whether a word is a name but for capitals, - for _, and British or American spelling: neighbors, color. */
bool suggest_alike(const char *name, const char *word);
/* " (did you mean X?)", or `otherwise` where no name is near: the end of a message. */
const char *suggest_hint(struct suggestion *s, const char *otherwise);
