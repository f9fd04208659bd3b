/* live_train.c -- the message train. */
#include <limits.h>
#include <math.h>

#include "base/clock.h"
#include "live/messages.h"
#include "train/train.h"
#include "train/validate.h"

#define LOSS_MOST 1e15 /* a mean may overflow */

struct train_request {
    double milliseconds;
    int steps;
};

static const struct setting keys[] = {
    {"milliseconds", SETTING_REAL, offsetof(struct train_request, milliseconds), "3600000", 0, 3600000, NULL, NULL},
    {"steps", SETTING_INT, offsetof(struct train_request, steps), "2147483647", 1, INT_MAX, NULL, NULL},
    {0}};

/* What train_run writes into the run's log is noted as it does, since a checkpoint has its checksum. */
static void keep(struct live *l) {
    const struct stepper *s = l->stepper;
    char row[RUN_LOG_ROW];
    if (run_log_is_due(l->run, l->run->step))
        run_log_note(row, s);
    learning_curves_add(&l->course, l->run->step, l->run->settings.train.steps, s->loss);
}

/* Steps until `until` or as many, at least one where any is left. An error in a later one than the first is left to the
 * next message, which meets it again. */
static bool go(struct live *l, double until, int steps, struct error *e) {
    struct run *r = l->run;
    for (int done = 0; done < steps && !run_is_trained(r); done++) {
        if (done && clock_seconds() >= until)
            break;
        if (!stepper_step(l->stepper, e) || !validate_step(l->stepper, e))
            return done > 0;
        keep(l);
    }
    return true;
}

/* Each stretch at the last of its steps so far. */
static void put_course(struct json_writer *w, const struct live *l) {
    long long steps = l->run->settings.train.steps;
    json_put(w, "course [");
    for (int k = 0; k < COURSE_STRETCHES; k++) {
        int last = (int)(((k + 1) * steps + COURSE_STRETCHES - 1) / COURSE_STRETCHES), now = l->run->step;
        if (!l->course.count[k])
            continue;
        json_put(w, "[ i f ]", last < now ? last : now, fmin(l->course.sum[k] / l->course.count[k], LOSS_MOST));
    }
    json_put(w, "]");
}

static bool answer(struct live *l, struct json_writer *w, struct error *e) {
    const struct train_request *a = l->request;
    if (!go(l, clock_seconds() + a->milliseconds / 1000, a->steps, e))
        return false;
    json_put(w, "step i done b", l->run->step, run_is_trained(l->run));
    put_course(w, l);
    return true;
}

const struct live_message live_train = {
    .name = "train", .needs_model = true, .keys = keys, .bytes = sizeof(struct train_request), .answer = answer};
