/* evaluate.c -- see evaluate.h. */
#include "evaluate/evaluate.h"

#include <limits.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "base/registry.h"
#include "base/text.h"
#include "evaluate/evaluation_progress.h"
#include "evaluate/overlap.h"
#include "maths/matmul.h"
#include "run/training_set.h"

enum { TRAINING_MAX = 10000 }; /* training examples evaluated */
enum { SCORES_MAX = 2 + ENCODING_POLICIES * LENGTHS_MAX };

/* Examples of evaluation that the task holds with at most so many words; 0 where it makes them. */
static int dataset_count(const struct task_built *t, int words) {
    return t->kind->dataset_count ? t->kind->dataset_count(t, TASK_EVALUATION, words) : 0;
}

struct evaluation_range evaluation_range(const struct run *r, struct range words) {
    const struct task_built *t = &r->task;
    int first = dataset_count(t, words.low - 1), targets = r->settings.eval.examples;
    if (t->kind->dataset_count)
        return (struct evaluation_range){first, dataset_count(t, words.high) - first, INT_MAX};
    return (struct evaluation_range){0, evaluation_texts(t, targets, words), evaluation_targets(t, targets, words)};
}

/* Words of the longest example among those of a length; 0 where the task holds none. */
static int longest_of(const struct task_built *t, struct range words) {
    if (!t->kind->dataset_count)
        return words.high;
    int count = dataset_count(t, words.high);
    return count > dataset_count(t, words.low - 1) ? t->kind->dataset_words(t, TASK_EVALUATION, count - 1) : 0;
}

/* Examples that no column counts: neither one of the lengths nor the one in range. */
static int count_left_out(const struct run *r, const struct evaluation_result *result) {
    int count = dataset_count(&r->task, INT_MAX), left_out = 0;
    for (int n = 0; n < count; n++) {
        int words = r->task.kind->dataset_words(&r->task, TASK_EVALUATION, n);
        bool counted = false;
        for (int i = 0; i <= result->lengths && !counted; i++)
            counted = words >= result->words[i].low && words <= result->words[i].high;
        left_out += !counted;
    }
    return left_out;
}

int evaluation_lengths(const struct task_built *t, const char *list, struct range words[LENGTHS_MAX], struct error *e) {
    int lengths = lengths_read(list, t, words, e), filled = 0;
    for (int i = 0; i < lengths; i++)
        if (longest_of(t, words[i]) > 0)
            words[filled++] = words[i];
    if (lengths && !filled)
        error_set(e, EXIT_USAGE, "eval.lengths = %s: no test row has this length", list);
    return filled;
}

/* Whether positions are read at some length that training did not have. */
static bool needs_extrapolation(const struct run *r, const struct evaluation_result *result) {
    for (int i = 1; i <= result->lengths; i++)
        if (position_scheme_count(r->eval_scheme, &r->task, longest_of(&r->task, result->words[i])) >
            r->model.size.positions)
            return true;
    return false;
}

static bool check_max_position(const struct run *r, const struct evaluation_result *result, struct error *e) {
    for (int i = 1; i <= result->lengths; i++)
        if (!position_scheme_check(r->eval_scheme, &r->task, longest_of(&r->task, result->words[i]), e))
            return error_prefix(e, "eval.lengths (eval.positions = ordered needs no train.max_position)");
    return true;
}

/* The rows of the result: the policies asked for, or all that fit; of those
 * only the natural one where no position lies beyond the trained ones. */
static bool choose_policies(const struct run *r, struct evaluation_result *result, struct error *e) {
    const struct policy *const *usual = r->model.encoding.policies;
    const char *list = r->settings.eval.policies;
    char name[SETTING_TEXT_MAX];
    bool all = text_lists(list, "all");
    for (int k = 0; all && usual[k] && (k == 0 || needs_extrapolation(r, result)); k++)
        result->row[result->rows++].policy = usual[k];
    while (text_item(&list, name, sizeof name)) {
        const struct policy *policy = policy_find(name);
        if (strcmp(name, "all") == 0 || (all && policy && policy_is_usual(policy)))
            continue;
        if (!policy && !registry_unknown(policies, "policies", name, e))
            return error_prefix(e, "eval.policies");
        for (int i = 0; i < result->rows; i++)
            if (result->row[i].policy == policy)
                return error_set(e, EXIT_USAGE, "eval.policies: %s is given twice", name);
        result->row[result->rows++].policy = policy;
    }
    return result->rows || error_set(e, EXIT_USAGE, "eval.policies is empty");
}

bool evaluation_plan(const struct run *r, struct evaluation_result *result, struct error *e) {
    *result = (struct evaluation_result){
        .task = r->settings.task,
        .mixer = r->settings.mixer,
        .encoding = r->settings.encoding,
        .instead = r->settings.baseline,
        .seed = r->settings.train.seed,
        .steps = run_weights_step(r),
        .trained_at = r->scheme,
        .tested_at = r->eval_scheme,
        .validation = {r->early.ended ? r->step : 0, r->early.ended ? r->early.best_loss : 0},
        .words = {r->task.size.trained},
        .examples = r->task.kind->dataset_count ? 0 : r->settings.eval.examples,
        .weights = run_weights(r),
        .seen = (double)NAN,
        .seconds = -1,
    };
    for (int k = 0; k < metric_count; k++)
        result->sums[k] = metrics[k].sums(&r->task);
    result->lengths = evaluation_lengths(&r->task, r->settings.eval.lengths, result->words + 1, e);
    if (!result->lengths || !check_max_position(r, result, e) || !choose_policies(r, result, e))
        return false;
    for (int k = 0; k < result->rows; k++)
        result->row[k].applies = model_accepts(&r->model, result->row[k].policy);
    return true;
}

/* A guess that is known on paper, of accuracy alone, unless it comes to the same as chance or is always right. */
static void add_blind(const struct run *r, struct evaluation_result *result, const struct task_blind *b) {
    struct baseline_levels *to = &result->baseline[result->baselines];
    bool differs = false;
    snprintf(to->name, sizeof to->name, "%s", b->name);
    for (int k = 0; k < metric_count; k++)
        for (int i = 0; i <= result->lengths; i++) {
            double level = k == METRIC_ACCURACY ? metric_rounded(b->accuracy(&r->task, result->words[i])) : (double)NAN;
            to->of[k].at[i] = level;
            differs = differs || (level < 1 && fabs(level - result->baseline[CHANCE].of[k].at[i]) > 1e-9);
        }
    result->baselines += differs;
}

/* And whoever guesses better without seeing all of an example. */
static void find_chance(const struct run *r, struct evaluation_result *result) {
    result->baseline = arena_alloc(result->arena, BASELINES_MAX, sizeof *result->baseline);
    result->baseline[result->baselines++] = (struct baseline_levels){.name = "chance"};
    for (int k = 0; k < metric_count; k++)
        for (int i = 0; i <= result->lengths; i++)
            result->baseline[CHANCE].of[k].at[i] = metric_rounded(metrics[k].chance(&r->task, result->words[i]));
    for (const struct task_blind *b = r->task.kind->blind; b && b->name; b++)
        if (b->accuracy && (r->eval_scheme.how == POSITIONS_ORDERED || strcmp(b->name, TASK_TRAINED_POSITIONS) != 0))
            add_blind(r, result, b); /* later positions are those beyond 0, 1, 2, ... of training */
}

/* What the labels are called whose answers are counted. */
static void name_labels(const struct run *r, struct evaluation_result *result) {
    const struct task_built *t = &r->task;
    char buffer[TASK_WORD_MAX];
    result->labels = result->sums[METRIC_MACRO_F1] ? t->size.classes : 0;
    result->label = arena_alloc(result->arena, (size_t)result->labels, sizeof *result->label);
    for (int k = 0; k < result->labels; k++)
        result->label[k] = arena_text(result->arena, t->kind->answer(t, k, buffer));
}

/* What the result says of the examples themselves: it takes a look at all that the task holds. */
static void describe(const struct run *r, struct evaluation_result *result) {
    const struct task *kind = r->task.kind;
    char note[EVALUATION_NOTE] = "";
    if (run_learner(r)->layer) {
        blas_kernels_of(r, result->kernels);
        blas_kernels_add(result->kernels, matmul_kernels(r->model.products));
        snprintf(result->sparse, sizeof result->sparse, "%s", r->row_step ? "lazy" : "dense");
    }
    result->seen = overlap_share(r);
    result->left_out = count_left_out(r, result);
    task_fingerprint(&r->task, result->files);
    memcpy(result->checkpoint, r->saved, sizeof r->saved);
    name_labels(r, result);
    if (kind->note)
        kind->note(&r->task, note, sizeof note);
    text_append(note, sizeof note, "%s%s", *note && *r->tables ? " " : "", r->tables);
    result->note = *note ? arena_text(result->arena, note) : NULL;
}

bool evaluation_check(const struct run *r, struct error *e) {
    struct evaluation_result result;
    return evaluation_plan(r, &result, e);
}

/* Evaluation examples with so many words, in a score that begins with those of `from`; where the task makes them,
 * `length` each (0: as in training). */
static struct pass pass_of(struct evaluation_work *w, struct range words, int from, int length,
                           struct position_scheme how) {
    struct evaluation_range of = evaluation_range(w->r, words);
    return (struct pass){.r = w->r,
                         .from = TASK_EVALUATION,
                         .length = length,
                         .longest = words.high,
                         .of = of,
                         .scheme = how,
                         .threads = w->threads,
                         .sums = w->result->sums,
                         .offset = of.first - dataset_count(&w->r->task, from - 1),
                         .arena = w->result->arena,
                         .scratch = &w->scratch,
                         .work = w};
}

/* Training examples to evaluate: 0 where they are no fixed set, of a file's at most TRAINING_MAX, drawn at random. */
static int count_training(const struct run *r) {
    int all = run_learner(r)->layer ? training_set_examples(&r->settings.train, &r->task) : 0;
    return !r->settings.train.examples && all > TRAINING_MAX ? TRAINING_MAX : all;
}

/* Where passes are only counted, no more than that. */
static bool work_on(struct evaluation_work *w, const struct pass *p, struct error *e) {
    return !evaluation_work_begin(w, p) || evaluate_batches(p, e);
}

/* What was trained, under the policy of training: new examples, and the fixed set if there is one. */
static bool evaluate_trained(struct evaluation_work *w, struct error *e) {
    const struct evaluation_row natural = {.policy = w->r->settings.extrapolation, .applies = true};
    struct range words = w->r->task.size.trained;
    struct score *const on_training = &w->result->training;
    struct pass in_range = pass_of(w, words, words.low, 0, w->r->scheme);
    in_range.row = &natural;
    in_range.rows = 1;
    in_range.to = &w->result->in_range;
    struct pass training = in_range;
    training.from = TASK_TRAINING;
    training.of.first = 0;
    training.of.count = count_training(w->r);
    training.to = &on_training;
    evaluation_work_column(w, "in range");
    if (!work_on(w, &in_range, e))
        return false;
    evaluation_work_column(w, "training examples");
    return !training.of.count || work_on(w, &training, e);
}

/* The next length at which there are examples to evaluate, from `words` on; more than `range` has: none. */
static int next_length(const struct run *r, int words, struct range range) {
    if (!r->task.kind->dataset_count)
        return words;
    int first = dataset_count(&r->task, words - 1);
    return first < dataset_count(&r->task, range.high) ? r->task.kind->dataset_words(&r->task, TASK_EVALUATION, first)
                                                       : range.high + 1;
}

/* Adds to column i of the result, length by length: a policy squeezes each separately into the trained range. */
static bool evaluate_at(struct evaluation_work *w, int i, struct error *e) {
    char name[32];
    const struct run *r = w->r;
    struct score *to[ENCODING_POLICIES] = {0};
    struct range range = w->result->words[i];
    for (int k = 0; k < w->result->rows && !w->counts; k++)
        to[k] = w->result->row[k].at[i];
    snprintf(name, sizeof name, "%gx", nearbyint(100.0 * range.high / r->task.size.trained.high) / 100);
    evaluation_work_column(w, name);
    for (int words = next_length(r, range.low, range); words <= range.high; words = next_length(r, words + 1, range)) {
        struct pass pass = pass_of(w, (struct range){words, words}, range.low, words, r->eval_scheme);
        pass.row = w->result->row;
        pass.rows = w->result->rows;
        pass.to = to;
        if (!work_on(w, &pass, e))
            return false;
    }
    return true;
}

void evaluation_row_alloc(const struct evaluation_result *r, struct evaluation_row *row) {
    struct score *score = arena_alloc(r->arena, (size_t)r->lengths + 1, sizeof *score);
    row->at = arena_alloc(r->arena, (size_t)r->lengths + 2, sizeof(void *));
    row->at[IN_RANGE] = r->in_range;
    for (int i = 0; i <= r->lengths; i++)
        row->at[1 + i] = &score[i];
}

/* A score, the words of its examples, whether it keeps these one by one, and whether it counts texts. */
struct listed {
    struct score *score;
    struct range words;
    bool fixed, many, applies;
};

/* All scores of a result; returns how many. */
static int list_scores(const struct run *r, struct evaluation_result *result, struct listed list[SCORES_MAX]) {
    bool fixed = r->task.kind->fixed_test, many = task_has_many_targets(r->task.kind);
    int count = 0;
    list[count++] = (struct listed){&result->training, result->words[IN_RANGE], false, false, true};
    list[count++] = (struct listed){result->in_range, result->words[IN_RANGE], fixed, many, true};
    for (const struct evaluation_row *row = result->row; row < result->row + result->rows; row++)
        for (int i = 1; i <= result->lengths; i++)
            list[count++] = (struct listed){row->at[i], result->words[i], fixed, many, row->applies};
    return count;
}

static void build_scores(const struct run *r, struct evaluation_result *result) {
    struct listed list[SCORES_MAX];
    result->in_range = arena_alloc(result->arena, 1, sizeof *result->in_range);
    for (int k = 0; k < result->rows; k++)
        evaluation_row_alloc(result, &result->row[k]);
    int count = list_scores(r, result, list);
    for (const struct listed *l = list; l < list + count; l++) {
        bool squares = l->fixed || l->many;
        int texts = l->applies ? evaluation_range(r, l->words).count : 0;
        score_alloc(result, l->score);
        l->score->squares = squares ? arena_alloc(result->arena, SCORE_SQUARES, sizeof *l->score->squares) : NULL;
        l->score->examples = l->fixed ? texts : 0;
        l->score->texts = l->many ? texts : 0;
    }
    bool keeps = evaluation_keeps_right(result);
    for (const struct listed *l = list; l < list + count; l++)
        if (keeps && l->score->examples)
            packed_build(&l->score->right, l->score->examples,
                         (uint32_t)r->task.kind->targets(&r->task, longest_of(&r->task, l->words)), result->arena);
}

/* Rounds all numbers as eval.tsv does, so that its readers find the same values. */
static void settle(const struct evaluation_result *r, struct score *s) {
    for (int k = 0; k < metric_count; k++) {
        double variance = s->examples || s->texts ? score_variance(s, k, r->sums[k], s->squares) : (double)NAN;
        s->variance[k] = metric_rounded(variance);
        for (int i = 0; i < r->sums[k]; i++)
            s->sum[k][i] = metric_rounded(s->sum[k][i]);
        s->value[k] = metric_rounded(score_value(s, k, r->sums[k]));
    }
    s->squares = NULL;
}

/* What passes over examples left out is no result. */
static bool whole(const struct run *r, struct error *e) {
    return !run_is_stopped(r) || error_set(e, EXIT_STOPPED, "the evaluation was stopped");
}

static bool evaluate_all(struct evaluation_work *w, bool in_range, struct error *e) {
    bool ok = !in_range || evaluate_trained(w, e);
    for (int i = 1; i <= w->result->lengths && ok; i++)
        ok = evaluate_at(w, i, e);
    return ok;
}

static struct evaluation_work count_work(const struct run *r, int threads, bool in_range,
                                         struct evaluation_result *result) {
    struct evaluation_work w = {.r = r, .threads = threads, .result = result, .counts = true};
    evaluate_all(&w, in_range, NULL);
    evaluation_work_counted(&w);
    return w;
}

double evaluation_cost(const struct run *r) {
    struct evaluation_result result;
    struct error e;
    return evaluation_plan(r, &result, &e) ? count_work(r, 1, true, &result).cost : 0;
}

bool evaluate_numbers(const struct run *r, int threads, bool in_range, struct evaluation_result *result,
                      struct arena *arena, struct error *e) {
    struct listed list[SCORES_MAX];
    if (!evaluation_plan(r, result, e))
        return false;
    result->arena = arena;
    build_scores(r, result);
    struct evaluation_work work = count_work(r, threads, in_range, result);
    bool ok = evaluate_all(&work, in_range, e);
    arena_free(&work.scratch);
    if (!ok || !whole(r, e))
        return false;
    int count = list_scores(r, result, list);
    for (int i = 0; i < count; i++)
        settle(result, list[i].score);
    find_chance(r, result);
    return true;
}

bool evaluate(const struct run *r, int threads, struct evaluation_result *result, struct arena *arena,
              struct error *e) {
    if (!evaluate_numbers(r, threads, true, result, arena, e))
        return false;
    describe(r, result);
    baseline_evaluate(r, result);
    evaluation_add_total(result);
    evaluation_take_figures(result);
    return whole(r, e);
}

void evaluation_take_figures(struct evaluation_result *r) {
    for (int k = 0; k < metric_count; k++)
        if (metrics[k].of_run)
            r->in_range->value[k] = metrics[k].of_run(r);
}
