/* pictures.h -- one model as a heat map, titled by its task and settings. All lies in the arena. */
#pragma once

#include "draw/heat.h"
#include "example/model_example.h"

/* What heads first..end-1 attend to from the first target of an example; `right` is its right answer, or -1.
 * The model has attention. */
void fill_attention(struct heat *m, const struct model_example *x, int first, int end, int right, struct arena *arena);
