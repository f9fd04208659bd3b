/* run.c -- see run.h. */
#include "run/run.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "base/text.h"
#include "encoding/encoding.h"
#include "maths/matmul.h"
#include "run/training_set.h"

long run_weights(const struct run *r) { return run_learner(r)->weights ? run_learner(r)->weights(r) : 0; }

bool run_check_layer(const struct run *r, const char *path, const char *lacks, struct error *e) {
    return run_learner(r)->layer ||
           error_set(e, EXIT_USAGE, "%s is the baseline %s, which has no %s", path, r->settings.baseline->name, lacks);
}

static bool declare_model(struct run *r, struct error *e) {
    const struct settings *s = &r->settings;
    const struct task_sizes *size = &r->task.size;
    struct model_sizes sizes = {
        .vocabulary = size->vocabulary,
        .segments = size->segments,
        .classes = size->classes,
        .positions = position_scheme_count(r->scheme, &r->task, size->trained.high),
        .longest = r->longest,
        .targets = s->task->targets(&r->task, size->trained.high),
    };
    struct model_kinds kinds = {s->mixer, s->mixer_options, s->encoding, s->encoding_options};
    bool ok = model_declare(&r->model, s->model, sizes, kinds, (uint32_t)s->train.seed, &r->arena, e);
    r->model.products = s->train.products;
    return ok;
}

/* Tables that stay as they begin. */
static bool freeze(struct run *r, struct error *e) {
    const struct embedding *o = &r->settings.embedding;
    const struct encoding *kind = r->model.encoding.kind;
    struct params *p = &r->model.params;
    if (!kind->table && (*o->position || o->freeze & FREEZE_POSITION))
        return error_set(e, EXIT_USAGE, "%s: encoding %s has no table of positions",
                         *o->position ? "embedding.position" : "embedding.freeze", kind->name);
    for (struct tensor *t = p->tensor; t < p->tensor + p->count; t++)
        if ((o->freeze & FREEZE_TOKEN && t->offset == r->model.token) ||
            (o->freeze & FREEZE_POSITION && strcmp(t->name, kind->table) == 0))
            t->frozen = true;
    return true;
}

static bool declare(struct run *r, const struct task_input *in, struct error *e) {
    const struct settings *s = &r->settings;
    if (!task_build(&r->task, s->task, s->task_options, in, &r->arena, e) ||
        !training_set_settle(&r->settings.train, &r->task, e))
        return false;
    r->task = training_set_task(&s->train, &r->task);
    r->longest = s->task->rows(&r->task, r->task.size.trained.high);
    r->scheme = position_scheme_training(s);
    r->eval_scheme = position_scheme_evaluation(s);
    return position_scheme_check(r->scheme, &r->task, r->task.size.trained.high, e) && declare_model(r, e) &&
           freeze(r, e);
}

/* Refuses a training position that the policy refuses. */
static bool check_positions(const struct run *r, struct error *e) {
    struct arena arena = {0};
    struct encoding_use use;
    bool ok = model_open(&r->model, &use, r->settings.extrapolation, r->model.size.positions, &arena, e);
    arena_free(&arena);
    return ok;
}

/* A model that only looks back could never learn from targets at first rows alone; one that
 * looks ahead would read the answers of a causal task. */
static bool check_sight(const struct run *r, struct error *e) {
    struct arena arena = {0};
    struct batch b;
    int behind = 0;
    if (r->task.kind->causal && r->model.sees_later)
        return error_set(e, EXIT_USAGE,
                         "task %s predicts the next word, which a model that looks ahead can see; set "
                         "model.causal = yes (for a recurrence also recurrent.bidirectional = no)",
                         r->task.kind->name);
    batch_build(&b, &r->task, 1, r->task.size.trained.high, &arena);
    batch_add_evaluation(&b, &r->task, r->scheme, (struct batch_seeds){0}, r->task.size.trained.high, 0);
    for (int i = 0; i < b.targets; i++)
        behind += b.target[i] > 0;
    arena_free(&arena);
    return r->model.sees_later || behind > 0 ||
           error_set(e, EXIT_USAGE,
                     "the target of task %s is the first row, and the model only looks back (model.causal = yes, or a "
                     "recurrence with recurrent.bidirectional = no): it would see nothing; put [CLS] last with "
                     "task.cls = last",
                     r->task.kind->name);
}

/* What auto comes to depends on the task's words. The results do not: to rounding they are the same. */
static void choose_sparse(struct run *r) {
    struct training *t = &r->settings.train;
    double words = r->model.size.vocabulary, tokens = (double)t->batch * r->longest;
    bool many = words >= LAZY_WORDS && words >= LAZY_PER_TOKEN * tokens;
    if (t->sparse == SPARSE_AUTO)
        t->sparse = many && training_can_be_lazy(t) ? SPARSE_LAZY : SPARSE_DENSE;
    if (t->sparse == SPARSE_LAZY)
        r->row_step = arena_alloc(&r->arena, (size_t)r->model.size.vocabulary, sizeof *r->row_step);
}

bool run_declare(struct run *r, const struct settings *s, const struct task_input *in, struct error *e) {
    *r = (struct run){.settings = *s, .tables = "", .kernels = ""};
    matmul_use(s->train.products);
    if (declare(r, in, e))
        return true;
    arena_free(&r->arena);
    return false;
}

bool run_commit(struct run *r, struct error *e) {
    params_commit(&r->model.params, &r->arena);
    const struct baseline *baseline = r->settings.baseline;
    if (!check_positions(r, e) || !(baseline ? baseline->fits(&r->task, e) : check_sight(r, e)) ||
        !training_set_check_weights(r, e)) {
        arena_free(&r->arena);
        return false;
    }
    choose_sparse(r);
    if (r->settings.train.patience) {
        r->early.best = arena_alloc(&r->arena, r->model.params.size, sizeof(real));
        r->early.now = arena_alloc(&r->arena, r->model.params.size, sizeof(real));
    }
    return true;
}

bool run_build(struct run *r, const struct settings *s, const struct task_input *in, struct error *e) {
    if (!run_declare(r, s, in, e) || !run_commit(r, e))
        return false;
    if (run_learner(r)->layer)
        model_init(&r->model);
    return true;
}

void run_free(struct run *r) { arena_free(&r->arena); }

void run_example(struct batch *b, const struct run *r, int length, uint32_t number, struct arena *arena) {
    batch_build(b, &r->task, 1, length ? length : r->task.size.trained.high, arena);
    batch_add_evaluation(b, &r->task, r->eval_scheme, batch_seeds_of(&r->settings), length, number);
}

/* ---- Early stopping */

bool early_is_due(const struct run *r, int step) {
    const struct training *t = &r->settings.train;
    int every = t->validate_every ? t->validate_every : t->steps; /* unknown in settings without their task */
    return t->patience && step > 0 && (step % every == 0 || step == t->steps);
}

void early_write(const struct run *r, char text[EARLY_TEXT]) {
    const struct early *own = &r->early;
    uint64_t bits;
    memcpy(&bits, &own->best_loss, sizeof bits);
    snprintf(text, EARLY_TEXT, "%d %016" PRIx64 " %d %s", own->best_step, bits, own->since,
             own->ended ? "ended" : "goes on");
}

bool early_read(struct run *r, const char *text, struct error *e) {
    struct early own = {0};
    char written[EARLY_TEXT];
    uint64_t bits = 0;
    own.ended = text && strstr(text, "ended");
    bool ok = text && sscanf(text, "%d %16" SCNx64 " %d", &own.best_step, &bits, &own.since) == 3;
    memcpy(&own.best_loss, &bits, sizeof bits);
    r->early = own;
    early_write(r, written);
    ok = ok && strcmp(written, text) == 0 && own.best_step >= 0 && own.best_step <= r->step && own.since >= 0 &&
         (own.best_step || !own.ended);
    return ok || error_set(e, EXIT_DATA, "its metadata have no state of validation that fits step %d", r->step);
}

/* ---- Kernels */

void blas_kernels_add(char kernels[KERNELS_NAME], const char *more) {
    if (*more && strcmp(kernels, more) != 0)
        snprintf(kernels, KERNELS_NAME, "%s", *kernels ? KERNELS_MIXED : more);
}

void blas_kernels_of(const struct run *r, char kernels[KERNELS_NAME]) {
    bool layer = run_learner(r)->layer;
    snprintf(kernels, KERNELS_NAME, "%s", layer ? r->kernels : "none");
    if (layer && (!r->resumed || r->step > r->resumed))
        blas_kernels_add(kernels, matmul_kernels(r->model.products));
}

bool blas_kernels_read(struct run *r, const char *text, struct error *e) {
    char shown[TEXT_PRINTABLE] = "";
    if (!text || !*text || strlen(text) >= KERNELS_NAME || strcmp(text_printable(shown, text), text) != 0)
        return error_set(e, EXIT_DATA, "its metadata name no kernels of matrix products: '%s'", shown);
    r->kernels = arena_text(&r->arena, text);
    return true;
}
