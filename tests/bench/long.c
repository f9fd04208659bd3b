/* long.c -- the growth of an evaluation with the length of its sequences; see bench.h.
 *
 * The task `shift` has one target in a sequence when its distance is the whole sequence, and all words but the first
 * with a distance of 1. Each length is measured in a separate process; a length that needs more than half of the
 * machine's memory is reported as too large, and nothing longer is tried. */
#include <assert.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <sys/resource.h>
#include <unistd.h>

#include "base/text.h"
#include "bench/bench.h"
#include "encoding/encoding.h"
#include "evaluate/evaluate.h"
#include "task/words.h"

enum { EXAMPLE_ROWS = 65536, ASKED_ONE = 0, ASKED_ALL = 1, WAYS = 2 };

static const char *const standard_lengths = "1024 2048 4096 8192 16384 32768 65536";

static const char *const way_names[WAYS] = {"one", "all"};
/* What differs from length to length is not the user's. */
static const char *const own_keys[] = {"task.name",     "task.words",    "task.distance",
                                       "eval.examples", "eval.policies", NULL};

struct growth {
    int rows, targets;
    bool measured; /* else it does not fit, or a shorter one did not */
    double row_us, memory_mb;
};

static bool set(struct assignments *a, const char *key, int value, struct error *e) {
    char text[16];
    snprintf(text, sizeof text, "%d", value);
    return assignments_set(a, key, text, "--long", e);
}

/* The lengths to measure, in rows; false for what is none. */
static bool read_lengths(const struct bench_arguments *a, int rows[LENGTHS_MAX], int *count, struct error *e) {
    const char *given = assignments_value(&a->settings, "eval.lengths"), *text = given ? given : standard_lengths;
    char item[SETTING_TEXT_MAX];
    for (*count = 0; text_item(&text, item, sizeof item); ++*count)
        if (*count == LENGTHS_MAX || !text_integer(item, &rows[*count]) || rows[*count] < 2 || rows[*count] > WORDS_MAX)
            return error_set(e, EXIT_USAGE,
                             "%s: eval.lengths: '%s': --long takes up to %d numbers of rows from 2 to %d",
                             assignments_where(&a->settings, "eval.lengths"), item, LENGTHS_MAX, WORDS_MAX);
    return *count > 0 || error_set(e, EXIT_USAGE, "eval.lengths: names no length");
}

/* As many examples of that length as make 64k rows. */
static bool resolve(struct settings *s, const struct bench_arguments *a, int rows, int way, struct error *e) {
    struct assignments all = a->settings;
    assert(rows > 1 && rows <= EXAMPLE_ROWS);
    return assignments_set(&all, "task.name", "shift", "--long", e) && set(&all, "task.words", rows, e) &&
           set(&all, "task.distance", way == ASKED_ALL ? 1 : rows - 1, e) && set(&all, "eval.lengths", rows, e) &&
           set(&all, "eval.examples", EXAMPLE_ROWS / rows, e) && settings_resolve(s, &all, NULL, e);
}

struct job {
    struct settings settings;
    int threads;
};

/* Evaluation looks at the examples twice: in range, and at the length, which is here the same. */
static bool measure(const void *user, void *result, struct error *e) {
    const struct job *job = user;
    struct growth *g = result;
    struct evaluation_result found;
    struct run r;
    if (!run_build(&r, &job->settings, NULL, e))
        return false;
    g->targets = r.task.kind->targets(&r.task, g->rows);
    double started = bench_clock(job->threads);
    bool ok = evaluate(&r, job->threads, &found, &r.arena, e);
    g->row_us = (bench_clock(job->threads) - started) * 1e6 / (2.0 * g->rows * found.examples);
    g->memory_mb = bench_memory_mb();
    g->measured = ok;
    run_free(&r);
    return ok;
}

/* Half of the machine's, or what the shell allows if that is less. */
static size_t memory_limit(void) {
    long pages = sysconf(_SC_PHYS_PAGES), bytes = sysconf(_SC_PAGESIZE);
    size_t half = pages > 0 && bytes > 0 ? (size_t)pages / 2 * (size_t)bytes : SIZE_MAX;
    struct rlimit allowed;
    if (getrlimit(RLIMIT_AS, &allowed) != 0 || allowed.rlim_cur == RLIM_INFINITY || allowed.rlim_cur > half)
        return half;
    return (size_t)allowed.rlim_cur;
}

static json_t *growth_json(const struct growth *g) {
    json_t *json = json_pack("{si sb}", "rows", g->rows, "fits", g->measured);
    if (g->measured)
        json_object_update_new(
            json, json_pack("{si sf sf}", "targets", g->targets, "row_us", g->row_us, "memory_mb", g->memory_mb));
    return json;
}

static void print_json(struct growth growth[][WAYS], int count) {
    json_t *json = json_object();
    for (int way = 0; way < WAYS; way++) {
        json_t *list = json_array();
        for (int i = 0; i < count; i++)
            json_array_append_new(list, growth_json(&growth[i][way]));
        json_object_set_new(json, way_names[way], list);
    }
    command_print_json(json);
}

static void print_head(const struct settings *s, int threads) {
    printf("Evaluation of shift + %s by the rows of a sequence: d_model %d, heads %d, d_ff %d, %d thread%s\n"
           "%22s one row asked %14s all but the first asked\n%7s %14s %12s %14s %12s\n",
           s->encoding->name, s->model.d_model, s->model.heads, s->model.d_ff, threads, threads > 1 ? "s" : "", "", "",
           "rows", "us a row", "peak MB", "us a row", "peak MB");
}

static void print_line(const struct growth growth[WAYS]) {
    printf("%7d", growth->rows);
    for (int way = 0; way < WAYS; way++)
        if (growth[way].measured)
            printf(" %14.3f %12.1f", growth[way].row_us, growth[way].memory_mb);
        else
            printf(" %14s %12s", "-", "-");
    printf("\n");
    fflush(stdout);
}

/* One length, unless a shorter one did not fit. */
static bool measure_one(struct growth *g, const struct bench_arguments *a, int way, bool *fits, struct error *e) {
    struct job job = {.threads = a->threads};
    size_t limit = memory_limit();
    if (!*fits)
        return true;
    if (!resolve(&job.settings, a, g->rows, way, e))
        return false;
    if (bench_apart(measure, &job, g, sizeof *g, limit, e))
        return true;
    *fits = false;
    g->measured = false;
    if (e->code != EXIT_FAILED)
        return error_prefix(e, "--long, %d rows, %s asked", g->rows, way_names[way]);
    command_warn("%d rows, %s asked, do not fit into %.1f GB of memory (%s); nothing longer is tried", g->rows,
                 way_names[way], (double)limit / (1 << 30), e->text);
    return true;
}

static bool check(const struct bench_arguments *a, struct error *e) {
    if (a->shape)
        return error_set(e, EXIT_USAGE, "--long measures evaluation, --shape a training step: give one of them");
    for (const char *const *key = own_keys; *key; key++)
        if (assignments_value(&a->settings, *key))
            return error_set(e, EXIT_USAGE, "%s: %s: --long sets it by itself", assignments_where(&a->settings, *key),
                             *key);
    return true;
}

int bench_long(const struct bench_arguments *a) {
    struct growth growth[LENGTHS_MAX][WAYS] = {{{0}}};
    bool fits[WAYS] = {true, true};
    int rows[LENGTHS_MAX] = {0}, count = 0;
    struct settings s;
    struct error e = {0};
    bool ok = check(a, &e) && read_lengths(a, rows, &count, &e) && resolve(&s, a, rows[0], ASKED_ONE, &e);
    for (int i = 0; ok && i < count; i++) {
        for (int way = 0; ok && way < WAYS; way++) {
            growth[i][way].rows = rows[i];
            ok = measure_one(&growth[i][way], a, way, &fits[way], &e);
        }
        if (ok && !a->json && i == 0)
            print_head(&s, a->threads);
        if (ok && !a->json)
            print_line(growth[i]);
    }
    if (ok && a->json)
        print_json(growth, count);
    return ok ? EXIT_DONE : command_fail(&e);
}
