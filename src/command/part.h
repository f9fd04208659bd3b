/* part.h -- --part K/N: part of a comparison's members, or of the experiments of claims, and one line about them. */
#pragma once

#include "command/comparison_progress.h"

/* compare --part. */
bool part_of_comparison(struct arguments *a, struct error *e);
/* Prints the line, or with --json an object, and tells stderr of members without a result. False as
 * comparison_finished, or because the runs were stopped, which *e says. */
bool part_report(const struct comparison_watch *w, const struct arguments *a, const char *folder, bool ran,
                 struct error *e);
