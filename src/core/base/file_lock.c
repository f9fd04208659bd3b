/* file_lock.c -- see file_lock.h. */
#include "base/file_lock.h"

#include <assert.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include "base/path.h"

enum { RETRY_MILLISECONDS = 50, REMOVED_TRIES = 100 };

/* The locks of this process. A child inherits this list from its parent, but not the locks. */
static struct file_lock *locks;

/* This process's lock of the file that has this name now; NULL: it has none. */
static const struct file_lock *own(const char *path) {
    struct stat s;
    const struct file_lock *l = lstat(path, &s) == 0 ? locks : NULL;
    while (l && !(l->process == getpid() && l->device == s.st_dev && l->inode == s.st_ino))
        l = l->next;
    return l;
}

/* ---- Locking */

static bool busy(const char *folder, struct error *e) {
    return error_set(e, EXIT_BUSY, "%s is in use by another poslab process; wait for it or choose another --run",
                     folder);
}

/* Whether errno says that this file system has no locks. */
static bool has_no_locks(void) {
    static const int codes[] = {ENOLCK, ENOTSUP, EOPNOTSUPP, ENOSYS, EINVAL};
    size_t i = 0;
    while (i < sizeof codes / sizeof *codes && errno != codes[i])
        i++;
    return i < sizeof codes / sizeof *codes;
}

static bool set_lock(int handle, const char *folder, const char *path, struct error *e) {
    struct flock whole = {.l_type = F_WRLCK, .l_whence = SEEK_SET};
    int failed;
    do
        failed = fcntl(handle, F_SETLK, &whole);
    while (failed && errno == EINTR);
    if (!failed)
        return true;
    if (errno == EACCES || errno == EAGAIN)
        return busy(folder, e);
    return has_no_locks() ? error_set(e, EXIT_IO,
                                      "cannot lock %s: %s; this file system has no locks, so two processes could write "
                                      "the same run; name a folder on another file system with --run, such as your "
                                      "home folder, or ask the administrator for locks (Lustre: mount -o flock)",
                                      path, strerror(errno))
                          : error_io(e, "lock", path);
}

/* Whether the locked file still has that name; *removed: it was deleted or replaced. */
static bool is_there(struct file_lock *l, bool *removed, struct error *e) {
    struct stat mine, there;
    bool ok = fstat(l->handle, &mine) == 0 && lstat(l->path, &there) == 0;
    *removed = !ok && errno == ENOENT;
    if (!ok)
        return !*removed && error_io(e, "look at", l->path);
    l->device = mine.st_dev;
    l->inode = mine.st_ino;
    *removed = there.st_dev != mine.st_dev || there.st_ino != mine.st_ino;
    return !*removed;
}

/* *removed: someone removed the file between opening and locking it. */
static bool take(struct file_lock *l, const char *folder, bool *removed, struct error *e) {
    *removed = false;
    if (own(l->path))
        return busy(folder, e);
    l->handle = file_open_own(l->path, O_RDWR | O_CREAT, e);
    if (l->handle < 0)
        return false;
    bool ok = set_lock(l->handle, folder, l->path, e) && is_there(l, removed, e);
    if (!ok)
        close(l->handle);
    return ok || (*removed && busy(folder, e));
}

bool file_lock(struct file_lock *l, const char *folder, const char *const *written, double seconds, struct error *e) {
    const struct timespec pause = {.tv_nsec = RETRY_MILLISECONDS * 1000000L};
    int pauses = (int)(seconds * 1000 / RETRY_MILLISECONDS), removals = 0;
    bool removed;
    if (!file_path(l->path, folder, LOCK_FILE, e))
        return false;
    while (!take(l, folder, &removed, e)) {
        if (removed && removals++ < REMOVED_TRIES)
            continue;
        if (e->code != EXIT_BUSY || pauses-- <= 0 || nanosleep(&pause, NULL) != 0)
            return false;
    }
    l->process = getpid();
    l->next = locks;
    locks = l;
    file_lock_tell(l, "");
    file_clean(folder, written);
    return true;
}

void file_lock_tell(const struct file_lock *l, const char *line) {
    char bytes[FILE_LOCK_TEXT + 1];
    int length = snprintf(bytes, sizeof bytes, "%-*s\n", FILE_LOCK_TEXT - 1, line);
    assert(length == FILE_LOCK_TEXT);
    if (pwrite(l->handle, bytes, (size_t)length, 0) < 0)
        return; /* only who looks misses it */
}

void file_unlock_leave(struct file_lock *l) {
    struct file_lock **at = &locks;
    while (*at != l)
        at = &(*at)->next;
    *at = l->next;
    close(l->handle);
}

/* Removed while it is locked: whoever opens it later makes a new one. */
void file_unlock(struct file_lock *l) {
    if (own(l->path) == l)
        unlink(l->path);
    file_unlock_leave(l);
}

/* ---- Looking */

/* Reads a whole line, which is padded with blanks. */
static void read_line(char line[FILE_LOCK_TEXT], int handle) {
    ssize_t got = pread(handle, line, FILE_LOCK_TEXT - 1, 0);
    line[got < 0 ? 0 : got] = 0;
    line[strcspn(line, "\n")] = 0;
    for (size_t end = strlen(line); end > 0 && line[end - 1] == ' '; end--)
        line[end - 1] = 0;
}

static bool look_into(struct file_lock_seen *seen, FILE *f, const char *path, struct error *e) {
    struct flock whole = {.l_type = F_RDLCK, .l_whence = SEEK_SET};
    read_line(seen->line, fileno(f));
    if (fcntl(fileno(f), F_GETLK, &whole) != 0)
        return has_no_locks() || error_io(e, "look at", path);
    seen->held = whole.l_type != F_UNLCK;
    seen->process = seen->held ? whole.l_pid : 0;
    return true;
}

bool file_lock_look(struct file_lock_seen *seen, const char *folder, struct error *e) {
    char path[PATH_MAX_LENGTH];
    uint64_t size;
    *seen = (struct file_lock_seen){0};
    if (!file_path(path, folder, LOCK_FILE, e))
        return false;
    const struct file_lock *mine = own(path);
    if (mine) {
        seen->held = true;
        seen->process = mine->process;
        read_line(seen->line, mine->handle);
        return true;
    }
    if (path_is_link(path))
        return true;
    FILE *f = file_open(path, &size, e);
    if (!f)
        return file_missing(path);
    bool ok = look_into(seen, f, path, e);
    fclose(f);
    return ok;
}
