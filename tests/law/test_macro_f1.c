/* test_macro_f1.c -- the interval of macro-F1 over a fixed test set holds the macro-F1 of the population that the rows
 * were drawn from in at least 93 % of draws, with some 20 rows or more of the rarest label: for models whose seeds all
 * answer alike, as some baselines do, and for seeds that answer each by itself. */
#include <math.h>
#include <string.h>

#include "base/random.h"
#include "evaluate/confusion.h"
#include "statistics/statistics.h"
#include "unit/tests.h"

enum { DRAWS = 400, SEEDS = 3, MOST = 8 };

/* The population: how often each label is right, and how often the answer then is. */
struct population {
    int classes, rows;
    double share[MOST], right; /* right: the share of right answers; the others are spread evenly */
};

static double uniform(struct random *r) { return (random_word(r) + 0.5) / 4294967296.0; }

static double answer_share(const struct population *p, int label, int answer) {
    return label == answer ? p->right : (1 - p->right) / (p->classes - 1);
}

/* From 1 for the most frequent label down to 1 / 4 for the rarest. */
static struct population population_of(int classes, int rows, double right) {
    struct population p = {classes, rows, {0}, right};
    double all = 0;
    for (int k = 0; k < classes; k++)
        all += p.share[k] = 1 - 0.75 * k / (classes - 1);
    for (int k = 0; k < classes; k++)
        p.share[k] /= all;
    return p;
}

static double true_value(const struct population *p) {
    double share[MOST * MOST];
    for (int k = 0; k < p->classes; k++)
        for (int a = 0; a < p->classes; a++)
            share[k * p->classes + a] = p->share[k] * answer_share(p, k, a);
    const struct confusion m = confusion_of(share, p->classes * p->classes);
    return confusion_macro_f1(&m);
}

static int draw_label(const struct population *p, struct random *r) {
    double x = uniform(r);
    int k = 0;
    while (k + 1 < p->classes && (x -= p->share[k]) > 0)
        k++;
    return k;
}

static int draw_answer(const struct population *p, struct random *r, int label) {
    if (uniform(r) < p->right)
        return label;
    int other = (int)random_below(r, (uint32_t)p->classes - 1);
    return other + (other >= label);
}

/* The values of all seeds over the same rows, and the mean of their variances. */
static double draw_seeds(double value[SEEDS], const struct population *p, struct random *r, bool alike) {
    double count[SEEDS][MOST * MOST] = {{0}}, variance = 0;
    for (int i = 0; i < p->rows; i++) {
        int label = draw_label(p, r), answer = draw_answer(p, r, label);
        for (int s = 0; s < SEEDS; s++) {
            answer = s == 0 || alike ? answer : draw_answer(p, r, label);
            count[s][label * p->classes + answer]++;
        }
    }
    for (int s = 0; s < SEEDS; s++) {
        const struct confusion m = confusion_of(count[s], p->classes * p->classes);
        value[s] = confusion_macro_f1(&m);
        variance += confusion_variance(&m) / SEEDS;
    }
    return variance;
}

static double coverage(const struct population *p, bool alike, uint64_t stream) {
    double expected = true_value(p);
    int hits = 0;
    for (int i = 0; i < DRAWS; i++) {
        struct random r = random_open(7, RANDOM_EVAL, stream * DRAWS + (uint64_t)i);
        double value[SEEDS];
        struct seeds seeds = {value, SEEDS, 0, 1, p->rows, 0};
        seeds.shared = draw_seeds(value, p, &r, alike);
        struct summary s = seeds_summary(&seeds);
        hits += s.low <= expected && expected <= s.high;
    }
    return (double)hits / DRAWS;
}

static void check(bool alike) {
    static const int classes[] = {2, 4, MOST}, rows[] = {300, 1000};
    static const double right[] = {0.4, 0.7, 0.95};
    double least = 1;
    uint64_t stream = alike ? 100 : 200;
    for (int i = 0; i < 3; i++)
        for (int k = 0; k < 2; k++)
            for (int n = 0; n < 3; n++) {
                const struct population p = population_of(classes[i], rows[k], right[n]);
                double covered = coverage(&p, alike, stream++);
                least = covered < least ? covered : least;
                if (!(covered >= 0.93 - 3 * sqrt(0.93 * 0.07 / DRAWS)))
                    fail_msg("%d labels, %d rows, %.2f right: %.1f %% covered", classes[i], rows[k], right[n],
                             100 * covered);
            }
    print_message("macro-F1, %s: covered at least %.1f %%\n", alike ? "seeds alike" : "seeds apart", 100 * least);
}

/* says help eval: macro_f1 (task tsv, up to */
TEST(alike) { check(true); }

TEST(apart) { check(false); }

GROUP(macro_f1, NULL, NULL)
