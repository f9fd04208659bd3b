/* claim_list.h -- every claim, one or a few to a file (claim_*.c), and the experiments that they read. */
#ifndef CLAIMS_CLAIM_LIST_H
#define CLAIMS_CLAIM_LIST_H

#include "claims/claims.h"

extern const struct claim claim_order, claim_table_beyond, claim_sinusoids_beyond, claim_ratio, claim_index,
    claim_shift, claim_fit, claim_overfit, claim_recurrent, claim_relative, claim_columns, claim_addition,
    claim_centred;

/* Names are TASK-WHAT; NAME-N is trained for N steps or, as NAME-Nx, on N examples. */
extern const struct experiment run_order, run_order_naive, run_order_relative, run_order_recurrent, run_order_concat,
    run_order_400, run_order_200, run_order_200_concat, run_order_100, run_order_50, run_first_75, run_order_100x,
    run_order_300x, run_order_1000x, run_first, run_first_naive, run_first_causal, run_first_150, run_first_100x,
    run_shift, run_table_shared, run_table_own;

/* A model in range, where chance stands there, and beyond the trained length. */
#define MODEL(run, label) \
    { .in = &(run), .member = (label), .at = AT_RANGE }
#define CHANCE(run, label) \
    { .in = &(run), .member = (label), .at = AT_CHANCE }
#define BEYOND(run, label, beyond, times) \
    { .in = &(run), .member = (label), .policy = (beyond), .at = (times) }

/* What counts as a difference, in points of accuracy. BETTER: less is a tie. KEEPS: who loses less has kept what it
 * had, who is nearer to chance is at chance. */
#define BETTER 2
#define KEEPS 5

#endif
