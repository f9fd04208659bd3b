/* claim_beyond.c -- what happens beyond the trained length: claims 2, 3 and 10. */
#include "claims/claim_list.h"

/* ---- 2. Twice the length is the mildest case that tells the policies apart: each has something to do there. */

#define LOSS(task, run, policy) \
    { {policy, task}, MODEL(run, "learned"), BEYOND(run, "learned", policy, 2) }

static const struct claim_row table_losses[] = {
    LOSS("order", run_order, "extend"),
    LOSS("order", run_order, "clamp"),
    LOSS("order", run_order, "wrap"),
    LOSS("order", run_order, "zero"),
    LOSS("order", run_order, "interpolate"),
    LOSS("first", run_first, "extend"),
    LOSS("first", run_first, "clamp"),
    LOSS("first", run_first, "wrap"),
    LOSS("first", run_first, "zero"),
    LOSS("first", run_first, "interpolate"),
    {.setting = {0}},
};

static const struct claim_table table_beyond_tables[] = {
    {
        .title = "does not generalise",
        .head = {"in range", "2x", "lost"},
        .test = &test_more,
        .margin = KEEPS,
        .row = table_losses,
    },
    {0},
};

const struct claim claim_table_beyond = {
    .number = 2,
    .sentence = "A learned table does not generalise beyond its length.",
    .measured = "The table under each policy for places it does not have, at twice its length, against its own "
                "accuracy in range. Who loses 5 points does not generalise.",
    .factor = {"policy", "task"},
    .table = table_beyond_tables,
};

/* ---- 3. What tutorials mean is that the formula simply goes on: `extend`. */

#define WAVES(task, run, policy, at, length, beside) \
    { {task, length, beside}, MODEL(run, "sinusoidal"), BEYOND(run, "sinusoidal", policy, at) }

static const struct claim_row sinusoid_losses[] = {
    WAVES("order", run_order, "extend", 2, "2x", NULL),
    WAVES("order", run_order, "extend", 4, "4x", NULL),
    WAVES("first", run_first, "extend", 2, "2x", NULL),
    WAVES("first", run_first, "extend", 4, "4x", NULL),
    {.setting = {0}},
};
static const struct claim_row sinusoid_squeezed[] = {
    WAVES("order", run_order, "interpolate", 2, "2x", "squeezed"),
    WAVES("order", run_order, "interpolate", 4, "4x", "squeezed"),
    WAVES("first", run_first, "interpolate", 2, "2x", "squeezed"),
    WAVES("first", run_first, "interpolate", 4, "4x", "squeezed"),
    {.setting = {0}},
};

static const struct claim_table sinusoids_beyond_tables[] = {
    {
        .title = "generalise excellently",
        .head = {"in range", "longer", "lost"},
        .test = &test_no_more,
        .margin = KEEPS,
        .row = sinusoid_losses,
    },
    {
        .title = "beside it: places squeezed",
        .head = {"in range", "longer", "lost"},
        .role = TABLE_SHOWN,
        .row = sinusoid_squeezed,
    },
    {0},
};

const struct claim claim_sinusoids_beyond = {
    .number = 3,
    .sentence = "Sinusoids generalise excellently to longer input.",
    .measured = "The formula as it goes on (extend), at twice and four times the trained length, against its own "
                "accuracy in range. Excellently is taken to mean: less than 5 points are lost.",
    .factor = {"task", "length"},
    .table = sinusoids_beyond_tables,
};

/* ---- 10. Four times the length, each as it is and each with its places squeezed. */

#define AGAINST(encoding, other, policy) \
    { {encoding, other, policy}, BEYOND(run_order_relative, encoding, policy, 4), BEYOND(run_order, other, policy, 4) }
#define AGAINST_IN_RANGE(encoding, other) \
    { {encoding, other}, MODEL(run_order_relative, encoding), MODEL(run_order, other) }

static const struct claim_row relative_gains[] = {
    AGAINST("rope", "learned", "extend"),
    AGAINST("rope", "sinusoidal", "extend"),
    AGAINST("alibi", "learned", "extend"),
    AGAINST("alibi", "sinusoidal", "extend"),
    AGAINST("t5", "learned", "extend"),
    AGAINST("t5", "sinusoidal", "extend"),
    AGAINST("rope", "learned", "interpolate"),
    AGAINST("rope", "sinusoidal", "interpolate"),
    AGAINST("alibi", "learned", "interpolate"),
    AGAINST("alibi", "sinusoidal", "interpolate"),
    AGAINST("t5", "learned", "interpolate"),
    AGAINST("t5", "sinusoidal", "interpolate"),
    {.setting = {0}},
};
static const struct claim_row relative_in_range[] = {
    AGAINST_IN_RANGE("rope", "learned"),
    AGAINST_IN_RANGE("rope", "sinusoidal"),
    AGAINST_IN_RANGE("alibi", "learned"),
    AGAINST_IN_RANGE("alibi", "sinusoidal"),
    AGAINST_IN_RANGE("t5", "learned"),
    AGAINST_IN_RANGE("t5", "sinusoidal"),
    {.setting = {0}},
};

static const struct claim_table relative_tables[] = {
    {
        .title = "better at 4x",
        .head = {"relative", "rival", "more"},
        .test = &test_more,
        .margin = BETTER,
        .row = relative_gains,
    },
    {
        .title = "beside it: in range",
        .head = {"relative", "rival", "more"},
        .role = TABLE_SHOWN,
        .row = relative_in_range,
    },
    {0},
};

const struct claim claim_relative = {
    .number = 10,
    .sentence = "RoPE, ALiBi and T5's bias do better beyond the length.",
    .measured = "Each of the three against each of the two at four times the trained length: all as they are "
                "(extend), and all with their places or distances squeezed (interpolate).",
    .factor = {"encoding", "rival", "policy"},
    .table = relative_tables,
};
