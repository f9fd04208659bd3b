/* live_train.c -- the message train. */
#include <limits.h>

#include "base/clock.h"
#include "base/memory.h"
#include "live/messages.h"
#include "train/early.h"
#include "train/train.h"

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
    if (l->logged == l->log_capacity) {
        l->log_capacity = 2 * l->log_capacity + 64;
        l->log = memory_grow(l->log, (size_t)l->log_capacity * sizeof *l->log);
    }
    l->log[l->logged++] = (struct live_log){l->run->step, s->loss, s->accuracy};
}

/* Steps until `until` or as many, at least one where any is left. An error in a later one than the first is left to the
 * next message, which meets it again. */
static bool go(struct live *l, double until, int steps, struct error *e) {
    struct run *r = l->run;
    for (int done = 0; done < steps && !run_is_trained(r); done++) {
        if (done && clock_seconds() >= until)
            break;
        if (!stepper_step(l->stepper, e) || !early_step(l->stepper, e))
            return done > 0;
        keep(l);
    }
    return true;
}

static json_t *log_json(struct live *l) {
    json_t *log = json_array();
    for (const struct live_log *step = l->log; step < l->log + l->logged; step++)
        json_array_append_new(log, json_pack("[i f f]", step->step, step->loss, step->accuracy));
    return log;
}

static json_t *answer(struct live *l, struct error *e) {
    const struct train_request *a = l->request;
    double begin = clock_seconds();
    int first = l->run->step;
    l->logged = 0;
    if (!go(l, begin + a->milliseconds / 1000, a->steps, e))
        return NULL;
    const struct live_log *last = l->logged ? &l->log[l->logged - 1] : NULL;
    int step = l->run->step, all = l->run->settings.train.steps;
    double spent = clock_seconds() - begin;
    return json_pack("{si si so so so sb so}", "step", step, "steps", all, "loss",
                     last ? json_real(last->loss) : json_null(), "accuracy",
                     last ? json_real(last->accuracy) : json_null(), "steps_per_second",
                     spent > 0 ? json_real((step - first) / spent) : json_null(), "done", run_is_trained(l->run), "log",
                     log_json(l));
}

const struct live_message live_train = {
    .name = "train", .needs_model = true, .keys = keys, .bytes = sizeof(struct train_request), .answer = answer};
