/* student.c -- see student.h. */
#include "statistics/student.h"

#include <assert.h>
#include <math.h>

#define HALF_PI 1.57079632679489662
#define SQRT_HALF 0.70710678118654752

enum { STEPS = 200 };

/* P(|T| < tan(angle) * sqrt(freedom)): the finite sums of Abramowitz and Stegun 1964,
 * 26.7.3 (odd) and 26.7.4 (even). */
static double inside(double angle, int freedom) {
    double cosine = cos(angle), term = freedom % 2 ? cosine : 1, sum = 0;
    for (int k = freedom % 2 ? 3 : 2; k <= freedom; k += 2) {
        sum += term;
        term *= cosine * cosine * (k - 1) / k;
    }
    if (freedom % 2)
        return (angle + sin(angle) * sum) / HALF_PI;
    return sin(angle) * sum;
}

double student_outside(double t, int freedom) {
    assert(t >= 0 && freedom >= 1);
    return fmax(0, 1 - inside(atan(t / sqrt(freedom)), freedom));
}

/* Newton's method from 0: the function is concave, so the steps never pass the root. */
double student_point(double alpha, int freedom) {
    double angle = 0, step = 1, factor = freedom % 2 ? 1 / HALF_PI : 1;
    assert(alpha > 0 && alpha < 1 && freedom >= 1);
    for (int k = freedom % 2 ? 1 : 2; k < freedom; k += 2)
        factor *= (k + 1.0) / k; /* of the derivative by the angle */
    for (int i = 0; i < STEPS && step > 1e-15; i++) {
        step = (1 - alpha - inside(angle, freedom)) / (factor * pow(cos(angle), freedom - 1));
        angle += step;
    }
    return tan(angle) * sqrt(freedom);
}

/* The same with erfc, which is convex. */
double normal_point(double alpha) {
    double x = 0, step = 1;
    assert(alpha > 0 && alpha < 1);
    for (int i = 0; i < STEPS && step > 1e-15; i++) {
        step = (erfc(x) - alpha) * exp(x * x) * sqrt(HALF_PI / 2);
        x += step;
    }
    return x / SQRT_HALF;
}
