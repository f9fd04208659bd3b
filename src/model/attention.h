/* attention.h -- what the parts of attention share. To read first: tests/law/attention_plain.c, the same as one would
 * write it on a board.
 *
 * Scores are products of queries with keys, the context is a weighted sum of values. Each
 * side has two ways, the same within rounding, chosen by the shape when a model is built:
 *
 *   formed  keys (or values) are worked out at all rows
 *   folded  with few asked rows they are not: the key projection is folded into the query,
 *           the value projection is applied after the weighted sum
 *
 * so that one asked row costs about T / H times less. A rotation needs its keys formed.
 *
 * Scores are worked through in blocks of a sequence's asked rows. A backward pass, and whoever wants the weights, needs
 * them all; evaluation has room for one block, so that its memory grows with T and not with T * T. */
#ifndef MODEL_ATTENTION_H
#define MODEL_ATTENTION_H

#include "model/mixer.h"

/* What attention is made of, in a model. */
struct attention {
    struct linear query, key, value, output; /* (D, D) */
    const struct attention_keys *keys;
    const struct attention_values *values;
    bool log_length;
};

/* Its arrays. Where a side is folded, it has no array of the formed one. */
struct attention_arrays {
    real *target_rows, *q; /* (A, D) rows of z at which an answer is asked; queries */
    real *k, *v;           /* (N, D) head n is columns n*h .. n*h+h-1 */
    real *absorbed;        /* (A, H, D) queries times the key projection */
    real *mean;            /* (A, H, D) weighted sums of z */
    real *score;           /* part by part: (asked, H, T) softmax; all that are kept, or those of one part; their
                            * gradients: those of the softmax become those of its products */
    size_t capacity;       /* for so many of them */
    real *context;         /* (A, D) */
    real *z;               /* (N, D) its gradient, where a side is formed; the values are the model's */
};

/* A batch on its way through attention, forward or back. */
struct attention_pass {
    const struct model *m;
    const struct attention *at;
    const struct batch *b;
    const struct encoding_use *use;
    struct attention_arrays *a, *g; /* values and their gradients */
    const real *z;                  /* (N, D) */
    real *grad;                     /* the gradient block */
    bool keeps;                     /* all scores stay */
};

/* All rows of a sequence and some of its asked rows: a block of them on the way forward, all on the way back. */
struct part {
    int row, rows;       /* first row of the sequence, T */
    int target, targets; /* first asked row of the part, how many */
    size_t score;        /* offset of (asked, H, T) */
    size_t dscore;       /* and of its gradient, in one place for all parts unless it is read again for their rows */
    struct span key;     /* places of the rows */
    real logit_scale;    /* factor on its products */
};

struct attention_keys {
    /* For the whole batch, before any score. */
    void (*prepare)(const struct attention_pass *p);
    /* score = products of one part */
    void (*score)(const struct attention_pass *p, const struct part *s);
    /* From g->score, which holds the gradient of one part's products. */
    void (*score_backward)(const struct attention_pass *p, const struct part *s);
    /* For the whole batch, after all of those: its weights. */
    void (*prepare_backward)(const struct attention_pass *p);
    /* dz (rows, D) += for the rows of a stretch, whose scores begin at `score`; NULL: g->z has it already. */
    void (*rows_backward)(const struct attention_pass *p, struct tile s, size_t score, real *dz);
    /* Multiplications of a forward pass. */
    double (*products)(const struct model *m, const struct batch *b);
};

struct attention_values {
    void (*prepare)(const struct attention_pass *p);
    /* One part's scores meet its rows. */
    void (*mix)(const struct attention_pass *p, const struct part *s);
    /* context, for the whole batch */
    void (*finish)(const struct attention_pass *p);
    void (*finish_backward)(const struct attention_pass *p);
    /* g->score = gradient of one part's softmax */
    void (*mix_backward)(const struct attention_pass *p, const struct part *s);
    void (*prepare_backward)(const struct attention_pass *p);
    /* dz (rows, D) =, or += behind formed keys; NULL: g->z has it already. */
    void (*rows_backward)(const struct attention_pass *p, struct tile s, size_t score, real *dz);
    double (*products)(const struct model *m, const struct batch *b);
};

extern const struct attention_keys attention_keys_explicit, attention_keys_absorbed;
extern const struct attention_values attention_values_explicit, attention_values_absorbed;

/* One head: offsets of its blocks in (rows, D), in (A, H, D), in weights (D, D), and in
 * the scores of a part of T rows. */
struct head {
    size_t column, per_head, weight, score;
    int h, d, per_head_stride, scores; /* its width; the strides of those blocks */
};
struct head attention_head(const struct model *m, int number, int rows);

/* log T / log L with attention.log_length, else 1 */
real attention_logit_scale(const struct model *m, int rows);
/* What folded sides give back to the rows of a stretch: dz (rows, D) = or += score^T wide, sequence by sequence, of
 * scores (asked, H, T) from the stretch's first on and wide (A, H, D). */
struct spread {
    bool scaled; /* times the sharpness of each sequence */
    bool adds;
};
void attention_spread(const struct attention_pass *p, struct tile s, real *dz, const real *score, const real *per_head,
                      struct spread how);
/* 1 / sqrt(h) */
real attention_scale(const struct model *m);
/* Pairs of an asked row and a row of its sequence. */
double attention_pairs(const struct batch *b);

#endif
