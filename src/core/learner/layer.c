/* layer.c -- the layer as what a run trains: how it is saved, loaded and answers; see learner.h. train/ trains it. */
#include <stdio.h>
#include <string.h>

#include "format/floats.h"
#include "run/lazy_update.h"

static long weights(const struct run *r) { return (long)params_trained(&r->model.params); }

/* ---- In a checkpoint */

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

static int count_blocks(const struct run *r) { return (BLOCKS - !early_keeps_best(r)) * r->model.params.count; }

static real *block_of(const struct run *r, const struct block *b) { return *(real *const *)((const char *)r + b->at); }

static const char *full_name(const struct block *b, const struct tensor *t, char name[2 * PARAMS_NAME]) {
    snprintf(name, 2 * PARAMS_NAME, "%s%.*s", b->prefix, PARAMS_NAME - 1, t->name);
    return name;
}

static struct safetensors_entry tensor_of(const char *name, const real *value, const struct tensor *t) {
    return t->rows ? safetensors_tensor(name, REAL_DTYPE, value, (size_t)t->rows, (size_t)t->columns)
                   : safetensors_tensor(name, REAL_DTYPE, value, (size_t)t->columns, 0);
}

/* ---- A lazy run before its last step. Under its own name the token table is up to date, as readers expect. Separate
 * tensors hold the state from which training continues: rows with their moments, and the step of each. */

#define ROW_STEP "optimizer.row_step."
#define ROW_VALUE "optimizer.row_value."
enum { LAZY_ENTRIES = 2 };

static int count_lazy(const struct run *r) { return r->row_step && !run_is_trained(r) ? LAZY_ENTRIES : 0; }

/* Adds them after the blocks. */
static void add_lazy(struct safetensors_entry *out, const struct run *r, struct arena *arena) {
    const struct params *p = &r->model.params;
    const struct tensor *t = params_at(p, r->model.token);
    struct lazy_update c;
    real *rows = arena_alloc(arena, t->count, sizeof *rows);
    lazy_update_build(&c, r, arena);
    lazy_update_prepare(&c, LAZY_UPDATE_MAX);
    lazy_update_copy(&c, rows);
    struct safetensors_entry *current = &out[t - p->tensor], *step = &out[count_blocks(r)], *value = step + 1;
    *value = *current;
    value->name = arena_format(arena, ROW_VALUE "%s", t->name);
    current->data = (const unsigned char *)rows;
    *step = safetensors_tensor(arena_format(arena, ROW_STEP "%s", t->name), "I32", r->row_step, (size_t)t->rows, 0);
}

static int save(const struct run *r, struct safetensors_entry *out, struct arena *arena) {
    const struct params *p = &r->model.params;
    char name[2 * PARAMS_NAME];
    for (int i = 0; out && i < count_blocks(r); i++) {
        const struct block *b = &blocks[i / p->count];
        const struct tensor *t = &p->tensor[i % p->count];
        out[i] = tensor_of(arena_text(arena, full_name(b, t, name)), block_of(r, b) + t->offset, t);
    }
    if (out && count_lazy(r))
        add_lazy(out, r, arena);
    return count_blocks(r) + count_lazy(r);
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
    const struct params *p = &r->model.params;
    char name[2 * PARAMS_NAME];
    bool ok = true;
    for (int i = 0; ok && i < count_blocks(r); i++) {
        const struct block *b = &blocks[i / p->count];
        const struct tensor *t = &p->tensor[i % p->count];
        real *block = block_of(r, b);
        ok = floats_expect(block ? block + t->offset : NULL, file, tensor_of(full_name(b, t, name), NULL, t), e);
    }
    return ok;
}

/* In a lazy run all rows of the token table stand at its step, unless it is trained further. */
static bool load(struct run *r, const struct safetensors *file, bool further, struct error *e) {
    for (int row = 0; r->row_step && row < r->model.size.vocabulary; row++)
        r->row_step[row] = r->step;
    return read_blocks(r, file, e) && (!further || !count_lazy(r) || read_lazy(r, file, e));
}

/* ---- Answers */

/* Block by block: all logits of a long text would be gigabytes. */
static void answer(struct answerer *a, const struct batch *b, const struct encoding_use *use, uint32_t index,
                   struct outcome *out) {
    const struct model *m = &a->run->model;
    (void)index;
    model_states(m, &a->work, b, use);
    for (int first = 0; first < b->targets; first += a->work.block) {
        int left = b->targets - first, count = left < a->work.block ? left : a->work.block;
        model_logits(m, &a->work, first, count);
        loss_outcomes(out + first, a->work.value.logits, b->answer + first, count, m->size.classes);
    }
}

const struct learner learner_layer = {
    .layer = true,
    .weights = weights,
    .save = save,
    .check = read_blocks,
    .load = load,
    .answer = answer,
};
