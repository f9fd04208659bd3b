/* fill_comparison.c -- see fill_comparison.h. */
#include <limits.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/text.h"
#include "encoding/encoding.h"
#include "result/comparison_notes.h"
#include "result/fill_comparison.h"
#include "result/table_lengths.h"
#include "study/series.h"

/* ---- What the tables share */

static bool finished(const struct member *m) { return m->status == STATUS_FINISHED; }

/* Labels with one more for each swept setting. */
static const struct table_label *column_labels(const struct table_label *own, const struct comparison_result *c,
                                               struct arena *arena) {
    const struct sweeps *all = &c->sweeps;
    int count = 0;
    while (own[count].key)
        count++;
    struct table_label *label = arena_alloc(arena, (size_t)(count + all->count) + 1, sizeof *label);
    memcpy(label, own, (size_t)count * sizeof *label);
    for (int i = 0; i < all->count; i++)
        label[count + i] = (struct table_label){all->of[i].name, all->of[i].name, SHOW_FILES,
                                                LABEL_SETTING | (all->of[i].numbers ? LABEL_NUMBER : LABEL_TEXT)};
    return label;
}

/* A row's name without these, `plain`, with the values of its model as its last labels: each as text, a number as that,
 * too. */
static void fill_settings(const struct table *t, struct table_row *row, const struct sweeps *all,
                          const struct member *m) {
    struct cell *cell = row->label + t->labels - t->settings;
    char text[SETTING_TEXT_MAX];
    row->plain = all->count ? fill_plain(row->label->text, m, all, t->arena) : NULL;
    for (int i = 0; i < all->count; i++) {
        const char *value = sweep_value(&all->of[i], m, text);
        double number = (double)NAN;
        cell[i] = value ? cell_text(arena_text(t->arena, value)) : (struct cell){.kind = CELL_NONE};
        if (value && all->of[i].numbers && text_number(value, &number)) {
            cell[i].kind = CELL_NUMBER;
            cell[i].value = number;
        }
    }
}

/* What the numbers and their intervals are. */
static const char *seeds_text(const struct table *t, const struct comparison_result *c, const struct metric *m) {
    struct fill_seeds_of of = {.least = INT_MAX};
    for (int i = 0; i < c->rows; i++)
        fill_count_seeds(&of, &c->row[i], c->row[i].finished);
    return of.most > 1
               ? arena_format(t->arena, "%smean of %s [95 %% interval]; no brackets where both ends round to the mean.",
                              m->of_run ? "geometric " : "", fill_seeds_text(&of, t->arena))
           : of.asked > 1
               ? arena_format(t->arena, "one seed of %d (the others have no result), so no interval.", of.asked)
           : c->only_read ? "one seed, so no interval."
                          : "one seed; compare.seeds=1..5 would give intervals.";
}

/* ---- Means */

const struct table_label summary_labels[] = {
    {"name", "encoding + policy", SHOW_ALL, LABEL_TEXT},
    {"mixer", "", SHOW_FILES, LABEL_TEXT},
    {"encoding", "", SHOW_FILES, LABEL_TEXT},
    {"policy", "", SHOW_FILES, LABEL_TEXT},
    {"applicable", "", SHOW_JSON, LABEL_TEXT},
    {"passed", "passed", SHOW_ALL, LABEL_NUMBER | LABEL_SHARE | LABEL_MODEL},
    {"weights", "weights", SHOW_DRAWN, LABEL_NUMBER | LABEL_MODEL | LABEL_SPARE},
    {"n", "n", SHOW_DRAWN | SHOW_JSON, LABEL_NUMBER},
    {0},
};

/* The task, and what training and examples were. */
static void heading(struct table *t, const struct comparison_result *c) {
    struct range steps = fill_steps(c);
    const struct task *task = c->settings.task;
    const char *examples = task->dataset_count
                               ? "the examples of the test file at these lengths"
                               : arena_format(t->arena, "%s at each length",
                                              fill_examples(c->settings.eval.examples, task, true, t->arena));
    lines_add(&t->heading, t->arena,
              arena_format(t->arena, "%s: %s", c->settings.task->name, c->settings.task->question));
    lines_add(&t->heading, t->arena,
              arena_format(t->arena, "%s step%s on %s; %s, %s.", fill_range(steps, "..", t->arena),
                           text_plural(steps.high), fill_trained(c, t->arena), examples,
                           c->settings.task->fixed_test ? "the same for all" : "new for each seed"));
}

static void add_summary(struct table *t, const struct comparison_result *c, const struct compare_row *r) {
    const struct settings_packed *s = r->first->settings;
    int n = row_seeds(c, r, METRIC_ACCURACY);
    const struct cell label[] = {
        cell_text(r->name),
        cell_text(fill_mixer(s->baseline, s->mixer)),
        cell_text(fill_encoding(s->baseline, s->encoding)),
        cell_text(r->policy->name),
        cell_flag(n > 0),
        s->baseline ? cell_none(NULL) : cell_share(r->passed, r->finished), /* one need not pass */
        fill_weights(t, r->first->result->weights),
        cell_count(n),
    };
    struct table_row *row = table_add_row(t, label);
    row->group = r->first->label;
    row->part = r->policy->name;
    fill_settings(t, row, &c->sweeps, r->first);
    fill_means(t, row, c, r);
}

void fill_summary(struct table *t, const struct comparison_result *c, struct arena *arena) {
    table_begin(t, column_labels(summary_labels, c, arena), compare_columns(c), c->rows, arena);
    fill_columns(t, c);
    for (int m = 0; m < metric_count; m++)
        fill_layer(t, c, m,
                   arena_format(t->arena, "%s: %s%s%s", fill_metric_title(t, &metrics[m]),
                                seeds_text(t, c, &metrics[m]), metrics[m].note ? " " : "",
                                metrics[m].note ? metrics[m].note : ""));
    t->means = true;
    heading(t, c);
    fill_summary_notes(&t->notes, t, c);
    fill_baselines(t, c->baseline, c->baselines, 0, compare_columns(c));
    fill_chance_name(t, c->settings.task, false);
    for (int i = 0; i < c->rows; i++)
        add_summary(t, c, &c->row[i]);
}

/* ---- Every seed */

static const struct table_label member_labels[] = {
    {"name", "model", SHOW_ALL, LABEL_TEXT},    {"mixer", "", SHOW_FILES, LABEL_TEXT},
    {"encoding", "", SHOW_FILES, LABEL_TEXT},   {"seed", "seed", SHOW_ALL, LABEL_NUMBER},
    {"policy", "policy", SHOW_ALL, LABEL_TEXT}, {"passed_gate", "", SHOW_JSON, LABEL_TEXT},
    {"steps", "", SHOW_JSON, LABEL_NUMBER},     {"seconds", "", SHOW_JSON, LABEL_NUMBER},
    {"failure", "", SHOW_JSON, LABEL_TEXT},     {0},
};

bool fill_has_training(const struct comparison_result *c) {
    for (int k = 0; k < c->members; k++)
        if (finished(&c->member[k]) && c->member[k].result->training.count)
            return true;
    return false;
}

static struct cell training_cell(const struct comparison_result *c, const struct member *m, int metric) {
    if (!finished(m) || !m->result->training.count)
        return (struct cell){.kind = CELL_EMPTY};
    struct cell x = cell_value(&metrics[metric].quantity, m->result->training.value[metric],
                               c->baseline[CHANCE].of[metric].at[IN_RANGE]);
    x.n = (int)m->result->training.count;
    return x;
}

/* Row p of a member after that of `before`; `first`: the columns before that in range. A number is the mean of n
 * targets. Settings are those of the row before where its member is alike. */
static void add_member(struct table *t, const struct comparison_result *c, const struct member *m, int p, int first,
                       const struct member *before) {
    const struct evaluation_result *r = finished(m) ? m->result : NULL;
    const struct cell label[] = {
        cell_text(m->label),
        cell_text(fill_mixer(m->settings->baseline, m->settings->mixer)),
        cell_text(fill_encoding(m->settings->baseline, m->settings->encoding)),
        cell_count(m->seed),
        r ? cell_text(r->row[p].policy->name) : cell_none(NULL),
        cell_flag(member_passed(c, m)),
        cell_count(r ? r->steps : 0),
        cell_number(r ? fmax(0, r->seconds) : 0),
        cell_text(r ? NULL : m->failure),
    };
    struct table_row *row = table_add_row(t, label);
    for (int metric = 0; r && metric < t->layers; metric++)
        for (int k = 0; table_has_room(t, metric) && k < t->values; k++) {
            struct cell *cell = table_cell(t, row, metric, k);
            int i = k - first;
            if (k < first) {
                *cell = training_cell(c, m, metric);
                continue;
            }
            const struct score *score = member_score(m, r->row[p].policy, metric, i);
            *cell = cell_value(&metrics[metric].quantity, evaluation_value(r, metric, p, i),
                               c->baseline[CHANCE].of[metric].at[i]);
            cell->n = score ? (int)score->count : 0;
        }
    int from = t->labels - t->settings;
    if (before && m->series == before->series) {
        memcpy(row->label + from, row[-1].label + from, (size_t)t->settings * sizeof *row->label);
        row->plain = row[-1].plain;
    } else {
        fill_settings(t, row, &c->sweeps, m);
    }
}

void fill_members(struct table *t, const struct comparison_result *c, bool failed, struct arena *arena) {
    const struct member *before = NULL;
    int first = fill_has_training(c), rows = 0;
    for (int k = 0; k < c->members; k++)
        rows += finished(&c->member[k]) ? c->member[k].result->rows : 1;
    table_begin(t, column_labels(member_labels, c, arena), compare_columns(c) + 1, rows, arena);
    if (first) {
        struct table_value *v = table_add_value(t, "training");
        v->head = "on training";
        v->detail = "examples";
        v->words = c->trained_differs ? (struct range){0, 0} : c->words[IN_RANGE];
    }
    fill_columns(t, c);
    for (int m = 0; m < metric_count; m++)
        fill_layer(t, c, m, arena_format(t->arena, "%s:", fill_metric_title(t, &metrics[m])));
    fill_baselines(t, c->baseline, c->baselines, first, compare_columns(c));
    for (const struct member *m = c->member; m < c->member + c->members; m++)
        for (int p = 0; finished(m) ? p < m->result->rows : p < failed; p++) {
            add_member(t, c, m, p, first, before);
            before = m;
        }
}

/* ---- By seed */

static int by_number(const void *a, const void *b) {
    int x = *(const int *)a, y = *(const int *)b;
    return (x > y) - (x < y);
}

/* All that members have, in order: *count of them. */
static int *seeds_of(int *count, const struct comparison_result *c, struct arena *arena) {
    int *seed = arena_alloc(arena, (size_t)c->members, sizeof *seed);
    *count = 0;
    for (int k = 0; k < c->members; k++)
        seed[k] = c->member[k].seed;
    qsort(seed, (size_t)c->members, sizeof *seed, by_number);
    for (int k = 0; k < c->members; k++)
        if (k == 0 || seed[k] != seed[*count - 1])
            seed[(*count)++] = seed[k];
    return seed;
}

void fill_seeds(struct table *t, const struct comparison_result *c, bool training, struct arena *arena) {
    static const struct table_label label[] = {{"name", "model", SHOW_ALL, LABEL_TEXT}, {0}};
    int seeds;
    const int *seed = seeds_of(&seeds, c, arena);
    table_begin(t, label, seeds, c->labels, arena);
    t->corner = "seed";
    for (int i = 0; i < seeds; i++) {
        struct table_value *v = table_add_value(t, arena_format(t->arena, "seed%d", seed[i]));
        v->head = "";
        v->detail = arena_format(t->arena, "%d", seed[i]);
    }
    for (int m = 0; m < metric_count; m++) {
        table_add_layer(t, metrics[m].name,
                        arena_format(t->arena, "%s%s, by seed:", fill_metric_title(t, &metrics[m]),
                                     metrics[m].of_run ? ""
                                     : training        ? " on the training examples"
                                                       : " in range"));
        t->layer[m].figure = metrics[m].of_run;
    }
    for (const struct series *s = c->series; s < c->series + c->labels; s++) {
        const struct cell name = cell_text(s->first->label);
        struct table_row *row = table_add_row(t, &name);
        for (const struct member *m = s->first; m < s->end; m++) {
            int *at = bsearch(&m->seed, seed, (size_t)seeds, sizeof *seed, by_number);
            for (int k = 0; finished(m) && k < t->layers; k++)
                *table_cell(t, row, k, (int)(at - seed)) =
                    training ? training_cell(c, m, k)
                             : cell_value(&metrics[k].quantity, m->result->in_range->value[k],
                                          c->baseline[CHANCE].of[k].at[IN_RANGE]);
        }
    }
}

/* ---- Failed seeds */

/* "none: seed 1 (50.0 %), seed 2 (48.3 %)"; NULL: all of this label passed, or gave no result. */
static const char *below_gate(const struct comparison_result *c, const struct series *s, struct arena *arena) {
    const char *text = NULL;
    for (const struct member *m = s->first; m < s->end; m++)
        if (finished(m) && member_must_pass(m) && !member_passed(c, m))
            text = arena_format(arena, text ? "%s, seed %d (%.1f %%)" : "%s: seed %d (%.1f %%)", text ? text : m->label,
                                m->seed, 100 * member_in_range(m));
    return text;
}

void fill_failed(struct list *l, const struct comparison_result *c, struct arena *arena) {
    bool missing = false, control = false;
    *l = (struct list){.item = arena_alloc(arena, (size_t)c->members, 2 * sizeof *l->item)};
    for (int k = 0; k < c->members; k++) {
        const struct member *m = &c->member[k];
        const char *below = m == m->series->first ? below_gate(c, m->series, arena) : NULL;
        control |= finished(m) && member_is_control(m);
        if (below)
            l->item[l->items++] = below;
        if (!finished(m)) {
            missing = true;
            l->item[l->items++] =
                arena_format(arena, "%s, seed %d: no result: %s", m->label, m->seed, member_problem(m, arena));
        }
    }
    l->heading = arena_format(arena,
                              !l->items ? "All seeds learned the task (%g %% or more in range)%s."
                              : missing ? "Seeds that did not learn the task (below %g %% in range) or have no result:"
                                        : "Seeds that did not learn the task (below %g %% in range):",
                              100 * c->compare.gate, control ? " but those without positions, the control" : "");
    if (l->items)
        lines_add(&l->note, arena,
                  arena_format(arena, "%s%s",
                               missing ? "Means include those that have a result." : "Means include these seeds.",
                               control ? " Models without positions are the control, and not in this list." : ""));
}

/* ---- In brief */

/* Rows are named "rope+extend" above "learning_rate=0.002 d_model=16"; a name without options stays as it is. Each row
 * has its own number of seeds that passed, since a group is many models. */
bool fill_brief(struct table *out, const struct table *t, const struct comparison_result *c, int most) {
    *out = *t;
    if (t->rows <= most)
        return true;
    struct table_label *label = arena_alloc(t->arena, (size_t)t->labels + 1, sizeof *label);
    for (int k = 0; k < t->labels; k++) {
        label[k] = t->label[k];
        label[k].show &= label[k].is & LABEL_SPARE ? ~SHOW_DRAWN : SHOW_ALL;
        label[k].is &= ~LABEL_MODEL;
    }
    out->rows = 0;
    out->label = label;
    out->row = arena_alloc(t->arena, (size_t)most, sizeof *out->row);
    for (int i = 0; i < t->rows; i++) {
        const char *options = c->row[i].first->options, *name = t->row[i].label->text;
        if (!row_is_first(c, i))
            continue;
        if (out->rows == most)
            return false;
        struct table_row *row = &out->row[out->rows++];
        *row = t->row[i];
        row->group = *options ? arena_format(t->arena, "%.*s", (int)(strlen(name) - strlen(options)), name) : NULL;
        row->part = options + strspn(options, " ");
    }
    out->notes = (struct lines){0};
    lines_add(
        &out->notes, t->arena,
        arena_format(t->arena, "The first policy of each model: compare.json and --csv have all %d rows.", t->rows));
    for (int i = 0; i < t->notes.count; i++)
        lines_add(&out->notes, t->arena, t->notes.line[i]);
    return true;
}
