/* order_demo.h -- the same words in two orders, as the layer sees them under an encoding: which numbers differ, and
 * which do not. An untrained model of the task `first` under the default settings computes them. */
#pragma once

#include "encoding/encoding.h"
#include "settings/assignments.h"
#include "task/task.h"

enum { SAME_WORDS = 3, SAME_WORDS_ORDERS = 2 };

struct order_demo_word {
    char word[TASK_WORD_MAX];
    int position[SAME_WORDS_ORDERS];
    double number[SAME_WORDS_ORDERS]; /* of its vector, in the column that differs the most */
    int differing;                    /* numbers of its vector that differ */
    double weight[SAME_WORDS_ORDERS]; /* that the target takes from it in the first head */
};

struct order_demo {
    const char *text[SAME_WORDS_ORDERS];
    int column, columns; /* which number is shown, of how many */
    struct order_demo_word of[SAME_WORDS];
    char answer[TASK_WORD_MAX], target[TASK_WORD_MAX];
    double probability[SAME_WORDS_ORDERS]; /* of that answer */
};

/* Whether two numbers differ by more than the rounding of a sum. */
bool order_demo_differ(const double number[SAME_WORDS_ORDERS]);
/* Errors: those of the settings. */
bool order_demo_measure(struct order_demo *out, const struct encoding *kind, const struct assignments *typed,
                        struct error *e);
