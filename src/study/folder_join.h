/* folder_join.h -- a comparison that grows: what its folder has and what a command asks for. */
#pragma once

#include "study/comparison.h"

/* Joins the assignments of a folder and those of a command (which lists c): members, seeds, lengths and policies of
 * both. Errors, EXIT_USAGE: a list becomes too long. */
bool compare_join(struct assignments *all, const struct assignments *there, const struct comparison_result *c,
                  const struct assignments *here, struct error *e);
