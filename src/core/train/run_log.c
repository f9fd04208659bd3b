/* run_log.c -- see train.h. */
#include "statistics/statistics.h"
#include "train/train.h"

#include <fcntl.h>
#include <jansson.h>
#include <limits.h>
#include <math.h>
#include <string.h>
#include <unistd.h>

#include "base/file.h"
#include "base/text.h"

static const size_t LOG_BYTES = (size_t)1 << 32;

static bool failed(const struct run_log *m, struct error *e) { return error_io(e, "write", m->path); }

bool run_log_is_due(const struct run *r, int step) {
    return step % r->settings.train.log_every == 0 || step == r->settings.train.steps || early_is_due(r, step);
}

/* ---- Reading */

/* The rows of a log up to a run's step, one after another. Other lines are not among them. */
struct rows {
    const struct run *r;
    struct run_log_row *row; /* (count) */
    int count, due, lines;   /* due: rows that training wrote */
    bool foreign;            /* the file does not begin with a row, so it may be another program's */
};

static double number_of(const json_t *object, const char *key) {
    const json_t *value = json_object_get(object, key);
    return json_is_number(value) ? json_number_value(value) : (double)NAN;
}

/* Reads a line of `bytes`, which ends in a newline unless it was cut off. */
static struct run_log_row read_line(const char *line, size_t bytes) {
    json_t *object = line[bytes - 1] == '\n' ? json_loadb(line, bytes, JSON_REJECT_DUPLICATES, NULL) : NULL;
    json_int_t step = json_integer_value(json_object_get(object, "step"));
    const struct run_log_row row = {line,
                                    bytes,
                                    step >= 1 && step <= INT_MAX ? (int)step : 0,
                                    number_of(object, "accuracy"),
                                    number_of(object, "seconds"),
                                    number_of(object, "tokens_per_second")};
    json_decref(object);
    return row;
}

bool run_log_each(const char *folder, run_log_visitor *visit, void *of, struct arena *arena, struct error *e) {
    char path[PATH_MAX_LENGTH];
    size_t size = 0;
    if (!file_path(path, folder, RUN_LOG_FILE, e))
        return false;
    const char *text = file_missing(path) ? "" : (const char *)file_read(path, LOG_BYTES, arena, &size, e);
    for (const char *at = text, *end; at && at < text + size; at = end) {
        const char *newline = memchr(at, '\n', (size_t)(text + size - at));
        end = newline ? newline + 1 : text + size;
        const struct run_log_row row = read_line(at, (size_t)(end - at));
        visit(of, &row);
    }
    return text;
}

/* All zero where there is none. */
static struct run_log_row last_row(const struct rows *l) {
    return l->count ? l->row[l->count - 1] : (struct run_log_row){0};
}

static void take(void *rows, const struct run_log_row *row) {
    struct rows *l = rows;
    bool is = row->step && !isnan(row->seconds) && !isnan(row->speed);
    l->foreign |= !l->lines++ && !is;
    if (is && row->step > last_row(l).step && row->step <= l->r->step && run_log_is_due(l->r, row->step))
        l->row[l->count++] = *row;
}

static bool read_rows(struct rows *l, const char *folder, const struct run *r, struct arena *arena, struct error *e) {
    *l = (struct rows){.r = r};
    for (int step = 1; step <= r->step; step++)
        l->due += run_log_is_due(r, step);
    l->row = arena_alloc(arena, (size_t)l->due + 1, sizeof *l->row);
    if (run_log_each(folder, take, l, arena, e))
        return true;
    l->foreign = true;
    return e->code != EXIT_IO;
}

/* Checks that all rows are there; else says how many are not. */
static bool complete(const struct rows *l, const char *path, struct error *e) {
    int lost = l->due - l->count;
    return !lost || error_set(e, EXIT_DATA, "%s: %d row%s lost", path, lost, lost == 1 ? "" : "s");
}

bool run_log_check(const char *folder, const struct run *r, struct error *e) {
    struct arena arena = {0};
    struct rows l;
    char path[PATH_MAX_LENGTH];
    bool ok = file_path(path, folder, RUN_LOG_FILE, e) && read_rows(&l, folder, r, &arena, e) && complete(&l, path, e);
    arena_free(&arena);
    return ok;
}

/* The step of the first row at which the mean accuracy of the last five is RUN_LOG_REACHED. */
static double step_reached(const struct rows *l) {
    for (int i = RUN_LOG_MEAN_OF - 1; i < l->count; i++) {
        double sum = 0;
        for (int k = 0; k < RUN_LOG_MEAN_OF; k++)
            sum += l->row[i - k].accuracy;
        if (sum >= RUN_LOG_MEAN_OF * (RUN_LOG_REACHED - 1e-9))
            return l->row[i].step;
    }
    return (double)INFINITY;
}

static double median_speed(const struct rows *l, struct arena *arena) {
    double *x = arena_alloc(arena, (size_t)l->count, sizeof *x);
    for (int i = 0; i < l->count; i++)
        x[i] = l->row[i].speed;
    sort_ascending(x, l->count);
    return (x[(l->count - 1) / 2] + x[l->count / 2]) / 2;
}

bool run_log_sum(char sum[CHECKSUM_DIGITS + 1], const char *folder, struct error *e) {
    char path[PATH_MAX_LENGTH];
    struct arena arena = {0};
    size_t size = 0;
    const unsigned char *text =
        file_path(path, folder, RUN_LOG_FILE, e) ? file_read(path, LOG_BYTES, &arena, &size, e) : NULL;
    if (text)
        checksum_digits(sum, XXH3_128bits(text, size));
    arena_free(&arena);
    return text;
}

bool run_log_figures(struct evaluation_result *to, const char *folder, const struct run *r, struct error *e) {
    struct arena arena = {0};
    struct rows l;
    bool ok = read_rows(&l, folder, r, &arena, e) && (!l.lines || run_log_sum(to->run_log, folder, e));
    if (ok)
        to->seconds = last_row(&l).step == r->step ? last_row(&l).seconds : -1;
    if (ok && l.count == l.due && l.count >= RUN_LOG_MEAN_OF) {
        to->steps_to_99 = step_reached(&l);
        to->tokens_per_second = median_speed(&l, &arena);
        evaluation_take_figures(to);
    }
    arena_free(&arena);
    return ok;
}

/* ---- Writing */

/* Leaves the rows up to the run's step in the file; one of another program is renamed. */
static bool cut(const struct run_log *m, const char *folder, const struct rows *l, struct arena *arena,
                struct error *warning, struct error *e) {
    char name[FILE_ASIDE], *text;
    size_t bytes = 0, size = 0;
    if (!l->due && file_missing(m->path))
        return true;
    for (int i = 0; i < l->count; i++)
        size += l->row[i].bytes;
    text = arena_alloc(arena, size + 1, 1);
    for (int i = 0; i < l->count; bytes += l->row[i++].bytes)
        memcpy(text + bytes, l->row[i].line, l->row[i].bytes);
    warning->text[0] = 0;
    complete(l, m->path, warning);
    if (l->foreign && !file_set_aside(name, folder, RUN_LOG_FILE, e))
        return false;
    if (l->foreign && l->count == l->due)
        error_set(warning, EXIT_DATA, "%s: it is not a run log", m->path);
    if (l->foreign)
        text_append(warning->text, sizeof warning->text, "; the file as it was is %s", name);
    return file_write(m->path, text, bytes, e);
}

bool run_log_open(struct run_log *m, const char *folder, const struct run *r, double *seconds, struct error *warning,
                  struct error *e) {
    struct arena arena = {0};
    struct rows l;
    bool ok = file_path(m->path, folder, RUN_LOG_FILE, e) && read_rows(&l, folder, r, &arena, e) &&
              cut(m, folder, &l, &arena, warning, e);
    if (ok)
        *seconds = last_row(&l).seconds;
    arena_free(&arena);
    int handle = ok ? file_open_own(m->path, O_WRONLY | O_APPEND | O_CREAT, e) : -1;
    m->file = handle >= 0 ? fdopen(handle, "a") : NULL;
    if (handle >= 0 && !m->file) {
        failed(m, e);
        close(handle);
    }
    return m->file;
}

bool run_log_add(struct run_log *m, const struct stepper *s, double seconds, double tokens_per_second,
                 struct error *e) {
    const struct run *r = s->run;
    fprintf(m->file,
            "{\"step\": %d, \"loss\": %.9g, \"accuracy\": %.6g, \"learning_rate\": %.9g, \"gradient_norm\": %.9g",
            r->step, s->loss, s->accuracy, s->rate, s->norm);
    if (r->early.validated == r->step)
        fprintf(m->file, ", \"validation_loss\": %.9g, \"validation_accuracy\": %.6g", r->early.loss,
                r->early.accuracy);
    fprintf(m->file, ", \"tokens_per_second\": %.0f, \"seconds\": %.3f}\n", tokens_per_second, seconds);
    return (fflush(m->file) == 0 && !ferror(m->file)) || failed(m, e);
}

bool run_log_sync(struct run_log *m, struct error *e) { return file_sync(fileno(m->file)) || failed(m, e); }

bool run_log_close(struct run_log *m, struct error *e) { return fclose(m->file) == 0 || failed(m, e); }
