/* claim_added.c -- positions added to what might do without, or might have them beside it: claims 9 and 12. */
#include "claims/claim_list.h"

/* ---- 9 */

#define WITHOUT(cell) \
    { {"needs", cell}, MODEL(run_order, "learned"), MODEL(run_order_recurrent, cell) }
#define GAIN(cell, positions, where, with, without) \
    { {"gain", cell, positions, where}, with, without }
#define GAINS(cell, positions)                                                                                  \
    GAIN(cell, positions, "in range", MODEL(run_order_recurrent, cell "+" positions),                           \
         MODEL(run_order_recurrent, cell)),                                                                     \
        GAIN(cell, positions, "4x extend", BEYOND(run_order_recurrent, cell "+" positions, "extend", 4),        \
             BEYOND(run_order_recurrent, cell, "extend", 4)),                                                   \
        GAIN(cell, positions, "4x squeezed", BEYOND(run_order_recurrent, cell "+" positions, "interpolate", 4), \
             BEYOND(run_order_recurrent, cell, "extend", 4))

static const struct claim_row needs[] = {WITHOUT("rnn"), WITHOUT("gru"), {.setting = {0}}};
static const struct claim_row gains[] = {
    GAINS("rnn", "learned"),    GAINS("rnn", "sinusoidal"), GAINS("gru", "learned"),
    GAINS("gru", "sinusoidal"), {.setting = {0}},
};

static const struct claim_table recurrent_tables[] = {
    {
        .title = "needs none",
        .head = {"attention", "without", "short by"},
        .test = &test_no_more,
        .margin = KEEPS,
        .row = needs,
    },
    {
        .title = "redundant or harmful",
        .head = {"with", "without", "more"},
        .test = &test_no_more,
        .margin = BETTER,
        .row = gains,
    },
    {0},
};

const struct claim claim_recurrent = {
    .number = 9,
    .sentence = "RNNs need no positions; adding them is redundant or harmful.",
    .measured = "Elman's network and GRU in the place of attention. Needs none: in range less than 5 points short of "
                "attention with a learned table. Redundant or harmful: positions bring less than 2 points, in range "
                "and at four times the length (the network without positions goes on as it is).",
    .factor = {"half of the sentence", "cell", "positions", "length and policy"},
    .table = recurrent_tables,
};

/* ---- 12. A column of one's own costs the tables a column at equal width; then the feed-forward gets its weights. */

static double weights(const struct run *r) { return (double)params_trained(&r->model.params); }

#define CONCAT(encoding, more) encoding " combine=concat" more
#define SUMS(encoding, equal, more)                                                                                    \
    {{encoding, equal, "200 steps"},                                                                                   \
     MODEL(run_order_200_concat, CONCAT(encoding, more)),                                                              \
     MODEL(run_order_200, encoding)},                                                                                  \
        {{encoding, equal, "800 steps"}, MODEL(run_order_concat, CONCAT(encoding, more)), MODEL(run_order, encoding)}, \
    {                                                                                                                  \
        {encoding, equal, "4x squeezed"}, BEYOND(run_order_concat, CONCAT(encoding, more), "interpolate", 4),          \
            BEYOND(run_order, encoding, "interpolate", 4)                                                              \
    }
#define WEIGHTS(encoding, equal, more)                                                                       \
    {                                                                                                        \
        {encoding, equal}, {.in = &run_order_concat, .member = CONCAT(encoding, more), .of_run = weights}, { \
            .in = &run_order, .member = (encoding), .of_run = weights                                        \
        }                                                                                                    \
    }

static const struct claim_row sums[] = {
    SUMS("sinusoidal", "width", ""),
    SUMS("sinusoidal", "weights", " d_ff=67"),
    SUMS("learned", "width", ""),
    SUMS("learned", "weights", " d_ff=73"),
    {.setting = {0}},
};
static const struct claim_row counts[] = {
    WEIGHTS("sinusoidal", "width", ""),
    WEIGHTS("sinusoidal", "weights", " d_ff=67"),
    WEIGHTS("learned", "width", ""),
    WEIGHTS("learned", "weights", " d_ff=73"),
    {.setting = {0}},
};

static const struct claim_table addition_tables[] = {
    {
        .title = "addition costs nothing",
        .head = {"concat", "added", "more"},
        .test = &test_no_more,
        .margin = BETTER,
        .row = sums,
    },
    {
        .title = "beside it: weights of the models",
        .head = {"concat", "added", "surplus"},
        .role = TABLE_SHOWN,
        .row = counts,
    },
    {0},
};

const struct claim claim_addition = {
    .number = 12,
    .sentence = "Adding positions costs nothing that concatenating would not.",
    .measured = "Positions in 8 of 32 columns of their own against positions added to all 32: at the same width, and "
                "with a feed-forward that makes up for the weights which the narrower tables lack. It costs what "
                "concatenation is better by, from 2 points on.",
    .factor = {"encoding", "measure of size", "training and length"},
    .table = addition_tables,
};
