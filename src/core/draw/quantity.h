/* quantity.h -- what numbers of a kind are: how they are printed, and which of two is better. */
#pragma once

#include <stdbool.h>

struct quantity {
    const char *title;      /* "accuracy": in sentences and heads */
    const char *unit;       /* "%", or "" */
    const char *difference; /* unit of a difference: "points" */
    double scale;           /* printed is the value times this: 100 */
    double low, high;       /* bounds of its values: 0, 1; infinite if there is none */
    int digits;             /* after the point, as printed */
    int better;             /* 1: higher is better; -1: lower */
    bool ratio;             /* two are compared as a ratio, else as a difference */
};
