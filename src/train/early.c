/* early.c -- see early.h. */
#include "train/early.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "train/pass.h"
#include "train/recipe.h"

void early_build(struct run *r) {
    size_t size = r->model.params.size;
    if (!r->settings.train.patience)
        return;
    r->early.best = arena_alloc(&r->arena, size, sizeof(real));
    r->early.now = arena_alloc(&r->arena, size, sizeof(real));
}

bool early_is_due(const struct run *r, int step) {
    const struct training *t = &r->settings.train;
    return t->patience && step > 0 && (step % early_every(t) == 0 || step == t->steps);
}

/* ---- A validation */

/* Their loss and accuracy. */
static bool measure(const struct stepper *s, double *loss, double *accuracy, struct error *e) {
    struct run r = *s->run;
    const struct training *t = &r.settings.train;
    struct arena arena = {0};
    struct evaluation_row natural = {.policy = r.settings.extrapolation, .applies = true};
    const int sums[METRICS_MAX] = {[METRIC_ACCURACY] = 1, [METRIC_LOSS] = 1};
    double sum[2] = {0};
    struct score score = {.sum = {[METRIC_ACCURACY] = &sum[0], [METRIC_LOSS] = &sum[1]}}, *to = &score;
    struct pass pass = {.r = &r, .from = TASK_VALIDATION, .longest = r.task.size.trained.high, .scheme = r.scheme};
    pass.examples = recipe_validation(t, &r.task);
    r.stop = NULL;
    r.model.params.value = r.early.now;
    bool ok = pass_run(&pass, &natural, 1, s->threads, sums, &to, &arena, e);
    *accuracy = score_value(&score, METRIC_ACCURACY, 1);
    *loss = score_value(&score, METRIC_LOSS, 1);
    arena_free(&arena);
    return ok;
}

/* Keeps the validated weights if they are better than all before. */
static void compare(struct run *r) {
    struct early *own = &r->early;
    real *before = own->best;
    own->since++;
    if (own->best_step && !isnan(own->best_loss) && !(own->loss < own->best_loss))
        return;
    own->best_step = r->step;
    own->best_loss = own->loss;
    own->since = 0;
    own->best = own->now;
    own->now = before;
}

bool early_step(struct stepper *s, struct error *e) {
    struct run *r = s->run;
    struct early *own = &r->early;
    const struct training *t = &r->settings.train;
    if (!early_is_due(r, r->step))
        return true;
    stepper_copy_weights(s, own->now);
    if (!measure(s, &own->loss, &own->accuracy, e))
        return false;
    compare(r);
    own->ended = r->step == t->steps || own->since >= t->patience;
    if (!own->ended)
        return true;
    stepper_catch_up(s);
    memcpy(r->model.params.value, own->best, r->model.params.size * sizeof *own->best);
    return true;
}

/* ---- In a checkpoint */

bool early_keeps_best(const struct run *r) { return r->early.best_step && !r->early.ended; }

void early_write(const struct run *r, char text[EARLY_TEXT]) {
    const struct early *own = &r->early;
    uint64_t bits;
    memcpy(&bits, &own->best_loss, sizeof bits);
    snprintf(text, EARLY_TEXT, "%d %016" PRIx64 " %d %s", own->best_step, bits, own->since,
             own->ended ? "ended" : "goes on");
}

bool early_read(struct run *r, const char *text, struct error *e) {
    struct early own = {0};
    char written[EARLY_TEXT];
    uint64_t bits = 0;
    own.ended = text && strstr(text, "ended");
    bool ok = text && sscanf(text, "%d %16" SCNx64 " %d", &own.best_step, &bits, &own.since) == 3;
    memcpy(&own.best_loss, &bits, sizeof bits);
    r->early = own;
    early_write(r, written);
    ok = ok && strcmp(written, text) == 0 && own.best_step >= 0 && own.best_step <= r->step && own.since >= 0 &&
         (own.best_step || !own.ended);
    return ok || error_set(e, EXIT_DATA, "its metadata have no state of validation that fits step %d", r->step);
}
