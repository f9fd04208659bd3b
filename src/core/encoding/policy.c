/* policy.c -- see policy.h. */
#include "encoding/policy.h"

#include <assert.h>
#include <math.h>
#include <stddef.h>

#include "base/elementary.h"
#include "base/registry.h"
#include "base/text.h"

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

/* "NTK-aware" scaling (bloc97 2023; Peng et al. 2023, YaRN, section 3.1): the lowest frequency is squeezed by s =
 * length / limit, the highest stays, and those between as a larger base makes them: base * s^(D/(D-2)). */
static struct policy_squeeze ntk(const struct policy_wave *wave, int limit, int length) {
    return (struct policy_squeeze){elementary_pow((double)length / limit, -wave->place), 1};
}

/* "NTK-by-parts" with a temperature (Peng et al. 2023, YaRN, sections 3.2 and 3.4): by the turns of a wave within the
 * trained length. Logits get the square of the factor, since both queries and keys have it. */
static struct policy_squeeze yarn(const struct policy_wave *wave, int limit, int length) {
    const double turn = 6.283185307179586, s = (double)length / limit;
    double turns = limit * wave->frequency / turn, alpha = wave->yarn.alpha, beta = wave->yarn.beta;
    double kept = turns < alpha ? 0 : turns > beta ? 1 : (turns - alpha) / (beta - alpha);
    return (struct policy_squeeze){kept + (1 - kept) / s, 0.1 * elementary_log(s) + 1};
}

enum { EITHER = ACTS_ON_POSITIONS | ACTS_ON_DISTANCES };

const struct policy policy_refuse = {"refuse",
                                     "refuse a position beyond the table",
                                     "The default while training; nothing is evaluated at longer texts.",
                                     ACTS_ON_NOTHING,
                                     same,
                                     NULL};
const struct policy policy_extend = {"extend",
                                     "no fix: the formula unchanged, or untrained rows of the table",
                                     "Nothing is done about longer texts.",
                                     ACTS_ON_NOTHING,
                                     same,
                                     NULL};
const struct policy policy_clamp = {"clamp",
                                    "the last trained position or distance is repeated",
                                    "Words past the trained length share the last trained position; of encodings of "
                                    "distances, words farther apart than in training share the last distance.",
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
const struct policy policy_interpolate = {
    "interpolate",
    "positions squeezed into the trained range",
    "Neighbours come closer together than in training. Rope without a causal mask: "
    "on task order at 8x extend has 50 %, interpolate 91; on task shift at 4x extend "
    "has 99 %, interpolate 6 (configs/order.ini, configs/shift.ini).",
    EITHER,
    interpolate,
    NULL};
const struct policy policy_ntk = {
    "ntk",
    "slow angles squeezed, fast ones kept: a larger base",
    "The fastest wave is unchanged, the slowest is slowed down by the ratio of the lengths, those between by less.",
    ACTS_ON_FREQUENCIES,
    same,
    ntk};
const struct policy policy_yarn = {
    "yarn",
    "slow waves squeezed, fast ones kept",
    "Waves that turn often within the trained length keep their distances, slow ones "
    "are squeezed, and rope multiplies logits by (0.1 ln s + 1)^2 for s times the length. "
    "Rope without a causal mask: on task order at 8x extend has 50 %, yarn 92; on task "
    "shift at 8x extend has 70 %, yarn 42, ntk 98 (configs/order.ini, "
    "configs/shift.ini). The settings yarn_alpha and yarn_beta say "
    "which waves these are. The paper's 1 and 32 turns are meant for thousands of "
    "positions: in 16, the fastest wave turns less than three times, so nearly all "
    "would be squeezed. Sinusoids get the ramp alone: they rotate no queries and keys.",
    ACTS_ON_FREQUENCIES,
    same,
    yarn};
const struct policy policy_log_length = {
    "log_length",
    "logits of longer texts times log n / log L",
    "It is for evaluation alone, on any encoding, where eval.policies names it; the setting attention.log_length does "
    "the same in training, too. A word whose logit is D above all others has the weight 1 / (1 + (n - 1) e^-D) among "
    "n: attention thins out, without any change of position.",
    ACTS_ON_LOGITS,
    same,
    NULL};
const struct policy policy_window = {"window",
                                     "a target sees no word farther away than in training",
                                     "L rows, the longest text of training, to each side; the others get no weight. It "
                                     "is for evaluation alone, on any encoding, where eval.policies names it.",
                                     ACTS_ON_FAR_ROWS | ACTS_ON_FIRST_ROW,
                                     same,
                                     NULL};
const struct policy policy_window_sink = {"window_sink",
                                          "the same window, and always the first row",
                                          "As window; the first row is seen wherever the target is (an attention "
                                          "sink, Xiao et al. 2023).",
                                          ACTS_ON_FAR_ROWS,
                                          same,
                                          NULL};

const struct policy *const policies[] = {
    &policy_refuse, &policy_extend, &policy_clamp,      &policy_wrap,   &policy_zero,        &policy_interpolate,
    &policy_ntk,    &policy_yarn,   &policy_log_length, &policy_window, &policy_window_sink, NULL,
};
static_assert(sizeof policies / sizeof(void *) - 1 <= ENCODING_POLICIES, "more policies than ENCODING_POLICIES");

const struct policy *policy_find(const char *name) { return registry_find(policies, name); }

bool policy_fits(const struct policy *policy, int acts_on) {
    return policy->acts_on == ACTS_ON_NOTHING || policy->acts_on & (acts_on | ACTS_ON_ATTENTION);
}

bool policy_is_usual(const struct policy *policy) {
    return policy != &policy_refuse && !(policy->acts_on & ACTS_ON_ATTENTION);
}

bool policy_is_asked(const char *list, const struct policy *policy) {
    return text_lists(list, policy->name) || (text_lists(list, "all") && policy_is_usual(policy));
}

void policy_list(const struct policy *list[ENCODING_POLICIES + 1], int acts_on) {
    for (const struct policy *const *p = policies; *p; p++)
        if (policy_is_usual(*p) && policy_fits(*p, acts_on))
            *list++ = *p;
    *list = NULL;
}

struct policy_squeeze policy_squeeze(const struct policy *policy, const struct policy_wave *wave, int limit,
                                     int length) {
    return policy->squeeze && length > limit ? policy->squeeze(wave, limit, length) : (struct policy_squeeze){1, 1};
}
