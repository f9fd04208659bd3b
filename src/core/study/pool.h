/* pool.h -- runs the members of a comparison in separate processes, a few at a time. */
#pragma once

#include <signal.h>

#include "study/comparison.h"

/* Called now and then while members run. */
struct compare_watch {
    void (*progress)(void *user, const struct comparison_result *c);
    void *user;
    const volatile sig_atomic_t *stop;
    int jobs;
};

/* Runs the members that wait, in c->folder. The result tells of members that fail, that were stopped (by themselves) or
 * are in use elsewhere. Errors: EXIT_STOPPED, EXIT_IO, those of compare_check_tables and compare_open. */
bool compare_run(struct comparison_result *c, const struct assignments *a, struct compare_watch watch, struct error *e);
