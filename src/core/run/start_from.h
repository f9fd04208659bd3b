/* start_from.h -- a run whose weights begin as those of another (train.from); its moments, steps and schedule are its
 * own.
 *
 * The other is a run folder or a checkpoint file; {seed} in its name is train.seed. Every tensor must be there with the
 * same shape, the model must be the same function of it, and words and answers must have the same numbers. Only the
 * table of positions may have other rows: those of positions that both have are taken over, and the rest stay drawn.
 * What it began with is part of the run: r->tables tells it, and settings.begun has the fingerprint of the file, which
 * a file must have wherever settings name one. */
#pragma once

#include "base/file.h"
#include "run/run.h"

/* The file that train.from names for these settings. Errors: EXIT_USAGE (no run there), EXIT_IO. */
bool start_from_path(char path[PATH_MAX_LENGTH], const struct settings *s, struct error *e);
/* A way in which a run begins from what is there already. */
struct run_start {
    const char *name;
    /* Whether this run can; one that is not to can. Errors: EXIT_USAGE, EXIT_DATA, EXIT_IO. */
    bool (*check)(const struct run *r, struct error *e);
    /* Begins it; r->tables tells what it began with. Errors: those. */
    bool (*begin)(struct run *r, struct error *e);
};
/* NULL-ended: train.from, and those of rooms. */
enum { RUN_STARTS_MAX = 7 };
extern const struct run_start *run_starts[RUN_STARTS_MAX + 1];
bool run_start_check(const struct run *r, struct error *e);
bool run_start(struct run *r, struct error *e);

/* Whether a run can begin so; one without train.from can, and so can a baseline, which has no weights. Errors:
 * EXIT_USAGE (what does not fit, with its tensor and setting; another fingerprint), EXIT_DATA, EXIT_IO. */
bool start_from_check(const struct run *r, struct error *e);
/* Puts the weights into a run that was not trained yet. Errors: those. */
bool start_from(struct run *r, struct error *e);
