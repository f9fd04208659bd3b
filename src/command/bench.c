/* bench.c -- poslab bench: what a training step costs, against the machine's own peak. */
#include <stdio.h>
#include <stdlib.h>
#include <sys/resource.h>

#include "base/clock.h"
#include "command/command.h"
#include "maths/matmul.h"
#include "train/step.h"

enum { REPEATS = 5, PEAK_SIZE = 512, PEAK_PRODUCTS = 8 };

struct timing {
    double step_ms, lowest_ms, highest_ms; /* median and range of the repeats */
    double draw_ms;                        /* of that, drawing the batch */
    double examples, tokens, flops;        /* of a mean step */
};

/* GFLOP/s of one product of 512 x 512 x 512, the best of many, in this process. */
static double measure_peak(struct arena *arena) {
    size_t count = (size_t)PEAK_SIZE * PEAK_SIZE;
    real *a = arena_take(arena, count, sizeof *a), *b = arena_take(arena, count, sizeof *b);
    real *c = arena_take(arena, count, sizeof *c);
    struct matmul p = {PEAK_SIZE, PEAK_SIZE, PEAK_SIZE, PEAK_SIZE, PEAK_SIZE, PEAK_SIZE, 1, 0};
    double best = 0;
    for (size_t i = 0; i < count; i++)
        a[i] = b[i] = (real)(i % 7) / 7;
    for (int repeat = 0; repeat < 5 * REPEATS; repeat++) {
        double started = clock_seconds();
        for (int i = 0; i < PEAK_PRODUCTS; i++)
            matmul_nn(c, a, b, p);
        double rate = 2.0 * PEAK_SIZE * PEAK_SIZE * PEAK_SIZE * PEAK_PRODUCTS / (clock_seconds() - started);
        best = rate > best ? rate : best;
    }
    return best / 1e9;
}

static bool run_steps(struct stepper *s, int steps, struct timing *t, struct error *e) {
    for (int i = 0; i < steps; i++) {
        if (!stepper_step(s, e))
            return false;
        t->examples += s->run->settings.train.batch;
        t->tokens += s->tokens;
        t->flops += s->flops;
    }
    return true;
}

static int by_size(const void *left, const void *right) {
    const double *a = left, *b = right;
    return (*a > *b) - (*a < *b);
}

/* What drawing the batches of as many steps costs, in milliseconds each. */
static double measure_draws(struct stepper *s, int steps) {
    double started = clock_seconds();
    int step = s->run->step;
    for (int i = 0; i < steps; i++, s->run->step++)
        stepper_draw(s);
    s->run->step = step;
    return (clock_seconds() - started) * 1e3 / steps;
}

static bool measure_steps(struct stepper *s, struct timing *t, struct error *e) {
    int steps = s->run->settings.train.steps / (REPEATS + 1);
    double ms[REPEATS];
    struct timing warmup = {0};
    *t = warmup;
    if (!run_steps(s, steps, &warmup, e))
        return false;
    for (int repeat = 0; repeat < REPEATS; repeat++) {
        double started = clock_seconds();
        if (!run_steps(s, steps, t, e))
            return false;
        ms[repeat] = (clock_seconds() - started) * 1e3 / steps;
    }
    t->draw_ms = measure_draws(s, steps);
    qsort(ms, REPEATS, sizeof *ms, by_size);
    t->lowest_ms = ms[0];
    t->step_ms = ms[REPEATS / 2];
    t->highest_ms = ms[REPEATS - 1];
    t->examples /= steps * REPEATS;
    t->tokens /= steps * REPEATS;
    t->flops /= steps * REPEATS;
    return true;
}

static double peak_memory_mb(void) {
    struct rusage usage;
    getrusage(RUSAGE_SELF, &usage);
#ifdef __APPLE__
    return (double)usage.ru_maxrss / (1 << 20);
#else
    return (double)usage.ru_maxrss / (1 << 10);
#endif
}

/* Files that the task reads, with counting their words. */
struct reading {
    double bytes, seconds;
};

static void count_bytes(void *user, const char *path, uint64_t read, uint64_t size) {
    struct reading *r = user;
    (void)path;
    r->bytes += read == size ? (double)size : 0; /* told at the end of each file */
}

static bool measure_reading(const struct settings *s, struct reading *r, struct error *e) {
    struct arena arena = {0};
    struct task_built t;
    const struct task_input in = {.reading = count_bytes, .user = r};
    double started = clock_seconds();
    *r = (struct reading){0};
    bool ok = task_build(&t, s->task, s->task_options, &in, &arena, e);
    r->seconds = clock_seconds() - started;
    arena_free(&arena);
    return ok;
}

static void print(const struct settings *s, const struct timing *t, const struct reading *reading, int threads,
                  double memory, double peak, bool as_json) {
    double rate = t->flops / t->step_ms / 1e6;
    if (as_json) {
        json_t *json = json_pack(
            "{si si si si si ss sf sf sf sf sf sf sf sf sf sf}", "d_model", s->model.d_model, "heads", s->model.heads,
            "d_ff", s->model.d_ff, "batch", s->train.batch, "threads", threads, "kernels", matmul_kernels(),
            "ms_per_step", t->step_ms, "ms_drawing", t->draw_ms, "ms_lowest", t->lowest_ms, "ms_highest", t->highest_ms,
            "examples_per_second", t->examples / t->step_ms * 1e3, "tokens_per_second", t->tokens / t->step_ms * 1e3,
            "gflops", rate, "sgemm_peak_gflops", peak, "share_of_peak", rate / peak, "memory_mb", memory);
        if (reading->bytes > 0)
            json_object_update_new(json, json_pack("{sf sf}", "file_mb", reading->bytes / 1e6, "reading_mb_per_second",
                                                   reading->bytes / 1e6 / reading->seconds));
        command_print_json(json);
        return;
    }
    printf("A training step of %s + %s: d_model %d, heads %d, d_ff %d, batch %d, %d thread%s, OpenBLAS kernels %s\n",
           s->task->name, s->encoding->name, s->model.d_model, s->model.heads, s->model.d_ff, s->train.batch, threads,
           threads > 1 ? "s" : "", matmul_kernels());
    printf("  time a step     %10.3f ms   (median of %d; %.3f to %.3f)\n", t->step_ms, REPEATS, t->lowest_ms,
           t->highest_ms);
    printf("  drawing         %10.3f ms of it, %.1f %%\n", t->draw_ms, 100 * t->draw_ms / t->step_ms);
    printf("  examples        %10.0f a second\n", t->examples / t->step_ms * 1e3);
    printf("  tokens          %10.0f a second\n", t->tokens / t->step_ms * 1e3);
    printf("  matrix products %10.2f GFLOP/s, %.1f %% of the peak\n", rate, 100 * rate / peak);
    printf("  sgemm peak      %10.2f GFLOP/s (512 x 512 x 512, same process)\n", peak);
    if (reading->bytes > 0)
        printf("  reading files   %10.1f MB/s, words counted (%.1f MB)\n", reading->bytes / 1e6 / reading->seconds,
               reading->bytes / 1e6);
    printf("  peak memory     %10.1f MB before the peak was measured\n", memory);
}

static int run(struct arguments *a) {
    struct settings s;
    struct run r;
    struct stepper stepper;
    struct timing t;
    struct reading reading;
    struct error e = {0};
    struct arena arena = {0};
    int threads = a->threads ? a->threads : 1;
    if (!settings_resolve(&s, &a->settings, NULL, &e) || !measure_reading(&s, &reading, &e) ||
        !run_build(&r, &s, NULL, &e))
        return command_fail(&e);
    bool ok = s.train.steps >= 60 || error_set(&e, EXIT_USAGE, "bench needs train.steps of 60 or more");
    ok = ok && stepper_build(&stepper, &r, threads, &e) && measure_steps(&stepper, &t, &e);
    double memory = peak_memory_mb();
    if (ok)
        print(&s, &t, &reading, threads, memory, measure_peak(&arena), a->json);
    arena_free(&arena);
    run_free(&r);
    return ok ? EXIT_DONE : command_fail(&e);
}

static const char *const options[] = {"threads", "json", NULL};

const struct command command_bench = {
    .name = "bench",
    .summary = "time a training step, against the sgemm peak of this machine",
    .settings = true,
    .options = options,
    .details = "Runs train.steps steps of the given settings: a sixth to warm up, the rest in five repeats. FLOP are\n"
               "counted from the shapes, three times those of a forward pass. Some shells preset OPENBLAS_CORETYPE to\n"
               "a slow set of kernels: unset it (`make bench` does).\n",
    .run = run,
};
