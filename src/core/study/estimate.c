/* estimate.c -- see estimate.h. */
#include "study/estimate.h"

#include <math.h>

#include "base/clock.h"
#include "base/file.h"
#include "study/read_results.h"
#include "study/series.h"
#include "train/step.h"

enum { MEASURED = 32, TRIED = 8 };

static void begin(struct estimate *x, const struct comparison_result *c, struct arena *arena) {
    *x = (struct estimate){.c = c, .pace = arena_alloc(arena, (size_t)c->labels, sizeof *x->pace)};
}

static void add(struct estimate *x, const struct series *of, struct pace p) {
    struct pace *to = &x->pace[of - x->c->series];
    to->step += p.step;
    to->rest += p.rest;
    to->bytes += p.bytes;
    to->known++;
    x->known++;
}

/* Turns sums into means; unknown labels get the mean of the known ones. */
static void settle(struct estimate *x) {
    struct pace mean = {0}, *end = x->pace + x->c->labels;
    for (struct pace *p = x->pace; p < end; p++) {
        if (!p->known)
            continue;
        *p = (struct pace){p->step / p->known, p->rest / p->known, p->bytes / p->known, p->known};
        mean = (struct pace){mean.step + p->step, mean.rest + p->rest, mean.bytes + p->bytes, mean.known + 1};
    }
    for (struct pace *p = x->pace; p < end; p++)
        if (!p->known && mean.known)
            *p = (struct pace){mean.step / mean.known, mean.rest / mean.known, mean.bytes / mean.known, 0};
}

const struct pace *estimate_pace(const struct estimate *x, int k) {
    return &x->pace[x->c->member[k].series - x->c->series];
}

double estimate_seconds(const struct estimate *x, const struct comparison_result *c, int k, int step) {
    const struct pace *p = estimate_pace(x, k);
    return (c->member[k].steps - step) * p->step + p->rest;
}

/* Number i of a sample of `most` from 0..count-1: all of them in order, or spread evenly without a period that the
 * values of a grid could share. */
static int pick(int i, int most, int count) {
    double golden = 0.6180339887498949, at = i * golden;
    return count <= most ? i : (int)((at - floor(at)) * count);
}

/* ---- Finished members */

/* The time of a file, in seconds; 0: there is none. Its size is added. */
static double time_of(const char *folder, const char *name, double *bytes) {
    struct folder_file f;
    struct error e;
    folder_file(&f, folder, name, &e);
    *bytes += f.bytes;
    return (double)f.written.tv_sec + 1e-9 * (double)f.written.tv_nsec;
}

/* Its evaluation began when its last checkpoint was written, or, where none was kept, when its training was over: that
 * is right unless it was stopped in between. */
static bool measure(struct pace *p, const struct comparison_result *c, const struct member *m) {
    char folder[PATH_MAX_LENGTH];
    struct evaluation_result r;
    struct arena arena = {0};
    struct error e;
    bool ok = member_folder(folder, c, m, &e) && evaluation_read(&r, folder, &arena, &e) && r.seconds >= 0 && r.steps;
    arena_free(&arena);
    if (!ok)
        return false;
    *p = (struct pace){.step = r.seconds / (r.validation.steps ? r.validation.steps : r.steps)};
    double begun = time_of(folder, "config.ini", &p->bytes), saved = time_of(folder, CHECKPOINT_FILE, &p->bytes);
    double trained = saved > 0 ? saved : begun + r.seconds, ended = time_of(folder, EVALUATION_FILE, &p->bytes);
    time_of(folder, CHECKPOINT_PREVIOUS, &p->bytes);
    time_of(folder, RUN_LOG_FILE, &p->bytes);
    p->rest = fmax(ended - trained, 0);
    return true;
}

void estimate_measure(struct estimate *x, const struct comparison_result *c, struct arena *arena) {
    int *finished = arena_alloc(arena, (size_t)c->members, sizeof *finished), count = 0;
    struct pace p;
    begin(x, c, arena);
    for (int k = 0; k < c->members; k++)
        if (c->member[k].status == STATUS_FINISHED)
            finished[count++] = k;
    for (int i = 0; i < MEASURED && i < count; i++) {
        const struct member *m = &c->member[finished[pick(i, MEASURED, count)]];
        if (measure(&p, c, m))
            add(x, m->series, p);
    }
    settle(x);
}

/* ---- A few steps */

enum { SAMPLE = 16 };         /* examples */
enum { OTHER_BYTES = 10000 }; /* of run log, config.ini and eval.json */

/* Seconds of one step, from as many as the budget allows; 0: none could be done. */
static double time_steps(struct stepper *s, double budget) {
    double started = clock_worked(), spent = 0;
    struct error e;
    int steps = 0;
    for (; (steps == 0 || spent < budget) && stepper_step(s, &e); steps++)
        spent = clock_worked() - started;
    return steps ? spent / steps : 0;
}

static double time_examples(struct run *r, int examples) {
    double started = clock_worked();
    struct evaluation_result result;
    struct arena arena = {0};
    struct error e;
    r->settings.eval.examples = examples;
    bool ok = evaluate(r, 1, &result, &arena, &e);
    arena_free(&arena);
    return ok ? clock_worked() - started : 0;
}

/* Not of a baseline, which takes no longer than a model. An evaluation is as long as a sample of it says, 0 where the
 * examples are a fixed set; each checkpoint that is kept has values and two moments. */
static void try(struct estimate *x, const struct series *of, double budget) {
    const struct settings settings = member_settings(of->first);
    const struct training *t = &settings.train;
    const struct task_input shared = {.shared = &x->c->task};
    struct pace p = {.bytes = OTHER_BYTES};
    struct stepper s;
    struct error e;
    struct run r;
    if (settings.baseline || !run_build(&r, &settings, &shared, &e))
        return;
    if (stepper_build(&s, &r, 1, &e)) {
        time_steps(&s, 0); /* the first is slower */
        p.step = time_steps(&s, budget);
        int texts = evaluation_texts(&r.task, settings.eval.examples, r.task.size.trained);
        double one = r.task.kind->dataset_count ? 0 : time_examples(&r, 1);
        if (!r.task.kind->dataset_count)
            p.rest = one + fmax(time_examples(&r, 1 + SAMPLE) - one, 0) / SAMPLE * (texts - 1);
        bool two = t->keep == KEEP_ALL && t->checkpoint_every && t->steps > t->checkpoint_every;
        double checkpoint = 3.0 * sizeof(real) * (double)r.model.params.size;
        p.bytes += (t->keep == KEEP_NONE ? 0 : two ? 2 : 1) * checkpoint;
        add(x, of, p);
    }
    run_free(&r);
}

void estimate_try(struct estimate *x, const struct comparison_result *c, struct arena *arena) {
    int tries = c->labels < TRIED ? c->labels : TRIED;
    double started = clock_worked();
    begin(x, c, arena);
    for (int i = 0; i < tries && (i == 0 || clock_worked() - started < 1.5); i++)
        try(x, &c->series[pick(i, TRIED, c->labels)], 0.5 / tries);
    settle(x);
}
