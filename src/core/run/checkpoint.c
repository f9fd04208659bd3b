/* checkpoint.c -- see run.h. */
#include "run/run.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/file.h"
#include "base/text.h"
#include "baseline/baseline.h"
#include "format/floats.h"
#include "format/safetensors_sum.h"
#include "run/blas_kernels.h"
#include "run/early.h"
#include "run/lazy_update.h"
#include "settings/settings_difference.h"

#define LARGEST ((size_t)1 << (sizeof(size_t) > 4 ? 36 : 31)) /* bytes of a file */

/* The blocks of a run, by the prefix of their tensors' names; those of the moments are PyTorch's. The last one is there
 * where early stopping keeps it. */
static const struct block {
    const char *prefix;
    size_t at; /* of the block's pointer in struct run */
} blocks[] = {
    {"", offsetof(struct run, model.params.value)},
    {"optimizer.exp_avg.", offsetof(struct run, model.params.first)},
    {"optimizer.exp_avg_sq.", offsetof(struct run, model.params.second)},
    {"optimizer.best.", offsetof(struct run, early.best)},
};
enum { BLOCKS = sizeof blocks / sizeof *blocks };
enum { METADATA_ALWAYS = 4, METADATA = METADATA_ALWAYS + 2 }; /* pairs: two more where there is something to say */

/* A baseline has tensors of its own. */
static int count_blocks(const struct run *r) { return r->settings.baseline ? 0 : BLOCKS - !early_keeps_best(r); }

static int count_baseline(const struct run *r) { return r->settings.baseline ? r->settings.baseline->tensors : 0; }

static real *block_of(const struct run *r, const struct block *b) { return *(real *const *)((const char *)r + b->at); }

static const char *full_name(const struct block *b, const struct tensor *t, char name[2 * PARAMS_NAME]) {
    snprintf(name, 2 * PARAMS_NAME, "%s%.*s", b->prefix, PARAMS_NAME - 1, t->name);
    return name;
}

static struct safetensors_entry tensor_of(const char *name, const real *value, const struct tensor *t) {
    return t->rows ? safetensors_tensor(name, REAL_DTYPE, value, (size_t)t->rows, (size_t)t->columns)
                   : safetensors_tensor(name, REAL_DTYPE, value, (size_t)t->columns, 0);
}

static struct safetensors_entry entry_of(const struct run *r, const struct block *b, const struct tensor *t,
                                         struct arena *arena) {
    char name[2 * PARAMS_NAME];
    return tensor_of(arena_text(arena, full_name(b, t, name)), block_of(r, b) + t->offset, t);
}

/* ---- A lazy run before its last step. Under its own name the token table is up to date, as readers expect. Separate
 * tensors hold the state from which training continues: rows with their moments, and the step of each. */

#define ROW_STEP "optimizer.row_step."
#define ROW_VALUE "optimizer.row_value."
enum { LAZY_ENTRIES = 2 };

static int count_lazy(const struct run *r) { return r->row_step && !run_is_trained(r) ? LAZY_ENTRIES : 0; }

/* Adds them to the file. */
static void add_lazy(struct safetensors *file, const struct run *r, struct arena *arena) {
    const struct params *p = &r->model.params;
    const struct tensor *t = params_at(p, r->model.token);
    struct lazy_update c;
    real *rows = arena_alloc(arena, t->count, sizeof *rows);
    lazy_update_build(&c, r, arena);
    lazy_update_prepare(&c, LAZY_UPDATE_MAX);
    lazy_update_copy(&c, rows);
    struct safetensors_entry *current = &file->entry[t - p->tensor], *step = &file->entry[file->entries++],
                             *value = &file->entry[file->entries++];
    *value = *current;
    value->name = arena_format(arena, ROW_VALUE "%s", t->name);
    current->data = (const unsigned char *)rows;
    *step = safetensors_tensor(arena_format(arena, ROW_STEP "%s", t->name), "I32", r->row_step, (size_t)t->rows, 0);
}

unsigned char *checkpoint_bytes(const struct run *r, struct arena *arena, size_t *size) {
    const struct params *p = &r->model.params;
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
    file.entry = arena_alloc(arena, (size_t)p->count * BLOCKS + LAZY_ENTRIES + BASELINE_TENSORS + TASK_SAVED,
                             sizeof *file.entry);
    for (int i = 0; i < count_blocks(r); i++)
        for (int k = 0; k < p->count; k++)
            file.entry[file.entries++] = entry_of(r, &blocks[i], &p->tensor[k], arena);
    if (count_lazy(r))
        add_lazy(&file, r, arena);
    if (count_baseline(r))
        s.baseline->save(r->learned, file.entry + file.entries, arena);
    file.entries += count_baseline(r);
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

static bool read_row_steps(struct run *r, const struct safetensors *file, const char *name, int rows, struct error *e) {
    int least = r->step > LAZY_UPDATE_MAX ? r->step - LAZY_UPDATE_MAX : 0;
    const struct safetensors_entry *t =
        safetensors_expect(file, safetensors_tensor(name, "I32", NULL, (size_t)rows, 0), e);
    if (!t)
        return false;
    memcpy(r->row_step, t->data, t->bytes);
    for (int row = 0; row < rows; row++)
        if (r->row_step[row] < least || r->row_step[row] > r->step)
            return error_set(e, EXIT_DATA, "tensor %s: row %d is at step %d; expected %d to %d", name, row,
                             r->row_step[row], least, r->step);
    return true;
}

/* The rows to train further from. */
static bool read_lazy(struct run *r, const struct safetensors *file, struct error *e) {
    struct params *p = &r->model.params;
    const struct tensor *t = params_at(p, r->model.token);
    char step[2 * PARAMS_NAME], value[2 * PARAMS_NAME];
    snprintf(step, sizeof step, ROW_STEP "%s", t->name);
    snprintf(value, sizeof value, ROW_VALUE "%s", t->name);
    return read_row_steps(r, file, step, t->rows, e) &&
           floats_expect(p->value + t->offset, file, tensor_of(value, NULL, t), e);
}

/* Before the blocks are allocated they are checked. */
static bool read_blocks(struct run *r, const struct safetensors *file, struct error *e) {
    struct params *p = &r->model.params;
    char name[2 * PARAMS_NAME];
    bool ok = true;
    for (int i = 0; i < count_blocks(r); i++)
        for (const struct tensor *t = p->tensor; ok && t < p->tensor + p->count; t++) {
            real *block = block_of(r, &blocks[i]);
            ok = floats_expect(block ? block + t->offset : NULL, file,
                               tensor_of(full_name(&blocks[i], t, name), NULL, t), e);
        }
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
    int own = task_save(&r->task, saved),
        count = count_blocks(r) * r->model.params.count + count_lazy(r) + count_baseline(r) + needed(saved, own),
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
    bool same = same_files(r, file, e);
    if (same && read_state(r, file, done, e) && read_blocks(r, file, e))
        return true;
    how->damaged = same;
    run_free(r);
    return false;
}

static bool read_baseline(struct run *r, const struct safetensors *file, struct error *e) {
    const struct baseline *b = r->settings.baseline;
    return !count_baseline(r) || (r->learned = b->load(&r->task, file, &r->arena, e)) != NULL;
}

/* Its weights; in a lazy run all rows of the token table stand at its step, unless it is trained further. */
static bool read_weights(struct run *r, const struct safetensors *file, bool further, struct error *e) {
    for (int row = 0; r->row_step && row < r->model.size.vocabulary; row++)
        r->row_step[row] = r->step;
    if (check_count(r, file, e) && read_baseline(r, file, e) && read_blocks(r, file, e) &&
        (!further || !count_lazy(r) || read_lazy(r, file, e)))
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
    bool ok = declared && read_weights(r, &file, !how->changes, e);
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
