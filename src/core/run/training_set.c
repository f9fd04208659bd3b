/* training_set.c -- see training_set.h.
 *
 * A run's config.ini has the steps computed from epochs next to the epochs: it can be read without the task. */
#include "run/training_set.h"

#include <limits.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "base/text.h"

enum {
    VALIDATION_MIN = 256,   /* examples, if there are so many */
    VALIDATION_MAX = 10000, /* a standard error of half a point */
    STEP_COST = 2,          /* a step's passes, in those of a validation, at the least */
    STEPS_MAX = 1000000000,
    DRAWN_MAX = 200000,
};

struct task_built training_set_task(const struct training *t, const struct task_built *task) {
    struct task_built own = *task;
    own.size.validation = t->patience ? t->validation : 0;
    return own;
}

int training_set_examples(const struct training *t, const struct task_built *task) {
    return task->size.test_only ? 0 : t->examples ? t->examples : batch_count_training(task);
}

int training_set_drawn(const struct run *r) {
    const struct training *t = &r->settings.train;
    long long made = (long long)t->steps * t->batch;
    int fixed = training_set_examples(t, &r->task);
    return fixed ? fixed : made < DRAWN_MAX ? (int)made : DRAWN_MAX;
}

bool training_set_draw(struct batch *b, const struct run *r, int i) {
    if (i == training_set_drawn(r) || run_is_stopped(r))
        return false;
    batch_clear(b);
    batch_add_training(b, &r->task, r->scheme, (uint32_t)r->settings.train.seed, (uint64_t)i);
    return true;
}

static bool settle_epochs(struct training *t, const struct task_built *task, struct error *e) {
    int examples = training_set_examples(t, task);
    if (!examples)
        return error_set(e, EXIT_USAGE,
                         "train.epochs = %g: task %s draws new examples in every step, so it has no epochs; set "
                         "train.steps, or the number of examples (task.examples)",
                         t->epochs, task->kind->name);
    double steps = ceil(t->epochs * examples / t->batch - 1e-9); /* 1.1 * 10 is 11 */
    if (steps > STEPS_MAX)
        return error_set(e, EXIT_USAGE, "train.epochs = %g of %d examples is more than %d steps", t->epochs, examples,
                         STEPS_MAX);
    t->steps = steps > 1 ? (int)steps : 1;
    return true;
}

static int steps_between(const struct training *t, const struct task_built *task) {
    int there = batch_count_validation(task), wanted = there < VALIDATION_MIN ? there : VALIDATION_MIN;
    int least = (wanted * VALIDATION_TIME + STEP_COST * t->batch - 1) / (STEP_COST * t->batch);
    int usual = t->steps / VALIDATIONS + (t->steps % VALIDATIONS > 0), every = least > usual ? least : usual;
    return every < t->steps ? every : t->steps;
}

/* At least one example validates, and at least one remains. */
static bool check_share(const struct training *t, const struct task_built *task, struct error *e) {
    int rows = batch_count_training(task), text = task->size.text, longest = task->size.trained.high;
    double aside = task->size.validation * text;
    if (batch_count_validation(task) < 1)
        return error_set(e, EXIT_USAGE, "train.validation = %g sets none of %d training rows aside", t->validation,
                         rows);
    return !text || (aside >= longest + 1.0 && text - aside >= longest + 2.0) ||
           error_set(e, EXIT_USAGE,
                     "train.validation = %g sets aside %.0f of %d training tokens, and one example has up to %d",
                     t->validation, aside, text, longest);
}

bool training_set_settle(struct training *t, const struct task_built *task, struct error *e) {
    struct task_built own = training_set_task(t, task);
    if (task->size.test_only)
        return true;
    if (t->patience && !check_share(t, &own, e))
        return false;
    if (t->epochs > 0 && !settle_epochs(t, &own, e))
        return false;
    if (t->patience && !t->validate_every)
        t->validate_every = steps_between(t, &own);
    return true;
}

int training_set_validation(const struct training *t, const struct task_built *task) {
    double affordable = (double)STEP_COST * t->batch * t->validate_every / VALIDATION_TIME;
    int there = batch_count_validation(task), some = (int)fmin(fmax(affordable, VALIDATION_MIN), VALIDATION_MAX);
    return there < some ? there : some;
}

const char *training_set_tell(char text[TRAINING_SET_TEXT], const struct training *t, const struct task_built *task) {
    struct task_built own = training_set_task(t, task);
    int examples = training_set_examples(t, &own), there = batch_count_validation(&own);
    text[0] = 0;
    double epochs = examples ? (double)t->steps * t->batch / examples : 0;
    char passes[32];
    snprintf(passes, sizeof passes, "%.*g", epochs < 100 ? 3 : 12, epochs < 100 ? epochs : nearbyint(epochs));
    if (examples)
        text_append(text, TRAINING_SET_TEXT, "%d step%s = %s pass%s over %d example%s\n", t->steps,
                    text_plural(t->steps), passes, strcmp(passes, "1") == 0 ? "" : "es", examples,
                    text_plural(examples));
    if (!t->patience)
        return text;
    text_append(text, TRAINING_SET_TEXT, "validated every %d steps on %d examples", t->validate_every,
                training_set_validation(t, &own));
    if (there < INT_MAX)
        text_append(text, TRAINING_SET_TEXT, ", of %d set aside (train.validation)", there);
    text_append(text, TRAINING_SET_TEXT, "; training ends after %d validation%s without a smaller loss\n", t->patience,
                t->patience == 1 ? "" : "s");
    return text;
}

/* ---- Class weights */

bool training_set_check_weights(const struct run *r, struct error *e) {
    const struct task_built *t = &r->task;
    const struct training *train = &r->settings.train;
    bool labels = !t->kind->answers_words && t->kind->targets(t, t->size.trained.high) == 1;
    return !train->class_weights || t->size.test_only || (labels && training_set_examples(train, t)) ||
           error_set(e, EXIT_USAGE,
                     "train.class_weights = balanced: task %s %s; it is for a fixed set of examples with a label each",
                     t->kind->name, labels ? "draws new examples, all answers equally often" : "has no labels");
}

const real *training_set_class_weights(const struct run *r, struct arena *arena) {
    const struct task_built *t = &r->task;
    int examples = training_set_examples(&r->settings.train, t), labels = 0;
    struct arena scratch = {0};
    struct batch b;
    if (!r->settings.train.class_weights)
        return NULL;
    real *weight = arena_alloc(arena, (size_t)t->size.classes, sizeof *weight);
    int *count = arena_alloc(&scratch, (size_t)t->size.classes, sizeof *count);
    batch_build(&b, t, 1, t->size.trained.high, &scratch);
    for (int i = 0; i < examples; i++) {
        batch_clear(&b);
        batch_add_training(&b, t, r->scheme, (uint32_t)r->settings.train.seed, (uint64_t)i);
        labels += count[b.answer[0]]++ == 0;
    }
    for (int c = 0; c < t->size.classes; c++)
        weight[c] = count[c] ? (real)((double)examples / ((double)labels * count[c])) : 0;
    arena_free(&scratch);
    return weight;
}
