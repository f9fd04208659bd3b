/* fuzz_metrics.c -- an arbitrary log of a finished run: it never prevents a rerun, and only complete rows are kept. */
#include <assert.h>
#include <jansson.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/file.h"
#include "fuzz/fuzz.h"
#include "run/run.h"
#include "train/train.h"

/* A run after its last step. */
static void build_finished(struct run *r) {
    static struct assignments a;
    static struct settings s;
    struct error e = {0};
    const char *text = "[task]\nname = first\nwords = 2..4\nfillers = 3\n[model]\nd_model = 8\nheads = 1\nd_ff = 0\n"
                       "[train]\nsteps = 20\nbatch = 2\nwarmup = 2\nlog_every = 5\nshards = 1\n";
    if (!s.task) {
        bool ok = assignments_read_text(&a, text, strlen(text), "run", &e) && settings_resolve(&s, &a, NULL, &e);
        assert(ok);
    }
    bool built = run_build(r, &s, NULL, &e);
    assert(built);
    r->step = s.train.steps;
}

static void check_rows(const char *log_path) {
    char *line = NULL;
    size_t size = 0;
    ssize_t length;
    FILE *f = fopen(log_path, "r");
    assert(f);
    while ((length = getline(&line, &size, f)) > 0) {
        json_t *row = json_loadb(line, (size_t)length, 0, NULL);
        json_int_t step = json_integer_value(json_object_get(row, "step"));
        assert(line[length - 1] == '\n' && step >= 1 && step <= 20);
        json_decref(row);
    }
    free(line);
    fclose(f);
}

FUZZ_TARGET(metrics) {
    static struct run r;
    struct train_watch watch = {.threads = 1};
    struct train_state state;
    struct error e = {0};
    char log_path[PATH_MAX_LENGTH];
    build_finished(&r);
    const char *folder = fuzz_run_folder(log_path, RUN_LOG_FILE, data, size);
    bool ok = train_run(&r, folder, watch, &state, &e);
    if (!ok)
        fprintf(stderr, "%s\n", e.text);
    assert(ok);
    check_rows(log_path);
    run_free(&r);
    return 0;
}
