/* kernels.h -- which BLAS kernels computed which steps. Other kernels are equally accurate but round differently, so
 * they give other bits.
 *
 * A run's are a name, "Haswell" of OpenBLAS's or "portable", or by steps where it moved: "Cooperlake 1-500, Haswell
 * 501-800". A list has each name once: "Cooperlake, Haswell". */
#pragma once

#include "train/run.h"

enum { KERNELS_NAME = 32 };

/* What computed a run up to its step, this processor all since it was read from a checkpoint. */
const char *kernels_of(const struct run *r, struct arena *arena);
/* Takes what a checkpoint says for r->kernels; it must be of r->step steps. Errors: EXIT_DATA. */
bool kernels_read(struct run *r, const char *text, struct error *e);
/* Whether the run in a folder continues with the kernels it was trained with; else *warning says so. */
bool kernels_check(const struct run *r, const char *folder, struct error *warning);

/* Adds the missing names of a run, or of another list, to a list. */
void kernels_add(char *list, size_t size, const char *more);
/* Whether a list, or a run, has several. */
bool kernels_mixed(const char *list);
