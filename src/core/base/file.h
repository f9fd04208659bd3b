/* file.h -- reading, mapping and writing complete files, and folders; the name of the machine, which temporary names
 * have.
 *
 * A file is written under a temporary name in its own folder, NAME.HOST-PROCESS.tmpXXXXXX, synced, and renamed: a
 * reader sees the old file or the new one, never half of either. Two hosts never choose the same name, even where the
 * file system cannot promise that a file is new (old NFS); on one host the system sees to the letters. No hard link is
 * made, and nothing but a regular file is read or replaced: a FIFO, a socket or a device is refused at once, except by
 * file_open_pipe. A symbolic link with the name of a file is replaced, never followed for writing. */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#include "base/arena.h"
#include "base/error.h"

enum { PATH_MAX_LENGTH = 1024, FILE_ASIDE = 64 };

/* The name of this machine, usable in a file name: anything but letters, digits, '.', '-' and '_' becomes '_';
 * "unnamed" if it has none. Returns name. */
enum { HOST_NAME = 65 };
const char *host_name(char name[HOST_NAME]);
/* Joins a folder and a name into a path. Error: it is too long. */
bool file_path(char path[PATH_MAX_LENGTH], const char *folder, const char *name, struct error *e);
bool file_exists(const char *path);
/* Whether the name is certainly free. Not the opposite of file_exists: a file that cannot be inspected is neither. */
bool file_missing(const char *path);
/* Finds a file of the project: as named, else next to the program, either where `make install` put it or in the folder
 * that the program was built in; if in neither, as named. Returns found. */
const char *file_find(char found[PATH_MAX_LENGTH], const char *path);
bool file_is_folder(const char *path);
/* The same, and also true if it cannot be inspected: whoever visits every folder must not skip it silently. */
bool file_may_be_folder(const char *path);

/* Opens a file for reading; *size is its size in bytes. Error: EXIT_IO, also if it is not a regular file. */
FILE *file_open(const char *path, uint64_t *size, struct error *e);
/* Whether it is a FIFO, or what a shell makes of <(command). */
bool file_is_pipe(const char *path);
/* Opens a pipe, and waits for whoever is to write into a FIFO. Error: EXIT_IO. */
FILE *file_open_pipe(const char *path, struct error *e);
/* Reads a file of at most `limit` bytes, and appends a 0 byte. */
unsigned char *file_read(const char *path, size_t limit, struct arena *a, size_t *size, struct error *e);
/* Maps a file into memory: the system loads each page on first access. A file that becomes shorter meanwhile raises
 * SIGBUS, which main turns into a message and EXIT_IO. Errors: as file_open. */
struct file_map {
    const unsigned char *bytes; /* NULL: of an empty file */
    size_t size;
};
bool file_map_open(struct file_map *m, const char *path, struct error *e);
void file_map_close(struct file_map *m);
/* Whether a file has this text. */
bool file_holds(const char *path, const char *text);
/* Opens a file in a folder for writing in place; `flags` are those of open. Nothing outside the folder changes: the
 * file must be a regular one, without a symbolic or second hard link, owned by the user or by the owner of the folder.
 * Otherwise -1, EXIT_IO. */
int file_open_own(const char *path, int flags, struct error *e);
/* Writes a complete file or none. */
bool file_write(const char *path, const void *bytes, size_t size, struct error *e);
/* The same, and the old file becomes `previous`, in the same folder: at every instant one of the two is intact, if the
 * old one was. If the process dies in between, `path` is missing. */
bool file_rotate(const char *path, const char *previous, const void *bytes, size_t size, struct error *e);
/* The same, with content that `fill` writes into a stream. */
bool file_fill(const char *path, void (*fill)(FILE *f, const void *user), const void *user, struct error *e);
/* Renames a file within its folder, replacing a file of that name. */
bool file_rename(const char *path, const char *to, struct error *e);
/* Renames the damaged file NAME.END to the first free NAME.damaged-N.END; `aside` is that name. */
bool file_set_aside(char aside[FILE_ASIDE], const char *folder, const char *file, struct error *e);
/* Waits until a file or folder is on disk; errno says why not. */
bool file_sync(int handle);
/* Makes a folder and its parents; an existing folder is fine. */
bool file_make_folder(const char *path, struct error *e);

/* Removes temporary files of these files (a list ended by NULL) that killed processes of any host left. Only for the
 * holder of the lock (file_lock.h) that all their writers take. Files that cannot be removed wait for the next time. */
void file_clean(const char *folder, const char *const *written);
