/* settings_override_kind.h -- kinds that are not those of the config file: one that an option implies, and what becomes
 * of the file's options where another is chosen outside of it. */
#pragma once

#include "settings/assignments.h"

/* Names the task where an option that it alone has was set and none was named. Returns that option's key, or NULL. */
const char *settings_imply_task(struct assignments *a, struct error *e);

/* What became of assignments, in words: options of the config file that were dropped, and what names stand for; or
 * empty. */
struct yielded {
    char left_out[512], meant[512];
};

/* The names of encodings' options become their keys (settings_synonyms.h). If a task, mixer or encoding was chosen
 * outside the config file, drops the file's options that no kind in use has; also a warm-up longer than the steps, and
 * test rows, where steps or training rows are set outside of it. `others` lists the mixers and encodings of a
 * comparison; NULL: one run. */
void assignments_yield(struct assignments *a, const char *others, struct yielded *y);
