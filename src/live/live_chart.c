/* live_chart.c -- the message `chart`: curves of several models as one picture, each the mean over its seeds with an
 * interval, and every seed as a thin line.
 *
 * What is in the picture comes from the message alone, so that it needs no model; how it is drawn is the report's. A
 * mean stands only where all seeds of a curve have a number: while they are trained, none is left out of it. */
#include <limits.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/text.h"
#include "draw/svg.h"
#include "encoding/kinds.h"
#include "live/messages.h"
#include "result/learning_curve.h"

enum { CURVES_MOST = 64, SEEDS_MOST = 64, LONGEST_SIDE = 4000 };

/* Numbers of a seed, or of what needs no model. */
struct values {
    int seed, count;
    double in_range;    /* NAN: not known */
    double (*point)[2]; /* (count) x and y */
};

/* Or a baseline: its numbers are those of its only seed. */
struct curve {
    const char *name;
    const struct encoding *kind;
    int seeds;
    struct values seed[SEEDS_MOST];
};

/* The request. */
struct picture {
    int kind, examples, steps, width, height; /* examples, steps: 0: not known */
    double at;
    struct range trained;
    int curves, baselines;
    struct curve curve[CURVES_MOST];
    struct curve baseline[1 + BASELINES_MAX]; /* chance first */
    struct curve *last;                       /* of both, the one that lines are about */
    const struct metric *metric;
    struct arena *arena;
};

enum { EXTRAPOLATION, LEARNING }; /* kind: by length, by step */

#define AT(key) offsetof(struct picture, key)
static const struct setting keys[] = {
    {"kind", SETTING_CHOICE, AT(kind), "extrapolation", 0, 0, "extrapolation|learning", NULL},
    {"trained", SETTING_RANGE, AT(trained), "0", 0, LENGTH_WORDS_MAX, NULL, NULL},
    {"at", SETTING_REAL, AT(at), "0", 0, LENGTH_WORDS_MAX, NULL, NULL},
    {"examples", SETTING_INT, AT(examples), "0", 0, INT_MAX, NULL, NULL},
    {"steps", SETTING_INT, AT(steps), "0", 0, INT_MAX, NULL, NULL},
    {"width", SETTING_INT, AT(width), "720", SVG_PAGE_LEAST, SVG_PAGE_MOST, NULL, NULL},
    {"height", SETTING_INT, AT(height), "0", 0, LONGEST_SIDE, NULL, NULL},
    {0}};

/* ---- Reading */

static bool add_seed(struct curve *c, const char *number, struct error *e) {
    if (c->seeds == SEEDS_MOST)
        return error_set(e, EXIT_USAGE, "more than %d seeds", SEEDS_MOST);
    struct values *v = &c->seed[c->seeds++];
    v->in_range = (double)NAN;
    return text_integer(number, &v->seed) || error_set(e, EXIT_USAGE, "seed: '%s' is not a whole number", number);
}

static bool add_curve(struct picture *p, bool baseline, const char *name, struct error *e) {
    int *count = baseline ? &p->baselines : &p->curves;
    if (*count == (baseline ? 1 + BASELINES_MAX : CURVES_MOST))
        return error_set(e, EXIT_USAGE, "more than %d curves or baselines", *count);
    p->last = (baseline ? p->baseline : p->curve) + (*count)++;
    p->last->name = name;
    p->last->kind = &encoding_none;
    return !baseline || add_seed(p->last, "0", e);
}

static bool read_points(struct live *l, struct values *v, const char *value, struct error *e) {
    double *number;
    int count;
    if (!live_numbers(l, &number, &count, value, e) || count % 2)
        return error_set(e, EXIT_USAGE, "points: expected pairs of numbers");
    v->point = (double(*)[2])number;
    v->count = count / 2;
    return true;
}

static bool read_line(struct live *l, const char *key, const char *value, struct error *e) {
    struct picture *p = l->request;
    struct values *v = p->last && p->last->seeds ? &p->last->seed[p->last->seeds - 1] : NULL;
    if (strcmp(key, "curve") == 0 || strcmp(key, "baseline") == 0)
        return add_curve(p, *key == 'b', value, e);
    if (strcmp(key, "encoding") == 0 && p->last)
        return live_read_encoding(&p->last->kind, value, e);
    if (strcmp(key, "seed") == 0 && p->last)
        return add_seed(p->last, value, e);
    if (strcmp(key, "points") == 0 && v)
        return read_points(l, v, value, e);
    if (strcmp(key, "in_range") == 0 && v)
        return text_number(value, &v->in_range) || error_set(e, EXIT_USAGE, "in_range: '%s' is not a number", value);
    return live_unknown(key, e);
}

/* Whether all numbers are possible. Seeds without any are left out. */
static bool check(struct curve *c, const struct metric *m, struct error *e) {
    bool ok = true;
    int seeds = c->seeds;
    c->seeds = 0;
    for (const struct values *v = c->seed; v < c->seed + seeds; v++) {
        ok = ok && !(v->in_range < m->quantity.low || v->in_range > m->quantity.high);
        for (double(*at)[2] = v->point; ok && at < v->point + v->count; at++)
            ok = (*at)[0] >= 1 && (*at)[0] <= 1e9 && (*at)[1] >= m->quantity.low && (*at)[1] <= m->quantity.high;
        if (v->count || !isnan(v->in_range))
            c->seed[c->seeds++] = *v;
    }
    return ok || error_set(e, EXIT_USAGE, "%s: x is below 1, or y is no possible %s", c->name, m->quantity.title);
}

static bool check_all(struct picture *p, struct error *e) {
    bool ok =
        p->kind == LEARNING || p->trained.low || error_set(e, EXIT_USAGE, "expected trained, the trained lengths");
    for (int i = 0; ok && i < p->baselines; i++)
        ok = check(&p->baseline[i], p->metric, e);
    for (int i = 0; ok && i < p->curves; i++)
        ok = check(&p->curve[i], p->metric, e);
    return ok;
}

/* ---- Curves by length */

static struct chart_point mean_of(const struct picture *p, const double *value, int n, double from, double x) {
    const struct metric *m = p->metric;
    double examples = isinf(m->quantity.high - m->quantity.low) ? 0 : p->examples;
    const struct seeds s = {value, n, m->quantity.low, m->quantity.high, examples, (double)NAN};
    return chart_mean(from, x, m->quantity.scale, seeds_summary(&s));
}

/* The value at a length; NAN: there is none. */
static double value_at(const struct values *v, double x) {
    for (int i = 0; i < v->count; i++)
        if (v->point[i][0] == x)
            return v->point[i][1];
    return (double)NAN;
}

/* A point where all seeds have a number; `whole`: of the trained lengths together. */
static void add_point(struct chart_curve *to, const struct picture *p, const struct curve *c, double x, bool whole) {
    double value[SEEDS_MOST];
    int n = 0;
    for (int i = 0; i < c->seeds; i++) {
        value[n] = whole ? c->seed[i].in_range : value_at(&c->seed[i], x);
        n += !isnan(value[n]);
    }
    if (n && n == c->seeds)
        to->point[to->points++] = mean_of(p, value, n, whole ? p->trained.low : x, x);
}

static void add_lines(struct chart_curve *to, const struct picture *p, const struct curve *c, struct arena *arena) {
    size_t count = 0;
    for (int i = 0; i < c->seeds; i++)
        count += (size_t)c->seed[i].count;
    to->seed = arena_alloc(arena, count, sizeof *to->seed);
    for (int i = 0; i < c->seeds; i++)
        for (int k = 0; k < c->seed[i].count; k++)
            to->seed[to->seeds++] = (struct chart_seed){
                c->seed[i].point[k][0], p->metric->quantity.scale * c->seed[i].point[k][1], c->seed[i].seed};
}

static int by_number(const void *a, const void *b) {
    double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

/* All lengths of the curves, or of chance where no curve has any, each once; how many. */
static int all_lengths(struct picture *p, double **length) {
    const struct values *chance = p->baseline->seed;
    size_t most = (size_t)chance->count + 1;
    int count = 0, kept = 0;
    for (int i = 0; i < p->curves; i++)
        for (int k = 0; k < p->curve[i].seeds; k++)
            most += (size_t)p->curve[i].seed[k].count;
    double *x = *length = arena_alloc(p->arena, most, sizeof *x);
    for (int i = 0; i < p->curves; i++)
        for (int k = 0; k < p->curve[i].seeds; k++)
            for (int j = 0; j < p->curve[i].seed[k].count; j++)
                x[count++] = p->curve[i].seed[k].point[j][0];
    for (int i = 0; !count && i < chance->count; i++)
        x[i] = chance->point[i][0];
    count = count ? count : chance->count;
    x[count] = p->trained.high;
    qsort(x, (size_t)count, sizeof *x, by_number);
    for (int i = 0; i < count; i++)
        if (!i || x[i] > x[kept - 1])
            x[kept++] = x[i];
    return kept ? kept : 1;
}

static void fill_by_length(struct chart *chart, struct picture *p) {
    double *length;
    int lengths = all_lengths(p, &length);
    chart_lengths(chart, p->trained, length, lengths);
    chart->x_title = "words";
    chart->y_title = arena_format(p->arena, *p->metric->quantity.unit ? "%s in %s" : "%s", p->metric->quantity.title,
                                  p->metric->quantity.unit);
    for (int i = 0; i < p->curves; i++) {
        const struct curve *c = &p->curve[i];
        struct chart_curve *to = chart_add_curve(chart, c->name, encoding_sign(c->kind), lengths + 1, p->arena);
        add_point(to, p, c, p->trained.high, true);
        for (int k = 0; k < lengths; k++)
            add_point(to, p, c, length[k], false);
        if (c->seeds > 1)
            add_lines(to, p, c, p->arena);
    }
}

/* ---- Curves by step */

static void add_course_lines(struct chart_curve *to, const struct picture *p, const struct curve *c,
                             const struct learning_curves *course, struct arena *arena) {
    to->seed = arena_alloc(arena, (size_t)c->seeds * COURSE_STRETCHES, sizeof *to->seed);
    for (int i = 0; i < c->seeds; i++)
        for (int k = 0; k < COURSE_STRETCHES; k++)
            if (course[i].count[k])
                to->seed[to->seeds++] = (struct chart_seed){
                    learning_curves_step(k, p->steps), learning_curve_at(&course[i], k, p->metric), c->seed[i].seed};
}

static void fill_course(struct chart *chart, struct picture *p, const struct curve *c) {
    struct learning_curves *course = arena_alloc(p->arena, (size_t)c->seeds, sizeof *course);
    struct chart_curve *to = chart_add_curve(chart, c->name, encoding_sign(c->kind), COURSE_STRETCHES, p->arena);
    for (int i = 0; i < c->seeds; i++)
        for (int k = 0; k < c->seed[i].count; k++)
            learning_curves_add(&course[i], (int)c->seed[i].point[k][0], p->steps, c->seed[i].point[k][1]);
    learning_curves_fill(to, &(struct learning_curve){course, c->seeds, p->steps, p->examples, p->metric, true},
                         p->arena);
    if (c->seeds > 1)
        add_course_lines(to, p, c, course, p->arena);
}

static void fill_by_step(struct chart *chart, struct picture *p) {
    for (int i = 0; i < p->curves; i++)
        for (int k = 0; k < p->curve[i].seeds; k++)
            for (int j = 0; j < p->curve[i].seed[k].count; j++)
                p->steps = (int)fmax(p->steps, p->curve[i].seed[k].point[j][0]);
    p->steps = p->steps ? p->steps : 1;
    chart->band = chart->cuts = true; /* with few seeds an interval of a few batches is wide */
    chart->x_title = "step";
    chart->y_title =
        arena_format(p->arena, *p->metric->quantity.unit ? "%s in %s, training batches" : "%s, training batches",
                     p->metric->quantity.title, p->metric->quantity.unit);
    chart->x_high = p->steps;
    for (int i = 0; i < p->curves; i++)
        fill_course(chart, p, &p->curve[i]);
}

/* ---- The picture */

static void fill_baselines(struct chart *chart, struct picture *p) {
    for (const struct curve *b = p->baseline; b < p->baseline + p->baselines; b++) {
        const struct values *of = b->seed;
        struct chart_curve *v = of->count ? chart_add_baseline(chart, b->name, of->count, p->arena) : NULL;
        for (int i = 0; i < of->count; i++)
            v->point[v->points++] = chart_number(of->point[i][0], p->metric->quantity.scale * of->point[i][1]);
    }
}

/* Where each curve is now. */
static const char *describe_course(const struct chart *chart, struct picture *p, const char *percent) {
    const char *text = arena_format(p->arena, "The %s%s on the batches of training against the step, of %d steps.",
                                    p->metric->quantity.title, percent, p->steps);
    for (int i = 0; i < chart->curves; i++) {
        const struct chart_curve *v = &chart->curve[i];
        if (v->points)
            text = arena_format(p->arena, "%s %s: %.*f at step %.0f.", text, v->name, chart->digits,
                                v->point[v->points - 1].y, v->point[v->points - 1].x);
    }
    return text;
}

static void fill_texts(struct chart *chart, struct picture *p) {
    const char *percent = strcmp(p->metric->quantity.unit, "%") == 0 ? " in percent" : "", *seeds = "", *flat = "";
    for (int i = 0; i < chart->curves; i++) {
        const struct chart_curve *v = &chart->curve[i];
        seeds = v->seeds ? "Means over seeds with 95 % intervals; thin lines: single seeds. " : seeds;
        flat = v->points && v->point->from < v->point->x ? "Left: the mean over the trained lengths." : flat;
    }
    chart->note = arena_format(p->arena, "%s%s", seeds,
                               p->kind == EXTRAPOLATION ? flat : "Each point is the mean of a sixtieth of the steps.");
    if (p->kind == EXTRAPOLATION)
        chart->describe = chart_describe(
            chart, arena_format(p->arena, "The %s by length%s", p->metric->quantity.title, percent), p->arena);
    else
        chart->describe = describe_course(chart, p, percent);
}

/* An end that is known before training stays where it is while curves grow. */
static void fit(struct chart *chart, const struct picture *p) {
    chart_fit(chart);
    if (p->kind == EXTRAPOLATION && isfinite(chart->y_most))
        chart->y_high = chart->y_most;
    if (p->kind == LEARNING && isfinite(chart->y_least))
        chart->y_low = chart->y_least;
}

static void fill(struct chart *chart, struct picture *p) {
    const struct metric *m = p->metric;
    *chart = (struct chart){.digits = m->quantity.digits,
                            .y_least = m->quantity.scale * m->quantity.low,
                            .y_most = m->quantity.scale * m->quantity.high,
                            .at = p->at,
                            .seed_lines = true,
                            .curve = arena_alloc(p->arena, CURVES_MOST, sizeof *chart->curve)};
    (p->kind == EXTRAPOLATION ? fill_by_length : fill_by_step)(chart, p);
    fill_baselines(chart, p);
    fit(chart, p);
    fill_texts(chart, p);
}

/* ---- The answer */

/* In the units of the message. */
static void put_points(struct json_writer *w, const struct chart *c, double scale) {
    json_put(w, "points [");
    for (int k = 0; k < c->curves; k++)
        for (int i = 0; i < c->curve[k].points; i++) {
            const struct chart_point *p = &c->curve[k].point[i];
            json_put(w, "{ name s from f x f mean f low f high f * i }", c->curve[k].name, p->from, p->x, p->y / scale,
                     p->low / scale, p->high / scale, "n", p->n);
        }
    json_put(w, "]");
}

static bool answer(struct live *l, struct json_writer *w, struct error *e) {
    struct picture *p = l->request;
    const struct svg_size size = {.width = p->width, .height = p->height, .in_page = true};
    struct chart chart;
    struct html svg;
    p->arena = &l->arena;
    p->metric = &metrics[p->kind == EXTRAPOLATION ? METRIC_ACCURACY : METRIC_LOSS];
    if (!check_all(p, e))
        return false;
    fill(&chart, p);
    html_open(&svg);
    svg_chart(&svg, &chart, &size);
    fflush(svg.f);
    json_put(w, "svg s", svg.page.bytes);
    put_points(w, &chart, p->metric->quantity.scale);
    html_drop(&svg);
    return true;
}

const struct live_message live_chart = {
    .name = "chart", .keys = keys, .bytes = sizeof(struct picture), .read = read_line, .answer = answer};
