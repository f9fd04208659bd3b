/* intercept.c -- one system call of a program, stopped: the program, its threads and its children run under a seccomp
 * filter that asks this process about every call that touches files.
 *
 *   intercept [-s SECONDS] [-l LOG] [-c CALL] [-p PATH] AT ACTION COMMAND [WORD...]
 *
 * Calls are numbered from 1, but only those on relative paths, on files below the folder it was started in, on standard
 * output and on pipes, and those that make processes: what libraries do before is not the program's. With CALL, only
 * calls whose name begins with it count; with PATH, only those on paths that end in it. AT is the number of the call,
 * or 0 for every one.
 * ACTION is an error's name (ENOSPC: the call is not made and fails); short (half is written or read); kill (SIGKILL to
 * the process, before the call), killall (to it and all its children), tear (half is written, then SIGKILL); pass
 * (nothing); or a command of the shell, to be run while the program waits in that call: $CALL is its number and
 * $PROGRAM the process of COMMAND, which leads a group of its own. LOG gets a line for each call that was acted on:
 * number, name, process, path.
 *
 * It ends when all processes have, with the exit status of the program (128 + N where signal N ended it), or with 124
 * where they took longer than SECONDS (20): then they are killed. */
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <poll.h>
#include <sched.h>
#include <signal.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <sys/uio.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

/* What the first argument of a call is, or which argument its path is. */
enum { HANDLE = -1, ALWAYS = -2, FORK = -3 };

/* Which of several calls a C library makes depends on its version; what asks about a file is called `stat`. */
static const struct call {
    int number;
    const char *name;
    int path;
} calls[] = {
    {__NR_openat, "openat", 1},
    {__NR_renameat2, "renameat2", 1},
    {__NR_linkat, "linkat", 1},
    {__NR_unlinkat, "unlinkat", 1},
    {__NR_mkdirat, "mkdirat", 1},
    {__NR_faccessat, "faccessat", 1},
    {__NR_newfstatat, "stat", 1},
    {__NR_statx, "stat", 1},
    {__NR_utimensat, "utimensat", 1},
    {__NR_fchmodat, "fchmodat", 1},
    {__NR_truncate, "truncate", 0},
    {__NR_write, "write", HANDLE},
    {__NR_writev, "writev", HANDLE},
    {__NR_pwrite64, "pwrite64", HANDLE},
    {__NR_read, "read", HANDLE},
    {__NR_pread64, "pread64", HANDLE},
    {__NR_close, "close", HANDLE},
    {__NR_fsync, "fsync", HANDLE},
    {__NR_fdatasync, "fdatasync", HANDLE},
    {__NR_sync_file_range, "sync_file_range", HANDLE},
    {__NR_ftruncate, "ftruncate", HANDLE},
    {__NR_fallocate, "fallocate", HANDLE},
    {__NR_lseek, "lseek", HANDLE},
    {__NR_fstat, "stat", HANDLE},
    {__NR_fcntl, "fcntl", HANDLE},
    {__NR_flock, "flock", HANDLE},
    {__NR_fchmod, "fchmod", HANDLE},
    {__NR_getdents64, "getdents64", HANDLE},
    {__NR_pipe2, "pipe2", ALWAYS},
    {__NR_clone, "clone", FORK},
#ifdef __NR_open
    {__NR_open, "open", 0},
    {__NR_creat, "creat", 0},
    {__NR_rename, "rename", 0},
    {__NR_link, "link", 0},
    {__NR_unlink, "unlink", 0},
    {__NR_rmdir, "rmdir", 0},
    {__NR_mkdir, "mkdir", 0},
    {__NR_access, "access", 0},
    {__NR_stat, "stat", 0},
    {__NR_lstat, "lstat", 0},
    {__NR_pipe, "pipe", ALWAYS},
    {__NR_fork, "fork", ALWAYS},
    {__NR_vfork, "vfork", ALWAYS},
#endif
#ifdef __NR_renameat
    {__NR_renameat, "renameat", 1},
#endif
};
enum { CALLS = sizeof calls / sizeof *calls };

static const struct {
    const char *name;
    int number;
} errors[] = {
    {"ENOSPC", ENOSPC}, {"EIO", EIO},       {"EDQUOT", EDQUOT}, {"EINTR", EINTR}, {"EAGAIN", EAGAIN},
    {"EMFILE", EMFILE}, {"EACCES", EACCES}, {"EROFS", EROFS},   {"EPERM", EPERM}, {"ENOLCK", ENOLCK},
};

static long at, seen;
static const char *action, *only = "", *ending = "";
static FILE *list;
static char here[PATH_MAX];
static pid_t child;

static void die(const char *what) {
    fprintf(stderr, "intercept: %s: %s\n", what, strerror(errno));
    if (child > 0)
        kill(-child, SIGKILL);
    exit(126);
}

/* ---- The filter */

static int install(void) {
    struct sock_filter code[CALLS + 3];
    int n = 0;
    code[n++] = (struct sock_filter)BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, nr));
    for (int i = 0; i < CALLS; i++)
        code[n++] =
            (struct sock_filter)BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, (unsigned)calls[i].number, (uint8_t)(CALLS - i), 0);
    code[n++] = (struct sock_filter)BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW);
    code[n++] = (struct sock_filter)BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_USER_NOTIF);
    struct sock_fprog program = {(unsigned short)n, code};
    unsigned flags = SECCOMP_FILTER_FLAG_NEW_LISTENER;
#ifdef SECCOMP_FILTER_FLAG_WAIT_KILLABLE_RECV
    flags |= SECCOMP_FILTER_FLAG_WAIT_KILLABLE_RECV;
#endif
    if (prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) != 0)
        return -1;
    return (int)syscall(SYS_seccomp, SECCOMP_SET_MODE_FILTER, flags, &program);
}

/* Starts the command in a group of its own. What it asks comes in at the file that is returned. */
static int start(char **command) {
    volatile int *shared = mmap(NULL, 4096, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    if (shared == MAP_FAILED || (child = fork()) < 0)
        die("cannot start");
    if (child == 0) {
        setpgid(0, 0);
        shared[0] = install();
        shared[1] = shared[0] < 0 ? -1 : 1;
        while (shared[1] == 1)
            sched_yield();
        execvp(*command, command);
        _exit(127);
    }
    setpgid(child, child);
    while (shared[1] == 0)
        sched_yield();
    if (shared[1] < 0)
        die("the kernel has no seccomp listener");
    int process = (int)syscall(SYS_pidfd_open, child, 0);
    int listener = (int)syscall(SYS_pidfd_getfd, process, shared[0], 0);
    if (listener < 0)
        die("cannot take over the listener");
    close(process);
    shared[1] = 2;
    return listener;
}

/* ---- What a call is about */

static const struct call *find(int number) {
    const struct call *c = calls;
    while (c < calls + CALLS - 1 && c->number != number)
        c++;
    return c;
}

static bool below(const char *path) {
    size_t length = strlen(here);
    return strncmp(path, here, length) == 0 && (path[length] == '/' || !path[length]);
}

static void read_path(const struct seccomp_notif *ask, int argument, char path[PATH_MAX]) {
    struct iovec to = {path, PATH_MAX - 1}, from = {(void *)(uintptr_t)ask->data.args[argument], PATH_MAX - 1};
    ssize_t got = process_vm_readv((pid_t)ask->pid, &to, 1, &from, 1, 0);
    if (got < 0) { /* the page that follows may not be there */
        from.iov_len = to.iov_len = 4096 - (uintptr_t)from.iov_base % 4096;
        got = process_vm_readv((pid_t)ask->pid, &to, 1, &from, 1, 0);
    }
    path[got < 0 ? 0 : got] = 0;
}

static void read_handle(const struct seccomp_notif *ask, int handle, char path[PATH_MAX]) {
    char name[64];
    snprintf(name, sizeof name, "/proc/%u/fd/%d", ask->pid, handle);
    ssize_t got = readlink(name, path, PATH_MAX - 1);
    path[got < 0 ? 0 : got] = 0;
}

/* Whether the call is the program's own. */
static bool is_own(const struct seccomp_notif *ask, const struct call *c, char path[PATH_MAX]) {
    int handle = (int)ask->data.args[0];
    *path = 0;
    if (c->path == ALWAYS)
        return true;
    if (c->path == FORK)
        return !(ask->data.args[0] & CLONE_VM);
    if (c->path != HANDLE) {
        read_path(ask, c->path, path);
        if (*path || c->path == 0 || handle == AT_FDCWD)
            return *path && (*path != '/' || below(path));
    }
    if (handle == 0 || handle == 2)
        return false;
    read_handle(ask, handle, path);
    bool pipe = strncmp(path, "pipe:", 5) == 0;
    return below(path) || handle == 1 || (pipe && c->number != __NR_close);
}

/* Whether the call counts: it is the program's own, and matches CALL and PATH. */
static bool concerns(const struct seccomp_notif *ask, const struct call *c, char path[PATH_MAX]) {
    if (!is_own(ask, c, path) || strncmp(c->name, only, strlen(only)) != 0)
        return false;
    size_t length = strlen(path), end = strlen(ending);
    return length >= end && strcmp(path + length - end, ending) == 0;
}

/* ---- What is done to it */

/* Makes half of a read or write in the program's name; its count, or -1 for a call that has no halves. */
static long half(const struct seccomp_notif *ask) {
    static char bytes[1 << 20];
    size_t size = ask->data.args[2] / 2;
    bool out = ask->data.nr == __NR_write;
    struct iovec mine = {bytes, size}, theirs = {(void *)(uintptr_t)ask->data.args[1], size};
    if ((!out && ask->data.nr != __NR_read) || size == 0 || size > sizeof bytes)
        return -1;
    int process = (int)syscall(SYS_pidfd_open, ask->pid, 0);
    int handle = (int)syscall(SYS_pidfd_getfd, process, (int)ask->data.args[0], 0);
    ssize_t count = -1;
    if (handle >= 0 && out && process_vm_readv((pid_t)ask->pid, &mine, 1, &theirs, 1, 0) == (ssize_t)size)
        count = write(handle, bytes, size);
    else if (handle >= 0 && !out && (count = read(handle, bytes, size)) > 0) {
        mine.iov_len = theirs.iov_len = (size_t)count;
        count = process_vm_writev((pid_t)ask->pid, &mine, 1, &theirs, 1, 0);
    }
    if (handle >= 0)
        close(handle);
    close(process);
    return count;
}

static int error_number(const char *name) {
    for (size_t i = 0; i < sizeof errors / sizeof *errors; i++)
        if (strcmp(errors[i].name, name) == 0)
            return errors[i].number;
    return 0;
}

static void run_command(void) {
    char number[24];
    snprintf(number, sizeof number, "%ld", seen);
    setenv("CALL", number, 1);
    snprintf(number, sizeof number, "%ld", (long)child);
    setenv("PROGRAM", number, 1);
    if (system(action) != 0)
        die(action);
}

/* False where nothing came of it: then it is not listed. */
static bool act(const struct seccomp_notif *ask, struct seccomp_notif_resp *answer) {
    answer->flags = SECCOMP_USER_NOTIF_FLAG_CONTINUE;
    if (strcmp(action, "pass") == 0)
        return true;
    if (strcmp(action, "short") == 0 || strcmp(action, "tear") == 0) {
        long count = half(ask);
        if (count < 0)
            return false;
        answer->flags = 0;
        answer->val = count;
    }
    int number = error_number(action);
    if (strcmp(action, "kill") == 0 || strcmp(action, "tear") == 0) {
        kill((pid_t)ask->pid, SIGKILL);
    } else if (strcmp(action, "killall") == 0) {
        kill(-child, SIGKILL);
    } else if (number) {
        answer->flags = 0;
        answer->error = -number;
    } else if (strcmp(action, "short") != 0) {
        run_command();
    }
    return true;
}

static void answer_one(int listener) {
    struct seccomp_notif ask = {0};
    char path[PATH_MAX];
    if (ioctl(listener, SECCOMP_IOCTL_NOTIF_RECV, &ask) != 0)
        return; /* it was killed meanwhile */
    struct seccomp_notif_resp answer = {.id = ask.id, .flags = SECCOMP_USER_NOTIF_FLAG_CONTINUE};
    const struct call *c = find(ask.data.nr);
    if (concerns(&ask, c, path)) {
        seen++;
        if ((!at || seen == at) && act(&ask, &answer) && list) {
            bool makes = strncmp(c->name, "open", 4) == 0 && ask.data.args[c->path + 1] & O_CREAT;
            fprintf(list, "%ld\t%s%s\t%u\t%s\n", seen, c->name, makes ? "+create" : "", ask.pid, path);
            fflush(list);
        }
    }
    ioctl(listener, SECCOMP_IOCTL_NOTIF_SEND, &answer);
}

static double now(void) {
    struct timespec t;
    syscall(SYS_clock_gettime, CLOCK_MONOTONIC, &t); /* past still_clock.c */
    return (double)t.tv_sec + (double)t.tv_nsec / 1e9;
}

/* Until no process is left that asks. */
static bool serve(int listener, double seconds) {
    double end = now() + seconds;
    struct pollfd ready = {.fd = listener, .events = POLLIN};
    while (now() < end) {
        if (poll(&ready, 1, 200) <= 0)
            continue;
        if (ready.revents & POLLIN)
            answer_one(listener);
        else if (ready.revents & POLLHUP)
            return true;
    }
    kill(-child, SIGKILL);
    return false;
}

int main(int argc, char **argv) {
    double seconds = 20;
    int option, status;
    while ((option = getopt(argc, argv, "+s:l:c:p:")) != -1)
        if (option == 's')
            seconds = atof(optarg);
        else if (option == 'c')
            only = optarg;
        else if (option == 'p')
            ending = optarg;
        else if (option != 'l' || !(list = fopen(optarg, "we")))
            return 126;
    if (argc - optind < 3 || !getcwd(here, sizeof here)) {
        fputs("usage: intercept [-s SECONDS] [-l LOG] [-c CALL] [-p PATH] AT ACTION COMMAND [WORD...]\n", stderr);
        return 126;
    }
    at = atol(argv[optind]);
    action = argv[optind + 1];
    bool ended = serve(start(argv + optind + 2), seconds);
    if (waitpid(child, &status, 0) != child)
        die("waitpid");
    return !ended ? 124 : WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
}
