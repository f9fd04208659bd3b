/* position_tables.c -- see position_tables.h. */
#include "view/position_tables.h"

#include <math.h>
#include <string.h>

#include "base/text.h"
#include "encoding/kinds.h"

void shown_tables_measure(struct shown_tables *t, struct arena *arena) {
    struct shown_table *exact = &t->of[t->count++];
    *exact = (struct shown_table){.name = "exact sinusoids", .kind = &encoding_sinusoidal};
    exact->vectors = table_sinusoids(t->of[0].vectors.rows, t->of[0].vectors.columns, arena);
    for (int i = 0; i < t->count; i++) {
        struct shown_table *of = &t->of[i];
        if (of == exact)
            of->basis = t->of[0].basis;
        else
            table_basis_open(&of->basis, of->vectors.rows, of->vectors.columns, arena);
        table_measure(&of->m, &of->vectors, &of->basis, arena);
    }
}

/* A table's curve; of the first one also what random numbers have in its place. */
static void add_curve(struct chart *c, const struct table_figure *f, const struct shown_table *t, struct arena *arena) {
    const struct measured m = f->measured(&t->m);
    bool noise = !c->curves && m.noise && m.count;
    struct chart_curve *v = chart_add_curve(c, t->name, encoding_sign(t->kind), m.count, arena);
    struct chart_curve *random = noise ? chart_add_baseline(c, "random numbers", m.count, arena) : NULL;
    for (int k = 0; k < m.count; k++) {
        double x = m.x ? m.x[k] : m.first + k;
        if (random)
            random->point[random->points++] = chart_number(x, f->scale * m.noise[k]);
        if (isnan(m.value[k]))
            continue;
        v->point[v->points] = chart_number(x, f->scale * m.value[k]);
        v->point[v->points++].n = m.x ? t->m.shift_positions - m.x[k] : 0;
        c->x_high = fmax(c->x_high, x);
    }
}

/* The ends of each curve, and its middle. */
static const char *describe(const struct chart *c, struct arena *arena) {
    char text[2048] = "";
    text_append(text, sizeof text, "By %s:", c->x_title);
    for (int k = 0; k < c->curves + c->baselines; k++) {
        const struct chart_curve *v = chart_line(c, k);
        const struct chart_point *first = v->point, *last = first + v->points - 1;
        const struct chart_point *middle = first + (c->log_x ? (int)sqrt(v->points) : v->points / 2);
        if (v->points > 2)
            text_append(text, sizeof text, " %s %.*f at %g, %.*f at %g, %.*f at %g;", v->name, c->digits, first->y,
                        first->x, c->digits, middle->y, middle->x, c->digits, last->y, last->x);
    }
    text[strlen(text) - 1] = '.';
    return arena_text(arena, text);
}

bool fill_table_figure(struct chart *c, const struct table_figure *f, const struct shown_tables *t,
                       struct arena *arena) {
    *c = (struct chart){.title = f->title,
                        .subtitle = f->means,
                        .x_title = f->x_title,
                        .y_title = f->y_title,
                        .digits = f->digits,
                        .y_least = f->least,
                        .y_most = f->most,
                        .band = f->lines,
                        .note = f->note ? f->note(t, arena) : NULL,
                        .curve = arena_alloc(arena, SHOWN_TABLES, sizeof *c->curve)};
    for (int i = 0; i < t->count - f->no_sinusoids; i++)
        add_curve(c, f, &t->of[i], arena);
    if (c->curve[0].points < 2)
        return false;
    if (f->doubled) {
        c->log_x = true;
        c->x_low = 1;
        for (int x = 1; x <= c->x_high && c->ticks < CHART_TICKS; x *= 2)
            c->tick[c->ticks++] = x;
    }
    c->describe = describe(c, arena);
    chart_fit(c);
    return true;
}

void fill_table_maps(struct heat map[2], const struct shown_table *t, struct arena *arena) {
    map[0] = (struct heat){.m = t->vectors,
                           .title = arena_format(arena, "The rows of %s", t->name),
                           .value_title = "value",
                           .row.title = "position",
                           .column.title = "column"};
    map[1] = (struct heat){.m = t->m.similarity,
                           .title = arena_format(arena, "Cosines of all pairs of rows of %s", t->name),
                           .value_title = "cosine",
                           .row.title = "position",
                           .column.title = "other position",
                           .square = true};
    map[0].describe =
        arena_format(arena, "%s: %d positions of %d columns.", map[0].title, t->vectors.rows, t->vectors.columns);
    map[1].describe = arena_format(arena, "%s, positions 0 to %d.", map[1].title, t->m.positions - 1);
}
