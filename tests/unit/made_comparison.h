/* made_comparison.h -- a comparison in memory from a few accuracies by model, policy and seed. */
#pragma once

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "study/result.h"
#include "study/series.h"
#include "study/summarise.h"
#include "unit/tests.h"

enum { SEEDS = 5, LENGTHS = 2, POLICIES = 4, MODELS = 8, EXAMPLES = 2000 };

static struct arena arena;
static struct comparison_result c;

static inline int drop(void **state) {
    arena_free(&arena);
    return 0;
}

/* "learned", or with what tells it from others of its kind: "learned 2". Accuracy in % by seed: in range, which is that
 * at 16 words, then at 64 words under each policy. Without a first number a policy is no row. */
struct given {
    const char *encoding;
    double in_range[SEEDS], at_64[POLICIES][SEEDS];
};
static const struct policy *const with[POLICIES] = {&policy_extend, &policy_interpolate, &policy_clamp, &policy_yarn};

#define ALL(x) \
    { x, x, x, x, x }
#define NEAR(x) \
    { x, x + 1, x - 1, x + 1, x - 1 } /* mean x, spread 1 */
#define NONE                           \
    {                                  \
        "none", NEAR(50), { NEAR(50) } \
    }

static inline void set_value(struct score *s, double percent) {
    for (int k = 0; k < metric_count; k++)
        s->value[k] = k == METRIC_ACCURACY ? percent / 100 : (double)NAN;
}

static inline struct evaluation_result *evaluated(const struct given *g, int seed) {
    struct evaluation_result *r = arena_alloc(&arena, 1, sizeof *r);
    *r = (struct evaluation_result){
        .arena = &arena, .words = {{4, 16}}, .steps = 800, .seen = (double)NAN, .examples = EXAMPLES};
    r->in_range = arena_alloc(&arena, 1, sizeof *r->in_range);
    r->lengths = LENGTHS;
    set_value(r->in_range, g->in_range[seed]);
    for (int p = 0; p < POLICIES; p++) {
        if (g->at_64[p][0] == 0)
            continue;
        struct evaluation_row *row = &r->row[r->rows++];
        *row = (struct evaluation_row){with[p], true, NULL};
        evaluation_row_alloc(r, row);
        set_value(row->at[1], g->in_range[seed]);
        set_value(row->at[2], g->at_64[p][seed]);
        set_value(row->at[1 + LENGTHS],
                  (g->in_range[seed] + g->at_64[p][seed]) / 2); /* all lengths together, if asked */
    }
    return r;
}

static inline const struct settings_packed *resolve(const char *label, const char *task, bool causal) {
    const char *encoding = arena_format(&arena, "%.*s", (int)strcspn(label, " "), label);
    struct settings s;
    struct assignments a = {0};
    struct error e;
    assert_true(assignments_set(&a, "encoding.name", encoding, "a test", &e));
    assert_true(assignments_set(&a, "task.name", task, "a test", &e));
    assert_true(assignments_set(&a, "model.causal", causal ? "yes" : "no", "a test", &e));
    assert_true(settings_resolve(&s, &a, NULL, &e));
    return settings_pack(&s, NULL, &arena);
}

/* Models that are alike, ended by one without a name. */
static inline const struct given *alike(int models) {
    struct given *all = arena_alloc(&arena, (size_t)models + 1, sizeof *all);
    for (int i = 0; i < models; i++)
        all[i] = (struct given){arena_format(&arena, "learned %d", i), ALL(100), {NEAR(75)}};
    return all;
}

/* A comparison of these models, ended by one without a name, not yet summarised. */
static inline void build_with(const struct given *model, int seeds, const char *task, bool causal) {
    c = (struct comparison_result){.arena = &arena,
                                   .lengths = LENGTHS,
                                   .words = {{4, 16}, {16, 16}, {64, 64}},
                                   .seconds = 3.94,
                                   .compare.gate = 0.95,
                                   .compare.seeds = {1, seeds}};
    c.baseline[c.baselines++] = (struct baseline_levels){"chance", {{{0.5, 0.5, 0.5, 0.5}}}};
    size_t models = 0;
    while (model[models].encoding)
        models++;
    c.member = arena_alloc(&arena, models * SEEDS, sizeof *c.member);
    for (; model->encoding; model++) {
        const struct settings_packed *s = resolve(model->encoding, task, causal);
        for (int i = 0; i < seeds; i++)
            c.member[c.members++] = (struct member){.settings = s,
                                                    .options = "",
                                                    .seed = i + 1,
                                                    .failure = "",
                                                    .warning = "",
                                                    .label = model->encoding,
                                                    .name = arena_format(&arena, "%s-seed%d", model->encoding, i + 1),
                                                    .status = STATUS_FINISHED,
                                                    .result = evaluated(model, i)};
    }
    c.settings = member_settings(c.member);
    compare_find_series(&c);
}
static inline void build(const struct given *model, int seeds) { build_with(model, seeds, "order", false); }
