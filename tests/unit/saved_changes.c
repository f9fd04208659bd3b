/* saved_changes.c -- see saved_changes.h. */
#include "unit/saved_changes.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "task/saved.h"
#include "unit/opened.h"
#include "unit/tests.h"

enum { LONGEST_SAVED = 16 }; /* words of an example */

void saved_copy(struct saved *k, const struct file_task *o) {
    *k = (struct saved){.entries = 0};
    k->entries = task_save(&o->task, k->entry);
    for (int i = 0; i < k->entries; i++) {
        k->block[i] = malloc(k->entry[i].bytes);
        memcpy(k->block[i], k->entry[i].data, k->entry[i].bytes);
        k->entry[i].data = k->block[i];
        k->bytes += k->entry[i].bytes;
    }
}

void saved_free(struct saved *k) {
    for (int i = 0; i < k->entries; i++)
        free(k->block[i]);
}

int saved_find(const struct saved *k, const char *name) {
    int i = 0;
    while (i < k->entries && strcmp(k->entry[i].name, name) != 0)
        i++;
    if (i == k->entries)
        fail_msg("nothing is saved as %s", name);
    return i;
}

void saved_resize(struct saved *k, int i, size_t count) {
    size_t width = k->entry[i].bytes / k->entry[i].shape[0], bytes = count * width, old = k->entry[i].bytes;
    unsigned char *block = memory_grow(k->block[i], bytes ? bytes : 1);
    if (bytes > old)
        memset(block + old, 0, bytes - old);
    k->block[i] = block;
    k->entry[i].data = block;
    k->entry[i].bytes = bytes;
    k->entry[i].shape[0] = count;
}

void saved_change(struct saved *k, const struct change *c) {
    int i = saved_find(k, c->tensor);
    struct safetensors_entry *t = &k->entry[i];
    switch (c->what) {
    case INT:
        assert_true((size_t)c->at * sizeof(int) < t->bytes);
        memcpy(k->block[i] + (size_t)c->at * sizeof(int), &c->value, sizeof(int));
        break;
    case BYTE:
        assert_true((size_t)c->at < t->bytes);
        k->block[i][c->at] = (unsigned char)c->value;
        break;
    case SHORTER: saved_resize(k, i, t->shape[0] - 1); break;
    case LONGER: saved_resize(k, i, t->shape[0] + 1); break;
    case EMPTY: saved_resize(k, i, 0); break;
    case DTYPE: t->dtype = "F32"; break;
    case DIMS:
        t->dims = 2;
        t->shape[1] = 1;
        break;
    case GONE: t->name = "task.other"; break;
    }
}

static void use_baselines(const struct task_built *t, int number, int words) {
    struct outcome out[LONGEST_SAVED];
    for (const struct task_baseline *b = t->kind->baselines; b && b->name; b++) {
        struct random r = random_open(1, RANDOM_EVAL, (uint64_t)number);
        struct task_draw d = {TASK_EVALUATION, words, number, &r, number};
        for (int i = 0; b->guess(t, &d, out) && i < t->kind->targets(t, words); i++)
            assert_true(out[i].loss >= 0 && isfinite(out[i].loss));
    }
}

/* Reads the rows that a task holds, or draws some examples: no number of theirs is outside. */
static void use(struct file_task *o) {
    const struct task_built *t = &o->task;
    struct arena arena = {0};
    char note[512];
    double chance = t->kind->chance(t, t->size.trained);
    assert_true(chance > 0 && chance <= 1);
    if (t->kind->note)
        t->kind->note(t, note, sizeof note);
    int count = t->kind->dataset_count ? t->kind->dataset_count(t, TASK_EVALUATION, 1 << 30) : 20;
    for (int n = 0; n < count; n++) {
        struct random r = random_open(1, RANDOM_EVAL, (uint64_t)n);
        int words = t->kind->dataset_count ? t->kind->dataset_words(t, TASK_EVALUATION, n) : task_draw_length(t, &r);
        int rows = t->kind->rows(t, words), *room = arena_alloc(&arena, 5 * (size_t)rows, sizeof *room);
        struct example x = {room, room + rows, room + 2 * rows, room + 3 * rows, room + 4 * rows};
        struct task_draw d = {TASK_EVALUATION, words, n, &r, n};
        char buffer[TASK_WORD_MAX];
        t->kind->draw(t, &d, &x);
        for (int i = 0; i < rows; i++) {
            assert_non_null(t->kind->word(t, x.token[i], buffer));
            assert_in_range(x.segment[i], 0, t->size.segments - 1);
        }
        assert_non_null(t->kind->answer(t, x.answer[0], buffer));
        use_baselines(t, n, words);
    }
    arena_free(&arena);
}

bool saved_open(struct file_task *o, const struct task *kind, const struct option *options, const struct saved *k) {
    const struct safetensors file = {.entry = (struct safetensors_entry *)k->entry, .entries = k->entries};
    const struct task_input in = {.saved = &file};
    bool ok = open_files(o, kind, options, &in);
    if (ok)
        use(o);
    return ok;
}

void check_saved_change(const struct task *kind, const struct option *options, const struct change *c) {
    static struct file_task first, o;
    char what[200];
    struct saved k;
    assert_accepted("the files", open_files(&first, kind, options, NULL), &first.error);
    saved_copy(&k, &first);
    saved_change(&k, c);
    snprintf(what, sizeof what, "%s: %s, change %d at %d to %d", kind->name, c->tensor, c->what, c->at, c->value);
    bool accepted = saved_open(&o, kind, options, &k);
    if (c->says)
        assert_refused(what, accepted, &o.error, EXIT_DATA, c->says);
    else
        assert_accepted(what, accepted, &o.error);
    saved_free(&k);
    arena_free(&o.arena);
    arena_free(&first.arena);
}

void check_saved_forms(const struct task *kind, const struct option *options, const char *tensor) {
    char says[100];
    snprintf(says, sizeof says, "tensor %s is missing, or has another type or shape than its configuration needs",
             tensor);
    for (int what = EMPTY; what <= GONE; what++)
        check_saved_change(kind, options, &(struct change){tensor, what, 0, 0, says});
}

int saved_at_random(const struct task *kind, const struct option *options, int times) {
    static struct file_task first, o;
    struct random r = random_open(4, RANDOM_TRAIN, 0);
    int taken = 0;
    assert_accepted("the files", open_files(&first, kind, options, NULL), &first.error);
    for (int n = 0; n < times; n++) {
        struct saved k;
        saved_copy(&k, &first);
        for (int changes = random_between(&r, 1, 3); changes > 0; changes--) {
            int i = random_between(&r, 0, k.entries - 1);
            k.block[i][random_below(&r, (uint32_t)k.entry[i].bytes)] = (unsigned char)random_word(&r);
        }
        bool accepted = saved_open(&o, kind, options, &k);
        if (!accepted)
            assert_refused("bytes at random", accepted, &o.error, EXIT_DATA, "");
        taken += accepted;
        saved_free(&k);
        arena_free(&o.arena);
    }
    arena_free(&first.arena);
    return taken;
}
