/* seen_cases.h -- encodings and options whose longer texts the laws about `seen` look at. */
#pragma once

#include "law/seen_plain.h"
#include "measure/encoding_alone.h"

enum { TRAINED = 17, SEEN_CASES = 26 };

/* With what the formulas need of it; what differs from text to text is still to be filled in. */
struct seen_case {
    const char *encoding, *settings;
    struct seen_plain plain;
};
extern const struct seen_case seen_cases[SEEN_CASES];

void seen_build(struct encoding_alone *of, const char *encoding, const char *settings);
/* Against training under its natural policy. */
void seen_see(struct encoding_parts_seen *out, struct encoding_alone *of, const struct policy *policy, int length,
              enum seen_asks asks);
