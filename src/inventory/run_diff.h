/* run_diff.h -- how two runs or comparisons differ: settings, members, and what computed them. No task is built and no
 * checkpoint read. */
#pragma once

#include "base/file.h"

struct run_difference {
    const char *key;   /* "train.steps", "members", "kernels" */
    const char *of[2]; /* NULL: not set, or none */
};

struct run_diff {
    const char *folder[2];
    int count, settings;        /* how many of them are settings or members: the first */
    struct run_difference *one; /* (count) */
    struct arena arena;
};

/* It is to be freed in any case. Errors: those of folder_check; EXIT_USAGE, EXIT_IO (a config.ini). */
bool run_diff_read(struct run_diff *d, const char *first, const char *second, struct error *e);
void run_diff_free(struct run_diff *d);
