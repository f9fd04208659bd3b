/* main.c -- the program `bench`: times a training step against the sgemm peak of this machine, or an evaluation by the
 * length of its sequences. Built from the objects of the release program. */
#include <getopt.h>
#include <stdio.h>
#include <string.h>

#include "base/text.h"
#include "bench/bench.h"
#include "maths/matmul_blas.h"
#include "maths/start.h"

static const char usage[] =
    "usage: bench [CONFIG.ini] [key=value ...] [--shape NAME] [--long] [--threads N] [--json]\n"
    "  --shape NAME    measure this shape, or all of them (default: the settings alone)\n"
    "  --long          measure evaluation instead, by the rows of a sequence\n"
    "  --threads N     threads inside one run (default: 1)\n"
    "  --json          print one JSON document and nothing else\n"
    "\n"
    "Runs train.steps steps of the given settings: a sixth to warm up, the rest in five repeats, each beside\n"
    "products of 512 x 512 x 512, this machine's peak; then as many steps as a repeat has, in one thread,\n"
    "for the time of each part. FLOP are counted from the sizes, three times those of a forward pass. Some\n"
    "shells preset OPENBLAS_CORETYPE to a slow set of kernels: unset it (`make bench` does).\n"
    "With --long nothing is trained: sequences of `shift` are evaluated, 65536 rows at each length, with one row\n"
    "asked and with all but the first, as far as half of the memory reaches. eval.lengths sets the lengths\n"
    "(default: 1024 2048 4096 8192 16384 32768 65536); the longest take minutes.\n"
    "\n"
    "A shape is a list of settings; those on the command line or in CONFIG.ini override it:\n";

static int help(void) {
    fputs(usage, stdout);
    for (const struct bench_shape *shape = bench_shapes; shape->name; shape++) {
        printf("  %-10s %s\n            ", shape->name, shape->summary);
        for (const char *const *s = shape->settings; *s; s++)
            printf(" %s", *s);
        printf("\n");
    }
    return EXIT_DONE;
}

/* Config files first: key=value on the command line wins. */
static bool read_words(struct bench_arguments *a, int words, char **word, struct error *e) {
    for (int i = 0; i < words; i++)
        if (!strchr(word[i], '=') && !assignments_read_file(&a->settings, word[i], e))
            return false;
    for (int i = 0; i < words; i++)
        if (strchr(word[i], '=') && !assignments_override(&a->settings, word[i], e))
            return false;
    return true;
}

enum { SHAPE = 1, LONG, THREADS, JSON, HELP };
static const struct option options[] = {
    {"shape", 1, NULL, SHAPE}, {"long", 0, NULL, LONG}, {"threads", 1, NULL, THREADS},
    {"json", 0, NULL, JSON},   {"help", 0, NULL, HELP}, {0},
};

static bool set_option(struct bench_arguments *a, int option, struct error *e) {
    a->shape = option == SHAPE ? optarg : a->shape;
    a->growth |= option == LONG;
    a->json |= option == JSON;
    return option != THREADS || (text_integer(optarg, &a->threads) && a->threads >= 1) ||
           error_set(e, EXIT_USAGE, "--threads %s: expected a whole number from 1 on", optarg);
}

int main(int argc, char **argv) {
    struct bench_arguments a = {.threads = 1};
    struct error e = {0};
    blas_restart(argv);
    maths_start();
    for (int got; (got = getopt_long(argc, argv, "", options, NULL)) != -1;) {
        if (got == HELP)
            return help();
        if (got == '?') /* getopt has said why */
            return EXIT_USAGE;
        if (!set_option(&a, got, &e))
            return command_fail(&e);
    }
    if (!read_words(&a, argc - optind, argv + optind, &e))
        return command_fail(&e);
    return a.growth ? bench_long(&a) : bench_steps(&a);
}
