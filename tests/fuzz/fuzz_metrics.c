/* fuzz_metrics.c -- an arbitrary log of a finished run: it never prevents a rerun, and only complete rows are kept. */
#include <assert.h>
#include <dirent.h>
#include <jansson.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/file.h"
#include "fuzz/fuzz.h"
#include "run/run.h"
#include "train/train.h"

static char folder[PATH_MAX_LENGTH], log_path[PATH_MAX_LENGTH + 16];

/* The files of the last call, too: a damaged log is put aside. */
static void empty_folder(void) {
    const struct dirent *entry;
    DIR *open = opendir(folder);
    assert(open);
    /* cppcheck-suppress readdirCalled ; one thread reads it, and readdir_r is withdrawn */
    while ((entry = readdir(open))) {
        char path[PATH_MAX_LENGTH + 257];
        snprintf(path, sizeof path, "%s/%s", folder, entry->d_name);
        if (entry->d_name[0] != '.')
            unlink(path);
    }
    closedir(open);
}

static pid_t owner; /* not a child that some test forks */

static void remove_folder_at_exit(void) {
    if (getpid() != owner)
        return;
    empty_folder();
    rmdir(folder);
}

static void make_folder(void) {
    const char *base = getenv("TMPDIR");
    snprintf(folder, sizeof folder, "%s/fuzz-log-XXXXXX", base ? base : "build");
    const char *made = mkdtemp(folder);
    assert(made);
    snprintf(log_path, sizeof log_path, "%s/%s", folder, RUN_LOG_FILE);
    owner = getpid();
    atexit(remove_folder_at_exit);
}

/* A run after its last step. */
static void build_finished(struct run *r) {
    static struct assignments a;
    static struct settings s;
    struct error e = {0};
    const char *text = "[task]\nname = first\nwords = 2..4\nfillers = 3\n[model]\nd_model = 8\nheads = 1\nd_ff = 0\n"
                       "[train]\nsteps = 20\nbatch = 2\nwarmup = 2\nlog_every = 5\nshards = 1\n";
    if (!s.task) {
        make_folder();
        bool ok = assignments_read_text(&a, text, strlen(text), "run", &e) && settings_resolve(&s, &a, NULL, &e);
        assert(ok);
    }
    bool built = run_build(r, &s, NULL, &e);
    assert(built);
    r->step = s.train.steps;
}

static void check_rows(void) {
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

int fuzz_metrics(const uint8_t *data, size_t size) {
    static struct run r;
    struct train_watch watch = {.threads = 1};
    struct train_state state;
    struct error e = {0};
    build_finished(&r);
    empty_folder();
    FILE *f = fopen(log_path, "wb");
    assert(f);
    bool ok = fwrite(data, 1, size, f) == size;
    ok = fclose(f) == 0 && ok;
    assert(ok);
    ok = train_run(&r, folder, watch, &state, &e);
    if (!ok)
        fprintf(stderr, "%s\n", e.text);
    assert(ok);
    check_rows();
    run_free(&r);
    return 0;
}
