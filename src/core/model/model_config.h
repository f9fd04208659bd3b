/* model_config.h -- the settings of the layer (model.h), for files that keep them without a model. */
#pragma once

#include "encoding/encoding_sizes.h"

enum { NORM_PRE, NORM_POST };
enum { ACTIVATION_RELU, ACTIVATION_GELU };

struct model_config {
    int d_model, heads, d_ff; /* D, H, F; F = 0: no feed-forward */
    int norm, activation;
    int causal;         /* a row sees itself and the rows before it */
    int embedding_norm; /* as BERT has it */
    struct encoding_origin origin;
};
