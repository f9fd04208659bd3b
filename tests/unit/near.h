/* near.h -- numbers that must agree within a tolerance; NaN never does. */
#pragma once

#include <math.h>

#include "maths/real.h"
#include "unit/tests.h"

/* The tolerance of this build. */
static inline double limit(double in_double, double in_float) { return sizeof(real) == 8 ? in_double : in_float; }

/* Fails as "what[i] is ..., not ...". */
static inline void assert_near(const char *what, int i, double got, double expected, double tolerance) {
    if (!(fabs(got - expected) <= tolerance))
        fail_msg("%s[%d] is %.12g, not %.12g", what, i, got, expected);
}
