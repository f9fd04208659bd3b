/* figure_gnuplot.c -- a figure as a script for gnuplot and a table of its data.
 *
 * `gnuplot FILE.gp` reads FILE.tsv beside it and writes FILE.svg (or .png, .pdf), wherever it is called from; `gnuplot
 * -e dark=1 FILE.gp` writes FILE-dark.svg. Names stand in single quotes, where gnuplot reads nothing into them. */
#include <math.h>
#include <string.h>

#include "base/utf8.h"
#include "present/figure_gnuplot.h"

enum { WIDTH = 720, HEIGHT = 420, PLOT_HEIGHT = 345, LINE = 16, DASHES = 3 };
enum { IN_RANGE, AT_LENGTH, CHANCE, SEED };

/* Characters that can be seen as they are, others as \x1b; `twice` are written two times. */
static void put_visible(struct html *h, const char *text, const char *twice) {
    size_t length;
    bool shown;
    for (; *text; text += length) {
        length = utf8_next(text, &shown);
        for (size_t i = 0; i < length; i++)
            html_raw(h, shown ? "%c" : "\\x%02x", (unsigned char)text[i]);
        if (shown && strchr(twice, *text))
            html_raw(h, "%c", *text);
    }
}

/* A text in single quotes: 'it''s'. */
void gnuplot_quote(struct html *gp, const char *text) {
    html_raw(gp, "'");
    put_visible(gp, text, "'");
    html_raw(gp, "'");
}

void gnuplot_field(struct html *tsv, const char *text) {
    put_visible(tsv, text, "");
    html_raw(tsv, "\t");
}

void gnuplot_number(struct html *tsv, double x) {
    if (isnan(x))
        html_raw(tsv, "NaN\t");
    else
        html_raw(tsv, "%.7g\t", x);
}

void gnuplot_open(struct html *gp, const char *form, int width, int height) {
    bool svg = strcmp(form, "svg") == 0;
    html_raw(
        gp,
        "# gnuplot reads the file of this name in .tsv and writes the one in .%s; dark=1 draws it for dark pages:\n"
        "#   gnuplot FILE.gp\n"
        "#   gnuplot -e dark=1 FILE.gp\n"
        "base = ARG0[1:strlen(ARG0) - 3]\n"
        "data = base.'.tsv'\n"
        "if (!exists('dark')) dark = 0\n"
        "ink = dark ? '#e6edf3' : '#1f2328'\n"
        "muted = dark ? '#9198a1' : '#59636e'\n"
        "paper = dark ? '#0d1117' : '#ffffff'\n"
        "faint = dark ? '#21262d' : '#e4e8ec'\n"
        "zone = dark ? '#151b23' : '#f3f6f9'\n",
        form);
    for (int k = 0; k < FIGURE_COLOURS; k++)
        html_raw(gp, "colour%d = dark ? '%s' : '%s'\n", k, figure_colour(k, true), figure_colour(k, false));
    if (svg)
        html_raw(gp, "set terminal svg size %d,%d font 'Helvetica,13' background rgb paper\n", width, height);
    else if (strcmp(form, "png") == 0)
        html_raw(gp, "set terminal pngcairo size %d,%d font 'Sans,19' linewidth 2 background rgb paper\n", 2 * width,
                 2 * height);
    else
        html_raw(gp, "set terminal pdfcairo size %.2fin,%.2fin font 'Sans,9' background rgb paper\n", width / 100.0,
                 height / 100.0);
    html_raw(gp,
             "set output base.(dark ? '-dark' : '').'.%s'\n"
             "set encoding utf8\n"
             "set datafile separator \"\\t\"\n"
             "unset key\n"
             "set border 1 lc rgb muted\n"
             "set tics nomirror textcolor rgb muted\n",
             form);
}

static void write_axes(struct html *gp, const struct figure_chart *c) {
    html_raw(gp, "set xlabel ");
    gnuplot_quote(gp, c->x_title);
    html_raw(gp, " textcolor rgb muted noenhanced\nset ylabel ");
    gnuplot_quote(gp, c->y_title);
    html_raw(gp, " textcolor rgb muted noenhanced\n");
    html_raw(gp, "set xrange [%.9g:%.9g] noextend\nset yrange [%.9g:%.9g] noextend\n", c->x_low, c->x_high, c->y_low,
             c->y_high);
    html_raw(gp, "set grid ytics back lt 1 lw 1 lc rgb faint\nset ytics scale 0 %.9g\n",
             figure_step(c->y_low, c->y_high, 5));
    if (c->log_x)
        html_raw(gp, "set logscale x 2\n");
    if (!c->ticks)
        html_raw(gp, "set xtics out scale 0.5 %.9g\n", figure_step(c->x_low, c->x_high, 6));
    for (int i = 0; i < c->ticks; i++)
        html_raw(gp, "%s%g%s", i ? ", " : "set xtics out scale 0.5 (", c->tick[i], i + 1 < c->ticks ? "" : ")\n");
}

static void write_trained(struct html *gp, const struct figure_chart *c) {
    if (!c->trained.high)
        return;
    html_raw(gp,
             "set object rectangle from first %d, graph 0 to first %d, graph 1 behind fillcolor rgb zone fillstyle "
             "solid noborder\n"
             "set arrow from first %d, graph 0 to first %d, graph 1.06 nohead lw 1.2 lc rgb muted\n"
             "set label 'trained' at first %d, graph 1.04 right offset -0.7,0 textcolor rgb muted\n"
             "set label 'longer than in training' at first %d, graph 1.04 left offset 0.7,0 textcolor rgb muted\n",
             c->trained.low, c->trained.high, c->trained.high, c->trained.high, c->trained.high, c->trained.high);
}

static const char *dashes(int colour) {
    static const char *const type[DASHES] = {"1", "'-'", "'.'"};
    return type[figure_dash(colour) % DASHES];
}

static void write_name(struct html *gp, const struct figure_chart *c, int k, double end, double y) {
    bool chance = k == c->curves;
    html_raw(gp, "set label ");
    gnuplot_quote(gp, chance ? "chance" : c->curve[k].name);
    html_raw(gp, " at graph 1.035, first %.5g left textcolor rgb ink noenhanced\n", y);
    html_raw(gp, "set arrow from graph 1.006, first %.5g to graph 1.028, first %.5g nohead lw 1.2 ", end, y);
    if (chance)
        html_raw(gp, "dashtype 3 lc rgb muted\n");
    else
        html_raw(gp, "lc rgb colour%d\n", c->curve[k].colour % FIGURE_COLOURS);
}

/* Names stand where the curves end, moved apart. */
static void write_names(struct html *gp, const struct figure_chart *c) {
    struct arena arena = {0};
    int n = c->curves + (c->chances > 0), longest = 6;
    double *y = arena_take(&arena, (size_t)n, sizeof *y), *end = arena_take(&arena, (size_t)n, sizeof *end);
    for (int k = 0; k < c->curves; k++) {
        end[k] = c->curve[k].points ? c->curve[k].point[c->curve[k].points - 1].y : c->y_low;
        longest = (int)strlen(c->curve[k].name) > longest ? (int)strlen(c->curve[k].name) : longest;
    }
    if (c->chances)
        end[c->curves] = c->chance[c->chances - 1].y;
    memcpy(y, end, (size_t)n * sizeof *y);
    figure_spread(y, n, (c->y_high - c->y_low) * LINE / PLOT_HEIGHT, c->y_low, c->y_high);
    for (int k = 0; k < n; k++)
        write_name(gp, c, k, end[k], y[k]);
    html_raw(gp, "set rmargin %d\nset tmargin 2.5\n", longest + 5 > 48 ? 48 : longest + 5);
    arena_free(&arena);
}

/* Bars from low to high; yerrorbars would wipe out what is behind their middles. */
static void plot_interval(struct html *gp, int curve, int kind, double dodge, int colour) {
    html_raw(
        gp,
        " data skip 1 using ($4 * %.4f):(pick(%d, %d, cut($6))):(0):(cut($7) - cut($6)) with vectors nohead lw 1.3 "
        "lc rgb colour%d notitle, \\\n",
        dodge, curve, kind, colour);
}

/* Curve k: its seeds, its intervals, then lines and points over them. */
static void plot_curve(struct html *gp, const struct figure_chart *c, int k) {
    const struct figure_curve *v = &c->curve[k];
    int n = k + 1, colour = v->colour % FIGURE_COLOURS;
    double dodge = c->band ? 1 : figure_dodge(c, k);
    bool whole = v->points && v->point[0].from < v->point[0].to, interval = v->points && !isnan(v->point[0].low);
    if (v->seeds)
        html_raw(gp, " data skip 1 using 4:(pick(%d, %d, $5)) with points pt 7 ps 0.25 lc rgb colour%d notitle, \\\n",
                 n, SEED, colour);
    if (interval && c->band)
        html_raw(gp,
                 " data skip 1 using 4:(pick(%d, %d, cut($6))):(cut($7)) with filledcurves fillcolor rgb colour%d "
                 "fillstyle transparent solid 0.15 notitle, \\\n",
                 n, AT_LENGTH, colour);
    if (interval && whole)
        plot_interval(gp, n, IN_RANGE, 1, colour);
    if (interval && !c->band)
        plot_interval(gp, n, AT_LENGTH, dodge, colour);
    if (whole)
        html_raw(gp,
                 " data skip 1 using 3:(pick(%d, %d, $5)):($4 - $3):(0) with vectors nohead lw 2.2 dashtype %s lc rgb "
                 "colour%d notitle, \\\n",
                 n, IN_RANGE, dashes(v->colour), colour);
    if (!c->band)
        html_raw(gp,
                 " data skip 1 using ($4 * %.4f):(pick(%d, %d, $5)) with points pt 7 ps 0.5 lc rgb colour%d notitle, "
                 "\\\n",
                 dodge, n, AT_LENGTH, colour);
    html_raw(gp,
             " data skip 1 using ($4 * %.4f):(pick(%d, %d, $5)) with lines lw 2.2 dashtype %s lc rgb colour%d title ",
             dodge, n, AT_LENGTH, dashes(v->colour), colour);
    gnuplot_quote(gp, v->name);
    html_raw(gp, " noenhanced%s", k + 1 < c->curves ? ", \\\n" : "\n");
}

static void write_plot(struct html *gp, const struct figure_chart *c) {
    html_raw(gp,
             "pick(k, kind, x) = $1 == k && $2 == kind ? x : NaN\n"
             "cut(y) = y < %.9g ? %.9g : y > %.9g ? %.9g : y\nplot \\\n",
             c->y_low, c->y_low, c->y_high, c->y_high);
    if (c->chances)
        html_raw(
            gp, " data skip 1 using 4:(pick(0, %d, $5)) with lines lw 1.5 dashtype 3 lc rgb muted title 'chance', \\\n",
            CHANCE);
    for (int k = 0; k < c->curves; k++)
        plot_curve(gp, c, k);
}

static void write_row(struct html *tsv, int curve, int kind, const struct figure_point *p, const char *name) {
    static const char *const kinds[] = {"in range", "length", "chance", "seed"};
    html_raw(tsv, "%d\t%d\t", curve, kind);
    gnuplot_number(tsv, p->from);
    gnuplot_number(tsv, p->to);
    gnuplot_number(tsv, p->y);
    gnuplot_number(tsv, p->low);
    gnuplot_number(tsv, p->high);
    html_raw(tsv, "%d\t%s\t", p->n, kinds[kind]);
    gnuplot_field(tsv, name);
    html_raw(tsv, "\n");
}

static void write_data(struct html *tsv, const struct figure_chart *c) {
    html_raw(tsv, "curve\tkind\tfrom\tto\tmean\tlow\thigh\tn\tis\tname\t\n");
    for (int i = 0; i < c->chances; i++)
        write_row(tsv, 0, CHANCE, &c->chance[i], "chance");
    for (int k = 0; k < c->curves; k++) {
        const struct figure_curve *v = &c->curve[k];
        for (int i = 0; i < v->points; i++)
            write_row(tsv, k + 1, v->point[i].from < v->point[i].to ? IN_RANGE : AT_LENGTH, &v->point[i], v->name);
        for (int i = 0; i < v->seeds; i++)
            write_row(tsv, k + 1, SEED, &v->seed[i], v->name);
    }
}

void figure_gnuplot_chart(struct figure_script *s, const char *form, const struct figure_chart *c) {
    gnuplot_open(&s->gp, form, WIDTH, HEIGHT);
    write_axes(&s->gp, c);
    write_trained(&s->gp, c);
    write_names(&s->gp, c);
    write_plot(&s->gp, c);
    write_data(&s->tsv, c);
}
