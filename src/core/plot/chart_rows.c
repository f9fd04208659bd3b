/* chart_rows.c -- see chart_rows.h. */
#include "plot/chart_rows.h"

#include <math.h>
#include <string.h>

#include "base/text.h"
#include "result/answer.h"
#include "result/comparison_notes.h"
#include "study/pairs.h"
#include "study/series.h"

static bool has_numbers(const struct comparison_result *c, const struct compare_row *r) {
    return row_seeds(c, r, METRIC_ACCURACY) > 0;
}

struct chart fill_chart(const struct metric *m, struct arena *arena) {
    const struct quantity *q = &m->quantity;
    return (struct chart){.digits = q->digits,
                          .y_least = q->scale * q->low,
                          .y_most = q->scale * q->high,
                          .y_title = arena_format(arena, *q->unit ? "%s in %s" : "%s", q->title, q->unit)};
}

void fill_seed(struct chart_curve *v, const struct member *m, const struct policy *policy, int metric, int i,
               double x) {
    const struct score *score = member_score(m, policy, metric, i);
    if (score)
        v->seed[v->seeds++] = (struct chart_seed){x, metrics[metric].quantity.scale * score->value[metric], m->seed};
}

const char *fill_means_text(const struct chart *chart) {
    bool few = false, many = false;
    for (const struct chart_curve *v = chart->curve; v < chart->curve + chart->curves; v++) {
        bool interval = v->points && chart_has_interval(v->point);
        many = many || interval;
        few = few || (v->seeds && !interval);
    }
    if (many && few)
        return "Means over seeds, of five or more with 95 % intervals; thin lines or small dots: single seeds. ";
    if (few)
        return "Means over seeds; thin lines or small dots: single seeds. ";
    if (many && chart->band)
        return "Means over seeds; shaded: 95 % intervals. ";
    return many ? "Means over seeds with 95 % intervals; small dots: single seeds. " : "";
}

void fill_level(struct chart *chart, const struct comparison_result *c, int k, int metric, int i, struct arena *arena) {
    const double y = metrics[metric].quantity.scale * c->baseline[k].of[metric].at[i];
    if (isnan(y))
        return;
    struct chart_curve *v = chart_add_baseline(chart, c->baseline[k].name, 2, arena);
    v->chance = k == CHANCE;
    v->point[v->points++] = chart_number(chart->x_low, y);
    v->point[v->points++] = chart_number(chart->x_high, y);
}

/* Rows with numbers: all of them, or the first of each member. */
static void add_all(struct fill_rows *rows, const struct comparison_result *c, bool natural) {
    *rows = (struct fill_rows){.labels = natural};
    for (int i = 0; i < c->rows && rows->count < FILL_ROWS; i++)
        if (has_numbers(c, &c->row[i]) && (!natural || row_is_first(c, i)))
            rows->row[rows->count++] = i;
}

void first_policy_rows(struct fill_rows *rows, const struct comparison_result *c) {
    struct fill_rows best = {.labels = true, .best = true};
    add_all(rows, c, true);
    for (int i = 0; i < c->rows; i++) {
        const struct compare_row *r = &c->row[i];
        int k = 0;
        if (!has_numbers(c, r) || !row_is_first(c, i))
            continue;
        while (k < best.count && !same_kind(c->row[best.row[k]].first, r->first))
            k++;
        if (k == FILL_ROWS || (k < best.count && r->of[METRIC_ACCURACY][IN_RANGE].mean <=
                                                     c->row[best.row[k]].of[METRIC_ACCURACY][IN_RANGE].mean))
            continue;
        best.row[k] = i;
        best.count += k == best.count;
    }
    if (rows->count > CHART_ROWS_FEW && best.count < rows->count)
        *rows = best;
}

static void add_row(struct fill_rows *rows, const struct comparison_result *c, const struct compare_row *r) {
    if (r && has_numbers(c, r) && rows->count < FILL_ROWS)
        rows->row[rows->count++] = (int)(r - c->row);
}

void fill_under_policy(struct fill_rows *rows, const struct comparison_result *c) {
    struct arena arena = {0};
    struct answer a;
    *rows = (struct fill_rows){.labels = true};
    answer_find_shown(&a, c, &arena);
    for (const struct answer_model *m = a.model; m < a.model + a.models; m++) {
        if (!m->shown)
            continue;
        add_row(rows, c, m->own);
        add_row(rows, c, m->under == m->own ? NULL : m->under);
        rows->policy = m->under && m->under != m->own ? a.policy : rows->policy;
    }
    arena_free(&arena);
}

const char *fill_rows_text(const struct fill_rows *rows) {
    return rows->best ? "For each encoding, its best model in range. " : "";
}

/* A name is that of a row, or the label of a first one. */
bool fill_choose(struct fill_rows *rows, const struct comparison_result *c, const char *const *names, struct error *e) {
    int members = 0;
    char shown[TEXT_PRINTABLE];
    *rows = (struct fill_rows){0};
    for (; *names; names++) {
        bool found = false;
        for (int i = 0; i < c->rows; i++) {
            const struct compare_row *r = &c->row[i];
            if (strcmp(r->name, *names) != 0 && !(row_is_first(c, i) && strcmp(r->first->label, *names) == 0))
                continue;
            if (!has_numbers(c, r))
                return error_set(e, EXIT_USAGE, "row '%s' of the result has no numbers",
                                 text_printable(shown, r->name));
            if (rows->count < FILL_ROWS)
                rows->row[rows->count++] = i;
            found = true;
        }
        if (!found)
            return row_unknown(c, *names, e);
    }
    rows->labels = rows->count > 1;
    for (int i = 0; i < rows->count; i++)
        rows->labels = rows->labels && row_is_first(c, rows->row[i]);
    if (rows->count)
        return true;
    for (int i = 0; i < c->rows; i++)
        members += row_is_first(c, i);
    add_all(rows, c, false);
    if (rows->count > CHART_ROWS_FEW || rows->count == members)
        first_policy_rows(rows, c);
    return rows->count > 0 || error_set(e, EXIT_USAGE, "%s: no policy applies to any model", c->folder);
}
