/* findings.c -- the statements of a comparison as sentences about the models that are shown; nothing is decided here.
 * See answer.h. */
#include <math.h>
#include <string.h>

#include "result/finding_names.h"
#include "result/table_lengths.h"
#include "statistics/statistics.h"

enum { TIERS = 3, PAIRS_NAMED = 4, BETTER_NAMED = 2, FIGURES_NAMED = 4 };
#define TIER .10 /* of a share: a range never hides that two groups are so far apart */

static const struct compare_row *own(const struct answer_model *m) { return m->own; }
static const struct compare_row *under(const struct answer_model *m) { return m->under; }

/* ---- Sentences: clauses joined by a sign */

static const char *join(const struct findings *f, const char *text, const char *sign, const char *more) {
    return *text && *more ? SAY("%s%s%s", text, sign, more) : *text ? text : more;
}

static void add(struct findings *f, const char *text) {
    if (*text)
        f->a->finding[f->a->findings++] = text;
}

static const struct statement *find(const struct findings *f, enum statement_kind kind) {
    const struct statement *s = answer_statement(f->a, kind);
    return s && answer_shows(s->of) ? s : NULL;
}

/* "51..64 %" */
static const char *figures(const struct findings *f, struct group g, finding_row row, int i) {
    return SAY("%s%s", finding_range(f, g, row, i), finding_unit(f));
}

/* "At 128 words (8x)" */
static const char *place(const struct findings *f) {
    const struct comparison_result *c = f->c;
    if (f->a->at == IN_RANGE)
        return "At trained lengths";
    double times = (double)c->words[f->a->at].high / c->words[IN_RANGE].high;
    return SAY("At %s words (%gx)", fill_words(c->words[f->a->at], f->arena), nearbyint(100 * times) / 100);
}

/* ---- 1: in range */

static void say_order(struct findings *f) {
    const struct statement *s = answer_order(f->a);
    if (!s || !answer_shows(s->of))
        return;
    const int seeds = (*s->of.model)->own->finished;
    const char *numbers =
        SAY("%s without it (%s), %s with it (%s)", figures(f, s->others, own, IN_RANGE),
            names_of_group(f, s->others).text, figures(f, s->of, own, IN_RANGE), names_of_group(f, s->of).text);
    add(f, s->kind == SAYS_ORDER_MATTERS ? SAY("Word order matters here: %s.", numbers)
           : s->kind == SAYS_ORDER_PROBABLY
               ? SAY("Word order probably matters here: %s; %d seeds do not confirm it.", numbers, seeds)
           : s->tests ? SAY("Order adds nothing that %d seeds can see: %s.", seeds, numbers)
                      : SAY("Whether word order matters here is open: %s; one seed, no test.", numbers));
}

/* "X passes 95 % in 4 of 5 seeds, Y in 1 of 5" */
static const char *in_part(const struct findings *f, struct group g) {
    const double gate = 100 * f->c->compare.gate;
    const char *text = "";
    if (g.count > 2)
        return SAY("%s pass %g %% in only some seeds", names_of_group(f, g).text, gate);
    for (int i = 0; i < g.count; i++) {
        const struct compare_row *r = g.model[i]->own;
        const char *first = *text ? "" : SAY("passes %g %% ", gate);
        if (g.model[i]->shown)
            text = join(f, text, ", ",
                        SAY("%s %sin %d of %d%s", finding_label(g.model[i]), first, r->passed, r->finished,
                            *text ? "" : " seeds"));
    }
    return text;
}

/* How many models are no baselines and not in this group. */
static int models_but(const struct findings *f, const struct statement *s) {
    int count = 0;
    for (const struct answer_model *m = f->a->model; m < f->a->model + f->a->models; m++)
        count += m->own && !m->own->first->settings->baseline && !(s && group_has(s->of, f->a, m));
    return count;
}

static void say_in_range(struct findings *f) {
    const struct statement *guess = find(f, SAYS_GUESSES), *control = find(f, SAYS_CONTROL), *s;
    const bool right = f->a->metric == METRIC_ACCURACY;
    const char *text = "";
    struct names who;
    for (int k = 0; k < 2; k++) {
        if (!(s = k ? control : guess))
            continue;
        bool none = true;
        for (int i = 0; i < s->of.count; i++)
            none = none && s->of.model[i]->is == CLASS_CONTROL;
        who = names_of_group(f, s->of);
        const char *what = none ? " (no positions)" : "", *numbers = figures(f, s->of, own, IN_RANGE);
        text = join(f, text, "; ",
                    !right ? SAY("%s%s %s at %s", who.text, what, *who.s ? "is" : "are", numbers)
                    : k    ? SAY("%s%s get%s %s", who.text, what, who.s, numbers)
                           : SAY("%s%s guess%s", who.text, what, who.es));
    }
    for (int kind = SAYS_LEARNED; kind <= SAYS_BELOW_GATE; kind++) {
        if (!(s = find(f, kind)))
            continue;
        int others = models_but(f, guess) - (control ? control->of.count : 0);
        who = s->of.count == others && others > 1 ? names_of(*text ? "all others" : "all", false)
                                                  : names_of_group(f, s->of);
        const char *numbers = figures(f, s->of, own, IN_RANGE);
        text = join(f, text, "; ",
                    !right                 ? SAY("%s %s at %s", who.text, *who.s ? "is" : "are", numbers)
                    : kind == SAYS_LEARNED ? SAY("%s reach%s %s", who.text, who.es, numbers)
                    : kind == SAYS_BELOW_GATE
                        ? SAY("%s stay%s below %g %% (%s)", who.text, who.s, 100 * f->c->compare.gate, numbers)
                        : in_part(f, s->of));
    }
    if (*text)
        add(f, SAY("At trained lengths %s.", text));
}

/* ---- 2: at the longest length, as they are */

/* "alibi falls to 76 %, learned and rope to 50..54 %": cut at the widest gaps, the best first; *last has those that are
 * named last. */
static const char *tiers(const struct findings *f, struct group all, struct group *last) {
    const char *text = "";
    double *mean = arena_alloc(f->arena, (size_t)all.count, sizeof *mean), widest[TIERS - 1] = {0};
    for (int i = 0; i < all.count; i++)
        mean[i] = finding_mean(f, all.model[i]->own, f->a->at);
    sort_ascending(mean, all.count);
    for (int i = 1; i < all.count; i++) {
        double gap = mean[i] - mean[i - 1];
        widest[1] = fmax(widest[1], fmin(widest[0], gap));
        widest[0] = fmax(widest[0], gap);
    }
    const double least = f->q->better > 0 && !isinf(f->q->high) ? fmax(TIER, widest[1]) : (double)INFINITY;
    for (int end = all.count, first, cuts = 0; end; end = first, cuts++) {
        for (first = end - 1; first && !(mean[first] - mean[first - 1] >= least && cuts < TIERS - 1);)
            first--;
        struct group tier = group_new(f->a, f->arena);
        for (int i = 0; i < all.count; i++) {
            double x = finding_mean(f, all.model[i]->own, f->a->at);
            if (x >= mean[first] && x <= mean[end - 1])
                group_take(&tier, f->a, all.model[i]);
        }
        if (!answer_shows(tier))
            continue;
        struct names who = names_or_all(f, tier);
        const char *verb = *text ? "" : f->q->better > 0 ? SAY("fall%s ", who.s) : SAY("rise%s ", who.s);
        text = join(f, text, ", ", SAY("%s %sto %s", who.text, verb, figures(f, tier, own, f->a->at)));
        *last = tier;
    }
    return text;
}

/* ", below what trained positions alone give (63 %)", of those that were named last; else who. */
static const char *below_level(const struct findings *f, const char *text, struct group last) {
    const struct statement *s = find(f, SAYS_BELOW_LEVEL);
    if (!s)
        return text;
    bool same = s->of.count == last.count && !find(f, SAYS_OPEN) && !find(f, SAYS_ONE_SEED);
    for (int i = 0; same && i < last.count; i++)
        same = group_has(s->of, f->a, last.model[i]);
    const char *what = strcmp(s->level->name, TASK_TRAINED_POSITIONS) == 0 ? "what trained positions alone give"
                                                                           : "what is known without order";
    return SAY("%s%sbelow %s (%s%s)", text,
               same ? ", " : SAY("; %s %s ", names_of_group(f, s->of).text, s->of.count > 1 ? "are" : "is"), what,
               finding_value(f, s->level->of[f->a->metric].at[f->a->at]), finding_unit(f));
}

static void say_beyond(struct findings *f) {
    const struct statement *s;
    const int at = f->a->at;
    const char *text = "";
    struct group last = {0};
    struct names who;
    int models = 0;
    if ((s = find(f, SAYS_HOLDS))) {
        who = names_or_all(f, s->of);
        text = SAY("%s hold%s at %s", who.text, who.s, figures(f, s->of, own, at));
    }
    if ((s = find(f, SAYS_FALLS)))
        text = join(f, text, "; ", tiers(f, s->of, &last));
    if ((s = find(f, SAYS_OPEN))) {
        who = names_or_all(f, s->of);
        const char *tests = s->tests > 1 ? SAY("; %d tests", s->tests) : "";
        text = join(f, text, "; ",
                    SAY("whether %s %s%s is open (%s to %s%s)", who.text, f->q->better > 0 ? "fall" : "rise", who.s,
                        finding_range(f, s->of, own, IN_RANGE), figures(f, s->of, own, at), tests));
    }
    if ((s = find(f, SAYS_ONE_SEED))) {
        who = names_or_all(f, s->of);
        text = join(f, text, "; ",
                    SAY("%s %s at %s, from %s: one seed, no test", who.text, s->of.count == 1 ? "is" : "are",
                        figures(f, s->of, own, at), figures(f, s->of, own, IN_RANGE)));
    }
    for (const struct answer_model *m = f->a->model; m < f->a->model + f->a->models; m++)
        models += m->is > CLASS_BASELINE;
    if (*text)
        add(f, SAY("%s, as %s, %s.", place(f), models > 1 ? "they are" : "it is", below_level(f, text, last)));
}

/* ---- 3 and 4: there, under policies; pairs */

static void say_policy(struct findings *f) {
    const char *text = "";
    for (int kind = SAYS_HELPS; kind <= SAYS_HARMS; kind++) {
        const struct statement *s = find(f, kind);
        const char *verb = (kind == SAYS_HELPS) == (f->q->better > 0) ? "lifts" : "lowers";
        if (s)
            text = join(f, text, "; it ",
                        SAY("%s %s from %s to %s", verb, names_or_all(f, s->of).text,
                            finding_range(f, s->of, own, f->a->at), figures(f, s->of, under, f->a->at)));
    }
    if (*text)
        add(f, SAY("There %s (%s, no further training) %s.", f->a->policy->name, f->a->policy->summary, text));
}

/* "Better there than interpolate: ntk for rope (98 %, not 6.3)." */
static void say_better(struct findings *f) {
    const char *text = "";
    for (int i = 0, said = 0; i < f->a->statements && said < BETTER_NAMED; i++) {
        const struct statement *s = &f->a->statement[i];
        if (s->kind != SAYS_BETTER || !answer_shows(s->of))
            continue;
        const struct answer_model *m = *s->of.model;
        const char *policy = s->policy->name;
        for (const struct policy *const *p = s->as_good; *p; p++)
            policy = SAY("%s or %s", policy, (*p)->name);
        text = join(f, text, "; ",
                    SAY("%s for %s (%s%s, not %s)", policy, finding_label(m),
                        finding_value(f, finding_mean(f, m->instead, f->a->at)), finding_unit(f),
                        finding_value(f, finding_mean(f, m->under, f->a->at))));
        said++;
    }
    if (*text)
        add(f, SAY("Better there than %s: %s.", f->a->policy->name, text));
}

static const char *row_name(const struct findings *f, const struct compare_row *r) {
    const struct answer_model *m = &f->a->model[r->first->series - f->c->series];
    return r == m->own ? finding_label(m) : r->name;
}

/* "At 256 words (16x): alibi - learned +16 points; rope - learned -2 points (not shown to differ)." */
static bool say_pairs(struct findings *f) {
    const char *text = "";
    int said = 0;
    for (int i = 0; i < f->a->statements && said < PAIRS_NAMED; i++) {
        const struct statement *s = &f->a->statement[i];
        if (s->kind != SAYS_PAIR || !s->pair->of[f->a->metric][f->a->at].n)
            continue;
        struct cell c = cell_difference(f->q, s->pair->of[f->a->metric][f->a->at], (double)NAN, false);
        char number[NUMBER_TEXT];
        c.format.digits = fabs(c.value * c.format.scale) < 9.95 ? c.format.digits : 0;
        cell_print(number, NULL, &c);
        text = join(f, text, "; ",
                    SAY("%s - %s %s%s%s%s", row_name(f, s->pair->a), row_name(f, s->pair->b), number,
                        *f->q->difference ? " " : "", f->q->difference,
                        s->pair->test[f->a->metric][f->a->at].marked ? "" : " (not shown to differ)"));
        said++;
    }
    if (*text)
        add(f, SAY("%s: %s.", place(f), text));
    return *text;
}

/* "Fewest: rope (102); learned x1.61 [1.5-1.7] of it." */
static void say_figure(struct findings *f) {
    const struct statement *s = answer_statement(f->a, SAYS_FEWEST);
    if (!s)
        return;
    const char *text = SAY("%s: %s (%s)", f->q->better > 0 ? "Most" : "Fewest", names_of_group(f, s->of).text,
                           finding_value(f, finding_mean(f, (*s->of.model)->own, IN_RANGE)));
    for (int i = 0; i < s->others.count && i < FIGURES_NAMED; i++) {
        struct cell c = cell_difference(f->q, s->ratio[i], (double)NAN, false);
        char number[NUMBER_TEXT], ends[NUMBER_TEXT];
        cell_print(number, ends, &c);
        text = SAY("%s%s %s %s %s", text, i ? "," : ";", finding_label(s->others.model[i]), number, ends);
    }
    int more = s->others.count - FIGURES_NAMED;
    add(f, !s->others.count ? SAY("%s; no other is shown to differ.", text)
           : more > 0       ? SAY("%s of it, and %d more.", text, more)
                            : SAY("%s of it.", text));
}

void answer_say(struct answer *a, struct arena *arena) {
    struct findings f = {.a = a, .c = a->c, .arena = arena, .q = &metrics[a->metric].quantity};
    a->findings = 0;
    if (metrics[a->metric].of_run) {
        say_figure(&f);
        return;
    }
    say_order(&f);
    say_in_range(&f);
    say_beyond(&f);
    say_policy(&f);
    if (!say_pairs(&f))
        say_better(&f);
}
