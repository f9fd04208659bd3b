/* with_report.c -- a report's charts along each setting that differs between members, folded unless a grid was asked
 * for. */
#include "base/room.h"
#include "report/report.h"
#include "study/columns.h"
#include "sweeps/fill_sweep.h"

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

static void put_sweeps(struct report *r) {
    const struct sweeps *all = &r->f->result.sweeps;
    struct html *h = &r->h;
    if (!all->count)
        return;
    html_raw(h, "<section id=sweeps><h2>Settings that differ between models</h2>\n");
    report_fold(h, *r->f->result.compare.grid, "Accuracy by setting");
    html_raw(h, "<div class=many>");
    for (int i = 0; i < all->count; i++)
        put_sweep(h, &r->f->result, &all->of[i], &r->arena);
    html_raw(h, "</div></details></section>\n");
}

static const struct report_section sweeps = {70, put_sweeps};
const struct room room_sweeps_with_report = {
    .name = "sweeps in a report",
    .sections = (const struct report_section *const[]){&sweeps, NULL},
};
