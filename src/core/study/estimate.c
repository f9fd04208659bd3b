/* estimate.c -- see estimate.h. */
#include "study/estimate.h"

#include <math.h>

#include "base/file.h"
#include "study/read_results.h"
#include "study/series.h"

enum { MEASURED = 32 };

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

/* Number i of a sample of MEASURED from 0..count-1: all of them in order, or spread evenly without a period that the
 * values of a grid could share. */
static int pick(int i, int count) {
    double golden = 0.6180339887498949, at = i * golden;
    return count <= MEASURED ? i : (int)((at - floor(at)) * count);
}

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
    *x = (struct estimate){.c = c, .pace = arena_alloc(arena, (size_t)c->labels, sizeof *x->pace)};
    for (int k = 0; k < c->members; k++)
        if (c->member[k].status == STATUS_FINISHED)
            finished[count++] = k;
    for (int i = 0; i < MEASURED && i < count; i++) {
        const struct member *m = &c->member[finished[pick(i, count)]];
        if (measure(&p, c, m))
            add(x, m->series, p);
    }
    settle(x);
}
