/* layer_plain.h -- a whole training step of the layer, as you would write it on a board. */
#pragma once

#include "model/model.h"
#include "settings/settings.h"

/* A second set of the weights of a model, which plain steps train. */
struct layer_plain {
    const struct model *model; /* its sizes and the names of its tensors; its weights are read once, at the beginning */
    const struct encoding_use *use;
    const struct training *settings;
    real *weight, *grad, *first, *second; /* (params.size) each; moments of AdamW */
    double loss;                          /* of the last step: the mean over its targets */
};

/* Copies the model's weights; the moments are 0. */
void layer_plain_begin(struct layer_plain *l, const struct model *m, const struct encoding_use *use,
                       const struct training *settings, struct arena *arena);
/* Update number n = 1, 2, ... with the sequences of all these batches. */
void layer_plain_step(struct layer_plain *l, const struct batch *const *batches, int count, int n);
