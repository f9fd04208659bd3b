/* run_folder.c -- see run_folder.h. */
#include "folder/run_folder.h"

#include <stdlib.h>
#include <string.h>

#include "base/file.h"
#include "evaluate/evaluate.h"
#include "settings/settings_difference.h"
#include "train/train.h"

const char *const status_names[STATUSES] = {[STATUS_WAITING] = "waiting",
                                            [STATUS_RUNNING] = "running",
                                            [STATUS_FINISHED] = "finished",
                                            [STATUS_FAILED] = "failed",
                                            [STATUS_STOPPED] = "stopped"};

/* ---- Its state */

bool run_folder_grow(struct run_folder *f, const char *folder, struct error *e) {
    bool known = run_progress_read(&f->holder, folder, e);
    f->status = f->holder.held                                  ? STATUS_RUNNING
                : failure_read(&f->failure, folder, &f->unread) ? STATUS_FAILED
                                                                : STATUS_WAITING;
    return known;
}

/* Without a holder it may have been finished meanwhile. */
bool run_folder_read(struct run_folder *f, const char *folder, struct error *e) {
    struct folder_file config, checkpoint;
    *f = (struct run_folder){.status = STATUS_FINISHED};
    bool known = folder_file(&f->evaluation, folder, EVALUATION_FILE, e);
    if (f->evaluation.there)
        return known;
    known &= run_folder_grow(f, folder, e);
    if (f->status != STATUS_WAITING)
        return known;
    known &= folder_file(&config, folder, "config.ini", e);
    known &= folder_file(&checkpoint, folder, CHECKPOINT_FILE, e);
    if (config.there || checkpoint.there) {
        known &= folder_file(&f->evaluation, folder, EVALUATION_FILE, e);
        f->status = f->evaluation.there ? STATUS_FINISHED : STATUS_STOPPED;
    }
    return known;
}

/* Whether a config.ini has these sections of settings word for word: then it is not taken apart. What `auto` came to is
 * as it is there. */
static bool is_written(const char *folder, const struct settings *s, const char *sections) {
    char path[PATH_MAX_LENGTH], own[SETTINGS_TEXT];
    struct settings chosen = *s;
    struct arena arena = {0};
    struct error e;
    size_t size;
    const char *text = file_path(path, folder, "config.ini", &e)
                           ? (const char *)file_read(path, SETTINGS_TEXT, &arena, &size, &e)
                           : NULL;
    if (text && chosen.train.sparse == SPARSE_AUTO)
        chosen.train.sparse = strstr(text, "\nsparse = lazy\n") ? SPARSE_LAZY : SPARSE_DENSE;
    settings_write(&chosen, own, sections);
    bool same = text && strstr(text, own);
    arena_free(&arena);
    return same;
}

/* Whether an evaluation is newer than `written`, or of all lengths and policies of these settings. */
static bool is_current(const struct run_folder *f, const char *folder, const struct settings *s,
                       const struct timespec *written) {
    const struct timespec own = f->evaluation.written;
    return own.tv_sec > written->tv_sec || (own.tv_sec == written->tv_sec && own.tv_nsec > written->tv_nsec) ||
           is_written(folder, s, "eval");
}

bool run_folder_read_as(struct run_folder *f, const char *folder, const struct settings *s,
                        const struct timespec *written, struct error *e) {
    bool known = run_folder_read(f, folder, e), grows = false;
    if (f->status != STATUS_FINISHED || (written && is_current(f, folder, s, written)))
        return known;
    f->grows = run_folder_fits(folder, s, &grows, &f->unlike) && grows;
    return (!f->grows || run_folder_grow(f, folder, e)) && known;
}

bool run_folder_is_new(const char *folder) {
    return !folder_has(folder, EVALUATION_FILE) && !folder_has(folder, "config.ini");
}

bool run_folder_has_checkpoint(const char *folder) {
    return folder_has(folder, CHECKPOINT_FILE) || folder_has(folder, CHECKPOINT_PREVIOUS);
}

/* ---- Its settings */

bool run_folder_settings(struct settings *s, const char *folder, struct error *e) {
    struct assignments *a = assignments_new();
    bool ok = folder_config(a, folder, e) && settings_resolve(s, a, NULL, e);
    free(a);
    return ok;
}

bool run_folder_other_settings(const char *where, const char *how, const char *difference, struct error *e) {
    error_set(e, EXIT_USAGE, "%s %s other settings (%s); name another folder with --run", where, how, difference);
    e->other = true;
    return false;
}

bool run_folder_fits(const char *folder, const struct settings *s, bool *grows, struct error *e) {
    struct settings there;
    if (grows)
        *grows = false;
    return is_written(folder, s, RUN_SECTIONS) ||
           (run_folder_settings(&there, folder, e) && run_folder_settings_fit(&there, folder, s, grows, e));
}

bool run_folder_settings_fit(const struct settings *there, const char *folder, const struct settings *s, bool *grows,
                             struct error *e) {
    char difference[SETTINGS_DIFFERENCE];
    struct settings grown = *there;
    if (grows) {
        *grows = evaluation_lacks(&there->eval, &s->eval);
        evaluation_take_lists(&grown.eval, &s->eval);
    }
    return !settings_difference(&grown, s, RUN_SECTIONS, difference) ||
           run_folder_other_settings(folder, "was begun with", difference, e);
}
