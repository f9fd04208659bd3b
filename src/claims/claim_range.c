/* claim_range.c -- what happens in range: claims 1, 7, 8 and 11. */
#include "claims/claim_list.h"

#define GAP(run, label) \
    { .in = &(run), .member = (label), .at = AT_GAP }

/* ---- 1. The control: with positions the same task can be learned, so what is missing is their order. */

static const struct claim_row blind[] = {
    {{"order", "all rows"}, MODEL(run_order, "none"), CHANCE(run_order, "none")},
    {{"first", "all rows"}, MODEL(run_first, "none"), CHANCE(run_first, "none")},
    {{"first", "rows before it"}, MODEL(run_first_causal, "none"), CHANCE(run_first_causal, "none")},
    {.setting = {0}},
};
static const struct claim_row seeing[] = {
    {{"order", "all rows"}, MODEL(run_order, "learned"), MODEL(run_order, "none")},
    {{"first", "all rows"}, MODEL(run_first, "learned"), MODEL(run_first, "none")},
    {{"first", "rows before it"}, MODEL(run_first_causal, "learned"), MODEL(run_first_causal, "none")},
    {.setting = {0}},
};

static const struct claim_table order_tables[] = {
    {
        .title = "invisible",
        .head = {"none", "chance", "over it"},
        .test = &test_near,
        .margin = KEEPS,
        .row = blind,
    },
    {
        .title = "a learned table sees it",
        .head = {"learned", "none", "more"},
        .role = TABLE_CONTROL,
        .test = &test_more,
        .margin = KEEPS,
        .row = seeing,
    },
    {0},
};

const struct claim claim_order = {
    .number = 1,
    .sentence = "Without positions, order is invisible to attention.",
    .measured = "One layer without positions on tasks that ask for order, where a row sees all rows or only those "
                "before it. Within 5 points of chance is invisible.",
    .factor = {"task", "mask"},
    .table = order_tables,
};

/* ---- 7. The usual training and less and less of it: trained in full, both are at 100 %, and nobody can be better. The
 * settings below 150 steps were added when those above it had been seen to leave no room for 2 points. */

#define FIT(task, steps, run) \
    { {task, steps}, MODEL(run, "learned"), MODEL(run, "sinusoidal") }

static const struct claim_row fits[] = {
    FIT("order", "50 steps", run_order_50),
    FIT("order", "100 steps", run_order_100),
    FIT("order", "200 steps", run_order_200),
    FIT("order", "400 steps", run_order_400),
    FIT("order", "800 steps", run_order),
    FIT("first", "75 steps", run_first_75),
    FIT("first", "150 steps", run_first_150),
    FIT("first", "300 steps", run_first),
    {.setting = {0}},
};

static const struct claim_table fit_tables[] = {
    {
        .title = "learned is better",
        .head = {"learned", "sinusoidal", "more"},
        .test = &test_more,
        .margin = BETTER,
        .row = fits,
    },
    {0},
};

const struct claim claim_fit = {
    .number = 7,
    .sentence = "Learned positions fit the task better in range.",
    .measured = "A learned table against sinusoids on lengths as in training, after the usual number of steps and "
                "after fewer. Better by 2 points is better.",
    .factor = {"task", "training"},
    .table = fit_tables,
};

/* ---- 8 */

#define OVERFIT(task, examples, run) \
    { {task, examples}, GAP(run, "learned"), GAP(run, "sinusoidal") }
#define FRESH(task, examples, run) \
    { {task, examples}, MODEL(run, "learned"), MODEL(run, "sinusoidal") }

static const struct claim_row gaps[] = {
    OVERFIT("order", "100 examples", run_order_100x),
    OVERFIT("order", "300 examples", run_order_300x),
    OVERFIT("order", "1000 examples", run_order_1000x),
    OVERFIT("first", "100 examples", run_first_100x),
    {.setting = {0}},
};
static const struct claim_row fresh[] = {
    FRESH("order", "100 examples", run_order_100x),
    FRESH("order", "300 examples", run_order_300x),
    FRESH("order", "1000 examples", run_order_1000x),
    FRESH("first", "100 examples", run_first_100x),
    {.setting = {0}},
};

static const struct claim_table overfit_tables[] = {
    {
        .title = "learned overfits more",
        .head = {"learned gap", "sinus. gap", "larger by"},
        .test = &test_more,
        .margin = BETTER,
        .row = gaps,
    },
    {
        .title = "beside it: on new examples",
        .head = {"learned", "sinusoidal", "more"},
        .role = TABLE_SHOWN,
        .row = fresh,
    },
    {0},
};

const struct claim claim_overfit = {
    .number = 8,
    .sentence = "On little data, learned positions overfit more than sinusoids.",
    .measured = "Trained on a fixed set of few examples. The gap is the accuracy on these less that on new ones of "
                "the same lengths. A gap larger by 2 points is larger.",
    .factor = {"task", "data"},
    .table = overfit_tables,
};

/* ---- 11 */

#define COLUMNS(words, with, run) \
    { {words, with}, MODEL(run, with), MODEL(run, "none") }

static const struct claim_row shared[] = {
    COLUMNS("shared words", "learned", run_table_shared),
    COLUMNS("shared words", "sinusoidal", run_table_shared),
    {.setting = {0}},
};
static const struct claim_row own[] = {
    COLUMNS("own words", "learned", run_table_own),
    COLUMNS("own words", "sinusoidal", run_table_own),
    {.setting = {0}},
};

static const struct claim_table columns_tables[] = {
    {
        .title = "shared words need positions",
        .head = {"with", "without", "more"},
        .test = &test_more,
        .margin = KEEPS,
        .row = shared,
    },
    {
        .title = "own words need none",
        .head = {"with", "without", "more"},
        .test = &test_no_more,
        .margin = KEEPS,
        .row = own,
    },
    {0},
};

const struct claim claim_columns = {
    .number = 11,
    .sentence = "Columns of a table need positions unless their words differ.",
    .measured = "Which of two cells in fixed columns is larger? With positions and without, where columns share "
                "their words and where each has its own. Needed is what brings 5 points.",
    .factor = {"vocabulary", "positions"},
    .table = columns_tables,
};
