/* findings.c -- what a comparison shows, in sentences: who learned the task, who still works at the tested length,
 * which policy helps there, and what so many seeds leave open. What is not marked is never called equal. See answer.h.
 */
#include <ctype.h>
#include <math.h>
#include <string.h>

#include "result/answer.h"
#include "result/table_lengths.h"
#include "study/series.h"
#include "study/summarise.h"

enum { NAMED = 4, SEEDS_MOST = 1000 };
#define NEAR .01 /* a share that may be told from another, of one seed */

/* The sentences so far, and what they are about. */
struct findings {
    struct answer *a;
    const struct comparison_result *c;
    struct arena *arena;
    bool named;  /* the last sentence is about those that learned the task: "they" */
    bool placed; /* a sentence says at which length: "there" */
};

static void add(struct findings *f, const char *text) {
    if (f->a->findings < FINDINGS_MOST)
        f->a->finding[f->a->findings++] = text;
    f->named = false;
}

/* ---- Words */

/* "a", "a and b", "a, b and c", "a, b, c and 4 others" */
static const char *join(const struct findings *f, const char *const *name, int count) {
    const char *text = count ? name[0] : "";
    int named = count > NAMED ? NAMED - 1 : count;
    for (int i = 1; i < named; i++)
        text = arena_format(f->arena, "%s%s%s", text, i == count - 1 ? " and " : ", ", name[i]);
    return count > named ? arena_format(f->arena, "%s and %d others", text, count - named) : text;
}

/* "100 %", "51..64 %" */
static const char *range(const struct findings *f, double low, double high) {
    const char *from = fill_percent(low, f->arena), *to = fill_percent(high, f->arena);
    return strcmp(from, to) == 0 ? arena_format(f->arena, "%s %%", to) : arena_format(f->arena, "%s..%s %%", from, to);
}

/* "At 256 words (16x)", or what is tested where all rows of a test file are taken together. */
static const char *place(const struct findings *f) {
    const struct comparison_result *c = f->c;
    if (f->a->at > c->lengths)
        return "On all test rows";
    const char *words = fill_words(c->words[f->a->at], f->arena);
    double times = (double)c->words[f->a->at].high / c->words[IN_RANGE].high;
    return times > 1 ? arena_format(f->arena, "At %s words (%.3gx)", words, times)
                     : arena_format(f->arena, "At %s words", words);
}

static const struct summary *at(const struct findings *f, const struct compare_row *r) {
    return &r->of[METRIC_ACCURACY][f->a->at];
}

static double size(const struct findings *f, const struct compare_pair *p) {
    return p->of[METRIC_ACCURACY][f->a->at].mean;
}

static const char *label(const struct answer_model *m) { return m->own->first->label; }

/* ---- In range */

enum learned { LEARNED, LEARNED_IN_PART, AT_CHANCE, BELOW_PASS, NO_MODEL };

static enum learned learned(const struct findings *f, const struct answer_model *m) {
    const struct compare_row *r = m->own;
    const struct summary *in_range = &r->of[METRIC_ACCURACY][IN_RANGE];
    double chance = f->c->baseline[CHANCE].of[METRIC_ACCURACY].at[IN_RANGE],
           low = isnan(in_range->low) ? in_range->mean : in_range->low;
    return r->first->settings->baseline                                 ? NO_MODEL
           : r->passed == r->finished                                   ? LEARNED
           : r->passed                                                  ? LEARNED_IN_PART
           : low <= chance + NEAR && in_range->mean < chance + 5 * NEAR ? AT_CHANCE
                                                                        : BELOW_PASS;
}

/* The models of a kind: their names, and the range of their accuracy in range, or at the tested length. */
struct group {
    int count;
    const char **name;
    const struct answer_model **model;
    double low, high;
};

static struct group find(const struct findings *f, enum learned kind, bool in_range) {
    struct group g = {.name = arena_alloc(f->arena, (size_t)f->a->models, sizeof *g.name),
                      .model = arena_alloc(f->arena, (size_t)f->a->models, sizeof(void *))};
    for (const struct answer_model *m = f->a->model; m < f->a->model + f->a->models; m++) {
        if (learned(f, m) != kind)
            continue;
        double mean = in_range ? m->own->of[METRIC_ACCURACY][IN_RANGE].mean : at(f, m->own)->mean;
        g.low = g.count ? fmin(g.low, mean) : mean;
        g.high = g.count ? fmax(g.high, mean) : mean;
        g.model[g.count] = m;
        g.name[g.count++] = label(m);
    }
    return g;
}

static void say_guessers(struct findings *f) {
    struct group g = find(f, AT_CHANCE, true);
    bool see_no_order = g.count > 0;
    for (int i = 0; i < g.count; i++)
        see_no_order = see_no_order && member_is_control(g.model[i]->own->first);
    if (see_no_order)
        add(f, "Without positions (none) a model only guesses, even at trained lengths.");
    else if (g.count)
        add(f, arena_format(f->arena, "Even at trained lengths %s only guess%s.", join(f, g.name, g.count),
                            g.count == 1 ? "es" : ""));
}

static void say_learned(struct findings *f) {
    struct group g = find(f, LEARNED, true), guess = find(f, AT_CHANCE, true);
    const char *who = g.count > 1 && g.count == f->a->models                 ? "all"
                      : g.count > 1 && g.count + guess.count == f->a->models ? "all others"
                                                                             : join(f, g.name, g.count);
    if (g.count)
        add(f, arena_format(f->arena, "At trained lengths %s reach%s %s%s.", who, g.count == 1 ? "es" : "",
                            range(f, g.low, g.high),
                            g.count > 1 && g.low >= .995 ? ": nothing tells them apart there" : ""));
    f->named = g.count > 0;
}

static void say_not_learned(struct findings *f) {
    struct group part = find(f, LEARNED_IN_PART, true), below = find(f, BELOW_PASS, true);
    for (int i = 0; i < part.count; i++)
        part.name[i] = arena_format(f->arena, "%s (%d of %d)", part.name[i], part.model[i]->own->passed,
                                    part.model[i]->own->finished);
    if (part.count)
        add(f, arena_format(f->arena, "Only some seeds reach the pass mark of %g %%: %s.", 100 * f->c->compare.gate,
                            join(f, part.name, part.count)));
    if (below.count)
        add(f, arena_format(f->arena, "At trained lengths %s stay%s at %s, below the pass mark of %g %%.",
                            join(f, below.name, below.count), below.count == 1 ? "s" : "",
                            range(f, below.low, below.high), 100 * f->c->compare.gate));
}

/* ---- At the tested length, each model as it is */

/* "learned+interpolate", "none": a row by its label where it is its model's own. */
static const char *row_text(const struct findings *f, const struct compare_row *r) {
    return answer_is_other(f->a, r) ? r->name : r->first->label;
}

/* "above none: rope (+88 points) and learned (+18)", or "rope - learned +12 points" where they have not one base and
 * one sign; NULL: none of those that are tested is marked. */
static const char *differences(const struct findings *f, const struct compare_pair *const *tested, int tests) {
    const struct compare_pair **pair = arena_alloc(f->arena, (size_t)tests, sizeof(void *));
    const char **text = arena_alloc(f->arena, (size_t)tests, sizeof *text);
    int count = 0;
    bool alike = true;
    for (int i = 0; i < tests; i++)
        if (tested[i]->test[METRIC_ACCURACY][f->a->at].marked)
            pair[count++] = tested[i];
    for (int i = 1; i < count; i++)
        alike = alike && pair[i]->b == pair[0]->b && (size(f, pair[i]) > 0) == (size(f, pair[0]) > 0);
    for (int i = 0; i < count; i++) {
        const char *by = arena_format(f->arena, fabs(size(f, pair[i])) < 0.0995 ? "%+.1f" : "%+.0f",
                                      100 * size(f, pair[i])),
                   *unit = i ? "" : " points";
        text[i] =
            alike ? arena_format(f->arena, "%s (%s%s)", row_text(f, pair[i]->a), by, unit)
                  : arena_format(f->arena, "%s - %s %s%s", row_text(f, pair[i]->a), row_text(f, pair[i]->b), by, unit);
    }
    return !count  ? NULL
           : alike ? arena_format(f->arena, "%s %s: %s", size(f, pair[0]) > 0 ? "above" : "below",
                                  row_text(f, pair[0]->b), join(f, text, count))
                   : join(f, text, count);
}

/* ": 5 seeds cannot tell them from none", "them apart"; of pairs that were asked for "; 5 seeds cannot tell rope from
 * t5": as many seeds as the pair has that has most. */
static const char *untold(const struct findings *f, const struct group *g, const struct compare_pair *const *tested,
                          int tests) {
    const char **text = arena_alloc(f->arena, (size_t)tests, sizeof *text);
    bool pairs = *f->c->compare.pairs, first = false;
    int seeds = 0;
    for (int i = 0; i < tests; i++) {
        int n = tested[i]->of[METRIC_ACCURACY][f->a->at].n;
        seeds = n > seeds ? n : seeds;
        text[i] = arena_format(f->arena, "%s from %s", row_text(f, tested[i]->a), row_text(f, tested[i]->b));
    }
    for (int i = 0; i < g->count; i++)
        first = first || g->model[i] == f->a->model;
    const char *whom = pairs ? join(f, text, tests)
                       : !first
                           ? arena_format(f->arena, "%s from %s", g->count == 1 ? "it" : "them", label(f->a->model))
                       : g->count == 1 ? "it from the others"
                       : g->count == 2 ? "the two apart"
                                       : "them apart";
    return arena_format(f->arena, "%s %d seeds cannot tell %s", pairs ? ";" : ":", seeds, whom);
}

static void say_longest(struct findings *f) {
    struct group g = find(f, LEARNED, false);
    const struct compare_pair **tested = arena_alloc(f->arena, (size_t)f->c->pairs, sizeof(void *));
    int tests = 0;
    for (const struct compare_pair *p = f->c->pair; p < f->c->pair + f->c->pairs; p++)
        if (p->a->first != p->b->first && !isnan(p->test[METRIC_ACCURACY][f->a->at].p))
            tested[tests++] = p;
    const char *marked = differences(f, tested, tests), *rest = "";
    if (marked)
        rest = arena_format(f->arena, g.count ? "; %s" : ": %s", marked);
    else if (tests)
        rest = untold(f, &g, tested, tests);
    bool falls = g.high < find(f, LEARNED, true).low - .05; /* even the best of them is below what it is in range */
    const char *verb = falls ? g.count == 1 ? "falls to" : "fall to" : g.count == 1 ? "reaches" : "reach";
    if (g.count)
        add(f, arena_format(f->arena, "%s %s %s %s%s.", place(f),
                            g.count == 1 ? g.name[0]
                            : f->named   ? "they"
                                         : join(f, g.name, g.count),
                            verb, range(f, g.low, g.high), rest));
    else if (marked)
        add(f, arena_format(f->arena, "%s%s.", place(f), rest));
    f->placed = g.count || marked;
}

/* ---- Policies */

/* " at 64 words (4x)", unless that was said: then `otherwise` */
static const char *where(const struct findings *f, const char *otherwise) {
    const char *in_full = place(f);
    return f->placed ? otherwise : arena_format(f->arena, " %c%s", tolower(*in_full), in_full + 1);
}

/* Each policy that is the best of some models: "sinusoidal from 50 to 93 %" for each of these. */
static void say_gains(struct findings *f) {
    const char *untrained = ", no further training"; /* said once */
    const char **text = arena_alloc(f->arena, (size_t)f->a->models, sizeof *text);
    for (const struct policy *const *p = policies; *p; p++) {
        int count = 0;
        for (const struct answer_model *m = f->a->model; m < f->a->model + f->a->models; m++)
            if (m->gain && m->gain->a->policy == *p)
                text[count++] =
                    arena_format(f->arena, "%s from %s to %s %%", label(m), fill_percent(at(f, m->own)->mean, f->arena),
                                 fill_percent(at(f, m->gain->a)->mean, f->arena));
        if (count) {
            add(f, arena_format(f->arena, "+ %s (%s%s) lifts %s%s.", (*p)->name, (*p)->summary, untrained,
                                join(f, text, count), where(f, "")));
            untrained = "";
        }
    }
}

/* The policy that harms most. */
static void say_loss(struct findings *f) {
    const struct answer_model *worst = NULL;
    for (const struct answer_model *m = f->a->model; m < f->a->model + f->a->models; m++)
        if (m->loss && (!worst || size(f, m->loss) < size(f, worst->loss)))
            worst = m;
    if (worst)
        add(f, arena_format(f->arena, "+ %s harms%s: %s falls from %s to %s %%.", worst->loss->a->policy->name,
                            where(f, " there"), label(worst), fill_percent(at(f, worst->own)->mean, f->arena),
                            fill_percent(at(f, worst->loss->a)->mean, f->arena)));
}

/* ---- What is open */

/* Of what looks better and is not marked the largest, and how many seeds would find it. */
static void say_open(struct findings *f) {
    const struct compare_pair *open = NULL;
    double most = 0;
    for (const struct answer_model *m = f->a->model; m < f->a->model + f->a->models; m++) {
        double gain = m->open ? size(f, m->open) : 0;
        open = gain > most ? m->open : open;
        most = fmax(most, gain);
    }
    if (!open)
        return;
    int n = open->of[METRIC_ACCURACY][f->a->at].n,
        seeds = seeds_needed(most, pair_detectable(f->a->usual, open, METRIC_ACCURACY, f->a->at), n,
                             HOLM_ALPHA / f->a->usual->tested[METRIC_ACCURACY], SEEDS_MOST);
    const char *would = seeds >= SEEDS_MOST ? arena_format(f->arena, "More than %d", SEEDS_MOST)
                                            : arena_format(f->arena, "About %d", seeds);
    add(f, arena_format(f->arena, "Open: does %s help %s (from %s to %s %%)? %s seeds would tell.",
                        open->a->policy->name, open->a->first->label, fill_percent(at(f, open->b)->mean, f->arena),
                        fill_percent(at(f, open->a)->mean, f->arena), would));
}

void answer_say(struct answer *a, struct arena *arena) {
    struct findings f = {.a = a, .c = a->c, .arena = arena};
    if (!a->models)
        return;
    if (!a->c->settings.task->dataset_count) { /* what others can be learned to, nobody knows */
        say_guessers(&f);
        say_learned(&f);
        say_not_learned(&f);
    }
    say_longest(&f);
    say_gains(&f);
    say_loss(&f);
    int before = a->findings;
    say_open(&f);
    a->open = a->findings > before;
}
