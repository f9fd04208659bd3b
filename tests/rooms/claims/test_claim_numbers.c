/* test_claim_numbers.c -- formulas against values by hand, and what a claim measures of made-up members. */
#include "claims_book.h"
#include "encoding/policy.h"
#include "study/series.h"
#include "study/summarise.h"
#include "unit/opened.h"

/* Only these claims, planned: one or two numbers. */
static void plan(int one, int two, int seeds) {
    struct error e = {0};
    for (int i = 0; i < book.claims; i++)
        book.claim[i]->wanted = book.claim[i]->number == one || book.claim[i]->number == two;
    for (int i = 0; i < book.experiments; i++)
        book.experiment[i]->seeds = 0;
    if (!claims_plan(&book, seeds, &arena, &e))
        fail_msg("%s", e.text);
}

static struct claim_result result;

static void measure(int number) {
    struct error e = {0};
    if (!claims_measure(claims_find(&book, number), &result, &e))
        fail_msg("%s", e.text);
}

/* The first member of a point, with its first weights. */
static struct run *initial_run(const struct claim_point *p) {
    static struct run r;
    struct error e = {0};
    const struct member *m = p->in->c.member;
    while (strcmp(m->label, p->member) != 0)
        m++;
    const struct settings own = member_settings(m);
    assert_true(run_build(&r, &own, NULL, &e));
    return &r;
}

static double count_weights(const struct claim_point *p) {
    struct run *r = initial_run(p);
    double count = (double)params_trained(&r->model.params);
    run_free(r);
    return count;
}

/* Claim 12: what is said to have as many weights has, to half a percent; what has the same width has fewer. */
TEST(equal_weights) {
    const struct claim *c = claims_find(&book, 12);
    int checked = 0;
    plan(12, 0, 2);
    for (const struct claim_row *row = c->row; row < c->row + c->rows; row++) {
        if (row->table->metric != metric_find("weights"))
            continue;
        double share = count_weights(&row->b) / count_weights(&row->a);
        if (strcmp(row->setting[1], "weights") == 0)
            assert_true(fabs(share - 1) < 0.005);
        else
            assert_true(share < 0.995);
        checked++;
    }
    assert_true(checked > 0);
}

static double mean_square_row(const struct run *r, const char *name) {
    const struct tensor *t = params_find(&r->model.params, name);
    double sum = 0;
    for (size_t i = 0; i < t->count; i++)
        sum += (double)r->model.params.value[t->offset + i] * (double)r->model.params.value[t->offset + i];
    return sum / t->rows;
}

/* Claim 5: before training the index of position 128 is 128 against a word and a segment of 31 columns, each
 * N(0, 1/32), to a tenth; and exactly against the words and segments of the model. No other position counts. */
TEST(dominance) {
    const struct claim_row *row = claims_find(&book, 5)->row;
    plan(5, 0, 2);
    assert_string_equal(row->a.formula->name, "dominance");
    struct run *r = initial_run(&row->a);
    double x = row->a.formula->of_run(r), typical = sqrt(mean_square_row(r, "embeddings.word_embeddings.weight") +
                                                         mean_square_row(r, "embeddings.token_type_embeddings.weight"));
    assert_true(fabs(x / (128 / sqrt(2 * 31.0 / 32)) - 1) < 0.1);
    assert_true(fabs(x * typical / 128 - 1) < 1e-5);
    run_free(r);
}

static const struct claim_formula *find(const char *name) {
    const struct claim_formula *f = claim_formulas;
    while (f->name && strcmp(f->name, name) != 0)
        f++;
    assert_non_null(f->name);
    return f;
}

static double formula(const char *name, int seed, int first, int second) {
    return find(name)->value(seed, (const int[]){first, second});
}

TEST(formulas) {
    /* positions 0 and 1: the cosine's mean is farther from 0; 0..2: the sine's; 0..5: the cosine's, which is below 0 */
    assert_true(fabs(formula("column_mean", 0, 2, 2) - (1 + cos(1)) / 2) < 1e-6);
    assert_true(fabs(formula("column_mean", 0, 2, 3) - (sin(1) + sin(2)) / 3) < 1e-6);
    assert_true(fabs(formula("column_mean", 0, 2, 6) + 0.0393030770) < 1e-6);
    /* means over six positions: .029, -.039; over five: .227, -.104 */
    assert_true(formula("columns_off", 0, 2, 6) == 0 && formula("columns_off", 0, 2, 5) == 2);
    assert_true(formula("shift_paired", 0, 16, 7) < 1e-5);
    assert_true(formula("shift_unpaired", 0, 16, 7) > 0.1);
    assert_true(formula("shift_random", 1, 16, 7) > 0.9);
    assert_true(formula("shift_random", 1, 16, 7) != formula("shift_random", 2, 16, 7));
}

/* Rows 0 and 1 of width 4, scale 1: the angles are 1 and 1/100, of one wave 1, 1/10, 1/100 and 1/1000. Of more rows the
 * nearest are nearer. */
TEST(closest_rows) {
    static const char *const names[] = {"closest_paired", "closest_sine", "closest_cosine"};
    const double paired = 2 * sqrt(pow(sin(.5), 2) + pow(sin(.005), 2)),
                 sine = sqrt(pow(sin(1), 2) + pow(sin(.1), 2) + pow(sin(.01), 2) + pow(sin(.001), 2)),
                 cosine = sqrt(pow(1 - cos(1), 2) + pow(1 - cos(.1), 2) + pow(1 - cos(.01), 2));
    assert_true(fabs(formula("closest_paired", 0, 4, 2) - paired) < 1e-6);
    assert_true(fabs(formula("closest_sine", 0, 4, 2) - sine) < 1e-6);
    assert_true(fabs(formula("closest_cosine", 0, 4, 2) - cosine) < 1e-6);
    for (int i = 0; i < 3; i++) {
        assert_true(formula(names[i], 0, 4, 100000) < formula(names[i], 0, 4, 2));
        assert_true(isnan(formula(names[i], 0, 4, 1)));
    }
    assert_true(formula("resolution", 0, 4, 2) == (sizeof(real) == sizeof(float) ? ldexp(1, -23) : ldexp(1, -52)));
}

/* Two words of [3, 0] and positions [0, 4] and [0, 9]: 5 apart. */
TEST(formulas_of_positions) {
    static struct run x;
    open_run(&x, (const char *const[]){"task.name=first", "model.d_model=2", "model.heads=1", NULL});
    for (int i = 0; i < 2 * x.model.size.vocabulary; i++)
        x.model.params.value[x.model.token + (size_t)i] = i % 2 ? 0 : 3;
    for (int i = 0; i < 2 * x.model.encoding.rows; i++)
        x.model.params.value[x.model.position[0] + (size_t)i] = (real)(i % 2 ? 4 + 5 * (i / 2) : 0);
    assert_true(fabs(find("closest")->of_run(&x) - 5) < 1e-6);
    assert_true(find("angle")->of_run(&x) > atan2(4, 3) * 180 / acos(-1));
    assert_true(find("length_ratio")->of_run(&x) > 5 / 3.0);
    /* 17 positions [t * t, 4 + 5 t]: 16 steps of 1, 3, ..., 31, of which 8 make 64 and 8 more 192, and of 5 */
    assert_int_equal(x.model.encoding.rows, 17);
    for (int t = 0; t < 17; t++)
        x.model.params.value[x.model.position[0] + 2 * (size_t)t] = (real)(t * t);
    assert_true(fabs(find("late_positions")->of_run(&x) - (192 + 40) / (64 + 40.0)) < 1e-6);
    assert_true(fabs(find("late_columns")->of_run(&x) - 80 / 256.0) < 1e-6);
    run_free(&x);
    open_run(&x, (const char *const[]){"task.name=first", "encoding.name=alibi", NULL});
    assert_true(isnan(find("angle")->of_run(&x)) && isnan(find("length_ratio")->of_run(&x)) &&
                isnan(find("closest")->of_run(&x)));
    run_free(&x);
    open_run(&x, (const char *const[]){"task.name=reverse", "task.words=1..1", "eval.lengths=1x", NULL});
    assert_int_equal(x.model.encoding.size.trained, 1); /* nothing is near to the only position */
    assert_true(isnan(find("closest")->of_run(&x)));
    run_free(&x);
}

/* Two seeds of nothing but formulas: measured, judged, and the same again. */
TEST(measured) {
    struct error e = {0};
    const struct claim *c = claims_find(&book, 6);
    plan(6, 0, 2);
    for (int i = 0; i < book.experiments; i++)
        assert_int_equal(book.experiment[i]->seeds, 0);
    measure(c->number);
    for (int i = 0; i < c->rows; i++) {
        const struct summary x = result.row[i].measured;
        assert_int_equal(x.n, c->row[i].a.formula->seeds ? 2 : 1);
        assert_true(x.low <= x.mean && x.mean <= x.high);
        assert_true(isnan(result.row[i].b.mean) && isnan(result.row[i].chance));
    }
    assert_true(claims_plan(&book, CLAIM_SEEDS, &arena, &e));
    assert_false(claims_plan(&book, CLAIM_SEEDS + 1, &arena, &e));
    assert_int_equal(e.code, EXIT_USAGE);
}

/* Claims 3 and 7 both read one experiment, 7 alone another. */
/* says help claims: Without --seeds a claim has as many seeds as its file asks for */
/* says help claims: claims in one call share the larger number */
TEST(claims_ask_for_seeds) {
    struct claim *three = claims_find(&book, 3), *seven = claims_find(&book, 7);
    const struct experiment *both = three->row[0].a.in, *one = seven->row[2].a.in;
    three->seeds = 4;
    seven->seeds = 2;
    plan(3, 7, 0);
    assert_true(both->seeds == 4 && both->c.members == 16 && one->seeds == 2 && one->c.members == 12);
    plan(3, 7, 3);
    assert_true(both->seeds == 3 && one->seeds == 3);
}

/* What compare_collect would have read: a number of its own for each encoding, seed, policy and length. */
static void pretend(void) {
    for (int i = 0; i < book.experiments; i++) {
        struct comparison_result *c = &book.experiment[i]->c;
        c->lengths = 3;
        for (int l = 0; l < 3; l++) {
            c->words[1 + l] = (struct range){0, c->words[IN_RANGE].high << l};
            c->baseline[CHANCE].of[METRIC_ACCURACY].at[1 + l] = 0.5 + 0.01 * l;
        }
        for (int k = 0; k < c->members; k++) {
            struct member *m = &c->member[k];
            struct evaluation_result *r = m->result = arena_alloc(&arena, 1, sizeof *r);
            m->status = m->seed == 3 ? STATUS_FAILED : STATUS_FINISHED;
            r->in_range = arena_alloc(&arena, 1, sizeof *r->in_range);
            r->arena = &arena;
            r->lengths = 3;
            r->in_range->value[METRIC_ACCURACY] = 0.9 + 0.01 * m->seed * m->seed;
            r->training.value[METRIC_ACCURACY] = 1;
            r->rows = 2;
            for (int p = 0; p < 2; p++) {
                r->row[p] = (struct evaluation_row){.policy = p ? &policy_wrap : &policy_extend, .applies = true};
                evaluation_row_alloc(r, &r->row[p]);
                for (int l = 0; l < 3; l++)
                    r->row[p].at[1 + l]->value[METRIC_ACCURACY] = 0.8 - 0.1 * p - 0.2 * l - 0.01 * m->seed;
            }
        }
        if (c->members)
            compare_summarise(c);
    }
}

static void assert_number(struct summary x, struct summary s) {
    if (x.n != s.n || !(fabs(x.mean - 100 * s.mean) < 1e-9) || !(fabs(x.low - 100 * s.low) < 1e-9) ||
        !(fabs(x.high - 100 * s.high) < 1e-9))
        fail_msg("%g (%g..%g), n = %d, is not %g (%g..%g)", x.mean, x.low, x.high, x.n, s.mean, s.low, s.high);
}

/* A share of two seeds, or a share less another by seed. */
static struct summary share(const double *x) { return seeds_summary(&(struct seeds){x, 2, 0, 1, 0, (double)NAN}); }

static struct summary share_less(const double *x, const double *y) {
    return seeds_difference(&(struct seeds){x, 2, 0, 1, 0, (double)NAN}, &(struct seeds){y, 2, 0, 1, 0, (double)NAN},
                            (double)NAN, NULL);
}

/* Two seeds of three, the third has failed. In range 91 and 94 %; under extend at twice the length 59 and 58 %, under
 * wrap 49 and 48 %; the gap is 9 and 6, which has no bounds. */
TEST(measured_members) {
    static const double in_range[] = {0.91, 0.94}, extend[] = {0.59, 0.58}, wrap[] = {0.49, 0.48}, gap[] = {0.09, 0.06};
    plan(2, 8, 3);
    pretend();
    measure(2);
    assert_number(result.row[0].a, share(in_range));
    assert_number(result.row[0].b, share(extend));
    assert_number(result.row[0].measured, share_less(in_range, extend)); /* 32 and 36: paired by seed */
    assert_number(result.row[2].measured, share_less(in_range, wrap));
    assert_true(fabs(result.row[0].measured.mean - 34) < 1e-9 && result.row[0].a.high == 100);
    assert_true(fabs(result.row[0].chance - 51) < 1e-9);
    assert_int_equal(result.row[4].measured.n, 0); /* interpolate, which nobody has evaluated */
    measure(8);
    assert_number(result.row[0].a, summarise(gap, 2));
    assert_true(isnan(result.row[0].chance));
}

/* The accuracy of a label at every length under each policy, and its steps to 99 %, by seed. */
static void set_label(struct experiment *x, const char *label, const double accuracy[3], const double steps[3]) {
    for (struct member *m = x->c.member; m < x->c.member + x->c.members; m++) {
        for (int p = 0; p < 2 && strcmp(m->label, label) == 0; p++)
            for (int l = 0; l < 3; l++)
                for (int metric = METRIC_ACCURACY; metric <= METRIC_LOSS; metric++)
                    m->result->row[p].at[1 + l]->value[metric] =
                        metric == METRIC_LOSS ? 1 - accuracy[m->seed - 1] : accuracy[m->seed - 1];
        if (strcmp(m->label, label) == 0) {
            m->result->steps = 800;
            m->result->steps_to_99 = steps[m->seed - 1];
            m->status = isnan(accuracy[m->seed - 1]) ? STATUS_FAILED : STATUS_FINISHED;
        }
    }
    compare_summarise(&x->c);
}

/* The hybrid against the better of its parts in each seed, which is one part in the first and the other in the second;
 * in the third seed a part has failed: nobody knows which is better. */
TEST(measured_against_the_better) {
    static const double learned[] = {0.6, 0.8, 0.9}, rope[] = {0.7, 0.5, (double)NAN}, hybrid[] = {0.9, 0.85, 0.95},
                        better[] = {0.7, 0.8};
    static const double steps[] = {100, (double)INFINITY, 50}, others[] = {200, 400, 50}, fast[] = {50, 100, 50};
    const struct claim_row *row = claims_find(&book, 18)->row;
    int k = 0;
    plan(18, 0, 3);
    pretend();
    set_label(row->a.in, row->a.member, hybrid, fast);
    set_label(row->b.in, row->b.member, learned, steps);
    set_label(row->b.other->in, row->b.other->member, rope, others);
    measure(18);
    assert_number(result.row[0].b, share(better));
    assert_number(result.row[0].measured, share_less(hybrid, better)); /* 20 and 5 */
    assert_true(fabs(result.row[0].measured.mean - 12.5) < 1e-9);
    while (!claim_is_ratio(&row[k]))
        k++;
    assert_string_equal(row[k].b.member, row->b.member);
    assert_true(fabs(result.row[k].b.mean - 200) < 1e-9 && result.row[k].measured.n == 2); /* of 100 and 400 */
    assert_true(fabs(result.row[k].measured.mean - sqrt(8)) < 1e-9);                       /* 2 and 4 times */
    struct claim_table *table = (struct claim_table *)row->table;
    struct error e = {0};
    table->metric = METRIC_LOSS; /* of which less is better */
    bool ok = claims_measure(claims_find(&book, 18), &result, &e);
    table->metric = METRIC_ACCURACY;
    assert_true(ok && fabs(result.row[0].b.mean - 0.25) < 1e-9 && fabs(result.row[0].measured.mean - 0.125) < 1e-9);
}

/* Chance is exact: subtracting it shifts the mean and both ends of the interval alike. */
TEST(measured_against_chance) {
    const struct claim *c = claims_find(&book, 1);
    int against = 0;
    plan(1, 0, 3);
    pretend();
    measure(c->number);
    for (int i = 0; i < c->rows; i++) {
        const struct summary a = result.row[i].a, d = result.row[i].measured;
        if (c->row[i].b.at != AT_CHANCE)
            continue;
        assert_true(a.low < a.mean && a.mean < a.high);
        assert_true(fabs(d.mean - (a.mean - result.row[i].b.mean)) < 1e-9 && d.n == 2);
        assert_true(fabs(d.low - (a.low - result.row[i].b.mean)) < 1e-9 &&
                    fabs(d.high - (a.high - result.row[i].b.mean)) < 1e-9);
        against++;
    }
    assert_true(against > 0);
}

/* Less is better: a loss of 0.2 and 0.4, mean 0.3, is 0.4 better than chance, 0.7. */
TEST(loss_against_chance) {
    const struct claim *c = claims_find(&book, 1);
    struct error e = {0};
    int at = 0;
    plan(1, 0, 3);
    pretend();
    while (c->row[at].b.at != AT_CHANCE)
        at++;
    struct comparison_result *of = &c->row[at].b.in->c;
    struct claim_table *table = (struct claim_table *)c->row[at].table;
    of->baseline[CHANCE].of[METRIC_LOSS].at[IN_RANGE] = 0.7;
    for (struct member *m = of->member; m < of->member + of->members; m++)
        m->result->in_range->value[METRIC_LOSS] = 0.2 * m->seed;
    compare_summarise(of);
    table->metric = METRIC_LOSS;
    bool ok = claims_measure(c, &result, &e);
    table->metric = METRIC_ACCURACY;
    assert_true(ok);
    const struct summary a = result.row[at].a, d = result.row[at].measured;
    assert_true(fabs(a.mean - 0.3) < 1e-9 && a.low < 0.2 && a.high > 0.4);
    assert_true(fabs(d.mean - 0.4) < 1e-9 && d.n == 2);
    assert_true(fabs(d.low - (0.7 - a.high)) < 1e-9 && fabs(d.high - (0.7 - a.low)) < 1e-9);
}

/* Steps to 99 % of learned and sinusoidal, by seed; tokens per second of attention and others. */
static void pretend_figures(const double learned[2], const double sinusoidal[2]) {
    pretend();
    for (int i = 0; i < book.experiments; i++) {
        struct comparison_result *c = &book.experiment[i]->c;
        for (int k = 0; k < c->members; k++) {
            struct member *m = &c->member[k];
            bool first = strcmp(m->label, "learned") == 0;
            m->result->steps = 800;
            m->result->steps_to_99 = (first ? learned : sinusoidal)[m->seed % 2 ? 0 : 1];
            m->result->tokens_per_second = (first ? 3e6 : 1e6) * m->seed;
        }
        if (c->members)
            compare_summarise(c);
    }
}

static void assert_figure(struct summary x, double mean, double low, double high) {
    bool same_high = isinf(high) ? isinf(x.high) : fabs(x.high - high) < 1e-6 * high;
    if (x.n != 2 || !(fabs(x.mean - mean) < 1e-9 * mean) || !(fabs(x.low - low) <= 1e-6 * low) || !same_high)
        fail_msg("%.9g (%.9g..%.9g), n = %d, is not %.9g (%.9g..%.9g)", x.mean, x.low, x.high, x.n, mean, low, high);
}

/* Of two seeds: 100 and 400 steps have a geometric mean of 200; against 300 and 300 the first is 3 and 0.75 times
 * faster, together 1.5. The logarithms 1.0986 and -0.2877 are 1.3863 apart, so that half an interval is 12.7062 / 2
 * times that. Attention has 3 times the tokens of a cell for each seed, of thousands 3 and 6 in the mean 4.243. */
TEST(figures) {
    const double learned[] = {100, 400}, sinusoidal[] = {300, 300};
    const double wide = exp(12.706205 * log(4) / 2);
    plan(7, 19, 3);
    pretend_figures(learned, sinusoidal);
    measure(7);
    assert_figure(result.row[3].a, 200, 200 / wide, 200 * wide);
    assert_figure(result.row[3].b, 300, 300, 300);
    assert_figure(result.row[3].measured, 1.5, 1.5 / wide, 1.5 * wide);
    assert_true(isnan(result.row[3].chance) && result.row[3].answer == ANSWER_OPEN);
    measure(19);
    assert_true(fabs(result.row[0].a.mean - 3000 * sqrt(2)) < 1e-6);
    assert_figure(result.row[0].measured, 3, 3, 3);
    assert_int_equal(result.verdict, VERDICT_HELD);
}

/* Of a run of 800 steps that never gets there 800 is a lower bound. The slower side has no upper end, and its ratio at
 * least 3 and 2; the faster one, if it is the bound, no lower end. Where both are, nothing is known. */
/* says help claims: counts with its last step, a lower bound, and decides only what that bound allows */
/* says help claims: A seed that never reaches 99 % */
TEST(figures_not_reached) {
    const double learned[] = {100, 400}, sinusoidal[] = {300, (double)INFINITY},
                 never[] = {(double)INFINITY, (double)INFINITY};
    const double wide = exp(12.706205 * log(1.5) / 2), apart = exp(12.706205 * log(8.0 / 3) / 2);
    plan(7, 0, 3);
    pretend_figures(learned, sinusoidal);
    measure(7);
    assert_figure(result.row[3].b, sqrt(300 * 800), sqrt(300 * 800) / apart, (double)INFINITY);
    assert_figure(result.row[3].measured, sqrt(6), sqrt(6) / wide, (double)INFINITY);
    pretend_figures(sinusoidal, learned);
    measure(7);
    assert_figure(result.row[3].measured, 1 / sqrt(6), 0, wide / sqrt(6));
    pretend_figures(never, sinusoidal);
    measure(7);
    assert_true(isinf(result.row[3].a.mean) && isnan(result.row[3].measured.mean));
    assert_string_equal(result.row[3].saturated, "never");
}

GROUP(claim_numbers, read_all, drop_all)
