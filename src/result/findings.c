/* findings.c -- the statements of a comparison as sentences about the models that are shown; nothing is decided here.
 * See answer.h. */
#include <math.h>
#include <string.h>

#include "base/utf8.h"
#include "result/answer.h"
#include "result/table_lengths.h"

enum { NAMED = 4, NAMED_COLUMNS = 56, SOME = 3, SOME_COLUMNS = 44, TIERS = 3, PAIRS_NAMED = 4, BETTER_NAMED = 2 };
#define TIER .10 /* of a share: a range never hides that two groups are so far apart */

struct findings {
    struct answer *a;
    const struct comparison_result *c;
    struct arena *arena;
    const struct quantity *q;
};

#define SAY(...) arena_format(f->arena, __VA_ARGS__)

/* Names, and the ending of a verb that follows: "s", "es", "" of several. */
struct names {
    const char *text, *s, *es;
};

static const char *label(const struct answer_model *m) { return m->series->first->label; }

/* ---- Numbers */

static const char *value(const struct findings *f, double x) {
    const struct cell c = cell_value(f->q, x, (double)NAN);
    char text[NUMBER_TEXT];
    cell_print(text, NULL, &c);
    return SAY("%s", text);
}

static const char *unit(const struct findings *f) { return f->q->unit[0] == '%' ? " %" : ""; }

typedef const struct compare_row *(*row_of)(const struct answer_model *m);
static const struct compare_row *own(const struct answer_model *m) { return m->own; }
static const struct compare_row *under(const struct answer_model *m) { return m->under; }

static double mean(const struct findings *f, const struct compare_row *r, int i) {
    const struct summary *s = answer_number(f->a, r, i);
    return s ? s->mean : (double)NAN;
}

/* "100", "51..64": of these rows in column i. */
static const char *range(const struct findings *f, struct group g, row_of row, int i) {
    double low = mean(f, row(*g.model), i), high = low;
    for (int k = 1; k < g.count; k++) {
        low = fmin(low, mean(f, row(g.model[k]), i));
        high = fmax(high, mean(f, row(g.model[k]), i));
    }
    const char *from = value(f, low), *to = value(f, high);
    return strcmp(from, to) == 0 ? to : SAY("%s..%s", from, to);
}

/* ---- Names */

static struct names names_of(const char *text, bool one) {
    return (struct names){text, one ? "s" : "", one ? "es" : ""};
}

static bool has(struct group g, const struct answer_model *m) {
    for (int i = 0; i < g.count; i++)
        if (g.model[i] == m)
            return true;
    return false;
}

/* How many models of a grid an entry of the list has from this one on, all of them in the group and shown; else 1. */
static int kin(const struct findings *f, struct group g, const struct answer_model *m) {
    const struct answer_model *end = f->a->model + f->a->models, *k = m;
    bool first = m == f->a->model || m[-1].series->first->entry != m->series->first->entry,
         all = f->c->grid.keys && first;
    for (; all && k < end && k->series->first->entry == m->series->first->entry; k++)
        all = k->shown && has(g, k);
    return all && k - m > 1 ? (int)(k - m) : 1;
}

/* "all", "all others": but for one control and baselines; NULL: not so. */
static const char *everyone(const struct findings *f, struct group g) {
    int rest = 0, controls = 0;
    for (const struct answer_model *m = f->a->model; m < f->a->model + f->a->models; m++) {
        bool baseline = m->own && m->own->first->settings->baseline;
        if (m->is == CLASS_NO_RESULT || has(g, m))
            continue;
        if (!baseline && m->is != CLASS_CONTROL)
            return NULL;
        rest++;
        controls += !baseline;
    }
    return g.count < 3 || controls > 1 ? NULL : rest ? "all others" : "all";
}

/* "a, b and 4 others": those that are shown, in full if they are few. */
static struct names names(const struct findings *f, struct group g) {
    const char **name = arena_alloc(f->arena, (size_t)g.count, sizeof *name), *text = "";
    int *of = arena_alloc(f->arena, (size_t)g.count, sizeof *of), count = 0, shown = 0, columns = 0, said = 0;
    for (int i = 0, n; i < g.count; i += n) {
        const struct answer_model *m = g.model[i];
        n = kin(f, g, m);
        if (!m->shown)
            continue;
        name[count] = n > 1 ? fill_plain(label(m), m->series->first, &f->c->sweeps, f->arena) : label(m);
        columns += utf8_columns(name[count]) + 2;
        shown += n;
        of[count++] = n;
    }
    int most = shown == g.count && count <= NAMED && columns <= NAMED_COLUMNS ? count : SOME;
    for (int i = columns = 0; i < count && i < most; i++) {
        columns += utf8_columns(name[i]);
        if (most == SOME && i && columns > SOME_COLUMNS)
            break;
        columns += 2;
        bool last = said + of[i] == g.count;
        text = SAY("%s%s%s", text, !i ? "" : last ? " and " : ", ", name[i]);
        said += of[i];
    }
    int others = g.count - said;
    return names_of(others ? SAY("%s and %d other%s", text, others, others > 1 ? "s" : "") : text,
                    g.count == 1 || (!others && count == 1));
}

static struct names names_or_all(const struct findings *f, struct group g) {
    const char *all = everyone(f, g);
    return all ? names_of(all, false) : names(f, g);
}

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
    for (int kind = SAYS_ORDER_MATTERS; kind <= SAYS_ORDER_NOT_SHOWN; kind++) {
        const struct statement *s = find(f, kind);
        if (!s)
            continue;
        const char *numbers =
            SAY("%s%s with it (%s), %s%s without it (%s)", range(f, s->of, own, IN_RANGE), unit(f),
                names(f, s->of).text, range(f, s->others, own, IN_RANGE), unit(f), names(f, s->others).text);
        int n = (*s->of.model)->own->finished;
        add(f, kind == SAYS_ORDER_MATTERS ? SAY("Word order matters here: %s.", numbers)
               : kind == SAYS_ORDER_PROBABLY
                   ? SAY("Word order probably matters here: %s; %d seeds do not confirm it.", numbers, n)
               : s->tests > 1
                   ? SAY("Word order is not shown to help here, after correction for %d tests: %s.", s->tests, numbers)
                   : SAY("Word order is not shown to help here: %s.", numbers));
    }
}

/* "X passes 95 % in 4 of 5 seeds, Y in 1 of 5" */
static const char *in_part(const struct findings *f, struct group g) {
    const double gate = 100 * f->c->compare.gate;
    const char *text = "";
    if (g.count > 2)
        return SAY("%s pass %g %% in only some seeds", names(f, g).text, gate);
    for (int i = 0; i < g.count; i++) {
        const struct compare_row *r = g.model[i]->own;
        const char *first = *text ? "" : SAY("passes %g %% ", gate);
        if (g.model[i]->shown)
            text = join(
                f, text, ", ",
                SAY("%s %sin %d of %d%s", label(g.model[i]), first, r->passed, r->finished, *text ? "" : " seeds"));
    }
    return text;
}

/* How many models are no baselines and not in this group. */
static int models_but(const struct findings *f, const struct statement *s) {
    int count = 0;
    for (const struct answer_model *m = f->a->model; m < f->a->model + f->a->models; m++)
        count += m->own && !m->own->first->settings->baseline && !(s && has(s->of, m));
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
        who = names(f, s->of);
        const char *what = none ? " (no positions)" : "", *numbers = range(f, s->of, own, IN_RANGE);
        text = join(f, text, "; ",
                    !right ? SAY("%s%s %s at %s%s", who.text, what, *who.s ? "is" : "are", numbers, unit(f))
                    : k    ? SAY("%s%s get%s %s%s", who.text, what, who.s, numbers, unit(f))
                           : SAY("%s%s guess%s", who.text, what, who.es));
    }
    for (int kind = SAYS_LEARNED; kind <= SAYS_BELOW_GATE; kind++) {
        if (!(s = find(f, kind)))
            continue;
        int others = models_but(f, guess) - (control ? control->of.count : 0);
        who = s->of.count == others && others > 1 ? names_of(*text ? "all others" : "all", false) : names(f, s->of);
        const char *numbers = SAY("%s%s", range(f, s->of, own, IN_RANGE), unit(f));
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

/* Models by their mean there, the best first. */
static struct group sorted(const struct findings *f, struct group g) {
    struct group to = {g.count, arena_alloc(f->arena, (size_t)g.count, sizeof(void *))};
    for (int i = 0; i < g.count; i++) {
        int k = i;
        double x = f->q->better * mean(f, g.model[i]->own, f->a->at);
        for (; k && f->q->better * mean(f, to.model[k - 1]->own, f->a->at) < x; k--)
            to.model[k] = to.model[k - 1];
        to.model[k] = g.model[i];
    }
    return to;
}

/* Those of one range, in the order of the table. */
static struct group in_table_order(const struct findings *f, const struct answer_model *const *model, int count) {
    struct group to = {0, arena_alloc(f->arena, (size_t)count, sizeof(void *))};
    const struct group of = {count, (const struct answer_model **)model};
    for (const struct answer_model *m = f->a->model; m < f->a->model + f->a->models; m++)
        if (has(of, m))
            to.model[to.count++] = m;
    return to;
}

/* "alibi falls to 76 %, learned and rope to 50..54 %": cut at the widest gaps; *last has those that are named last. */
static const char *tiers(const struct findings *f, struct group all, struct group *last) {
    const struct group g = sorted(f, all);
    const char *text = "";
    double least = f->q->better > 0 && !isinf(f->q->high) ? TIER : (double)INFINITY, widest[TIERS - 1] = {0};
    for (int i = 1; i < g.count; i++) {
        double gap = mean(f, g.model[i - 1]->own, f->a->at) - mean(f, g.model[i]->own, f->a->at);
        if (gap > widest[0])
            widest[1] = widest[0], widest[0] = gap;
        else if (gap > widest[1])
            widest[1] = gap;
    }
    least = fmax(least, widest[1]);
    for (int first = 0, end, cuts = 0; first < g.count; first = end) {
        for (end = first + 1; end < g.count; end++) {
            double gap = mean(f, g.model[end - 1]->own, f->a->at) - mean(f, g.model[end]->own, f->a->at);
            if (gap >= least && cuts < TIERS - 1) {
                cuts++;
                break;
            }
        }
        struct group tier = in_table_order(f, g.model + first, end - first);
        if (!answer_shows(tier))
            continue;
        struct names who = names_or_all(f, tier);
        const char *verb = *text ? "" : f->q->better > 0 ? SAY("fall%s ", who.s) : SAY("rise%s ", who.s);
        text = join(f, text, ", ", SAY("%s %sto %s%s", who.text, verb, range(f, tier, own, f->a->at), unit(f)));
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
        same = has(s->of, last.model[i]);
    const char *what = strcmp(s->level->name, TASK_TRAINED_POSITIONS) == 0 ? "what trained positions alone give"
                                                                           : "what is known without order";
    return SAY("%s%sbelow %s (%s%s)", text,
               same ? ", " : SAY("; %s %s ", names(f, s->of).text, s->of.count > 1 ? "are" : "is"), what,
               value(f, s->level->of[f->a->metric].at[f->a->at]), unit(f));
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
        text = SAY("%s hold%s at %s%s", who.text, who.s, range(f, s->of, own, at), unit(f));
    }
    if ((s = find(f, SAYS_FALLS)))
        text = join(f, text, "; ", tiers(f, s->of, &last));
    if ((s = find(f, SAYS_OPEN))) {
        who = names_or_all(f, s->of);
        const char *tests = s->tests > 1 ? SAY("; %d tests", s->tests) : "";
        text = join(f, text, "; ",
                    SAY("whether %s %s%s is open (%s to %s%s%s)", who.text, f->q->better > 0 ? "fall" : "rise", who.s,
                        range(f, s->of, own, IN_RANGE), range(f, s->of, own, at), unit(f), tests));
    }
    if ((s = find(f, SAYS_ONE_SEED))) {
        who = names_or_all(f, s->of);
        text = join(f, text, "; ",
                    SAY("%s %s at %s%s, from %s%s: one seed, no test", who.text, s->of.count == 1 ? "is" : "are",
                        range(f, s->of, own, at), unit(f), range(f, s->of, own, IN_RANGE), unit(f)));
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
                        SAY("%s %s from %s to %s%s", verb, names_or_all(f, s->of).text, range(f, s->of, own, f->a->at),
                            range(f, s->of, under, f->a->at), unit(f)));
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
                    SAY("%s for %s (%s%s, not %s)", policy, label(m), value(f, mean(f, m->instead, f->a->at)), unit(f),
                        value(f, mean(f, m->under, f->a->at))));
        said++;
    }
    if (*text)
        add(f, SAY("Better there than %s: %s.", f->a->policy->name, text));
}

static const char *row_name(const struct findings *f, const struct compare_row *r) {
    const struct answer_model *m = &f->a->model[r->first->series - f->c->series];
    return r == m->own ? label(m) : r->name;
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
                        *f->q->difference ? " " : "", f->q->difference, s->marked ? "" : " (not shown to differ)"));
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
    const char *text = SAY("%s: %s (%s)", f->q->better > 0 ? "Most" : "Fewest", names(f, s->of).text,
                           value(f, mean(f, (*s->of.model)->own, IN_RANGE)));
    for (int i = 0; i < s->others.count && i < NAMED; i++) {
        struct cell c = cell_difference(f->q, s->ratio[i], (double)NAN, false);
        char number[NUMBER_TEXT], ends[NUMBER_TEXT];
        cell_print(number, ends, &c);
        text = SAY("%s%s %s %s %s", text, i ? "," : ";", label(s->others.model[i]), number, ends);
    }
    int more = s->others.count - NAMED;
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
