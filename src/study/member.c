/* member.c -- see member.h. */
#include "study/member.h"

#include <stdio.h>
#include <string.h>

#include "base/file.h"
#include "format/json.h"
#include "train/checkpoint.h"

static bool holds(const char *folder, const char *name) {
    char path[PATH_MAX_LENGTH];
    struct error e = {0};
    return file_path(path, folder, name, &e) && file_exists(path);
}

enum member_state member_state(const char *folder) {
    if (holds(folder, EVALUATION_FILE))
        return MEMBER_FINISHED;
    return holds(folder, "config.ini") ? MEMBER_BEGUN : MEMBER_NEW;
}

/* Whether a configuration's text is that of the settings; `where` names it in the error. */
static bool same_settings(const char *there, const struct settings *s, const char *where, struct error *e) {
    char here[SETTINGS_TEXT], difference[2 * SETTING_TEXT_MAX];
    settings_write(s, here, RUN_SECTIONS);
    if (!settings_difference(there, here, difference, sizeof difference))
        return true;
    return error_set(e, EXIT_USAGE, "%s was begun with other settings (%s); name another folder with --run", where,
                     difference);
}

bool member_matches(const char *folder, const struct settings *s, struct error *e) {
    char path[PATH_MAX_LENGTH];
    struct arena arena = {0};
    size_t size;
    if (!file_path(path, folder, "config.ini", e))
        return false;
    const char *there = (const char *)file_read(path, SETTINGS_TEXT, &arena, &size, e);
    bool ok = there && same_settings(there, s, folder, e);
    arena_free(&arena);
    return ok;
}

/* The run of the folder's checkpoint, which must be one of these settings. */
static bool read_run(struct run *r, const struct settings *s, const char *folder, const struct task_input *in,
                     struct error *warning, struct error *e) {
    char there[SETTINGS_TEXT];
    if (!checkpoint_read_folder(r, folder, NULL, in, warning, e))
        return false;
    settings_write(&r->settings, there, RUN_SECTIONS);
    if (same_settings(there, s, folder, e))
        return true;
    run_free(r);
    return false;
}

static bool write_evaluation(const struct evaluation_result *result, const char *folder, double seconds,
                             struct error *e) {
    char path[PATH_MAX_LENGTH];
    json_t *json = evaluation_json(result, seconds);
    bool ok = file_path(path, folder, EVALUATION_FILE, e) && json_save(json, path, e);
    json_decref(json);
    return ok;
}

static bool train_and_evaluate(struct run *r, const char *folder, struct train_watch watch,
                               struct evaluation_result *result, struct error *e) {
    struct train_state state;
    return train_run(r, folder, watch, &state, e) && evaluate(r, watch.threads, result, e) &&
           write_evaluation(result, folder, state.seconds, e);
}

/* A new run; what settings decide is refused now, before anything is written. */
static bool build(struct run *r, const struct settings *s, const struct task_input *in, struct error *e) {
    if (!run_build(r, s, in, e))
        return false;
    if (evaluation_check(r, e))
        return true;
    run_free(r);
    return false;
}

/* The new run goes into the folder, or makes way for the one that it has. */
static bool open_run(struct run *r, const struct settings *s, const char *folder, const struct task_input *in,
                     struct error *warning, struct error *e) {
    bool checkpoint = holds(folder, CHECKPOINT_FILE) || holds(folder, CHECKPOINT_PREVIOUS);
    bool ok = (member_state(folder) == MEMBER_NEW || member_matches(folder, s, e)) &&
              (checkpoint || train_open(r, folder, e));
    if (ok && !checkpoint)
        return true;
    run_free(r);
    return ok && read_run(r, s, folder, in, warning, e);
}

bool member_run(const struct settings *s, const char *folder, struct train_watch watch,
                struct evaluation_result *result, struct error *warning, struct error *e) {
    struct run r;
    int lock;
    warning->text[0] = 0;
    if (!build(&r, s, watch.input, e))
        return false;
    if (!file_make_folder(folder, e) || !file_lock(folder, &lock, e)) {
        run_free(&r);
        return false;
    }
    bool ok = open_run(&r, s, folder, watch.input, warning, e);
    if (ok) {
        ok = train_and_evaluate(&r, folder, watch, result, e);
        run_free(&r);
    }
    file_unlock(lock);
    return ok;
}
