/* train.c -- the loop of a run; see train.h. Only step.c knows the order of a step. */
#include "train/train.h"

#include <string.h>

#include "base/clock.h"
#include "base/file.h"
#include "evaluate/overlap.h"

bool train_open(const struct run *r, const char *folder, struct error *e) {
    char path[PATH_MAX_LENGTH], config[SETTINGS_TEXT];
    if (!file_make_folder(folder, e) || !file_path(path, folder, "config.ini", e))
        return false;
    settings_write(&r->settings, config, RUN_SECTIONS);
    return file_write(path, config, strlen(config), e);
}

/* The loop's clock. */
struct pace {
    double started, before; /* when this process began; seconds of earlier ones */
    double worked, tokens;  /* since the last line of metrics: clock_worked() then, tokens from then on */
    int first_step, threads;
};

double train_done(const struct train_state *s) {
    return s->evaluation ? s->training + (1 - s->training) * s->evaluation->done
                         : s->training * ((double)s->step / s->steps);
}

/* To train a row costs three times as much as to evaluate it: forward, and backward to rows and to weights. */
static double training_share(const struct run *r) {
    const struct task_built *t = &r->task;
    int words = (t->size.trained.low + t->size.trained.high) / 2;
    double rows = 3.0 * r->settings.train.steps * r->settings.train.batch * t->kind->rows(t, words);
    return rows / (rows + evaluation_cost(r));
}

static void observe(struct train_state *state, const struct stepper *s, const struct pace *p) {
    const struct training *t = &s->run->settings.train;
    double spent = clock_seconds() - p->started, rate = spent > 0 ? (s->run->step - p->first_step) / spent : 0;
    *state = (struct train_state){
        .step = s->run->step,
        .steps = t->steps,
        .first = p->first_step,
        .loss = s->loss,
        .accuracy = s->accuracy,
        .rate = s->rate,
        .validated = s->run->early.validated,
        .validation = s->run->early.loss,
        .steps_per_second = rate,
        .examples_per_second = rate * t->batch,
        .seconds = p->before + spent,
        .training = state->training,
    };
}

static bool log_step(struct run_log *m, const struct stepper *s, struct pace *p, const struct train_state *state,
                     struct error *e) {
    p->tokens += s->tokens;
    if (!run_log_is_due(s->run, s->run->step))
        return true;
    double now = clock_worked(), rate = now > p->worked ? p->tokens * p->threads / (now - p->worked) : 0;
    p->worked = now;
    p->tokens = 0;
    return run_log_add(m, s, state->seconds, rate, e);
}

static bool save(const struct stepper *s, struct run_log *m, const char *folder, struct error *e) {
    return stepper_check(s, e) && run_log_sync(m, e) && checkpoint_write(s->run, folder, e);
}

static bool stopped(const struct stepper *s, struct run_log *m, const char *folder, struct error *e) {
    const struct run *r = s->run;
    if (!run_is_stopped(r))
        return false;
    if (save(s, m, folder, e))
        error_set(e, EXIT_STOPPED, "stopped after step %d of %d, checkpoint written; continue with --run %s --resume",
                  r->step, r->settings.train.steps, folder);
    return true;
}

static bool loop(struct stepper *s, const char *folder, struct run_log *m, struct pace *p, struct train_watch watch,
                 struct train_state *state, struct error *e) {
    struct run *r = s->run;
    const struct training *t = &r->settings.train;
    while (!run_is_trained(r)) {
        if (stopped(s, m, folder, e) || !stepper_step(s, e) || (t->patience && !validate_step(s, e)))
            return false;
        observe(state, s, p);
        if (!log_step(m, s, p, state, e))
            return false;
        if (watch.step)
            watch.step(watch.user, state);
        bool due = t->checkpoint_every && r->step % t->checkpoint_every == 0;
        if ((due || run_is_trained(r)) && !save(s, m, folder, e))
            return false;
    }
    return true;
}

void train_warn(const struct train_watch *w, const struct error *warning) {
    if (w->warn && warning->text[0])
        w->warn(w->user, warning->text);
}

bool baseline_train(struct run *r, struct error *e) {
    if (run_learner(r)->train)
        r->learned = run_learner(r)->train(r, &r->arena);
    r->step = r->settings.train.steps;
    return !run_is_stopped(r) || error_set(e, EXIT_STOPPED, "stopped while baseline %s was trained; run it again",
                                           r->settings.baseline->name);
}

/* A baseline has no steps to show, and no run log. */
static bool run_baseline(struct run *r, const char *folder, struct train_state *state, struct error *e) {
    double started = clock_seconds();
    bool ok = run_is_trained(r) || (baseline_train(r, e) && checkpoint_write(r, folder, e));
    state->step = r->step;
    state->seconds = clock_seconds() - started;
    return ok;
}

bool train_run(struct run *r, const char *folder, struct train_watch watch, struct train_state *state,
               struct error *e) {
    struct stepper s;
    struct run_log m;
    struct error second = {0}, log = {0};
    struct pace p = {
        .started = clock_seconds(), .worked = clock_worked(), .first_step = r->step, .threads = watch.threads};
    r->stop = watch.stop;
    int steps = r->settings.train.steps; /* early stopping may have left out the last ones */
    *state = (struct train_state){.step = r->step, .steps = steps, .first = run_is_trained(r) ? steps : r->step};
    if (!run_learner(r)->layer)
        return run_baseline(r, folder, state, e);
    state->training = training_share(r);
    overlap_begin(r);
    if (!stepper_build(&s, r, watch.threads, e) || !run_log_open(&m, folder, r, &p.before, &log, e))
        return false;
    train_warn(&watch, &log);
    state->seconds = p.before;
    bool ok = loop(&s, folder, &m, &p, watch, state, e);
    return run_log_close(&m, ok ? e : &second) && ok;
}
