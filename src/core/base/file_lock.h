/* file_lock.h -- the lock of a folder: an fcntl lock on its file LOCK_FILE, which other hosts see as well.
 *
 * It ends with the process, however that ends, and children do not inherit it. Unlocking may remove the file, so
 * locking checks that the locked file still has its name. The file contains the holder's latest line; on a network file
 * system others may read that half a minute late, but they always see the right holder.
 *
 * A process loses its lock when it closes any handle of the file: nothing but this module opens it. */
#pragma once

#include <stdbool.h>
#include <sys/types.h>

#include "base/file.h"

#define LOCK_FILE ".lock"
enum { FILE_LOCK_TEXT = 256 };

/* Must not move while it is locked. */
struct file_lock {
    char path[PATH_MAX_LENGTH];
    int handle;
    pid_t process; /* that holds it */
    dev_t device;
    ino_t inode;
    struct file_lock *next; /* of this process */
};

/* Locks a folder, waiting up to so many seconds, or until a signal, for another holder. `written`, ended by NULL, names
 * the files that only the holder writes: their temporary files from killed processes are removed. Errors: EXIT_BUSY;
 * EXIT_IO, also if the file system has no locks: nothing is ever written without one. */
bool file_lock(struct file_lock *l, const char *folder, const char *const *written, double seconds, struct error *e);
/* Replaces the line that others can read. Cheap; nothing is allocated. */
void file_lock_tell(const struct file_lock *l, const char *line);
/* Unlocks the folder and removes the lock file. */
void file_unlock(struct file_lock *l);
/* Unlocks the folder and keeps the file, so that others can read the last line. */
void file_unlock_leave(struct file_lock *l);

/* A lock as other processes see it. */
struct file_lock_seen {
    bool held;
    long process;              /* of the holder, where it is on this host; else 0 or any number */
    char line[FILE_LOCK_TEXT]; /* the holder's latest line, or empty */
};

/* Finds out who holds a folder's lock, without taking it; works in read-only folders. No lock, a symbolic link in its
 * place or a file system without locks is not an error. Errors: EXIT_IO. */
bool file_lock_look(struct file_lock_seen *seen, const char *folder, struct error *e);
