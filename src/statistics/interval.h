/* interval.h -- the interval of a counted share. */
#pragma once

struct interval {
    double low, high;
};

/* A share of 0..1 measured on `count` examples, which need not be whole; z: 1.96 for 95 %. Never of width 0, never
 * outside of 0..1, and the share is always inside. Source: Wilson 1927. */
struct interval interval_wilson(double share, double count, double z);
/* The 95 % interval of a count, `hits` of n: 5 of 5 is 57 % or more. NAN for n = 0. */
struct interval interval_of_count(int hits, int n);
