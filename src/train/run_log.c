/* run_log.c -- see train.h.
 *
 * The checksum of a log is a chain over the reproducible part of each row, its text up to the speed. It is kept in the
 * run, so a checkpoint does not depend on the state of the file. */
#include "statistics/statistics.h"
#include "train/train.h"

#include <fcntl.h>
#include <jansson.h>
#include <limits.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include <xxhash.h>

#include "base/file.h"
#include "base/text.h"

#define SPEED ", \"tokens_per_second\": "
#define REACHED 0.99
enum { MEAN_OF = 5 }; /* rows */
static const size_t LOG_BYTES = (size_t)1 << 32;

static bool failed(const struct run_log *m, struct error *e) { return error_io(e, "write", m->path); }

/* ---- Reading */

/* The rows of a log up to the run's step. */
struct found {
    char *rows; /* one after another */
    size_t bytes;
    uint64_t sum;
    double seconds;         /* of the last one */
    int last, count;        /* its step; all rows */
    double recent[MEAN_OF]; /* accuracy of the last ones, row i at i % MEAN_OF */
    int reached;            /* step of the first row at which their mean is REACHED; 0: there is none */
    double *speed;          /* (count) */
    int due;                /* rows that training wrote */
    bool other;             /* there are other lines before the last of these */
    bool more;              /* there are lines after it, as a killed run may leave */
};

struct row {
    const char *text;
    size_t bytes, repeats; /* with its newline; up to the speed */
    int step;
    double accuracy, seconds, speed;
};

/* Reads the line at *at, before `end` with its 0, and moves past it; false: not a row. */
static bool read_row(struct row *row, const char **at, const char *end) {
    const char *line = *at, *newline = memchr(line, '\n', (size_t)(end - line));
    *at = newline ? newline + 1 : end;
    *row = (struct row){.text = line, .bytes = (size_t)(*at - line)};
    json_t *object = newline ? json_loadb(line, row->bytes, JSON_REJECT_DUPLICATES, NULL) : NULL;
    const json_t *step = json_object_get(object, "step"), *seconds = json_object_get(object, "seconds");
    json_int_t number = json_integer_value(step);
    const char *speed = json_is_number(seconds) && number >= 1 && number <= INT_MAX ? strstr(line, SPEED) : NULL;
    row->step = speed ? (int)number : 0;
    row->accuracy = json_number_value(json_object_get(object, "accuracy"));
    row->speed = json_number_value(json_object_get(object, "tokens_per_second"));
    row->seconds = json_number_value(seconds);
    json_decref(object);
    row->repeats = speed ? (size_t)(speed - line) : 0;
    return speed && speed < *at;
}

/* Counts a row, and checks whether the mean of the last ones is reached. */
static void count_row(struct found *f, const struct row *row) {
    double sum = 0;
    f->recent[f->count % MEAN_OF] = row->accuracy;
    f->speed[f->count++] = row->speed;
    for (int i = 0; i < MEAN_OF; i++)
        sum += f->recent[i];
    if (!f->reached && f->count >= MEAN_OF && sum >= MEAN_OF * (REACHED - 1e-9))
        f->reached = row->step;
}

static void keep(struct found *f, const struct row *row) {
    count_row(f, row);
    memcpy(f->rows + f->bytes, row->text, row->bytes);
    f->bytes += row->bytes;
    f->sum = XXH3_64bits_withSeed(row->text, row->repeats, f->sum);
    f->seconds = row->seconds;
    f->last = row->step;
}

/* The text ends in 0. */
static void look(struct found *f, const char *text, size_t size, const struct run *r, struct arena *arena) {
    const char *at = text, *end = text + size;
    struct row row;
    *f = (struct found){.rows = arena_alloc(arena, size + 1, 1),
                        .speed = arena_alloc(arena, size / sizeof SPEED + 1, sizeof *f->speed)};
    for (int step = 1; step <= r->step; step++)
        f->due += run_log_is_due(r, step);
    while (at < end) {
        f->more = f->more || f->count == f->due;
        if (!read_row(&row, &at, end) || row.step <= f->last || !run_log_is_due(r, row.step))
            f->other = f->other || f->count < f->due;
        else if (row.step <= r->step)
            keep(f, &row);
    }
}

/* Checks that all rows are there and unchanged; else says what is wrong. */
static bool whole(const struct found *f, const struct run *r, const char *path, struct error *e) {
    int lost = f->due - f->count;
    if (lost)
        return error_set(e, EXIT_DATA, "%s: %d row%s lost", path, lost, lost == 1 ? "" : "s");
    return (!f->other && f->sum == r->log) ||
           error_set(e, EXIT_DATA, "%s: its rows are not those that training wrote", path);
}

/* Reads the file; a missing file counts as empty. Error: EXIT_IO, which is not damage. */
static bool look_into(struct found *f, const char *path, const struct run *r, struct arena *arena, struct error *e) {
    size_t size = 0;
    const char *text = file_missing(path) ? "" : (const char *)file_read(path, LOG_BYTES, arena, &size, e);
    if (!text && e->code == EXIT_IO)
        return false;
    look(f, text ? text : "", text ? size : 0, r, arena);
    f->other = f->other || !text; /* too large to be one */
    return true;
}

bool run_log_check(const char *folder, const struct run *r, struct error *e) {
    struct arena arena = {0};
    struct found f;
    char path[PATH_MAX_LENGTH];
    bool ok = file_path(path, folder, RUN_LOG_FILE, e) && look_into(&f, path, r, &arena, e) && whole(&f, r, path, e);
    if (ok && f.more && run_is_trained(r))
        ok = error_set(e, EXIT_DATA, "%s: it has lines after the row of the last training step", path);
    arena_free(&arena);
    return ok;
}

bool run_log_extend(const char *folder, struct run *r, const struct training *longer, struct error *e) {
    struct arena arena = {0};
    struct found before, after;
    struct error unused;
    struct run more = *r;
    char path[PATH_MAX_LENGTH];
    more.settings.train = *longer;
    if (run_log_is_due(&more, r->step) || !run_log_is_due(r, r->step))
        return true;
    bool ok = file_path(path, folder, RUN_LOG_FILE, e) && look_into(&before, path, r, &arena, e) &&
              look_into(&after, path, &more, &arena, e);
    bool gone = ok && before.last < r->step; /* it was dropped before */
    if (ok && (gone || whole(&before, r, path, &unused)) && after.count == after.due && !after.other)
        r->log = after.sum;
    arena_free(&arena);
    return ok;
}

static double median(double *x, int count) {
    sort_ascending(x, count);
    return (x[(count - 1) / 2] + x[count / 2]) / 2;
}

bool run_log_figures(struct evaluation_result *to, const char *folder, const struct run *r, struct error *e) {
    struct arena arena = {0};
    struct found f;
    struct error why;
    char path[PATH_MAX_LENGTH];
    bool ok = file_path(path, folder, RUN_LOG_FILE, e) && look_into(&f, path, r, &arena, e);
    if (ok)
        to->seconds = f.last == r->step ? f.seconds : -1;
    if (ok && whole(&f, r, path, &why) && f.count >= MEAN_OF) {
        to->steps_to_99 = f.reached ? f.reached : (double)INFINITY;
        to->tokens_per_second = median(f.speed, f.count);
        evaluation_take_figures(to);
    }
    arena_free(&arena);
    return ok;
}

/* ---- Writing */

/* Renames the file, so nothing is lost; *warning has its new name. */
static bool set_aside(const char *folder, struct error *warning, struct error *e) {
    char name[FILE_ASIDE];
    if (!file_set_aside(name, folder, RUN_LOG_FILE, e))
        return false;
    text_append(warning->text, sizeof warning->text, "; the file as it was is %s", name);
    return true;
}

/* Leaves the rows up to the run's step in the file. */
static bool clean(struct run_log *m, const char *folder, struct run *r, double *seconds, struct error *warning,
                  struct error *e) {
    struct arena arena = {0};
    struct found f;
    if (!look_into(&f, m->path, r, &arena, e)) {
        arena_free(&arena);
        return false;
    }
    bool damaged = !whole(&f, r, m->path, warning) && f.other,
         ok = (!damaged || set_aside(folder, warning, e)) && file_write(m->path, f.rows, f.bytes, e);
    *seconds = f.seconds;
    arena_free(&arena);
    return ok;
}

bool run_log_open(struct run_log *m, const char *folder, struct run *r, double *seconds, struct error *warning,
                  struct error *e) {
    if (!file_path(m->path, folder, RUN_LOG_FILE, e) || !clean(m, folder, r, seconds, warning, e))
        return false;
    int handle = file_open_own(m->path, O_WRONLY | O_APPEND, e);
    m->file = handle >= 0 ? fdopen(handle, "a") : NULL;
    if (handle >= 0 && !m->file) {
        failed(m, e);
        close(handle);
    }
    return m->file;
}

bool run_log_add(struct run_log *m, const struct stepper *s, double seconds, double tokens_per_second,
                 struct error *e) {
    char row[RUN_LOG_ROW];
    run_log_row(row, s);
    return (fprintf(m->file, "%s" SPEED "%.0f, \"seconds\": %.3f}\n", row, tokens_per_second, seconds) > 0 &&
            fflush(m->file) == 0) ||
           failed(m, e);
}

bool run_log_sync(struct run_log *m, struct error *e) { return file_sync(fileno(m->file)) || failed(m, e); }

bool run_log_close(struct run_log *m, struct error *e) { return fclose(m->file) == 0 || failed(m, e); }
