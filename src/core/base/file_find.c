/* file_find.c -- finds the project's own files: as named, else next to the program; see file.h.
 *
 * No path is compiled in: the program asks the system where it is, so an installation can be moved. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#ifdef __APPLE__
#include <mach-o/dyld.h>
#endif

#include "base/file.h"

/* The executable of this process; false if the system does not say. */
static bool own_path(char path[PATH_MAX_LENGTH]) {
#ifdef __APPLE__
    char called[PATH_MAX_LENGTH];
    uint32_t size = sizeof called;
    char *real = _NSGetExecutablePath(called, &size) == 0 ? realpath(called, NULL) : NULL;
    bool found = real && strlen(real) < PATH_MAX_LENGTH;
    snprintf(path, PATH_MAX_LENGTH, "%s", found ? real : "");
    free(real);
    return found;
#else
    ssize_t length = readlink("/proc/self/exe", path, PATH_MAX_LENGTH);
    if (length <= 0 || length >= PATH_MAX_LENGTH)
        return false;
    path[length] = 0;
    return true;
#endif
}

/* Moves to the parent folder; false at the top. */
static bool go_up(char *path) {
    char *slash = strrchr(path, '/');
    if (slash)
        *slash = 0;
    return slash != NULL;
}

/* Whether `path` is there below a folder and `inside` it. */
static bool is_below(char found[PATH_MAX_LENGTH], const char *folder, const char *inside, const char *path) {
    int length = snprintf(found, PATH_MAX_LENGTH, "%s%s/%s", folder, inside, path);
    return length < PATH_MAX_LENGTH && file_exists(found);
}

/* PREFIX/bin/poslab has its files in PREFIX/share/poslab; build/poslab and build/debug/poslab are in the project. */
static bool find_beside_program(char found[PATH_MAX_LENGTH], const char *path) {
    char folder[PATH_MAX_LENGTH];
    if (!own_path(folder) || !go_up(folder) || !go_up(folder))
        return false;
    if (is_below(found, folder, "/share/poslab", path))
        return true;
    for (int up = 0; up < 2; up++) {
        if (is_below(found, folder, "", "src/poslab.1"))
            return is_below(found, folder, "", path);
        if (!go_up(folder))
            return false;
    }
    return false;
}

const char *file_find(char found[PATH_MAX_LENGTH], const char *path) {
    if (file_exists(path) || *path == '/' || !find_beside_program(found, path))
        snprintf(found, PATH_MAX_LENGTH, "%s", path);
    return found;
}
