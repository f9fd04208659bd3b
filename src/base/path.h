/* path.h -- names of files and folders made absolute, for texts that are used elsewhere: as a user knows them, with
 * symbolic links left as they are. */
#pragma once

#include "base/file.h"

/* The current folder, as the shell calls it where that is right. Error: EXIT_IO. */
bool path_here(char path[PATH_MAX_LENGTH], struct error *e);
/* Whether two names are of one file or folder, which is there. */
bool path_same(const char *a, const char *b);
/* The last part of a path; all of it where it ends with a slash. */
const char *path_last(const char *path);
/* A path that begins at the current folder, or is absolute already. Errors: EXIT_IO; EXIT_USAGE, it grows too long. */
bool path_absolute(char path[PATH_MAX_LENGTH], const char *name, struct error *e);
/* The program that was called by this name: one without a slash is looked for in PATH. Errors: EXIT_IO. */
bool path_program(char path[PATH_MAX_LENGTH], const char *called, struct error *e);
