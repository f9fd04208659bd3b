/* swept.h -- comparisons made by hand whose members differ in settings, and charts over these.
 *
 * Trained on 4..16 words, evaluated at 16 and 64; chance is 55 % in range, then 50 and 30 %; the gate is 95 %. At 16
 * words accuracy is that in range. Under `clamp` it is two points less at 64 words. In %, two seeds:
 *
 *     none learning_rate=0.001           in range 54 56   at 64 words 28 32
 *     none learning_rate=0.01                     60 62               30 33
 *     rope learning_rate=0.001 base=100           90 92               40 44
 *     rope learning_rate=0.01 base=100            99, seed 2 failed   61
 *     rope learning_rate=0.01 norm=post           95 97               50 58   its base is 10000
 *     learned                                     98 99               70 74   its learning rate is 0.004
 */
#pragma once

#include "sweeps/fill_sweep.h"

enum { SWEPT_SEEDS = 2, SWEPT_LENGTHS = 2, SWEPT_LABELS = 6 };

/* Options may be learning_rate, base, norm, clip and rope.base; an accuracy below 0 is a seed that failed. */
struct swept_label {
    const char *encoding, *options;
    double in_range[SWEPT_SEEDS], at_64[SWEPT_SEEDS];
};
extern const struct swept_label swept_labels[SWEPT_LABELS];
extern const char *const swept_all[]; /* no kind is chosen */

struct swept {
    struct comparison_result c;
    struct sweeps all;
    struct chart chart;
    struct arena arena;
    const char *only[8]; /* values that a chart chooses */
    struct error e;
};

void swept_begin(struct swept *w, const struct swept_label *labels, int count);
void swept_end(struct swept *w);
/* The chart of accuracy over a setting, at length `at`; false: an error. */
bool swept_over(struct swept *w, const char *name, int at, const char *const *kind);
