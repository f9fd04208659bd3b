/* evaluate.c -- see evaluate.h. */
#include "train/evaluate.h"

#include <limits.h>
#include <math.h>
#include <string.h>

#include "base/text.h"
#include "maths/loss.h"
#include "maths/matmul.h"
#include "train/batches.h"

enum { CHUNK_ROWS = 2048, TRAINING_MOST = 10000 }; /* rows forwarded at once: they stay in the cache; examples */

/* Examples of evaluation that the task holds with at most so many words; 0 where it makes them. */
static int held(const struct run *r, int words) {
    return r->task.kind->held ? r->task.kind->held(&r->task, TASK_EVALUATION, words) : 0;
}

/* Words of the longest example among those of a length; 0 where the task holds none. */
static int longest_of(const struct run *r, struct range words) {
    if (!r->task.kind->held)
        return words.high;
    int count = held(r, words.high);
    return count > held(r, words.low - 1) ? r->task.kind->held_words(&r->task, TASK_EVALUATION, count - 1) : 0;
}

/* Examples that no column counts: neither one of the lengths nor the one in range. */
static int count_left_out(const struct run *r, const struct evaluation_result *result) {
    int count = held(r, INT_MAX), left_out = 0;
    for (int n = 0; n < count; n++) {
        int words = r->task.kind->held_words(&r->task, TASK_EVALUATION, n);
        bool counted = words >= result->trained.low && words <= result->trained.high;
        for (int i = 0; i < result->lengths && !counted; i++)
            counted = words >= result->words[i].low && words <= result->words[i].high;
        left_out += !counted;
    }
    return left_out;
}

/* Lengths at which the task holds no example are no columns. */
static int drop_empty(const struct run *r, struct range words[LENGTHS_MAX], int lengths) {
    int kept = 0;
    for (int i = 0; i < lengths; i++)
        if (longest_of(r, words[i]) > 0)
            words[kept++] = words[i];
    return kept;
}

/* Whether places are read at some length that training did not have. */
static bool goes_beyond(const struct run *r, const struct evaluation_result *result) {
    for (int i = 0; i < result->lengths; i++)
        if (placing_places(r->placing_tested, &r->task, longest_of(r, result->words[i])) > r->model.size.places)
            return true;
    return false;
}

static bool check_reach(const struct run *r, const struct evaluation_result *result, struct error *e) {
    for (int i = 0; i < result->lengths; i++)
        if (!placing_check(r->placing_tested, &r->task, longest_of(r, result->words[i]), e))
            return error_prefix(e, "eval.lengths (eval.places = ordered needs no reach)");
    return true;
}

/* The rows of the result: the policies asked for in their order, or all that fit; of those
 * only the natural one where no place lies beyond the trained ones. */
static bool choose_policies(const struct run *r, struct evaluation_result *result, struct error *e) {
    const char *list = r->settings.eval.policies;
    char name[SETTING_TEXT_MAX];
    if (strcmp(list, "all") == 0) {
        const struct policy *const *all = r->model.encoding.policies;
        for (int k = 0; all[k] && (k == 0 || goes_beyond(r, result)); k++)
            result->row[result->rows++].policy = all[k];
        return true;
    }
    while (text_item(&list, name, sizeof name)) {
        const struct policy *policy = policy_find(name);
        if (!policy)
            return error_set(e, EXIT_USAGE, "eval.policies: there is no '%s'; see `poslab list policies`", name);
        for (int i = 0; i < result->rows; i++)
            if (result->row[i].policy == policy)
                return error_set(e, EXIT_USAGE, "eval.policies: %s stands twice", name);
        if (result->rows == ENCODING_POLICIES)
            return error_set(e, EXIT_USAGE, "eval.policies: more than %d policies", ENCODING_POLICIES);
        result->row[result->rows++].policy = policy;
    }
    return result->rows || error_set(e, EXIT_USAGE, "eval.policies: names no policy");
}

static bool prepare(const struct run *r, struct evaluation_result *result, struct error *e) {
    *result = (struct evaluation_result){
        .task = r->settings.task,
        .mixer = r->settings.mixer,
        .encoding = r->settings.encoding,
        .seed = r->settings.train.seed,
        .steps = r->step,
        .trained = r->task.size.trained,
        .examples = r->task.kind->held ? 0 : r->settings.eval.examples,
    };
    result->lengths = lengths_read(r->settings.eval.lengths, &r->task, result->words, e);
    if (result->lengths == 0)
        return false;
    result->lengths = drop_empty(r, result->words, result->lengths);
    if (result->lengths == 0)
        return error_set(e, EXIT_USAGE, "eval.lengths = %s: no test row has such a length", r->settings.eval.lengths);
    if (!check_reach(r, result, e) || !choose_policies(r, result, e))
        return false;
    for (int k = 0; k < result->rows; k++)
        result->row[k].applies = encoding_takes(&r->model.encoding, result->row[k].policy);
    return true;
}

/* What the result says of the examples themselves: it takes a look at all that the task holds. */
static void describe(const struct run *r, struct evaluation_result *result) {
    const struct task *kind = r->task.kind;
    for (int i = 0; i < result->lengths; i++)
        result->chance[i] = kind->chance(&r->task, result->words[i]);
    result->in_range_chance = kind->chance(&r->task, r->task.size.trained);
    result->left_out = count_left_out(r, result);
    task_fingerprint(&r->task, result->files);
    if (kind->note)
        kind->note(&r->task, result->note, sizeof result->note);
}

bool evaluation_check(const struct run *r, struct error *e) {
    struct evaluation_result result;
    return prepare(r, &result, e);
}

/* Examples in chunks, each forwarded under every policy. */
struct pass {
    const struct run *r;
    enum task_stream from;
    int length, longest; /* 0: as in training; words of the longest */
    int first, examples; /* number of the first example, and how many */
    struct placing placing;
    int chunk; /* examples in one */
    int policies;
    const struct encoding_use *use;
};

struct worker {
    struct batch batch;
    struct workspace work;
    struct tally tally[ENCODING_POLICIES];
};

static void worker_build(struct worker *w, const struct pass *p, struct arena *arena) {
    const struct task_built *t = &p->r->task;
    struct room room = {p->chunk, t->kind->rows(t, p->longest), t->kind->asks(t, p->longest)};
    batch_build(&w->batch, t, p->chunk, p->longest, arena);
    workspace_build(&w->work, &p->r->model, room, WORKSPACE_LOGITS, arena);
}

static void work(struct worker *w, const struct pass *p, int first) {
    const struct run *r = p->r;
    const struct settings *s = &r->settings;
    int last = p->chunk < p->examples - first ? first + p->chunk : p->examples;
    batch_clear(&w->batch);
    for (int i = p->first + first; i < p->first + last; i++)
        if (p->from == TASK_TRAINING)
            batch_add_training(&w->batch, &r->task, p->placing, (uint32_t)s->train.seed, (uint64_t)i);
        else
            batch_add_evaluation(&w->batch, &r->task, p->placing, (uint32_t)s->eval.seed, p->length, (uint32_t)i);
    for (int k = 0; k < p->policies; k++) {
        if (!p->use[k].built)
            continue;
        model_forward(&r->model, &w->work, &w->batch, &p->use[k]);
        w->tally[k].asked += w->batch.asked;
        w->tally[k].correct +=
            loss_correct(w->work.value.logits, w->batch.answer, w->batch.asked, r->model.size.classes);
    }
}

static void pass_run(const struct pass *p, int threads, struct tally tally[ENCODING_POLICIES], struct arena *arena) {
    struct worker *worker = arena_take(arena, (size_t)threads, sizeof *worker);
    int examples = p->examples;
    for (int i = 0; i < threads; i++)
        worker_build(&worker[i], p, arena);
#pragma omp parallel for num_threads(threads) schedule(static)
    for (int i = 0; i < threads; i++)
        for (int first = i * p->chunk; first < examples; first += threads * p->chunk)
            work(&worker[i], p, first);
    for (int i = 0; i < threads; i++)
        for (int k = 0; k < p->policies; k++) {
            tally[k].correct += worker[i].tally[k].correct;
            tally[k].asked += worker[i].tally[k].asked;
        }
}

/* As many examples at once as stay in the cache. */
static struct pass sized(struct pass p) {
    int rows = p.r->task.kind->rows(&p.r->task, p.longest);
    p.chunk = rows < CHUNK_ROWS ? CHUNK_ROWS / rows : 1;
    return p;
}

/* Evaluation examples of just that length. */
static struct pass pass_at(const struct run *r, int words) {
    int first = held(r, words - 1), count = r->task.kind->held ? held(r, words) - first : r->settings.eval.examples;
    return sized((struct pass){r, TASK_EVALUATION, words, words, first, count, .placing = r->placing_tested});
}

/* Evaluation examples with lengths and places as in training. */
static struct pass pass_in_range(const struct run *r) {
    struct range words = r->task.size.trained;
    int first = held(r, words.low - 1);
    int count = r->task.kind->held ? held(r, words.high) - first : r->settings.eval.examples;
    return sized((struct pass){r, TASK_EVALUATION, 0, words.high, first, count, .placing = r->placing});
}

/* The training examples themselves, where they are a fixed set and are there; of a file's, which may be many, a random
 * part. */
static struct pass pass_training(const struct run *r) {
    const struct task_built *t = &r->task;
    int count = r->settings.train.examples, longest = t->size.trained.high;
    if (count == 0 && t->kind->held) {
        count = t->kind->held(t, TASK_TRAINING, longest);
        count = count < TRAINING_MOST ? count : TRAINING_MOST;
    }
    count = t->size.test_only ? 0 : count;
    return sized((struct pass){r, TASK_TRAINING, 0, longest, 0, count, .placing = r->placing});
}

/* Opens the encoding under each policy for the pass, and runs it. */
static bool pass_under(struct pass p, const struct evaluation_row *row, int rows, int threads,
                       struct tally tally[ENCODING_POLICIES], struct error *e) {
    const struct model *m = &p.r->model;
    struct encoding_use use[ENCODING_POLICIES] = {{0}};
    struct encoding_weights weights = model_encoding_weights(m, NULL);
    struct arena arena = {0};
    int reach = placing_places(p.placing, &p.r->task, p.longest);
    bool ok = true;
    for (int k = 0; ok && k < rows; k++)
        ok = !row[k].applies || encoding_use_open(&use[k], &m->encoding, &weights, row[k].policy, reach, &arena, e);
    p.policies = rows;
    p.use = use;
    memset(tally, 0, ENCODING_POLICIES * sizeof *tally);
    if (ok)
        pass_run(&p, threads, tally, &arena);
    arena_free(&arena);
    return ok;
}

/* What was trained, under the policy of training: new examples, and the fixed set if there is one. */
static bool evaluate_trained(const struct run *r, int threads, struct evaluation_result *result, struct error *e) {
    struct tally tally[ENCODING_POLICIES];
    struct evaluation_row natural = {.policy = r->settings.beyond, .applies = true};
    struct pass training = pass_training(r);
    if (!pass_under(pass_in_range(r), &natural, 1, threads, tally, e))
        return false;
    result->in_range = tally[0];
    if (training.examples && !pass_under(training, &natural, 1, threads, tally, e))
        return false;
    result->training = training.examples ? tally[0] : (struct tally){0};
    return true;
}

/* The next length at which there are examples to evaluate, from `words` on; more than `range` has: none. */
static int next_length(const struct run *r, int words, struct range range) {
    if (!r->task.kind->held)
        return words;
    int first = held(r, words - 1);
    return first < held(r, range.high) ? r->task.kind->held_words(&r->task, TASK_EVALUATION, first) : range.high + 1;
}

/* Adds to column i of the result, length by length: a policy squeezes each into the trained range by itself. */
static bool evaluate_at(const struct run *r, int threads, struct evaluation_result *result, int i, struct error *e) {
    struct tally tally[ENCODING_POLICIES];
    struct range range = result->words[i];
    for (int words = next_length(r, range.low, range); words <= range.high; words = next_length(r, words + 1, range)) {
        if (!pass_under(pass_at(r, words), result->row, result->rows, threads, tally, e))
            return false;
        for (int k = 0; k < result->rows; k++) {
            result->row[k].at[i].correct += tally[k].correct;
            result->row[k].at[i].asked += tally[k].asked;
        }
    }
    return true;
}

bool evaluate(const struct run *r, int threads, struct evaluation_result *result, struct error *e) {
    if (!prepare(r, result, e) || !evaluate_trained(r, threads, result, e))
        return false;
    describe(r, result);
    for (int i = 0; i < result->lengths; i++)
        if (!evaluate_at(r, threads, result, i, e))
            return false;
    return true;
}

double tally_accuracy(struct tally t) { return t.asked ? (double)t.correct / (double)t.asked : (double)NAN; }

/* {accuracy, correct, asked} */
static json_t *tally_json(struct tally t) {
    return json_pack("{sf sI sI}", "accuracy", tally_accuracy(t), "correct", (json_int_t)t.correct, "asked",
                     (json_int_t)t.asked);
}

static json_t *row_json(const struct evaluation_result *result, const struct evaluation_row *row) {
    json_t *accuracy = json_array(), *correct = json_array(), *asked = json_array();
    for (int i = 0; i < result->lengths; i++) {
        json_array_append_new(accuracy, row->at[i].asked ? json_real(tally_accuracy(row->at[i])) : json_null());
        json_array_append_new(correct, json_integer(row->at[i].correct));
        json_array_append_new(asked, json_integer(row->at[i].asked));
    }
    return json_pack("{ss sb so so so}", "policy", row->policy->name, "applicable", row->applies, "accuracy", accuracy,
                     "correct", correct, "asked", asked);
}

json_t *evaluation_json(const struct evaluation_result *result, double seconds) {
    json_t *lengths = json_array(), *from = json_array(), *chance = json_array(), *rows = json_array();
    for (int i = 0; i < result->lengths; i++) {
        json_array_append_new(lengths, json_integer(result->words[i].high));
        json_array_append_new(from, json_integer(result->words[i].low));
        json_array_append_new(chance, json_real(result->chance[i]));
    }
    for (int k = 0; k < result->rows; k++)
        json_array_append_new(rows, row_json(result, &result->row[k]));
    json_t *in_range = tally_json(result->in_range);
    json_object_set_new(in_range, "chance", json_real(result->in_range_chance));
    json_t *json =
        json_pack("{ss ss ss si si si s[ii] so so so so so}", "task", result->task->name, "mixer", result->mixer->name,
                  "encoding", result->encoding->name, "seed", result->seed, "steps", result->steps, "trained_length",
                  result->trained.high, "trained_words", result->trained.low, result->trained.high, "lengths", lengths,
                  "lengths_from", from, "chance", chance, "in_range", in_range, "policies", rows);
    if (result->training.asked)
        json_object_set_new(json, "training", tally_json(result->training));
    if (*result->files)
        json_object_set_new(json, "files", json_string(result->files));
    if (*result->note)
        json_object_set_new(json, "note", json_string(result->note));
    if (result->left_out)
        json_object_set_new(json, "left_out", json_integer(result->left_out));
    if (seconds >= 0)
        json_object_set_new(json, "seconds", json_real(seconds));
    json_object_set_new(json, "kernels", json_string(matmul_kernels()));
    return json;
}
