/* view_diff.h -- in what two runs or comparisons differ: as lines on a screen, as CSV or as one JSON document. */
#pragma once

#include <jansson.h>

#include "draw/screen.h"
#include "inventory/run_diff.h"

void view_diff(const struct screen *s, const struct run_diff *d);
void view_diff_csv(FILE *out, const struct run_diff *d);
/* A new reference. */
json_t *view_diff_json(const struct run_diff *d);
