/* baseline_train.c -- see baseline_train.h. */
#include "train/baseline_train.h"

bool baseline_train(struct run *r, struct error *e) {
    if (run_learner(r)->train)
        r->learned = run_learner(r)->train(r, &r->arena);
    r->step = r->settings.train.steps;
    return !run_is_stopped(r) || error_set(e, EXIT_STOPPED, "stopped while baseline %s was trained; run it again",
                                           r->settings.baseline->name);
}
