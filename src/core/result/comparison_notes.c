/* comparison_notes.c -- see comparison_notes.h. */
#include <math.h>
#include <string.h>

#include "base/text.h"
#include "result/comparison_notes.h"
#include "result/table_lengths.h"
#include "study/series.h"

enum { NAMED = 6 }; /* models in one line */
#define Z95 1.96
#define GAP 0.2 /* the least that is far above */

/* ---- How models were trained */

/* Accuracy on the training examples is far above that on others in range: by 20 points or more, by more than either may
 * be off, and above chance. */
static bool is_learned_by_heart(const struct evaluation_result *r) {
    const struct score *own = &r->training, *other = r->in_range;
    if (!own->count || !other->count)
        return false;
    double training = own->value[METRIC_ACCURACY], test = other->value[METRIC_ACCURACY];
    double low = interval_wilson(training, (double)own->count, Z95).low;
    return training - test >= GAP && low > interval_wilson(test, (double)other->count, Z95).high &&
           low > r->baseline[CHANCE].of[METRIC_ACCURACY].at[IN_RANGE];
}

/* "95.0 % on its training examples, 50.2 % on others" */
static const char *both_text(const struct table *t, double training, double test) {
    const struct metric *m = &metrics[METRIC_ACCURACY];
    return arena_format(t->arena, "%.*f %s on its training examples, %.*f %s on new ones in range", m->quantity.digits,
                        m->quantity.scale * training, m->quantity.unit, m->quantity.digits, m->quantity.scale * test,
                        m->quantity.unit);
}

void training_notes(struct lines *l, const struct table *t, const struct evaluation_result *r) {
    if (r->validation.steps)
        lines_add(l, t->arena,
                  arena_format(t->arena,
                               "Early stopping: training took %d steps; the weights are those of step %d, which had "
                               "the smallest validation loss, %.4f.",
                               r->validation.steps, r->steps, r->validation.loss));
    if (is_learned_by_heart(r))
        lines_add(l, t->arena,
                  arena_format(t->arena, "Memorised: %s.",
                               both_text(t, r->training.value[METRIC_ACCURACY], r->in_range->value[METRIC_ACCURACY])));
}

static bool has_result(const struct member *m) { return m->status == STATUS_FINISHED && m->result; }

static const char *early_text(const struct table *t, const struct comparison_result *c) {
    struct range best = RANGE_NONE, all = RANGE_NONE;
    for (const struct member *m = c->member; m < c->member + c->members; m++)
        if (has_result(m) && m->result->validation.steps) {
            best = range_around(best, (struct range){m->result->steps, m->result->steps});
            all = range_around(all, (struct range){m->result->validation.steps, m->result->validation.steps});
        }
    return all.low > all.high
               ? NULL
               : arena_format(t->arena,
                              "Early stopping: training took %s steps; weights are those of step %s, which "
                              "had the smallest validation loss.",
                              fill_range(all, " to ", t->arena), fill_range(best, " to ", t->arena));
}

/* "learned (95.0 % ..., 50.2 % ...; 3 of 5 seeds)" for each label of which some did, means over these seeds. */
static const char *heart_text(const struct table *t, const struct comparison_result *c) {
    const char *text = NULL;
    int labels = 0;
    for (const struct series *s = c->series; s < c->series + c->labels; s++) {
        double training = 0, test = 0;
        int count = 0, finished = 0;
        for (const struct member *m = s->first; m < s->end; m++) {
            finished += has_result(m);
            if (!has_result(m) || !is_learned_by_heart(m->result))
                continue;
            count++;
            training += m->result->training.value[METRIC_ACCURACY];
            test += m->result->in_range->value[METRIC_ACCURACY];
        }
        if (count && labels++ < NAMED)
            text = text_join(text, ", ",
                             arena_format(t->arena, "%s (%s; %d of %d seed%s)", s->first->label,
                                          both_text(t, training / count, test / count), count, finished,
                                          text_plural(finished)),
                             t->arena);
    }
    const char *more = labels > NAMED ? arena_format(t->arena, ", and %d more", labels - NAMED) : "";
    return text ? arena_format(t->arena, "Memorised: %s%s.", text, more) : NULL;
}

/* ---- Which rows there are not */

/* Models that differ in options and seeds alone. */
struct kind {
    const struct member *first; /* its first that is finished */
    int labels, lacking;        /* those for which a policy makes no sense */
};

/* The kinds of finished members, and how many labels of each lack the policy. */
static struct kind *count_kinds(int *count, const struct table *t, const struct comparison_result *c,
                                const struct policy *policy) {
    struct kind *kind = arena_alloc(t->arena, (size_t)c->labels, sizeof *kind);
    *count = 0;
    for (int k = 0; k < c->labels; k++) {
        const struct member *m = series_model(&c->series[k]);
        int at = 0;
        if (!m)
            continue;
        while (at < *count && !same_kind(kind[at].first, m))
            at++;
        if (at == *count)
            kind[(*count)++].first = m;
        kind[at].labels++;
        for (const struct evaluation_row *r = m->result->row; r < m->result->row + m->result->rows; r++)
            kind[at].lacking += r->policy == policy && !r->applies;
    }
    return kind;
}

/* "interpolate for none, ratio": policies that make no sense for a model, and so are no rows; NULL: there are none. */
static const char *left_out_text(const struct table *t, const struct comparison_result *c) {
    const char *text = NULL;
    for (const struct policy *const *p = policies; *p; p++) {
        int kinds;
        const struct kind *kind = count_kinds(&kinds, t, c, *p);
        bool named = false;
        for (int i = 0; i < kinds; i++) {
            if (!kind[i].lacking)
                continue;
            const struct member *m =
                kind[i].first; /* "none", "rope base=100" where it is the only one, "some of rope" */
            int length = (int)(strlen(m->label) - (kind[i].labels > 1 ? strlen(m->options) : 0));
            const char *name =
                arena_format(t->arena, "%s%.*s", kind[i].lacking < kind[i].labels ? "some of " : "", length, m->label);
            text = text_join(text, named ? ", " : "; ",
                             named ? name : arena_format(t->arena, "%s for %s", (*p)->name, name), t->arena);
            named = true;
        }
    }
    return text ? arena_format(t->arena, "Not shown, because the policy does not apply: %s.", text) : NULL;
}

/* The mean over seeds of what they know; the members of one seed have the same examples. */
double fill_seen(const struct comparison_result *c) {
    double sum = 0;
    int count = 0;
    for (const struct member *m = c->member; m < c->member + c->members; m++)
        if (m->status == STATUS_FINISHED && !isnan(m->result->seen) && !c->trained_differs) {
            sum += m->result->seen;
            count++;
        }
    return count ? sum / count : (double)NAN;
}

void fill_summary_notes(struct lines *l, const struct table *t, const struct comparison_result *c) {
    lines_add(l, t->arena, arena_format(t->arena, "Passed: seeds with %g %% or more in range.", 100 * c->compare.gate));
    lines_add(l, t->arena, left_out_text(t, c));
    fill_notes(l, t->arena, c->left_out, fill_seen(c), c->note);
    lines_add(l, t->arena, early_text(t, c));
    lines_add(l, t->arena, heart_text(t, c));
}

struct range fill_steps(const struct comparison_result *c) {
    struct range steps = RANGE_NONE;
    for (const struct member *m = c->member; m < c->member + c->members; m++) {
        bool early = m->status == STATUS_FINISHED && m->result && m->result->validation.steps;
        int own = early ? m->result->steps : m->steps;
        steps = range_around(steps, (struct range){own, own});
    }
    return steps;
}

void fill_count_seeds(struct fill_seeds_of *of, const struct compare_row *row, int seeds) {
    int asked = series_seeds(row->first->series);
    of->least = seeds < of->least ? seeds : of->least;
    of->most = seeds > of->most ? seeds : of->most;
    of->asked = asked > of->asked ? asked : of->asked;
}

const char *fill_seeds_text(const struct fill_seeds_of *of, struct arena *arena) {
    return of->least < of->most     ? arena_format(arena, "%d to %d of %d seeds", of->least, of->most, of->asked)
           : of->least == of->asked ? arena_format(arena, "%d seeds", of->asked)
                                    : arena_format(arena, "%d of %d seeds", of->least, of->asked);
}

const char *fill_subtitle(const struct comparison_result *c, struct arena *arena) {
    struct range steps = fill_steps(c);
    int finished = compare_count(c, STATUS_FINISHED);
    const char *of = arena_format(arena, "task %s, %s, %s step%s", c->settings.task->name, compare_seeds(c, arena),
                                  fill_range(steps, " to ", arena), text_plural(steps.high));
    return finished == c->members ? of : arena_format(arena, "%s, %d of %d models finished", of, finished, c->members);
}

/* What one without a result does; "running, step 300 of 800". */
static const char *doing(const struct member *m, struct arena *arena) {
    bool at = m->step > 0 && (m->status == STATUS_RUNNING || m->status == STATUS_STOPPED);
    return at ? arena_format(arena, "%s, step %d of %d", status_names[m->status], m->step, m->steps)
              : status_names[m->status];
}

const char *member_problem(const struct member *m, struct arena *arena) {
    return m->status == STATUS_RUNNING ? arena_format(arena, "it is %s", doing(m, arena)) : m->failure;
}

const char *fill_unfinished(const struct comparison_result *c, struct arena *arena) {
    const char *out = "";
    int more = 0, count = 0;
    for (const struct member *m = c->member; m < c->member + c->members; m++) {
        if (m->status == STATUS_FINISHED)
            continue;
        more += count++ >= NAMED;
        if (count <= NAMED)
            out = arena_format(arena, "%s%s %s (%s)", out, count > 1 ? "," : "",
                               strcmp(m->name, ".") == 0 ? m->label : m->name, doing(m, arena));
    }
    return !count ? "" : arena_format(arena, more ? " Not finished:%s and %d more." : " Not finished:%s.", out, more);
}

const char *fill_examples(int examples, const struct task *task, bool named, struct arena *arena) {
    const char *of = !named ? "" : examples == 1 ? " example" : " examples";
    return arena_format(arena, "%d%s", examples, task_has_many_targets(task) ? " targets or more" : of);
}

const char *fill_kernels(const char *kernels) {
    return strcmp(kernels, KERNELS_MIXED) == 0
               ? "Mixed kernels: several BLAS kernels trained or evaluated this, and they round differently. With one "
                 "kernel the numbers would be slightly different, and a seed may differ by more than rounding. "
                 "train.products = portable gives the same bits on all processors."
               : NULL;
}

void fill_notes(struct lines *l, struct arena *arena, int left_out, double seen, const char *note) {
    if (left_out)
        lines_add(l, arena,
                  arena_format(arena,
                               "Not evaluated: %d examples of the test file, whose lengths are not in eval.lengths.",
                               left_out));
    if (!isnan(seen))
        lines_add(l, arena,
                  arena_format(arena,
                               "Of the examples in range, %.0f %% were also in training, so a model may have memorised "
                               "them.",
                               100 * seen));
    lines_add(l, arena, note);
}
