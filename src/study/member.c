/* member.c -- see member.h. */
#include "study/member.h"

#include <stdio.h>
#include <string.h>

#include "base/file.h"
#include "base/text.h"
#include "study/compare.h"
#include "study/failure.h"
#include "train/run.h"
#include "train/train.h"

const char *const member_files[] = {"config.ini", CHECKPOINT_FILE, RUN_LOG_FILE, EVALUATION_FILE,
                                    FAILURE_FILE, COMPARISON_FILE, NULL};

static bool holds(const char *folder, const char *name) {
    char path[PATH_MAX_LENGTH];
    struct error e = {0};
    return file_path(path, folder, name, &e) && !file_missing(path);
}

enum member_state member_state(const char *folder) {
    if (holds(folder, EVALUATION_FILE))
        return MEMBER_FINISHED;
    return holds(folder, "config.ini") ? MEMBER_BEGUN : MEMBER_NEW;
}

/* Whether two configurations are the same; "WHERE HOW other settings (KEY = ...)". */
static bool same_settings(const char *there, const char *here, const char *where, const char *how, struct error *e) {
    char difference[2 * SETTING_TEXT_MAX];
    return !settings_difference(there, here, difference, sizeof difference) ||
           error_set(e, EXIT_USAGE, "%s %s other settings (%s); name another folder with --run", where, how,
                     difference);
}

bool member_config_is(const char *folder, const char *here, const char *how, struct error *e) {
    char path[PATH_MAX_LENGTH];
    struct arena arena = {0};
    size_t size;
    const char *there = file_path(path, folder, "config.ini", e)
                            ? (const char *)file_read(path, COMPARISON_TEXT, &arena, &size, e)
                            : NULL;
    bool ok = there && same_settings(there, here, folder, how, e);
    arena_free(&arena);
    return ok;
}

/* An option that is younger than the folder had its default there. */
bool member_matches(const char *folder, const struct settings *s, struct error *e) {
    char path[PATH_MAX_LENGTH], here[SETTINGS_TEXT], there[SETTINGS_TEXT];
    struct settings before;
    struct assignments a = {0};
    if (!file_path(path, folder, "config.ini", e) || !assignments_read_file(&a, path, e) ||
        !settings_resolve(&before, &a, NULL, e))
        return false;
    settings_write(s, here, RUN_SECTIONS);
    settings_write(&before, there, RUN_SECTIONS);
    return same_settings(there, here, folder, "was begun with", e);
}

/* ---- The evaluation that a folder holds */

bool member_read(struct evaluation_result *result, const char *folder, const struct settings *s,
                 const struct task_built *task, struct arena *arena, struct error *e) {
    return evaluation_read(result, folder, arena, e) && evaluation_fits(result, s, task, folder, e);
}

bool member_make_anew(const struct run *r, const char *folder, struct evaluation_result *result, bool *made,
                      struct error *e) {
    struct evaluation_result there;
    int lock;
    *made = false;
    if (r->step != r->settings.train.steps || !holds(folder, "config.ini"))
        return true;
    if (!member_matches(folder, &r->settings, e))
        return e->code != EXIT_IO;
    if (member_read(&there, folder, &r->settings, &r->task, result->arena, e))
        return true;
    if (there.version > EVALUATION_VERSION)
        return true;
    if (e->code == EXIT_IO && holds(folder, EVALUATION_FILE))
        return false;
    if (!file_lock(folder, member_files, &lock, e))
        return e->code == EXIT_BUSY; /* whoever has it will write it */
    *made = run_log_seconds(&result->seconds, folder, r, e) && evaluation_write(result, folder, e);
    file_unlock(lock);
    return *made;
}

/* ---- Running */

/* The run of the folder's checkpoint, which must be one of these settings. */
static bool read_run(struct run *r, const struct settings *s, const char *folder, const struct train_watch *watch,
                     struct error *e) {
    char there[SETTINGS_TEXT], here[SETTINGS_TEXT], difference[2 * SETTING_TEXT_MAX];
    struct error warning = {0};
    if (!checkpoint_read_folder(r, folder, NULL, watch->input, &warning, e))
        return false;
    train_warn(watch, &warning);
    settings_write(&r->settings, there, RUN_SECTIONS);
    settings_write(s, here, RUN_SECTIONS);
    if (!settings_difference(there, here, difference, sizeof difference))
        return true;
    run_free(r);
    return error_set(e, EXIT_USAGE,
                     "%s/config.ini is not what its checkpoint was trained with (%s); put the old value back", folder,
                     difference);
}

static bool train_and_evaluate(struct run *r, const char *folder, struct train_watch watch,
                               struct evaluation_result *result, struct arena *arena, struct error *e) {
    struct train_state state;
    if (!train_run(r, folder, watch, &state, e))
        return false;
    if (!evaluate(r, watch.threads, result, arena, e))
        return e->code == EXIT_STOPPED ? error_set(e, EXIT_STOPPED,
                                                   "stopped in the evaluation, the model is trained; continue with "
                                                   "--run %s --resume",
                                                   folder)
                                       : false;
    result->seconds = state.seconds;
    return evaluation_write(result, folder, e);
}

/* The new run goes into the folder, or makes way for the one that it has. */
static bool open_run(struct run *r, const struct settings *s, const char *folder, const struct train_watch *watch,
                     struct error *e) {
    char newest[PATH_MAX_LENGTH], previous[PATH_MAX_LENGTH];
    bool ok = file_path(newest, folder, CHECKPOINT_FILE, e) && file_path(previous, folder, CHECKPOINT_PREVIOUS, e);
    bool checkpoint = ok && !(file_missing(newest) && file_missing(previous));
    ok = ok && (member_state(folder) == MEMBER_NEW || member_matches(folder, s, e)) &&
         (checkpoint || train_open(r, folder, e));
    if (ok && !checkpoint)
        return true;
    run_free(r);
    return ok && read_run(r, s, folder, watch, e);
}

/* In its own folder, under its lock. A run that is tried again has not failed until it does so again. */
static bool run_locked(struct run *r, const struct settings *s, const char *folder, struct train_watch watch,
                       struct evaluation_result *result, struct arena *arena, struct error *e) {
    struct error unwritten;
    int step = 0;
    bool ok = open_run(r, s, folder, &watch, e);
    if (ok) {
        failure_forget(folder);
        ok = train_and_evaluate(r, folder, watch, result, arena, e);
        step = r->step;
        run_free(r);
    }
    if (!ok && failure_lasts(e->code))
        failure_write(folder, e->code, step, e->text, &unwritten);
    return ok;
}

bool member_run(const struct settings *s, const char *folder, struct train_watch watch,
                struct evaluation_result *result, struct arena *arena, struct error *e) {
    struct run r;
    int lock;
    if (!run_build(&r, s, watch.input, e))
        return false;
    /* what settings decide is refused before anything is written */
    if (!evaluation_check(&r, e) || !file_make_folder(folder, e) || !file_lock(folder, member_files, &lock, e)) {
        run_free(&r);
        return false;
    }
    bool ok = run_locked(&r, s, folder, watch, result, arena, e);
    file_unlock(lock);
    return ok;
}
