/* pool.c -- runs the members of a comparison in processes of their own, a few at a time; see compare.h. Children report
 * through one pipe, in messages small enough to be written whole. No thread exists before the fork. */
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <stdio.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/clock.h"
#include "base/file.h"
#include "base/memory.h"
#include "study/compare.h"
#include "study/member.h"

enum { MESSAGE_TEXT = 400, WAIT_MILLISECONDS = 50 };

struct message {
    int member, step;
    char text[MESSAGE_TEXT]; /* why it failed, or empty */
};

struct pool {
    struct comparison_result *c;
    struct compare_watch watch;
    pid_t *process; /* (members) */
    int in, out;    /* the pipe */
    int running;
    bool told; /* children were told to stop */
};

/* In the child: what a run reports, at most twenty times a second. */
struct reporter {
    int member, out;
    double last;
};

static void report(void *user, const struct train_state *state) {
    struct reporter *r = user;
    double now = clock_seconds();
    struct message message = {.member = r->member, .step = state->step};
    if (now - r->last < 0.05)
        return;
    r->last = now;
    if (write(r->out, &message, sizeof message) < 0)
        r->last = now + 1; /* the parent is busy or gone: the run matters more */
}

/* The last that the parent hears of the run. */
static void tell_failure(void *user, const char *line) {
    const struct reporter *r = user;
    struct message message = {.member = r->member};
    snprintf(message.text, sizeof message.text, "%.*s", MESSAGE_TEXT - 1, line);
    if (write(r->out, &message, sizeof message) < 0)
        return; /* the exit code says the most of it */
}

static int child(const struct pool *p, int k, const char *folder) {
    struct member *m = &p->c->member[k];
    struct reporter reporter = {.member = k, .out = p->out};
    const struct task_input shared = {.shared = &p->c->task};
    struct train_watch watch = {report, &reporter, p->watch.stop, 1, &shared};
    struct error warning = {0}, e = {0};
    struct arena arena = {0};
    struct evaluation_result result;
    memory_tell(tell_failure, &reporter);
    if (member_run(&m->settings, folder, watch, &result, &arena, &warning, &e))
        return EXIT_DONE;
    tell_failure(&reporter, e.text);
    return e.code;
}

static bool start(struct pool *p, int k, struct error *e) {
    struct member *m = &p->c->member[k];
    char folder[PATH_MAX_LENGTH];
    if (!file_path(folder, p->c->folder, m->name, e))
        return false;
    m->status = STATUS_RUNNING;
    pid_t process = fork();
    if (process == 0)
        _exit(child(p, k, folder));
    if (process < 0)
        return error_set(e, EXIT_IO, "cannot start a process: %s; try a smaller --jobs", strerror(errno));
    p->process[k] = process;
    p->running++;
    return true;
}

static void read_messages(struct pool *p, int wait) {
    struct message message;
    struct pollfd ready = {.fd = p->in, .events = POLLIN};
    while (poll(&ready, 1, wait) > 0 && read(p->in, &message, sizeof message) == (ssize_t)sizeof message) {
        struct member *m = &p->c->member[message.member];
        if (message.text[0])
            snprintf(m->failure, sizeof m->failure, "%s", message.text);
        else
            m->step = message.step;
        wait = 0;
    }
}

static void finish(struct member *m, int status) {
    m->code = WIFEXITED(status) ? WEXITSTATUS(status) : EXIT_INTERNAL;
    m->status = m->code == EXIT_DONE ? STATUS_FINISHED : m->code == EXIT_STOPPED ? STATUS_STOPPED : STATUS_FAILED;
    if (WIFSIGNALED(status))
        snprintf(m->failure, sizeof m->failure, "killed by signal %d", WTERMSIG(status));
}

static void reap(struct pool *p) {
    for (int k = 0; k < p->c->members; k++) {
        int status;
        if (p->c->member[k].status == STATUS_RUNNING && waitpid(p->process[k], &status, WNOHANG) == p->process[k]) {
            p->running--;
            read_messages(p, 0);
            finish(&p->c->member[k], status);
        }
    }
}

static void tell_children(struct pool *p) {
    for (int k = 0; k < p->c->members && !p->told; k++)
        if (p->c->member[k].status == STATUS_RUNNING)
            kill(p->process[k], SIGTERM);
    p->told = true;
}

static bool run_all(struct pool *p, struct error *e) {
    struct comparison_result *c = p->c;
    bool ok = true;
    for (int next = 0; next < c->members || p->running;) {
        if (!ok || (p->watch.stop && *p->watch.stop)) {
            next = c->members;
            tell_children(p);
        }
        for (; ok && next < c->members && p->running < p->watch.jobs; next++)
            if (c->member[next].status == STATUS_WAITING)
                ok = start(p, next, e);
        if (p->running)
            read_messages(p, WAIT_MILLISECONDS);
        reap(p);
        if (p->watch.progress)
            p->watch.progress(p->watch.user, c);
    }
    return ok;
}

/* Members finished before are not run again; a result that cannot be read is told before anything runs. */
static bool mark_finished(struct comparison_result *c, struct error *e) {
    char folder[PATH_MAX_LENGTH];
    struct evaluation_result result;
    struct arena arena = {0};
    bool ok = true;
    for (struct member *m = c->member; ok && m < c->member + c->members; m++) {
        ok = file_path(folder, c->folder, m->name, e);
        m->before = ok && member_state(folder) == MEMBER_FINISHED;
        if (!m->before)
            continue;
        ok = member_matches(folder, &m->settings, e) && compare_read_member(&result, c, m, &arena, e);
        m->status = STATUS_FINISHED;
        arena_free(&arena);
    }
    return ok;
}

static bool run_pool(struct comparison_result *c, struct compare_watch watch, struct error *e) {
    struct arena arena = {0};
    struct pool p = {.c = c, .watch = watch};
    int ends[2];
    if (pipe(ends) != 0)
        return error_set(e, EXIT_IO, "cannot make a pipe: %s", strerror(errno));
    p.in = ends[0];
    p.out = ends[1];
    fcntl(p.out, F_SETFL, O_NONBLOCK);
    p.process = arena_alloc(&arena, (size_t)c->members, sizeof *p.process);
    bool ok = run_all(&p, e);
    close(p.in);
    close(p.out);
    arena_free(&arena);
    return ok;
}

bool compare_run(struct comparison_result *c, const struct assignments *a, const char *folder,
                 struct compare_watch watch, struct error *e) {
    double started = clock_seconds();
    int lock;
    if (!file_make_folder(folder, e) || !file_lock(folder, &lock, e))
        return false;
    bool ok = compare_open(c, a, folder, e) && mark_finished(c, e) && run_pool(c, watch, e);
    file_unlock(lock);
    c->seconds = clock_seconds() - started;
    if (ok && watch.stop && *watch.stop)
        return error_set(e, EXIT_STOPPED, "stopped; finished members are kept, call the same command again to go on");
    return ok;
}
