/* learning_curve.c -- see learning_curve.h. */
#include "result/learning_curve.h"

#include <math.h>

#include "result/chart_rows.h"

void learning_curves_add(struct learning_curves *c, int step, int steps, double value) {
    int k = steps > 0 ? (int)((long long)(step - 1) * COURSE_STRETCHES / steps) : 0;
    k = k < 0 ? 0 : k >= COURSE_STRETCHES ? COURSE_STRETCHES - 1 : k;
    c->sum[k] += value;
    c->count[k]++;
    c->lines++;
}

double learning_curve_at(const struct learning_curves *c, int stretch, const struct metric *m) {
    return c->count[stretch] ? m->quantity.scale * c->sum[stretch] / c->count[stretch] : (double)NAN;
}

double learning_curves_step(int stretch, int steps) { return steps * (stretch + 0.5) / COURSE_STRETCHES; }

void learning_curves_fill(struct chart_curve *v, const struct learning_curve *of, struct arena *arena) {
    const struct metric *m = of->metric;
    bool bounded = !isinf(m->quantity.high - m->quantity.low);
    double *x = arena_alloc(arena, (size_t)of->seeds, sizeof *x), step;
    for (int k = 0; k < COURSE_STRETCHES; k++) {
        struct seeds s = {.value = x, .low = m->quantity.low, .high = m->quantity.high, .shared = (double)NAN};
        for (int i = 0; i < of->seeds; i++)
            if (of->course[i].count[k]) {
                s.examples = bounded ? of->batch * of->course[i].count[k] : 0;
                x[s.n++] = of->course[i].sum[k] / of->course[i].count[k];
            }
        step = learning_curves_step(k, of->steps);
        if (s.n && (s.n == of->seeds || !of->all))
            v->point[v->points++] = chart_mean(step, step, m->quantity.scale, seeds_summary(&s));
    }
}

void learning_chart(struct chart *chart, const struct metric *m, int curves, struct arena *arena) {
    *chart = fill_chart(m, arena);
    chart->x_title = "step";
    chart->y_title = arena_format(arena, "%s, training batches", chart->y_title);
    chart->band = true;
    chart->curve = arena_alloc(arena, (size_t)curves, sizeof *chart->curve);
}
