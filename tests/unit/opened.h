/* opened.h -- a run from "key=value" texts, as the command line has them, and a folder for it. */
#pragma once

#include "base/file.h"
#include "run/run.h"

/* NULL-ended texts; what cannot be built fails the test. */
void open_run(struct run *r, const char *const *assignments);

/* Trains a run in an empty folder; it is stopped after these steps (0-ended; NULL: none) and continued from its
 * checkpoint. */
void train_stopped(struct run *r, const char *folder, const char *const *assignments, const int *stops, int threads);
/* The file of a folder's checkpoint. */
unsigned char *checkpoint_file(const char *folder, struct arena *arena, size_t *size);

/* Makes a folder of its own, below TMPDIR or build/; and removes one with all that is in it. */
const char *fresh_folder(char path[PATH_MAX_LENGTH]);
void remove_folder(const char *path);

/* The folder of a group that writes files, and the setup and teardown that make and remove it. */
extern char test_folder[PATH_MAX_LENGTH];
int folder_setup(void **state);
int folder_teardown(void **state);
/* `before` ("" or "task.train=") and the path of a file of that folder. The text stays as it is for eight calls. */
const char *in_folder(const char *before, const char *name);
