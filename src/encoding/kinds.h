/* kinds.h -- the encodings by name, for the registry and for tests. */
#ifndef ENCODING_KINDS_H
#define ENCODING_KINDS_H

#include "encoding/encoding.h"

extern const struct encoding encoding_none, encoding_learned, encoding_sinusoidal, encoding_index, encoding_ratio,
    encoding_rope, encoding_alibi, encoding_t5;

#endif
