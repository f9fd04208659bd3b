/* settings_override_kind.h -- a config file's options, where another kind is chosen outside of it. */
#pragma once

#include "settings/assignments.h"

/* If a task, mixer or encoding was chosen outside the config file, drops the file's options that no kind in use has;
 * also a warm-up longer than the steps, test rows, and ENCODING.NAME, where steps, training rows or encoding.NAME are
 * set outside of it. `told` names them, or is empty. `others` lists the mixers and encodings of a comparison; NULL: one
 * run. */
void assignments_yield(struct assignments *a, const char *others, char *told, size_t size);
