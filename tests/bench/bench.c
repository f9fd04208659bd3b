/* bench.c -- what a training step costs, compared with the machine's peak; see bench.h. */
#include "bench/bench.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "encoding/encoding.h"
#include "maths/matmul.h"
#include "model/mixer.h"

/* What one measurement is asked for, and what it finds. */
struct job {
    const struct bench_shape *shape; /* NULL: the settings alone */
    struct settings settings;
    int threads;
    struct bench_step step;
};

static const char *const part_names[WATCH_PARTS] = {
    [WATCH_BATCH] = "batch",     [WATCH_EMBED] = "embed",
    [WATCH_NORMS] = "norms",     [WATCH_PROJECTIONS] = "projections",
    [WATCH_MIXER] = "attention", [WATCH_FEEDFORWARD] = "feed-forward",
    [WATCH_HEAD] = "head",       [WATCH_OPTIMISER] = "optimiser",
    [WATCH_OTHER] = "other",
};

/* A recurrence is not called attention. */
static const char *part_name(const struct settings *s, int part) {
    return part == WATCH_MIXER ? s->mixer->part : part_names[part];
}

static bool resolve(struct job *job, const struct bench_shape *shape, const struct bench_arguments *a,
                    struct error *e) {
    struct assignments all;
    *job = (struct job){.shape = shape, .threads = a->threads};
    return bench_assign(&all, shape, &a->settings, e) && settings_resolve(&job->settings, &all, NULL, e);
}

static double gflops(const struct bench_step *b) { return b->flops / b->ms / 1e6; }

static json_t *job_json(const struct job *job) {
    const struct bench_step *b = &job->step;
    const struct settings *s = &job->settings;
    char config[SETTINGS_TEXT];
    json_t *parts = json_object();
    for (int i = 0; i < WATCH_PARTS; i++)
        json_object_set_new(parts, part_name(s, i), json_real(b->part[i]));
    settings_write(s, config, RUN_SECTIONS);
    json_t *json = json_pack("{ss* ss ss ss si si si si si si si si si si si sI si ss}", "shape",
                             job->shape ? job->shape->name : NULL, "task", s->task->name, "mixer", s->mixer->name,
                             "encoding", s->encoding->name, "vocabulary", b->vocabulary, "segments", b->segments,
                             "positions", b->positions, "classes", b->classes, "d_model", s->model.d_model, "heads",
                             s->model.heads, "d_ff", s->model.d_ff, "rows", b->rows, "targets", b->targets, "batch",
                             s->train.batch, "shards", s->train.shards, "parameters", (json_int_t)b->parameters,
                             "threads", job->threads, "kernels", matmul_kernels(s->train.products));
    json_t *found = json_pack("{sf sf sf sf sf so sf sf sf sf}", "ms_per_step", b->ms, "ms_lowest", b->lowest_ms,
                              "ms_highest", b->highest_ms, "examples_per_second", b->examples / b->ms * 1e3,
                              "tokens_per_second", b->tokens / b->ms * 1e3, "parts", parts, "gflops", gflops(b),
                              "sgemm_peak_gflops", b->peak, "share_of_peak", b->share, "memory_mb", b->memory_mb);
    json_object_update_new(json, found);
    if (b->file_bytes > 0)
        json_object_update_new(json, json_pack("{sf sf}", "file_mb", b->file_bytes / 1e6, "reading_mb_per_second",
                                               b->file_bytes / 1e6 / b->file_seconds));
    json_object_set_new(json, "config", json_string(config));
    return json;
}

static void print_job(const struct job *job) {
    const struct bench_step *b = &job->step;
    const struct settings *s = &job->settings;
    printf("A training step of %s + %s%s%s: d_model %d, heads %d, d_ff %d, batch %d, %d thread%s, kernels %s\n",
           s->task->name, s->encoding->name, job->shape ? ", shape " : "", job->shape ? job->shape->name : "",
           s->model.d_model, s->model.heads, s->model.d_ff, s->train.batch, job->threads, job->threads > 1 ? "s" : "",
           matmul_kernels(s->train.products));
    printf("  sizes           vocabulary %d, up to %d rows, %d of them asked, %d classes, %zu parameters\n",
           b->vocabulary, b->rows, b->targets, b->classes, b->parameters);
    printf("  time a step     %10.3f ms   (median of %d; %.3f to %.3f)\n", b->ms, BENCH_REPEATS, b->lowest_ms,
           b->highest_ms);
    for (int i = 0; i < WATCH_PARTS; i++)
        printf("    %-14s%10.3f ms   %4.1f %%\n", part_name(s, i), b->part[i] * b->ms, 100 * b->part[i]);
    printf("  examples        %10.0f a second\n", b->examples / b->ms * 1e3);
    printf("  tokens          %10.0f a second\n", b->tokens / b->ms * 1e3);
    printf("  matrix products %10.2f GFLOP/s, %.1f %% of the peak%s beside it\n", gflops(b), 100 * b->share,
           job->threads > 1 ? " of so many threads" : "");
    printf("  sgemm peak      %10.2f GFLOP/s (512 x 512 x 512, same process, one thread)\n", b->peak);
    if (b->file_bytes > 0)
        printf("  reading files   %10.1f MB/s, words counted (%.1f MB)\n", b->file_bytes / 1e6 / b->file_seconds,
               b->file_bytes / 1e6);
    printf("  peak memory     %10.1f MB\n", b->memory_mb);
}

static void print_table(const struct job *jobs, int count) {
    printf("Training steps, %d thread%s, kernels %s; ms: median of %d, and their range\n\n", jobs->threads,
           jobs->threads > 1 ? "s" : "", matmul_kernels(jobs->settings.train.products), BENCH_REPEATS);
    printf("%-10s %6s %5s %3s %5s %5s %5s %5s %9s %20s %9s %8s %7s %8s\n", "shape", "V", "D", "H", "F", "T", "batch",
           "targets", "ms/step", "range", "tokens/s", "GFLOP/s", "of peak", "MB");
    for (const struct job *j = jobs; j < jobs + count; j++) {
        const struct bench_step *b = &j->step;
        char range[48];
        snprintf(range, sizeof range, "%.3f..%.3f", b->lowest_ms, b->highest_ms);
        printf("%-10s %6d %5d %3d %5d %5d %5d %5d %9.3f %20s %9.0f %8.2f %5.1f %% %8.1f\n", j->shape->name,
               b->vocabulary, j->settings.model.d_model, j->settings.model.heads, j->settings.model.d_ff, b->rows,
               j->settings.train.batch, b->targets, b->ms, range, b->tokens / b->ms * 1e3, gflops(b), 100 * b->share,
               b->memory_mb);
    }
    printf("\nShare of the time, %%\n%-10s", "shape");
    for (int i = 0; i < WATCH_PARTS; i++)
        printf(" %12s", part_name(&jobs->settings, i));
    for (const struct job *j = jobs; j < jobs + count; j++) {
        printf("\n%-10s", j->shape->name);
        for (int i = 0; i < WATCH_PARTS; i++)
            printf(" %12.1f", 100 * j->step.part[i]);
    }
    printf("\n");
}

static int run_one(const struct bench_arguments *a) {
    const struct bench_shape *shape = NULL;
    struct job job;
    struct error e = {0};
    if ((a->shape && !(shape = bench_shape_find(a->shape, &e))) || !resolve(&job, shape, a, &e) ||
        !bench_measure(&job.step, &job.settings, job.threads, &e))
        return command_fail(&e);
    if (a->json)
        command_print_json(job_json(&job));
    else
        print_job(&job);
    return EXIT_DONE;
}

static bool measure_job(const void *user, void *result, struct error *e) {
    const struct job *job = user;
    return bench_measure(result, &job->settings, job->threads, e);
}

/* Each in its own process: peak memory is that of the process. */
static bool measure_all(struct job *jobs, int count, const struct bench_arguments *a, struct error *e) {
    for (int i = 0; i < count; i++)
        if (!resolve(&jobs[i], &bench_shapes[i], a, e))
            return false;
    struct progress p = progress_start("bench");
    bool ok = true;
    for (int i = 0; ok && i < count; i++) {
        if (progress_due(&p, (double)i / count))
            progress_draw(&p, (double)i / count, jobs[i].shape->name);
        ok = bench_apart(measure_job, &jobs[i], &jobs[i].step, sizeof jobs[i].step, 0, e) ||
             error_prefix(e, "--shape %s", jobs[i].shape->name);
    }
    progress_end(&p);
    return ok;
}

static int run_all(const struct bench_arguments *a) {
    struct arena arena = {0};
    struct error e = {0};
    int count = 0;
    while (bench_shapes[count].name)
        count++;
    struct job *jobs = arena_alloc(&arena, (size_t)count, sizeof *jobs);
    bool ok = measure_all(jobs, count, a, &e);
    if (ok && a->json) {
        json_t *list = json_array();
        for (int i = 0; i < count; i++)
            json_array_append_new(list, job_json(&jobs[i]));
        command_print_json(list);
    } else if (ok) {
        print_table(jobs, count);
    }
    arena_free(&arena);
    return ok ? EXIT_DONE : command_fail(&e);
}

int bench_steps(const struct bench_arguments *a) {
    return a->shape && strcmp(a->shape, "all") == 0 ? run_all(a) : run_one(a);
}
