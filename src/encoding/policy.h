/* policy.h -- what a place beyond the trained length means.
 *
 * A policy maps a place to the place that is read in its stead. Mapped places need
 * not be whole (interpolate) and POLICY_NOWHERE stands for no position at all.
 * Encodings that act on distances map distances in the same way. */
#ifndef ENCODING_POLICY_H
#define ENCODING_POLICY_H

#include <stdbool.h>

enum { ENCODING_POLICIES = 16 }; /* at most: of one encoding, and in the table */
#define POLICY_NOWHERE (-1.0)

struct policy {
    const char *name, *summary;
    /* place in 0..reach-1; places 0..limit-1 both were trained and exist. */
    double (*map)(int place, int limit, int reach);
    /* The base in the stead of `base`, where an encoding of `width` columns has angles
     * place / base^(2i/width); NULL: as it is. */
    double (*base)(double base, int width, int limit, int reach);
};

extern const struct policy policy_error, policy_extend, policy_clamp, policy_wrap, policy_zero, policy_interpolate,
    policy_ntk;

/* All of them, NULL-ended. */
extern const struct policy *const policies[];
/* The policy of that name; NULL if there is none. */
const struct policy *policy_find(const char *name);
/* Whether it is in a NULL-ended list. */
bool policy_among(const struct policy *policy, const struct policy *const *list);
/* The base under a policy. */
double policy_base(const struct policy *policy, double base, int width, int limit, int reach);

#endif
