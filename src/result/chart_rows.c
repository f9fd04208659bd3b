/* chart_rows.c -- which rows of a result a chart has, and what every picture says of its source; see fill.h. */
#include <limits.h>
#include <math.h>
#include <string.h>

#include "base/text.h"
#include "result/answer.h"
#include "result/fill.h"

enum { FEW = 10 };

static bool has_numbers(const struct comparison_result *c, const struct compare_row *r) {
    return row_seeds(c, r, METRIC_ACCURACY) > 0;
}

static bool add_row(struct fill_rows *rows, const struct comparison_result *c, const struct compare_row *row,
                    struct error *e) {
    char shown[TEXT_PRINTABLE];
    if (!has_numbers(c, row))
        return error_set(e, EXIT_USAGE, "row '%s' of the result has no numbers", text_printable(shown, row->name));
    if (rows->count < FILL_ROWS)
        rows->row[rows->count++] = (int)(row - c->row);
    return true;
}

/* "rope" of several folders is that of each. */
static bool add_named(struct fill_rows *rows, const struct comparison_result *c, const char *name, struct error *e) {
    const struct compare_row *row = row_named(c, name);
    bool found = false;
    for (int k = 0; !row && k < c->folders; k++) {
        char whole[SETTING_LIST_MAX];
        snprintf(whole, sizeof whole, "%s [%s]", name, c->source[k].name);
        const struct compare_row *of = row_named(c, whole);
        if (of && !add_row(rows, c, of, e))
            return false;
        found = found || of;
    }
    return found || (row ? add_row(rows, c, row, e) : row_unknown(c, name, e));
}

/* Rows with numbers: all of them, or the first of each member. */
static void add_all(struct fill_rows *rows, const struct comparison_result *c, bool natural) {
    *rows = (struct fill_rows){.labels = natural};
    for (int i = 0; i < c->rows && rows->count < FILL_ROWS; i++)
        if (has_numbers(c, &c->row[i]) && (!natural || row_is_first(c, i)))
            rows->row[rows->count++] = i;
}

static bool same_kind(const struct compare_row *a, const struct compare_row *b) {
    const struct settings *x = a->first->settings, *y = b->first->settings;
    return x->encoding == y->encoding && x->mixer == y->mixer && x->baseline == y->baseline &&
           a->first->source == b->first->source;
}

/* Of models that differ in options alone the one that is best in range. */
static void add_best(struct fill_rows *rows, const struct comparison_result *c) {
    *rows = (struct fill_rows){.labels = true, .best = true};
    for (int i = 0; i < c->rows; i++) {
        const struct compare_row *r = &c->row[i];
        int k = 0;
        if (!has_numbers(c, r) || !row_is_first(c, i))
            continue;
        while (k < rows->count && !same_kind(&c->row[rows->row[k]], r))
            k++;
        if (k == FILL_ROWS || (k < rows->count && r->of->in_range.mean <= c->row[rows->row[k]].of->in_range.mean))
            continue;
        rows->row[k] = i;
        rows->count += k == rows->count;
    }
}

void first_policy_rows(struct fill_rows *rows, const struct comparison_result *c) {
    struct fill_rows best;
    add_all(rows, c, true);
    add_best(&best, c);
    if (rows->count > FEW && best.count < rows->count)
        *rows = best;
}

void fill_helped(struct fill_rows *rows, const struct comparison_result *c) {
    struct arena arena = {0};
    struct fill_rows own;
    struct answer a;
    first_policy_rows(&own, c);
    answer_find(&a, c, &arena);
    *rows = own;
    rows->count = 0;
    for (int i = 0; i < own.count && rows->count < FILL_ROWS - 1; i++) {
        const struct answer_model *m = answer_model_of(&a, &c->row[own.row[i]]);
        rows->row[rows->count++] = own.row[i];
        if (!m || !m->gain)
            continue;
        rows->row[rows->count++] = (int)(m->gain->a - c->row);
        rows->helped = true;
    }
    arena_free(&arena);
}

const char *fill_rows_text(const struct fill_rows *rows) {
    return rows->best     ? "For each encoding, its best model in range. "
           : rows->helped ? "Dashed: with the extrapolation policy that helps most. "
                          : "";
}

bool fill_choose(struct fill_rows *rows, const struct comparison_result *c, const char *const *names, struct error *e) {
    int members = 0;
    *rows = (struct fill_rows){0};
    for (; *names; names++)
        if (!add_named(rows, c, *names, e))
            return false;
    rows->labels = rows->count > 1;
    for (int i = 0; i < rows->count; i++)
        rows->labels = rows->labels && row_is_first(c, rows->row[i]);
    if (rows->count)
        return true;
    for (int i = 0; i < c->rows; i++)
        members += row_is_first(c, i);
    add_all(rows, c, false);
    if (rows->count > FEW || rows->count == members)
        first_policy_rows(rows, c);
    return rows->count > 0 || error_set(e, EXIT_USAGE, "%s: no policy applies to any model", c->folder);
}

static void widen(struct range *r, int x) {
    r->low = x < r->low ? x : r->low;
    r->high = x > r->high ? x : r->high;
}

struct range fill_steps(const struct comparison_result *c) {
    struct range steps = {INT_MAX, INT_MIN};
    for (const struct member *m = c->member; m < c->member + c->members; m++) {
        bool early = m->status == STATUS_FINISHED && m->result && m->result->validation.steps;
        widen(&steps, early ? m->result->steps : m->settings->train.steps);
    }
    return steps;
}

void fill_count_seeds(struct fill_seeds_of *of, const struct comparison_result *c, const struct compare_row *row,
                      int seeds) {
    const struct member *end, *first = members_alike(c, row->first, &end);
    int asked = (int)(end - first);
    of->least = seeds < of->least ? seeds : of->least;
    of->most = seeds > of->most ? seeds : of->most;
    of->asked = asked > of->asked ? asked : of->asked;
}

const char *fill_seeds_text(const struct fill_seeds_of *of, struct arena *arena) {
    return of->least < of->most     ? arena_format(arena, "%d to %d of %d seeds", of->least, of->most, of->asked)
           : of->least == of->asked ? arena_format(arena, "%d seeds", of->asked)
                                    : arena_format(arena, "%d of %d seeds", of->least, of->asked);
}

const char *fill_subtitle(const struct comparison_result *c, struct arena *arena) {
    struct range seeds = {INT_MAX, INT_MIN}, steps = fill_steps(c);
    int finished = 0;
    for (int k = 0; k < c->members; k++) {
        widen(&seeds, c->member[k].seed);
        finished += c->member[k].status == STATUS_FINISHED;
    }
    const char *of = arena_format(arena, seeds.low < seeds.high ? "task %s, seeds %d..%d" : "task %s, seed %d",
                                  c->settings.task->name, seeds.low, seeds.high);
    of = arena_format(arena, steps.low < steps.high ? "%s, %d to %d steps" : "%s, %d steps", of, steps.low, steps.high);
    return finished == c->members ? of : arena_format(arena, "%s, %d of %d models finished", of, finished, c->members);
}

/* What one without a result does; "running, step 300 of 800". */
static const char *doing(const struct member *m, struct arena *arena) {
    bool at = m->step > 0 && (m->status == STATUS_RUNNING || m->status == STATUS_STOPPED);
    return at ? arena_format(arena, "%s, step %d of %d", status_names[m->status], m->step, m->settings->train.steps)
              : status_names[m->status];
}

const char *member_problem(const struct member *m, struct arena *arena) {
    return m->status == STATUS_RUNNING ? arena_format(arena, "it is %s", doing(m, arena)) : m->failure;
}

const char *fill_unfinished(const struct comparison_result *c, struct arena *arena) {
    enum { NAMED = 6 };
    const char *out = "";
    int more = 0, count = 0;
    for (const struct member *m = c->member; m < c->member + c->members; m++) {
        if (m->status == STATUS_FINISHED)
            continue;
        more += count++ >= NAMED;
        if (count <= NAMED)
            out = arena_format(arena, "%s%s %s (%s)", out, count > 1 ? "," : "",
                               strcmp(m->name, ".") == 0 ? m->label : m->name, doing(m, arena));
    }
    return !count ? "" : arena_format(arena, more ? " Not finished:%s and %d more." : " Not finished:%s.", out, more);
}

/* Whether a metric was measured at all: of many members the others would be most of what there is. */
static bool is_measured(const struct comparison_result *c, int metric) {
    bool is = metric == METRIC_ACCURACY;
    for (int i = 0; i < c->rows && !is; i++) {
        const struct level_summaries *of = &c->row[i].of[metric];
        is = of->in_range.n > 0;
        for (int k = 0; k < c->lengths; k++)
            is |= of->at[k].n > 0;
    }
    for (const struct member *m = c->member; m < c->member + c->members && !is; m++)
        is = m->status == STATUS_FINISHED && m->result->training.count && !isnan(m->result->training.value[metric]);
    return is;
}

void fill_layer(struct table *t, const struct comparison_result *c, int metric, const char *caption) {
    if (is_measured(c, metric))
        table_add_layer(t, metrics[metric].name, caption);
    else
        table_add_empty_layer(t, metrics[metric].name);
    t->layer[metric].figure = metrics[metric].of_run;
}

const char *fill_plain(const char *name, const struct member *m, const struct sweeps *all, struct arena *arena) {
    char option[SETTING_TEXT_MAX];
    const char *folder = m->source ? arena_format(arena, " [%s]", m->source->name) : "";
    const char *plain = arena_format(arena, "%.*s", (int)(strlen(name) - strlen(m->options)), name);
    const char *own = arena_format(arena, "%.*s", (int)(strlen(m->options) - strlen(folder)), m->options);
    while (text_item(&own, option, sizeof option))
        if (!sweep_is_option(all, m, option))
            plain = arena_format(arena, "%s %s", plain, option);
    return all->folders ? plain : arena_format(arena, "%s%s", plain, folder);
}

struct cell fill_folder(const struct member *m) {
    return cell_text(m->source ? m->source->name : "");
}

const struct table_label *column_labels(const struct table_label *own, const struct comparison_result *c,
                                        const struct sweeps *all, struct arena *arena) {
    int count = 0;
    while (own[count].key)
        count++;
    count -= !c->folders;
    struct table_label *label = arena_alloc(arena, (size_t)(count + all->count) + 1, sizeof *label);
    memcpy(label, own, (size_t)count * sizeof *label);
    for (int i = 0; i < all->count; i++)
        label[count + i] = (struct table_label){all->of[i].name, all->of[i].name, SHOW_FILES,
                                                LABEL_SETTING | (all->of[i].numbers ? LABEL_NUMBER : LABEL_TEXT)};
    return label;
}

void fill_settings(const struct table *t, struct table_row *row, const struct sweeps *all, const struct settings *s) {
    struct cell *cell = row->label + t->labels - t->settings;
    char text[SETTING_TEXT_MAX];
    for (int i = 0; i < all->count; i++) {
        const char *value = sweep_value(&all->of[i], s, text);
        double number = (double)NAN;
        cell[i] = value ? cell_text(arena_text(t->arena, value)) : (struct cell){.kind = CELL_NONE};
        if (value && all->of[i].numbers && text_number(value, &number)) {
            cell[i].kind = CELL_NUMBER;
            cell[i].value = number;
        }
    }
}
