/* comparison_folder.h -- the folder of a comparison, which concurrent processes share. Its lock is held while
 * config.ini or compare.json is written, and never while members run, which have their own locks. */
#pragma once

#include "study/comparison.h"

struct file_lock;

/* Finds c->config of a comparison that these assignments list. */
void compare_write_config(struct comparison_result *c, const struct assignments *a);
/* Whether a folder is free or has the comparison that these assignments list; members, seeds, lengths and policies may
 * differ. Errors, EXIT_USAGE: a setting that differs. */
bool compare_fits(const struct comparison_result *c, const struct assignments *a, const char *folder, struct error *e);
/* Makes the folder and locks it for writing; waits for others. Errors: EXIT_BUSY, EXIT_IO. */
bool compare_lock(struct file_lock *lock, const char *folder, struct error *e);
/* Whether it is all that its folder has by now, and all is finished: another reading would find the same. */
bool compare_is_whole(const struct comparison_result *c);
/* Uses c->folder, if it matches, and adds what is new to its config.ini. Errors: EXIT_USAGE, EXIT_BUSY, EXIT_IO. */
bool compare_open(const struct comparison_result *c, const struct assignments *a, struct error *e);
