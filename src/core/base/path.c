/* path.c -- see path.h. */
#include "base/path.h"

#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

bool path_same(const char *a, const char *b) {
    struct stat x, y;
    return stat(a, &x) == 0 && stat(b, &y) == 0 && x.st_dev == y.st_dev && x.st_ino == y.st_ino;
}

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

/* The current folder, by the shell's name for it if that is right. */
static bool find_here(char path[PATH_MAX_LENGTH], struct error *e) {
    const char *shell = getenv("PWD");
    if (!getcwd(path, PATH_MAX_LENGTH))
        return error_io(e, "find", "the current folder");
    if (shell && *shell == '/' && strlen(shell) < PATH_MAX_LENGTH && path_same(shell, path))
        memcpy(path, shell, strlen(shell) + 1);
    return true;
}

bool path_absolute(char path[PATH_MAX_LENGTH], const char *name, struct error *e) {
    char here[PATH_MAX_LENGTH] = "/";
    while (strncmp(name, "./", 2) == 0)
        name += 2 + strspn(name + 2, "/");
    if (*name != '/' && !find_here(here, e))
        return false;
    if (*name == 0 || strcmp(name, ".") == 0)
        return memcpy(path, here, sizeof here);
    return file_path(path, strcmp(here, "/") == 0 ? "" : here, name + strspn(name, "/"), e);
}
