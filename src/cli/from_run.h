/* from_run.h -- the settings and weights of another run: --from RUN. */
#pragma once

#include "cli/arguments.h"

/* --from RUN: sets what is not given as RUN has it, and train.from. Errors: EXIT_USAGE, EXIT_DATA, EXIT_IO. */
bool command_begin_from(struct arguments *a, bool comparison, struct error *e);
