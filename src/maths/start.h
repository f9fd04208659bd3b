/* start.h -- how this process calculates. */
#ifndef MATHS_START_H
#define MATHS_START_H

/* BLAS takes one thread, and numbers below the smallest of full precision (subnormal ones) count as 0 where the
 * processor can be told so: an operation on one takes a hundred times as long on x86, and attention that is sure of
 * itself, or the moments of a word long unseen, are full of them. Threads and processes started later inherit it.
 * Call once, before the first product. */
void maths_start(void);

#endif
