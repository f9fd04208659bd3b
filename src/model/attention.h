/* attention.h -- what the two bodies of attention share. Both give the same numbers
 * within rounding; a model has one of them, chosen by its shape when it is built:
 *
 *   plain   forms keys and values at all rows
 *   folded  forms neither: with few asked rows the key projection is folded into the
 *           query and the value projection applied after the weighted sum */
#ifndef MODEL_ATTENTION_H
#define MODEL_ATTENTION_H

#include "model/parts.h"

/* context from q, and back: dq, dz and the gradients of key and value. */
struct attention_body {
    void (*forward)(const struct model *m, struct workspace *w, const struct batch *b, const struct encoding_use *use);
    void (*backward)(const struct model *m, struct workspace *w, const struct batch *b, const struct encoding_use *use,
                     real *grad);
};

extern const struct attention_body attention_plain, attention_folded;

/* One sequence: its rows, its asked rows, and where its scores start. */
struct part {
    int row, rows;   /* first row, T */
    int ask, asked;  /* first asked row, how many */
    size_t score;    /* offset of (asked, H, T) */
    struct span key; /* places of the rows */
};

/* Moves a part that starts as zeros to sequence s; scores lie one behind the other. */
void part_next(struct part *p, const struct model *m, const struct batch *b, int s);

/* 1 / sqrt(h) */
real score_scale(const struct model *m);
/* score (asked, H, T): products become softmax(product + bias) over the rows seen. */
void scores_finish(const struct model *m, struct workspace *w, const struct batch *b, const struct encoding_use *use,
                   const struct part *p);
/* w->grad.score: gradients of the softmax become those of the products; the bias gets its own. */
void scores_return(const struct model *m, struct workspace *w, const struct batch *b, const struct encoding_use *use,
                   const struct part *p, real *grad);

#endif
