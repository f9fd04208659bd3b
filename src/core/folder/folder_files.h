/* folder_files.h -- the files in the folder of a run or comparison: their names, whether one is there, and its
 * config.ini. */
#pragma once

#include <stdbool.h>
#include <time.h>

#include "settings/settings.h"

#define COMPARISON_FILE "compare.json"

/* Those that only the holder of a folder's lock writes there, ended by NULL; a comparison's config.ini is one. */
extern const char *const folder_files[];

struct folder_file {
    bool there;
    struct timespec written;
    double bytes;
};

/* Looks at a file of a folder; a link to nowhere is there, too. False, EXIT_IO: it cannot be inspected; then it counts
 * as there, since nothing must be written in its place. EXIT_USAGE: the path is too long. */
bool folder_file(struct folder_file *f, const char *folder, const char *name, struct error *e);
/* Whether it is there, or cannot be inspected. */
bool folder_has(const char *folder, const char *name);
/* The names in a folder but for hidden ones, sorted by their bytes. Error: EXIT_IO. */
struct folder_names {
    const char **name;
    int count;
};
bool folder_names(struct folder_names *n, const char *folder, struct arena *arena, struct error *e);
/* The number of a name among them; -1: it is not there. */
int folder_names_find(const struct folder_names *n, const char *name);
/* What the folder's config.ini says, but for how to look at results. Errors: EXIT_USAGE (also where there is none),
 * EXIT_IO. */
bool folder_config(struct assignments *a, const char *folder, struct error *e);
