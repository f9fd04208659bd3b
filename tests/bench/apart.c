/* apart.c -- a measurement in a separate process; see bench.h. */
#include <errno.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include "bench/bench.h"

static void limit_memory(size_t limit) {
    struct rlimit most;
    if (limit == 0 || getrlimit(RLIMIT_AS, &most) != 0)
        return;
    most.rlim_cur = most.rlim_max == RLIM_INFINITY || limit < most.rlim_max ? limit : most.rlim_max;
    (void)setrlimit(RLIMIT_AS, &most); /* where it cannot be set, the system stops what is too large */
}

/* All of it, or false. */
static bool send(int out, const void *bytes, size_t size) {
    const char *at = bytes;
    while (size > 0) {
        ssize_t sent = write(out, at, size);
        if (sent <= 0)
            return false;
        at += sent;
        size -= (size_t)sent;
    }
    return true;
}

static bool receive(int in, void *bytes, size_t size) {
    char *at = bytes;
    while (size > 0) {
        ssize_t got = read(in, at, size);
        if (got < 0 && errno == EINTR)
            continue;
        if (got <= 0)
            return false;
        at += got;
        size -= (size_t)got;
    }
    return true;
}

static bool cut_short(int status, struct error *e) {
    if (WIFSIGNALED(status))
        return error_set(e, EXIT_FAILED, "the measurement was killed by signal %d", WTERMSIG(status));
    return error_set(e, EXIT_FAILED, "the measurement ended with exit code %d", WEXITSTATUS(status));
}

bool bench_apart(bool (*work)(const void *user, void *result, struct error *e), const void *user, void *result,
                 size_t size, size_t limit, struct error *e) {
    int ends[2], status = 0;
    struct error there = {0};
    if (pipe(ends) != 0)
        return error_set(e, EXIT_IO, "cannot open a pipe: %s", strerror(errno));
    pid_t process = fork();
    if (process == 0) {
        limit_memory(limit);
        if (!work(user, result, &there) && there.code == EXIT_DONE)
            there.code = EXIT_INTERNAL;
        _exit(send(ends[1], &there, sizeof there) && send(ends[1], result, size) ? EXIT_DONE : EXIT_IO);
    }
    close(ends[1]);
    bool told = process > 0 && receive(ends[0], &there, sizeof there) && receive(ends[0], result, size);
    close(ends[0]);
    if (process < 0)
        return error_set(e, EXIT_IO, "cannot start a process: %s", strerror(errno));
    while (waitpid(process, &status, 0) < 0 && errno == EINTR)
        continue;
    if (!told)
        return cut_short(status, e);
    *e = there;
    return there.code == EXIT_DONE;
}
