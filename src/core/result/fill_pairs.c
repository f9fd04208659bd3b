/* fill_pairs.c -- differences between rows of a comparison as a table; see fill_comparison.h. */
#include <limits.h>
#include <math.h>
#include <string.h>

#include "base/text.h"
#include "result/comparison_notes.h"
#include "result/fill_comparison.h"
#include "result/table_lengths.h"
#include "study/columns.h"

enum { RATIO_MOST = 100 };

static const struct table_label labels[] = {
    {"pair", "difference", SHOW_DRAWN, LABEL_TEXT},
    {"a", "", SHOW_FILES, LABEL_TEXT},
    {"b", "", SHOW_FILES, LABEL_TEXT},
    {"n", "n", SHOW_DRAWN | SHOW_JSON, LABEL_NUMBER},
    {0},
};

/* Seeds that both have: none where no policy acts. */
static int seeds_of(const struct comparison_result *c, const struct compare_pair *p) {
    int n = 0;
    for (int i = 0; i <= c->lengths; i++)
        n = p->of[METRIC_ACCURACY][i].n > n ? p->of[METRIC_ACCURACY][i].n : n;
    return n;
}

/* "a true difference of 9.3 points in half of all cases", with "(4.1 to 12.0, by row)" where these differ as they are
 * printed; of figures a ratio. */
static const char *size_text(const struct table *t, const struct comparison_result *c, int metric) {
    const struct metric *m = &metrics[metric];
    struct detectable d = c->detectable[metric];
    double most = m->of_run ? RATIO_MOST : m->quantity.high - m->quantity.low;
    if (!(d.median < most))
        return m->of_run ? arena_format(t->arena, "no true ratio below x%d in half of all cases", RATIO_MOST)
                         : "no true difference in half of all cases, however large";
    if (m->of_run)
        return arena_format(t->arena, "a true ratio of x%.2f in half of all cases and mostly miss smaller ones",
                            d.median);
    const char *unit = *m->quantity.difference ? arena_format(t->arena, " %s", m->quantity.difference) : "";
    const char *low = arena_format(t->arena, "%.*f", m->quantity.digits, d.low * m->quantity.scale);
    const char *high = arena_format(t->arena, "%.*f", m->quantity.digits, fmin(d.high, most) * m->quantity.scale);
    const char *range = strcmp(low, high) == 0 ? ""
                                               : arena_format(t->arena, " (%s to %s, by row%s)", low, high,
                                                              length_is_tested(c, IN_RANGE) ? " and length" : "");
    return arena_format(t->arena, "a true difference of %.*f%s in half of all cases%s and mostly miss smaller ones",
                        m->quantity.digits, d.median * m->quantity.scale, unit, range);
}

/* How many differences were tested and are marked, and what so many seeds could have seen. */
static void tell_tested(struct table *t, const struct comparison_result *c, const struct fill_seeds_of *of, int m) {
    int tested = c->tested[m], marked = c->marked[m];
    const int i = length_tested(c);
    const char *where = metrics[m].of_run               ? ""
                        : length_is_tested(c, IN_RANGE) ? ", at all lengths"
                        : i > c->lengths
                            ? ", on all test rows together"
                            : arena_format(t->arena, ", all at %s words", fill_words(c->words[i], t->arena));
    struct lines *note = &t->layer[m].note;
    if (!tested) {
        lines_add(note, t->arena,
                  metrics[m].of_run && of->most > 1 ? "The seed changes none of them: there is nothing to test."
                  : of->most > 1 ? "The same models at these lengths: there is no difference to test."
                                 : "One seed: no difference can be tested.");
        return;
    }
    lines_add(note, t->arena,
              arena_format(t->arena, "* real at 5 %% after Holm's correction for %d comparison%s%s: %s marked.", tested,
                           text_plural(tested), where,
                           !marked ? "none is" : arena_format(t->arena, marked == 1 ? "%d is" : "%d are", marked)));
    lines_add(note, t->arena,
              arena_format(t->arena, "%s find %s: no mark does not mean that rows are equal.",
                           fill_seeds_text(of, t->arena), size_text(t, c, m)));
}

/* Named by what differs: the first row alone where all are compared with one. A note says why a model has no difference
 * from itself, where a screen shows that. */
static void add_pair(struct table *t, const struct comparison_result *c, const struct compare_pair *p, bool one_base) {
    const char *less = arena_format(t->arena, "− %s", p->b->name);
    const char *name = one_base ? p->a->name : arena_format(t->arena, "%s %s", p->a->name, less);
    const struct cell label[] = {cell_text(name), cell_text(p->a->name), cell_text(p->b->name),
                                 cell_count(seeds_of(c, p))};
    struct table_row *row = table_add_row(t, label);
    row->group = one_base ? p->a->first->label : p->a->name;
    row->part = one_base ? p->a->policy->name : less;
    for (int m = 0; m < t->layers; m++)
        for (int k = 0; table_has_room(t, m) && k < t->values; k++)
            *table_cell(t, row, m, k) =
                cell_difference(&metrics[m].quantity, p->of[m][k], p->test[m][k].p, p->test[m][k].marked);
    for (int k = 0; k < t->values && p->a->first == p->b->first && !t->notes.count; k++)
        if (!t->value[k].off_screen && p->of[METRIC_ACCURACY][k].n == 0)
            lines_add(&t->notes, t->arena, "-: nothing to compare (same model, no policy applied).");
}

void fill_pairs(struct table *t, const struct comparison_result *c, struct arena *arena) {
    const struct compare_row *base = c->pairs ? c->pair->b : NULL; /* that all are compared with; NULL: they differ */
    struct fill_seeds_of of = {.least = INT_MAX};
    for (const struct compare_pair *p = c->pair; p < c->pair + c->pairs; p++) {
        base = p->b == base ? base : NULL;
        if (seeds_of(c, p))
            fill_count_seeds(&of, p->a, seeds_of(c, p));
    }
    table_begin(t, labels, compare_columns(c), c->pairs, arena);
    fill_columns(t, c);
    for (int k = 0; k < t->values; k++) /* files and pages have each length */
        t->value[k].off_screen = !length_is_tested(c, k);
    for (int m = 0; m < metric_count; m++) {
        const char *from = !base ? "" : metrics[m].of_run ? " to " : " from ", *unit = metrics[m].quantity.difference;
        const char *some = of.least < of.asked ? arena_format(arena, " (%s)", fill_seeds_text(&of, arena)) : "";
        fill_layer(t, c, m,
                   arena_format(arena, "%s%s%s in %s%s%s, by seed%s:", metrics[m].of_run ? "Ratios" : "Differences",
                                from, base ? base->name : "", metrics[m].quantity.title, *unit ? ", in " : "", unit,
                                some));
        if (table_has_room(t, m))
            tell_tested(t, c, &of, m);
    }
    t->means = t->marks = true;
    for (const struct compare_pair *p = c->pair; p < c->pair + c->pairs; p++)
        add_pair(t, c, p, base);
}
