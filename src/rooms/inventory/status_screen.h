/* status_screen.h -- how far the runs of a folder are, told once: as lines on a screen, or as one JSON document. */
#pragma once

#include <jansson.h>

#include "draw/screen.h"
#include "inventory/status.h"

/* "runs/x: 140 of 200 models finished, 8 running, 2 stopped, 1 failed, 49 waiting; about 12 min left"; `left`: with its
 * end. */
const char *status_line(const struct status *s, bool left, struct arena *arena);
/* That line, then the comparisons that are not finished where there are several, what runs, what failed and why, and
 * what to do next. */
void status_screen(const struct screen *s, const struct status *of);
/* A new reference. */
json_t *status_json(const struct status *s);
