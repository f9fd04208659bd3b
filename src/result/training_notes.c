/* training_notes.c -- what a reader should know of how models were trained: where early stopping ended it, and which of
 * them learned their training examples by heart; see training_notes.h. */
#include <math.h>

#include "base/text.h"
#include "result/table_columns.h"
#include "result/training_notes.h"

enum { NAMED = 6 }; /* models in one line */
#define Z95 1.96
#define GAP 0.2 /* the least that is far above */

/* Accuracy on the training examples is far above that on others in range: by 20 points or more, by more than either may
 * be off, and above chance. */
static bool is_learned_by_heart(const struct evaluation_result *r) {
    const struct score *own = &r->training, *other = r->in_range;
    if (!own->count || !other->count)
        return false;
    double training = own->value[METRIC_ACCURACY], test = other->value[METRIC_ACCURACY];
    double low = interval_wilson(training, (double)own->count, Z95).low;
    return training - test >= GAP && low > interval_wilson(test, (double)other->count, Z95).high &&
           low > r->chance[METRIC_ACCURACY].at[IN_RANGE];
}

/* "95.0 % on its training examples, 50.2 % on others" */
static const char *both_text(const struct table *t, double training, double test) {
    const struct metric *m = &metrics[METRIC_ACCURACY];
    return arena_format(t->arena, "%.*f %s on its training examples, %.*f %s on new ones in range", m->quantity.digits,
                        m->quantity.scale * training, m->quantity.unit, m->quantity.digits, m->quantity.scale * test,
                        m->quantity.unit);
}

const char *training_notes(const struct table *t, const struct evaluation_result *r) {
    const char *early = NULL, *heart = NULL;
    if (r->validation.steps)
        early = arena_format(t->arena,
                             "Early stopping: training took %d steps; the weights are those of step %d, which had the "
                             "smallest validation loss, %.4f.",
                             r->validation.steps, r->steps, r->validation.loss);
    if (is_learned_by_heart(r))
        heart = arena_format(t->arena, "Memorised: %s.",
                             both_text(t, r->training.value[METRIC_ACCURACY], r->in_range->value[METRIC_ACCURACY]));
    return text_join(early, "\n", heart, t->arena);
}

/* ---- Of a comparison */

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

/* "learned (95.0 % ..., 50.2 % ...; 3 of 5 seeds)", means over those seeds; NULL: none did. */
static const char *heart_of_label(const struct table *t, const struct series *s) {
    double training = 0, test = 0;
    int count = 0, finished = 0;
    for (const struct member *m = s->first; m < s->end; m++) {
        bool learned = has_result(m) && is_learned_by_heart(m->result);
        finished += has_result(m);
        count += learned;
        training += learned ? m->result->training.value[METRIC_ACCURACY] : 0;
        test += learned ? m->result->in_range->value[METRIC_ACCURACY] : 0;
    }
    return count ? arena_format(t->arena, "%s (%s; %d of %d seed%s)", s->first->label,
                                both_text(t, training / count, test / count), count, finished, text_plural(finished))
                 : NULL;
}

static const char *heart_text(const struct table *t, const struct comparison_result *c) {
    const char *text = NULL;
    int count = 0;
    for (int k = 0; k < c->labels; k++) {
        const char *own = heart_of_label(t, &c->series[k]);
        if (own && count++ < NAMED)
            text = text_join(text, ", ", own, t->arena);
    }
    const char *more = count > NAMED ? arena_format(t->arena, ", and %d more", count - NAMED) : "";
    return text ? arena_format(t->arena, "Memorised: %s%s.", text, more) : NULL;
}

const char *training_notes_of_all(const struct table *t, const struct comparison_result *c) {
    return text_join(early_text(t, c), "\n", heart_text(t, c), t->arena);
}
