/* file.c -- see file.h. */
#include "base/file.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <libgen.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/caps.h"
#include "base/memory.h"

const char *host_name(char name[HOST_NAME]) {
    static const char allowed[] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789.-_";
    if (gethostname(name, HOST_NAME) != 0 || !*name)
        snprintf(name, HOST_NAME, "unnamed");
    name[HOST_NAME - 1] = 0;
    for (char *at = name + strspn(name, allowed); *at; at += strspn(at, allowed))
        *at = '_';
    return name;
}

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

bool file_missing(const char *path) {
    struct stat s;
    return lstat(path, &s) != 0 && (errno == ENOENT || errno == ENOTDIR);
}

bool file_is_folder(const char *path) {
    struct stat s;
    return stat(path, &s) == 0 && S_ISDIR(s.st_mode);
}

bool file_may_be_folder(const char *path) {
    struct stat s;
    return stat(path, &s) == 0 ? S_ISDIR(s.st_mode) : errno != ENOENT && errno != ENOTDIR && errno != ELOOP;
}

static bool not_a_file(struct error *e, const char *what, const char *path) {
    return error_set(e, EXIT_IO, "cannot %s %s: it is not a file", what, path);
}

/* ---- Reading */

/* A handle of a regular file, or -1; never waits for a writer of a FIFO. */
static int open_regular(const char *path, uint64_t *size, struct error *e) {
    struct stat s;
    int handle = open(path, O_RDONLY | O_NONBLOCK | O_NOCTTY | O_CLOEXEC);
    bool known = handle >= 0 && fstat(handle, &s) == 0;
    if (known && S_ISREG(s.st_mode)) {
        *size = (uint64_t)s.st_size;
        return handle;
    }
    if (known && S_ISDIR(s.st_mode))
        error_set(e, EXIT_IO, "cannot read %s: it is a folder, not a file", path);
    else if (known || (handle < 0 && errno == ENXIO)) /* ENXIO: a socket */
        not_a_file(e, "read", path);
    else
        error_io(e, "open", path);
    if (handle >= 0)
        close(handle);
    return -1;
}

FILE *file_open(const char *path, uint64_t *size, struct error *e) {
    int handle = open_regular(path, size, e);
    FILE *f = handle >= 0 ? fdopen(handle, "rb") : NULL;
    if (handle >= 0 && !f) {
        error_io(e, "open", path);
        close(handle);
    }
    return f;
}

bool file_is_pipe(const char *path) {
    struct stat s;
    return stat(path, &s) == 0 && S_ISFIFO(s.st_mode);
}

FILE *file_open_pipe(const char *path, struct error *e) {
    FILE *f = fopen(path, "rbe");
    if (!f)
        error_io(e, "open", path);
    return f;
}

static bool read_all(int handle, const char *path, unsigned char *bytes, size_t size, struct error *e) {
    for (size_t at = 0; at < size;) {
        ssize_t got = read(handle, bytes + at, size - at);
        if (got < 0 && errno != EINTR)
            return error_io(e, "read", path);
        if (got == 0)
            return error_set(e, EXIT_IO, "cannot read %s: it shrank while it was read", path);
        at += got > 0 ? (size_t)got : 0;
    }
    return true;
}

unsigned char *file_read(const char *path, size_t limit, struct arena *a, size_t *size, struct error *e) {
    uint64_t there;
    int handle = open_regular(path, &there, e);
    unsigned char *bytes = NULL;
    if (handle < 0)
        return NULL;
    if (there > limit) {
        error_set(e, EXIT_DATA, "%s has %" PRIu64 " bytes; at most %zu are read", path, there, limit);
    } else {
        *size = (size_t)there;
        bytes = arena_alloc(a, *size + 1, 1);
        if (!read_all(handle, path, bytes, *size, e))
            bytes = NULL;
    }
    close(handle);
    return bytes;
}

bool file_map_open(struct file_map *m, const char *path, struct error *e) {
    uint64_t size;
    FILE *f = file_open(path, &size, e);
    *m = (struct file_map){0};
    if (!f)
        return false;
    void *bytes = size ? mmap(NULL, (size_t)size, PROT_READ, MAP_PRIVATE, fileno(f), 0) : NULL;
    bool ok = bytes != MAP_FAILED || error_io(e, "map", path);
    if (ok)
        *m = (struct file_map){bytes, (size_t)size};
    fclose(f);
    return ok;
}

void file_map_close(struct file_map *m) {
    if (m->bytes)
        munmap((void *)m->bytes, m->size);
    *m = (struct file_map){0};
}

bool file_holds(const char *path, const char *text) {
    struct arena arena = {0};
    struct error e;
    size_t size, length = strlen(text);
    const unsigned char *there = file_read(path, length, &arena, &size, &e);
    bool same = there && size == length && memcmp(there, text, length) == 0;
    arena_free(&arena);
    return same;
}

/* ---- Writing */

#define TEMPORARY ".tmp"
enum { ASIDE_MAX = CAP(9999, 9), TEMPORARY_LETTERS = 6, TEMPORARY_MAX = PATH_MAX_LENGTH + HOST_NAME + 64 };

/* Whether a file belongs to this user or to the owner of its folder. */
static bool is_owned(const struct stat *s, const char *path) {
    char copy[PATH_MAX_LENGTH];
    struct stat folder;
    snprintf(copy, sizeof copy, "%s", path);
    return s->st_uid == geteuid() || (stat(dirname(copy), &folder) == 0 && s->st_uid == folder.st_uid);
}

/* Why a write to this open file would reach something outside its folder; NULL: it would not. */
static const char *stray(const struct stat *s, const char *path) {
    return !S_ISREG(s->st_mode) ? "it is not a file"
           : s->st_nlink > 1    ? "it is a hard link, and the same file elsewhere would change; rename it"
           : !is_owned(s, path) ? "it belongs neither to you nor to the owner of its folder; rename it"
                                : NULL;
}

int file_open_own(const char *path, int flags, struct error *e) {
    struct stat s;
    int handle = open(path, flags | O_NOFOLLOW | O_NONBLOCK | O_NOCTTY | O_CLOEXEC, 0666);
    const char *why =
        handle < 0 && errno == ELOOP ? "it is a symbolic link, and another file would change; rename it" : NULL;
    if (handle >= 0 && fstat(handle, &s) == 0 && !(why = stray(&s, path)))
        return handle;
    if (why)
        error_set(e, EXIT_IO, "cannot write %s: %s", path, why);
    else
        error_io(e, "write", path);
    if (handle >= 0)
        close(handle);
    return -1;
}

bool file_sync(int handle) {
    int failed;
    do
        failed = fsync(handle);
    while (failed && errno == EINTR);
    return !failed;
}

static bool sync_folder(const char *path, struct error *e) {
    char copy[PATH_MAX_LENGTH];
    snprintf(copy, sizeof copy, "%s", path);
    int handle = open(dirname(copy), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    if (handle < 0)
        return error_io(e, "open the folder of", path);
    bool ok = file_sync(handle) || errno == EINVAL || error_io(e, "sync the folder of", path);
    close(handle);
    return ok;
}

/* The mode of a new file; some file systems have no modes. */
static bool set_mode(int handle) {
    mode_t closed = umask(0);
    umask(closed);
    return fchmod(handle, 0666 & ~closed) == 0 || errno == EPERM;
}

static bool write_synced(int handle, const char *bytes, size_t size) {
    while (size > 0) {
        ssize_t wrote = write(handle, bytes, size);
        if (wrote < 0 && errno != EINTR)
            return false;
        bytes += wrote > 0 ? wrote : 0;
        size -= wrote > 0 ? (size_t)wrote : 0;
    }
    return file_sync(handle);
}

/* Writes the temporary file for `path`; an error names `path` and leaves no file. */
static bool write_temporary(char temporary[TEMPORARY_MAX], const char *path, const void *bytes, size_t size,
                            struct error *e) {
    char host[HOST_NAME];
    struct stat there;
    if (snprintf(temporary, TEMPORARY_MAX, "%s.%s-%ld" TEMPORARY "XXXXXX", path, host_name(host), (long)getpid()) >=
        TEMPORARY_MAX)
        return error_set(e, EXIT_USAGE, "the path %.60s... is too long", path);
    if (stat(path, &there) == 0 && !S_ISREG(there.st_mode))
        return not_a_file(e, "write", path);
    int handle = mkstemp(temporary);
    if (handle < 0)
        return error_io(e, "write", path);
    bool ok = set_mode(handle) && write_synced(handle, bytes, size);
    int cause = errno;
    if (close(handle) != 0 && ok && errno != EINTR) {
        ok = false;
        cause = errno;
    }
    if (ok)
        return true;
    errno = cause;
    error_io(e, "write", path);
    unlink(temporary);
    return false;
}

bool file_rename(const char *path, const char *to, struct error *e) {
    return (rename(path, to) == 0 || error_io(e, "rename to", to)) && sync_folder(to, e);
}

bool file_set_aside(char aside[FILE_ASIDE], const char *folder, const char *file, struct error *e) {
    char from[PATH_MAX_LENGTH], to[PATH_MAX_LENGTH];
    const char *end = strrchr(file, '.');
    if (!file_path(from, folder, file, e))
        return false;
    for (int n = 1; n <= ASIDE_MAX; n++) {
        snprintf(aside, FILE_ASIDE, "%.*s.damaged-%d%s", (int)(end - file), file, n, end);
        if (!file_path(to, folder, aside, e))
            return false;
        if (file_missing(to))
            return file_rename(from, to, e);
    }
    return error_set(e, EXIT_IO, "cannot move %s aside: no name up to %s is free", from, aside);
}

/* Renames the temporary file to the final name, or removes it. */
static bool put(const char *temporary, const char *path, struct error *e) {
    if (rename(temporary, path) == 0)
        return sync_folder(path, e);
    error_io(e, "rename to", path);
    unlink(temporary);
    return false;
}

bool file_write(const char *path, const void *bytes, size_t size, struct error *e) {
    char temporary[TEMPORARY_MAX];
    return write_temporary(temporary, path, bytes, size, e) && put(temporary, path, e);
}

bool file_rotate(const char *path, const char *previous, const void *bytes, size_t size, struct error *e) {
    char temporary[TEMPORARY_MAX];
    if (!write_temporary(temporary, path, bytes, size, e))
        return false;
    if (file_missing(path) || rename(path, previous) == 0)
        return put(temporary, path, e);
    error_io(e, "rename to", previous);
    unlink(temporary);
    return false;
}

bool file_fill(const char *path, void (*fill)(FILE *f, const void *user), const void *user, struct error *e) {
    struct memory_stream m;
    memory_stream_open(&m);
    fill(m.f, user);
    bool ok = file_write(path, m.bytes, m.size, e);
    fclose(m.f);
    free(m.bytes);
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
            return errno == EEXIST
                       ? error_set(e, EXIT_IO, "cannot make the folder %s: there is a file of that name", part)
                       : error_io(e, "make the folder", part);
        if (!end)
            return true;
        *at = '/';
    }
}

/* ---- Temporary files of killed processes */

/* Whether it is the name of a temporary file of `file`: FILE.HOST-PROCESS.tmpXXXXXX. */
static bool is_temporary(const char *name, const char *file) {
    size_t length = strlen(file), end = strlen(TEMPORARY) + TEMPORARY_LETTERS;
    if (strncmp(name, file, length) != 0 || strlen(name) < length + end)
        return false;
    const char *maker = name + length, *mark = name + strlen(name) - end, *process = mark;
    while (process > maker && strchr("0123456789", process[-1]))
        process--;
    return strncmp(mark, TEMPORARY, strlen(TEMPORARY)) == 0 && *maker == '.' && process < mark && process > maker + 2 &&
           process[-1] == '-';
}

static bool is_temporary_of(const char *name, const char *const *written) {
    while (*written && !is_temporary(name, *written))
        written++;
    return *written;
}

void file_clean(const char *folder, const char *const *written) {
    char path[PATH_MAX_LENGTH];
    struct error none;
    struct stat s;
    DIR *d = opendir(folder);
    /* cppcheck-suppress readdirCalled ; one thread reads it, and readdir_r is withdrawn */
    for (const struct dirent *entry; d && (entry = readdir(d));)
        if (is_temporary_of(entry->d_name, written) && file_path(path, folder, entry->d_name, &none) &&
            lstat(path, &s) == 0 && S_ISREG(s.st_mode))
            unlink(path);
    if (d)
        closedir(d);
}
