/* registry.c -- the list of tasks, made from kinds.h, and what is the same for all of them. */
#include <assert.h>
#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <string.h>
#include <xxhash.h>

#include "base/elementary.h"
#include "base/registry.h"
#include "task/kinds.h"
#include "task/one_target.h"

#define ROW(name) &task_##name,
const struct task *tasks[TASKS_MAX + 1] = {TASK_KINDS(ROW) NULL};

const struct task *task_named(const char *name) { return registry_find(tasks, name); }

bool task_build(struct task_built *t, const struct task *kind, const void *options, const struct task_input *in,
                struct arena *arena, struct error *e) {
    const struct task_input nothing = {0};
    if (in && in->shared && kind->save) {
        *t = *in->shared;
        return true;
    }
    *t = (struct task_built){.kind = kind, .options = options};
    return kind->build(t, in ? in : &nothing, arena, e) || error_prefix(e, "task %s", kind->name);
}

int task_save(const struct task_built *t, struct safetensors_entry out[TASK_SAVED]) {
    int count = t->kind->save ? t->kind->save(t, out) : 0;
    assert(count <= TASK_SAVED);
    return count;
}

void task_fingerprint(const struct task_built *t, char hex[TASK_FINGERPRINT]) {
    struct safetensors_entry saved[TASK_SAVED];
    int count = task_save(t, saved);
    uint64_t number = 0;
    for (int i = 0; i < count; i++)
        if (strncmp(saved[i].name, TASK_BASELINE, strlen(TASK_BASELINE)) != 0)
            number = XXH3_64bits_withSeed(saved[i].data, saved[i].bytes, number);
    hex[0] = 0;
    if (count)
        snprintf(hex, TASK_FINGERPRINT, "%016" PRIx64, number);
}

int task_positions(const struct task_built *t, int length) {
    return t->kind->positions ? t->kind->positions(t, length) : t->kind->rows(t, length);
}

bool task_has_many_targets(const struct task *kind) { return kind->targets != one_target_targets; }

int task_words(const struct task_built *t, int length) {
    (void)t;
    return length;
}

bool task_fits(const struct task_built *t, struct error *e) {
    struct range words = t->size.trained;
    return words.low >= t->size.shortest ||
           error_set(e, EXIT_USAGE, "task.words = %d..%d: an example needs at least %d words", words.low, words.high,
                     t->size.shortest);
}

struct task_levels task_levels(const size_t *count, int answers) {
    struct task_levels l = {(double)NAN, (double)NAN, 0};
    double all = 0, most = 0, sum = 0;
    for (int i = 0; i < answers; i++) {
        double n = (double)count[i];
        all += n;
        most = fmax(most, n);
        sum += n > 0 ? n * elementary_log(n) : 0;
        l.labels += n > 0;
    }
    if (all > 0)
        l = (struct task_levels){most / all, fmax(0, elementary_log(all) - sum / all), l.labels};
    return l;
}

int task_draw_length(const struct task_built *t, struct random *r) {
    int a = random_between(r, t->size.trained.low, t->size.trained.high);
    int b = random_between(r, t->size.trained.low, t->size.trained.high);
    return a > b ? a : b;
}

/* The random number is used up either way, so that the rest of the example does not depend on it. */
int task_draw_answer(const struct task_draw *d, int classes) {
    int drawn = (int)random_below(d->random, (uint32_t)classes);
    return d->stratum < 0 ? drawn : (int)(d->stratum % classes);
}
