/* folder_check.c -- what is wrong with a folder, and what to do about it, in one line; see folder_kind.h. */
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "base/path.h"
#include "base/suggest.h"
#include "base/text.h"
#include "encoding/encoding.h"
#include "folder/folder_files.h"
#include "folder/folder_kind.h"

#define ANOTHER "name another folder with --run"

/* Refuses a folder that cannot be read, or for which one of the permissions `mode` is missing. */
static bool closed(const char *path, const struct folder_seen *seen, int mode, struct error *e) {
    if (seen && *seen->name)
        return error_set(e, EXIT_IO, "%s", seen->name);
    int why = faccessat(AT_FDCWD, path, mode, AT_EACCESS) == 0 ? EACCES : errno;
    return error_set(e, EXIT_IO, "cannot %s the folder %s: %s; name another", mode & W_OK ? "write into" : "look into",
                     path, strerror(why));
}

/* "runs/compar does not exist (did you mean compare?)" */
static bool missing(const char *path, struct error *e) {
    char above[PATH_MAX_LENGTH], near[PATH_MAX_LENGTH], otherwise[PATH_MAX_LENGTH + 64];
    struct folder_names n;
    struct arena arena = {0};
    struct error none;
    struct suggestion s = suggest_for(path_last(path));
    folder_above(above, path);
    bool there = folder_names(&n, above, &arena, &none), usual = strcmp(above, "runs") == 0 || !strchr(path, '/');
    for (int i = 0; i < n.count; i++)
        if (file_path(near, above, n.name[i], &none) && file_is_folder(near))
            suggest_add(&s, n.name[i]);
    snprintf(otherwise, sizeof otherwise, "; `poslab runs%s%s` lists what there is", usual ? "" : " ",
             usual ? "" : above);
    error_set(e, EXIT_USAGE, "%s does not exist%s", path,
              suggest_hint(&s, there ? otherwise : "; `poslab runs` lists what is in runs/"));
    arena_free(&arena);
    return false;
}

/* Why a folder of a kind cannot be read as what is asked for, and why nothing can be begun in it. %p: its path; %w:
 * what is asked for; %n: the name that was seen there; %s: ", such as" that name, if there is one. */
static const char *const refusals[][2] = {
    [FOLDER_DANGLING] = {"is a symbolic link to %n, which does not exist; name another folder",
                         "is a symbolic link to %n, which does not exist; name another folder"},
    [FOLDER_FILE] = {"is a file; name the folder of %w", "is a file, not a folder; " ANOTHER},
    [FOLDER_FREE] = {"holds no run and no comparison yet", NULL},
    [FOLDER_RUN] = {"holds a run, not a comparison; name the folder of %w", "already holds a run; " ANOTHER},
    [FOLDER_COMPARISON] = {"is a comparison, not a run; name the folder of one of its models%s",
                           "already holds a comparison; `poslab compare %p/config.ini --run %p` continues it"},
    [FOLDER_CLAIMS] = {"holds claims; name the folder of %w in it%s", "already holds claims; " ANOTHER},
    [FOLDER_OF_RUNS] = {"is a folder of runs, not a run; name one of them%s",
                        "is a folder of runs (such as %n); name a new one in it, such as %p/NAME"},
    [FOLDER_FOREIGN] = {"holds no run and no comparison: its files are not from poslab (%n); name another folder",
                        "has files that are not from poslab (%n); name a new or empty folder with --run"},
};

static bool refuse(const char *path, const struct folder_seen *seen, const char *refusal, const char *what,
                   struct error *e) {
    char text[sizeof e->text] = "";
    for (const char *at = refusal; *at; at += at[0] == '%' ? 2 : 1) {
        const char *such = at[1] == 's' && *seen->name ? ", such as " : "";
        if (*at != '%')
            text_append(text, sizeof text, "%c", *at);
        else
            text_append(text, sizeof text, "%s%s", such, at[1] == 'p' ? path : at[1] == 'w' ? what : seen->name);
    }
    return error_set(e, EXIT_USAGE, "%s %s", path, text);
}

/* If a run is required: suggests a model of the comparison. */
static void name_run(struct folder_seen *seen, const char *path, unsigned kinds) {
    char first[PATH_MAX_LENGTH];
    if (seen->kind == FOLDER_COMPARISON)
        folder_first(seen->name, path);
    else if ((seen->kind == FOLDER_CLAIMS || seen->kind == FOLDER_OF_RUNS) && *seen->name &&
             !(kinds & FOLDER_BIT(FOLDER_COMPARISON)) && folder_look(seen->name).kind == FOLDER_COMPARISON) {
        folder_first(first, seen->name);
        memcpy(seen->name, first, sizeof first);
    }
}

bool folder_check(const char *path, unsigned kinds, const char *what, struct error *e) {
    struct folder_seen seen = folder_look(path);
    if (kinds & FOLDER_BIT(seen.kind))
        return true;
    switch (seen.kind) {
    case FOLDER_MISSING:
        return encoding_find(path)
                   ? error_set(e, EXIT_USAGE, "%s is an encoding; name a run, or `poslab show encoding %s`", path, path)
                   : missing(path, e);
    case FOLDER_CLOSED: return closed(path, &seen, R_OK | X_OK, e);
    default: name_run(&seen, path, kinds); return refuse(path, &seen, refusals[seen.kind][0], what, e);
    }
}

/* ---- To begin something in it */

static bool can_be_written(const char *path) { return faccessat(AT_FDCWD, path, W_OK | X_OK, AT_EACCESS) == 0; }

/* The nearest existing parent folder. */
static bool check_above(const char *path, struct error *e) {
    char above[PATH_MAX_LENGTH], next[PATH_MAX_LENGTH];
    folder_above(above, path);
    while (!file_exists(above) && strcmp(above, ".") != 0 && strcmp(above, "/") != 0) {
        folder_above(next, above);
        memcpy(above, next, sizeof above);
    }
    if (!file_is_folder(above))
        return error_set(e, EXIT_USAGE, "cannot make the folder %s: %s is a file; " ANOTHER, path, above);
    return can_be_written(above) || closed(above, NULL, W_OK | X_OK, e);
}

bool folder_check_free(const char *path, struct error *e) {
    const struct folder_seen seen = folder_look(path);
    switch (seen.kind) {
    case FOLDER_MISSING: return check_above(path, e);
    case FOLDER_FREE: return can_be_written(path) || closed(path, NULL, W_OK | X_OK, e);
    case FOLDER_CLOSED: return closed(path, &seen, R_OK | X_OK, e);
    default: return refuse(path, &seen, refusals[seen.kind][1], NULL, e);
    }
}
