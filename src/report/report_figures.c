/* report_figures.c -- the charts of a report: accuracy by length, by policy, and the table of those by training. */
#include "report/report.h"
#include "result/chart_rows.h"
#include "result/fill_by_position.h"
#include "result/fill_extrapolation.h"
#include "result/fill_learning.h"
#include "result/fill_sweep.h"
#include "study/columns.h"
#include "study/result.h"
#include "study/series.h"

static bool fill_by_longest(struct chart *chart, const struct result *f, const struct fill_rows *rows,
                            struct arena *arena, struct error *e) {
    return rows->count && fill_by_position(chart, &f->result, rows, 0, arena, e);
}

static bool fill_learned(struct chart *chart, const struct result *f, const struct fill_rows *rows, struct arena *arena,
                         struct error *e) {
    struct fill_learners l;
    fill_learners(&l, &f->result, rows);
    return fill_learning(chart, f, &l, arena, e);
}

/* What is drawn of the first row of each member, a section each; one that has no numbers is left out. */
static const struct figure {
    const char *id, *title;
    bool (*fill)(struct chart *chart, const struct result *f, const struct fill_rows *rows, struct arena *arena,
                 struct error *e);
} figures[] = {
    {"by-position", "Accuracy by position", fill_by_longest},
    {"learning", "Learning", fill_learned},
};

void report_curves(struct html *h, const struct result *f) {
    struct arena arena = {0};
    struct fill_rows rows;
    struct chart chart;
    fill_helped(&rows, &f->result);
    if (!rows.count)
        return;
    html_raw(h,
             "<section id=curves><h2>Beyond the trained length</h2>\n<p>Each encoding under its first policy (no "
             "fix)%s.</p>\n",
             rows.helped ? ", and dashed under the policy that helps it most" : "");
    for (int metric = METRIC_ACCURACY; metric <= METRIC_LOSS; metric++)
        if (row_seeds(&f->result, &f->result.row[rows.row[0]], metric)) {
            fill_extrapolation(&chart, &f->result, &rows, metric, &arena);
            report_chart(h, &chart);
        }
    html_raw(h, "</section>\n");
    arena_free(&arena);
}

/* Accuracy by one setting, in range and at the longest length. */
static void put_sweep(struct html *h, const struct comparison_result *c, const struct sweep *over,
                      struct arena *arena) {
    static const char *const any[] = {NULL};
    struct fill_over of = {.over = over, .metric = METRIC_ACCURACY, .kind = any};
    of.only = arena_alloc(arena, (size_t)c->sweeps.count, sizeof *of.only);
    for (int k = 0; k < 2; k++) {
        struct chart chart;
        struct error none;
        of.at = k ? length_longest(c) : IN_RANGE;
        if (fill_sweep(&chart, c, &of, arena, &none))
            report_chart(h, &chart);
    }
}

void report_sweeps(struct html *h, const struct result *f) {
    struct arena arena = {0};
    const struct sweeps *all = &f->result.sweeps;
    for (int i = 0; i < all->count; i++) {
        html_raw(h, i ? "" : "<section id=sweeps><h2>Settings that differ between models</h2>\n<div class=many>");
        put_sweep(h, &f->result, &all->of[i], &arena);
    }
    html_raw(h, all->count ? "</div></section>\n" : "");
    arena_free(&arena);
}

/* The rows of the member whose first row is i; returns how many have numbers. */
static int choose_member(struct fill_rows *rows, const struct comparison_result *c, int i) {
    *rows = (struct fill_rows){.policies = true};
    for (int k = i; k < c->rows && c->row[k].first == c->row[i].first && rows->count < FILL_ROWS; k++)
        if (row_seeds(c, &c->row[k], METRIC_ACCURACY))
            rows->row[rows->count++] = k;
    return rows->count;
}

/* One chart a member, all with the same axes. */
void report_policies(struct html *h, const struct result *f) {
    const struct comparison_result *c = &f->result;
    struct arena arena = {0};
    struct fill_rows first;
    struct chart chart[FILL_ROWS];
    int charts = 0;
    double low = 100;
    first_policy_rows(&first, c);
    for (int i = 0; i < first.count; i++) {
        struct fill_rows rows;
        if (choose_member(&rows, c, first.row[i]) < 2)
            continue;
        fill_extrapolation(&chart[charts], c, &rows, METRIC_ACCURACY, &arena);
        low = chart[charts].y_low < low ? chart[charts].y_low : low;
        charts++;
    }
    if (charts) {
        html_raw(h, "<section id=policies><h2>Extrapolation policies</h2>\n");
        if (first.best)
            html_element(h, "p", fill_rows_text(&first));
        html_raw(h, "<div class=many>");
    }
    for (int k = 0; k < charts; k++) {
        chart[k].y_low = low;
        report_chart(h, &chart[k]);
    }
    html_raw(h, charts ? "</div></section>\n" : "");
    arena_free(&arena);
}

void report_figures(struct html *h, const struct result *f, struct html *missing) {
    struct fill_rows rows;
    first_policy_rows(&rows, &f->result);
    for (size_t i = 0; i < sizeof figures / sizeof *figures; i++) {
        struct arena arena = {0};
        struct chart chart;
        struct error e = {0};
        if (figures[i].fill(&chart, f, &rows, &arena, &e)) {
            html_raw(h, "<section id=%s><h2>%s</h2>\n", figures[i].id, figures[i].title);
            report_chart(h, &chart);
            html_raw(h, "</section>\n");
        } else if (e.code == EXIT_IO) {
            report_miss(missing, figures[i].title, &e);
        }
        arena_free(&arena);
    }
}
