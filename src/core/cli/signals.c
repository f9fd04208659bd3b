/* signals.c -- what polite signals do, a pipe that breaks, and waiting for them; see signals.h. SIGHUP that was ignored
 * before stays ignored: nohup does that. */
#include "cli/signals.h"

#include <string.h>
#include <time.h>
#include <unistd.h>

#include "base/error.h"

volatile sig_atomic_t command_stop;

static void stop(int signal) { command_stop = signal; }

/* Only what a handler may call. */
static void leave(int signal) {
    static const char text[] = "poslab: stopped by a signal; nothing is lost, run the same command again\n";
    (void)signal;
    ssize_t written = write(STDERR_FILENO, text, strlen(text));
    _exit(written < 0 ? EXIT_IO : EXIT_STOPPED);
}

static void handle(void (*action)(int signal)) {
    static const int polite[] = {SIGINT, SIGTERM, SIGHUP, SIGUSR1, SIGXCPU};
    struct sigaction before, then = {.sa_handler = action, .sa_flags = SA_RESTART};
    for (size_t i = 0; i < sizeof polite / sizeof *polite; i++) {
        sigaction(polite[i], NULL, &before);
        if (polite[i] != SIGHUP || before.sa_handler != SIG_IGN)
            sigaction(polite[i], &then, NULL);
    }
}

static void (*when_pipe_breaks)(int signal) = SIG_ERR;

void command_catch_signals(void) {
    when_pipe_breaks = signal(SIGPIPE, SIG_IGN);
    handle(stop);
}

void command_leave_on_signals(void) {
    if (command_stop) /* what was stopped has its say, and ends by itself */
        return;
    if (when_pipe_breaks != SIG_ERR)
        signal(SIGPIPE, when_pipe_breaks);
    handle(leave);
}

double command_pause(double look) {
    enum { LOOKS = 4 };
    return look * LOOKS > COMMAND_PAUSE ? look * LOOKS : COMMAND_PAUSE;
}

void command_wait(double seconds) {
    const struct timespec time = {(time_t)seconds, (long)((seconds - (double)(time_t)seconds) * 1e9)};
    nanosleep(&time, NULL); /* a signal ends it */
}

int command_processors(void) {
    long count = sysconf(_SC_NPROCESSORS_ONLN);
    return count < 1 ? 1 : count > 256 ? 256 : (int)count;
}
