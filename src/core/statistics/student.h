/* student.h -- two-sided Student's t and normal distribution. */
#pragma once

/* P(|T| > t) with `freedom` >= 1 degrees of freedom; to 1e-15, not to 15 digits, where it is small. */
double student_outside(double t, int freedom);
/* The t >= 0 with student_outside(t) = alpha, 0 < alpha < 1: 12.706 at .05 with 1 degree of freedom. */
double student_point(double alpha, int freedom);
/* The same for the normal distribution: 1.960 at .05. */
double normal_point(double alpha);
