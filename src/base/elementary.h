/* elementary.h -- log, exp, powers, sin and cos whose bits depend on no C library, compiler or processor, for all that
 * decides the numbers of a run.
 *
 * Off by less than one unit in the last place. Made of additions, multiplications and divisions, none of them fused. */
#pragma once

double elementary_log(double x);
/* 0 where it would be smaller than 1e-307 */
double elementary_exp(double x);
/* x^y for x >= 0; off by a few units where it is far from 1 */
double elementary_pow(double x, double y);
/* up to a million; at 2^50 and beyond NaN */
double elementary_sin(double x);
double elementary_cos(double x);
