/* settings_names.h -- an option of encodings without its section: base, or encoding.base, is rope.base,
 * sinusoidal.base, or both, according to which encodings are in use. */
#pragma once

#include "settings/assignments.h"

struct encoding;

/* The encoding whose option the key is, by its section; NULL: it is no encoding's. */
const struct encoding *settings_encoding_of(const char *key);
/* "base" of "base" and "encoding.base": a name that encodings have for an option of theirs, and nobody else; NULL: the
 * key is none. */
const char *settings_name(const char *key);
/* Such names become the keys of the encodings of a list that have them, where nothing closer to the user, and no key of
 * the same source, says otherwise. `meant` (of a size, or NULL) gets what typed ones stand for: "base=7 is
 * rope.base=7". What nobody in the list has stays, and what is typed and changes nothing. */
void settings_settle(struct assignments *a, const char *kinds, char *meant, size_t size);
