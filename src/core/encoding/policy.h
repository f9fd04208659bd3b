/* policy.h -- extrapolation policies: what a position beyond the trained length means.
 *
 * A policy maps a position to the position that is read instead. The result may be fractional (interpolate);
 * POLICY_NOWHERE means no position at all. Encodings that act on distances map distances in the same way. Or it slows
 * down the waves of an encoding, each by itself (ntk, yarn), and may sharpen attention. Or it leaves positions alone
 * and changes attention: its logits (log_length), or what a target sees (window).
 *
 * An encoding and a policy each declare what they act on. This determines which policies make sense for an encoding;
 * there is no list. */
#pragma once

#include <stdbool.h>

#define POLICY_NOWHERE (-1.0)

/* What a policy can change in a formula; bits. */
enum {
    ACTS_ON_NOTHING = 0,
    ACTS_ON_POSITIONS = 1,
    ACTS_ON_DISTANCES = 2,
    ACTS_ON_FREQUENCIES = 4,
    /* In attention, whatever the encoding; no encoding declares these. */
    ACTS_ON_LOGITS = 8,
    ACTS_ON_FAR_ROWS = 16,  /* those L or more from the target get no weight, but for the first row */
    ACTS_ON_FIRST_ROW = 32, /* nor does that */
    ACTS_ON_ATTENTION = ACTS_ON_LOGITS | ACTS_ON_FAR_ROWS | ACTS_ON_FIRST_ROW
};

enum { ENCODING_POLICIES = 16 }; /* at most so many in the registry */

/* The ramp of yarn: waves of fewer turns than `alpha` within the trained length are squeezed in full, those of more
 * than `beta` not at all. */
struct yarn {
    double alpha, beta;
};

/* A wave of an encoding: a column, or a pair of columns, whose angle grows by `frequency` per position. */
struct policy_wave {
    double frequency;
    double place; /* in the series of waves: from 0, the fastest, to 1, the slowest */
    struct yarn yarn;
};

/* What a policy does to a wave, as factors: on its frequency; on queries and keys that it rotates. */
struct policy_squeeze {
    double frequency, temperature;
};

struct policy {
    const char *name, *summary;
    const char *effect; /* when it helps and when it harms */
    int acts_on;        /* ACTS_ON_NOTHING: the formula is unchanged */
    /* position in 0..length-1, whole or not; positions 0..limit-1 are trained, and in the table if there is one. */
    double (*map)(double position, int limit, int length);
    /* NULL: all waves stay as they are. */
    struct policy_squeeze (*squeeze)(const struct policy_wave *wave, int limit, int length);
};

extern const struct policy policy_refuse, policy_extend, policy_clamp, policy_wrap, policy_zero, policy_interpolate,
    policy_ntk, policy_yarn, policy_log_length, policy_window, policy_window_sink;

/* All of them, NULL-ended. */
extern const struct policy *const policies[];
/* The policy of that name; NULL if there is none. */
const struct policy *policy_find(const char *name);
/* Whether it makes sense for an encoding that acts on these: both act on the same thing, or the policy changes
 * nothing, or attention. */
bool policy_fits(const struct policy *policy, int acts_on);
/* Whether eval.policies = all has it, where it makes sense: neither `refuse` nor one that changes more than positions.
 */
bool policy_is_usual(const struct policy *policy);
/* Whether a list as in eval.policies has it: by name, or by `all`. */
bool policy_is_asked(const char *list, const struct policy *policy);
/* Fills `list` with all usual ones that make sense, natural one first, NULL-ended. */
void policy_list(const struct policy *list[ENCODING_POLICIES + 1], int acts_on);
/* What the policy does to a wave. */
struct policy_squeeze policy_squeeze(const struct policy *policy, const struct policy_wave *wave, int limit,
                                     int length);
