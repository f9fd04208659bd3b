/* with_report.c -- of a task with labels: which of them were answered for which, and how well each is found. A figure
 * and a table for each model whose answers were counted, the first finished seed of each label of the comparison. */
#include "base/room.h"
#include "confusion/fill_confusion.h"
#include "draw/svg.h"
#include "report/report.h"
#include "study/result.h"
#include "study/series.h"

enum { MODELS_SHOWN = 8, MISTAKES = 10 };

static void put_model(struct html *h, const struct member *m, const struct label_scores *c, struct arena *arena) {
    struct heat map;
    struct table classes, mistakes;
    fill_confusion(&map, c, true, arena);
    map.title = arena_format(arena, "%s, seed %d", m->label, m->seed);
    fill_classes(&classes, c, arena);
    fill_mistakes(&mistakes, c, MISTAKES, arena);
    html_raw(h, "<details><summary>");
    html_text(h, map.title);
    html_raw(h, "</summary>\n<figure>");
    svg_heat(h, &map, NULL);
    html_raw(h, "</figure>\n");
    table_html(h, &classes);
    if (mistakes.rows)
        table_html(h, &mistakes);
    else
        html_element(h, "p", mistakes.layer[0].caption);
    html_raw(h, "</details>\n");
}

static void put_labels(struct report *r) {
    const struct comparison_result *c = &r->f->result;
    struct html *h = &r->h;
    int shown = 0;
    for (int k = 0; k < c->labels && shown < MODELS_SHOWN; k++) {
        const struct member *m = series_model(&c->series[k]);
        struct label_scores counts;
        struct error none;
        if (!m || !label_scores_open(&counts, m->result, 0, &r->arena, &none))
            continue;
        if (!shown++)
            html_raw(h, "<section id=labels><h2>Labels</h2>\n"
                        "<p>Rows are the right labels, columns the answers. A deeper colour is a larger share of the "
                        "label's rows.</p>\n");
        put_model(h, m, &counts, &r->arena);
    }
    if (shown)
        html_raw(h, "</section>\n");
}

static const struct report_section labels = {70, put_labels};
const struct room room_confusion_with_report = {
    .name = "confusion in a report",
    .sections = (const struct report_section *const[]){&labels, NULL},
};
