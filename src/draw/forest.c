/* forest.c -- see forest.h. */
#include "draw/forest.h"

#include <math.h>
#include <string.h>

#include "draw/chart.h"

/* ---- The axis */

static void include(struct forest_part *p, double x) {
    if (!isfinite(x) || (p->log && !(x > 0)))
        return;
    p->low = fmin(p->low, x);
    p->high = fmax(p->high, x);
}

/* Whole powers of ten. */
static void fit_log(struct forest_part *p) {
    p->low = pow(10, floor(log10(p->low) + 1e-9));
    p->high = pow(10, ceil(log10(p->high) - 1e-9));
    if (!(p->low < p->high))
        p->high = 10 * p->low;
}

/* A little more than the numbers need, so that what lies at an end can be seen. */
static void fit_linear(struct forest_part *p) {
    if (!(p->low < p->high)) {
        double aside = fmax(fabs(p->low) / 2, 1e-3);
        p->low -= aside;
        p->high += aside;
    }
    double grain = chart_step(p->low, p->high, 20);
    p->low = grain * (floor(p->low / grain + 1e-9) - 1);
    p->high = grain * (ceil(p->high / grain - 1e-9) + 1);
}

/* The range of all numbers of a part, as it is. */
static void include_all(struct forest_part *to, const struct forest_part *p) {
    for (const struct forest_row *r = p->row; r < p->row + p->rows; r++) {
        include(to, r->value);
        include(to, r->low);
        include(to, r->high);
    }
    include(to, p->yes_low);
    include(to, p->yes_high);
    include(to, p->none);
}

/* Parts along which the same is measured have the same axis, so that their rows can be compared. */
static void fit(const struct forest *f, struct forest_part *p) {
    p->low = HUGE_VAL;
    p->high = -HUGE_VAL;
    for (const struct forest_part *other = f->part; other < f->part + f->parts; other++)
        if (strcmp(other->value, p->value) == 0)
            include_all(p, other);
    if (!isfinite(p->low)) /* no number at all */
        p->low = p->high = p->log ? 1 : 0;
    (p->log ? fit_log : fit_linear)(p);
}

void forest_fit(struct forest *f) {
    for (int i = 0; i < f->parts; i++)
        for (int k = 0; k < f->parts; k++)
            if (strcmp(f->part[i].value, f->part[k].value) == 0)
                f->part[i].log = f->part[i].log || f->part[k].log;
    for (int i = 0; i < f->parts; i++)
        fit(f, &f->part[i]);
}

double forest_across(const struct forest_part *p, double x) {
    x = fmin(p->high, fmax(p->low, x));
    return p->log ? log(x / p->low) / log(p->high / p->low) : (x - p->low) / (p->high - p->low);
}

static int log_ticks(const struct forest_part *p, int count, double tick[FOREST_TICKS]) {
    int first = (int)lround(log10(p->low)), last = (int)lround(log10(p->high)), step = (last - first) / count + 1;
    int ticks = 0;
    for (int k = first + (last - first) % step; k <= last && ticks < FOREST_TICKS; k += step)
        tick[ticks++] = pow(10, k);
    return ticks;
}

int forest_ticks(const struct forest_part *p, int count, double tick[FOREST_TICKS]) {
    if (p->log)
        return log_ticks(p, count, tick);
    double step = chart_step(p->low, p->high, count);
    int ticks = 0;
    for (double k = ceil(p->low / step - 0.001); k * step <= p->high + 0.001 * step && ticks < FOREST_TICKS; k++)
        tick[ticks++] = k * step + 0.0; /* no -0 */
    return ticks;
}

/* ---- In words */

const char *forest_rule(const struct forest_part *p, char text[FOREST_TEXT]) {
    text[0] = 0;
    if (isnan(p->yes_low))
        return text;
    if (isinf(p->yes_high))
        snprintf(text, FOREST_TEXT, "yes: %g or more", p->yes_low);
    else if (isinf(p->yes_low))
        snprintf(text, FOREST_TEXT, "yes: below %g", p->yes_high);
    else
        snprintf(text, FOREST_TEXT, "yes: within %g of 0", p->yes_high);
    return text;
}
