/* report_table.c -- the tables of a report: means by length, failed and single seeds, paired differences. */
#include "report/report.h"
#include "result/comparison_notes.h"
#include "result/fill_comparison.h"

enum { MEMBERS_OPEN = 2, PAIRS_OPEN = 12 };   /* up to so many stand open */
enum { ROWS_MOST = 2000, ROWS_FAILED = 200 }; /* of more a page says where they are */
enum { DRAWN = 1u << METRIC_ACCURACY | 1u << METRIC_LOSS };

/* A table of so many rows, unless they are too many for a page to be read. */
static void put_table(struct html *h, const struct table *t) {
    if (t->rows <= ROWS_MOST)
        table_html(h, t);
    else
        html_element(h, "p", arena_format(t->arena, "%d rows: too many for a page; compare.json has them.", t->rows));
}

/* Folded: what else was measured. */
static void put_others(struct report *r, struct table *t) {
    t->notes = (struct lines){0};
    t->drawn = 0;
    for (int k = 0; k < metric_count; k++)
        if (k != METRIC_ACCURACY && table_has_layer(t, k))
            t->drawn |= 1u << k;
    report_fold(&r->h, false, "Loss and other metrics");
    report_lengths(r, METRIC_LOSS);
    table_html(&r->h, t);
    html_raw(&r->h, "</details>\n");
}

void report_table(struct report *r) {
    const struct comparison_result *c = &r->f->result;
    struct html *h = &r->h;
    struct table all, t;
    fill_summary(&all, c, &r->arena);
    if (!fill_brief(&t, &all, c, ROWS_MOST))
        t = all;
    html_raw(h, "<section id=table><h2>Results by length</h2>\n<p>Each row is an encoding with an extrapolation "
                "policy, which says what to do at positions that training never had. A deeper colour is further above "
                "chance. Click a heading to sort. Hover or tap for numbers.</p>\n");
    t.drawn = 1u << METRIC_ACCURACY;
    if (fill_kernels(c->kernels))
        html_element(h, "p", fill_kernels(c->kernels));
    put_table(h, &t);
    if (t.rows <= ROWS_MOST)
        put_others(r, &t);
    html_raw(h, "</section>\n");
}

void report_seeds(struct report *r) {
    const struct comparison_result *c = &r->f->result;
    struct html *h = &r->h;
    struct table t;
    struct list failed;
    fill_failed(&failed, c, &r->arena);
    fill_members(&t, c, false, &r->arena);
    html_raw(h, "<section id=failed><h2>Seeds</h2>\n");
    if (failed.items > ROWS_FAILED) {
        *failed.note.line = arena_format(&r->arena, "%d models: too many for a page; compare.json has them. %s",
                                         failed.items, *failed.note.line);
        failed.items = 0;
    }
    list_html(h, &failed, "failed");
    report_fold(h, c->members <= MEMBERS_OPEN, "Every seed");
    t.drawn = DRAWN;
    put_table(h, &t);
    html_raw(h, "</details></section>\n");
}

void report_pairs(struct report *r) {
    struct html *h = &r->h;
    struct table t;
    if (!r->f->result.pairs)
        return;
    fill_pairs(&t, &r->f->result, &r->arena);
    html_raw(h, "<section id=pairs><h2>Paired differences</h2>\n");
    report_fold(h, t.rows <= PAIRS_OPEN, arena_format(&r->arena, "%d pairs of rows", t.rows));
    t.drawn = DRAWN;
    put_table(h, &t);
    html_raw(h, "</details></section>\n");
}
