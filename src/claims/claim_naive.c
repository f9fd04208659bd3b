/* claim_naive.c -- one column for the position, the ideas before tables and waves: claims 4 and 5. */
#include <math.h>

#include "claims/claim_list.h"

/* ---- 4. Against what a learned table reaches in range: a ratio that is at chance everywhere keeps nothing. */

#define SHORT(task, by_learned, by_ratio)                                                       \
    {{task, "in range"}, MODEL(by_learned, "learned"), MODEL(by_ratio, "ratio")},               \
        {{task, "2x"}, MODEL(by_learned, "learned"), BEYOND(by_ratio, "ratio", "extend", 2)}, { \
        {task, "4x"}, MODEL(by_learned, "learned"), BEYOND(by_ratio, "ratio", "extend", 4)      \
    }

static const struct claim_row ratio_shorts[] = {
    SHORT("order", run_order, run_order_naive),
    SHORT("first", run_first, run_first_naive),
    SHORT("shift", run_shift, run_shift),
    {.setting = {0}},
};

static const struct claim_table ratio_tables[] = {
    {
        .title = "fails",
        .head = {"table", "ratio", "short by"},
        .test = &test_more,
        .margin = KEEPS,
        .row = ratio_shorts,
    },
    {0},
};

const struct claim claim_ratio = {
    .number = 4,
    .sentence = "The ratio position / length fails across lengths.",
    .measured = "The ratio in range (many lengths), at twice and at four times the trained length, against what a "
                "learned table reaches in range; tasks that ask who comes first (order, first) and what stands two "
                "places before (shift). Who is 5 points short fails.",
    .factor = {"task", "length"},
    .table = ratio_tables,
};

/* ---- 5 */

static double mean_square(const struct run *r, const char *name) {
    const struct tensor *t = params_find(&r->model.params, name);
    double sum = 0;
    for (size_t i = 0; i < t->count; i++) {
        double x = (double)r->model.params.value[t->offset + i];
        sum += x * x;
    }
    return sum / t->rows;
}

/* The column of the last trained place, as a multiple of the rest of its row: a typical word's and segment's. */
static double dominance(const struct run *r) {
    struct arena arena = {0};
    struct error e = {0};
    struct encoding_use use;
    struct encoding_weights w = model_encoding_weights(&r->model, NULL);
    int place = r->longest - 1, d = r->model.config.d_model;
    bool open = encoding_use_open(&use, &r->model.encoding, &w, &policy_extend, r->longest, &arena, &e);
    real *x = arena_take(&arena, (size_t)d, sizeof *x);
    if (open)
        use.built->kind->embed(&use, &w, x, (struct span){1, &place});
    double column = open ? fabs((double)x[d - 1]) : (double)NAN;
    arena_free(&arena);
    return column / sqrt(mean_square(r, "embeddings.word_embeddings.weight") +
                         mean_square(r, "embeddings.token_type_embeddings.weight"));
}

#define SIZE(half, task, run, label)                                                \
    {                                                                               \
        {half, task}, {.in = &(run), .member = (label), .of_run = dominance}, { 0 } \
    }
#define HURTS(half, task, run, member, at, length) \
    { {half, task, length}, MODEL(run, member), BEYOND(run, member, "extend", at) }
#define HURTS_ALL(half, task, run, member)                                            \
    HURTS(half, task, run, member, 2, "2x"), HURTS(half, task, run, member, 4, "4x"), \
        HURTS(half, task, run, member, 8, "8x")

static const char scaled[] = "index scale=0.0625";
static const struct claim_row index_sizes[] = {
    SIZE("dominates", "order", run_order_naive, "index"),
    SIZE("dominates", "first", run_first_naive, "index"),
    {.setting = {0}},
};
static const struct claim_row index_losses[] = {
    HURTS_ALL("hurts", "order", run_order_naive, "index"),
    HURTS_ALL("hurts", "first", run_first_naive, "index"),
    {.setting = {0}},
};
static const struct claim_row scaled_sizes[] = {
    SIZE("index / 16", "order", run_order_naive, scaled),
    SIZE("index / 16", "first", run_first_naive, scaled),
    {.setting = {0}},
};
static const struct claim_row scaled_losses[] = {
    HURTS_ALL("index / 16", "order", run_order_naive, scaled),
    HURTS_ALL("index / 16", "first", run_first_naive, scaled),
    {.setting = {0}},
};

static const struct claim_table index_tables[] = {
    {
        .title = "dominates",
        .head = {"times rest"},
        .test = &test_over,
        .margin = 1,
        .row = index_sizes,
    },
    {
        .title = "hurts",
        .head = {"in range", "longer", "lost"},
        .test = &test_more,
        .margin = KEEPS,
        .row = index_losses,
    },
    {
        .title = "beside it: the index / 16",
        .head = {"times rest"},
        .role = TABLE_SHOWN,
        .row = scaled_sizes,
    },
    {
        .title = "beside it: its losses",
        .head = {"in range", "longer", "lost"},
        .role = TABLE_SHOWN,
        .row = scaled_losses,
    },
    {0},
};

const struct claim claim_index = {
    .number = 5,
    .sentence = "The raw index dominates the embedding and hurts on long input.",
    .measured = "Dominates: in trained models the index column of the last trained place is larger than the rest of "
                "its row (a typical word's and segment's). Hurts: 5 points of the accuracy in range are lost as "
                "places go on (extend). Beside it the index divided by 16, which is never large in training.",
    .factor = {"half of the sentence", "task", "length"},
    .table = index_tables,
};
