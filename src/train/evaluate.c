/* evaluate.c -- see evaluate.h. */
#include "train/evaluate.h"

#include <limits.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "base/text.h"
#include "maths/matmul.h"
#include "train/batches.h"

enum { CHUNK_ROWS = 2048 };     /* rows forwarded at once: they stay in the cache */
enum { TRAINING_MOST = 10000 }; /* training examples looked at */
enum { LANES = 256 };

/* Examples of evaluation that the task holds with at most so many words; 0 where it makes them. */
static int dataset_count(const struct task_built *t, int words) {
    return t->kind->dataset_count ? t->kind->dataset_count(t, TASK_EVALUATION, words) : 0;
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
        bool counted = words >= result->trained.low && words <= result->trained.high;
        for (int i = 0; i < result->lengths && !counted; i++)
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
        error_set(e, EXIT_USAGE, "eval.lengths = %s: no test row has such a length", list);
    return filled;
}

/* Whether positions are read at some length that training did not have. */
static bool needs_extrapolation(const struct run *r, const struct evaluation_result *result) {
    for (int i = 0; i < result->lengths; i++)
        if (position_scheme_count(r->eval_scheme, &r->task, longest_of(&r->task, result->words[i])) >
            r->model.size.positions)
            return true;
    return false;
}

static bool check_max_position(const struct run *r, const struct evaluation_result *result, struct error *e) {
    for (int i = 0; i < result->lengths; i++)
        if (!position_scheme_check(r->eval_scheme, &r->task, longest_of(&r->task, result->words[i]), e))
            return error_prefix(e, "eval.lengths (eval.positions = ordered needs no train.max_position)");
    return true;
}

/* The rows of the result: the policies asked for in their order, or all that fit; of those
 * only the natural one where no position lies beyond the trained ones. */
static bool choose_policies(const struct run *r, struct evaluation_result *result, struct error *e) {
    const char *list = r->settings.eval.policies;
    char name[SETTING_TEXT_MAX];
    if (strcmp(list, "all") == 0) {
        const struct policy *const *all = r->model.encoding.policies;
        for (int k = 0; all[k] && (k == 0 || needs_extrapolation(r, result)); k++)
            result->row[result->rows++].policy = all[k];
        return true;
    }
    while (text_item(&list, name, sizeof name)) {
        const struct policy *policy = policy_find(name);
        if (!policy)
            return error_set(e, EXIT_USAGE, "eval.policies: there is no '%s'; see `poslab list policies`", name);
        for (int i = 0; i < result->rows; i++)
            if (result->row[i].policy == policy)
                return error_set(e, EXIT_USAGE, "eval.policies: %s is given twice", name);
        result->row[result->rows++].policy = policy;
    }
    return result->rows || error_set(e, EXIT_USAGE, "eval.policies is empty");
}

static bool prepare(const struct run *r, struct evaluation_result *result, struct error *e) {
    *result = (struct evaluation_result){
        .task = r->settings.task,
        .mixer = r->settings.mixer,
        .encoding = r->settings.encoding,
        .seed = r->settings.train.seed,
        .steps = r->step,
        .trained = r->task.size.trained,
        .examples = r->task.kind->dataset_count ? 0 : r->settings.eval.examples,
        .seconds = -1,
    };
    for (int k = 0; k < metric_count; k++)
        result->sums[k] = metrics[k].sums(r->task.size.classes);
    result->lengths = evaluation_lengths(&r->task, r->settings.eval.lengths, result->words, e);
    if (!result->lengths || !check_max_position(r, result, e) || !choose_policies(r, result, e))
        return false;
    for (int k = 0; k < result->rows; k++)
        result->row[k].applies = encoding_accepts(&r->model.encoding, result->row[k].policy);
    return true;
}

/* What the result says of the examples themselves: it takes a look at all that the task holds. */
static void describe(const struct run *r, struct evaluation_result *result) {
    const struct task *kind = r->task.kind;
    for (int k = 0; k < metric_count; k++) {
        result->chance[k].in_range = metrics[k].chance(kind->chance(&r->task, r->task.size.trained));
        for (int i = 0; i < result->lengths; i++)
            result->chance[k].at[i] = metrics[k].chance(kind->chance(&r->task, result->words[i]));
    }
    snprintf(result->kernels, sizeof result->kernels, "%s", matmul_kernels());
    snprintf(result->sparse, sizeof result->sparse, "%s", r->row_step ? "lazy" : "dense");
    result->left_out = count_left_out(r, result);
    task_fingerprint(&r->task, result->files);
    if (kind->note)
        kind->note(&r->task, result->note, sizeof result->note);
}

bool evaluation_check(const struct run *r, struct error *e) {
    struct evaluation_result result;
    return prepare(r, &result, e);
}

/* Examples in chunks, each forwarded under every policy. Chunk c adds to lane c % lanes, and lanes are added up in
 * their order: no sum depends on threads. */
struct pass {
    const struct run *r;
    enum task_stream from;
    int length, longest; /* 0: as in training; words of the longest */
    int first, examples; /* number of the first example, and how many */
    struct position_scheme scheme;
    int chunk; /* examples in one: as many as stay in the cache */
    int policies;
    const struct encoding_use *use;
    const int *sums; /* of each metric */
    int lanes, width;
    double *lane; /* (lanes, policies, width): targets, then the sums of each metric */
};

struct worker {
    struct batch batch;
    struct workspace work;
};

static void worker_build(struct worker *w, const struct pass *p, struct arena *arena) {
    const struct task_built *t = &p->r->task;
    struct capacity capacity = {p->chunk, t->kind->rows(t, p->longest), t->kind->targets(t, p->longest)};
    batch_build(&w->batch, t, p->chunk, p->longest, arena);
    workspace_build(&w->work, &p->r->model, capacity, WORKSPACE_LOGITS, arena);
}

static double *lane_of(const struct pass *p, int lane, int policy) {
    return p->lane + ((size_t)lane * p->policies + policy) * p->width;
}

static void add_batch(double *to, const struct worker *w, const struct pass *p) {
    *to++ += w->batch.targets;
    for (int m = 0; m < metric_count; to += p->sums[m++])
        if (p->sums[m])
            metrics[m].add(to, w->work.value.logits, &w->batch, p->r->model.size.classes);
}

static void work(struct worker *w, const struct pass *p, int lane, int first) {
    const struct run *r = p->r;
    const struct settings *s = &r->settings;
    int last = p->chunk < p->examples - first ? first + p->chunk : p->examples;
    batch_clear(&w->batch);
    for (int i = p->first + first; i < p->first + last; i++)
        if (p->from == TASK_TRAINING)
            batch_add_training(&w->batch, &r->task, p->scheme, (uint32_t)s->train.seed, (uint64_t)i);
        else
            batch_add_evaluation(&w->batch, &r->task, p->scheme, (uint32_t)s->eval.seed, p->length, (uint32_t)i);
    for (int k = 0; k < p->policies; k++)
        if (p->use[k].built) {
            model_forward(&r->model, &w->work, &w->batch, &p->use[k]);
            add_batch(lane_of(p, lane, k), w, p);
        }
}

static void pass_run(struct pass *p, int threads, struct arena *arena) {
    int chunks = (p->examples + p->chunk - 1) / p->chunk;
    p->lanes = chunks < LANES ? chunks : LANES;
    p->lane = arena_alloc(arena, (size_t)p->lanes * p->policies * p->width, sizeof *p->lane);
    threads = threads < p->lanes ? threads : p->lanes;
    struct worker *worker = arena_alloc(arena, (size_t)threads, sizeof *worker);
    for (int i = 0; i < threads; i++)
        worker_build(&worker[i], p, arena);
#pragma omp parallel for num_threads(threads > 0 ? threads : 1) schedule(static)
    for (int i = 0; i < threads; i++)
        for (int lane = i; lane < p->lanes; lane += threads)
            for (int first = lane * p->chunk; first < p->examples; first += p->lanes * p->chunk)
                work(&worker[i], p, lane, first);
}

static void score_add(struct score *to, const struct pass *p, int policy) {
    for (int i = 0; i < p->lanes; i++) {
        const double *from = lane_of(p, i, policy);
        to->count += (long)*from++;
        for (int m = 0; m < metric_count; m++)
            for (int j = 0; j < p->sums[m]; j++)
                to->sum[m][j] += *from++;
    }
}

/* Evaluation examples with so many words; where the task makes them, `length` each (0: as in training). */
static struct pass pass_of(const struct run *r, struct range words, int length, struct position_scheme scheme) {
    int first = dataset_count(&r->task, words.low - 1);
    int count = r->task.kind->dataset_count ? dataset_count(&r->task, words.high) - first : r->settings.eval.examples;
    return (struct pass){r, TASK_EVALUATION, length, words.high, first, count, .scheme = scheme};
}

/* How many training examples there are, where they are a fixed set; of a file's, which may be many, a random part. */
static int count_training(const struct run *r) {
    const struct task_built *t = &r->task;
    bool dataset = r->settings.train.examples == 0 && t->kind->dataset_count;
    int all = dataset ? t->kind->dataset_count(t, TASK_TRAINING, t->size.trained.high) : r->settings.train.examples;
    return t->size.test_only ? 0 : dataset && all > TRAINING_MOST ? TRAINING_MOST : all;
}

/* Opens the encoding under the policy of each row for the pass, runs it, and adds it to to[row]. */
static bool pass_under(struct pass p, const struct evaluation_row *row, int rows, int threads,
                       struct evaluation_result *result, struct score *const to[], struct error *e) {
    const struct model *m = &p.r->model;
    struct encoding_use use[ENCODING_POLICIES] = {{0}};
    struct encoding_weights weights = model_encoding_weights(m, NULL);
    struct arena arena = {0};
    int length = position_scheme_count(p.scheme, &p.r->task, p.longest),
        n = p.r->task.kind->rows(&p.r->task, p.longest);
    bool ok = true;
    for (int k = 0; ok && k < rows; k++)
        ok = !row[k].applies || encoding_use_open(&use[k], &m->encoding, &weights, row[k].policy, length, &arena, e);
    p.chunk = n < CHUNK_ROWS ? CHUNK_ROWS / n : 1;
    p.policies = rows;
    p.use = use;
    p.sums = result->sums;
    p.width = 1;
    for (int k = 0; k < metric_count; k++)
        p.width += p.sums[k];
    if (ok)
        pass_run(&p, threads, &arena);
    for (int k = 0; ok && k < rows; k++)
        score_add(to[k], &p, k);
    arena_free(&arena);
    return ok;
}

/* What was trained, under the policy of training: new examples, and the fixed set if there is one. */
static bool evaluate_trained(const struct run *r, int threads, struct evaluation_result *result, struct error *e) {
    struct evaluation_row natural = {.policy = r->settings.extrapolation, .applies = true};
    struct pass in_range_pass = pass_of(r, r->task.size.trained, 0, r->scheme), training = in_range_pass;
    struct score *in_range = &result->in_range, *on_training = &result->training;
    training.from = TASK_TRAINING;
    training.first = 0;
    training.examples = count_training(r);
    return pass_under(in_range_pass, &natural, 1, threads, result, &in_range, e) &&
           (!training.examples || pass_under(training, &natural, 1, threads, result, &on_training, e));
}

/* The next length at which there are examples to evaluate, from `words` on; more than `range` has: none. */
static int next_length(const struct run *r, int words, struct range range) {
    if (!r->task.kind->dataset_count)
        return words;
    int first = dataset_count(&r->task, words - 1);
    return first < dataset_count(&r->task, range.high) ? r->task.kind->dataset_words(&r->task, TASK_EVALUATION, first)
                                                       : range.high + 1;
}

/* Adds to column i of the result, length by length: a policy squeezes each into the trained range by itself. */
static bool evaluate_at(const struct run *r, int threads, struct evaluation_result *result, int i, struct error *e) {
    struct score *to[ENCODING_POLICIES] = {0};
    struct range range = result->words[i];
    for (int k = 0; k < result->rows; k++)
        to[k] = &result->row[k].at[i];
    for (int words = next_length(r, range.low, range); words <= range.high; words = next_length(r, words + 1, range))
        if (!pass_under(pass_of(r, (struct range){words, words}, words, r->eval_scheme), result->row, result->rows,
                        threads, result, to, e))
            return false;
    return true;
}

/* Makes room for the sums of a score, or works out what they come to. */
static void score_set(struct evaluation_result *result, struct score *s, bool settle) {
    for (int k = 0; k < metric_count; k++)
        if (settle)
            s->value[k] = score_value(s, k, result->sums[k]);
        else
            s->sum[k] = arena_alloc(&result->arena, (size_t)result->sums[k], sizeof *s->sum[k]);
}

static void set_scores(struct evaluation_result *result, bool settle) {
    score_set(result, &result->in_range, settle);
    score_set(result, &result->training, settle);
    for (int k = 0; k < result->rows; k++)
        for (int i = 0; i < result->lengths; i++)
            score_set(result, &result->row[k].at[i], settle);
}

double score_value(const struct score *s, int metric, int sums) {
    return s->count && sums ? metrics[metric].value(s->sum[metric], sums, (double)s->count) : (double)NAN;
}

bool evaluate(const struct run *r, int threads, struct evaluation_result *result, struct error *e) {
    if (!prepare(r, result, e))
        return false;
    set_scores(result, false);
    bool ok = evaluate_trained(r, threads, result, e);
    for (int i = 0; i < result->lengths && ok; i++)
        ok = evaluate_at(r, threads, result, i, e);
    if (!ok) {
        evaluation_free(result);
        return false;
    }
    set_scores(result, true);
    describe(r, result);
    return true;
}

double evaluation_value(const struct evaluation_result *r, int metric, int row, int i) {
    return i < 0 ? r->in_range.value[metric] : r->row[row].at[i].value[metric];
}

void evaluation_free(struct evaluation_result *result) { arena_free(&result->arena); }
