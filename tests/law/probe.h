/* probe.h -- an encoding for tests that uses every hook at once: it fills two reserved
 * columns from a learned table, turns queries and keys, and adds a learned bias to the
 * scores. What the interface promises is proved with it before real encodings come. */
#pragma once

#include "encoding/encoding.h"

extern const struct encoding encoding_probe;
