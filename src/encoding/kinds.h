/* kinds.h -- the encodings there are, in the order of every list and picture. A new one is its file and a word here. */
#ifndef ENCODING_KINDS_H
#define ENCODING_KINDS_H

#include "encoding/encoding.h"

#define ENCODING_KINDS(EACH) \
    EACH(none)               \
    EACH(learned)            \
    EACH(sinusoidal)         \
    EACH(index)              \
    EACH(ratio)              \
    EACH(rope)               \
    EACH(alibi)              \
    EACH(t5)

#define ENCODING_DECLARE(name) extern const struct encoding encoding_##name;
ENCODING_KINDS(ENCODING_DECLARE)
#undef ENCODING_DECLARE

#endif
