/* report_figures.c -- the charts of a report: accuracy by length, by policy, and the table of those by training. */
#include "plot/chart_rows.h"
#include "plot/fill_extrapolation.h"
#include "plot/fill_learning.h"
#include "report/report.h"
#include "study/columns.h"
#include "study/series.h"

void report_curves(struct report *r) {
    const struct comparison_result *c = &r->f->result;
    struct html *h = &r->h;
    struct fill_rows rows;
    struct chart chart;
    fill_under_policy(&rows, c);
    if (!rows.count)
        return;
    html_raw(h, "<section id=curves>");
    fill_extrapolation(&chart, c, &rows, METRIC_ACCURACY, &r->arena);
    report_chart(h, &chart);
    html_raw(h, "</section>\n");
}

/* One chart a member, all with the same axes. */
void report_policies(struct report *r) {
    const struct comparison_result *c = &r->f->result;
    struct html *h = &r->h;
    struct fill_rows first;
    struct chart chart[FILL_ROWS];
    int charts = 0;
    double low = 100;
    first_policy_rows(&first, c);
    for (int i = 0; i < first.count; i++) {
        struct fill_rows rows = {.policies = true};
        for (int k = first.row[i]; k < c->rows && c->row[k].first == c->row[first.row[i]].first; k++)
            if (rows.count < FILL_ROWS && row_seeds(c, &c->row[k], METRIC_ACCURACY))
                rows.row[rows.count++] = k;
        if (rows.count < 2)
            continue;
        fill_extrapolation(&chart[charts], c, &rows, METRIC_ACCURACY, &r->arena);
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
}

/* A section with one chart, if it could be filled; a log that cannot be read is missing. */
static void put_figure(struct report *r, const char *id, const char *title, bool filled, const struct chart *chart,
                       const struct error *e) {
    if (filled) {
        html_raw(&r->h, "<section id=%s><h2>%s</h2>\n", id, title);
        report_chart(&r->h, chart);
        html_raw(&r->h, "</section>\n");
    } else if (e->code == EXIT_IO) {
        report_miss(r, title, e->text);
    }
}

void report_figures(struct report *r) {
    const struct comparison_result *c = &r->f->result;
    struct fill_rows rows;
    struct fill_learners learners;
    struct chart chart;
    struct error e = {0};
    fill_under_policy(&rows, c);
    bool loss = rows.count && row_seeds(c, &c->row[rows.row[0]], METRIC_LOSS);
    if (loss)
        fill_extrapolation(&chart, c, &rows, METRIC_LOSS, &r->arena);
    put_figure(r, "loss", "Loss beyond the trained length", loss, &chart, &e);
    first_policy_rows(&rows, c);
    fill_learners(&learners, c, &rows);
    put_figure(r, "learning", "Learning", fill_learning(&chart, r->f, &learners, &r->arena, &e), &chart, &e);
}
