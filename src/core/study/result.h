/* result.h -- a run or a comparison read back from its folder: the finished members, and why the others are not
 * finished. A run is a comparison of one. Nothing is trained, evaluated or written. */
#pragma once

#include "run/run.h"
#include "study/comparison.h"

/* Holds pointers into itself: read it where it stays. */
struct result {
    struct comparison_result result; /* rows and pairs as compare_collect fills them */
    bool single;                     /* a run, not a comparison */
    struct arena arena;
    bool kept;
    struct run saved_run; /* where a checkpoint is there, the task comes from it and its files are not needed */
};

/* The members that are to be in a folder, as its config.ini has them, and whether it is a run; neither the task nor a
 * model is built. Errors: EXIT_USAGE (no such folder), EXIT_IO. */
bool result_list(struct comparison_result *c, const char *folder, bool *single, struct arena *arena, struct error *e);
/* What is to be in a folder, as its config.ini has it: members without results. Errors: EXIT_USAGE (no such folder),
 * EXIT_DATA, EXIT_IO; then there is nothing to free. */
bool result_plan(struct result *f, const char *folder, struct error *e);
/* Then the results of its members, too. Errors: those, and EXIT_USAGE where nothing is finished; then there is nothing
 * to free. */
bool result_read(struct result *f, const char *folder, struct error *e);
/* The same while models train: where nothing is finished there are neither rows nor lengths. */
bool result_look(struct result *f, const char *folder, struct error *e);
void result_free(struct result *f);
/* The folder's compare.json, a new reference; its checksum fits. NULL, EXIT_IO: there is none; EXIT_DATA. */
json_t *comparison_document(const char *folder, struct error *e);
/* The first checkpoint in a folder or, by name, in one of its folders; false: there is none. */
bool result_checkpoint(char path[1024], const char *folder);
