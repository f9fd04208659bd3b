/* settings_override_kind.h -- a config file's options, where another kind is chosen outside of it. */
#pragma once

#include "settings/assignments.h"

/* What became of assignments, in words: options of the config file that were dropped, and what names stand for; or
 * empty. */
struct yielded {
    char left_out[512], meant[512];
};

/* The names of encodings' options become their keys (settings_names.h). If a task, mixer or encoding was chosen outside
 * the config file, drops the file's options that no kind in use has; also a warm-up longer than the steps, and test
 * rows, where steps or training rows are set outside of it. `others` lists the mixers and encodings of a comparison;
 * NULL: one run. */
void assignments_yield(struct assignments *a, const char *others, struct yielded *y);
