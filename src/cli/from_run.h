/* from_run.h -- starting with the settings and weights of another run: --from RUN. */
#pragma once

#include "cli/arguments.h"

/* Without --from does nothing; else sets train.from, and every setting that is not given to its value in RUN. Errors:
 * EXIT_USAGE, EXIT_DATA, EXIT_IO. */
bool command_begin_from(struct arguments *a, bool comparison, struct error *e);
