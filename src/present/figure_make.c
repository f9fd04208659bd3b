/* figure_make.c -- accuracy by length as a chart; see figure_make.h. */
#include "present/figure_make.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "base/suggest.h"

enum { FEW = 10 };

/* ---- Rows */

/* How many have rows. */
static int members(const struct comparison_result *c) {
    int count = 0;
    for (int i = 0; i < c->rows; i++)
        count += row_is_first(c, i);
    return count;
}

static bool has_numbers(const struct compare_row *r) { return r->of->at[0].n > 0; }

static bool add_named(struct figure_rows *rows, const struct comparison_result *c, const char *name, struct error *e) {
    char shown[TEXT_PRINTABLE], first[TEXT_PRINTABLE], otherwise[TEXT_PRINTABLE + 32];
    struct suggestion s = suggest_for(name);
    int before = rows->count;
    for (int i = 0; i < c->rows && rows->count < FIGURE_ROWS; i++) {
        const char *label = c->row[i].first->label;
        if (strcmp(name, c->row[i].name) == 0 || (strcmp(name, label) == 0 && row_is_first(c, i)))
            rows->row[rows->count++] = i;
        suggest_add(&s, c->row[i].name);
        suggest_add(&s, label);
    }
    snprintf(otherwise, sizeof otherwise, " (the first is %s)", text_printable(first, c->row[0].name));
    return rows->count > before || error_set(e, EXIT_USAGE, "there is no row '%s' in the result%s",
                                             text_printable(shown, name), suggest_hint(&s, otherwise));
}

void figure_natural(struct figure_rows *rows, const struct result *f) {
    const struct comparison_result *c = &f->result;
    *rows = (struct figure_rows){.labels = true};
    for (int i = 0; i < c->rows && rows->count < FIGURE_ROWS; i++)
        if (row_is_first(c, i) && has_numbers(&c->row[i]))
            rows->row[rows->count++] = i;
}

bool figure_choose(struct figure_rows *rows, const struct result *f, const char *const *names, struct error *e) {
    const struct comparison_result *c = &f->result;
    int all = 0;
    *rows = (struct figure_rows){0};
    for (; *names; names++)
        if (!add_named(rows, c, *names, e))
            return false;
    rows->labels = rows->count > 1;
    for (int i = 0; i < rows->count; i++)
        rows->labels = rows->labels && row_is_first(c, rows->row[i]);
    if (rows->count)
        return true;
    for (int i = 0; i < c->rows; i++)
        all += has_numbers(&c->row[i]);
    if (all > FEW || members(c) == all)
        figure_natural(rows, f);
    for (int i = 0; i < c->rows && !rows->labels; i++)
        if (has_numbers(&c->row[i]))
            rows->row[rows->count++] = i;
    return rows->count > 0 || error_set(e, EXIT_USAGE, "%s: no policy makes sense for any member", c->folder);
}

/* ---- Accuracy by length */

static struct figure_point point_of(struct range words, struct summary s) {
    return (struct figure_point){words.low, words.high, 100 * s.mean, 100 * (s.mean - s.ci95), 100 * (s.mean + s.ci95),
                                 s.n};
}

static void add_seeds(struct figure_curve *v, const struct comparison_result *c, const struct compare_row *r) {
    for (int k = 0; k < c->members; k++) {
        const struct member *m = &c->member[k];
        for (int p = 0; m->status == STATUS_FINISHED && member_alike(m, r->first) && p < m->rows; p++)
            for (int i = 0; m->policy[p] == r->policy && i < c->lengths; i++)
                if (!isnan(m->value[p][METRIC_ACCURACY].at[i]))
                    v->seed[v->seeds++] = (struct figure_point){
                        c->words[i].high, c->words[i].high, 100 * m->value[p][METRIC_ACCURACY].at[i],
                        (double)NAN,      (double)NAN,      1};
    }
}

/* In range first, then the lengths. */
static void fill_curve(struct figure_curve *v, const struct comparison_result *c, const struct compare_row *r,
                       struct arena *arena) {
    struct range trained = {c->trained_low, c->trained_high};
    v->point = arena_take(arena, (size_t)c->lengths + 1, sizeof *v->point);
    v->seed = arena_take(arena, (size_t)c->lengths * c->members, sizeof *v->seed);
    v->point[v->points++] = point_of(trained, r->of->in_range);
    for (int i = 0; i < c->lengths; i++)
        if (r->of->at[i].n)
            v->point[v->points++] = point_of((struct range){c->words[i].high, c->words[i].high}, r->of->at[i]);
    if (r->of->at[0].n > 1)
        add_seeds(v, c, r);
}

static void fill_axis(struct figure_chart *chart, const struct comparison_result *c) {
    chart->x_low = c->trained_low < 1 ? 1 : c->trained_low;
    chart->x_high = c->trained_high;
    chart->trained = (struct range){c->trained_low, c->trained_high};
    chart->tick[chart->ticks++] = c->trained_low;
    for (int i = 0; i < c->lengths; i++) {
        chart->x_low = c->words[i].high < chart->x_low ? c->words[i].high : chart->x_low;
        chart->x_high = c->words[i].high > chart->x_high ? c->words[i].high : chart->x_high;
        chart->tick[chart->ticks++] = c->words[i].high;
    }
    if (chart->x_low >= chart->x_high)
        chart->x_low = chart->x_high / 2;
    chart->x_high *= 1.06; /* room for what figure_dodge moves aside */
}

/* In range, then by length. */
static void fill_chance(struct figure_chart *chart, const struct comparison_result *c, struct arena *arena) {
    struct figure_point *p = arena_take(arena, (size_t)c->lengths + 2, sizeof *p);
    double low = chart->x_low, edge = c->trained_high;
    p[chart->chances++] =
        (struct figure_point){low, low, 100 * c->chance[METRIC_ACCURACY].in_range, (double)NAN, (double)NAN, 0};
    p[chart->chances++] =
        (struct figure_point){edge, edge, 100 * c->chance[METRIC_ACCURACY].in_range, (double)NAN, (double)NAN, 0};
    for (int i = 0; i < c->lengths; i++)
        if (c->words[i].high > c->trained_high) {
            double x = c->words[i].high;
            p[chart->chances++] =
                (struct figure_point){x, x, 100 * c->chance[METRIC_ACCURACY].at[i], (double)NAN, (double)NAN, 0};
        }
    chart->chance = p;
}

static void describe(struct figure_chart *chart, const struct result *f, struct arena *arena) {
    char text[2048] = "";
    const struct comparison_result *c = &f->result;
    text_append(text, sizeof text, "Accuracy in percent against the number of words; trained on %d to %d. ",
                c->trained_low, c->trained_high);
    for (int k = 0; k < chart->curves; k++) {
        const struct figure_curve *v = &chart->curve[k];
        text_append(text, sizeof text, "%s: %.0f in range, %.0f at %g words. ", v->name, v->point[0].y,
                    v->point[v->points - 1].y, v->point[v->points - 1].to);
    }
    text_append(text, sizeof text, "Chance is %.0f.", 100 * c->chance[METRIC_ACCURACY].in_range);
    chart->describe = arena_text(arena, text);
}

void figure_extrapolation(struct figure_chart *chart, const struct result *f, const struct figure_rows *rows,
                          struct arena *arena) {
    const struct comparison_result *c = &f->result;
    *chart = (struct figure_chart){.x_title = "words", .y_title = "accuracy in %", .log_x = true};
    fill_axis(chart, c);
    fill_chance(chart, c, arena);
    chart->curve = arena_take(arena, (size_t)rows->count, sizeof *chart->curve);
    for (int i = 0; i < rows->count; i++) {
        const struct compare_row *r = &c->row[rows->row[i]];
        struct figure_curve *v = &chart->curve[chart->curves++];
        v->name = rows->policies ? r->policy->name : rows->labels ? r->first->label : r->name;
        v->colour = i;
        fill_curve(v, c, r, arena);
    }
    figure_fit(chart);
    describe(chart, f, arena);
}
