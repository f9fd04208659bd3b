/* probe.h -- an encoding for tests that uses every hook at once: it fills two reserved columns from a learned table,
 * rotates queries and keys, and adds a learned bias to the scores. It tests the interface before real encodings need
 * it. */
#pragma once

#include "encoding/encoding.h"

extern const struct encoding encoding_probe;
