/* comparison_progress.h -- what commands that run comparisons share: how far they are, where they go, who failed. */
#pragma once

#include "base/file.h"
#include "base/progress.h"
#include "cli/arguments.h"
#include "draw/screen.h"
#include "study/pool.h"

/* One line on stderr for comparisons that run one after another: number i of `count` is comparison(of, i). */
struct comparison_watch {
    struct progress progress;
    int count;
    const struct comparison_result *(*comparison)(const void *of, int i);
    const void *of;
};
/* Draws w, until a signal stops the runs; `w` outlives it. */
struct compare_watch comparison_watch(struct comparison_watch *w, const struct arguments *a);
/* Ends the line, and tells stderr what members warn of; signals end the program again. */
void comparison_end(struct comparison_watch *w);

/* Lists a comparison, and finds its folder: the one given, or that of its settings (folder_name.h). Settings that are
 * not given are those of a folder that is. Errors: EXIT_USAGE, EXIT_IO. */
bool comparison_folder(char folder[PATH_MAX_LENGTH], struct comparison_result *c, struct arguments *a, struct error *e);

/* Tells stderr what is surprising about a call before it begins. */
void comparison_tell(const struct comparison_result *c);

/* Tells stderr what training_set.h says before a model is trained; `name`: whose it is, or empty. */
void comparison_tell_training_notes(const char *name, const char *text);

/* Tells stderr of every member without a result, and of their warnings. False where there is one: EXIT_FAILED;
 * EXIT_STOPPED where one was stopped or is in use elsewhere, whatever happened to the others. */
bool comparison_finished(const struct comparison_result *c, struct error *e);

/* --part: prints what became of a part as one line, or with --json as an object, and tells stderr of members without a
 * result. False as comparison_finished, or because the runs were stopped, which *e says. */
bool part_report(const struct comparison_watch *w, const struct arguments *a, const char *folder, bool ran,
                 struct error *e);
