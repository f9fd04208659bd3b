/* fill_folders.h -- where results of several folders come from, and in what the folders differ. */
#pragma once

#include "draw/html.h"
#include "study/comparison.h"

/* Each folder with its name, its date and the settings in which it differs; below them notes: what lengths mean, what
 * a folder does not have. fill_folders_notes has the notes alone; fill_folders_brief is for a chart, "[steps=800] is
 * runs/a. ". If there is only one folder: an empty list, NULL, "". */
void fill_folders(struct list *l, const struct comparison_result *c, struct arena *arena);
void fill_folders_notes(struct lines *l, const struct comparison_result *c, struct arena *arena);
const char *fill_folders_brief(const struct comparison_result *c, struct arena *arena);
