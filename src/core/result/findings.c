/* findings.c -- the statements of a comparison as sentences about the models that are shown; nothing is decided here.
 * See answer.h. */
#include <math.h>
#include <string.h>

#include "base/text.h"
#include "base/utf8.h"
#include "result/answer.h"
#include "result/table_lengths.h"

enum { TIERS = 3, PAIRS_NAMED = 4, BETTER_NAMED = 2, FIGURES_NAMED = 4 };
enum { NAMED = 4, NAMED_COLUMNS = 54, SOME = 3, SOME_COLUMNS = 44 };
#define TIER .10 /* of a share: a range never hides that two groups are so far apart */

struct findings {
    struct answer *a;
    struct arena *arena;
    const struct quantity *q; /* of the metric that sentences are about */
    struct group last;        /* of those that fall, those that were named last */
    const char *others;       /* all others, in words */
};
#define SAY(...) arena_format(f->arena, __VA_ARGS__)

/* ---- Numbers */

static const char *unit(const struct findings *f) { return f->q->unit[0] == '%' ? " %" : ""; }

static double mean(const struct findings *f, const struct compare_row *r, int i) {
    const struct summary *s = answer_number(f->a, r, i);
    return s ? s->mean : (double)NAN;
}

static const char *value(const struct findings *f, const struct compare_row *r, int i) {
    return fill_value(f->q, mean(f, r, i), f->arena);
}

/* "100", "51..64": of these models as they are, or under the policy of the table, in column i. */
static const char *range(const struct findings *f, struct group g, bool under, int i) {
    double low = (double)NAN, high = low;
    for (int k = 0; k < g.count; k++) {
        const double x = mean(f, under ? g.model[k]->under : g.model[k]->own, i);
        low = fmin(low, x);
        high = fmax(high, x);
    }
    return fill_values(f->q, low, high, f->arena);
}

/* "51..64 %", as they are */
static const char *figures(const struct findings *f, struct group g, int i) {
    return SAY("%s%s", range(f, g, false, i), unit(f));
}

/* ---- Names */

/* Names, and the ending of a verb that follows: "s" or "es" of one, "" of several. */
struct names {
    const char *text, *s, *es, *are;
};

static struct names names(const char *text, bool one) {
    return (struct names){text, one ? "s" : "", one ? "es" : "", one ? "is" : "are"};
}

/* How many models an entry of the list has in a grid, where all of them are in the group from this one on, and shown;
 * else 1. */
static int kin(const struct findings *f, struct group g, int i) {
    const struct answer_model *m = g.model[i], *end = f->a->model + f->a->models, *k = m;
    if (!f->a->c->grid.keys || (m > f->a->model && m[-1].series->first->entry == m->series->first->entry))
        return 1;
    for (; k < end && k->series->first->entry == m->series->first->entry; k++)
        if (!k->shown || i + (k - m) >= g.count || g.model[i + (k - m)] != k)
            return 1;
    return (int)(k - m);
}

/* "all", "all others": in range but for those that guess and controls, beyond but for one control; NULL: not so. */
static const char *everyone(const struct findings *f, struct group g, enum statement_kind kind) {
    const bool in_range = kind <= SAYS_BELOW_GATE;
    const unsigned apart = f->a->said & (1U << SAYS_GUESSES | 1U << SAYS_CONTROL);
    int rest = 0, controls = 0, all = 0;
    if (kind < SAYS_LEARNED || kind > SAYS_HARMS || kind == SAYS_BELOW_LEVEL ||
        (kind == SAYS_PARTLY && f->a->metric == METRIC_ACCURACY))
        return NULL;
    for (const struct answer_model *m = f->a->model; m < f->a->model + f->a->models; m++) {
        const bool baseline = m->own && m->own->first->settings->baseline;
        if (answer_says(m, kind))
            all++;
        else if (m->own && !baseline && !(in_range ? m->says & apart : m->is == CLASS_CONTROL))
            return NULL;
        else if (m->own && !(baseline && in_range))
            rest++, controls += !baseline;
    }
    return all > g.count || (in_range ? all < 2 : all < 3 || controls > 1) ? NULL : rest ? f->others : "all";
}

/* Lists those that are shown while they are few and short; in a grid an entry whose models are all there is one name.
 * Returns how many models are named. */
static int list(const struct findings *f, struct group g, int most, int columns, struct names *who) {
    const char *text = "";
    int named = 0, count = 0;
    for (int i = 0, n; i < g.count; i += n) {
        const struct member *m = g.model[i]->series->first;
        n = kin(f, g, i);
        if (!g.model[i]->shown)
            continue;
        const char *name = n > 1 ? fill_plain(m->label, m, &f->a->c->sweeps, f->arena) : m->label;
        columns -= utf8_columns(name);
        if (count == most || (count && columns < 0))
            break;
        columns -= 2;
        named += n;
        text = SAY("%s%s%s", text, !count++ ? "" : named == g.count ? " and " : ", ", name);
    }
    *who = names(text, named == g.count && count == 1);
    return named;
}

/* "a, b and 4 others": in full if they are few. */
static struct names names_of(const struct findings *f, struct group g, enum statement_kind kind) {
    struct names who = names(everyone(f, g, kind), false);
    if (who.text || list(f, g, NAMED, NAMED_COLUMNS, &who) == g.count)
        return who;
    const int others = g.count - list(f, g, SOME, SOME_COLUMNS, &who);
    return !others ? who : names(SAY("%s and %d other%s", who.text, others, others > 1 ? "s" : ""), g.count == 1);
}

/* ---- Clauses */

/* "X passes 95 % in 4 of 5 seeds, Y in 1 of 5" */
static const char *in_part(const struct findings *f, struct group g, const char *who) {
    const double gate = 100 * f->a->c->compare.gate;
    const char *text = "";
    if (g.count > 2)
        return SAY("%s pass %g %% in only some seeds", who, gate);
    for (int i = 0; i < g.count; i++) {
        const struct compare_row *r = g.model[i]->own;
        if (g.model[i]->shown)
            text = *text ? SAY("%s, %s in %d of %d", text, r->first->label, r->passed, r->finished)
                         : SAY("%s passes %g %% in %d of %d seeds", r->first->label, gate, r->passed, r->finished);
    }
    return text;
}

/* "alibi falls to 76 %, learned and rope to 50..54 %": cut at the widest gaps, the best first. */
static const char *tiers(struct findings *f, struct group all) {
    const char *text = "";
    double *x = arena_alloc(f->arena, (size_t)all.count, sizeof *x), widest[TIERS - 1] = {0};
    for (int i = 0; i < all.count; i++)
        x[i] = mean(f, all.model[i]->own, f->a->at);
    sort_ascending(x, all.count);
    for (int i = 1; i < all.count; i++) {
        double gap = x[i] - x[i - 1];
        widest[1] = fmax(widest[1], fmin(widest[0], gap));
        widest[0] = fmax(widest[0], gap);
    }
    const double least = f->q->better > 0 && !isinf(f->q->high) ? fmax(TIER, widest[1]) : (double)INFINITY;
    for (int end = all.count, first, cuts = 0; end; end = first, cuts++) {
        for (first = end - 1; first && !(x[first] - x[first - 1] >= least && cuts < TIERS - 1);)
            first--;
        struct group tier = {0, arena_alloc(f->arena, (size_t)all.count, sizeof(void *))};
        bool shown = false;
        for (int i = 0; i < all.count; i++) {
            const double at = mean(f, all.model[i]->own, f->a->at);
            if (at >= x[first] && at <= x[end - 1])
                shown |= (tier.model[tier.count++] = all.model[i])->shown;
        }
        if (!shown)
            continue;
        const struct names who = names_of(f, tier, SAYS_FALLS);
        const char *verb = *text ? "" : f->q->better > 0 ? SAY("fall%s ", who.s) : SAY("rise%s ", who.s);
        text = text_join(text, ", ", SAY("%s %sto %s", who.text, verb, figures(f, tier, f->a->at)), f->arena);
        f->last = tier;
    }
    return text;
}

/* "ntk for rope (98 %, not 6.3)" */
static const char *better(const struct findings *f, const struct statement *s) {
    const struct answer_model *m = *s->of.model;
    const char *policy = "";
    for (const struct policy *const *p = s->better; *p; p++)
        policy = text_join(policy, " or ", (*p)->name, f->arena);
    return SAY("%s for %s (%s%s, not %s)", policy, m->series->first->label, value(f, m->instead, f->a->at), unit(f),
               value(f, m->under, f->a->at));
}

static const char *row_name(const struct findings *f, const struct compare_row *r) {
    return r == f->a->model[r->first->series - f->a->c->series].own ? r->first->label : r->name;
}

/* "rope - learned -2 points (not shown to differ)" */
static const char *pair(const struct findings *f, const struct compare_pair *p) {
    struct cell c = cell_difference(f->q, p->of[f->a->metric][f->a->at], (double)NAN, false);
    char number[NUMBER_TEXT];
    c.format.digits = fabs(c.value * c.format.scale) < 9.95 ? c.format.digits : 0;
    cell_print(number, NULL, &c);
    return SAY("%s - %s %s%s%s%s", row_name(f, p->a), row_name(f, p->b), number, *f->q->difference ? " " : "",
               f->q->difference, p->test[f->a->metric][f->a->at].marked ? "" : " (not shown to differ)");
}

/* "Fewest: rope (102); learned x1.61 [1.5-1.7] of it" */
static const char *fewest(const struct findings *f, const struct statement *s, const char *who) {
    const struct compare_row *best = (*s->of.model)->own;
    const int more = s->others.count - FIGURES_NAMED;
    const char *others = "";
    for (int i = 0; i < s->others.count && i < FIGURES_NAMED; i++) {
        const struct compare_row *r = s->others.model[i]->own;
        double p;
        struct cell c = cell_difference(f->q, answer_by_seed(f->a, r, best, IN_RANGE, &p), (double)NAN, false);
        char number[NUMBER_TEXT], ends[NUMBER_TEXT];
        cell_print(number, ends, &c);
        others = text_join(others, ", ", SAY("%s %s %s", r->first->label, number, ends), f->arena);
    }
    return SAY("%s: %s (%s); %s%s", f->q->better > 0 ? "Most" : "Fewest", who, value(f, best, IN_RANGE),
               *others ? SAY("%s of it", others) : "no other is shown to differ",
               more > 0 ? SAY(", and %d more", more) : "");
}

static const char *clause(struct findings *f, const struct statement *s) {
    const struct names who = names_of(f, s->of, s->kind);
    const int seeds = (*s->of.model)->own->finished;
    const bool up = f->q->better > 0;
    const char *in = figures(f, s->of, IN_RANGE), *at = figures(f, s->of, f->a->at), *none = " (no positions)";
    const char *order = !s->others.count ? ""
                                         : SAY("%s without it (%s), %s with it (%s)", figures(f, s->others, IN_RANGE),
                                               names_of(f, s->others, s->kind).text, in, who.text);
    for (int i = 0; i < s->of.count; i++)
        none = s->of.model[i]->is == CLASS_CONTROL ? none : "";
    if (s->kind >= SAYS_GUESSES && s->kind <= SAYS_BELOW_GATE && f->a->metric != METRIC_ACCURACY)
        return SAY("%s%s %s at %s", who.text, none, who.are, in);
    switch (s->kind) {
    case SAYS_ORDER_MATTERS: return SAY("Word order matters here: %s", order);
    case SAYS_ORDER_PROBABLY:
        return SAY("Word order probably matters here: %s; %d seeds do not confirm it", order, seeds);
    case SAYS_ORDER_NOT_SHOWN:
        return SAY("Word order is not shown to help here%s: %s%s",
                   s->tests > 1 ? SAY(", after correction for %d tests", s->tests) : "", order,
                   s->tests ? "" : "; one seed, no test");
    case SAYS_GUESSES: return SAY("%s%s guess%s", who.text, none, who.es);
    case SAYS_CONTROL: return SAY("%s%s get%s %s", who.text, none, who.s, in);
    case SAYS_LEARNED: return SAY("%s reach%s %s", who.text, who.es, in);
    case SAYS_PARTLY: return in_part(f, s->of, who.text);
    case SAYS_BELOW_GATE: return SAY("%s stay%s below %g %% (%s)", who.text, who.s, 100 * f->a->c->compare.gate, in);
    case SAYS_HOLDS: return SAY("%s hold%s at %s", who.text, who.s, at);
    case SAYS_FALLS: return tiers(f, s->of);
    case SAYS_OPEN:
        return SAY("whether %s %s%s is open (%s to %s%s)", who.text, up ? "fall" : "rise", who.s,
                   range(f, s->of, false, IN_RANGE), at, s->tests > 1 ? SAY("; %d tests", s->tests) : "");
    case SAYS_ONE_SEED: return SAY("%s %s at %s, from %s: one seed, no test", who.text, who.are, at, in);
    case SAYS_HELPS:
    case SAYS_HARMS:
        return SAY("%s %s from %s to %s%s", (s->kind == SAYS_HELPS) == up ? "lifts" : "lowers", who.text,
                   range(f, s->of, false, f->a->at), range(f, s->of, true, f->a->at), unit(f));
    case SAYS_BETTER: return better(f, s);
    case SAYS_PAIR: return pair(f, s->pair);
    case SAYS_FEWEST: return fewest(f, s, who.text);
    default: return "";
    }
}

/* ---- Sentences */

/* ", below what trained positions alone give (63 %)", of those that were named last; else who. */
static const char *below(const struct findings *f) {
    const struct statement *s = answer_statement(f->a, SAYS_BELOW_LEVEL);
    if (!answer_said(f->a, SAYS_BELOW_LEVEL))
        return "";
    f->a->named = s->level;
    const struct names who = names_of(f, s->of, s->kind);
    bool same = s->of.count == f->last.count && !answer_said(f->a, SAYS_OPEN) && !answer_said(f->a, SAYS_ONE_SEED);
    for (int i = 0; same && i < f->last.count; i++)
        same = answer_says(f->last.model[i], SAYS_BELOW_LEVEL);
    return SAY("%sbelow %s (%s%s)", same ? ", " : SAY("; %s %s ", who.text, who.are),
               strcmp(s->level->name, TASK_TRAINED_POSITIONS) == 0 ? "what trained positions alone give"
                                                                   : "what is known without order",
               fill_value(f->q, s->level->of[f->a->metric].at[f->a->at], f->arena), unit(f));
}

/* What is said of models that are shown: so many clauses joined by a sign. */
static const char *clauses(struct findings *f, enum statement_kind first, enum statement_kind last, int most,
                           const char *sign) {
    const char *text = "";
    for (const struct statement *s = f->a->statement; s < f->a->statement + f->a->statements && most; s++) {
        bool shown = s->kind == SAYS_FEWEST || (s->pair && s->pair->of[f->a->metric][f->a->at].n);
        for (int i = 0; i < s->of.count && !s->pair; i++)
            shown |= s->of.model[i]->shown;
        if (s->kind < first || s->kind > last || s->kind == SAYS_BELOW_LEVEL || !shown)
            continue;
        text = text_join(text, sign, clause(f, s), f->arena);
        most--;
    }
    return text;
}

static void say(struct findings *f, enum statement_kind first, enum statement_kind last, int most, const char *sign,
                const char *begins) {
    const char *text = clauses(f, first, last, most, sign);
    if (*text)
        f->a->finding[f->a->findings++] = SAY("%s%s%s.", begins, text, first == SAYS_HOLDS ? below(f) : "");
}

/* "At 64 words (4x)" */
static const char *place_of(const struct findings *f) {
    const struct range in = f->a->c->words[IN_RANGE], at = f->a->c->words[f->a->at];
    return f->a->at == IN_RANGE ? "At trained lengths"
           : f->a->c->trained_differs
               ? SAY("At %s words", fill_words(at, f->arena))
               : SAY("At %s words (%gx)", fill_words(at, f->arena), nearbyint(100.0 * at.high / in.high) / 100);
}

/* "At 64 words (4x), as they are, " */
static const char *as_is(const struct findings *f) {
    int models = 0;
    for (const struct answer_model *m = f->a->model; m < f->a->model + f->a->models; m++)
        models += m->is > CLASS_CONTROL;
    return SAY("%s, as %s, ", place_of(f), models > 1 ? "they are" : "it is");
}

static bool is_about(const struct statement *s, const struct policy *policy) {
    bool is = false;
    for (const struct policy *const *p = s->better; *p; p++)
        is |= *p == policy;
    return is;
}

const char *answer_title(struct answer *a, const struct policy *shown, struct arena *arena) {
    struct findings of = {a, arena, &metrics[a->metric].quantity, {0}, "all that see order"}, *f = &of;
    const char *text = "";
    if (!shown) {
        text = clauses(f, SAYS_HOLDS, SAYS_ONE_SEED, STATEMENT_KINDS, "; ");
        return *text ? SAY("%s%s.", as_is(f), text) : a->findings ? a->finding[0] : "";
    }
    if (shown == a->policy && *(text = clauses(f, SAYS_HELPS, SAYS_HARMS, 2, "; it ")))
        return SAY("%s, %s %s.", place_of(f), shown->name, text);
    for (const struct statement *s = a->statement; s < a->statement + a->statements; s++)
        if (s->kind == SAYS_BETTER && is_about(s, shown))
            text = text_join(text, "; ", clause(f, s), f->arena);
    return *text ? SAY("%s, better than %s: %s.", place_of(f), a->policy->name, text) : "";
}

void answer_say(struct answer *a, struct arena *arena) {
    struct findings of = {a, arena, &metrics[a->metric].quantity, {0}, "all others"}, *f = &of;
    a->findings = 0;
    a->said = 0;
    a->named = NULL;
    for (const struct answer_model *m = a->model; m < a->model + a->models; m++)
        a->said |= m->shown ? m->says : 0;
    say(f, SAYS_ORDER_MATTERS, SAYS_ORDER_NOT_SHOWN, 1, "", "");
    a->above = a->findings;
    say(f, SAYS_GUESSES, SAYS_BELOW_GATE, STATEMENT_KINDS, "; ", "At trained lengths ");
    say(f, SAYS_HOLDS, SAYS_ONE_SEED, STATEMENT_KINDS, "; ", as_is(f));
    if (a->policy)
        say(f, SAYS_HELPS, SAYS_HARMS, 2, "; it ",
            SAY("There %s (%s, no further training) ", a->policy->name, a->policy->summary));
    const int before = a->findings;
    say(f, SAYS_PAIR, SAYS_PAIR, PAIRS_NAMED, "; ", SAY("%s: ", place_of(f)));
    if (a->policy && a->findings == before)
        say(f, SAYS_BETTER, SAYS_BETTER, BETTER_NAMED, "; ", SAY("Better there than %s: ", a->policy->name));
    say(f, SAYS_FEWEST, SAYS_FEWEST, 1, "", "");
}
