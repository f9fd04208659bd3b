/* checkpoint.c -- see run.h. */
#include "run/run.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/file.h"
#include "base/text.h"
#include "settings/settings_difference.h"

#define LARGEST ((size_t)1 << (sizeof(size_t) > 4 ? 36 : 31)) /* bytes of a file */

enum { METADATA_ALWAYS = 4, METADATA = METADATA_ALWAYS + 2 }; /* pairs: two more where there is something to say */

static int save_learned(const struct run *r, struct safetensors_entry *out, struct arena *arena) {
    return run_learner(r)->save ? run_learner(r)->save(r, out, arena) : 0;
}

unsigned char *checkpoint_bytes(const struct run *r, struct arena *arena, size_t *size) {
    char step[32], validation[EARLY_TEXT], config[SETTINGS_TEXT], kernels[KERNELS_NAME];
    struct settings s = r->settings;
    s.train.keep = KEEP_ALL; /* which files are kept is not part of a model */
    snprintf(step, sizeof step, "%d", r->step);
    early_write(r, validation);
    settings_write(&s, config, RUN_SECTIONS);
    blas_kernels_of(r, kernels);
    struct safetensors_pair metadata[METADATA] = {
        {"poslab", POSLAB_VERSION}, {"step", step}, {"config", config}, {"kernels", kernels}};
    struct safetensors file = {.metadata = metadata, .pairs = METADATA_ALWAYS};
    if (*r->tables)
        metadata[file.pairs++] = (struct safetensors_pair){"tables", r->tables};
    if (s.train.patience)
        metadata[file.pairs++] = (struct safetensors_pair){"validation", validation};
    file.entry = arena_alloc(arena, (size_t)save_learned(r, NULL, NULL) + TASK_SAVED, sizeof *file.entry);
    file.entries = save_learned(r, file.entry, arena);
    file.entries += task_save(&r->task, file.entry + file.entries);
    return safetensors_bytes(&file, arena, size);
}

bool checkpoint_write(struct run *r, const char *folder, struct error *e) {
    struct arena arena = {0};
    char path[PATH_MAX_LENGTH], previous[PATH_MAX_LENGTH];
    size_t size;
    const unsigned char *bytes = checkpoint_bytes(r, &arena, &size);
    bool ok = file_path(path, folder, CHECKPOINT_FILE, e) && file_path(previous, folder, CHECKPOINT_PREVIOUS, e) &&
              file_rotate(path, previous, bytes, size, e);
    if (ok)
        safetensors_sum_copy(r->saved, bytes);
    arena_free(&arena);
    return ok;
}

/* Predictions of a baseline of the task, which no model needs. */
static bool is_of_baseline(const struct safetensors_entry *t) {
    return strncmp(t->name, TASK_BASELINE, strlen(TASK_BASELINE)) == 0;
}

/* How many tensors are of something else. */
static int needed(const struct safetensors_entry *entry, int entries) {
    int count = 0;
    for (int i = 0; i < entries; i++)
        count += !is_of_baseline(&entry[i]);
    return count;
}

static bool check_count(const struct run *r, const struct safetensors *file, struct error *e) {
    struct safetensors_entry saved[TASK_SAVED];
    int own = task_save(&r->task, saved), count = save_learned(r, NULL, NULL) + needed(saved, own),
        there = needed(file->entry, file->entries);
    return there == count || error_set(e, EXIT_DATA, "has %d tensors; its configuration needs %d", there, count);
}

/* Whether what the task read from files now is what it read when the run began. */
static bool same_files(const struct run *r, const struct safetensors *file, struct error *e) {
    struct safetensors_entry saved[TASK_SAVED];
    int count = task_save(&r->task, saved);
    for (int i = 0; i < count; i++) {
        if (is_of_baseline(&saved[i]))
            continue;
        const struct safetensors_entry *before = safetensors_find(file, saved[i].name);
        if (!before || before->bytes != saved[i].bytes || memcmp(before->data, saved[i].data, saved[i].bytes) != 0)
            return error_set(e, EXIT_DATA, "the files of task %s are not those that the run began with (%s differs)",
                             r->task.kind->name, saved[i].name);
    }
    return true;
}

/* The settings with the changes, which may touch the evaluation and nothing else. */
static bool change(struct settings *s, struct assignments *a, const struct assignments *changes, struct error *e) {
    const struct settings there = *s;
    char difference[SETTINGS_DIFFERENCE];
    for (int i = 0; changes && i < changes->count; i++)
        if (!assignments_put(a, assignments_item(changes, i), e))
            return false;
    if (!settings_resolve(s, a, NULL, e))
        return false;
    if (settings_difference(&there, s, TRAINED_SECTIONS, difference))
        return error_set(e, EXIT_USAGE, "the model was trained with other settings (%s); only eval.* can be changed",
                         difference);
    return true;
}

/* Where the run stands, from the metadata. */
static bool read_state(struct run *r, const struct safetensors *file, int step, struct error *e) {
    const char *tables = safetensors_value(file, "tables");
    r->step = r->resumed = step;
    r->tables = arena_text(&r->arena, tables ? tables : "");
    if (r->settings.train.patience && !early_read(r, safetensors_value(file, "validation"), e))
        return false;
    return blas_kernels_read(r, safetensors_value(file, "kernels"), e);
}

/* How a checkpoint is read. */
struct reading {
    const struct assignments *changes; /* NULL: it is trained further */
    const struct task_input *in;
    bool damaged; /* the fault is that of the bytes, not of the changes or of the task's files */
};

/* Its settings, which come out changed. */
static bool read_config(struct settings *s, const char *config, struct reading *how, struct error *e) {
    struct assignments *a = assignments_new();
    how->damaged =
        !assignments_read_text(a, config, strlen(config), "its config", e) || !settings_resolve(s, a, NULL, e);
    if (how->damaged)
        e->code = EXIT_DATA;
    bool ok = !how->damaged && change(s, a, how->changes, e);
    free(a);
    return ok;
}

/* The run as the metadata have it, without its weights. */
static bool declare(struct run *r, const struct safetensors *file, struct reading *how, struct error *e) {
    const char *config = safetensors_value(file, "config"), *step = safetensors_value(file, "step");
    struct task_input saved = {.saved = file};
    struct settings s;
    int done;
    if (!config || !step || !text_integer(step, &done) || done < 0)
        return error_set(e, EXIT_DATA, "is not a poslab checkpoint: its metadata have no config or step");
    if (!file->checked)
        return error_set(e, EXIT_DATA, "is damaged, or was changed by another program: it has no checksum");
    if (!read_config(&s, config, how, e))
        return false;
    if (!run_declare(r, &s, how->changes ? &saved : how->in, e)) {
        how->damaged = how->changes && e->code == EXIT_DATA;
        return false;
    }
    const struct learner *l = run_learner(r);
    bool same = same_files(r, file, e);
    if (same && read_state(r, file, done, e) && (!l->check || l->check(r, file, e)))
        return true;
    how->damaged = same;
    run_free(r);
    return false;
}

static bool read_learned(struct run *r, const struct safetensors *file, bool further, struct error *e) {
    const struct learner *l = run_learner(r);
    if (check_count(r, file, e) && (!l->load || l->load(r, file, further, e)))
        return true;
    run_free(r);
    return false;
}

static bool read_whole(struct run *r, const char *path, struct reading *how, struct error *e) {
    struct arena arena = {0};
    struct safetensors file;
    size_t size;
    const unsigned char *bytes = file_read(path, LARGEST, &arena, &size, e);
    how->damaged = bytes;
    bool declared =
        bytes && safetensors_read(&file, &arena, bytes, size, e) && declare(r, &file, how, e) && run_commit(r, e);
    bool ok = declared && read_learned(r, &file, !how->changes, e);
    if (declared) {
        safetensors_sum_copy(r->saved, bytes);
        how->damaged = !ok;
    }
    if (bytes && !ok && e->code == EXIT_DATA)
        error_prefix(e, "%s", path);
    arena_free(&arena);
    return ok;
}

bool checkpoint_read(struct run *r, const char *path, const struct assignments *changes, const struct task_input *in,
                     struct error *e) {
    return read_whole(r, path, &(struct reading){.changes = changes, .in = in}, e);
}

/* ---- A folder's checkpoint, or the one before */

/* The run of the checkpoint before, where the newest is missing or damaged, which *e says. */
static bool fall_back(struct run *r, const char *folder, const char *previous, bool missing, struct reading how,
                      struct error *e) {
    struct error second, why;
    bool there = !file_missing(previous);
    how.damaged = true;
    if (there && read_whole(r, previous, &how, &second))
        return true;
    if (there && (missing || !how.damaged))
        *e = second;
    why = *e;
    if (how.damaged)
        error_set(e, EXIT_DATA, "%s; no other checkpoint can be read: rename %s, and train again", why.text, folder);
    return false;
}

/* No checkpoint at all. A finished run that was to keep none has no run log either; of another it was lost. */
static bool has_none(const char *folder, struct error *e) {
    char result[PATH_MAX_LENGTH], log[PATH_MAX_LENGTH];
    if (!file_path(result, folder, EVALUATION_FILE, e) || !file_path(log, folder, RUN_LOG_FILE, e))
        return false;
    if (file_missing(result) || !file_missing(log))
        return error_set(e, EXIT_DATA, "%s has no " CHECKPOINT_FILE, folder);
    return error_set(e, EXIT_USAGE,
                     "%s is finished, and no checkpoint was kept (train.keep = none); to get the model back: poslab "
                     "train %s/config.ini train.keep=last --run ANOTHER_FOLDER",
                     folder, folder);
}

bool checkpoint_read_folder(struct run *r, const char *folder, const struct assignments *changes,
                            const struct task_input *in, struct error *warning, struct error *e) {
    char path[PATH_MAX_LENGTH], previous[PATH_MAX_LENGTH], name[FILE_ASIDE] = "";
    if (warning)
        warning->text[0] = 0;
    if (!file_path(path, folder, CHECKPOINT_FILE, e) || !file_path(previous, folder, CHECKPOINT_PREVIOUS, e))
        return false;
    bool missing = file_missing(path);
    struct reading how = {changes, in, missing};
    if (missing && file_missing(previous))
        return has_none(folder, e);
    if (missing)
        error_set(e, EXIT_DATA, "%s has no " CHECKPOINT_FILE, folder);
    else if (read_whole(r, path, &how, e))
        return true;
    if (!how.damaged || !warning || !fall_back(r, folder, previous, missing, how, e))
        return false;
    struct error why = *e;
    if (!missing && !changes && !file_set_aside(name, folder, CHECKPOINT_FILE, e)) {
        run_free(r);
        return false;
    }
    error_set(warning, EXIT_DATA, "%s; going back to %s, step %d%s%s", why.text, previous, r->step,
              *name ? "; the damaged file is now " : "", name);
    return true;
}
