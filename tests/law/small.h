/* small.h -- a small model on a small batch, for laws that hold for every encoding. */
#pragma once

#include "encoding/encoding.h"
#include "maths/real.h"
#include "model/model.h"
#include "settings/settings.h"

enum { SMALL_ROWS = 14, SMALL_TARGETS = 5, SMALL_CLASSES = 3, SMALL_POSITIONS = 6, SMALL_LONGEST = 7 };

/* Whether laws compare numbers with slow references; sanitizers watch what the program reads and writes. */
#ifdef __SANITIZE_ADDRESS__
enum { COMPARED = 0 };
#else
enum { COMPARED = 1 };
#endif

struct small {
    struct arena arena;
    struct model model;
    struct workspace work;
    struct encoding_use use;
    real *grad;
    _Alignas(16) char options[ENCODING_OPTIONS_MAX], mixer_options[MIXER_OPTIONS_MAX];
};

/* A mixer and an encoding with options that differ from the defaults: key, value, ..., NULL. */
struct small_kinds {
    const struct mixer *mixer;
    const struct encoding *encoding;
    const char *const *options;
};

/* What the registry of encodings does not reach by defaults alone, then every mixer without positions, as it is and
 * with each other choice of each of its options, by number; false after the last. */
bool small_variant(int number, struct small_kinds *k);
/* Attention with every encoding of the registry, then with every two of them, then its variants, by number; false after
 * the last. */
bool small_attention(int number, struct small_kinds *k);
/* Every two of the registry in one model, without `none`. */
bool small_pair(int number, struct small_kinds *k);

/* Reads key, value, ..., NULL into the options of a table that has the key; a key of no table is a failure. */
void small_options(const struct setting *table, void *options, const char *const *assignments);
/* The same for every part of an encoding. */
void small_encoding_options(const struct encoding *kind, void *options, const char *const *assignments);

/* Three sequences of 6, 1 and 7 rows: tokens and positions repeat, positions run back and
 * skip, target positions stand out of order. Fresh arrays at each call. */
struct batch small_batch(struct arena *arena);

/* Builds a model without initial values; false: it is refused. */
bool small_build(struct small *s, struct small_kinds kinds, struct model_config config, int targets, struct error *e);
/* Whether such a model is not refused. */
bool small_fits(struct small_kinds kinds, struct model_config config);
/* Builds and initialises; all weights are then shaken off their special values (0 and 1),
 * so that every path of the gradient matters. `asked` as in struct model_sizes. */
void small_open(struct small *s, const struct encoding *kind, struct model_config config, int targets,
                const struct policy *policy, int length);
/* The same for any mixer and options. */
void small_open_kinds(struct small *s, struct small_kinds kinds, struct model_config config, int targets,
                      const struct policy *policy, int length);
void small_close(struct small *s);
/* Weights of their own for each number: initial ones plus noise. */
void small_shake(struct small *s, uint64_t number);
/* Shakes until no input of the activation lies near 0: differences across ReLU's kink are no derivative. */
void small_settle(struct small *s, const struct batch *b);

/* Gradients as a backward pass expects them: those that it writes are not numbers, the others 0. */
void small_clear(struct small *s);
/* sum of pull[i] * logit[i] with random pulls, and its gradients in s->grad. */
double small_loss(struct small *s, const struct batch *b);
void small_gradient(struct small *s, const struct batch *b);
