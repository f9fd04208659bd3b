/* holm.h -- which of many differences are real after correction for multiple comparisons (Holm 1979). */
#pragma once

#include <stdbool.h>

#define HOLM_ALPHA 0.05 /* that of comparisons */

/* Marks the p values (count) that are small enough for the chance of even one false mark to stay below alpha: the
 * smallest against alpha / m, the next against alpha / (m - 1) and so on; the first that fails ends it. NAN is not a
 * comparison: it is never marked and not counted in m, which is returned. Equal p values are marked alike. */
int holm_mark(const double *p, int count, double alpha, bool *marked);
