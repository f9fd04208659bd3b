/* by_hand.h -- folders of comparisons and runs on disk, whose eval.tsv is made from given counts of right answers. */
#pragma once

#include "study/comparison.h"

enum { BY_HAND_LENGTHS = 2, BY_HAND_POLICIES = 2 };

/* Right answers of a member in range and under each policy at each length; in range 0: it failed. */
struct by_hand_member {
    const char *name;
    int in_range, right[BY_HAND_POLICIES][BY_HAND_LENGTHS];
};

/* A folder: its settings, which the numbers must fit, then members, ended by one without a name. */
struct by_hand {
    const char *const *settings; /* "key=value", NULL-ended */
    struct range trained;
    int words[BY_HAND_LENGTHS];
    double chance_in_range;
    const struct policy *policy[BY_HAND_POLICIES]; /* NULL: there is none */
    struct by_hand_member member[8];
};

/* Writes it to a folder that is there. Chance is 50 % up to 16 words, 40 % at more. */
void by_hand_write(const char *folder, const struct by_hand *of);
/* The evaluation of one of its members, and a score of so many right answers. */
void by_hand_fill(struct evaluation_result *r, const struct settings *s, const struct by_hand *of,
                  const struct by_hand_member *m, struct arena *arena);
struct score *by_hand_score(struct evaluation_result *r, int right, int count);
