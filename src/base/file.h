/* file.h -- whole files in and out, and folders.
 *
 * A file is written under a temporary name in its own folder, NAME.HOST-PROCESS.tmpXXXXXX, synced, and renamed: a
 * reader sees the old file or the new one, never half of either. Two hosts never choose the same name, even where the
 * file system cannot promise that a file is new (old NFS); on one host the system sees to the letters. No hard link is
 * made, and nothing but a regular file is read or replaced: a FIFO, a socket or a device is refused at once, except by
 * file_open_pipe. */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#include "base/arena.h"
#include "base/error.h"

enum { PATH_MAX_LENGTH = 1024, FILE_ASIDE = 64 };

/* A path put together from a folder and a name; an error where it grows too long. */
bool file_path(char path[PATH_MAX_LENGTH], const char *folder, const char *name, struct error *e);
bool file_exists(const char *path);
/* Whether surely nothing has this name. Not the opposite of file_exists: what cannot be looked at is neither. */
bool file_missing(const char *path);
/* Where a file of the project is: as named, else beside the program: where `make install` put it, or in the folder that
 * the program was built in; as named where it is in neither. Returns found. */
const char *file_find(char found[PATH_MAX_LENGTH], const char *path);
bool file_is_folder(const char *path);

/* Opens a file for reading; *size is that of its bytes. Error: EXIT_IO, also for what is not a regular file. */
FILE *file_open(const char *path, uint64_t *size, struct error *e);
/* Whether it is a FIFO, or what a shell makes of <(command). */
bool file_is_pipe(const char *path);
/* Opens a pipe, and waits for whoever is to write into a FIFO. Error: EXIT_IO. */
FILE *file_open_pipe(const char *path, struct error *e);
/* The bytes of a file of at most `limit` bytes, with a 0 byte after them. */
unsigned char *file_read(const char *path, size_t limit, struct arena *a, size_t *size, struct error *e);
/* Writes a file whole or not at all. */
bool file_write(const char *path, const void *bytes, size_t size, struct error *e);
/* The same, and the file that was there before becomes `previous`, in the same folder: at every instant one of the two
 * is whole, if it was before. Where this ends in between, `path` is missing. */
bool file_rotate(const char *path, const char *previous, const void *bytes, size_t size, struct error *e);
/* The same for what `fill` writes into a stream. */
bool file_fill(const char *path, void (*fill)(FILE *f, const void *user), const void *user, struct error *e);
/* Gives a file another name in its folder; a file that has that name is replaced. */
bool file_rename(const char *path, const char *to, struct error *e);
/* Gives the damaged file NAME.END of a folder the first name NAME.damaged-N.END that is free, so that none is replaced;
 * `aside` is that name. */
bool file_set_aside(char aside[FILE_ASIDE], const char *folder, const char *file, struct error *e);
/* Waits until a file or folder is on disk; errno says why not. */
bool file_sync(int handle);
/* Makes a folder and its parents; a folder that is there already is fine. */
bool file_make_folder(const char *path, struct error *e);

/* Removes what killed processes, of any host, left of writing these files, a list ended by NULL: only for who has the
 * lock (file_lock.h) that all take who write them. What cannot be removed stays until the next time. */
void file_clean(const char *folder, const char *const *written);
