/* sinusoid.h -- the sinusoids of Vaswani et al. 2017 and published variants, as a pure function; used by `sinusoidal`
 * and as initial values of `learned`. */
#pragma once

#include "maths/real.h"

enum { SINUSOID_WIDTH = 4096 }; /* the largest d_model */
enum sinusoid_layout { SINUSOID_INTERLEAVED, SINUSOID_HALVES };
enum sinusoid_pairing { SINUSOID_PAIRED, SINUSOID_UNPAIRED };
enum sinusoid_waves { SINUSOID_BOTH, SINUSOID_SINE, SINUSOID_COSINE };

struct sinusoid {
    double base, scale;
    int layout;  /* sin in even and cos in odd columns, or all sin, then all cos */
    int origin;  /* index of the first pair: 0, or 1 (a published variant) */
    int pairing; /* unpaired: each column c has its own angle, t / base^(c/D) */
    int waves;   /* sine alone, or cosine alone: every column has its own angle, and the layout does not matter */
};

/* The formula of Vaswani et al., times .18: about the size of a token's row at D = 32. */
extern const struct sinusoid sinusoid_standard;

/* row (D) = scale * PE(position); the position may be fractional. */
void sinusoid_row(real *row, const struct sinusoid *s, double position, int d);
