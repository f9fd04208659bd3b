/* figure.c -- what both ways of drawing share; see figure.h. */
#include "present/figure.h"

#include <math.h>
#include <stdlib.h>

static const char *const colours[2][FIGURE_COLOURS] = {
    {"#0072b2", "#d55e00", "#009e73", "#b3589a", "#e69f00", "#56b4e9", "#6e7781"},
    {"#4aa3df", "#f0803c", "#2cc295", "#e08fc4", "#f0b429", "#8fd0f5", "#a0a8b0"},
};

const char *figure_colour(int k, bool dark) { return colours[dark][k % FIGURE_COLOURS]; }

int figure_dash(int colour) { return colour / FIGURE_COLOURS; }

double figure_step(double low, double high, int count) {
    static const double round[] = {1, 2, 5, 10};
    double rough = (high - low) / count, power = pow(10, floor(log10(rough)));
    for (int i = 0; i < 3; i++)
        if (round[i] * power >= rough)
            return round[i] * power;
    return 10 * power;
}

static int by_value(const void *a, const void *b) {
    double x = **(const double *const *)a, y = **(const double *const *)b;
    return (x > y) - (x < y);
}

void figure_spread(double *y, int n, double gap, double low, double high) {
    struct arena arena = {0};
    if (n < 2)
        return;
    double **at = arena_take(&arena, (size_t)n, sizeof *at);
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

static void take_in(double *low, double *high, double y) {
    *low = y < *low ? y : *low; /* NAN changes nothing */
    *high = y > *high ? y : *high;
}

void figure_fit(struct figure_chart *c) {
    double low = 100, high = 0;
    for (int i = 0; i < c->chances; i++)
        take_in(&low, &high, c->chance[i].y);
    for (int k = 0; k < c->curves; k++) {
        for (int i = 0; i < c->curve[k].points; i++) {
            take_in(&low, &high, c->curve[k].point[i].y);
            take_in(&low, &high, c->curve[k].point[i].low);
            take_in(&low, &high, c->curve[k].point[i].high);
        }
        for (int i = 0; i < c->curve[k].seeds; i++)
            take_in(&low, &high, c->curve[k].seed[i].y);
    }
    c->y_low = low < 12 ? 0 : 10 * floor(low / 10);
    c->y_high = high > 60 ? 100 : 10 * ceil(high / 10 + 0.1);
    double step = figure_step(c->y_low, c->y_high, 5);
    c->y_low = c->y_low < 0 ? 0 : step * floor(c->y_low / step);
}

double figure_dodge(const struct figure_chart *c, int k) {
    double aside = (k - (c->curves - 1) / 2.0) / (c->curves > 1 ? c->curves : 1);
    return c->log_x ? exp(0.1 * aside) : 1;
}

static int shrunk(int count, int step) { return (count + step - 1) / step; }

void figure_shrink(struct figure_heat *m, int rows, int columns) {
    int down = shrunk(m->rows, rows), across = shrunk(m->columns, columns), old = m->columns;
    if (m->column || m->row || (down == 1 && across == 1)) /* what has names stays whole */
        return;
    m->rows = shrunk(m->rows, down);
    m->columns = shrunk(m->columns, across);
    for (int i = 0; i < m->rows; i++)
        for (int k = 0; k < m->columns; k++)
            m->value[(size_t)i * m->columns + k] = m->value[(size_t)i * down * old + (size_t)k * across];
    m->row_edge = shrunk(m->row_edge, down);
    m->column_edge = shrunk(m->column_edge, across);
    m->row_step = down;
    m->column_step = across;
}
