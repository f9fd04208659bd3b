/* fill_extrapolation.c -- a metric by length as a chart; see fill.h. */
#include <ctype.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "base/text.h"
#include "present/fill.h"

#define NONE (double)NAN

/* Values of one metric, as they are printed. */
struct shown {
    const struct comparison_result *c;
    const struct metric *metric;
    int number;
};

static struct chart_point point_of(const struct shown *s, struct range words, struct summary x) {
    double k = s->metric->scale;
    return (struct chart_point){words.low, words.high, k * x.mean, k * (x.mean - x.ci95), k * (x.mean + x.ci95), x.n};
}

static struct range at_length(const struct comparison_result *c, int i) {
    return (struct range){c->words[i].high, c->words[i].high};
}

static bool is_of(const struct member *m, const struct compare_row *r) {
    return m->status == STATUS_FINISHED && strcmp(m->label, r->first->label) == 0;
}

/* Every value, counted before there is room for it: a member may name a policy more than once. */
static void add_seeds(struct chart_curve *v, const struct shown *s, const struct compare_row *r, struct arena *arena) {
    const struct comparison_result *c = s->c;
    size_t count = 0;
    for (int k = 0; k < c->members; k++)
        count += is_of(&c->member[k], r) ? (size_t)c->member[k].rows * c->lengths : 0;
    v->seed = arena_alloc(arena, count, sizeof *v->seed);
    for (int k = 0; k < c->members; k++) {
        const struct member *m = &c->member[k];
        for (int p = 0; is_of(m, r) && p < m->rows; p++)
            for (int i = 0; m->policy[p] == r->policy && i < c->lengths; i++) {
                double x = m->value[p][s->number].at[i];
                if (!isnan(x))
                    v->seed[v->seeds++] = (struct chart_seed){c->words[i].high, s->metric->scale * x, m->seed};
            }
    }
}

/* In range first, then the lengths. */
static void fill_curve(struct chart_curve *v, const struct shown *s, const struct compare_row *r, struct arena *arena) {
    const struct comparison_result *c = s->c;
    const struct level_summaries *of = &r->of[s->number];
    v->point = arena_alloc(arena, (size_t)c->lengths + 1, sizeof *v->point);
    if (of->in_range.n)
        v->point[v->points++] = point_of(s, (struct range){c->trained_low, c->trained_high}, of->in_range);
    for (int i = 0; i < c->lengths; i++)
        if (of->at[i].n)
            v->point[v->points++] = point_of(s, at_length(c, i), of->at[i]);
    if (of->at[0].n > 1)
        add_seeds(v, s, r, arena);
}

/* The trained lengths, where the curves are flat, have a fifth of the axis at most, unless lengths among them were
 * evaluated. */
static double axis_begin(const struct comparison_result *c) {
    double low = c->trained_low < 1 ? 1 : c->trained_low, longest = c->words[c->lengths - 1].high;
    if (longest > c->trained_high)
        low = fmax(low, round(c->trained_high / pow(longest / c->trained_high, 0.25)));
    for (int i = 0; i < c->lengths; i++)
        low = fmin(low, c->words[i].high);
    return low;
}

static void fill_axis(struct chart *chart, const struct comparison_result *c) {
    chart->x_low = axis_begin(c);
    chart->x_high = c->trained_high;
    chart->trained = (struct range){c->trained_low, c->trained_high};
    chart->tick[chart->ticks++] = chart->x_low;
    for (int i = 0; i < c->lengths && chart->ticks < CHART_TICKS; i++) {
        chart->x_high = fmax(chart->x_high, c->words[i].high);
        chart->tick[chart->ticks++] = c->words[i].high;
    }
    if (chart->x_low >= chart->x_high)
        chart->x_low = chart->x_high / 2;
}

/* In range, then by length. */
static void fill_chance(struct chart *chart, const struct shown *s, struct arena *arena) {
    const struct comparison_result *c = s->c;
    const struct levels *chance = &c->chance[s->number];
    struct chart_point *p = arena_alloc(arena, (size_t)c->lengths + 2, sizeof *p);
    const double range[] = {chart->x_low, c->trained_high};
    for (int i = 0; i < 2 && !isnan(chance->in_range); i++)
        p[chart->chances++] =
            (struct chart_point){range[i], range[i], s->metric->scale * chance->in_range, NONE, NONE, 0};
    for (int i = 0; i < c->lengths; i++) {
        double x = c->words[i].high;
        if (c->words[i].high > c->trained_high && !isnan(chance->at[i]))
            p[chart->chances++] = (struct chart_point){x, x, s->metric->scale * chance->at[i], NONE, NONE, 0};
    }
    chart->chance = p;
}

/* "Accuracy" */
static char *title_of(const struct shown *s, struct arena *arena) {
    char *title = arena_text(arena, s->metric->title);
    title[0] = (char)toupper((unsigned char)title[0]);
    return title;
}

static void describe(struct chart *chart, const struct shown *s, struct arena *arena) {
    char text[8192] = "";
    const struct comparison_result *c = s->c;
    text_append(text, sizeof text, "%s%s against the number of words; trained on %d to %d. ", title_of(s, arena),
                strcmp(s->metric->unit, "%") == 0 ? " in percent" : "", c->trained_low, c->trained_high);
    for (int k = 0; k < chart->curves; k++) {
        const struct chart_curve *v = &chart->curve[k];
        const struct chart_point *last = &v->point[v->points - 1];
        text_append(text, sizeof text, "%s: %.*f in range, %.*f at %g words. ", v->name, chart->digits, v->point[0].y,
                    chart->digits, last->y, last->x);
    }
    if (chart->chances)
        text_append(text, sizeof text, "Chance is %.*f.", chart->digits, chart->chance[0].y);
    chart->describe = arena_text(arena, text);
}

static const char *note_of(const struct chart *chart, struct arena *arena) {
    char text[512] = "";
    bool several = chart->curve[0].seeds > 0;
    if (several)
        text_append(text, sizeof text, "Means over seeds with 95 %% intervals (Student t); small dots: every seed. ");
    text_append(text, sizeof text, "Flat on the left: the mean over the trained lengths.");
    if (chart->curves >= CHART_PANELS_FROM)
        text_append(text, sizeof text, " Shaded: trained lengths; dotted: chance; grey: the other curves.");
    return arena_text(arena, text);
}

static void fill_texts(struct chart *chart, const struct shown *s, const struct fill_rows *rows, struct arena *arena) {
    const struct comparison_result *c = s->c;
    char text[MEMBER_NAME + 128];
    int length = snprintf(text, sizeof text, "%s by length", title_of(s, arena));
    if (rows->policies && rows->count)
        snprintf(text + length, sizeof text - (size_t)length, ": %s by policy", c->row[rows->row[0]].first->label);
    chart->title = arena_text(arena, text);
    snprintf(text, sizeof text, *s->metric->unit ? "%s in %s" : "%s", s->metric->title, s->metric->unit);
    chart->y_title = arena_text(arena, text);
    chart->subtitle = fill_subtitle(c, arena);
    chart->note = note_of(chart, arena);
    describe(chart, s, arena);
}

void fill_extrapolation(struct chart *chart, const struct comparison_result *c, const struct fill_rows *rows,
                        int metric, struct arena *arena) {
    const struct shown s = {c, &metrics[metric], metric};
    *chart = (struct chart){.x_title = "words", .log_x = true, .digits = s.metric->digits};
    chart->y_least = s.metric->scale * s.metric->low;
    chart->y_most = s.metric->scale * s.metric->high;
    fill_axis(chart, c);
    fill_chance(chart, &s, arena);
    chart->curve = arena_alloc(arena, (size_t)rows->count, sizeof *chart->curve);
    for (int i = 0; i < rows->count; i++) {
        const struct compare_row *r = &c->row[rows->row[i]];
        struct chart_curve *v = &chart->curve[chart->curves];
        v->name = rows->policies ? r->policy->name : rows->labels ? r->first->label : r->name;
        v->sign = chart_next_sign(chart, r->first->settings.encoding);
        chart->curves++;
        fill_curve(v, &s, r, arena);
    }
    chart_fit(chart);
    fill_texts(chart, &s, rows, arena);
}
