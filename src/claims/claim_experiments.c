/* claim_experiments.c -- the comparisons that claims read; see claim_list.h. Members of different ones are paired by
 * seed, too: equal seeds have equal examples. The sizes and rates are the defaults; 800 steps are those of the task
 * `order`, 300 those of `first`, as their configs have them. */
#include "claims/claim_list.h"

#define LENGTHS "eval.lengths=1x 2x 4x 8x", "eval.examples=1000"
#define IN_RANGE "eval.lengths=1x", "eval.examples=1000", "eval.policies=extend"
#define TWO_POLICIES "eval.policies=extend interpolate"
#define ORDER "task.name=order", "train.steps=800"
#define FIRST "task.name=first", "train.steps=300"

/* As many weights as under addition: what the tables save goes to the feed-forward. */
#define CONCAT                                                                        \
    ("compare.members=sinusoidal combine=concat, sinusoidal combine=concat d_ff=67, " \
     "learned combine=concat, learned combine=concat d_ff=73")

const struct experiment run_order = {
    "order",
    "task order, 4..16 words, 800 steps",
    {ORDER, "compare.members=none, learned, sinusoidal", LENGTHS},
};
const struct experiment run_order_naive = {
    "order-naive",
    "task order, 4..16 words, 800 steps",
    {ORDER, "compare.members=index, index scale=0.0625, ratio", LENGTHS, TWO_POLICIES},
};
const struct experiment run_order_relative = {
    "order-relative",
    "task order, 4..16 words, 800 steps",
    {ORDER, "compare.members=rope, alibi, t5", LENGTHS, TWO_POLICIES},
};
const struct experiment run_order_recurrent = {
    "order-recurrent",
    "task order, 4..16 words, 800 steps, recurrences both ways",
    {ORDER, "compare.members=rnn, rnn/learned, rnn/sinusoidal, gru, gru/learned, gru/sinusoidal",
     "eval.lengths=1x 2x 4x", "eval.examples=1000", TWO_POLICIES},
};
const struct experiment run_order_concat = {
    "order-concat",
    "task order, 4..16 words, 800 steps, 8 of 32 columns for positions",
    {ORDER, CONCAT, LENGTHS, TWO_POLICIES},
};
const struct experiment run_order_400 = {
    "order-400",
    "task order, 400 steps",
    {"task.name=order", "train.steps=400", "compare.members=learned, sinusoidal", IN_RANGE},
};
const struct experiment run_order_200 = {
    "order-200",
    "task order, 200 steps",
    {"task.name=order", "train.steps=200", "compare.members=learned, sinusoidal", IN_RANGE},
};
/* The usual warm-up of 50 steps would be most of these. */
const struct experiment run_order_100 = {
    "order-100",
    "task order, 100 steps",
    {"task.name=order", "train.steps=100", "train.warmup=10", "compare.members=learned, sinusoidal", IN_RANGE},
};
const struct experiment run_order_50 = {
    "order-50",
    "task order, 50 steps",
    {"task.name=order", "train.steps=50", "train.warmup=10", "compare.members=learned, sinusoidal", IN_RANGE},
};
const struct experiment run_first_75 = {
    "first-75",
    "task first, 75 steps",
    {"task.name=first", "train.steps=75", "train.warmup=10", "compare.members=learned, sinusoidal", IN_RANGE},
};
const struct experiment run_order_200_concat = {
    "order-200-concat",
    "task order, 200 steps, 8 of 32 columns for positions",
    {"task.name=order", "train.steps=200", CONCAT, IN_RANGE},
};

#define FEW "compare.members=learned, sinusoidal", IN_RANGE

const struct experiment run_order_100x = {
    "order-100x", "task order, 800 steps on 100 examples", {ORDER, "task.examples=100", FEW}};
const struct experiment run_order_300x = {
    "order-300x", "task order, 800 steps on 300 examples", {ORDER, "task.examples=300", FEW}};
const struct experiment run_order_1000x = {
    "order-1000x", "task order, 800 steps on 1000 examples", {ORDER, "task.examples=1000", FEW}};
const struct experiment run_first_100x = {
    "first-100x", "task first, 300 steps on 100 examples", {FIRST, "task.examples=100", FEW}};

const struct experiment run_first = {
    "first",
    "task first, 2..16 words, 300 steps",
    {FIRST, "compare.members=none, learned, sinusoidal", LENGTHS},
};
const struct experiment run_first_naive = {
    "first-naive",
    "task first, 2..16 words, 300 steps",
    {FIRST, "compare.members=index, index scale=0.0625, ratio", LENGTHS, TWO_POLICIES},
};
const struct experiment run_first_causal = {
    "first-causal",
    "task first, 300 steps, each row sees those before it, asked behind the words",
    {FIRST, "task.cls=last", "model.causal=yes", "compare.members=none, learned", IN_RANGE},
};
const struct experiment run_first_150 = {
    "first-150",
    "task first, 150 steps",
    {"task.name=first", "train.steps=150", "compare.members=learned, sinusoidal", IN_RANGE},
};
const struct experiment run_shift = {
    "shift",
    "task shift (the word two places before), 4..16 words, 800 steps",
    {"task.name=shift", "train.steps=800", "compare.members=learned, ratio", "eval.lengths=1x 2x 4x",
     "eval.examples=500", TWO_POLICIES},
};
const struct experiment run_table_shared = {
    "table-shared",
    "task table, 6 columns with the same words, 800 steps",
    {"task.name=table", "task.vocabulary=shared", "train.steps=800", "compare.members=none, learned, sinusoidal",
     IN_RANGE},
};
const struct experiment run_table_own = {
    "table-own",
    "task table, 6 columns with words of their own, 800 steps",
    {"task.name=table", "task.vocabulary=per_column", "train.steps=800", "compare.members=none, learned, sinusoidal",
     IN_RANGE},
};
