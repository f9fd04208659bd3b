/* members.h -- what commands that run comparisons share: how far they are, where they go, who failed. */
#pragma once

#include "base/file.h"
#include "base/progress.h"
#include "command/command.h"
#include "study/compare.h"

/* One line on stderr for comparisons that run one after another: number i of `count` is comparison(of, i). */
struct members_watch {
    struct progress progress;
    int count;
    const struct comparison_result *(*comparison)(const void *of, int i);
    const void *of;
};
struct members_watch members_watch_one(const struct comparison_result *c);
/* Draws w, until a signal stops the runs; `w` outlives it. */
struct compare_watch members_watch(struct members_watch *w, const struct arguments *a);
/* Ends the line, and tells stderr what members warn of; signals end the program again. */
void members_end(struct members_watch *w);

/* The folder of a comparison: the one given, or that of its settings (folder_name.h). Settings that are not given are
 * those of a folder that is. Errors: EXIT_USAGE, EXIT_IO. */
bool members_folder(char folder[PATH_MAX_LENGTH], struct arguments *a, struct error *e);

/* Tells stderr what is surprising about a call before it begins. */
void members_tell(const struct comparison_result *c);

/* Tells stderr what recipe.h has to tell before a model is trained; `name`: whose it is, or empty. */
void members_tell_recipe(const char *name, const char *text);

/* Tells stderr of every member without a result, and of their warnings. False where there is one: EXIT_FAILED without a
 * text; EXIT_STOPPED where one was stopped or is in use elsewhere, whatever happened to the others. */
bool members_finished(const struct comparison_result *c, struct error *e);

/* compare --dry-run: prints the members of a comparison that was looked at in its folder, and about what those will
 * take that wait. */
void members_dry_run(const struct comparison_result *c, struct arguments *a, const struct screen *s);
