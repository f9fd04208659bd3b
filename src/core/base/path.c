/* path.c -- see path.h. */
#include "base/path.h"

#include <string.h>
#include <sys/stat.h>

bool path_is_new(struct path_seen **seen, const char *path, struct arena *arena) {
    struct stat s;
    if (stat(path, &s) != 0)
        return true;
    unsigned long long hash = ((unsigned long long)s.st_dev + (unsigned long long)s.st_ino) * 0x9e3779b97f4a7c15u;
    for (; *seen; seen = &(*seen)->next[hash >> 63], hash <<= 1)
        if ((*seen)->device == s.st_dev && (*seen)->inode == s.st_ino)
            return false;
    *seen = arena_alloc(arena, 1, sizeof **seen);
    **seen = (struct path_seen){.device = s.st_dev, .inode = s.st_ino};
    return true;
}

bool path_is_link(const char *path) {
    struct stat s;
    return lstat(path, &s) == 0 && S_ISLNK(s.st_mode);
}

bool path_same_file(const char *a, const char *b) {
    struct stat x, y;
    return strcmp(path_last(a), path_last(b)) == 0 && stat(a, &x) == 0 && stat(b, &y) == 0 && x.st_dev == y.st_dev &&
           x.st_ino == y.st_ino;
}

const char *path_last(const char *path) {
    const char *slash = strrchr(path, '/');
    return slash && slash[1] ? slash + 1 : path;
}

char *path_trim(char *path) {
    for (size_t end = strlen(path); end > 1 && path[end - 1] == '/'; end--)
        path[end - 1] = 0;
    return path;
}

void path_folder(char folder[PATH_MAX_LENGTH], const char *path) {
    const char *slash = strrchr(path, '/');
    snprintf(folder, PATH_MAX_LENGTH, "%.*s", slash ? (int)(slash - path) + (slash == path) : 1, slash ? path : ".");
}
