/* live_train.c -- the message train. */
#include <limits.h>
#include <math.h>

#include "base/clock.h"
#include "page/live/messages.h"
#include "train/train.h"

#define LOSS_MOST 1e15 /* a mean may overflow */

struct train_request {
    double milliseconds;
    int steps;
};

static const struct setting keys[] = {
    {"milliseconds", SETTING_REAL, offsetof(struct train_request, milliseconds), "3600000", 0, 3600000, NULL, NULL},
    {"steps", SETTING_INT, offsetof(struct train_request, steps), "2147483647", 1, INT_MAX, NULL, NULL},
    {0}};

/* Steps until `until` or as many, at least one where any is left. An error in a later step than the first is left to
 * the next message, which meets it again. */
static bool go(struct live *l, double until, int steps, struct error *e) {
    struct run *r = l->run;
    for (int done = 0; done < steps && !run_is_trained(r) && (!done || clock_seconds() < until); done++) {
        if (!stepper_step(l->stepper, e) || !validate_step(l->stepper, e))
            return done > 0;
        course_add(&l->course, r->step, r->settings.train.steps, l->stepper->loss);
    }
    return true;
}

/* Each stretch of the course is at the last of its steps so far. */
static bool answer(struct live *l, struct json_writer *w, struct error *e) {
    const struct train_request *a = l->request;
    if (!go(l, clock_seconds() + a->milliseconds / 1000, a->steps, e))
        return false;
    long long steps = l->run->settings.train.steps;
    json_put(w, "step i done b course [", l->run->step, run_is_trained(l->run));
    for (int k = 0; k < COURSE_STRETCHES; k++) {
        int last = (int)(((k + 1) * steps + COURSE_STRETCHES - 1) / COURSE_STRETCHES), now = l->run->step;
        if (l->course.count[k])
            json_put(w, "[ i f ]", last < now ? last : now, fmin(l->course.sum[k] / l->course.count[k], LOSS_MOST));
    }
    json_put(w, "]");
    return true;
}

const struct live_message live_train = {
    .name = "train", .needs_model = true, .keys = keys, .bytes = sizeof(struct train_request), .answer = answer};
