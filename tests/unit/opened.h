/* opened.h -- a run from "key=value" texts, as the command line has them. */
#ifndef UNIT_OPENED_H
#define UNIT_OPENED_H

#include "train/run.h"

/* NULL-ended texts; what cannot be built fails the test. */
void open_run(struct run *r, const char *const *assignments);

#endif
