/* small.h -- a small model on a small batch, for laws that hold for every encoding. */
#ifndef LAW_SMALL_H
#define LAW_SMALL_H

#include "model/model.h"

enum { SMALL_ROWS = 14, SMALL_ASKED = 5, SMALL_CLASSES = 3, SMALL_PLACES = 6 };

struct small {
    struct arena arena;
    struct model model;
    struct workspace work;
    struct encoding_use use;
    real *grad;
    _Alignas(16) char options[ENCODING_OPTIONS_MAX];
};

/* Three sequences of 6, 1 and 7 rows: tokens and places repeat, places run back and
 * skip, asked rows stand out of order. Fresh arrays at each call. */
struct batch small_batch(struct arena *arena);

/* Builds and initialises; all weights are then moved off their special values (0 and 1),
 * so that every path of the gradient matters. `asked` as in struct model_sizes. */
void small_open(struct small *s, const struct encoding *kind, struct model_config config, int asked,
                const struct policy *policy, int reach);
void small_close(struct small *s);

/* sum of pull[i] * logit[i] with random pulls, and its gradients in s->grad. */
double small_loss(struct small *s, const struct batch *b);
void small_gradient(struct small *s, const struct batch *b);

#endif
