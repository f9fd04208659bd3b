/* batch.h -- sequences packed one after another; no padding exists anywhere. */
#pragma once

struct batch {
    int sequences, rows;   /* B, N = sum of lengths */
    int *start;            /* (B + 1) first row of each sequence */
    int *token, *segment;  /* (N) */
    int *position;         /* (N) not always the row's index */
    int targets;           /* A: target positions, at which the model answers */
    int *target_start;     /* (B + 1) first target of each sequence */
    int *target, *answer;  /* (A) row in the batch, right answer there; by sequence */
    int *position_scratch; /* (T) scratch for random positions */
    int *known;            /* (N) number of each row among known rows; NULL: none are known */
    int *gradient_row;     /* (N) row of its token in the token table's gradient; NULL: the token itself */
};

/* The targets of a sequence that count: `kept` of `all`, spread evenly from a random start (below `all`), so that each
 * is as likely as any other. */
struct batch_kept {
    int all, kept, start;
};
/* The number of the i-th of them among all. */
static inline int batch_kept(struct batch_kept k, int i) { return (int)(((long long)i * k.all + k.start) / k.kept); }
