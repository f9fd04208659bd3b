/* failure.h -- failure.json: why a run failed, in its folder. A comparison does not train such a member again unless
 * that is asked for. It is gone once the run is trained further; where eval.json stands, too, that counts. */
#pragma once

#include <stdbool.h>

#include "base/error.h"

#define FAILURE_FILE "failure.json"

struct failure {
    int code, step; /* exit code; the run's step then */
    char text[1024], host[256];
};

/* Whether another try would end with this code, too: the run diverged, its data are bad, or poslab failed. A full disk,
 * a folder in use and a stopped run are no such failures. */
bool failure_lasts(int code);
/* Leaves it in the folder, with the name of this host. Errors: EXIT_IO. */
bool failure_write(const char *folder, int code, int step, const char *text, struct error *e);
/* Reads it strictly. False: there is none (no text in *e), or it cannot be read (EXIT_DATA, EXIT_IO). */
bool failure_read(struct failure *f, const char *folder, struct error *e);
void failure_forget(const char *folder);
