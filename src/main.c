/* main.c -- finds the subcommand and runs it; the last to look whether all was printed. */
#include <errno.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#ifdef __SANITIZE_ADDRESS__
#include <sanitizer/lsan_interface.h>
#endif

#include "base/advice.h"
#include "cli/say.h"
#include "command/command.h"
#include "format/json.h"
#include "maths/matmul.h"
#include "maths/matmul_blas.h"
#include "maths/start.h"
#include "rooms.h"

/* A failed assertion is our own error, with its own exit code. */
static void internal_error(int signal) {
    (void)signal;
    _exit(EXIT_INTERNAL);
}

/* A file that is mapped (base/file.h) became shorter. */
static void file_shrank(int signal) {
    static const char text[] = "poslab: cannot read a file: it became shorter, or its disk failed\n";
    (void)signal;
    _exit(write(STDERR_FILENO, text, sizeof text - 1) < 0 ? EXIT_INTERNAL : EXIT_IO);
}

static const struct command *find(const char *word) {
    if (strcmp(word, "--help") == 0 || strcmp(word, "-h") == 0)
        return &command_help;
    return command_find(word);
}

static bool asks_help(int argc, char **argv) {
    for (int i = 0; i < argc && strcmp(argv[i], "--") != 0; i++)
        if (strcmp(argv[i], "--help") == 0 || strcmp(argv[i], "-h") == 0)
            return true;
    return false;
}

/* Runs a command for its exit code; what went wrong is one line on stderr. */
static int finish(const struct command *c, struct arguments *a, int argc, char **argv) {
    struct error e = {0};
    bool ok = arguments_read(a, c, argc, argv, &e) && a->command->run(a, &e);
    if (a->loaded)
        run_free(a->loaded);
    arena_free(&a->arena);
    return ok ? EXIT_DONE : command_fail(&e);
}

static int run(int argc, char **argv) {
    static struct arguments a;
    struct error e;
    if (argc < 2)
        return help_start();
    if (strcmp(argv[1], "--version") == 0) {
        printf("poslab %s (OpenBLAS kernels: %s)\n", POSLAB_VERSION, matmul_kernels(PRODUCTS_BLAS));
        return EXIT_DONE;
    }
    const struct command *command = find(argv[1]);
    if (!command)
        return command_fail(command_unknown(&e, argv[1]));
    if (asks_help(argc - 2, argv + 2))
        return finish(&command_help, &a, 1, (char *[]){(char *)command->name});
    return finish(command, &a, argc - 2, argv + 2);
}

/* libgomp calls exit where it gets no memory or no thread, and has said so. */
static void ended_by_library(void) {
    fprintf(stderr, "poslab: out of memory or of threads; try smaller sizes or --threads 1\n");
    _exit(EXIT_INTERNAL);
}

static void start(void) {
    static char buffer[BUFSIZ];
    signal(SIGABRT, internal_error);
    signal(SIGBUS, file_shrank);
    signal(SIGXFSZ, SIG_IGN); /* a file that grows too large is an error of its write */
    setvbuf(stdout, buffer, isatty(STDOUT_FILENO) ? _IOLBF : _IOFBF, sizeof buffer);
    atexit(ended_by_library);
    json_start();
    maths_start();
    rooms_open();
}

/* Nothing of ours ends by exit, which would wait for threads that OpenBLAS was refused when it was loaded; but a memory
 * checker looks about then. */
static _Noreturn void end(int code) {
#ifdef __SANITIZE_ADDRESS__
    if (__lsan_do_recoverable_leak_check())
        code = EXIT_INTERNAL;
#endif
    _exit(code);
}

int main(int argc, char **argv) {
    blas_restart(argv);
    start();
    if (argc)
        advice_called(argv[0]);
    int code = run(argc, argv);
    if (fflush(stdout) != 0 || ferror(stdout)) {
        command_tell("cannot write to standard output: %s", strerror(errno));
        code = EXIT_IO;
    }
    end(code);
}
