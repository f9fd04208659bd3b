/* pool.c -- runs the members of a comparison in separate processes, a few at a time; see pool.h. Children report
 * through one pipe, in messages small enough to be written atomically. No thread exists before the fork.
 *
 * Children end with their parent, however it ends, as if by SIGTERM: Linux sends it; elsewhere the pipe breaks. */
#include "study/pool.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <stdio.h>
#include <string.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>
#ifdef __linux__
#include <sys/prctl.h>
#endif

#include "base/clock.h"
#include "base/file_lock.h"
#include "base/memory.h"
#include "base/text.h"
#include "folder/failure.h"
#include "study/comparison_folder.h"
#include "study/find_finished.h"
#include "study/member.h"
#include "study/plan.h"
#include "study/read_results.h"
#include "study/series.h"

enum { MESSAGE_TEXT = 1024, WAIT_MILLISECONDS = 50, BUSY_SECONDS = 2 };

struct message {
    int member, step;
    double loss, done;
    bool warning, last, everywhere; /* as in struct error */
    char text[MESSAGE_TEXT];        /* why it failed, or a warning, or empty */
};

/* A process, and the number of its member. */
struct pool_child {
    pid_t process;
    int member;
};

struct pool {
    struct comparison_result *c;
    struct compare_watch watch;
    struct pool_child *child; /* (running) */
    int in, out;              /* the pipe */
    int running;
    bool told;         /* children have been asked to stop */
    struct error full; /* where no other member could be written, either: why, and none is started any more */
};

/* ---- In the child */

struct reporter {
    int member, out;
    double last;
};

/* What a run reports, at most twenty times a second. */
static void report(void *user, const struct train_state *state) {
    struct reporter *r = user;
    double now = clock_seconds();
    struct message message = {.member = r->member, .step = state->step, .loss = state->loss, .done = train_done(state)};
    if (now - r->last < 0.05)
        return;
    r->last = now;
    if (write(r->out, &message, sizeof message) < 0 && errno == EPIPE)
        raise(SIGTERM); /* the parent is gone; else it is busy, and the run matters more */
}

static void tell(const struct reporter *r, bool warning, bool everywhere, const char *text) {
    struct message message = {.member = r->member, .warning = warning, .everywhere = everywhere};
    snprintf(message.text, sizeof message.text, "%.*s", MESSAGE_TEXT - 1, text);
    if (*text && write(r->out, &message, sizeof message) < 0)
        return; /* the exit code says most of it */
}

/* A warning for readers of the results; the run continues even if it cannot be sent. */
static void warn(void *user, const char *text) { tell(user, true, false, text); }

/* The last message of the run. */
static void tell_failure(void *user, const char *line) { tell(user, false, false, line); }

static int child(const struct pool *p, int k, const char *folder) {
    const struct member *m = &p->c->member[k];
    struct reporter reporter = {.member = k, .out = p->out};
    const struct task_input shared = {.shared = &p->c->task};
    struct train_watch watch = {report, &reporter, p->watch.stop, 1, &shared, warn, NULL};
    const struct settings own = member_settings(m);
    struct evaluation_result result = {0};
    struct arena arena = {0};
    struct error e = {0};
    memory_tell(tell_failure, &reporter);
    /* there may be an error all the same, of what came before the warning */
    if (member_run(&own, folder, watch, &result, &arena, &e))
        return EXIT_DONE;
    tell(&reporter, false, e.everywhere, e.text);
    return e.code;
}

/* Ends with its parent. Announces its end, so that nobody waits for it in vain. */
static void be_child(const struct pool *p, int k, const char *folder, pid_t parent) {
    struct message message = {.member = k, .last = true};
    close(p->in);
    signal(SIGPIPE, SIG_IGN);
#ifdef __linux__
    prctl(PR_SET_PDEATHSIG, SIGTERM);
#endif
    if (getppid() != parent)
        raise(SIGTERM);
    int code = child(p, k, folder);
    ssize_t unheard = write(p->out, &message, sizeof message);
    (void)unheard; /* then it is noticed a little later */
    _exit(code);
}

/* ---- In the parent */

/* What its folder says by now. */
static struct run_folder look(const struct member *m, const char *folder) {
    const struct settings own = member_settings(m);
    struct run_folder f;
    struct error e;
    run_folder_read_as(&f, folder, &own, NULL, &e);
    if (*f.unlike.text) /* the run says why */
        run_folder_grow(&f, folder, &e);
    return f;
}

static void set_busy(const struct pool *p, struct member *m, const char *why) {
    m->status = STATUS_STOPPED;
    m->code = EXIT_BUSY;
    m->failure = arena_text(p->c->arena, why);
}

/* Whether another process has finished it, failed in it since this call began, or has it now. Unreadable results have
 * been reported. */
static bool is_elsewhere(const struct pool *p, struct member *m, const char *folder) {
    const struct run_folder f = look(m, folder);
    struct error e;
    if (f.status == STATUS_FINISHED)
        m->status = STATUS_FINISHED;
    else if (f.status == STATUS_FAILED && !m->retried)
        member_take_failure(p->c, m, &f.failure);
    else if (f.status == STATUS_RUNNING && !run_progress_busy(&f.holder, folder, &e))
        set_busy(p, m, e.text);
    return m->status != STATUS_WAITING;
}

static bool start(struct pool *p, int k, struct error *e) {
    struct member *m = &p->c->member[k];
    char folder[PATH_MAX_LENGTH];
    if (!member_folder(folder, p->c, m, e))
        return false;
    if (is_elsewhere(p, m, folder))
        return true;
    m->status = STATUS_RUNNING;
    pid_t parent = getpid(), process = fork();
    if (process == 0)
        be_child(p, k, folder, parent);
    if (process < 0)
        return error_set(e, EXIT_IO, "cannot start a process: %s; try a smaller --jobs", strerror(errno));
    p->child[p->running++] = (struct pool_child){process, k};
    return true;
}

/* A process that was killed, or that ended itself, has not left why. Another one may have the run by now. */
static void crash(const struct pool *p, struct member *m, const char *folder, int status) {
    struct file_lock lock;
    struct error e;
    if (WIFSIGNALED(status))
        m->failure = arena_format(p->c->arena, "killed by signal %d", WTERMSIG(status));
    else if (!m->failure[0])
        m->failure = "internal error";
    if (file_lock(&lock, folder, folder_files, 0, &e)) {
        failure_write(folder, m->code, m->step, m->failure, &e);
        file_unlock_leave(&lock);
    } else if (e.code == EXIT_BUSY) {
        set_busy(p, m, e.text);
    }
}

static bool is_stopped(const struct pool *p) { return p->watch.stop && *p->watch.stop; }

/* With a result it is finished, even if its process was killed afterwards. */
static void end(struct pool *p, int k, int status) {
    struct member *m = &p->c->member[k];
    char folder[PATH_MAX_LENGTH];
    struct run_folder f = {.status = STATUS_WAITING};
    struct error unseen;
    m->code = WIFEXITED(status) ? WEXITSTATUS(status) : EXIT_INTERNAL;
    m->status = m->code == EXIT_DONE                              ? STATUS_FINISHED
                : m->code == EXIT_STOPPED || m->code == EXIT_BUSY ? STATUS_STOPPED
                                                                  : STATUS_FAILED;
    if (!member_folder(folder, p->c, m, &unseen))
        return; /* it had one when it was started */
    if (WIFSIGNALED(status) && look(m, folder).status == STATUS_FINISHED)
        m->status = STATUS_FINISHED;
    else if (WIFSIGNALED(status) && is_stopped(p))
        m->status = STATUS_STOPPED;
    if (m->status != STATUS_FAILED || !failure_lasts(m->code))
        return;
    run_folder_grow(&f, folder, &unseen); /* a result of before counts no more */
    if (f.status == STATUS_FAILED && !WIFSIGNALED(status))
        member_take_failure(p->c, m, &f.failure);
    else
        crash(p, m, folder, status);
}

/* Takes a child out of the list, if its process has ended; with WNOHANG it is not waited for. */
static bool has_ended(struct pool *p, struct pool_child *child, int *status, int options) {
    if (waitpid(child->process, status, options) != child->process)
        return false;
    *child = p->child[--p->running];
    return true;
}

static void take(struct pool *p, const struct message *message) {
    struct member *m = &p->c->member[message->member];
    struct pool_child *child = p->child;
    int status;
    while (child < p->child + p->running && child->member != message->member)
        child++;
    if (message->last && child < p->child + p->running && has_ended(p, child, &status, 0))
        end(p, message->member, status);
    else if (message->warning)
        m->warning = arena_format(p->c->arena, "%s%s\n", m->warning, message->text);
    else if (message->text[0]) {
        m->failure = arena_text(p->c->arena, message->text);
        if (message->everywhere && !p->full.code)
            error_set(&p->full, EXIT_IO, "%s", message->text);
    } else if (!message->last) {
        m->step = message->step;
        m->loss = message->loss;
        m->done = message->done;
    }
}

static void read_messages(struct pool *p, int wait) {
    struct message message;
    struct pollfd ready = {.fd = p->in, .events = POLLIN};
    while (poll(&ready, 1, wait) > 0 && read(p->in, &message, sizeof message) == (ssize_t)sizeof message) {
        take(p, &message);
        wait = 0;
    }
}

/* Children that ended without a message. */
static void reap(struct pool *p) {
    for (int i = 0; i < p->running;) {
        int k = p->child[i].member, status;
        if (!has_ended(p, &p->child[i], &status, WNOHANG)) {
            i++;
            continue;
        }
        read_messages(p, 0);
        end(p, k, status);
        i = 0; /* others may have ended with it */
    }
}

/* Runs the waiting members; those that run when the disk is full go on, since they may be as good as finished. */
static bool run_waiting(struct pool *p, struct error *e) {
    struct comparison_result *c = p->c;
    bool ok = true;
    for (int next = 0; next < c->members || p->running;) {
        if (!ok || is_stopped(p)) {
            next = c->members;
            for (int i = 0; i < p->running && !p->told; i++)
                kill(p->child[i].process, SIGTERM);
            p->told = true;
        }
        next = p->full.code ? c->members : next;
        for (; ok && next < c->members && p->running < p->watch.jobs; next++)
            if (c->member[next].status == STATUS_WAITING)
                ok = start(p, next, e);
        if (p->running)
            read_messages(p, WAIT_MILLISECONDS);
        reap(p);
        if (p->watch.progress)
            p->watch.progress(p->watch.user, c);
    }
    if (ok && p->full.code)
        *e = p->full;
    return ok && !p->full.code;
}

/* Lets those wait again that were in use elsewhere; how many there are. */
static int await_busy(const struct pool *p) {
    int count = 0;
    for (struct member *m = p->c->member; m < p->c->member + p->c->members; m++)
        if (m->status == STATUS_STOPPED && m->code == EXIT_BUSY) {
            m->status = STATUS_WAITING;
            count++;
        }
    return count;
}

/* Members in use elsewhere are tried again when all others are done: what a call that was killed left behind may still
 * be writing a checkpoint. */
static bool run_all(struct pool *p, struct error *e) {
    const struct timespec pause = {.tv_nsec = WAIT_MILLISECONDS * 1000000L};
    bool ok = run_waiting(p, e);
    double end = clock_seconds() + BUSY_SECONDS;
    for (int before = 0, busy; ok && !is_stopped(p) && (busy = await_busy(p)) > 0; before = busy) {
        bool last = busy == before && clock_seconds() > end;
        ok = run_waiting(p, e);
        if (last)
            break;
        nanosleep(&pause, NULL);
    }
    return ok;
}

bool compare_run(struct comparison_result *c, const struct assignments *a, struct compare_watch watch,
                 struct error *e) {
    double started = clock_seconds();
    struct arena arena = {0};
    int ends[2], most = watch.jobs < c->members ? watch.jobs : c->members;
    struct pool p = {.c = c, .watch = watch, .child = arena_alloc(&arena, (size_t)most, sizeof *p.child)};
    bool ok = compare_check_tables(c, e) && compare_open(c, a, e) &&
              (pipe(ends) == 0 || error_set(e, EXIT_IO, "cannot make a pipe: %s", strerror(errno)));
    if (ok) {
        p.in = ends[0];
        p.out = ends[1];
        fcntl(p.out, F_SETFL, O_NONBLOCK);
        ok = run_all(&p, e);
        close(p.in);
        close(p.out);
    }
    arena_free(&arena);
    c->seconds += clock_seconds() - started;
    if ((ok || e->code == EXIT_BUSY) && watch.stop && *watch.stop)
        return error_set(e, EXIT_STOPPED, "stopped; finished models are kept; run the same command again to continue");
    return ok;
}
