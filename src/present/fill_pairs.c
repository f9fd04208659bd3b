/* fill_pairs.c -- differences between rows of a comparison as a table; see fill.h. */
#include <assert.h>
#include <limits.h>
#include <math.h>

#include "present/fill.h"

static const struct table_label labels[] = {
    {"pair", "difference", SHOW_DRAWN, LABEL_TEXT},
    {"a", "", SHOW_FILES, LABEL_TEXT},
    {"b", "", SHOW_FILES, LABEL_TEXT},
    {"n", "n", SHOW_DRAWN | SHOW_JSON, LABEL_NUMBER},
    {0},
};

/* The row that all are compared with; NULL: they differ in it. */
static const struct compare_row *base(const struct comparison_result *c) {
    for (int i = 1; i < c->pairs; i++)
        if (c->pair[i].b != c->pair->b)
            return NULL;
    return c->pairs ? c->pair->b : NULL;
}

/* Seeds that both have: none where no policy acts. */
static int seeds_of(const struct comparison_result *c, const struct compare_pair *p) {
    int n = p->of->in_range.n;
    for (int i = 0; i < c->lengths; i++)
        n = p->of->at[i].n > n ? p->of->at[i].n : n;
    return n;
}

static struct cell difference(const struct compare_pair *p, int m, int k) {
    if (k == 0)
        return cell_difference(&metrics[m], p->of[m].in_range, p->p[m].in_range, p->mark[m].in_range);
    return cell_difference(&metrics[m], p->of[m].at[k - 1], p->p[m].at[k - 1], p->mark[m].at[k - 1]);
}

/* Named by what differs: the first row alone where all are compared with one. */
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
            *table_cell(t, row, m, k) = difference(p, m, k);
}

/* How many were looked at, and how many are left. */
static const char *holm_text(const struct table *t, const struct comparison_result *c, int m) {
    int tested = c->tested[m], marked = c->marked[m];
    bool exact = false;
    for (int i = 0; i < c->pairs; i++)
        exact = exact || c->pair[i].of[m].in_range.n > 1;
    return !tested       ? exact ? "Seeds change none of them." : "One seed: no difference can be tested."
           : marked == 0 ? arena_format(t->arena, "Of %d differences, none survives Holm's correction.", tested)
           : marked == 1
               ? arena_format(t->arena, "Of %d differences, 1 survives Holm's correction and is marked.", tested)
               : arena_format(t->arena, "Of %d differences, %d survive Holm's correction and are marked.", tested,
                              marked);
}

/* " (2 of 4 seeds)" where not all of them have both rows. */
static const char *missing_text(const struct table *t, const struct comparison_result *c) {
    struct fill_seeds_of of = {.least = INT_MAX};
    for (int i = 0; i < c->pairs; i++) {
        int seeds = seeds_of(c, &c->pair[i]);
        if (seeds)
            fill_count_seeds(&of, c, c->pair[i].a, seeds);
    }
    return of.least < of.asked ? arena_format(t->arena, " (%s)", fill_seeds_text(&of, t->arena)) : "";
}

static const char *caption(const struct table *t, const struct comparison_result *c, int m,
                           const struct compare_row *from) {
    return arena_format(t->arena, "Differences%s%s in %s%s%s, by seed%s. %s", from ? " from " : "",
                        from ? from->name : "", metrics[m].title, *metrics[m].difference ? ", in " : "",
                        metrics[m].difference, missing_text(t, c), holm_text(t, c, m));
}

void fill_pairs(struct table *t, const struct comparison_result *c, struct arena *arena) {
    const struct compare_row *from = base(c);
    table_begin(t, labels, c->lengths + c->total + 1, c->pairs, arena);
    fill_columns(t, c);
    for (int m = 0; m < metric_count; m++)
        fill_layer(t, c, m, caption(t, c, m, from));
    t->means = t->marks = true;
    for (const struct compare_pair *p = c->pair; p < c->pair + c->pairs; p++) {
        assert(p->a && p->b);
        add_pair(t, c, p, from != NULL);
        if (p->a->first == p->b->first)
            t->notes = c->folders
                           ? "-: the same model on both sides, at lengths where no policy acts; between folders, "
                             "other examples."
                           : "-: the same model on both sides, at lengths where no policy acts.";
    }
}
