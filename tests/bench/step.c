/* step.c -- times a training step; see bench.h.
 *
 * Repeats alternate with products at the machine's peak, since the speed of a machine changes from second to second.
 * The parts are timed separately, in one thread, so the repeats are not slowed down. */
#include <stdlib.h>
#include <sys/resource.h>

#include "bench/bench.h"
#include "maths/matmul.h"
#include "train/step.h"

enum { PEAK_SIZE = 512, PEAK_PRODUCTS = 4, PEAK_TRIES = 5 };

/* Three matrices of 512 x 512. */
struct peak {
    real *a, *b, *c;
};

static struct peak peak_build(struct arena *arena) {
    size_t count = (size_t)PEAK_SIZE * PEAK_SIZE;
    struct peak p = {arena_alloc(arena, count, sizeof(real)), arena_alloc(arena, count, sizeof(real)),
                     arena_alloc(arena, count, sizeof(real))};
    for (size_t i = 0; i < count; i++)
        p.a[i] = p.b[i] = (real)(i % 7) / 7;
    return p;
}

/* GFLOP/s of one product, the best of some. */
static double peak_measure(const struct peak *p) {
    struct matmul size = {PEAK_SIZE, PEAK_SIZE, PEAK_SIZE, PEAK_SIZE, PEAK_SIZE, PEAK_SIZE, 1, 0};
    double best = 0;
    matmul_use(PRODUCTS_BLAS);
    for (int try = 0; try < PEAK_TRIES; try++) {
        double started = bench_clock(1);
        for (int i = 0; i < PEAK_PRODUCTS; i++)
            matmul_nn(p->c, p->a, p->b, size);
        double rate = 2.0 * PEAK_SIZE * PEAK_SIZE * PEAK_SIZE * PEAK_PRODUCTS / (bench_clock(1) - started);
        best = rate > best ? rate : best;
    }
    return best / 1e9;
}

double bench_memory_mb(void) {
    struct rusage usage;
    getrusage(RUSAGE_SELF, &usage);
#ifdef __APPLE__
    return (double)usage.ru_maxrss / (1 << 20);
#else
    return (double)usage.ru_maxrss / (1 << 10);
#endif
}

static int by_size(const void *left, const void *right) {
    const double *a = left, *b = right;
    return (*a > *b) - (*a < *b);
}

/* Sorts the repeats; the one in the middle. */
static double median(double repeat[BENCH_REPEATS]) {
    qsort(repeat, BENCH_REPEATS, sizeof *repeat, by_size);
    return repeat[BENCH_REPEATS / 2];
}

/* Adds up what the steps were made of. */
static bool run_steps(struct stepper *s, int steps, struct bench_step *sum, struct error *e) {
    for (int i = 0; i < steps; i++) {
        if (!stepper_step(s, e))
            return false;
        sum->examples += s->run->settings.train.batch;
        sum->tokens += s->tokens;
        sum->flops += bench_step_flops(s);
    }
    return true;
}

/* Of `steps` steps, after the repeats. */
static bool measure_parts(struct stepper *s, int steps, struct bench_step *b, struct error *e) {
    struct watch watch;
    struct bench_step unused = {0};
    double total = 0;
    s->threads = 1;
    watch_start(&watch, s);
    bool ok = run_steps(s, steps, &unused, e);
    watch_stop(s);
    if (!ok)
        return false;
    for (int i = 0; i < WATCH_PARTS; i++)
        total += watch.seconds[i];
    for (int i = 0; i < WATCH_PARTS; i++)
        b->part[i] = watch.seconds[i] / total;
    return true;
}

static bool measure_repeats(struct stepper *s, int steps, struct bench_step *b, struct error *e) {
    double ms[BENCH_REPEATS], share[BENCH_REPEATS], peaks[BENCH_REPEATS];
    struct arena arena = {0};
    struct peak peak = peak_build(&arena);
    bool ok = true;
    for (int repeat = 0; ok && repeat < BENCH_REPEATS; repeat++) {
        double flops = b->flops;
        peaks[repeat] = peak_measure(&peak);
        double started = bench_clock(s->threads);
        ok = run_steps(s, steps, b, e);
        double seconds = bench_clock(s->threads) - started;
        ms[repeat] = seconds * 1e3 / steps;
        share[repeat] = (b->flops - flops) / seconds / 1e9 / (peaks[repeat] * s->threads);
    }
    arena_free(&arena);
    if (!ok)
        return false;
    b->ms = median(ms);
    b->lowest_ms = ms[0];
    b->highest_ms = ms[BENCH_REPEATS - 1];
    b->peak = median(peaks);
    b->share = median(share);
    b->examples /= steps * BENCH_REPEATS;
    b->tokens /= steps * BENCH_REPEATS;
    b->flops /= steps * BENCH_REPEATS;
    return true;
}

static bool measure_run(struct run *r, int threads, struct bench_step *b, struct error *e) {
    int steps = r->settings.train.steps / (BENCH_REPEATS + 1);
    struct stepper s;
    struct bench_step warmup = {0};
    r->settings.train.steps += steps + 1; /* those for the parts, and the last, which visits every row */
    if (!stepper_build(&s, r, threads, e) || !run_steps(&s, steps, &warmup, e))
        return false;
    b->memory_mb = bench_memory_mb();
    return measure_repeats(&s, steps, b, e) && measure_parts(&s, steps, b, e);
}

static void describe(const struct run *r, struct bench_step *b) {
    const struct task_built *t = &r->task;
    b->vocabulary = t->size.vocabulary;
    b->segments = t->size.segments;
    b->classes = t->size.classes;
    b->positions = r->model.size.positions;
    b->rows = r->longest;
    b->targets = t->kind->targets(t, t->size.trained.high);
    b->parameters = params_trained(&r->model.params);
}

static void count_bytes(void *user, const char *path, uint64_t read, uint64_t size) {
    struct bench_step *b = user;
    (void)path;
    b->file_bytes += read == size ? (double)size : 0; /* told at the end of each file */
}

/* Files that the task reads, with counting their words. */
static bool measure_reading(const struct settings *s, struct bench_step *b, struct error *e) {
    struct arena arena = {0};
    struct task_built t;
    const struct task_input in = {.reading = count_bytes, .user = b};
    double started = clock_seconds();
    bool ok = task_build(&t, s->task, s->task_options, &in, &arena, e);
    b->file_seconds = clock_seconds() - started;
    arena_free(&arena);
    return ok;
}

bool bench_measure(struct bench_step *b, const struct settings *s, int threads, struct error *e) {
    struct run r;
    *b = (struct bench_step){0};
    if (s->train.steps < 10 * (BENCH_REPEATS + 1))
        return error_set(e, EXIT_USAGE, "bench needs train.steps of %d or more", 10 * (BENCH_REPEATS + 1));
    if (!measure_reading(s, b, e) || !run_build(&r, s, NULL, e))
        return false;
    describe(&r, b);
    bool ok = measure_run(&r, threads, b, e);
    run_free(&r);
    return ok;
}
