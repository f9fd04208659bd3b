/* chart.c -- see chart.h. */
#include "draw/chart.h"

#include <assert.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/text.h"

double chart_step(double low, double high, int count) {
    static const double round[] = {1, 2, 5};
    double rough = (high - low) / count, power = pow(10, floor(log10(rough)));
    for (int i = 0; i < 3; i++)
        if (round[i] * power >= rough)
            return round[i] * power;
    return 10 * power;
}

struct chart_point chart_mean(double from, double x, double scale, struct summary s) {
    return (struct chart_point){from, x, scale * s.mean, scale * s.low, scale * s.high, s.n};
}

struct chart_point chart_number(double x, double y) {
    return (struct chart_point){x, x, y, (double)NAN, (double)NAN, 0};
}

bool chart_has_interval(const struct chart_point *p) { return p->n >= CHART_INTERVAL_FROM && !isnan(p->low); }

struct chart_curve *chart_add_curve(struct chart *c, const char *name, struct sign sign, int points,
                                    struct arena *arena) {
    c->curve[c->curves] = (struct chart_curve){.name = name,
                                               .sign = chart_next_sign(c, sign),
                                               .point = arena_alloc(arena, (size_t)points, sizeof *c->curve->point)};
    return &c->curve[c->curves++];
}

int chart_panels(const struct chart *c) {
    int panels = 0;
    for (const struct chart_curve *v = c->curve; v < c->curve + c->curves; v++)
        panels += !v->joins;
    return panels;
}

struct chart_curve *chart_add_baseline(struct chart *c, const char *name, int points, struct arena *arena) {
    assert(c->baselines < CHART_BASELINES);
    if (!c->baselines)
        c->baseline = arena_alloc(arena, CHART_BASELINES, sizeof *c->baseline);
    struct chart_curve *v = &c->baseline[c->baselines++];
    *v = (struct chart_curve){.name = name, .point = arena_alloc(arena, (size_t)points, sizeof *v->point)};
    return v;
}

/* ---- The range of y */

static double within(const struct chart *c, double y) { return fmin(c->y_most, fmax(c->y_least, y)); }

static void include(struct chart *c, double y) {
    if (!isfinite(y))
        return;
    c->y_low = fmin(c->y_low, within(c, y));
    c->y_high = fmax(c->y_high, within(c, y));
}

/* All numbers of a chart. */
static void include_all(struct chart *c) {
    for (int k = 0; k < c->curves + c->baselines; k++) {
        const struct chart_curve *v = chart_line(c, k);
        for (int i = 0; i < v->points; i++) {
            bool fits = !c->cuts && chart_has_interval(&v->point[i]);
            include(c, v->point[i].y);
            include(c, fits ? v->point[i].low : (double)NAN);
            include(c, fits ? v->point[i].high : (double)NAN);
        }
        for (int i = 0; i < v->seeds; i++)
            include(c, v->seed[i].y);
    }
}

/* Where an axis that can begin at 0 begins: at chance, where no number is much lower. */
static double bottom_of(const struct chart *c, double grain) {
    double chance = HUGE_VAL;
    for (int i = 0; c->baselines && c->baseline->chance && i < c->baseline->points; i++)
        chance = fmin(chance, c->baseline->point[i].y);
    if (c->y_low < chance - (c->y_high - chance) / 8 || isinf(chance))
        return c->y_least;
    double low = grain * floor(fmin(c->y_low, chance) / grain + 1e-9);
    return within(c, chance < low + grain / 2 ? low - grain : low); /* chance is not on the axis */
}

/* To round numbers. */
static void round_ends(struct chart *c) {
    if (!(c->y_low < c->y_high)) { /* one number, or none */
        double y = isfinite(c->y_low) ? c->y_low : 0, aside = fmax(fabs(y), 1) / 2;
        c->y_low = y - aside;
        c->y_high = y + aside;
    }
    double grain = chart_step(c->y_low, c->y_high, 20);
    c->y_high = within(c, grain * ceil(c->y_high / grain - 1e-9));
    c->y_low = c->y_least == 0 ? bottom_of(c, grain) : within(c, grain * floor(c->y_low / grain + 1e-9));
}

void chart_fit(struct chart *c) {
    c->y_low = HUGE_VAL;
    c->y_high = -HUGE_VAL;
    include_all(c);
    round_ends(c);
}

/* ---- Where things are */

/* 0 at the low end of an axis, 1 at the high one. */
static double share(double x, double low, double high, bool is_log) {
    x = fmin(high, fmax(low, x));
    return is_log ? log(x / low) / log(high / low) : (x - low) / (high - low);
}

double chart_across(const struct chart *c, double x) { return share(x, c->x_low, c->x_high, c->log_x); }
double chart_up(const struct chart *c, double y) { return share(y, c->y_low, c->y_high, false); }

static int round_ticks(double low, double high, int count, double tick[CHART_TICKS]) {
    double step = chart_step(low, high, count);
    int ticks = 0, first = (int)ceil(low / step - 0.001), last = (int)floor(high / step + 0.001);
    for (int k = first; k <= last && ticks < CHART_TICKS; k++)
        tick[ticks++] = k * step;
    return ticks;
}

int chart_ticks(const struct chart *c, int count, double tick[CHART_TICKS]) {
    memcpy(tick, c->tick, sizeof c->tick);
    return c->ticks ? c->ticks : round_ticks(c->x_low, c->x_high, count, tick);
}

int chart_y_ticks(const struct chart *c, int count, double tick[CHART_TICKS]) {
    return round_ticks(c->y_low, c->y_high, count, tick);
}

const char *chart_x(const struct chart *c, double x, char text[CHART_X]) {
    if (c->word)
        snprintf(text, CHART_X, "%s", c->word[lround(x) - 1]);
    else
        snprintf(text, CHART_X, "%g", x);
    return text;
}

const char *chart_trained(const struct chart *c, int columns, char text[CHART_X]) {
    bool lacks = c->trained.low && c->x_low > c->trained.low;
    int count = lacks ? snprintf(text, CHART_X, "trained: %d..%d", c->trained.low, c->trained.high) : 0;
    if (!lacks || count > columns)
        snprintf(text, CHART_X, "trained");
    return text;
}

const char *chart_cut(const struct chart *c, char text[CHART_CUT]) {
    bool low = false, high = false; /* an interval goes past that end of the axis */
    for (int k = 0; k < c->curves; k++)
        for (const struct chart_point *p = c->curve[k].point; p < c->curve[k].point + c->curve[k].points; p++) {
            low |= chart_has_interval(p) && p->low < c->y_low;
            high |= chart_has_interval(p) && p->high > c->y_high;
        }
    text[0] = 0;
    if (low && high)
        text_append(text, CHART_CUT, "Intervals are cut at %g and %g.", c->y_low, c->y_high);
    else if (low || high)
        text_append(text, CHART_CUT, "Intervals are cut at %g.", low ? c->y_low : c->y_high);
    return text;
}

const char *chart_note(const struct chart *c, const char *drawn, char text[CHART_NOTE]) {
    char cut[CHART_CUT];
    const char *const part[] = {c->note ? c->note : "", drawn, chart_cut(c, cut)};
    text[0] = 0;
    for (int i = 0; i < 3; i++)
        text_append(text, CHART_NOTE, *text && *part[i] ? " %s" : "%s", part[i]);
    return text;
}

struct sign sign_dashed(struct sign s) {
    s.dash = s.dash == 1 ? 2 : 1;
    return s;
}

struct sign chart_next_sign(const struct chart *c, struct sign sign) {
    int before = 0;
    for (int k = 0; k < c->curves; k++)
        before += c->curve[k].sign.colour == sign.colour && c->curve[k].sign.dash == sign.dash;
    sign.marker = (sign.marker + before) % SIGN_MARKERS;
    return sign;
}

/* Equal values in the order of the array, with every sort there is. */
static int by_value(const void *a, const void *b) {
    const double *x = *(const double *const *)a, *y = *(const double *const *)b;
    return *x != *y ? (*x > *y) - (*x < *y) : (x > y) - (x < y);
}

void chart_spread(double *y, int n, double gap, double low, double high) {
    struct arena arena = {0};
    if (n < 2)
        return;
    double **at = arena_alloc(&arena, (size_t)n, sizeof *at);
    for (int i = 0; i < n; i++)
        at[i] = &y[i];
    qsort(at, (size_t)n, sizeof *at, by_value);
    for (int round = 0; round < 200; round++)
        for (int i = 0; i + 1 < n; i++) {
            double lack = gap - (*at[i + 1] - *at[i]);
            *at[i] -= lack > 0 ? lack / 2 : 0;
            *at[i + 1] += lack > 0 ? lack / 2 : 0;
            *at[0] = *at[0] < low ? low : *at[0];
            *at[n - 1] = *at[n - 1] > high ? high : *at[n - 1];
        }
    arena_free(&arena);
}
