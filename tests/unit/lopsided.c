/* lopsided.c -- see lopsided.h. */
#include "unit/lopsided.h"
#include "study/series.h"
#include "study/summarise.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

enum { SEEDS = 3, LENGTHS = 3, EXAMPLES = 2000 };
#define NO_NUMBER (double)NAN
#define NEVER (double)INFINITY

struct given {
    const char *encoding, *options;
    int seed;
    long weights;
    double steps_to_99, in_range;
    double extend[LENGTHS], interpolate[LENGTHS];
};

static const struct given given[] = {
    {"learned", "", 1, 6530, NO_NUMBER, NO_NUMBER, {0}, {0}},
    {"learned", "", 2, 6530, 200, 95, {96, 70, 40}, {96, 90, 81}},
    {"learned", "", 3, 6530, 50, 99, {98, 76, 50}, {98, 88, 83}},
    {"rope", " base=100", 1, 5986, 90, 100, {100, 80, 30}, {100, 95, 90}},
    {"rope", " base=100", 2, 5986, 400, 97, {99, 61, 20}, {99, 97, 92}},
    {"rope", " base=100", 3, 5986, NEVER, 94, {93, 72, 31}, {93, 90, 91}},
    {"none", "", 1, 0, NEVER, 56, {51, 41, 29}, {NO_NUMBER, NO_NUMBER, NO_NUMBER}},
    {"none", "", 2, 0, NEVER, 54, {49, 39, 31}, {NO_NUMBER, NO_NUMBER, NO_NUMBER}},
    {"none", "", 3, 0, NEVER, 55.5, {50.5, 40, 30}, {NO_NUMBER, NO_NUMBER, NO_NUMBER}},
};
enum { GIVEN = sizeof given / sizeof *given };

/* What seeds share is that of the member before. */
static void settle(struct member *m, const struct given *g, struct arena *arena) {
    struct assignments a = {0};
    struct error e;
    struct settings s;
    if (!assignments_set(&a, "encoding.name", g->encoding, "a test", &e) || !settings_resolve(&s, &a, NULL, &e))
        s.encoding = NULL;
    m->seed = s.train.seed = g->seed;
    m->steps = s.train.steps;
    m->settings = g->seed > 1 ? m[-1].settings : settings_pack(&s, NULL, arena);
    m->label = arena_format(arena, "%s%s", g->encoding, g->options);
    m->options = g->options;
    m->name = arena_format(arena, "%s%s-seed%d", g->encoding, *g->options ? "-base=100" : "", g->seed);
    m->failure = m->warning = "";
}

/* Of all metrics but figures of the run, accuracy alone was measured. */
static void set_value(struct score *s, double accuracy) {
    for (int k = 0; k < metric_count; k++)
        s->value[k] = k == METRIC_ACCURACY ? accuracy : NO_NUMBER;
}

static void add_policy(struct evaluation_result *r, const struct policy *policy, const double *percent) {
    struct evaluation_row *row = &r->row[r->rows++];
    row->policy = policy;
    row->applies = !isnan(percent[0]);
    evaluation_row_alloc(r, row);
    for (int i = 0; i <= LENGTHS; i++) {
        set_value(row->at[1 + i], (i < LENGTHS ? percent[i] : percent[0] - 3) / 100);
        row->at[1 + i]->count = 310 + 10 * i;
    }
}

static void fill(struct member *m, const struct given *g, struct arena *arena) {
    settle(m, g, arena);
    if (isnan(g->in_range)) {
        m->status = STATUS_FAILED;
        m->failure = "killed by signal 9";
        return;
    }
    m->status = STATUS_FINISHED;
    const struct settings s = member_settings(m);
    m->result = arena_alloc(arena, 1, sizeof *m->result);
    *m->result = (struct evaluation_result){.arena = arena,
                                            .task = s.task,
                                            .mixer = s.mixer,
                                            .encoding = s.encoding,
                                            .seed = g->seed,
                                            .steps = 800,
                                            .words = {{4, 16}},
                                            .in_range = arena_alloc(arena, 1, sizeof(struct score)),
                                            .lengths = LENGTHS,
                                            .seconds = 0.25 * g->seed,
                                            .seen = (double)NAN,
                                            .weights = g->weights,
                                            .steps_to_99 = g->steps_to_99,
                                            .examples = EXAMPLES};
    set_value(m->result->in_range, g->in_range / 100);
    m->result->in_range->count = 300;
    add_policy(m->result, &policy_extend, g->extend);
    add_policy(m->result, &policy_interpolate, g->interpolate);
    evaluation_take_figures(m->result);
}

/* Results that need no model are the same for all members. */
static void tell(struct evaluation_result *r, struct comparison_result *c) {
    memcpy(r->words, c->words, sizeof r->words);
    r->baseline = c->baseline;
    r->baselines = c->baselines;
}

void lopsided_build(struct comparison_result *c, struct arena *arena) {
    static const int words[LENGTHS] = {16, 24, 64};
    *c = (struct comparison_result){.arena = arena, .members = GIVEN, .words = {{4, 16}}, .lengths = LENGTHS};
    c->member = arena_alloc(arena, GIVEN, sizeof *c->member);
    for (int k = 0; k < GIVEN; k++)
        fill(&c->member[k], &given[k], arena);
    compare_find_series(c);
    c->settings = member_settings(c->member);
    c->compare.seeds = (struct range){1, SEEDS};
    c->compare.gate = 0.95;
    c->words[1 + LENGTHS] = (struct range){4, 64};
    for (int i = 0; i < LENGTHS; i++)
        c->words[1 + i] = (struct range){words[i], words[i]};
    c->baselines = 3;
    c->baseline[CHANCE] = (struct baseline_levels){"chance", {{{0.55, 0.5, 0.4, 0.3, 0.35}}}};
    c->baseline[1] = (struct baseline_levels){"without order", {{{0.58, 0.52, 0.45, NO_NUMBER, 0.47}}}};
    c->baseline[2] = (struct baseline_levels){"of words", {{{NO_NUMBER, NO_NUMBER, NO_NUMBER, NO_NUMBER, NO_NUMBER}}}};
    for (int k = 0; k < GIVEN; k++)
        if (c->member[k].result)
            tell(c->member[k].result, c);
    snprintf(c->folder, sizeof c->folder, "runs/lopsided");
    c->seconds = 12.5;
    compare_summarise(c);
}

static void set_training(struct member *m, double percent, int count) {
    set_value(&m->result->training, percent / 100);
    m->result->training.count = count;
}

void lopsided_recipes(struct comparison_result *c) {
    static const struct {
        int member, steps, trained;
        double loss;
    } early[] = {{1, 480, 520, 0.25}, {2, 550, 610, 0.125}};
    for (int i = 0; i < 2; i++) {
        struct evaluation_result *r = c->member[early[i].member].result;
        r->steps = early[i].steps;
        r->validation.steps = early[i].trained;
        r->validation.loss = early[i].loss;
    }
    for (int k = 0; k < GIVEN; k++)
        c->member[k].steps = 900 - 100 * (k / SEEDS);
    set_training(&c->member[1], 99, 400);
    set_training(&c->member[4], 98, 420);
    set_training(&c->member[6], 98, 40);
    set_training(&c->member[7], 90, 50);
    set_training(&c->member[8], 60, 60);
    c->member[1].result->seen = 0.25;
    c->member[2].result->seen = 0.35;
}

struct summary lopsided_summary(int n, const double *a, const double *b, double *p) {
    double x[SEEDS], y[SEEDS];
    for (int i = 0; i < n; i++) {
        x[i] = a[i] / 100;
        y[i] = b ? b[i] / 100 : 0;
    }
    const struct seeds of_a = {x, n, 0, 1, EXAMPLES, NO_NUMBER}, of_b = {y, n, 0, 1, EXAMPLES, NO_NUMBER};
    return b ? seeds_difference(&of_a, &of_b, NO_NUMBER, p) : seeds_summary(&of_a);
}
