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
    struct summary s = {n, (double)NAN, (double)NAN, (double)NAN};
    double sum = 0, squares = 0;
    for (int i = 0; i < n; i++)
        sum += x[i];
    if (n > 0)
        s.mean = sum / n;
    for (int i = 0; i < n; i++)
        squares += (x[i] - s.mean) * (x[i] - s.mean);
    double half = n > 1 ? student_t(n - 1) * sqrt(squares / (n - 1) / n) : (double)NAN;
    s.low = s.mean - half;
    s.high = s.mean + half;
    return s;
}

double student_p(const double *x, int n) {
    struct summary s = summarise(x, n);
    double half = s.high - s.mean, t = fabs(s.mean) / half * (n > 1 ? student_t(n - 1) : 0);
    if (n < 2)
        return (double)NAN;
    return half > 0 ? 1 - within(atan(t / sqrt(n - 1)), n - 1) : s.mean != 0 ? 0 : 1;
}

void holm_mark(const double *p, int n, bool *mark) {
    for (int done = 0; done < n; done++) {
        int least = -1;
        for (int i = 0; i < n; i++)
            if (!mark[i] && (least < 0 || p[i] < p[least]))
                least = i;
        if (least < 0 || !(p[least] <= 0.05 / (n - done)))
            return;
        mark[least] = true;
    }
}

struct summary wilson(int count, int of) {
    double z = 1.959963984540054, n = of, share = count / n, middle = (share + z * z / (2 * n)) / (1 + z * z / n),
           half = z / (1 + z * z / n) * sqrt(share * (1 - share) / n + z * z / (4 * n * n));
    return (struct summary){of, share, fmax(0, middle - half), fmin(1, middle + half)};
}
