/* path.h -- parts of paths, symbolic links, and folders that were seen before. */
#pragma once

#include <sys/types.h>

#include "base/file.h"

/* Folders seen so far, by device and inode: two links to one folder count once. A tree that branches by the bits of
 * their hash. */
struct path_seen {
    dev_t device;
    ino_t inode;
    struct path_seen *next[2];
};
/* Adds a folder; false if it was seen already. A folder that cannot be inspected is always new. */
bool path_is_new(struct path_seen **seen, const char *path, struct arena *arena);
/* Whether it is a symbolic link. */
bool path_is_link(const char *path);
/* Whether two paths that end in the same name lead to one file or folder. */
bool path_same_file(const char *a, const char *b);
/* The last part of a path; all of it if it ends with a slash. */
const char *path_last(const char *path);
/* Takes slashes off the end of a path, in place; of "/" one stays. Returns it. */
char *path_trim(char *path);
/* The folder that has it: "." where there is no slash. */
void path_folder(char folder[PATH_MAX_LENGTH], const char *path);
