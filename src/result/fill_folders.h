/* fill_folders.h -- where results of several folders come from, and in what the folders differ. */
#pragma once

#include "draw/html.h"
#include "study/comparison.h"

/* Of several folders: each with its name, settings in which it differs and its date, and below them what lengths mean
 * and what a folder does not have; that alone; for a chart "[steps=800] is runs/a. ". Of one an empty list, NULL, "".
 */
void fill_folders(struct list *l, const struct comparison_result *c, struct arena *arena);
const char *fill_folders_notes(const struct comparison_result *c, struct arena *arena);
const char *fill_folders_brief(const struct comparison_result *c, struct arena *arena);
