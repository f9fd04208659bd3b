/* folder_kind.c -- see folder_kind.h. */
#include "folder/folder_kind.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/text.h"
#include "evaluate/evaluate.h"
#include "folder/failure.h"
#include "folder/folder_files.h"
#include "format/ini.h"
#include "settings/settings_synonyms.h"
#include "train/train.h"

/* ---- A config.ini */

/* Which kind of configuration a text is. */
struct sections {
    bool ours, comparison, keys;
    bool empty;  /* it could be read, and sets nothing: a run of defaults, or anybody's */
    bool unread; /* it, or what is beside it, cannot be read; `why` has the reason */
    struct error why;
};

static bool note_section(void *user, const char *key, const char *value, int line, struct error *e) {
    static const char *const known[] = {"task.", "model.", "train.", "eval.", "encoding.", "attention.", "embedding."};
    struct sections *s = user;
    (void)value, (void)line, (void)e;
    for (size_t i = 0; i < sizeof known / sizeof *known; i++)
        s->ours |= strncmp(key, known[i], strlen(known[i])) == 0;
    s->ours |= settings_encoding_of(key) != NULL;
    s->keys = true;
    s->comparison |= strncmp(key, "compare.", 8) == 0;
    return true;
}

/* One that cannot be read to its end is what its beginning says. */
static struct sections sections_of(const char *path) {
    enum { BYTES = 1 << 20 };
    struct sections s = {0};
    struct arena arena = {0};
    size_t size;
    const char *text = (const char *)file_read(path, BYTES, &arena, &size, &s.why);
    s.unread = !text && s.why.code == EXIT_IO && !file_missing(path);
    s.empty = text && ini_read(text, size, path, note_section, &s, &s.why) && !s.keys;
    arena_free(&arena);
    return s;
}

/* ---- What is in a folder */

/* Ours also while they are written (file.h), and when they were set aside. */
static bool is_harmless(const char *name) {
    static const char *const more[] = {"checkpoint.", CLAIMS_FILE, "report.html", NULL};
    bool ours = text_ends(name, ".log") || text_ends(name, ".out") || text_ends(name, ".err");
    for (const char *const *file = folder_files; *file; file++)
        ours |= strncmp(name, *file, strlen(*file)) == 0;
    for (const char *const *file = more; *file; file++)
        ours |= strncmp(name, *file, strlen(*file)) == 0;
    return ours && strcmp(name, "config.ini") != 0;
}

/* Whether a folder with a config.ini has no foreign files. */
static bool is_alone(const char *folder) {
    struct folder_names n;
    struct arena arena = {0};
    struct error e;
    bool alone = folder_names(&n, folder, &arena, &e);
    for (int i = 0; i < n.count; i++)
        alone = alone && (is_harmless(n.name[i]) || strcmp(n.name[i], "config.ini") == 0);
    arena_free(&arena);
    return alone;
}

/* Whether a file is there; one that cannot be inspected is not, but unread. */
static bool has(const char *folder, const char *name, struct sections *s) {
    struct folder_file f;
    if (folder_file(&f, folder, name, &s->why))
        return f.there;
    s->unread = true;
    return false;
}

/* RUN, COMPARISON, CLOSED (only a file that cannot be read could tell), or FOREIGN: no config.ini, result or checkpoint
 * of ours. */
static enum folder_kind configured(const char *folder, struct error *why) {
    char path[PATH_MAX_LENGTH];
    struct error e;
    struct sections s = file_path(path, folder, "config.ini", &e) ? sections_of(path) : (struct sections){0};
    if (s.comparison || has(folder, COMPARISON_FILE, &s))
        return FOLDER_COMPARISON;
    bool run = s.ours || has(folder, EVALUATION_FILE, &s) || has(folder, CHECKPOINT_FILE, &s) ||
               has(folder, CHECKPOINT_PREVIOUS, &s);
    *why = s.why;
    return run || (s.empty && is_alone(folder)) ? FOLDER_RUN : s.unread ? FOLDER_CLOSED : FOLDER_FOREIGN;
}

/* The first folder of a run, comparison or claims inside; where there is none the first name that is not ours. */
struct inside {
    char run[PATH_MAX_LENGTH], foreign[PATH_MAX_LENGTH];
};

static bool look_inside(struct inside *in, const char *folder) {
    struct folder_names n;
    struct arena arena = {0};
    struct error e;
    char path[PATH_MAX_LENGTH];
    bool ok = folder_names(&n, folder, &arena, &e);
    *in = (struct inside){0};
    for (int i = 0; i < n.count && !*in->run; i++) {
        if (is_harmless(n.name[i]) || !file_path(path, folder, n.name[i], &e))
            continue;
        if (file_is_folder(path) && (configured(path, &e) != FOLDER_FOREIGN || folder_has(path, CLAIMS_FILE)))
            snprintf(in->run, sizeof in->run, "%s", path);
        else if (!*in->foreign && !folder_has(path, FAILURE_FILE)) /* a failed member may have nothing else */
            snprintf(in->foreign, sizeof in->foreign, "%s", n.name[i]);
    }
    arena_free(&arena);
    return ok;
}

/* ---- A path */

/* A folder that cannot be looked into; errno has the reason. */
static enum folder_kind closed(struct folder_seen *seen, const char *path) {
    struct error e;
    if (errno != EACCES && !error_io(&e, "look into", path))
        snprintf(seen->name, sizeof seen->name, "%s", e.text);
    return FOLDER_CLOSED;
}

/* A folder that has no config.ini of ours. */
static enum folder_kind kind_inside(struct folder_seen *seen, const char *path) {
    struct inside in;
    if (!look_inside(&in, path))
        return closed(seen, path);
    struct sections s = {0};
    bool claims = has(path, CLAIMS_FILE, &s);
    if (s.unread) {
        snprintf(seen->name, sizeof seen->name, "%s", s.why.text);
        return FOLDER_CLOSED;
    }
    snprintf(seen->name, sizeof seen->name, "%s", *in.run || claims ? in.run : in.foreign);
    return claims ? FOLDER_CLAIMS : *in.run ? FOLDER_OF_RUNS : *in.foreign ? FOLDER_FOREIGN : FOLDER_FREE;
}

void folder_above(char above[PATH_MAX_LENGTH], const char *path) {
    size_t end = strlen(path);
    while (end > 1 && path[end - 1] == '/')
        end--;
    while (end > 0 && path[end - 1] != '/')
        end--;
    while (end > 1 && path[end - 1] == '/')
        end--;
    snprintf(above, PATH_MAX_LENGTH, "%.*s", end ? (int)end : 1, end ? path : ".");
}

void folder_first(char first[PATH_MAX_LENGTH], const char *path) {
    struct inside in;
    snprintf(first, PATH_MAX_LENGTH, "%s", look_inside(&in, path) ? in.run : "");
}

bool folder_is_part(char comparison[PATH_MAX_LENGTH], const char *run) {
    struct error why;
    folder_above(comparison, run);
    return configured(comparison, &why) == FOLDER_COMPARISON;
}

struct folder_seen folder_look(const char *path) {
    struct folder_seen seen = {FOLDER_MISSING, ""};
    struct stat s;
    struct error why;
    if (stat(path, &s) != 0) {
        bool nothing = errno == ENOENT || errno == ENOTDIR || errno == ELOOP;
        ssize_t length = nothing ? readlink(path, seen.name, sizeof seen.name - 1) : -1;
        seen.kind = length >= 0 ? FOLDER_DANGLING : nothing ? FOLDER_MISSING : closed(&seen, path);
    } else if (!S_ISDIR(s.st_mode)) {
        seen.kind = FOLDER_FILE;
    } else if (faccessat(AT_FDCWD, path, R_OK | X_OK, AT_EACCESS) != 0) {
        seen.kind = closed(&seen, path);
    } else {
        seen.kind = configured(path, &why);
        if (seen.kind == FOLDER_FOREIGN)
            seen.kind = kind_inside(&seen, path);
        else if (seen.kind == FOLDER_CLOSED)
            snprintf(seen.name, sizeof seen.name, "%s", why.text);
    }
    return seen;
}
