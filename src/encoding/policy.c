/* policy.c -- see policy.h. */
#include "encoding/policy.h"

#include <stddef.h>
#include <string.h>

static double same(int place, int limit, int reach) {
    (void)limit, (void)reach;
    return place;
}

static double clamp(int place, int limit, int reach) {
    (void)reach;
    return place < limit ? place : limit - 1;
}

static double wrap(int place, int limit, int reach) {
    (void)reach;
    return place % limit;
}

static double zero(int place, int limit, int reach) {
    (void)reach;
    return place < limit ? place : POLICY_NOWHERE;
}

/* Chen et al. 2023, "position interpolation": places 0..reach-1 squeezed into 0..limit-1. */
static double interpolate(int place, int limit, int reach) {
    return reach <= limit ? place : (double)place * (limit - 1) / (reach - 1);
}

const struct policy policy_error = {"error", "refuse a place beyond the table", same};
const struct policy policy_extend = {"extend", "go on: the formula as it is, or table rows never trained", same};
const struct policy policy_clamp = {"clamp", "the last trained place again", clamp};
const struct policy policy_wrap = {"wrap", "start again at place 0", wrap};
const struct policy policy_zero = {"zero", "no position", zero};
const struct policy policy_interpolate = {"interpolate", "squeeze all places into the trained range", interpolate};

const struct policy *const policies[] = {
    &policy_error, &policy_extend, &policy_clamp, &policy_wrap, &policy_zero, &policy_interpolate, NULL,
};

const struct policy *policy_find(const char *name) {
    for (const struct policy *const *p = policies; *p; p++)
        if (strcmp((*p)->name, name) == 0)
            return *p;
    return NULL;
}
