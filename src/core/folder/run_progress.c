/* run_progress.c -- see run_progress.h. */
#include "folder/run_progress.h"

#include <limits.h>
#include <stdio.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "format/node.h"

/* ---- Telling */

void run_progress_tell(struct run_progress_teller *t, const struct train_state *state, bool evaluating) {
    char line[FILE_LOCK_TEXT], host[HOST_NAME];
    snprintf(line, sizeof line,
             "{\"host\": \"%s\", \"pid\": %ld, \"step\": %d, \"steps\": %d, \"steps_per_second\": %.6g, "
             "\"evaluating\": %s, \"time\": %lld}",
             host_name(host), (long)getpid(), state->step, state->steps, state->steps_per_second,
             evaluating ? "true" : "false", (long long)time(NULL));
    file_lock_tell(t->lock, line);
    t->told = state->seconds;
}

/* The step has read the clock already. */
static void step(void *user, const struct train_state *state) {
    struct run_progress_teller *t = user;
    if (state->seconds - t->told >= 1)
        run_progress_tell(t, state, false);
    if (t->watch.step)
        t->watch.step(t->watch.user, state);
}

static void warn(void *user, const char *text) {
    const struct run_progress_teller *t = user;
    if (t->watch.warn)
        t->watch.warn(t->watch.user, text);
}

struct train_watch run_progress_watch(struct run_progress_teller *t, const struct file_lock *lock,
                                      struct train_watch watch) {
    *t = (struct run_progress_teller){.lock = lock, .watch = watch};
    watch.step = step;
    watch.warn = warn;
    watch.user = t;
    return watch;
}

/* ---- Reading */

static bool read_line(struct run_progress *h, const char *line) {
    struct error e;
    const struct node_file file = {"the lock", "it is from another version", &e};
    struct node n = {0};
    bool ok = *line && node_parse(&n, &file, line, strlen(line)) &&
              node_text(node_key(&n, "host"), h->host, sizeof h->host) &&
              node_long(node_key(&n, "pid"), 0, LONG_MAX, &h->process) &&
              node_int(node_key(&n, "step"), 0, INT_MAX, &h->step) &&
              node_int(node_key(&n, "steps"), 0, INT_MAX, &h->steps) &&
              node_real(node_key(&n, "steps_per_second"), 0, 1e12, &h->steps_per_second) &&
              node_real(node_key(&n, "time"), 0, 1e12, &h->time);
    h->evaluating = ok && json_is_true(json_object_get(n.json, "evaluating"));
    json_decref((json_t *)n.json);
    return ok;
}

bool run_progress_read(struct run_progress *h, const char *folder, struct error *e) {
    struct file_lock_seen seen;
    *h = (struct run_progress){0};
    if (!file_lock_look(&seen, folder, e))
        return false;
    if (!read_line(h, seen.line))
        *h = (struct run_progress){.process = seen.process};
    h->held = seen.held;
    return true;
}

bool run_progress_busy(const struct run_progress *h, const char *folder, struct error *e) {
    if (!*h->host)
        return error_set(e, EXIT_BUSY, "%s is in use by another poslab process; wait for it or choose another --run",
                         folder);
    return error_set(e, EXIT_BUSY,
                     "%s is in use by another poslab process (%ld on %s, step %d of %d); wait for it or choose another "
                     "--run",
                     folder, h->process, h->host, h->step, h->steps);
}
