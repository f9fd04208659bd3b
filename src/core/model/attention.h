/* attention.h -- what the parts of attention share. Read tests/law/attention_plain.c first: the same as you would write
 * it on a board.
 *
 * Scores are products of queries with keys, the context is a weighted sum of values. Each side has two ways, the same
 * within rounding, chosen by the shape when a model is built:
 *
 *   explicit  keys (or values) are computed at all rows
 *   absorbed  with few targets they are not: the key projection is absorbed into the query,
 *             the value projection is applied after the weighted sum
 *
 * This makes a single target about T / H times cheaper. A rotation needs explicit keys.
 *
 * Scores are computed in blocks of a sequence's targets. A backward pass, or a caller who wants the weights, needs all
 * of them; evaluation keeps only one block, so its memory grows with T, not with T * T. */
#pragma once

#include "model/known_rows.h"

/* The weights of attention in a model. */
struct attention {
    struct linear query, key, value, output; /* (D, D) */
    const struct attention_keys *keys;
    const struct attention_values *values;
    int h;      /* width of a head */
    real scale; /* 1 / sqrt(h), of products */
    bool log_length;
};

/* Its arrays. An absorbed side has no arrays of the explicit way. */
struct attention_arrays {
    real *target_rows, *q; /* (A, D) rows of z at the targets; queries */
    real *k, *v;           /* (N, D) head n is columns n*h .. n*h+h-1 */
    real *absorbed;        /* (A, H, D) queries times the key projection */
    real *mean;            /* (A, H, D) weighted sums of z */
    real *score;           /* part by part: (targets, H, T) softmax, of all parts or of one; in the gradients: that
                            * of the softmax becomes that of the products */
    real *saved;           /* the same shape: what `content` needs backward; NULL: nothing */
    size_t capacity;       /* of score, in numbers */
    real *context;         /* (A, D) */
    bool scored;           /* of known rows: score (N, H) is that of the query of row query_row, with biases */
    int query_row;
};

/* A batch in attention, forward or backward. */
struct attention_pass {
    const struct model *m;
    const struct attention *at;
    const struct batch *b;
    const struct encoding_use *use;
    struct attention_arrays *a, *g; /* values and their gradients */
    real *z;                        /* (N, D) */
    real *dz;                       /* (N, D) its gradient, to which an explicit side adds */
    real *grad;                     /* the gradient block */
    const struct known_rows *known; /* NULL: all rows are computed */
    bool keeps;                     /* all scores stay */
};

/* All rows of a sequence and some of its targets: a block of them forward, all of them backward. */
struct part {
    int row, rows;       /* first row of the sequence, T */
    int at;              /* where they are in the arrays of rows: the same, or at 0 if they are known */
    int target, targets; /* first target of the part, how many */
    size_t score;        /* offset of (targets, H, T) */
    size_t dscore;       /* and of its gradient: the same for all parts, unless rows_backward reads it again */
    struct span key;     /* positions of the rows */
    real logit_scale;    /* factor on its products, not on biases */
};

struct attention_keys {
    /* Keys of all rows; NULL: there are none. */
    void (*rows)(const struct attention_pass *p);
    /* For the whole batch, before any score: completes the queries. */
    void (*prepare)(const struct attention_pass *p);
    /* score = products of one part */
    void (*score)(const struct attention_pass *p, const struct part *s);
    /* From g->score, which holds the gradient of one part's products. */
    void (*score_backward)(const struct attention_pass *p, const struct part *s);
    /* For the whole batch, after all parts: gradients of its weights. */
    void (*prepare_backward)(const struct attention_pass *p);
    /* dz (rows, D) += for the rows of a tile, whose scores begin at `score`; NULL: it was added for all rows. */
    void (*rows_backward)(const struct attention_pass *p, struct tile s, size_t score, real *dz);
};

struct attention_values {
    /* Values of all rows; NULL: there are none. */
    void (*rows)(const struct attention_pass *p);
    /* Combines one part's scores with its rows. */
    void (*mix)(const struct attention_pass *p, const struct part *s);
    /* context, for the whole batch */
    void (*finish)(const struct attention_pass *p);
    void (*finish_backward)(const struct attention_pass *p);
    /* g->score = gradient of one part's softmax */
    void (*mix_backward)(const struct attention_pass *p, const struct part *s);
    void (*prepare_backward)(const struct attention_pass *p);
    /* The same, before that of the keys: dz is overwritten unless all rows have theirs. */
    void (*rows_backward)(const struct attention_pass *p, struct tile s, size_t score, real *dz);
};

extern const struct attention_keys attention_keys_explicit, attention_keys_absorbed;
extern const struct attention_values attention_values_explicit, attention_values_absorbed;

/* One head: offsets of its blocks in (rows, D), in (A, H, D), in weights (D, D), and in the scores of a part of T
 * rows. */
struct head {
    size_t column, per_head, weight, score;
    int h, d, per_head_stride, scores; /* its width; the strides of those blocks */
};
struct head attention_head(const struct model *m, int number, int rows);

/* ---- Known rows (attention_known.c) */

/* The scores of the first query of p with all rows, if every sequence of p has one. */
void attention_know(const struct attention_pass *all, const struct attention_pass *p);
/* Whether that is the query of every sequence, so that none needs computing. */
bool attention_known_queries(const struct attention_pass *p);
/* True: sequence s has that query. Else copies its rows to the start of the arrays of rows. */
bool attention_known_rows(const struct attention_pass *p, int s);
/* For a sequence with that query, as in attention_keys (with biases) and attention_values. */
void attention_known_score(const struct attention_pass *p, const struct part *s);
void attention_known_mix(const struct attention_pass *p, const struct part *s);

/* Whether logits are scaled by the length of a text: attention.log_length, or the policy of that name. */
bool attention_scales(const struct attention_pass *p);
/* log T / log L where they are, under the policy only beyond L; else 1 */
real attention_logit_scale(const struct attention_pass *p, int rows);
/* The gradient of the rows of a tile from an absorbed side: dz (rows, D) = or += score^T per_head, sequence by
 * sequence, with the tile's scores (targets, H, T) and per_head (A, H, D). */
struct row_gradient {
    bool scaled; /* times the logit scale of each sequence */
    bool adds;
};
void attention_row_gradient(const struct attention_pass *p, struct tile s, real *dz, const real *score,
                            const real *per_head, struct row_gradient how);
/* And of all rows from an explicit side: dz += d weight, with d (N, D) the gradient of keys or values. */
void attention_project_backward(const struct attention_pass *p, struct linear l, const real *d);
