/* figure_gnuplot_heat.c -- a heat map as a script for gnuplot and a table of its cells; see figure_gnuplot.c. */
#include <math.h>
#include <string.h>

#include "present/figure_gnuplot.h"

enum { WIDTH = 640, CELL_MOST = 24, HEIGHT_MOST = 420, AROUND = 90, NAMED = 48 };

static void write_names(struct html *gp, const char *axis, const char *const *name, int count) {
    for (int i = 0; name && i < count && i < NAMED; i++) {
        html_raw(gp, i ? ", " : "set %s (", axis);
        gnuplot_quote(gp, name[i]);
        html_raw(gp, " %d", i);
    }
    if (name)
        html_raw(gp, ")\n");
}

static void write_title(struct html *gp, const char *axis, const char *title) {
    html_raw(gp, "set %s ", axis);
    gnuplot_quote(gp, title);
    html_raw(gp, " textcolor rgb muted noenhanced\n");
}

static void write_axes(struct html *gp, const struct figure_heat *m) {
    write_title(gp, "xlabel", m->column_title);
    write_title(gp, "ylabel", m->row_title);
    write_title(gp, "cblabel", m->value_title);
    html_raw(gp, "set xrange [-0.5:%d.5] noextend\nset yrange [%d.5:-0.5] noextend\n", m->columns - 1, m->rows - 1);
    html_raw(gp, "set tics scale 0 noenhanced\nset border 0\nset cbtics scale 0 nomirror\n");
    write_names(gp, m->column ? "xtics rotate by 60 right" : "xtics", m->column, m->columns);
    write_names(gp, "ytics", m->row, m->rows);
}

static void write_edges(struct html *gp, const struct figure_heat *m) {
    if (m->row_edge)
        html_raw(gp, "set arrow from graph 0, first %d.5 to graph 1, first %d.5 nohead front lw 2 lc rgb ink\n",
                 m->row_edge - 1, m->row_edge - 1);
    if (m->column_edge)
        html_raw(gp, "set arrow from first %d.5, graph 0 to first %d.5, graph 1 nohead front lw 2 lc rgb ink\n",
                 m->column_edge - 1, m->column_edge - 1);
    if (m->row_edge || m->column_edge)
        html_raw(
            gp,
            "set label 'line: end of the trained places' at graph 0, graph 1 left offset 0,0.8 textcolor rgb muted\n"
            "set tmargin 2.2\n");
}

static void write_data(struct html *tsv, const struct figure_heat *m) {
    html_raw(tsv, "row\tcolumn\tvalue\trow name\tcolumn name\t\n");
    for (int i = 0; i < m->rows; i++)
        for (int k = 0; k < m->columns; k++) {
            html_raw(tsv, "%d\t%d\t", i, k);
            gnuplot_number(tsv, m->value[(size_t)i * m->columns + k]);
            gnuplot_field(tsv, m->row ? m->row[i] : "");
            gnuplot_field(tsv, m->column ? m->column[k] : "");
            html_raw(tsv, "\n");
        }
}

void figure_gnuplot_heat(struct figure_script *s, const char *form, const struct figure_heat *m) {
    int cell = HEIGHT_MOST / m->rows < CELL_MOST ? HEIGHT_MOST / m->rows : CELL_MOST;
    int height = (cell < 1 ? 1 : cell) * m->rows + AROUND + (m->column ? 40 : 0);
    gnuplot_open(&s->gp, form, WIDTH, height < 200 ? 200 : height);
    write_axes(&s->gp, m);
    write_edges(&s->gp, m);
    if (m->low < 0)
        html_raw(&s->gp, "set palette defined (-1 '#0b62a8', 0 paper, 1 '#c85200')\n");
    else
        html_raw(&s->gp, "set palette defined (0 paper, 1 colour0)\n");
    html_raw(&s->gp, "set cbrange [%.9g:%.9g]\nplot data skip 1 using 2:1:3 with image pixels notitle\n", m->low,
             m->high);
    write_data(&s->tsv, m);
}
