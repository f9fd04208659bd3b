/* kinds.h -- all encodings, in the order of every list and chart. A new one is a file and a word here. */
#pragma once

#include "encoding/encoding.h"

#define ENCODING_KINDS(EACH) \
    EACH(none)               \
    EACH(learned)            \
    EACH(sinusoidal)         \
    EACH(index)              \
    EACH(ratio)              \
    EACH(rope)               \
    EACH(alibi)              \
    EACH(t5)                 \
    EACH(kerple)             \
    EACH(fire)               \
    EACH(cope)

#define ENCODING_DECLARE(name) extern const struct encoding encoding_##name;
ENCODING_KINDS(ENCODING_DECLARE)
#undef ENCODING_DECLARE
