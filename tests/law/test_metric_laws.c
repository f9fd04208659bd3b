/* test_metric_laws.c -- laws of every metric of the registry, for tasks and models that are not there: what the best
 * guess comes to that does not look at the sequence is its chance, what is always right its best value, and nothing is
 * outside of its bounds; a metric of some targets (NAME_OF_WHICH) is NAME over these alone; what an evaluation writes
 * of it is read back. */
#include <math.h>
#include <string.h>

#include "base/random.h"
#include "encoding/kinds.h"
#include "evaluate/evaluate.h"
#include "model/mixer.h"
#include "unit/near.h"
#include "unit/opened.h"
#include "unit/tests.h"

/* Sequences of eight rows, each a target whose answer is that of its sequence: class 1, 2 or 3, or unknown; or any
 * class, all alike. */
enum { CLASSES = 5, SEQUENCES = 40, KNOWN = 32, T = 8, TARGETS = SEQUENCES * T };
static const int uneven[CLASSES] = {SEQUENCES - KNOWN, 20, 8, 4, 0}, even[CLASSES] = {8, 8, 8, 8, 8};
static const int *counts = uneven; /* sequences of each class, the unknown ones last */

static int answer_of(int sequence) {
    int class = 1;
    for (; class < CLASSES && sequence >= counts[class]; class ++)
        sequence -= counts[class];
    return class % CLASSES;
}

/* Where answers are uneven, unknown ones have no share. */
static double share_of(int class) {
    if (counts == even)
        return even[class] / (double)SEQUENCES;
    return class == TASK_UNKNOWN ? 0 : uneven[class] / (double)KNOWN;
}

/* ---- A task with all metrics */

static int count_targets(const struct task_built *t, int length) { return length; }

static double most_frequent(const struct task_built *t, struct range words) { return share_of(1); }

static int labels(const struct task_built *t, struct range words) { return counts == even ? CLASSES : 3; }

static double entropy(const struct task_built *t, struct range words) {
    double sum = 0;
    for (int k = 0; k < CLASSES; k++)
        sum -= share_of(k) > 0 ? share_of(k) * log(share_of(k)) : 0;
    return sum;
}

static const struct task kind = {.name = "made",
                                 .answers_words = true,
                                 .targets = count_targets,
                                 .chance = most_frequent,
                                 .labels = labels,
                                 .entropy = entropy};
static const struct task_built task = {.kind = &kind, .size = {.classes = CLASSES, .trained = {T, T}}};
static const struct range words = {T, T};

/* ---- Models: what they say of a target */

/* Of those that are alike the first is taken. */
static void guess(real *logit, int target, double how) {
    for (int k = 0; k < CLASSES; k++)
        logit[k] = (real)(share_of(k) > 0 ? how * log(share_of(k)) - k * limit(1e-14, 2e-7) : -300);
}

static void say_answer(real *logit, int target, double how) {
    memset(logit, 0, CLASSES * sizeof *logit);
    logit[answer_of(target / T)] = (real)how;
}

static void say_something(real *logit, int target, double how) {
    struct random r = random_open(7, RANDOM_EVAL, (uint64_t)target);
    for (int k = 0; k < CLASSES; k++)
        logit[k] = (real)random_normal(&r);
    logit[answer_of(target / T)] += (real)how;
}

typedef void say(real *logit, int target, double how);

/* ---- What metrics make of them */

struct scored {
    int sums[METRICS_MAX], targets;
    double all[METRICS_MAX * CLASSES * CLASSES], *sum[METRICS_MAX];
};

/* Over all targets, or those alone that are known. */
static void score(struct scored *s, say *model, double how, bool known) {
    static int answer[TARGETS];
    static real logits[TARGETS * CLASSES];
    static struct outcome outcome[TARGETS];
    struct batch b = {.answer = answer};
    for (int i = 0; i < TARGETS; i++) {
        if (!known || answer_of(i / T) != TASK_UNKNOWN) {
            answer[b.targets] = answer_of(i / T);
            model(&logits[b.targets++ * CLASSES], i, how);
        }
    }
    memset(s->all, 0, sizeof s->all);
    s->targets = b.targets;
    s->sum[0] = s->all;
    for (int k = 0; k < metric_count; k++) {
        s->sums[k] = metrics[k].sums(&task);
        if (s->sums[k] < 1 && !metrics[k].of_run)
            fail_msg("%s is not for the task of these laws: give the task what it needs", metrics[k].name);
        if (k + 1 < metric_count)
            s->sum[k + 1] = s->sum[k] + s->sums[k];
    }
    loss_outcomes(outcome, logits, answer, b.targets, CLASSES);
    metrics_add(s->all, s->sums, &task, &b, 0, b.targets, outcome);
}

static double value(const struct scored *s, int k) { return metrics[k].value(s->sum[k], s->sums[k], s->targets); }

static void agree(int metric, const char *what, double got, double expected, double tolerance) {
    if (!(fabs(got - expected) <= tolerance))
        fail_msg("%s is %.9g %s, not %.9g", metrics[metric].name, got, what, expected);
}

/* All that count targets; figures of the run come after them, as test_figures says. */
static bool every(int k) { return ABOUT(k < metric_count && !metrics[k].of_run ? &metrics[k] : NULL); }

/* Guesses that give the frequent answers more than their share, their share, and less: one of them is the best. Where
 * answers are uneven, not all metrics know what it gets. */
static void check_chance(const int *of) {
    static const double hows[] = {0.5, 1, 2, 100};
    static struct scored s;
    counts = of;
    for (int k = 0; every(k); k++) {
        const struct metric *m = &metrics[k];
        double chance = m->chance(&task, words), best = -m->quantity.better * (double)INFINITY;
        for (size_t i = 0; i < sizeof hows / sizeof *hows; i++) {
            score(&s, guess, hows[i], of == uneven);
            best = m->quantity.better * value(&s, k) > m->quantity.better * best ? value(&s, k) : best;
        }
        if (!isnan(chance) || (of == even ? !m->known : k <= METRIC_MACRO_F1))
            agree(k, "for the best guess without looking", best, chance, limit(1e-12, 1e-6));
    }
    counts = uneven;
}

TEST(chance) {
    check_chance(uneven);
    check_chance(even);
}

TEST(bounds) {
    static const struct {
        say *model;
        double how;
    } models[] = {{guess, 1}, {guess, 100}, {say_something, 0}, {say_something, 1}, {say_answer, -100}};
    static struct scored s;
    for (int k = 0; every(k); k++) {
        const struct metric *m = &metrics[k];
        score(&s, say_answer, 300, false);
        agree(k, "for who knows every answer", value(&s, k),
              m->quantity.better > 0 ? m->quantity.high : m->quantity.low, limit(1e-12, 1e-6));
        for (size_t i = 0; i < sizeof models / sizeof *models; i++) {
            score(&s, models[i].model, models[i].how, false);
            if (!(value(&s, k) >= m->quantity.low && value(&s, k) <= m->quantity.high))
                fail_msg("%s is %.9g, which is not in %g..%g", m->name, value(&s, k), m->quantity.low,
                         m->quantity.high);
        }
    }
}

TEST(some_targets) {
    static struct scored all, some;
    char name[64];
    for (int k = 0; every(k); k++) {
        const struct metric *m = &metrics[k];
        if (!m->known)
            continue;
        snprintf(name, sizeof name, "%.*s", (int)strcspn(m->name, "_"), m->name);
        if (metric_find(name) < 0)
            fail_msg("%s is about some targets: there is no metric %s of all", m->name, name);
        score(&all, say_something, 1, false);
        score(&some, say_something, 1, true);
        agree(k, "over all targets", value(&all, k), value(&some, metric_find(name)), 1e-12);
    }
}

/* ---- eval.tsv */

static struct arena arena;

static int drop_folder(void **state) {
    arena_free(&arena);
    return folder_teardown(state);
}

/* The same numbers in range and at one length. */
static void fill(struct evaluation_result *r, struct scored *s) {
    static const char *names[CLASSES] = {"a", "b", "c", "d", "e"};
    *r = (struct evaluation_result){.arena = &arena,
                                    .task = task_named("first"),
                                    .mixer = &mixer_attention,
                                    .encoding = &encoding_rope,
                                    .examples = SEQUENCES,
                                    .lengths = 1,
                                    .rows = 1,
                                    .labels = CLASSES,
                                    .label = names,
                                    .seconds = -1,
                                    .seen = (double)NAN,
                                    .baselines = 1,
                                    .baseline = arena_alloc(&arena, 1, sizeof *r->baseline)};
    r->baseline[CHANCE] = (struct baseline_levels){.name = "chance"};
    r->words[IN_RANGE] = r->words[1] = words;
    r->in_range = arena_alloc(&arena, 1, sizeof *r->in_range);
    r->row[0] = (struct evaluation_row){&policy_extend, true, NULL};
    evaluation_row_alloc(r, r->row);
    r->row[0].at[1] = r->in_range;
    r->in_range->count = s->targets;
    for (int k = 0; k < metric_count; k++) {
        r->sums[k] = s->sums[k];
        r->in_range->sum[k] = s->sum[k];
        r->in_range->value[k] = metrics[k].of_run ? (double)NAN : value(s, k);
        r->baseline[CHANCE].of[k].at[IN_RANGE] = r->baseline[CHANCE].of[k].at[1] = metrics[k].chance(&task, words);
    }
}

TEST(file) {
    static struct scored s;
    struct evaluation_result r, read;
    struct error e = {0};
    score(&s, say_something, 1, false);
    fill(&r, &s);
    if (!evaluation_write(&r, test_folder, &e) || !evaluation_read(&read, test_folder, &arena, &e))
        fail_msg("%s", e.text);
    for (int k = 0; every(k); k++) {
        agree(k, "when read back", read.in_range->value[k], value(&s, k), 1e-8 * value(&s, k));
        agree(k, "when read back", read.row[0].at[1]->value[k], value(&s, k), 1e-8 * value(&s, k));
    }
}

/* A figure counts nothing, is not known of a run of which nothing is, comes back from the file, and is no metric of
 * targets there. Another one needs a number in `r`. */
TEST(figures) {
    static struct scored s;
    const struct evaluation_result nothing = {.seen = (double)NAN};
    struct evaluation_result r, read;
    struct error e = {0};
    int k = 0;
    score(&s, say_something, 1, false);
    fill(&r, &s);
    r.steps = 90;
    r.weights = 1234;
    r.steps_to_99 = 40;
    r.tokens_per_second = 567890.5;
    if (!evaluation_write(&r, test_folder, &e) || !evaluation_read(&read, test_folder, &arena, &e))
        fail_msg("%s", e.text);
    while (every(k))
        k++;
    assert_true(k < metric_count);
    for (; k < metric_count; k++) {
        const struct metric *m = &metrics[k];
        if (!m->of_run)
            fail_msg("%s comes after figures of the run: those are the last", m->name);
        double given = m->of_run(&r);
        if (!(given > 0))
            fail_msg("%s is not known of the run of this law: give the run what it needs", m->name);
        if (!(fabs(read.in_range->value[k] - given) <= 1e-8 * given))
            fail_msg("%s is %g in eval.tsv, not %g", m->name, read.in_range->value[k], given);
        assert_true(isnan(m->of_run(&nothing)) && isnan(m->chance(&task, words)) && m->sums(&task) == 0);
        assert_true(!m->add && !m->value && metric_find(m->name) == k && metric_find_counted(m->name) < 0);
        assert_true(m->quantity.low == 0 && isinf(m->quantity.high) &&
                    (m->quantity.better == 1 || m->quantity.better == -1) && metric_has(k, &task));
    }
}

GROUP(metric_laws, folder_setup, drop_folder)
