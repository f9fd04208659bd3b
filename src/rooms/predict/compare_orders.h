/* compare_orders.h -- the same words in several orders: a model's answers to each, side by side. */
#pragma once

#include "draw/screen.h"
#include "evaluate/predict.h"

enum { ORDERS_MOST = 6 }; /* that fit side by side in 80 columns */

struct compare_orders {
    const struct run *run;
    const struct prediction *of;
    int count;
};

/* Whether these are 2..ORDERS_MOST examples with the same words in each passage, in another order than the first, and
 * the same words as targets. */
bool compare_orders_are(const struct compare_orders *o);
/* The largest difference that the order makes to the probability of an answer. */
double compare_orders_difference(const struct compare_orders *o);
/* Whether the model cannot see the order: attention without positions, where no row is hidden from another. */
bool compare_orders_are_invisible(const struct run *r);
/* The words of each, the answers with so many probabilities, and what the order changes. */
void compare_orders_print(const struct screen *s, const struct compare_orders *o, int answers);
