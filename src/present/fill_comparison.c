/* fill_comparison.c -- a comparison as tables: means, paired differences, single seeds, failed seeds; see fill.h. */
#include <math.h>

#include "present/fill.h"

/* ---- What the tables share */

static bool finished(const struct member *m) { return m->status == STATUS_FINISHED; }

/* At the value's column k: in range, then the lengths. */
static struct summary summary_at(const struct level_summaries *of, int k) {
    return k > 0 ? of->at[k - 1] : of->in_range;
}

static double level_at(const struct levels *of, int k) { return k > 0 ? of->at[k - 1] : of->in_range; }

static const char *seeds_text(const struct table *t, const struct comparison_result *c) {
    int count = c->settings.compare.seeds.high - c->settings.compare.seeds.low + 1;
    return count > 1 && c->members > 1
               ? arena_format(t->arena, "mean of %d seeds ± half of a 95 %% interval (Student t over seeds).", count)
               : "one seed; compare.seeds=1..5 would give intervals.";
}

static void add_lengths(struct table *t, const struct comparison_result *c) {
    fill_lengths(t, c->words, c->lengths, (struct range){c->trained_low, c->trained_high});
}

/* Chance of the value columns from column `first` on. */
static void set_chance(struct table *t, const struct comparison_result *c, int first) {
    table_add_chance(t);
    for (int m = 0; m < t->layers; m++)
        for (int k = 0; k < t->values; k++)
            *table_cell(t, &t->chance, m, k) =
                cell_value(&metrics[m], level_at(&c->chance[m], k < first ? 0 : k - first), (double)NAN);
}

/* ---- Means */

static const struct table_label summary_labels[] = {
    {"name", "encoding + policy", SHOW_ALL, false},
    {"mixer", "", SHOW_FILES, false},
    {"encoding", "", SHOW_FILES, false},
    {"policy", "", SHOW_FILES, false},
    {"applicable", "", SHOW_JSON, false},
    {"n", "n", SHOW_DRAWN | SHOW_JSON, true},
    {0},
};

/* The task, and what training and examples were. */
static const char *heading(const struct table *t, const struct comparison_result *c) {
    struct range steps = fill_steps(c);
    const char *text = arena_format(t->arena, steps.high > steps.low ? "%d..%d" : "%d", steps.low, steps.high);
    const char *examples = c->settings.task->dataset_count
                               ? "the examples of the test file at these lengths"
                               : arena_format(t->arena, "%d examples at each length", c->settings.eval.examples);
    return arena_format(t->arena, "%s: %s\n%s steps on %d..%d words; %s, the same for all.", c->settings.task->name,
                        c->settings.task->question, text, c->trained_low, c->trained_high, examples);
}

static void add_summary(struct table *t, const struct comparison_result *c, const struct compare_row *r) {
    const struct settings *s = &r->first->settings;
    int n = r->of->at[0].n;
    const struct cell label[] = {
        cell_text(r->name),         cell_text(s->mixer->name), cell_text(s->encoding->name),
        cell_text(r->policy->name), cell_flag(n > 0),          cell_count(n),
    };
    struct table_row *row = table_add_row(t, label);
    row->group = r->first->label;
    row->part = r->policy->name;
    for (int m = 0; m < t->layers; m++)
        for (int k = 0; k < t->values; k++)
            *table_cell(t, row, m, k) = cell_metric(&metrics[m], summary_at(&r->of[m], k), level_at(&c->chance[m], k));
}

void fill_summary(struct table *t, const struct comparison_result *c, struct arena *arena) {
    table_begin(t, summary_labels, c->lengths + 1, c->rows, arena);
    add_lengths(t, c);
    for (int m = 0; m < metric_count; m++)
        table_add_layer(t, metrics[m].name,
                        arena_format(t->arena, "%s: %s", fill_metric_title(t, &metrics[m]), seeds_text(t, c)));
    t->means = true;
    t->heading = heading(t, c);
    t->notes = fill_notes(t, c->left_out, c->note);
    set_chance(t, c, 0);
    for (int i = 0; i < c->rows; i++)
        add_summary(t, c, &c->row[i]);
}

/* ---- Paired differences */

static const struct table_label pair_labels[] = {
    {"pair", "difference", SHOW_DRAWN, false},
    {"a", "", SHOW_FILES, false},
    {"b", "", SHOW_FILES, false},
    {"policy", "policy", SHOW_ALL, false},
    {"n", "n", SHOW_DRAWN | SHOW_JSON, true},
    {0},
};

static void add_pair(struct table *t, const struct compare_pair *p) {
    const char *name = arena_format(t->arena, "%s − %s", p->a->label, p->b->label);
    const struct cell label[] = {cell_text(name), cell_text(p->a->label), cell_text(p->b->label),
                                 cell_text(p->policy->name), cell_count(p->of->at[0].n)};
    struct table_row *row = table_add_row(t, label);
    row->group = name;
    row->part = p->policy->name;
    for (int m = 0; m < t->layers; m++)
        for (int k = 0; k < t->values; k++)
            *table_cell(t, row, m, k) = cell_difference(&metrics[m], summary_at(&p->of[m], k));
}

void fill_pairs(struct table *t, const struct comparison_result *c, struct arena *arena) {
    table_begin(t, pair_labels, c->lengths + 1, c->pairs, arena);
    add_lengths(t, c);
    for (int m = 0; m < metric_count; m++)
        table_add_layer(
            t, metrics[m].name,
            arena_format(t->arena,
                         "Paired differences in %s%s%s, over the same seeds; marked where the 95 %% interval "
                         "leaves out 0.",
                         metrics[m].title, *metrics[m].difference ? ", in " : "", metrics[m].difference));
    t->means = true;
    for (int i = 0; i < c->pairs; i++)
        add_pair(t, &c->pair[i]);
}

/* ---- Every seed */

static const struct table_label member_labels[] = {
    {"name", "model", SHOW_ALL, false},    {"mixer", "", SHOW_FILES, false},
    {"encoding", "", SHOW_FILES, false},   {"seed", "seed", SHOW_ALL, true},
    {"policy", "policy", SHOW_ALL, false}, {"passed_gate", "", SHOW_JSON, false},
    {"steps", "", SHOW_JSON, true},        {"seconds", "", SHOW_JSON, true},
    {"failure", "", SHOW_JSON, false},     {0},
};

static bool passed(const struct comparison_result *c, const struct member *m) {
    return finished(m) && member_in_range(m) >= c->settings.compare.gate;
}

bool fill_has_training(const struct comparison_result *c) {
    for (int k = 0; k < c->members; k++)
        if (finished(&c->member[k]) && c->member[k].result->training.count)
            return true;
    return false;
}

static struct cell training_cell(const struct comparison_result *c, const struct member *m, int metric) {
    if (!finished(m) || !m->result->training.count)
        return (struct cell){.kind = CELL_EMPTY};
    return cell_value(&metrics[metric], m->result->training.value[metric], c->chance[metric].in_range);
}

/* Row p of a member; `first`: the columns before that in range. */
static void add_member(struct table *t, const struct comparison_result *c, const struct member *m, int p, int first) {
    const struct cell none = {.kind = CELL_NONE}, empty = {.kind = CELL_EMPTY};
    const struct cell label[] = {
        cell_text(m->label),
        cell_text(m->settings.mixer->name),
        cell_text(m->settings.encoding->name),
        cell_count(m->seed),
        finished(m) ? cell_text(m->result->row[p].policy->name) : none,
        cell_flag(passed(c, m)),
        cell_count(finished(m) ? m->result->steps : 0),
        cell_number(finished(m) ? fmax(0, m->result->seconds) : 0),
        finished(m) ? empty : cell_text(m->failure),
    };
    struct table_row *row = table_add_row(t, label);
    for (int metric = 0; finished(m) && metric < t->layers; metric++)
        for (int k = 0; k < t->values; k++)
            *table_cell(t, row, metric, k) =
                k < first ? training_cell(c, m, metric)
                          : cell_value(&metrics[metric], evaluation_value(m->result, metric, p, k - first - 1),
                                       level_at(&c->chance[metric], k - first));
}

void fill_members(struct table *t, const struct comparison_result *c, bool failed, struct arena *arena) {
    int first = fill_has_training(c), rows = 0;
    for (int k = 0; k < c->members; k++)
        rows += finished(&c->member[k]) ? c->member[k].result->rows : 1;
    table_begin(t, member_labels, c->lengths + 2, rows, arena);
    if (first) {
        struct table_value *v = table_add_value(t, "training");
        v->head = "on training";
        v->detail = "examples";
        v->words = (struct range){c->trained_low, c->trained_high};
    }
    add_lengths(t, c);
    for (int m = 0; m < metric_count; m++)
        table_add_layer(t, metrics[m].name, arena_format(t->arena, "%s:", fill_metric_title(t, &metrics[m])));
    set_chance(t, c, first);
    for (int k = 0; k < c->members; k++)
        for (int p = 0; finished(&c->member[k]) ? p < c->member[k].result->rows : p < failed; p++)
            add_member(t, c, &c->member[k], p, first);
}

/* ---- By seed */

/* Whether member k is the first of its label, finished or not. */
static bool leads(const struct comparison_result *c, int k) {
    return k == 0 || !member_alike(&c->member[k], &c->member[k - 1]);
}

static struct cell seed_cell(const struct comparison_result *c, const struct member *m, int metric, bool training) {
    if (!finished(m))
        return (struct cell){.kind = CELL_EMPTY};
    return training ? training_cell(c, m, metric)
                    : cell_value(&metrics[metric], m->result->in_range.value[metric], c->chance[metric].in_range);
}

void fill_seeds(struct table *t, const struct comparison_result *c, bool training, struct arena *arena) {
    static const struct table_label label[] = {{"name", "model", SHOW_ALL, false}, {0}};
    struct range seeds = c->settings.compare.seeds;
    struct table_row *row = NULL;
    table_begin(t, label, seeds.high - seeds.low + 1, c->members, arena);
    t->corner = "seed";
    for (int seed = seeds.low; seed <= seeds.high; seed++) {
        struct table_value *v = table_add_value(t, arena_format(t->arena, "seed%d", seed));
        v->head = "";
        v->detail = arena_format(t->arena, "%d", seed);
    }
    for (int m = 0; m < metric_count; m++)
        table_add_layer(t, metrics[m].name,
                        arena_format(t->arena, "%s %s, by seed:", fill_metric_title(t, &metrics[m]),
                                     training ? "on the examples of training" : "in range"));
    for (int k = 0; k < c->members; k++) {
        const struct member *m = &c->member[k];
        const struct cell name = cell_text(m->label);
        row = leads(c, k) ? table_add_row(t, &name) : row;
        for (int metric = 0; metric < t->layers; metric++)
            if (m->seed >= seeds.low && m->seed <= seeds.high)
                *table_cell(t, row, metric, m->seed - seeds.low) = seed_cell(c, m, metric, training);
    }
}

/* ---- Failed seeds */

/* "none: seed 1 (50.0 %), seed 2 (48.3 %)"; NULL: all of this label passed, or gave no result. */
static const char *below_gate(const struct comparison_result *c, int k, struct arena *arena) {
    const struct member *first = &c->member[k], *end = c->member + c->members;
    const char *text = NULL;
    for (const struct member *m = first; m < end && member_alike(m, first); m++)
        if (finished(m) && !passed(c, m))
            text = arena_format(arena, text ? "%s, seed %d (%.1f %%)" : "%s: seed %d (%.1f %%)",
                                text ? text : first->label, m->seed, 100 * member_in_range(m));
    return text;
}

void fill_failed(struct list *l, const struct comparison_result *c, struct arena *arena) {
    double gate = 100 * c->settings.compare.gate;
    *l = (struct list){.item = arena_alloc(arena, (size_t)c->members, 2 * sizeof *l->item)};
    for (int k = 0; k < c->members; k++) {
        const struct member *m = &c->member[k];
        const char *below = leads(c, k) ? below_gate(c, k, arena) : NULL;
        if (below)
            l->item[l->items++] = below;
        if (!finished(m))
            l->item[l->items++] = arena_format(arena, "%s, seed %d: no result: %s", m->label, m->seed, m->failure);
    }
    l->heading = arena_format(arena,
                              l->items ? "Failed seeds, below the gate of %g %% in range or without a result:"
                                       : "No seed failed: all reached the gate of %g %% in range.",
                              gate);
    l->note = l->items ? "The means include every seed that has a result." : NULL;
}
