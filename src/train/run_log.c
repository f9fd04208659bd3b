/* run_log.c -- see train.h. */
#include "train/train.h"

#include <jansson.h>
#include <string.h>

#include "base/file.h"

static const size_t LOG_BYTES = (size_t)1 << 32;

static bool failed(const struct run_log *m, struct error *e) { return error_io(e, "write", m->path); }

/* Whether a line belongs to the run up to `step`; then *seconds is its time. */
static bool belongs(const char *line, size_t length, int step, double *seconds) {
    json_t *object = json_loadb(line, length, 0, NULL);
    json_int_t at = json_integer_value(json_object_get(object, "step"));
    bool keep = json_is_object(object) && at >= 1 && at <= step;
    if (keep)
        *seconds = json_number_value(json_object_get(object, "seconds"));
    json_decref(object);
    return keep;
}

/* The bytes of the leading lines that belong to the run. */
static size_t leading(const char *text, size_t size, int step, double *seconds) {
    size_t at = 0;
    while (at < size) {
        const char *end = memchr(text + at, '\n', size - at);
        if (!end || !belongs(text + at, (size_t)(end - text) - at, step, seconds))
            break;
        at = (size_t)(end - text) + 1;
    }
    return at;
}

bool run_log_open(struct run_log *m, const char *folder, int step, double *seconds, struct error *e) {
    struct arena arena = {0};
    size_t size = 0;
    *seconds = 0;
    if (!file_path(m->path, folder, RUN_LOG_FILE, e))
        return false;
    bool there = file_exists(m->path);
    const char *text = there ? (const char *)file_read(m->path, LOG_BYTES, &arena, &size, e) : NULL;
    bool ok = !there || (text && file_write(m->path, NULL, text, leading(text, size, step, seconds), e));
    arena_free(&arena);
    m->file = ok ? fopen(m->path, "a") : NULL;
    return ok && (m->file || failed(m, e));
}

double run_log_seconds(const char *folder, int step) {
    struct arena arena = {0};
    struct error e;
    char path[PATH_MAX_LENGTH];
    double seconds = -1;
    size_t size;
    const char *text =
        file_path(path, folder, RUN_LOG_FILE, &e) ? (const char *)file_read(path, LOG_BYTES, &arena, &size, &e) : NULL;
    if (text)
        leading(text, size, step, &seconds);
    arena_free(&arena);
    return seconds;
}

bool run_log_add(struct run_log *m, const struct stepper *s, double seconds, double tokens_per_second,
                 struct error *e) {
    int wrote = fprintf(m->file,
                        "{\"step\": %d, \"loss\": %.9g, \"accuracy\": %.6g, \"learning_rate\": %.9g, "
                        "\"gradient_norm\": %.9g, \"tokens_per_second\": %.0f, \"seconds\": %.3f}\n",
                        s->run->step, s->loss, s->accuracy, s->rate, s->norm, tokens_per_second, seconds);
    return (wrote > 0 && fflush(m->file) == 0) || failed(m, e);
}

bool run_log_close(struct run_log *m, struct error *e) { return fclose(m->file) == 0 || failed(m, e); }
