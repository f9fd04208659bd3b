/* verdict.c -- see verdict.h. */
#include "result/verdict.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/text.h"
#include "result/table_lengths.h"
#include "study/series.h"

enum { LITTLE = 1 /* points, as printed */ };

const char *const verdict_kinds[] = {"none",  "not_learned",  "open",           "holds",
                                     "falls", "falls_by_new", "falls_by_policy"};

/* While a sentence is made. */
struct words {
    const struct verdict_of *of;
    struct arena *arena;
};
#define SAY(...) arena_format(w->arena, __VA_ARGS__)

/* ---- Numbers by seed */

static double at(const struct verdict_of *of, const struct member *m, const struct compare_row *row) {
    const struct score *s = member_score(m, row->policy, METRIC_ACCURACY, of->at);
    return s ? s->value[METRIC_ACCURACY] : (double)NAN;
}

/* Seeds that lose the margin under a row. */
static int falling(const struct verdict_of *of, const struct compare_row *row) {
    int count = 0;
    for (const struct member *m = of->model->series->first; m < of->model->series->end; m++)
        count += member_in_range(m) - at(of, m, row) > ANSWER_MORE;
    return count;
}

/* Whether each seed has the margin more under a row than under another. */
static bool is_above(const struct verdict_of *of, const struct compare_row *row, const struct compare_row *other) {
    for (const struct member *m = of->model->series->first; m < of->model->series->end; m++)
        if (!(at(of, m, row) - at(of, m, other) > ANSWER_MORE))
            return false;
    return true;
}

static bool is_complete(const struct verdict_of *of, const struct compare_row *row) {
    for (const struct member *m = of->model->series->first; m < of->model->series->end; m++)
        if (m->status != STATUS_FINISHED || !m->result || isnan(at(of, m, row)) || isnan(member_in_range(m)))
            return false;
    return true;
}

/* Whether it holds or falls: by the statement about it, where there is one; else by seed. */
static enum verdict_kind state(const struct verdict_of *of, const struct compare_row *row) {
    static const enum verdict_kind is[] = {VERDICT_HOLDS, VERDICT_FALLS, VERDICT_OPEN};
    static const enum statement_kind says[] = {SAYS_HOLDS, SAYS_FALLS, SAYS_OPEN};
    for (size_t i = 0; i < sizeof says / sizeof *says; i++)
        if (row == of->model->own && of->at == of->a->at && answer_says(of->model, says[i]))
            return is[i];
    int falls = falling(of, row);
    return !falls ? VERDICT_HOLDS : falls == series_seeds(of->model->series) ? VERDICT_FALLS : VERDICT_OPEN;
}

/* ---- Numbers as printed */

static double mean(const struct verdict_of *of, const struct compare_row *row) {
    return row->of[METRIC_ACCURACY][of->at].mean;
}

static const char *percent(const struct words *w, const struct compare_row *row) {
    return SAY("%s %%", fill_percent(mean(w->of, row), w->arena));
}

static const char *trained(const struct words *w) {
    return fill_percent(w->of->row->of[METRIC_ACCURACY][IN_RANGE].mean, w->arena);
}

static double printed(const struct words *w, double x) { return atof(fill_percent(x, w->arena)); }

/* "93..100 %" of seeds: at the length, or in range. */
static const char *span(const struct words *w, bool in_range) {
    double low = HUGE_VAL, high = -HUGE_VAL;
    for (const struct member *m = w->of->model->series->first; m < w->of->model->series->end; m++) {
        double x = in_range ? member_in_range(m) : at(w->of, m, w->of->row);
        low = fmin(low, x);
        high = fmax(high, x);
    }
    return SAY("%s %%", fill_values(&metrics[METRIC_ACCURACY].quantity, low, high, w->arena));
}

/* Whether nothing but the order of words, which the model cannot see, says anything about the answer. */
static bool is_asked_order_alone(const struct verdict_of *of) {
    const struct task *task = of->a->c->settings.task;
    const struct task_blind *b = task->blind;
    while (b && b->name && strcmp(b->name, TASK_WITHOUT_ORDER) != 0)
        b++;
    return of->model->is == CLASS_CONTROL && of->model->guesses && !(b && b->name) && !task->dataset_count &&
           !member_settings(of->model->series->first).model.causal;
}

/* ---- Sentences. `without`: the row under no policy, where there is one and this is another. */

static const char *say_not_learned(const struct words *w, bool that, const char *place) {
    const struct compare_row *r = w->of->row;
    if (is_asked_order_alone(w->of))
        return SAY(
            "Without positions it sees which words there are, not their order; on this task these words alone say "
            "nothing about the answer. So it guesses: %s at %s, and chance is %s %%.",
            percent(w, r), place,
            fill_percent(w->of->a->c->baseline[CHANCE].of[METRIC_ACCURACY].at[w->of->at], w->arena));
    int lacking = r->finished - r->passed;
    const char *whether = that ? "Whether that matters cannot be seen here: " : "";
    const char *who = lacking < r->finished
                          ? SAY("%d of %d seeds %s", lacking, r->finished, lacking == 1 ? "has" : "have")
                      : that ? "the model has"
                             : "The model has";
    return SAY("%s%s not learned this task even at trained lengths (%s).", whether, who, span(w, true));
}

/* Seeds that agree may be too few for the test of a statement. */
static const char *say_open(const struct words *w, const char *place) {
    int all = series_seeds(w->of->model->series), falls = falling(w->of, w->of->row);
    if (falls && falls < all)
        return SAY("On this task %d of %d seeds hold%s and %d fall%s: %s at %s.", all - falls, all,
                   all - falls == 1 ? "s" : "", falls, falls == 1 ? "s" : "", span(w, false), place);
    return SAY("On this task %s seeds %s: %s at %s, %s %% at trained lengths; these are too few to be sure.",
               all == 2 ? "both" : SAY("all %d", all), falls ? "fall" : "hold", percent(w, w->of->row), place,
               trained(w));
}

static const char *say_holds(const struct words *w, const struct compare_row *without, bool that, const char *place) {
    const struct verdict_of *of = w->of;
    const char *now = SAY("%s at %s", percent(w, of->row), place);
    double lost = atof(trained(w)) - printed(w, mean(of, of->row));
    if (without && state(of, without) == VERDICT_FALLS)
        return SAY("On this task it holds all the same: %s (without %s %s).", now, of->row->policy->name,
                   percent(w, without));
    return !that           ? SAY("On this task it holds: %s.", now)
           : lost > LITTLE ? SAY("On this task it holds all the same: %s, %s %% at trained lengths.", now, trained(w))
                           : SAY("On this task that does no harm: %s.", now);
}

/* The best policy under which nothing is new and each seed has more; NULL: there is none. */
static const struct compare_row *lifts(const struct verdict_of *of) {
    const struct comparison_result *c = of->a->c;
    const struct compare_row *best = NULL;
    for (const struct compare_row *r = c->row; r < c->row + c->rows; r++)
        if (r->first == of->row->first && r != of->row && r->applies && of->news[r - c->row] == NEWS_NONE &&
            is_complete(of, r) && is_above(of, r, of->row) && (!best || mean(of, r) > mean(of, best)))
            best = r;
    return best;
}

/* The whole points between two numbers as printed: from 52 to 96 they are 44. */
static int points(const struct words *w, const struct compare_row *more, const struct compare_row *less) {
    return (int)(printed(w, mean(w->of, more)) - printed(w, mean(w->of, less)) + 1e-6);
}

static const char *reason_new(const struct words *w, struct verdict *v) {
    const struct verdict_of *of = w->of;
    const enum seen_news news = of->news[of->row - of->a->c->row];
    const struct compare_row *better = news == NEWS_SOME ? lifts(of) : NULL;
    if (better) {
        v->kind = VERDICT_NEW;
        v->cell = better;
        return SAY("With %s none of this happens, and the same model reaches %s: so this costs it %d points or more.",
                   better->policy->name, percent(w, better), points(w, better, of->row));
    }
    return news == NEWS_SOME   ? "What of it is to blame is not measured here."
           : news == NEWS_NONE ? "Nothing in its positions is out of range: the reason is not measured here."
                               : "The reason is not measured here.";
}

static const char *reason_policy(const struct words *w, const struct compare_row *without, struct verdict *v) {
    const struct verdict_of *of = w->of;
    const char *policy = of->row->policy->name, *there = percent(w, without);
    enum verdict_kind is = state(of, without);
    v->cell = without;
    if (is_above(of, without, of->row)) {
        v->kind = VERDICT_POLICY;
        return is == VERDICT_HOLDS ? SAY("Without %s it holds (%s): so %s is what harms.", policy, there, policy)
                                   : SAY("Without %s it is at %s: %s harms.", policy, there, policy);
    }
    return is_above(of, of->row, without) ? SAY("Without %s it is lower still (%s).", policy, there)
           : is == VERDICT_FALLS          ? SAY("Without %s it falls as well (%s).", policy, there)
                                          : SAY("Without %s it is at %s.", policy, there);
}

static const char *say_falls(const struct words *w, const struct compare_row *without, const char *one,
                             struct verdict *v) {
    const struct verdict_of *of = w->of;
    bool natural = of->row->policy == &policy_extend;
    const char *reason = natural   ? reason_new(w, v)
                         : without ? reason_policy(w, without, v)
                                   : SAY("What it is without %s is not measured here.", of->row->policy->name);
    return SAY("On this task it falls from %s to %s%s. %s", trained(w), percent(w, of->row), one, reason);
}

void verdict_find(struct verdict *v, const struct verdict_of *of, struct arena *arena) {
    const struct answer *a = of->a;
    const struct comparison_result *c = a->c;
    const struct words words = {of, arena};
    const struct words *w = &words;
    const struct compare_row *own = of->model->own, *without = NULL;
    bool that = of->news[of->row - c->row] == NEWS_SOME || of->row->policy != &policy_extend;
    *v = (struct verdict){.sentence = ""};
    if (of->model->is == CLASS_BASELINE || c->settings.task->fixed_test || !is_complete(of, of->row))
        return;
    if (own != of->row && own->policy == &policy_extend && is_complete(of, own))
        without = own;
    const int all = series_seeds(of->model->series);
    const char *one = all == 1 ? " (one seed)" : "",
               *place = SAY("%d words%s", c->words[of->at].high, all == 1 ? ", one seed" : "");
    v->kind = of->row->passed < of->row->finished ? VERDICT_NOT_LEARNED : state(of, of->row);
    v->cell = v->kind == VERDICT_HOLDS && without && state(of, without) == VERDICT_FALLS ? without : NULL;
    v->sentence = v->kind == VERDICT_NOT_LEARNED ? say_not_learned(w, that, place)
                  : v->kind == VERDICT_OPEN      ? say_open(w, place)
                  : v->kind == VERDICT_HOLDS     ? say_holds(w, without, that, place)
                                                 : say_falls(w, without, one, v);
}
