/* live_chart.c -- the message `chart`: several models in one picture, each the mean over its seeds: of few with each
 * seed as a thin line, of more with an interval.
 *
 * The numbers come with the message, so it needs no model; the charts are those of the report. There is a mean only
 * where all seeds of a model have a number, so that it never compares fewer seeds while they are trained. Impossible
 * numbers are an error. */
#include <math.h>

#include "page/live/messages.h"
#include "plot/fill_extrapolation.h"
#include "result/table_lengths.h"
#include "study/series.h"

enum { LONGEST_SIDE = 4000 };

struct chart_request {
    struct live_models of; /* comes first */
    int kind, as, panels, steps, width, height;
    double at;
};

enum { EXTRAPOLATION, LEARNING }; /* kind: by length, by step */

#define AT(key) offsetof(struct chart_request, key)
static const struct setting keys[] = {
    LIVE_MODELS_KEYS,
    {"kind", SETTING_CHOICE, AT(kind), "extrapolation", 0, 0, "extrapolation|learning", NULL},
    LIVE_AS(AT(as)),
    {"panels", SETTING_CHOICE, AT(panels), "false", 0, 0, "false|true", NULL},
    {"at", SETTING_REAL, AT(at), "0", 0, LENGTH_WORDS_MAX, NULL, NULL},
    {"steps", SETTING_INT, AT(steps), "0", 0, INT_MAX, NULL, NULL},
    {"width", SETTING_INT, AT(width), "720", SVG_PAGE_LEAST, SVG_PAGE_MOST, NULL, NULL},
    {"height", SETTING_INT, AT(height), "0", 0, LONGEST_SIDE, NULL, NULL},
    {0}};

/* ---- By length */

/* Chance as everybody knows it, and how high it is. */
static const char *level_name(const struct chart_curve *v, struct arena *arena) {
    double y = v->point[v->points - 1].y;
    return arena_format(arena, "%s, %.*f %%", fabs(y - 50) < .05 ? "coin" : v->name, y != round(y), y);
}

/* The first row of each model, and dashed those under the policies that follow. The y axis ends at the highest possible
 * value, in panels also at the lowest, so that it stays while curves grow. */
static bool fill_by_length(struct chart *chart, const struct chart_request *a, struct arena *arena, struct error *e) {
    struct comparison_result *c = arena_alloc(arena, 1, sizeof *c);
    struct fill_rows rows = {.labels = true, .training = true};
    if (!live_models_compare(c, &a->of, arena, e))
        return false;
    for (int i = 0; i < c->rows && rows.count < FILL_ROWS; i++) {
        rows.row[rows.count++] = i;
        rows.policy = row_is_first(c, i) ? rows.policy : c->row[i].policy;
    }
    fill_extrapolation(chart, c, &rows, METRIC_ACCURACY, arena);
    chart->subtitle = NULL;
    if (a->as == LIVE_PAGE) /* it has its own headings */
        chart->title = NULL;
    if (a->as == LIVE_PAGE && a->height) /* and says next to them what a line is */
        chart->note = NULL;
    chart->at = a->at;
    chart->y_high = chart->y_most;
    chart->panels = a->panels;
    if (!a->panels)
        return true;
    chart->y_low = chart->y_least;
    if (chart->baselines)
        chart->baseline->name = level_name(chart->baseline, arena);
    return true;
}

/* ---- By step */

/* A curve for a model, whose seeds are first..end; those without any step do not count. */
static void add_course(struct chart *chart, const struct live_seed *first, const struct live_seed *end, int batch,
                       struct arena *arena) {
    struct course *course = arena_alloc(arena, (size_t)(end - first), sizeof *course);
    struct courses all = {course, 0, (int)chart->x_high, batch, &metrics[METRIC_LOSS], true};
    for (const struct live_seed *s = first; s < end; s++) {
        struct course *of = &course[all.seeds];
        for (int k = 0; k < s->row->count; k++)
            course_add(of, (int)s->row->point[k][0], all.steps, s->row->point[k][1]);
        of->seed = s->seed;
        all.seeds += of->lines > 0;
    }
    courses_fill(chart, first->name, mixer_sign(first->settings->mixer, first->settings->encoding), &all, arena);
}

static void fill_by_step(struct chart *chart, const struct chart_request *a, struct arena *arena) {
    const struct live_models *m = &a->of;
    learning_chart(chart, &metrics[METRIC_LOSS], m->models, arena);
    chart->title = a->as == LIVE_PAGE ? NULL : "Loss while learning";
    chart->cuts = true; /* few seeds and few batches make wide intervals */
    chart->x_high = a->steps ? a->steps : 1;
    chart->at = a->at;
    for (const struct live_seed *s = m->seed; s < m->seed + m->seeds; s++)
        for (int k = 0; k < s->row->count; k++)
            chart->x_high = fmax(chart->x_high, s->row->point[k][0]);
    for (const struct live_seed *s = m->seed, *next; s < m->seed + m->seeds; s = next) {
        for (next = s + 1; next < m->seed + m->seeds && next->settings == s->settings;)
            next++;
        add_course(chart, s, next, m->examples, arena);
    }
    chart_fit(chart);
    chart->note = arena_format(arena, "%s" LEARNING_NOTE, fill_means_text(chart));
    chart->describe = arena_format(arena, "The %s on the batches of training against the step, of %g steps.",
                                   metrics[METRIC_LOSS].quantity.title, chart->x_high);
    for (const struct chart_curve *v = chart->curve; v < chart->curve + chart->curves; v++)
        if (v->points) /* where each curve is now */
            chart->describe = arena_format(arena, "%s %s: %.*f at step %.0f.", chart->describe, v->name, chart->digits,
                                           v->point[v->points - 1].y, v->point[v->points - 1].x);
}

/* ---- The answer */

static bool answer(struct live *l, struct json_writer *w, struct error *e) {
    struct chart_request *a = l->request;
    const struct metric *m = &metrics[a->kind == EXTRAPOLATION ? METRIC_ACCURACY : METRIC_LOSS];
    const struct svg_size size = {.width = a->width, .height = a->height, .in_page = true};
    const double scale = m->quantity.scale; /* points are in the units of the message */
    struct chart chart;
    if (!live_models_check(&a->of, m, e) || (a->kind == EXTRAPOLATION && !fill_by_length(&chart, a, &l->arena, e)))
        return false;
    if (a->kind == LEARNING)
        fill_by_step(&chart, a, &l->arena);
    json_put(w, a->as == LIVE_PAGE ? "svg s" : "file s",
             live_picture(&(struct picture){.chart = &chart}, a->as, &size, &l->arena));
    json_put(w, "points [");
    for (const struct chart_curve *v = chart.curve; v < chart.curve + chart.curves; v++)
        for (const struct chart_point *p = v->point; p < v->point + v->points; p++)
            json_put(w, "{ name s from f x f mean f low f high f * i }", v->name, p->from, p->x, p->y / scale,
                     p->low / scale, p->high / scale, "n", p->n);
    json_put(w, "]");
    return true;
}

const struct live_message live_chart = {
    .name = "chart", .keys = keys, .bytes = sizeof(struct chart_request), .read = live_models_read, .answer = answer};
