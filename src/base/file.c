/* file.c -- see file.h. */
#include "base/file.h"

#include <errno.h>
#include <fcntl.h>
#include <libgen.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

bool file_path(char path[PATH_MAX_LENGTH], const char *folder, const char *name, struct error *e) {
    int length = snprintf(path, PATH_MAX_LENGTH, "%s/%s", folder, name);
    if (length < 0 || length >= PATH_MAX_LENGTH)
        return error_set(e, EXIT_USAGE, "the path %.60s.../%s is too long", folder, name);
    return true;
}

bool file_exists(const char *path) {
    struct stat s;
    return stat(path, &s) == 0;
}

const char *file_find(char found[PATH_MAX_LENGTH], const char *path) {
    int length = snprintf(found, PATH_MAX_LENGTH, "%s/%s", POSLAB_SHARE, path);
    if (file_exists(path) || *path == '/' || length >= PATH_MAX_LENGTH || !file_exists(found))
        snprintf(found, PATH_MAX_LENGTH, "%s", path);
    return found;
}

bool file_is_folder(const char *path) {
    struct stat s;
    return stat(path, &s) == 0 && S_ISDIR(s.st_mode);
}

static bool io_error(struct error *e, const char *what, const char *path) {
    return error_set(e, EXIT_IO, "cannot %s %s: %s", what, path, strerror(errno));
}

static bool read_all(FILE *f, unsigned char *bytes, size_t size) {
    return fread(bytes, 1, size, f) == size && fgetc(f) == EOF && !ferror(f);
}

unsigned char *file_read(const char *path, size_t limit, struct arena *a, size_t *size, struct error *e) {
    struct stat s;
    unsigned char *bytes = NULL;
    FILE *f = fopen(path, "rb");
    if (!f || fstat(fileno(f), &s) != 0) {
        io_error(e, "open", path);
    } else if (!S_ISREG(s.st_mode)) {
        error_set(e, EXIT_IO, "cannot read %s: it is not a file", path);
    } else if ((unsigned long long)s.st_size > limit) {
        error_set(e, EXIT_DATA, "%s has %lld bytes; at most %zu are read", path, (long long)s.st_size, limit);
    } else {
        *size = (size_t)s.st_size;
        bytes = arena_alloc(a, *size + 1, 1);
        if (!read_all(f, bytes, *size)) {
            io_error(e, "read", path);
            bytes = NULL;
        }
    }
    if (f)
        fclose(f);
    return bytes;
}

static bool sync_folder(const char *path, struct error *e) {
    char copy[PATH_MAX_LENGTH];
    snprintf(copy, sizeof copy, "%s", path);
    int handle = open(dirname(copy), O_RDONLY);
    if (handle < 0)
        return io_error(e, "open the folder of", path);
    bool ok = fsync(handle) == 0 || errno == EINVAL;
    close(handle);
    return ok || io_error(e, "sync the folder of", path);
}

/* Writes `temporary`, from which `path` will be made: an error names that. */
static bool write_synced(const char *temporary, const char *path, const void *bytes, size_t size, struct error *e) {
    FILE *f = fopen(temporary, "wb");
    if (!f)
        return io_error(e, "write", path);
    bool ok = fwrite(bytes, 1, size, f) == size && fflush(f) == 0 && fsync(fileno(f)) == 0;
    int cause = errno;
    if (fclose(f) != 0 && ok) {
        ok = false;
        cause = errno;
    }
    errno = cause;
    return ok || io_error(e, "write", path);
}

static bool keep_previous(const char *path, const char *previous, struct error *e) {
    if (unlink(previous) != 0 && errno != ENOENT)
        return io_error(e, "replace", previous);
    if (link(path, previous) != 0 && errno != ENOENT)
        return io_error(e, "save a copy of", path);
    return true;
}

bool file_write(const char *path, const char *previous, const void *bytes, size_t size, struct error *e) {
    char temporary[PATH_MAX_LENGTH + 16];
    snprintf(temporary, sizeof temporary, "%s.tmp%ld", path, (long)getpid());
    if (!write_synced(temporary, path, bytes, size, e)) {
        unlink(temporary);
        return false;
    }
    if (previous && !keep_previous(path, previous, e))
        return false;
    if (rename(temporary, path) != 0) {
        io_error(e, "rename to", path);
        unlink(temporary);
        return false;
    }
    return sync_folder(path, e);
}

bool file_fill(const char *path, void (*fill)(FILE *f, const void *user), const void *user, struct error *e) {
    char *bytes = NULL;
    size_t size = 0;
    FILE *f = open_memstream(&bytes, &size);
    bool whole = f != NULL;
    if (f) {
        fill(f, user);
        whole = !ferror(f);
        whole = fclose(f) == 0 && whole;
    }
    bool ok = whole ? file_write(path, NULL, bytes, size, e)
                    : error_set(e, EXIT_INTERNAL, "out of memory: could not put together %s", path);
    free(bytes);
    return ok;
}

bool file_make_folder(const char *path, struct error *e) {
    char part[PATH_MAX_LENGTH];
    if (snprintf(part, sizeof part, "%s", path) >= (int)sizeof part)
        return error_set(e, EXIT_USAGE, "the path %.60s... is too long", path);
    for (char *at = part + 1;; at++) {
        char end = *at;
        if (end && end != '/')
            continue;
        *at = 0;
        if (mkdir(part, 0777) != 0 && !(errno == EEXIST && file_is_folder(part)))
            return io_error(e, "make the folder", part);
        if (!end)
            return true;
        *at = '/';
    }
}

bool file_lock(const char *folder, int *handle, struct error *e) {
    char path[PATH_MAX_LENGTH];
    struct flock whole = {.l_type = F_WRLCK, .l_whence = SEEK_SET};
    if (!file_path(path, folder, ".lock", e))
        return false;
    *handle = open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0666);
    if (*handle < 0)
        return io_error(e, "write", path);
    if (fcntl(*handle, F_SETLK, &whole) == 0)
        return true;
    bool busy = errno == EACCES || errno == EAGAIN;
    if (!busy)
        io_error(e, "lock", path);
    close(*handle);
    return !busy ? false
                 : error_set(e, EXIT_BUSY,
                             "%s is in use by another poslab process; wait for it or choose another --run", folder);
}

void file_unlock(int handle) { close(handle); }
