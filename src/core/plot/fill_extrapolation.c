/* fill_extrapolation.c -- see fill_extrapolation.h. */
#include <ctype.h>
#include <math.h>
#include <string.h>

#include "plot/chart_rows.h"
#include "plot/fill_extrapolation.h"
#include "result/comparison_notes.h"
#include "result/table_lengths.h"
#include "study/series.h"

/* In range first, then the lengths, where so many seeds at least have a number; of several seeds each. */
static void fill_curve(struct chart_curve *v, const struct comparison_result *c, const struct compare_row *r,
                       int metric, int least, struct arena *arena) {
    const struct series *of = r->first->series;
    const struct summary *s = r->of[metric];
    double scale = metrics[metric].quantity.scale;
    struct range trained = r->first->result->words[IN_RANGE];
    if (s[IN_RANGE].n >= least)
        v->point[v->points++] = chart_mean(trained.low, trained.high, scale, s[IN_RANGE]);
    for (int i = 1; i <= c->lengths; i++)
        if (s[i].n >= least)
            v->point[v->points++] = chart_mean(c->words[i].high, c->words[i].high, scale, s[i]);
    if (row_seeds(c, r, metric) < 2)
        return;
    v->seed = arena_alloc(arena, (size_t)series_seeds(of) * c->lengths, sizeof *v->seed);
    for (const struct member *m = of->first; m < of->end; m++)
        for (int i = 1; i <= c->lengths; i++)
            fill_seed(v, m, r->policy, metric, i, c->words[i].high);
}

/* In range, then beyond it by length, or from the first length where models train and nothing is known in range yet; a
 * number that is not known is no point. */
static void fill_baseline(struct chart *chart, const struct comparison_result *c, int k, int metric, bool training,
                          struct arena *arena) {
    const double scale = metrics[metric].quantity.scale, *at = c->baseline[k].of[metric].at;
    struct chart_curve *v = chart_add_baseline(chart, c->baseline[k].name, c->lengths + 2, arena);
    v->chance = k == CHANCE;
    int trained = training && isnan(at[IN_RANGE]) ? 0 : c->words[IN_RANGE].high;
    if (!isnan(at[IN_RANGE])) {
        v->point[v->points++] = chart_number(chart->x_low, scale * at[IN_RANGE]);
        v->point[v->points++] = chart_number(c->words[IN_RANGE].high, scale * at[IN_RANGE]);
    }
    for (int i = 1; i <= c->lengths; i++)
        if (c->words[i].high > trained && !isnan(at[i]))
            v->point[v->points++] = chart_number(c->words[i].high, scale * at[i]);
    chart->baselines -= !v->points;
}

/* What the flat pieces are means of. */
static const char *flat_text(const struct chart *chart) {
    for (const struct chart_curve *v = chart->curve; v < chart->curve + chart->curves; v++)
        if (v->points && v->point->from < v->point->x)
            return "Left: the mean over the trained lengths.";
    return "";
}

/* The axis and its ticks. The trained lengths, where the curves are flat, have a fifth of the axis at most, unless
 * lengths among them were evaluated, or each curve has its own: then none are marked. */
static void set_lengths(struct chart *c, struct range trained, bool own, const double *length, int lengths) {
    double longest = lengths ? length[lengths - 1] : trained.high;
    c->log_x = true;
    c->trained = own ? (struct range){0, 0} : trained;
    c->x_low = trained.low < 1 ? 1 : trained.low;
    c->x_high = trained.high;
    if (longest > trained.high && !own)
        c->x_low = fmax(c->x_low, round(trained.high / pow(longest / trained.high, 0.25)));
    for (int i = 0; i < lengths; i++)
        c->x_low = fmin(c->x_low, length[i]);
    c->tick[c->ticks++] = c->x_low;
    for (int i = 0; i < lengths && c->ticks < CHART_TICKS; i++) {
        c->x_high = fmax(c->x_high, length[i]);
        c->tick[c->ticks++] = length[i];
    }
    if (c->x_low >= c->x_high)
        c->x_low = c->x_high / 2;
}

/* In sentences: what was trained, and each line at both its ends. */
static const char *describe(const struct chart *c, const char *title, struct arena *arena) {
    char text[8192] = "";
    text_append(text, sizeof text, "%s against the number of words", title);
    text_append(text, sizeof text, c->trained.high ? "; trained on %d to %d. " : ". ", c->trained.low, c->trained.high);
    for (int k = 0; k < c->curves; k++) {
        const struct chart_curve *v = &c->curve[k];
        const struct chart_point *first = v->point, *last = &v->point[v->points - 1];
        if (v->points)
            text_append(text, sizeof text, "%s: %.*f %s, %.*f at %g words. ", v->name, c->digits, first->y,
                        first->from < first->x ? "in range" : "at the shortest length", c->digits, last->y, last->x);
    }
    for (int k = 0; k < c->baselines; k++) {
        const char *name = c->baseline[k].name;
        text_append(text, sizeof text, "%s%c%s%s %.*f%s", k ? ", " : "", k ? *name : toupper((unsigned char)*name),
                    name + 1, k ? "" : " is", c->digits, c->baseline[k].point[0].y, k == c->baselines - 1 ? "." : "");
    }
    return arena_text(arena, text);
}

void fill_extrapolation(struct chart *chart, const struct comparison_result *c, const struct fill_rows *rows,
                        int metric, struct arena *arena) {
    const struct metric *m = &metrics[metric];
    const char *title = fill_title(m, arena);
    double length[LENGTHS_MAX];
    *chart = fill_chart(m, arena);
    chart->x_title = "words";
    chart->panels = rows->policy;
    for (int i = 1; i <= c->lengths; i++)
        length[i - 1] = c->words[i].high;
    set_lengths(chart, c->words[IN_RANGE], c->trained_differs, length, c->lengths);
    for (int k = 0; k < c->baselines; k++)
        fill_baseline(chart, c, k, metric, rows->training, arena);
    chart->curve = arena_alloc(arena, (size_t)rows->count, sizeof *chart->curve);
    for (int i = 0; i < rows->count; i++) {
        const struct compare_row *r = &c->row[rows->row[i]];
        bool under = rows->policy && !row_is_first(c, rows->row[i]);
        const char *name = rows->policies ? r->policy->name : rows->labels && !under ? r->first->label : r->name;
        struct chart_curve *v = chart_add_curve(chart, name, fill_sign(r->first->settings), c->lengths + 1, arena);
        if (under)
            v->sign = sign_dashed(v[-1].sign);
        v->joins = under;
        fill_curve(v, c, r, metric, rows->training ? series_seeds(r->first->series) : 1, arena);
    }
    chart_fit(chart);
    chart->title = arena_format(arena, rows->policies && rows->count ? "%s by length: %s by policy" : "%s by length",
                                title, rows->count ? c->row[rows->row[0]].first->label : "");
    chart->subtitle = fill_subtitle(c, arena);
    const char *dashed =
        !rows->policy ? "" : arena_format(arena, "Dashed: with %s (%s). ", rows->policy->name, rows->policy->summary);
    chart->note = arena_format(arena, "%s%s%s%s%s", fill_rows_text(rows), dashed, fill_means_text(chart),
                               flat_text(chart), fill_unfinished(c, arena));
    chart->describe =
        describe(chart, strcmp(m->quantity.unit, "%") ? title : arena_format(arena, "%s in percent", title), arena);
}
