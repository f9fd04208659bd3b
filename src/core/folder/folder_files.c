/* folder_files.c -- see folder_files.h. */
#include "folder/folder_files.h"

#include <dirent.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "base/file.h"
#include "base/memory.h"
#include "evaluate/evaluate.h"
#include "folder/failure.h"
#include "run/run.h"
#include "train/train.h"

const char *const folder_files[] = {"config.ini", CHECKPOINT_FILE, RUN_LOG_FILE, EVALUATION_FILE,
                                    FAILURE_FILE, COMPARISON_FILE, NULL};

/* The time of a link is that of the file that it leads to. */
bool folder_file(struct folder_file *f, const char *folder, const char *name, struct error *e) {
    char path[PATH_MAX_LENGTH];
    struct stat s, target;
    *f = (struct folder_file){.there = false};
    if (!file_path(path, folder, name, e))
        return false;
    if (lstat(path, &s) != 0) {
        f->there = errno != ENOENT && errno != ENOTDIR && errno != ELOOP;
        return !f->there || error_io(e, "look at", path);
    }
    f->there = true;
    if (S_ISLNK(s.st_mode) && stat(path, &target) == 0)
        s = target;
    f->bytes = (double)s.st_size;
#ifdef __APPLE__
    f->written = s.st_mtimespec;
#else
    f->written = s.st_mtim;
#endif
    return true;
}

bool folder_has(const char *folder, const char *name) {
    struct folder_file f;
    struct error e;
    folder_file(&f, folder, name, &e);
    return f.there;
}

static int by_name(const void *a, const void *b) { return strcmp(*(const char *const *)a, *(const char *const *)b); }

bool folder_names(struct folder_names *n, const char *folder, struct arena *arena, struct error *e) {
    struct dirent **all = NULL;
    /* cppcheck-suppress nullPointer ; POSIX takes all names where there is no filter, and sorts none without a
     * comparison */
    int count = scandir(folder, &all, NULL, NULL);
    *n = (struct folder_names){0};
    if (count < 0)
        return memory_die_if_enomem(), error_io(e, "read the folder", folder);
    n->name = arena_alloc(arena, (size_t)count + 1, sizeof *n->name);
    for (int i = 0; i < count; i++) {
        if (all[i]->d_name[0] != '.')
            n->name[n->count++] = arena_text(arena, all[i]->d_name);
        free(all[i]);
    }
    free(all);
    qsort(n->name, (size_t)n->count, sizeof *n->name, by_name);
    return true;
}

int folder_names_find(const struct folder_names *n, const char *name) {
    const char **found = n->count ? bsearch(&name, n->name, (size_t)n->count, sizeof *n->name, by_name) : NULL;
    return found ? (int)(found - n->name) : -1;
}

bool folder_config(struct assignments *a, const char *folder, struct error *e) {
    char path[PATH_MAX_LENGTH];
    a->count = 0, a->used = 0;
    bool ok = file_path(path, folder, "config.ini", e) && assignments_read_file(a, path, e);
    assignments_forget(a, COMPARISON_LOOKS);
    return ok;
}
