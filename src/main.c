/* main.c -- finds the subcommand and runs it; the last to look whether all was printed. */
#include <errno.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "base/suggest.h"
#include "command/command.h"
#include "maths/matmul.h"
#include "maths/start.h"

/* A failed assertion is our own error, with its own exit code. */
static void internal_error(int signal) {
    (void)signal;
    _exit(EXIT_INTERNAL);
}

static const struct command *find(const char *word) {
    if (strcmp(word, "--help") == 0 || strcmp(word, "-h") == 0)
        return &command_help;
    return command_find(word);
}

static int unknown(const char *word) {
    struct suggestion s = suggest_for(word);
    for (const struct command *const *c = commands; *c; c++)
        suggest_add(&s, (*c)->name);
    fprintf(stderr, "poslab: there is no command '%s'%s\n", word, suggest_hint(&s, "; see `poslab help`"));
    return EXIT_USAGE;
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
    bool ok = arguments_read(a, c, argc, argv, &e) && c->run(a, &e);
    if (a->loaded)
        run_free(a->loaded);
    arena_free(&a->arena);
    return ok ? EXIT_DONE : command_fail(&e);
}

static int run(int argc, char **argv) {
    struct arguments a;
    if (argc < 2) {
        finish(&command_help, &a, 0, NULL);
        return EXIT_USAGE;
    }
    if (strcmp(argv[1], "--version") == 0) {
        printf("poslab %s (OpenBLAS kernels: %s)\n", POSLAB_VERSION, matmul_kernels());
        return EXIT_DONE;
    }
    const struct command *command = find(argv[1]);
    if (!command)
        return unknown(argv[1]);
    if (asks_help(argc - 2, argv + 2))
        return finish(&command_help, &a, 1, (char *[]){(char *)command->name});
    return finish(command, &a, argc - 2, argv + 2);
}

int main(int argc, char **argv) {
    signal(SIGABRT, internal_error);
    signal(SIGXFSZ, SIG_IGN); /* a file that grows too large is an error of its write */
    maths_start();
    int code = run(argc, argv);
    if (fflush(stdout) != 0 || ferror(stdout)) {
        fprintf(stderr, "poslab: cannot write to standard output: %s\n", strerror(errno));
        return EXIT_IO;
    }
    return code;
}
