/* comparison_folder.h -- the folder of a comparison, which concurrent processes share. Its lock is held while
 * config.ini or compare.json is written, and never while members run, which have their own locks. */
#pragma once

#include "study/comparison.h"

struct file_lock;

/* The configuration of the whole comparison, as its config.ini has it. */
void compare_config(const struct comparison_result *c, const struct assignments *a, char text[COMPARISON_TEXT]);
/* Whether a folder is free or has this comparison; members, seeds, lengths and policies may differ. Errors, EXIT_USAGE:
 * a setting that differs. */
bool compare_fits(const struct assignments *a, const char *folder, struct error *e);
/* Makes the folder and locks it for writing; waits for others. Errors: EXIT_BUSY, EXIT_IO. */
bool compare_lock(struct file_lock *lock, const char *folder, struct error *e);
/* Uses c->folder, if it matches, and adds what is new to its config.ini. Errors: EXIT_USAGE, EXIT_BUSY, EXIT_IO. */
bool compare_open(const struct comparison_result *c, const struct assignments *a, struct error *e);
