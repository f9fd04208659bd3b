/* interval.c -- see interval.h. */
#include "statistics/interval.h"

#include <assert.h>
#include <math.h>

#include "statistics/student.h"

struct interval interval_wilson(double share, double count, double z) {
    double part = z * z / count, centre = (share + part / 2) / (1 + part);
    double half = sqrt(part * share * (1 - share) + part * part / 4) / (1 + part);
    return (struct interval){fmax(0, fmin(share, centre - half)), fmin(1, fmax(share, centre + half))};
}

struct interval interval_of_count(int hits, int n) {
    assert(hits >= 0 && hits <= n);
    if (n == 0)
        return (struct interval){(double)NAN, (double)NAN};
    return interval_wilson((double)hits / n, n, normal_point(0.05));
}
