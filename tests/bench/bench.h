/* bench.h -- what the files of the program `bench` share: its command line, shapes, a measured step, a separate
 * process. */
#pragma once

#include "base/clock.h"
#include "bench/watch.h"
#include "cli/say.h"

enum { BENCH_REPEATS = 5 };

struct bench_arguments {
    struct assignments settings; /* of the config file, then of the command line */
    const char *shape;           /* NULL: not given */
    int threads;
    bool growth, json;
};

/* A name for ordinary settings, written as on the command line, NULL-ended. */
struct bench_shape {
    const char *name, *summary;
    const char *const *settings;
};
/* All of them, ended by a NULL name. */
extern const struct bench_shape bench_shapes[];
/* Error: EXIT_USAGE, there is no such shape. */
const struct bench_shape *bench_shape_find(const char *name, struct error *e);
/* The settings of a shape (NULL: none), then those that the user gave, which win. */
bool bench_assign(struct assignments *out, const struct bench_shape *shape, const struct assignments *given,
                  struct error *e);

/* Seconds of the processor where there is one thread, so that a busy machine changes nothing; else of the wall. */
static inline double bench_clock(int threads) { return threads > 1 ? clock_seconds() : clock_worked(); }

/* What is known of a step behind its measurement. */
struct bench_step {
    int vocabulary, segments, classes, positions; /* of the model built */
    int rows, targets;                            /* T of the longest sequence, asked rows in it */
    size_t parameters;
    double ms, lowest_ms, highest_ms; /* median and range of the repeats */
    double part[WATCH_PARTS];         /* shares of the time */
    double examples, tokens, flops;   /* of a mean step */
    double peak, share;               /* medians: GFLOP/s of one thread's sgemm beside each repeat; share of it */
    double memory_mb;
    double file_bytes, file_seconds; /* of reading the task's files */
};
/* Builds a run and times its steps. Errors: those of building, EXIT_DIVERGED. */
bool bench_measure(struct bench_step *b, const struct settings *s, int threads, struct error *e);
/* Multiplications and additions of matrix products in one forward pass; and in a stepper's last step: three times as
 * many, since a backward pass has as many again for each of the two factors. */
double bench_flops(const struct model *m, const struct batch *b);
double bench_step_flops(const struct stepper *s);
/* The most memory that this process has had, in MB. */
double bench_memory_mb(void);

/* What a training step costs, of one shape, of all or of the settings alone. Returns the exit code. */
int bench_steps(const struct bench_arguments *a);
/* `--long`: the growth of an evaluation with the length of its sequences. Returns the exit code. */
int bench_long(const struct bench_arguments *a);

/* Runs `work` in a process of its own, with `limit` bytes of memory at most (0: any), and brings back the result that
 * it fills: no other measurement stands in its account. Errors: those of `work`; EXIT_FAILED where it was cut short,
 * which is how it ends at the limit; EXIT_IO. */
bool bench_apart(bool (*work)(const void *user, void *result, struct error *e), const void *user, void *result,
                 size_t size, size_t limit, struct error *e);
