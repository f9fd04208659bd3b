/* policy.c -- see policy.h. */
#include "encoding/policy.h"

#include <assert.h>
#include <math.h>
#include <stddef.h>

#include "base/elementary.h"
#include "base/registry.h"

static double same(double position, int limit, int length) {
    (void)limit, (void)length;
    return position;
}

static double clamp(double position, int limit, int length) {
    (void)length;
    return position < limit - 1 ? position : limit - 1;
}

static double wrap(double position, int limit, int length) {
    (void)length;
    int whole = (int)position; /* nearly always; fmod is slow */
    return whole == position ? whole % limit : fmod(position, limit);
}

static double zero(double position, int limit, int length) {
    (void)length;
    return position <= limit - 1 ? position : POLICY_NOWHERE;
}

/* Chen et al. 2023, "position interpolation": positions 0..length-1 squeezed into 0..limit-1. */
static double interpolate(double position, int limit, int length) {
    return length <= limit ? position : position * (limit - 1) / (length - 1);
}

/* "NTK-aware" scaling (bloc97 2023; Peng et al. 2023, YaRN, section 3.1): the lowest frequency is squeezed by length /
 * limit, the highest stays. */
static double ntk(double base, int width, int limit, int length) {
    return length <= limit ? base : base * elementary_pow((double)length / limit, width / (width - 2.0));
}

enum { EITHER = ACTS_ON_POSITIONS | ACTS_ON_DISTANCES };

const struct policy policy_error = {"error",
                                    "refuse a position beyond the table",
                                    "The default while training; nothing is evaluated at longer texts.",
                                    ACTS_ON_NOTHING,
                                    same,
                                    NULL};
const struct policy policy_extend = {"extend",
                                     "no fix: the formula unchanged, or untrained rows of the table",
                                     "This is how far an encoding gets on its own.",
                                     ACTS_ON_NOTHING,
                                     same,
                                     NULL};
const struct policy policy_clamp = {"clamp",
                                    "repeat the last trained position (or distance)",
                                    "All words past the trained length share a position: their order is lost, and "
                                    "nothing else is.",
                                    EITHER,
                                    clamp,
                                    NULL};
const struct policy policy_wrap = {"wrap",
                                   "positions start again at 0",
                                   "Neighbours keep their order, but words a trained length apart share a position.",
                                   ACTS_ON_POSITIONS,
                                   wrap,
                                   NULL};
const struct policy policy_zero = {"zero",
                                   "no position",
                                   "The model sees words past the trained length as if it had no position encoding.",
                                   ACTS_ON_POSITIONS,
                                   zero,
                                   NULL};
const struct policy policy_interpolate = {"interpolate",
                                          "positions squeezed into the trained range",
                                          "No further training is needed. It helps where the order of words decides, "
                                          "and harms where exact distances do: neighbours come closer together than "
                                          "in training.",
                                          EITHER,
                                          interpolate,
                                          NULL};
const struct policy policy_ntk = {"ntk",
                                  "slow angles squeezed, fast ones kept: a larger base",
                                  "Neighbours stay as far apart as in training; only distant positions are squeezed.",
                                  ACTS_ON_FREQUENCIES,
                                  same,
                                  ntk};

const struct policy *const policies[] = {
    &policy_error, &policy_extend, &policy_clamp, &policy_wrap, &policy_zero, &policy_interpolate, &policy_ntk, NULL,
};
static_assert(sizeof policies / sizeof(void *) - 1 <= ENCODING_POLICIES, "more policies than ENCODING_POLICIES");

const struct policy *policy_find(const char *name) { return registry_find(policies, name); }

bool policy_fits(const struct policy *policy, int acts_on) {
    return policy->acts_on == ACTS_ON_NOTHING || policy->acts_on & acts_on;
}

void policy_list(const struct policy *list[ENCODING_POLICIES + 1], int acts_on) {
    for (const struct policy *const *p = policies; *p; p++)
        if (*p != &policy_error && policy_fits(*p, acts_on))
            *list++ = *p;
    *list = NULL;
}

double policy_base(const struct policy *policy, double base, int width, int limit, int length) {
    return policy->base ? policy->base(base, width, limit, length) : base;
}
