/* settings_implied.h -- the task that an option implies. */
#pragma once

#include "settings/assignments.h"

/* Names the task where an option that it alone has was set and none was named. Returns that
 * option's key, or NULL. */
const char *settings_imply_task(struct assignments *a, struct error *e);
