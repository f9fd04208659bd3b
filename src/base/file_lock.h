/* file_lock.h -- the lock of a folder: an fcntl lock on its file LOCK_FILE, which other hosts see as well.
 *
 * It ends with the process, however that ends, and children do not inherit it. Who unlocks a folder may remove the
 * file, so who locks it looks whether what is locked is still the file of that name. In the file stands what its holder
 * last told. On a network file system others may read that half a minute late, but never who holds it.
 *
 * A process loses its lock when it closes any handle of the file: nothing but this module opens it. */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <sys/types.h>

#include "base/file.h"

#define LOCK_FILE ".lock"
enum { FILE_LOCK_TEXT = 256 };

/* Stays where it is while it is held. */
struct file_lock {
    char path[PATH_MAX_LENGTH];
    int handle;
    pid_t process; /* that holds it */
    dev_t device;
    ino_t inode;
    struct file_lock *next; /* of this process */
};

/* Locks a folder; where another holds the lock it waits up to so many seconds, or until a signal comes. `written`,
 * ended by NULL, names the files that only who has the lock writes: what killed processes left of writing them is
 * removed. Errors: EXIT_BUSY; EXIT_IO, also where the file system has no locks: nothing is ever written without. */
bool file_lock(struct file_lock *l, const char *folder, const char *const *written, double seconds, struct error *e);
/* Leaves a line for others to read, instead of the one before. Cheap, and nothing is allocated. */
void file_lock_tell(const struct file_lock *l, const char *line);
/* Unlocks the folder, and leaves no file in it. */
void file_unlock(struct file_lock *l);
/* The same, but what was told stays there to be read. */
void file_unlock_leave(struct file_lock *l);

/* What others see of a lock. */
struct file_lock_seen {
    bool held;
    long process;              /* of the holder, where it is on this host; else 0 or any number */
    char line[FILE_LOCK_TEXT]; /* what was told last, or empty */
};

/* Looks who holds a folder's lock, without taking it and in folders that are only readable, too. No error: there is no
 * lock, or the file system has none. Errors: EXIT_IO. */
bool file_lock_look(struct file_lock_seen *seen, const char *folder, struct error *e);
