/* report_figures.c -- the charts of a report: accuracy by length, by policy, and while learning. */
#include <string.h>

#include "present/figure_make.h"
#include "report/report.h"

static void open_figure(struct html *h, const char *heading) {
    html_raw(h, "<figure>");
    if (heading)
        html_element(h, "h3", heading);
}

static void close_figure(struct html *h, const char *caption) {
    html_raw(h, "<figcaption>%s</figcaption></figure>\n", caption);
}

void report_curves(struct html *h, const struct result *f) {
    struct arena arena = {0};
    struct figure_rows rows;
    struct figure_chart chart;
    figure_natural(&rows, f);
    if (!rows.count)
        return;
    figure_extrapolation(&chart, f, &rows, &arena);
    html_raw(h, "<section id=curves><h2>Beyond the trained length</h2>\n");
    open_figure(h, NULL);
    figure_svg_chart(h, &chart);
    close_figure(h, f->single
                        ? "Each encoding as it goes on by itself; flat on the left: the mean over the trained lengths."
                        : "Each encoding as it goes on by itself (its first policy). Bars: 95 % intervals over seeds "
                          "(Student t); small dots: every seed; flat on the left: the mean over the trained lengths.");
    html_raw(h, "</section>\n");
    arena_free(&arena);
}

/* The rows of the member whose first row is i; returns how many have numbers. */
static int choose_member(struct figure_rows *rows, const struct comparison_result *c, int i) {
    *rows = (struct figure_rows){.policies = true};
    for (int k = i; k < c->rows && c->row[k].first == c->row[i].first && rows->count < FIGURE_ROWS; k++)
        if (c->row[k].of->at[0].n)
            rows->row[rows->count++] = k;
    return rows->count;
}

/* One chart a member, all with the same axes. */
void report_policies(struct html *h, const struct result *f) {
    const struct comparison_result *c = &f->result;
    struct arena arena = {0};
    struct figure_chart *chart = arena_take(&arena, (size_t)c->rows, sizeof *chart);
    int *row = arena_take(&arena, (size_t)c->rows, sizeof *row), charts = 0;
    double low = 100;
    for (int i = 0; i < c->rows; i++) {
        struct figure_rows rows;
        if ((i > 0 && c->row[i].first == c->row[i - 1].first) || choose_member(&rows, c, i) < 2)
            continue;
        figure_extrapolation(&chart[charts], f, &rows, &arena);
        low = chart[charts].y_low < low ? chart[charts].y_low : low;
        row[charts++] = i;
    }
    if (charts)
        html_raw(h, "<section id=policies><h2>Policies for places never seen</h2>\n<div class=many>");
    for (int k = 0; k < charts; k++) {
        chart[k].y_low = low;
        open_figure(h, c->row[row[k]].first->label);
        figure_svg_chart(h, &chart[k]);
        html_raw(h, "</figure>\n");
    }
    if (charts)
        html_raw(h, "</div></section>\n");
    arena_free(&arena);
}

void report_learning(struct html *h, const struct result *f) {
    struct arena arena = {0};
    struct figure_rows rows;
    struct figure_chart chart;
    struct error none = {0};
    figure_natural(&rows, f);
    if (rows.count && figure_learning(&chart, f, &rows, &arena, &none)) {
        html_raw(h, "<section id=learning><h2>Learning</h2>\n");
        open_figure(h, NULL);
        figure_svg_chart(h, &chart);
        close_figure(
            h, f->single ? "Accuracy on the batches of training, each point the mean of a sixtieth of the steps."
                         : "Accuracy on the batches of training, means over seeds with 95 % intervals; each point is a "
                           "sixtieth of the steps.");
        html_raw(h, "</section>\n");
    }
    arena_free(&arena);
}
