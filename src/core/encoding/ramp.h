/* ramp.h -- the options of the policy yarn, for encodings that have waves. */
#pragma once

#include "encoding/encoding.h"

/* The rows of an option table whose owner has a struct yarn at offset `at`. The paper's ramp, 1..32 turns, is for
 * thousands of positions: at 16 nearly no wave turns more than twice, so all would be squeezed, as under
 * interpolate. */
#define RAMP_ALPHA(kind, at)                                                                      \
#kind ".yarn_alpha", SETTING_REAL, (at) + offsetof(struct yarn, alpha), "0.25", 0, 1e6, NULL, \
        "policy yarn: waves with fewer turns within the trained length are squeezed in full (paper: 1)"
#define RAMP_BETA(kind, at)                                                                  \
#kind ".yarn_beta", SETTING_REAL, (at) + offsetof(struct yarn, beta), "2", 0, 1e6, NULL, \
        "policy yarn: waves with more turns are left alone (paper: 32; no wave turns so often in 16 positions)"

/* For the hook `build`. */
static inline bool ramp_check(struct yarn y, struct error *e) {
    return y.alpha < y.beta ||
           error_set(e, EXIT_USAGE, "yarn_alpha = %g must be less than yarn_beta = %g", y.alpha, y.beta);
}
