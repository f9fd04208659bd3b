/* chart.h -- a chart before anybody draws it: curves or single points over one axis, what training had, baselines.
 *
 * A fill_*.c fills it once; svg_chart.c draws it for pages and files, screen_chart.c in a terminal, csv_picture.c
 * writes its data. Texts that are NULL are left out. Numbers are as they are printed: accuracy in percent. */
#pragma once

#include "base/arena.h"
#include "base/setting.h"
#include "draw/screen.h"
#include "draw/sign.h"
#include "statistics/statistics.h"

enum {
    CHART_BASELINES = 5,
    CHART_TICKS = 40,
    CHART_PANELS_FROM = 7,
    CHART_INTERVAL_FROM = 5,
    CHART_CUT = 256,
    CHART_NOTE = 1024,
    CHART_X = 48
};

/* A mean with its interval; low and high are NAN without one. */
struct chart_point {
    double from, x, y, low, high; /* from < x: the mean of that whole range of x */
    int n;                        /* values it is the mean of */
};

/* One of the values. */
struct chart_seed {
    double x, y;
    int seed;
};

struct chart_curve {
    const char *name;
    struct sign sign;
    struct chart_point *point;
    struct chart_seed *seed; /* (seeds) values; those of a seed follow each other */
    int points, seeds;
    bool joins;  /* where curves have panels, it is in that of the curve before it */
    bool chance; /* a baseline that is chance */
};

struct chart {
    const char *title, *subtitle, *note; /* above it, below the title, below the chart */
    const char *describe;                /* in sentences, for those who cannot see it */
    const char *x_title, *y_title;
    int digits; /* of y, after the point */
    bool log_x;
    bool band;   /* intervals as areas, else as bars */
    bool cuts;   /* the axis fits values; their intervals may be cut */
    bool panels; /* each curve has a panel of its own, however few they are */
    double x_low, x_high, y_low, y_high;
    double y_least, y_most; /* no value lies outside; infinite: no bound */
    struct range trained;   /* x that training had; high 0: not drawn */
    double at;              /* x that is marked; 0: none */
    double tick[CHART_TICKS];
    int ticks;                    /* along x; 0: round numbers */
    const char *const *word;      /* x is 1, 2, ... and stands for these; NULL: it is a number */
    struct chart_curve *baseline; /* (baselines) lines of what needs no model, chance first, or others */
    int baselines;
    struct chart_curve *curve;
    int curves; /* CHART_PANELS_FROM or more: each has a panel of its own, alone if one joins another, else with the
                   others grey behind it */
};

/* Line k: the curves, then the baselines. */
static inline const struct chart_curve *chart_line(const struct chart *c, int k) {
    return k < c->curves ? &c->curve[k] : &c->baseline[k - c->curves];
}
/* How many panels its curves have. */
int chart_panels(const struct chart *c);
/* Distance between two round ticks, so that low..high has about `count` of them. */
double chart_step(double low, double high, int count);
/* Chooses y_low..y_high so that all that is drawn is in view and little else, within y_least..y_most. */
void chart_fit(struct chart *c);
/* How far to the right and how far up a number lies, from 0 to 1; one that lies outside stands at the end. */
double chart_across(const struct chart *c, double x);
double chart_up(const struct chart *c, double y);
/* The ticks along x and along y, about `count` where they are round numbers; how many they are. */
int chart_ticks(const struct chart *c, int count, double tick[CHART_TICKS]);
int chart_y_ticks(const struct chart *c, int count, double tick[CHART_TICKS]);
/* A number along x as it is printed. */
const char *chart_x(const struct chart *c, double x, char text[CHART_X]);
/* The words at the trained zone, in at most so many columns: "trained", and its lengths where not all are on the axis.
 */
const char *chart_trained(const struct chart *c, int columns, char text[CHART_X]);
/* What the axis cuts off, in a sentence; "" where it cuts nothing. */
const char *chart_cut(const struct chart *c, char text[CHART_CUT]);
/* The note, what a back end says of its way to draw (or ""), and what the axis cuts off. */
const char *chart_note(const struct chart *c, const char *drawn, char text[CHART_NOTE]);
/* The mean of range..x as it is printed; a number without an interval. */
struct chart_point chart_mean(double from, double x, double scale, struct summary s);
struct chart_point chart_number(double x, double y);
/* Whether its interval is drawn: one of a few seeds says less than the seeds themselves, which are drawn as lines. */
bool chart_has_interval(const struct chart_point *p);
/* Adds a curve of that look, with room for so many points. */
struct chart_curve *chart_add_curve(struct chart *c, const char *name, struct sign sign, int points,
                                    struct arena *arena);
/* Adds a baseline, with room for so many points. */
struct chart_curve *chart_add_baseline(struct chart *c, const char *name, int points, struct arena *arena);
/* The same with another marker than the curves have that otherwise look alike. */
struct sign chart_next_sign(const struct chart *c, struct sign sign);
/* The same, its line broken in another way. */
struct sign sign_dashed(struct sign s);
/* Moves y (n), in any order, apart until all are `gap` from each other and within low..high where there is room. */
void chart_spread(double *y, int n, double gap, double low, double high);

/* In a terminal: everything between the subtitle and the note, s->lines of it for the curves. A curve has a letter,
 * which stands at its points and now and then on its line, so that it is found without colours, too; * is a point of
 * several curves. Dots are those of braille, or characters of ASCII where the locale is not UTF-8. */
void screen_chart(const struct screen *s, const struct chart *c);
