/* report_tables.c -- a page about tables of positions: where each comes from, its maps, and what was measured on all of
 * them beside exact sinusoids. */
#include "report/report.h"
#include "view/kinds.h"
#include "view/position_tables.h"

enum { CELLS = 160 };

static void put_figure(struct html *h, const struct view_kind *kind, const struct shown_tables *t,
                       struct arena *arena) {
    const struct table_figure *f = kind->figure;
    struct chart c;
    if (!f || !fill_table_figure(&c, f, t, arena))
        return;
    c.title = c.subtitle = NULL; /* the section says both */
    html_raw(h, "<section id=%s>", kind->name);
    html_element(h, "h2", f->title);
    html_element(h, "p", f->means);
    report_chart(h, &c);
    html_element(h, "p", c.describe);
    html_raw(h, "</section>\n");
}

bool report_write_tables(const struct shown_tables *t, const char *path, struct error *e) {
    struct report r = {.path = path, .e = e};
    struct html *h = &r.h;
    struct heat map[2];
    report_open(&r, t->of[0].name);
    html_raw(h, "<header><p class=kind>poslab, tables of positions</p>");
    html_element(h, "h1", t->of[0].name);
    for (int i = 0; i < t->count - 1; i++) {
        html_raw(h, "<p class=question>");
        html_text(h, t->of[i].name);
        html_raw(h, ": ");
        html_text(h, t->of[i].about);
        html_raw(h, "</p>\n");
    }
    html_raw(h, "</header>\n");
    html_raw(
        h, "<section id=maps><h2>The tables</h2>\n<p>On the left each row is a position. On the right is the cosine "
           "between the rows of two positions: 1 is the same direction, 0 is nothing in common.</p>\n<div class=many>");
    for (int i = 0; i < t->count - 1; i++) {
        fill_table_maps(map, &t->of[i], &r.arena);
        report_heat(h, &map[0], CELLS, CELLS);
        report_heat(h, &map[1], CELLS, CELLS);
    }
    html_raw(h, "</div></section>\n");
    for (const struct view_kind *const *k = views; *k; k++)
        put_figure(h, *k, t, &r.arena);
    arena_free(&r.arena);
    return report_close(&r);
}
