/* encoding.h -- the one interface of all position encodings.
 *
 * An encoding may act in four places, each a pair forward / backward; a NULL hook
 * does nothing:
 *     embed    x     += e(position)              before the layer, or fills its own columns
 *     rotate   q, k  <- R(position) q, k         after projection, before scores
 *     content  score += c(q_i, products of q_i with the keys)   before biases
 *     bias     score += b(position_i, position_j)   before softmax
 * Hooks see one sequence at a time. They read the built encoding and the weights and
 * write only their output, so threads can share an encoding.
 *
 * `encoding_build` runs once per model: it checks options and sizes and names tensors. `encoding_use_open` runs
 * whenever the policy or the length changes: it decides what a position beyond the trained length means, for all rows
 * at once, so the hooks are the same under every policy. */
#pragma once

#include "base/arena.h"
#include "base/error.h"
#include "base/setting.h"
#include "draw/sign.h"
#include "encoding/encoding_built.h"
#include "encoding/policy.h"

struct encoding_seen;
struct seen_of;

struct encoding {
    const char *name, *summary, *source;
    const char *weakness, *try_next; /* what `poslab explain` says about it; the second is a command */
    const char *starts;              /* how what it learns starts; NULL: it learns nothing */
    const char *matters[2]; /* how the names of its two facts (measure/encoding_facts.h) that matter most begin; NULL:
                               what it answers to the same words in two orders */
    const struct setting *options;       /* table ended by a NULL key, or NULL for none */
    bool relative;                       /* scores do not change when all positions shift, if no policy maps any */
    int acts_on;                         /* what policies can change in it: bits of policy.h */
    const char *table;                   /* its tensor whose last `rows` rows are the positions'; NULL: none */
    const struct encoding *const *parts; /* of a hybrid, NULL-ended; NULL: it is one encoding */

    /* Appends its formula with these options and sizes: definitions, each ended by a newline. t is the position read, T
     * the length of the text, x the sum of the tables. A law evaluates the formula. */
    void (*formula)(const struct encoding_built *b, char *text, size_t size);
    /* How many columns of x it fills, the last ones that others have not taken; the tables keep the rest. 0, or NULL:
     * it adds to all that are not taken, or does not embed. */
    int (*columns)(const void *options);
    /* Checks options against sizes; fills rows, tensors, own where they differ from none; takes from acts_on
     * what its options rule out. NULL: nothing to do. */
    bool (*build)(struct encoding_built *b, struct arena *arena, struct error *e);
    /* Initial values of tensor number `tensor`. */
    void (*init)(const struct encoding_built *b, int tensor, real *value);
    /* Its wave number i, from the fastest on; false after the last. NULL: it has none. */
    bool (*wave)(const struct encoding_built *b, int i, struct policy_wave *wave);
    /* How many positions a column of what it embeds, or of a head that it rotates, takes to repeat, by its formula and
     * the policy; INFINITY: a straight line, NAN: it is no wave. NULL: none is. */
    double (*wavelength)(const struct encoding_use *use, int column);
    /* What a text gets, and whether training had it (encoding/seen.h); every encoding has it. */
    void (*seen)(struct encoding_seen *s, const struct seen_of *of);
    /* Computes use->by_position for the policy and length; NULL: nothing to do. */
    void (*open)(struct encoding_use *use, const struct encoding_weights *w, struct arena *arena);

    /* x (T, D) */
    void (*embed)(const struct encoding_use *use, const struct encoding_weights *w, real *x, struct span s);
    /* dw += the gradient that comes from dx (T, D) */
    void (*embed_backward)(const struct encoding_use *use, const struct encoding_weights *w, const real *dx,
                           struct span s);
    /* x (rows, D), all heads, rotated in place; backward rotates a gradient back */
    void (*rotate)(const struct encoding_use *use, real *x, struct span s);
    void (*rotate_backward)(const struct encoding_use *use, real *dx, struct span s);
    /* score (H, T): q k / sqrt(h) of one query with all keys; backward: dq +=, and dscore, the gradient of what
     * `content` made of it, becomes its own */
    void (*content)(const struct encoding_use *use, const struct encoding_weights *w, real *score,
                    struct encoding_query query);
    void (*content_backward)(const struct encoding_use *use, const struct encoding_weights *w, real *dscore,
                             struct encoding_query query);
    /* The largest count among so many numbers that `content` saved, or zeros. NULL: it counts nothing. */
    double (*largest)(const real *saved, size_t numbers);
    /* score (query.rows, H, key.rows) */
    void (*bias)(const struct encoding_use *use, const struct encoding_weights *w, real *score, struct span query,
                 struct span key);
    /* dw += the gradient that comes from dscore */
    void (*bias_backward)(const struct encoding_use *use, const struct encoding_weights *w, const real *dscore,
                          struct span query, struct span key);
};

/* All of them, NULL-ended. */
extern const struct encoding *const encodings[];
/* The encoding with that name; NULL if there is none. */
const struct encoding *encoding_find(const char *name);

/* ---- Several encodings in one model (hybrid.c): each acts as it would alone. A policy makes sense for a hybrid if it
 * does for one part: it acts on such parts, and the others continue their formulas as under `extend`. */

/* Finds an encoding by name: one, or several joined by +, "sinusoidal + alibi". Errors, EXIT_USAGE: no such encoding,
 * or they cannot be joined. */
bool encoding_read(const struct encoding **kind, const char *text, struct error *e);
/* Replaces an encoding by its hybrid with another. A hybrid has one name, its parts in the order of the registry, and
 * is made once: equal pointers are equal encodings. Error, EXIT_USAGE: they cannot be joined. */
bool encoding_join(const struct encoding **whole, const struct encoding *more, struct error *e);
/* Part number i, an encoding of the registry; one encoding is its only part. NULL after the last. */
const struct encoding *encoding_part(const struct encoding *kind, int i);
/* The offset of that part's options within the hybrid's. */
void *encoding_part_options(const void *options, int i);

/* The parts of an opened encoding, one after another. Starts as zeros; false after the last. */
struct encoding_part {
    const struct encoding *kind;
    const struct encoding_use *use;
    struct encoding_weights weights;
    int number, tensors; /* which part; tensors of it and of those before */
};
bool encoding_part_next(struct encoding_part *p, const struct encoding_use *whole, const struct encoding_weights *w);

/* ---- Positions under policies: first that of `use`, from those of its length into the trained ones, then the one that
 * is fixed, from the trained ones into the original ones. Under interpolate L trained positions are read L0/L apart. */

/* The numbers of what an encoding counts: positions, or rows of a grid. */
struct encoding_counts {
    int original, trained, length;
};
/* Those of positions. */
struct encoding_counts encoding_counts(const struct encoding_use *use);
/* What is read for number (or distance) t; POLICY_NOWHERE: nothing. Called for every row. */
static inline double encoding_mapped(const struct encoding_use *use, int t, struct encoding_counts n) {
    const struct policy *fixed = use->built->fixed;
    double at = use->policy->map(t, n.trained, n.length);
    return fixed && at != POLICY_NOWHERE ? fixed->map(at, n.original, n.trained) : at;
}
/* How far apart positions are read, where that is the same for all; else NAN. */
double encoding_even_step(const struct encoding_use *use);
/* What both do to a wave. */
struct policy_squeeze encoding_squeeze(const struct encoding_use *use, struct policy_wave wave,
                                       struct encoding_counts n);

/* ---- Building and opening */

/* Whether it does anything: all but `none` do. */
bool encoding_acts(const struct encoding *kind);
/* Whether it adds to scores, by distance or by content. */
bool encoding_adds_to_scores(const struct encoding *kind);
/* Whether it acts on the embedding alone, so that any mixer can follow. */
bool encoding_is_embedded(const struct encoding *kind);
/* How it looks in every picture, by its row in the registry alone. A hybrid has the colour of its first part and a dash
 * that its other parts choose. NULL: a baseline. */
struct sign encoding_sign(const struct encoding *kind);

/* Builds an encoding; the options must outlive it. Errors: EXIT_USAGE, naming the option. */
bool encoding_build(struct encoding_built *b, const struct encoding *kind, const void *options,
                    struct encoding_sizes size, struct encoding_origin origin, uint32_t seed, struct arena *arena,
                    struct error *e);
/* The same for a part of a hybrid, which has its kind, options, sizes, origin, seed and the columns that others take.
 */
bool encoding_build_part(struct encoding_built *b, struct arena *arena, struct error *e);
/* How many columns of x it fills, a hybrid those of its parts. */
int encoding_columns(const struct encoding *kind, const void *options);
/* Its formula with these options and sizes, lines of text. */
void encoding_formula(const struct encoding_built *b, char text[ENCODING_FORMULA]);
/* For the hook: a line without its newline, as a sum or with separate columns: "z = x + 0.18 * PE(t)", "z = [x, 2 *
 * t]". */
void encoding_formula_z(const struct encoding_built *b, double scale, const char *term, char *text, size_t size);
/* Whether the policy makes sense for it (`error` always does). */
bool encoding_accepts(const struct encoding_built *b, const struct policy *policy);
/* Opens it under a policy for positions below `length`. Error, EXIT_USAGE: the policy makes no sense for it, or is
 * `error` and a position is beyond its table. */
bool encoding_use_open(struct encoding_use *use, const struct encoding_built *b, const struct encoding_weights *w,
                       const struct policy *policy, int length, struct arena *arena, struct error *e);
