/* report_figures.c -- the charts of a report: a metric by length, accuracy by policy, learning. */
#include "plot/chart_rows.h"
#include "plot/fill_extrapolation.h"
#include "plot/fill_learning.h"
#include "report/report.h"
#include "study/columns.h"
#include "study/series.h"

bool report_lengths(struct report *r, int metric) {
    const struct comparison_result *c = &r->f->result;
    struct fill_rows rows;
    struct chart chart;
    fill_under_policy(&rows, c);
    if (!rows.count || !row_seeds(c, &c->row[rows.row[0]], metric))
        return false;
    fill_extrapolation(&chart, c, &rows, metric, &r->arena);
    report_chart(&r->h, &chart);
    return true;
}

void report_curves(struct report *r) {
    html_raw(&r->h, "<section id=curves>");
    report_lengths(r, METRIC_ACCURACY);
    html_raw(&r->h, "</section>\n");
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
        chart[charts].panels = true;
        low = chart[charts].y_low < low ? chart[charts].y_low : low;
        charts++;
    }
    if (charts) {
        html_raw(h, "<section id=policies><h2>Extrapolation policies</h2>\n");
        report_fold(h, false, "Every policy of each model");
        if (first.best)
            html_element(h, "p", fill_rows_text(&first));
        html_raw(h, "<div class=many>");
    }
    for (int k = 0; k < charts; k++) {
        chart[k].y_low = low;
        report_chart(h, &chart[k]);
    }
    html_raw(h, charts ? "</div></details></section>\n" : "");
}

/* Of the first policy of each model; a log that cannot be read is missing. */
void report_learning(struct report *r) {
    struct fill_rows rows;
    struct fill_learners learners;
    struct chart chart;
    struct error e = {0};
    first_policy_rows(&rows, &r->f->result);
    fill_learners(&learners, &r->f->result, &rows);
    if (fill_learning(&chart, r->f, &learners, &r->arena, &e)) {
        html_raw(&r->h, "<section id=learning><h2>Learning</h2>\n");
        report_chart(&r->h, &chart);
        html_raw(&r->h, "</section>\n");
    } else if (e.code == EXIT_IO) {
        report_miss(r, "Learning", e.text);
    }
}
