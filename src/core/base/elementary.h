/* elementary.h -- log, exp, powers, sin and cos with the same bits under every C library, compiler and processor, for
 * everything that affects the results of a run.
 *
 * The error is less than one unit in the last place. Only additions, multiplications and divisions, none of them
 * fused. */
#pragma once

double elementary_log(double x);
/* 0 where it would be smaller than 1e-307 */
double elementary_exp(double x);
/* x^y for x >= 0; an error of a few units if the result is far from 1 */
double elementary_pow(double x, double y);
/* up to a million; at 2^50 and beyond NaN */
double elementary_sin(double x);
double elementary_cos(double x);
