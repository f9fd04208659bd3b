/* merge_folders.h -- results of several folders, runs or comparisons, as ONE comparison, so that drawing and writing
 * need no second code path.
 *
 * Members are listed folder by folder, named by what distinguishes their folder. Means are over the seeds of one folder
 * alone: the same settings in two folders are two rows. Lengths are the union, in words, shortest first; a member has
 * no number at lengths that its folder does not have. Chance and baselines are shown if all folders agree on them, or
 * only one has them. */
#pragma once

#include "study/result.h"

/* Reads one folder, as result_read does, or several. Errors: those of result_read; EXIT_USAGE: their tasks differ, a
 * folder is given twice or is a run of another, or together they have too many lengths. After an error there is nothing
 * to free. */
bool merge_folders(struct result *f, const char *const *folder, int folders, struct error *e);
/* Computes rows and pairs again with the compare.gate and compare.pairs of these assignments. Errors: EXIT_USAGE. */
bool merge_choose_pairs(struct result *f, const struct assignments *a, struct error *e);

/* Whether two folders are about the same task (same_task.c). Error: EXIT_USAGE, with the settings that differ. */
bool same_task(const struct comparison_result *there, const struct comparison_result *here, struct error *e);

/* ---- How folders differ (folder_labels.c) */

/* The *count settings in which they differ, in the order of the tables. */
struct folder_setting *folder_settings(int *count, const struct result *part, int parts, struct arena *arena);
/* Distinct names for the folders, from c->differing if these are few and short. Sets whether they distinguish all
 * folders. */
void folders_label(struct comparison_result *c, struct compare_folder *folder);
