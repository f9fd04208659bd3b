/* failure.h -- failure.json: why a run failed, in its folder. The next call of the comparison trains the member again.
 * Further training removes the file; if there is also an eval.tsv, that one counts. */
#pragma once

#include <stdbool.h>

#include "base/error.h"

#define FAILURE_FILE "failure.json"

struct failure {
    int code, step; /* exit code; the run's step then */
    char text[1024], host[256];
};

/* Whether another try would fail the same way: the run diverged, its data are bad, or poslab failed. A full disk, a
 * folder in use and a stopped run are not such failures. */
bool failure_lasts(int code);
/* Writes it to the folder, with the name of this host. Errors: EXIT_IO. */
bool failure_write(const char *folder, int code, int step, const char *text, struct error *e);
/* Reads it strictly. False: there is none (no text in *e), or it cannot be read (EXIT_DATA, EXIT_IO). */
bool failure_read(struct failure *f, const char *folder, struct error *e);
void failure_forget(const char *folder);
