/* evaluate_batches.c -- see evaluate_batches.h. */
#include "evaluate/evaluate_batches.h"

#include <assert.h>
#include <string.h>

#include "evaluate/evaluation_progress.h"
#include "model/known_rows.h"
#include "model/model.h"
#include "run/batches.h"
#include "run/run.h"
#include "settings/settings.h"
#include "task/task.h"

enum { CHUNK_ROWS = 2048 };   /* rows forwarded at once: they stay in the cache */
enum { WAVE_ROWS = 1 << 19 }; /* rows drawn before policies are asked, one after the other: so often are rows known */
enum { SUM_SLOTS = 256 };

struct chunk {
    struct batch batch;
    int first, slot; /* the number of its first example in the pass */
};

/* What is decided before a pass. Examples are in chunks, each forwarded under every policy, some chunks at a time. */
struct plan {
    const struct pass *pass;
    int rows, positions;                        /* of the longest example; of the pass */
    int chunk, chunks;                          /* examples in one: as many as stay in the cache */
    bool knows;                                 /* rows repeat in the pass: they are known */
    bool squares;                               /* are added up */
    struct encoding_use use[ENCODING_POLICIES]; /* of each policy that is asked, `asked` of them */
    int same[ENCODING_POLICIES]; /* the policy whose answers are also those of this one: itself, or the first */
    int asked;
    /* Of each metric: sums that are added up example by example, and in slots; and counts, whose order does not matter.
     */
    int sums[METRICS_MAX], counts[METRICS_MAX], all_counts;
    int slots, width;  /* slots of the sums; numbers in each */
    int threads, wave; /* workers; chunks that each draws at once */
};

/* What comes of it. Chunk c adds to slot c % slots, and slots are added up in their order: no sum depends on threads.
 */
struct sums {
    double *slot;      /* (slots, policies, width): targets, the sums of each metric, squares */
    uint32_t *right;   /* (policies, examples) right targets; NULL: nobody wants to know */
    uint32_t *targets; /* (examples) */
};

struct worker {
    const struct plan *plan;
    const struct sums *to;
    struct chunk *chunk; /* (wave) */
    int chunks, next;    /* drawn; the number of the one to draw next */
    struct answerer answerer;
    struct outcome *outcome; /* of the batch's targets */
    double *own;             /* the sums of one example; NULL: without squares */
    double *count;           /* (policies, all counts) */
    bool tells;              /* it is in the thread that began, and tells for all: */
    double before, now;      /* chunks that were asked, once for each policy; those that are */
};

static void chunk_build(struct chunk *c, const struct plan *k, struct arena *arena) {
    batch_build(&c->batch, &k->pass->r->task, k->chunk, k->pass->longest, arena);
    if (k->knows)
        c->batch.known = arena_alloc(arena, (size_t)k->chunk * k->rows, sizeof *c->batch.known);
}

static void worker_build(struct worker *w, const struct plan *k, const struct sums *to, int number) {
    const struct pass *p = k->pass;
    struct arena *arena = p->scratch;
    const struct task_built *t = &p->r->task;
    struct capacity capacity = {k->chunk, k->rows, t->kind->targets(t, p->longest)};
    *w = (struct worker){.plan = k, .to = to, .next = number, .tells = number == 0 && p->work && p->r->watch};
    w->answerer = (struct answerer){.run = p->r, .length = p->length, .targets = p->of.targets};
    w->chunk = arena_alloc(arena, (size_t)k->wave, sizeof *w->chunk);
    for (int i = 0; i < k->wave; i++)
        chunk_build(&w->chunk[i], k, arena);
    if (run_learner(p->r)->layer)
        workspace_build(&w->answerer.work, &p->r->model, capacity, WORKSPACE_BLOCKS, arena);
    w->answerer.logits = arena_alloc(arena, (size_t)t->size.classes, sizeof(real));
    w->count = arena_alloc(arena, (size_t)p->rows * k->all_counts, sizeof *w->count);
    w->outcome = arena_alloc(arena, (size_t)k->chunk * capacity.targets, sizeof *w->outcome);
    w->own = k->squares ? arena_alloc(arena, (size_t)k->width, sizeof *w->own) : NULL;
}

static double *slot_of(const struct plan *k, const struct sums *all, int slot, int policy) {
    return all->slot + ((size_t)slot * k->pass->rows + policy) * k->width;
}

/* Adds the sums of one example, and their squares. */
static void add_example(double *to, double *square, const struct plan *k, const double *own, double targets) {
    square[0] += targets * targets;
    for (int m = 0; m < metric_count; m++) {
        if (k->sums[m] == 1) {
            square[1 + 2 * m] += *own * *own;
            square[2 + 2 * m] += *own * targets;
        }
        for (int i = 0; i < k->sums[m]; i++)
            *to++ += *own++;
    }
}

/* Example by example; right[i]: the right targets of example i, or NULL. */
static void add_each(double *to, const struct worker *w, const struct batch *b, uint32_t *right) {
    const struct plan *k = w->plan;
    const struct task_built *t = &k->pass->r->task;
    size_t sums = (size_t)k->width - 1 - SCORE_SQUARES;
    for (int i = 0; i < b->sequences; i++) {
        int first = b->target_start[i], count = b->target_start[i + 1] - first;
        memset(w->own, 0, sums * sizeof *w->own);
        metrics_add(w->own, k->sums, t, b, first, count, w->outcome + first);
        add_example(to, to + sums, k, w->own, count);
        if (right)
            right[i] = (uint32_t)*w->own; /* accuracy is the first metric */
    }
}

static void add_chunk(const struct worker *w, const struct chunk *c, int policy) {
    const struct plan *k = w->plan;
    double *to = slot_of(k, w->to, c->slot, policy);
    uint32_t *right = w->to->right ? w->to->right + (size_t)policy * k->pass->of.count + c->first : NULL;
    const struct batch *b = &c->batch;
    const struct task_built *t = &k->pass->r->task;
    *to++ += b->targets;
    if (k->all_counts)
        metrics_add(w->count + (size_t)policy * k->all_counts, k->counts, t, b, 0, b->targets, w->outcome);
    if (k->squares)
        add_each(to, w, b, right);
    else
        metrics_add(to, k->sums, t, b, 0, b->targets, w->outcome);
}

static void draw(struct chunk *c, const struct plan *k, uint32_t *targets) {
    const struct pass *p = k->pass;
    const struct settings *s = &p->r->settings;
    int first = c->first, last = k->chunk < p->of.count - first ? first + k->chunk : p->of.count;
    batch_clear(&c->batch);
    for (int i = p->of.first + first; i < p->of.first + last; i++)
        if (p->from == TASK_TRAINING)
            batch_add_training(&c->batch, &p->r->task, p->scheme, (uint32_t)s->train.seed, (uint64_t)i);
        else if (p->from == TASK_VALIDATION)
            batch_add_validation(&c->batch, &p->r->task, p->scheme, (uint32_t)s->train.seed, i);
        else {
            batch_add_evaluation(&c->batch, &p->r->task, p->scheme, batch_seeds_of(s), p->length, (uint32_t)i);
            batch_thin(&c->batch, &p->r->task, batch_seeds_of(s), p->length, (uint32_t)i, p->of.targets);
        }
    if (k->knows)
        known_rows_number(&p->r->model, &c->batch);
    for (int i = first; i < last && targets; i++)
        targets[i] = (uint32_t)(c->batch.target_start[i - first + 1] - c->batch.target_start[i - first]);
}

/* A worker's next chunks, those of a slot in their order: worker i has slots i, i + threads, ... */
static void draw_wave(struct worker *w) {
    const struct plan *k = w->plan;
    for (w->chunks = 0; w->chunks < k->wave && w->next < k->chunks && !run_is_stopped(k->pass->r); w->chunks++) {
        struct chunk *c = &w->chunk[w->chunks];
        c->first = w->next * k->chunk;
        c->slot = w->next % k->slots;
        draw(c, k, w->to->targets);
        w->next += k->slots;
        if (w->next >= k->chunks)
            w->next = c->slot + k->threads < k->slots ? c->slot + k->threads : k->chunks;
    }
}

static void ask(struct worker *w, int policy) {
    const struct plan *k = w->plan;
    const struct pass *p = k->pass;
    for (int i = 0; i < w->chunks && !run_is_stopped(p->r); i++) {
        if (w->tells)
            evaluation_work_tell(p->work, policy,
                                 (w->before + w->now * i / w->chunks) / ((double)k->chunks * k->asked));
        const struct chunk *c = &w->chunk[i];
        run_learner(p->r)->answer(&w->answerer, &c->batch, &k->use[policy], (uint32_t)(p->of.first + c->first),
                                  w->outcome);
        add_chunk(w, c, policy);
    }
}

/* Wave by wave, and in each policy by policy: one policy's known rows stay in the cache. */
static void ask_all(const struct plan *k, struct worker *worker, struct known_rows *known, const struct chunk *first) {
    const struct model *m = &k->pass->r->model;
    for (int drawn = 1; drawn > 0;) {
        drawn = 0;
#pragma omp parallel for num_threads(k->threads) schedule(static) reduction(+ : drawn)
        for (int i = 0; i < k->threads; i++) {
            draw_wave(&worker[i]);
            drawn += worker[i].chunks;
        }
        worker->now = drawn;
        for (int policy = 0; policy < k->pass->rows && drawn; policy++) {
            if (!k->use[policy].built)
                continue;
            if (k->knows)
                known_rows_compute(known, m, &k->use[policy], &worker->answerer.work, &first->batch);
#pragma omp parallel for num_threads(k->threads) schedule(static)
            for (int i = 0; i < k->threads; i++)
                ask(&worker[i], policy);
            worker->before += drawn;
        }
    }
}

/* Returns the workers, with what they counted. */
static const struct worker *work_all(const struct plan *k, const struct sums *to) {
    struct arena *arena = k->pass->scratch;
    struct worker *worker = arena_alloc(arena, (size_t)k->threads, sizeof *worker);
    struct known_rows known = {0};
    struct chunk first = {0}; /* the first examples: which queries occur */
    for (int i = 0; i < k->threads; i++)
        worker_build(&worker[i], k, to, i);
    if (k->knows) {
        known_rows_build(&known, &k->pass->r->model, k->positions, arena);
        chunk_build(&first, k, arena);
        draw(&first, k, NULL);
    }
    for (int i = 0; i < k->threads && k->knows; i++)
        worker[i].answerer.work.known = &known;
    ask_all(k, worker, &known, &first);
    return worker;
}

/* The targets of each example, where not all have the same. */
static void keep_targets(struct score *to, const struct plan *k, const uint32_t *targets) {
    uint32_t most = 0, least = UINT32_MAX;
    for (int i = 0; i < k->pass->of.count; i++) {
        most = targets[i] > most ? targets[i] : most;
        least = targets[i] < least ? targets[i] : least;
    }
    if (most <= least)
        return;
    assert(k->pass->of.count == to->examples);
    packed_build(&to->targets, to->examples, most, k->pass->arena);
    for (int i = 0; i < to->examples; i++)
        packed_set(&to->targets, i, targets[i]);
}

/* What all workers counted. */
static void add_counts(struct score *to, const struct plan *k, const struct worker *worker, int policy) {
    for (int i = 0; i < k->threads; i++) {
        const double *from = worker[i].count + (size_t)policy * k->all_counts;
        for (int m = 0; m < metric_count; m++)
            for (int j = 0; j < k->counts[m]; j++)
                to->sum[m][j] += *from++;
    }
}

static void score_add(struct score *to, const struct plan *k, const struct sums *all, int policy) {
    const struct pass *p = k->pass;
    for (int i = 0; i < k->slots; i++) {
        const double *from = slot_of(k, all, i, policy);
        to->count += (long)*from++;
        for (int m = 0; m < metric_count; m++)
            for (int j = 0; j < k->sums[m]; j++)
                to->sum[m][j] += *from++;
        for (int j = 0; j < SCORE_SQUARES && k->squares; j++)
            to->squares[j] += *from++;
    }
    if (!to->right.bits || !k->use[policy].built)
        return;
    for (int i = 0; i < p->of.count; i++)
        packed_set(&to->right, p->offset + i, all->right[(size_t)policy * p->of.count + i]);
    keep_targets(to, k, all->targets);
}

bool pass_is_trained(const struct pass *p) {
    return position_scheme_count(p->scheme, &p->r->task, p->longest) <= p->r->model.size.positions;
}

static int rows_of(const struct pass *p, int words) { return p->r->task.kind->rows(&p->r->task, words); }

static bool knows_rows(const struct pass *p) {
    int positions = position_scheme_count(p->scheme, &p->r->task, p->longest);
    double asked = (double)rows_of(p, p->longest) * p->of.count;
    return run_learner(p->r)->layer && known_rows_pay(&p->r->model, positions, asked < WAVE_ROWS ? asked : WAVE_ROWS);
}

double pass_cost(const struct pass *p) {
    const struct range trained = p->r->task.size.trained;
    double rows = (double)rows_of(p, p->length ? p->longest : (trained.low + trained.high) / 2) * p->of.count;
    return rows / (knows_rows(p) ? 10 : 1);
}

/* Within the trained length the first policy that applies answers for all. */
static bool open_policies(struct plan *k, struct error *e) {
    const struct pass *p = k->pass;
    const struct evaluation_row *row = p->row;
    bool ok = true;
    for (int i = 0, first = 0; ok && i < p->rows; i++) {
        first = k->use[first].built ? first : i;
        k->same[i] = row[i].applies && pass_is_trained(p) ? first : i;
        ok = !row[i].applies || k->same[i] < i ||
             model_open(&p->r->model, &k->use[i], row[i].policy, k->positions, p->scratch, e);
        k->asked += k->use[i].built != NULL;
    }
    return ok;
}

/* How many chunks a worker draws at once, how many slots and workers there are. */
static void plan_chunks(struct plan *k) {
    const struct pass *p = k->pass;
    k->chunk = k->rows < CHUNK_ROWS ? CHUNK_ROWS / k->rows : 1;
    k->chunks = (p->of.count + k->chunk - 1) / k->chunk;
    k->slots = k->chunks < SUM_SLOTS ? k->chunks : SUM_SLOTS;
    k->threads = p->threads < k->slots ? p->threads : k->slots;
    if (!k->threads)
        return;
    int fit = WAVE_ROWS / k->threads / (k->chunk * k->rows),
        most = (k->slots + k->threads - 1) / k->threads * ((k->chunks + k->slots - 1) / k->slots); /* of a worker */
    k->wave = fit < 1 ? 1 : fit < most ? fit : most;
}

static struct plan plan_of(const struct pass *p) {
    struct plan k = {.pass = p,
                     .rows = rows_of(p, p->longest),
                     .positions = position_scheme_count(p->scheme, &p->r->task, p->longest),
                     .knows = knows_rows(p),
                     .squares = p->to[0]->squares,
                     .width = 1 + SCORE_SQUARES};
    for (int i = 0; i < metric_count; i++) {
        *(metrics[i].counts ? &k.counts[i] : &k.sums[i]) = p->sums[i];
        k.all_counts += k.counts[i];
        k.width += k.sums[i];
    }
    plan_chunks(&k);
    return k;
}

static struct sums sums_of(const struct plan *k) {
    const struct pass *p = k->pass;
    struct sums all = {.slot = arena_alloc(p->scratch, (size_t)k->slots * p->rows * k->width, sizeof *all.slot)};
    for (int i = 0; i < p->rows && !all.right; i++)
        if (p->to[i]->right.bits) {
            all.right = arena_alloc(p->scratch, (size_t)p->rows * p->of.count, sizeof *all.right);
            all.targets = arena_alloc(p->scratch, (size_t)p->of.count, sizeof *all.targets);
        }
    return all;
}

bool evaluate_batches(const struct pass *p, struct error *e) {
    struct plan k = plan_of(p);
    bool ok = open_policies(&k, e);
    if (ok && k.threads) {
        const struct sums all = sums_of(&k);
        const struct worker *worker = work_all(&k, &all);
        for (int i = 0; i < p->rows; i++) {
            add_counts(p->to[i], &k, worker, k.same[i]);
            score_add(p->to[i], &k, &all, k.same[i]);
        }
    }
    arena_rewind(p->scratch);
    return ok;
}
