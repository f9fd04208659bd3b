/* fitted.c -- runs that are baselines: they keep no checkpoint, and what they learned is learned again from their
 * config.ini; see command.h. */
#include <string.h>

#include "base/file.h"
#include "command/command.h"
#include "study/member.h"
#include "train/fit.h"

/* The settings of a folder's config.ini; false: it is no baseline's, or cannot be read. */
static bool read_config(struct assignments *there, const char *folder) {
    char path[PATH_MAX_LENGTH];
    struct error e;
    *there = (struct assignments){0};
    return file_is_folder(folder) && file_path(path, folder, "config.ini", &e) && !file_missing(path) &&
           assignments_read_file(there, path, &e) && assignments_value(there, "model.baseline") &&
           !assignments_value(there, "compare.members") && !member_has_checkpoint(folder);
}

bool command_is_baseline(const char *folder) {
    struct assignments there;
    return read_config(&there, folder);
}

static bool may_change(const struct assignment *given, struct error *e) {
    return strncmp(given->key, "eval.", 5) == 0 ||
           error_set(e, EXIT_USAGE, "%s: %s: it was trained with its own; only eval.* can be changed", given->where,
                     given->key);
}

struct run *command_fit_baseline(struct arguments *a, struct error *e) {
    struct assignments all;
    struct settings s;
    struct progress reading;
    struct task_input in = command_input(&reading);
    struct run *r = arena_alloc(&a->arena, 1, sizeof *r);
    read_config(&all, a->operand[0]);
    for (int i = 0; i < a->settings.count; i++) {
        struct assignment given = assignments_item(&a->settings, i);
        if (!may_change(&given, e) || !assignments_set(&all, given.key, given.value, given.where, e))
            return NULL;
    }
    bool ok = settings_resolve(&s, &all, NULL, e) && run_build(r, &s, &in, e);
    progress_end(&reading);
    a->loaded = ok ? r : NULL;
    return ok && evaluation_check(r, e) && fit_baseline(r, e) ? r : NULL;
}
