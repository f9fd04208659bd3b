/* fill_extrapolation.c -- a metric by length as a chart; see fill_extrapolation.h. */
#include <math.h>
#include <string.h>

#include "result/chart_rows.h"
#include "result/comparison_notes.h"
#include "result/fill_extrapolation.h"
#include "result/fill_folders.h"
#include "result/table_lengths.h"
#include "study/series.h"

/* Values of one metric, as they are printed. */
struct shown {
    const struct comparison_result *c;
    const struct metric *metric;
    int number;
    bool training;
};

static void add_seeds(struct chart_curve *v, const struct shown *s, const struct compare_row *r, struct arena *arena) {
    const struct comparison_result *c = s->c;
    const struct series *of = r->first->series;
    v->seed = arena_alloc(arena, (size_t)series_seeds(of) * c->lengths, sizeof *v->seed);
    for (const struct member *m = of->first; m < of->end; m++)
        for (int i = 1; i <= c->lengths; i++)
            fill_seed(v, m, r->policy, s->number, i, c->words[i].high);
}

/* In range first, then the lengths, where so many seeds at least have a number. */
static void fill_curve(struct chart_curve *v, const struct shown *s, const struct compare_row *r, int least,
                       struct arena *arena) {
    const struct comparison_result *c = s->c;
    const struct summary *of = r->of[s->number];
    double scale = s->metric->quantity.scale;
    struct range trained = r->first->result->words[IN_RANGE];
    if (of[IN_RANGE].n >= least)
        v->point[v->points++] = chart_mean(trained.low, trained.high, scale, of[IN_RANGE]);
    for (int i = 1; i <= c->lengths; i++)
        if (of[i].n >= least)
            v->point[v->points++] = chart_mean(c->words[i].high, c->words[i].high, scale, of[i]);
    if (row_seeds(c, r, s->number) > 1)
        add_seeds(v, s, r, arena);
}

static void fill_axis(struct chart *chart, const struct comparison_result *c) {
    double length[LENGTHS_MAX];
    for (int i = 1; i <= c->lengths; i++)
        length[i - 1] = c->words[i].high;
    chart_lengths(chart, c->words[IN_RANGE], length, c->lengths);
}

/* In range, then beyond it by length, or from the first length where nothing is known in range yet; a number that is
 * not known is no point. */
static void fill_baseline(struct chart *chart, const struct shown *s, const char *name, const struct levels *of,
                          struct arena *arena) {
    const struct comparison_result *c = s->c;
    struct chart_curve *v = chart_add_baseline(chart, name, c->lengths + 2, arena);
    double scale = s->metric->quantity.scale;
    if (!isnan(of->at[IN_RANGE])) {
        v->point[v->points++] = chart_number(chart->x_low, scale * of->at[IN_RANGE]);
        v->point[v->points++] = chart_number(c->words[IN_RANGE].high, scale * of->at[IN_RANGE]);
    }
    for (int i = 1; i <= c->lengths; i++)
        if ((c->words[i].high > c->words[IN_RANGE].high || (s->training && isnan(of->at[IN_RANGE]))) &&
            !isnan(of->at[i]))
            v->point[v->points++] = chart_number(c->words[i].high, scale * of->at[i]);
    chart->baselines -= !v->points;
}

/* Which points are means, and of what. */
static const char *means_text(const struct chart *chart, const struct shown *s, struct arena *arena) {
    bool seeds = false, flat = false;
    for (const struct chart_curve *v = chart->curve; v < chart->curve + chart->curves; v++) {
        seeds = seeds || v->seeds;
        flat = flat || (v->points && v->point->from < v->point->x);
    }
    return arena_format(arena, "%s%s%s",
                        !seeds        ? ""
                        : s->training ? "Means over seeds with 95 % intervals; thin lines: single seeds. "
                                      : FILL_SEEDS_TEXT " ",
                        flat ? "Left: the mean over the trained lengths" : "",
                        !flat                  ? ""
                        : s->c->trained_differ ? ", each folder's own; the line marks the shortest of them."
                                               : ".");
}

static void fill_texts(struct chart *chart, const struct shown *s, const struct fill_rows *rows, struct arena *arena) {
    const struct metric *m = s->metric;
    const char *title = fill_title(m, arena);
    chart->title = arena_format(arena, rows->policies && rows->count ? "%s by length: %s by policy" : "%s by length",
                                title, rows->count ? s->c->row[rows->row[0]].first->label : "");
    chart->subtitle = fill_subtitle(s->c, arena);
    chart->note = arena_format(arena, "%s%s%s%s", fill_folders_brief(s->c, arena), fill_rows_text(rows),
                               means_text(chart, s, arena), fill_unfinished(s->c, arena));
    chart->describe = chart_describe(
        chart, arena_format(arena, strcmp(m->quantity.unit, "%") ? "%s" : "%s in percent", title), arena);
}

void fill_extrapolation(struct chart *chart, const struct comparison_result *c, const struct fill_rows *rows,
                        int metric, struct arena *arena) {
    const struct shown s = {c, &metrics[metric], metric, rows->training};
    *chart = fill_chart(s.metric, arena);
    chart->x_title = "words";
    chart->seed_lines = rows->training;
    fill_axis(chart, c);
    fill_baseline(chart, &s, "chance", &c->chance[metric], arena);
    for (int k = 0; k < c->baselines; k++)
        fill_baseline(chart, &s, c->baseline[k].name, &c->baseline[k].of[metric], arena);
    chart->curve = arena_alloc(arena, (size_t)rows->count, sizeof *chart->curve);
    for (int i = 0; i < rows->count; i++) {
        const struct compare_row *r = &c->row[rows->row[i]];
        bool helped = rows->helped && !row_is_first(c, rows->row[i]);
        const char *name = rows->policies ? r->policy->name : rows->labels && !helped ? r->first->label : r->name;
        struct chart_curve *v = chart_add_curve(chart, name, fill_sign(r->first->settings), c->lengths + 1, arena);
        if (helped)
            v->sign = sign_dashed(v[-1].sign);
        fill_curve(v, &s, r, rows->training ? series_seeds(r->first->series) : 1, arena);
    }
    chart_fit(chart);
    fill_texts(chart, &s, rows, arena);
}
