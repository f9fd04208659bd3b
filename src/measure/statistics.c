/* statistics.c -- see statistics.h. */
#include "measure/statistics.h"

#include <assert.h>
#include <math.h>

/* P(|T| < tan(angle) * sqrt(freedom)): the finite sums of Abramowitz and Stegun 1964,
 * 26.7.3 (odd) and 26.7.4 (even). */
static double within(double angle, int freedom) {
    double cosine = cos(angle), term = freedom % 2 ? cosine : 1, sum = 0;
    for (int k = freedom % 2 ? 3 : 2; k <= freedom; k += 2) {
        sum += term;
        term *= cosine * cosine * (k - 1) / k;
    }
    if (freedom % 2)
        return (angle + sin(angle) * sum) / 1.57079632679489662;
    return sin(angle) * sum;
}

double student_t(int freedom) {
    double low = 0, high = 1.57079632679489662;
    assert(freedom >= 1);
    for (int i = 0; i < 200; i++) {
        double middle = (low + high) / 2;
        if (within(middle, freedom) < 0.95)
            low = middle;
        else
            high = middle;
    }
    return tan(low) * sqrt(freedom);
}

struct summary summarise(const double *x, int n) {
    struct summary s = {n, (double)NAN, (double)NAN};
    double sum = 0, squares = 0;
    for (int i = 0; i < n; i++)
        sum += x[i];
    if (n > 0)
        s.mean = sum / n;
    for (int i = 0; i < n; i++)
        squares += (x[i] - s.mean) * (x[i] - s.mean);
    if (n > 1)
        s.ci95 = student_t(n - 1) * sqrt(squares / (n - 1) / n);
    return s;
}
