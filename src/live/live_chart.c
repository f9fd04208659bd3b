/* live_chart.c -- the message `chart`: curves of several models as one picture, each the mean over its seeds with an
 * interval, and every seed as a thin line.
 *
 * What is in the picture comes from the message alone, so that it needs no model; how it is drawn is the report's. A
 * mean stands only where all seeds of a curve have a number: while they are trained, none is left out of it. */
#include <limits.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "draw/svg.h"
#include "format/json.h"
#include "live/messages.h"
#include "result/learning_curve.h"

enum { CURVES_MOST = 64, SEEDS_MOST = 64, LONGEST_SIDE = 4000 };

/* Numbers of one seed, in the order of the message. */
struct values {
    int seed, count;
    double in_range, *x, *y; /* NAN: not known; (count) each */
};

struct curve {
    const char *name;
    const struct encoding *kind;
    int seeds;
    struct values *seed; /* (seeds) those that have any number */
};

/* What needs no model. */
struct guess {
    const char *name;
    struct values values;
};

struct picture {
    const struct metric *metric;
    bool by_length; /* else by step */
    int curves;
    struct curve curve[CURVES_MOST];
    int baselines;
    struct guess baseline[1 + BASELINES_MAX]; /* chance first */
    struct range trained;
    double at;
    int examples, steps; /* behind each value, 0: not known; of the whole training, 0: as far as there are numbers */
    struct svg_size size;
    struct arena arena;
};

/* ---- Reading */

static bool read_pair(double *x, double *y, const json_t *pair, const struct metric *m) {
    if (json_array_size(pair) != 2)
        return false;
    const json_t *at = json_array_get(pair, 0), *value = json_array_get(pair, 1);
    *x = json_number_value(at);
    *y = json_number_value(value);
    return json_is_number(at) && json_is_number(value) && *x >= 1 && *x <= 1e9 && *y >= m->quantity.low &&
           *y <= m->quantity.high;
}

static bool read_pairs(struct values *v, const json_t *list, const char *what, struct picture *p, struct error *e) {
    if (list && !json_is_array(list))
        return error_set(e, EXIT_USAGE, "%s: expected an array of pairs [x, y]", what);
    v->x = arena_alloc(&p->arena, json_array_size(list), sizeof *v->x);
    v->y = arena_alloc(&p->arena, json_array_size(list), sizeof *v->y);
    size_t i;
    const json_t *pair;
    json_array_foreach(list, i, pair) {
        if (!read_pair(&v->x[i], &v->y[i], pair, p->metric))
            return error_set(e, EXIT_USAGE, "%s: pair %zu is no [x, y] with x from 1 on and y a possible %s", what, i,
                             p->metric->quantity.title);
        v->count++;
    }
    return true;
}

static bool read_seed(struct values *v, const json_t *seed, struct picture *p, struct error *e) {
    char what[32];
    *v = (struct values){.in_range = (double)NAN};
    if (!live_keys(seed, "seed points in_range", e) || !live_integer(&v->seed, seed, "seed", 0, INT_MAX, e) ||
        !live_number(&v->in_range, seed, "in_range", p->metric->quantity.low, p->metric->quantity.high, e))
        return false;
    snprintf(what, sizeof what, "points of seed %d", v->seed);
    return read_pairs(v, json_object_get(seed, "points"), what, p, e);
}

static bool read_curve(struct curve *c, const json_t *curve, struct picture *p, struct error *e) {
    const char *encoding = "none";
    char meant[SETTING_TEXT_MAX];
    const json_t *seeds = json_object_get(curve, "seeds"), *seed;
    size_t i;
    *c = (struct curve){.name = ""};
    if (!live_keys(curve, "name encoding seeds", e) || !live_text(&c->name, curve, "name", e) ||
        !live_text(&encoding, curve, "encoding", e) ||
        !encoding_read(&c->kind, settings_meant_value("encoding.name", encoding, meant, sizeof meant), e))
        return false;
    if (!json_is_array(seeds) || json_array_size(seeds) > SEEDS_MOST)
        return error_set(e, EXIT_USAGE, "seeds: expected an array of %d at most", SEEDS_MOST);
    c->seed = arena_alloc(&p->arena, json_array_size(seeds), sizeof *c->seed);
    json_array_foreach(seeds, i, seed) {
        struct values *v = &c->seed[c->seeds];
        if (!read_seed(v, seed, p, e))
            return false;
        c->seeds += v->count > 0 || !isnan(v->in_range);
    }
    return true;
}

static bool read_curves(struct picture *p, const json_t *message, struct error *e) {
    const json_t *curves = json_object_get(message, "curves"), *curve;
    size_t i;
    if (!json_is_array(curves) || json_array_size(curves) > CURVES_MOST)
        return error_set(e, EXIT_USAGE, "curves: expected an array of %d at most", CURVES_MOST);
    json_array_foreach(curves, i, curve) {
        if (!read_curve(&p->curve[p->curves++], curve, p, e))
            return error_prefix(e, "curve %d", p->curves);
    }
    return true;
}

static bool read_baselines(struct picture *p, const json_t *message, struct error *e) {
    const json_t *list = json_object_get(message, "baselines"), *one;
    size_t i;
    if (list && (!json_is_array(list) || json_array_size(list) > 1 + BASELINES_MAX))
        return error_set(e, EXIT_USAGE, "baselines: expected an array of %d at most", 1 + BASELINES_MAX);
    json_array_foreach(list, i, one) {
        struct guess *b = &p->baseline[p->baselines++];
        *b = (struct guess){.name = ""};
        if (!live_keys(one, "name points", e) || !live_text(&b->name, one, "name", e) ||
            !read_pairs(&b->values, json_object_get(one, "points"), "points", p, e))
            return error_prefix(e, "baseline %zu", i + 1);
    }
    return true;
}

/* What is drawn over which axis; the usual metric of it, or another. */
static bool read_kind(struct picture *p, const json_t *message, struct error *e) {
    const char *kind = "extrapolation", *metric = NULL;
    if (!live_text(&kind, message, "kind", e) || !live_text(&metric, message, "metric", e))
        return false;
    p->by_length = strcmp(kind, "extrapolation") == 0;
    if (!p->by_length && strcmp(kind, "learning") != 0)
        return error_set(e, EXIT_USAGE, "kind: there is no '%.40s'; it is extrapolation or learning", kind);
    int number = metric ? metric_find(metric) : p->by_length ? METRIC_ACCURACY : METRIC_LOSS;
    if (number < 0)
        return error_set(e, EXIT_USAGE, "metric: there is no '%.40s'", metric);
    p->metric = &metrics[number];
    return true;
}

static bool read_trained(struct picture *p, const json_t *message, struct error *e) {
    const json_t *trained = json_object_get(message, "trained");
    if (!trained && !p->by_length)
        return true;
    if (!live_keys(trained, "low high", e) || !live_integer(&p->trained.low, trained, "low", 1, LENGTH_WORDS_MAX, e) ||
        !live_integer(&p->trained.high, trained, "high", 1, LENGTH_WORDS_MAX, e))
        return error_prefix(e, "trained");
    return (p->trained.low >= 1 && p->trained.high >= p->trained.low) ||
           error_set(e, EXIT_USAGE, "trained: %d to %d is no range of words", p->trained.low, p->trained.high);
}

static bool read_picture(struct picture *p, const json_t *message, struct error *e) {
    *p = (struct picture){.size = {.width = SVG_WIDTH, .in_page = true}};
    return read_kind(p, message, e) && read_trained(p, message, e) && read_curves(p, message, e) &&
           read_baselines(p, message, e) && live_number(&p->at, message, "at", 0, LENGTH_WORDS_MAX, e) &&
           live_integer(&p->examples, message, "examples", 0, INT_MAX, e) &&
           live_integer(&p->steps, message, "steps", 0, INT_MAX, e) &&
           live_integer(&p->size.width, message, "width", SVG_PAGE_LEAST, SVG_PAGE_MOST, e) &&
           live_integer(&p->size.height, message, "height", 0, LONGEST_SIDE, e);
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
        if (v->x[i] == x)
            return v->y[i];
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
            to->seed[to->seeds++] =
                (struct chart_seed){c->seed[i].x[k], p->metric->quantity.scale * c->seed[i].y[k], c->seed[i].seed};
}

static int by_number(const void *a, const void *b) {
    double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

/* All lengths of the curves, or of chance where no curve has any, each once; how many. */
static int all_lengths(struct picture *p, double **length) {
    const struct values *chance = &p->baseline->values;
    size_t most = (size_t)chance->count + 1;
    int count = 0, kept = 0;
    for (int i = 0; i < p->curves; i++)
        for (int k = 0; k < p->curve[i].seeds; k++)
            most += (size_t)p->curve[i].seed[k].count;
    double *x = *length = arena_alloc(&p->arena, most, sizeof *x);
    for (int i = 0; i < p->curves; i++)
        for (int k = 0; k < p->curve[i].seeds; k++)
            for (int j = 0; j < p->curve[i].seed[k].count; j++)
                x[count++] = p->curve[i].seed[k].x[j];
    for (int i = 0; !count && i < chance->count; i++)
        x[i] = chance->x[i];
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
    chart->y_title = arena_format(&p->arena, *p->metric->quantity.unit ? "%s in %s" : "%s", p->metric->quantity.title,
                                  p->metric->quantity.unit);
    for (int i = 0; i < p->curves; i++) {
        const struct curve *c = &p->curve[i];
        struct chart_curve *to = chart_add_curve(chart, c->name, encoding_sign(c->kind), lengths + 1, &p->arena);
        add_point(to, p, c, p->trained.high, true);
        for (int k = 0; k < lengths; k++)
            add_point(to, p, c, length[k], false);
        if (c->seeds > 1)
            add_lines(to, p, c, &p->arena);
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
    struct learning_curves *course = arena_alloc(&p->arena, (size_t)c->seeds, sizeof *course);
    struct chart_curve *to = chart_add_curve(chart, c->name, encoding_sign(c->kind), COURSE_STRETCHES, &p->arena);
    for (int i = 0; i < c->seeds; i++)
        for (int k = 0; k < c->seed[i].count; k++)
            learning_curves_add(&course[i], (int)c->seed[i].x[k], p->steps, c->seed[i].y[k]);
    learning_curves_fill(to, &(struct learning_curve){course, c->seeds, p->steps, p->examples, p->metric, true},
                         &p->arena);
    if (c->seeds > 1)
        add_course_lines(to, p, c, course, &p->arena);
}

static void fill_by_step(struct chart *chart, struct picture *p) {
    for (int i = 0; i < p->curves; i++)
        for (int k = 0; k < p->curve[i].seeds; k++)
            for (int j = 0; j < p->curve[i].seed[k].count; j++)
                p->steps = (int)fmax(p->steps, p->curve[i].seed[k].x[j]);
    p->steps = p->steps ? p->steps : 1;
    chart->band = chart->cuts = true; /* with few seeds an interval of a few batches is wide */
    chart->x_title = "step";
    chart->y_title =
        arena_format(&p->arena, *p->metric->quantity.unit ? "%s in %s, training batches" : "%s, training batches",
                     p->metric->quantity.title, p->metric->quantity.unit);
    chart->x_high = p->steps;
    for (int i = 0; i < p->curves; i++)
        fill_course(chart, p, &p->curve[i]);
}

/* ---- The picture */

static void fill_baselines(struct chart *chart, struct picture *p) {
    for (const struct guess *b = p->baseline; b < p->baseline + p->baselines; b++) {
        struct chart_curve *v = b->values.count ? chart_add_baseline(chart, b->name, b->values.count, &p->arena) : NULL;
        for (int i = 0; i < b->values.count; i++)
            v->point[v->points++] = chart_number(b->values.x[i], p->metric->quantity.scale * b->values.y[i]);
    }
}

/* Where each curve is now. */
static const char *describe_course(const struct chart *chart, struct picture *p, const char *percent) {
    const char *text = arena_format(&p->arena, "The %s%s on the batches of training against the step, of %d steps.",
                                    p->metric->quantity.title, percent, p->steps);
    for (int i = 0; i < chart->curves; i++) {
        const struct chart_curve *v = &chart->curve[i];
        if (v->points)
            text = arena_format(&p->arena, "%s %s: %.*f at step %.0f.", text, v->name, chart->digits,
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
    chart->note = arena_format(&p->arena, "%s%s", seeds,
                               p->by_length ? flat : "Each point is the mean of a sixtieth of the steps.");
    if (p->by_length)
        chart->describe = chart_describe(
            chart, arena_format(&p->arena, "The %s by length%s", p->metric->quantity.title, percent), &p->arena);
    else
        chart->describe = describe_course(chart, p, percent);
}

/* An end that is known before training stays where it is while curves grow. */
static void fit(struct chart *chart, const struct picture *p) {
    chart_fit(chart);
    if (p->by_length && isfinite(chart->y_most))
        chart->y_high = chart->y_most;
    if (!p->by_length && isfinite(chart->y_least))
        chart->y_low = chart->y_least;
}

static void fill(struct chart *chart, struct picture *p) {
    const struct metric *m = p->metric;
    *chart = (struct chart){.digits = m->quantity.digits,
                            .y_least = m->quantity.scale * m->quantity.low,
                            .y_most = m->quantity.scale * m->quantity.high,
                            .at = p->at,
                            .seed_lines = true,
                            .curve = arena_alloc(&p->arena, CURVES_MOST, sizeof *chart->curve)};
    (p->by_length ? fill_by_length : fill_by_step)(chart, p);
    fill_baselines(chart, p);
    fit(chart, p);
    fill_texts(chart, p);
}

/* ---- The answer */

/* In the units of the message. */
static json_t *points_json(const struct chart *c, double scale) {
    json_t *list = json_array();
    for (int k = 0; k < c->curves; k++)
        for (int i = 0; i < c->curve[k].points; i++) {
            const struct chart_point *p = &c->curve[k].point[i];
            json_array_append_new(list,
                                  json_pack("{ss sf sf so so so si}", "name", c->curve[k].name, "from", p->from, "x",
                                            p->x, "mean", json_finite(p->y / scale), "low", json_finite(p->low / scale),
                                            "high", json_finite(p->high / scale), "n", p->n));
        }
    return list;
}

json_t *live_chart(struct live *l, const json_t *message, struct error *e) {
    struct picture p;
    json_t *answer = NULL;
    (void)l;
    if (read_picture(&p, message, e)) {
        struct chart chart;
        struct html svg;
        fill(&chart, &p);
        html_open(&svg);
        svg_chart(&svg, &chart, &p.size);
        fflush(svg.f);
        answer = json_pack("{ss so}", "svg", svg.page.bytes, "points", points_json(&chart, p.metric->quantity.scale));
        html_drop(&svg);
    }
    arena_free(&p.arena);
    return answer;
}
