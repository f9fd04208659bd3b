/* validate.c -- a validation between two steps, for early stopping: loss and accuracy; see step.h. */
#include "train/step.h"

#include <math.h>
#include <string.h>

#include "evaluate/evaluate_batches.h"
#include "run/training_set.h"

/* Their loss and accuracy. */
static bool measure(const struct stepper *s, double *loss, double *accuracy, struct error *e) {
    struct run r = *s->run;
    const struct training *t = &r.settings.train;
    struct arena arena = {0};
    struct evaluation_row natural = {.policy = r.settings.extrapolation, .applies = true};
    const int sums[METRICS_MAX] = {[METRIC_ACCURACY] = 1, [METRIC_LOSS] = 1};
    double sum[2] = {0};
    struct score score = {.sum = {[METRIC_ACCURACY] = &sum[0], [METRIC_LOSS] = &sum[1]}}, *const to = &score;
    const struct pass pass = {.r = &r,
                              .from = TASK_VALIDATION,
                              .longest = r.task.size.trained.high,
                              .of.count = training_set_validation(t, &r.task),
                              .scheme = r.scheme,
                              .threads = s->threads,
                              .rows = 1,
                              .row = &natural,
                              .to = &to,
                              .sums = sums,
                              .arena = &arena,
                              .scratch = &arena};
    r.stop = NULL;
    r.model.params.value = r.early.now;
    bool ok = evaluate_batches(&pass, e);
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

bool validate_step(struct stepper *s, struct error *e) {
    struct run *r = s->run;
    struct early *own = &r->early;
    const struct training *t = &r->settings.train;
    if (!early_is_due(r, r->step))
        return true;
    own->validated = r->step;
    stepper_copy_weights(s, own->now);
    if (!measure(s, &own->loss, &own->accuracy, e))
        return false;
    compare(r);
    own->ended = r->step == t->steps || own->since >= t->patience;
    if (!own->ended)
        return true;
    stepper_finish(s);
    memcpy(r->model.params.value, own->best, r->model.params.size * sizeof *own->best);
    return true;
}
