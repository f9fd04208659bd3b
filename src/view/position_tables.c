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

/* ---- Charts */

static struct chart_curve *add_curve(struct chart *c, const struct shown_table *t, int points, struct arena *arena) {
    return chart_add_curve(c, t->name, encoding_sign(t->kind), points, arena);
}

/* Those of the sinusoids are all the same, and so far away that others would look flat. */
static void fill_norms(struct chart *c, const struct shown_tables *t, struct arena *arena) {
    const struct shown_table *exact = &t->of[t->count - 1];
    for (int i = 0; i < t->count - 1; i++) {
        struct chart_curve *v = add_curve(c, &t->of[i], t->of[i].m.positions, arena);
        for (int k = 0; k < t->of[i].m.positions; k++)
            v->point[v->points++] = chart_number(k, t->of[i].m.norm[k]);
    }
    c->note = arena_format(arena, "All rows of exact sinusoids of %d columns have the norm %.2f.", exact->m.columns,
                           exact->m.norm[0]);
    c->x_title = "position";
    c->y_title = "norm of the row";
    c->digits = 2;
    c->y_least = 0;
}

static void fill_distance(struct chart *c, const struct shown_tables *t, struct arena *arena) {
    for (int i = 0; i < t->count; i++) {
        const struct table_measures *m = &t->of[i].m;
        struct chart_curve *v = add_curve(c, &t->of[i], m->positions, arena);
        for (int k = 0; k < m->positions; k++)
            if (!isnan(m->cosine[k]))
                v->point[v->points++] = chart_number(k, m->cosine[k]);
    }
    c->x_title = "distance";
    c->y_title = "mean cosine";
    c->digits = 2;
    c->y_least = -1;
    c->y_most = 1;
}

/* What random numbers have in place of the first table. */
static void add_noise(struct chart *c, const double *x, const double *y, int points, double scale,
                      struct arena *arena) {
    struct chart_curve *v = points ? chart_add_baseline(c, "random numbers", points, arena) : NULL;
    for (int k = 0; k < points; k++)
        v->point[v->points++] = chart_number(x[k], scale * y[k]);
}

static void use_doubled(struct chart *c) {
    c->log_x = true;
    c->x_low = 1;
    for (int x = 1; x <= c->x_high && c->ticks < CHART_TICKS; x *= 2)
        c->tick[c->ticks++] = x;
}

static void fill_explained(struct chart *c, const struct shown_tables *t, struct arena *arena) {
    const struct table_measures *first = &t->of[0].m;
    double *count = arena_alloc(arena, (size_t)first->pairs, sizeof *count);
    for (int k = 0; k < first->pairs; k++)
        count[k] = k + 1;
    add_noise(c, count, first->chance, first->pairs, 1, arena);
    for (int i = 0; i < t->count; i++) {
        const struct table_measures *m = &t->of[i].m;
        struct chart_curve *v = add_curve(c, &t->of[i], m->pairs, arena);
        for (int k = 0; k < m->pairs; k++)
            if (!isnan(m->explained[k]))
                v->point[v->points++] = chart_number(k + 1, m->explained[k]);
    }
    c->x_title = "pairs of sinusoids";
    c->y_title = "R squared";
    c->digits = 3;
    c->y_least = 0;
    c->y_most = 1;
}

/* Of a table of more columns than are fitted. */
static const char *fitted_on(const struct table_measures *m, struct arena *arena) {
    if (isnan(m->shift_share))
        return "every row is 0, which any matrix shifts.";
    return arena_format(arena,
                        "fitted on positions 0..%d in the %d most important columns; they explain %.1f %% of all %d.",
                        m->shift_positions - 1, m->shift_columns, 100 * m->shift_share, m->columns);
}

static void fill_shifts(struct chart *c, const struct shown_tables *t, struct arena *arena) {
    double offset[MEASURED_SHIFTS];
    for (int k = 0; k < t->of[0].m.shifts; k++)
        offset[k] = t->of[0].m.offset[k];
    add_noise(c, offset, t->of[0].m.noise, t->of[0].m.shifts, 100, arena);
    for (int i = 0; i < t->count; i++) {
        const struct table_measures *m = &t->of[i].m;
        struct chart_curve *v = add_curve(c, &t->of[i], m->shifts, arena);
        for (int k = 0; k < m->shifts; k++) {
            v->point[v->points] = chart_number(m->offset[k], 100 * m->error[k]);
            v->point[v->points++].n = m->shift_positions - m->offset[k];
        }
        if (m->shift_columns < m->columns && i < t->count - 1)
            c->note = arena_format(arena, "%s%s%s: %s", c->note ? c->note : "", c->note ? " " : "", t->of[i].name,
                                   fitted_on(m, arena));
    }
    c->x_title = "k, positions shifted";
    c->y_title = "error of the best T_k in %";
    c->digits = 1;
    c->y_least = 0;
}

const struct table_figure table_figures[] = {
    {"norms", "How long is each row?",
     "The norm of a row is its length, the root of the sum of its squares. With equal norms, no position counts more "
     "than another.",
     fill_norms},
    {"distance", "Are near positions alike?",
     "The mean cosine of two rows, over all pairs of positions at that distance: 1 is the same direction, 0 is nothing "
     "in common.",
     fill_distance},
    {"explained", "How much of it is sinusoids?",
     "R squared is the share of the table's variance that this many pairs of sinusoids explain, by least squares. Pair "
     "i is the sine and cosine of t * 10000^(-2i/D), where D is the number of columns. The i are spread evenly: the "
     "middle one first, then the quarters, the eighths and so on.",
     fill_explained},
    {"shift", "Is moving by k positions one matrix?",
     "T_k is the one matrix that best takes every row t to row t + k, by least squares. The error is what it misses, "
     "as a share of the size of the rows. At 0 a distance can be learned once, for all positions.",
     fill_shifts},
    {0},
};

const struct table_figure *table_figure_find(const char *name) {
    for (const struct table_figure *f = table_figures; f->name; f++)
        if (strcmp(f->name, name) == 0)
            return f;
    return NULL;
}

static void describe_curve(const struct chart *c, const struct chart_curve *v, char *text, size_t size) {
    const struct chart_point *first = v->point, *last = first + v->points - 1;
    const struct chart_point *middle = first + (c->log_x ? (int)sqrt(v->points) : v->points / 2);
    if (v->points > 2)
        text_append(text, size, " %s %.*f at %g, %.*f at %g, %.*f at %g;", v->name, c->digits, first->y, first->x,
                    c->digits, middle->y, middle->x, c->digits, last->y, last->x);
}

/* The ends of each curve, and its middle. */
static const char *describe(const struct chart *c, struct arena *arena) {
    char text[2048] = "";
    text_append(text, sizeof text, "By %s:", c->x_title);
    for (int k = 0; k < c->curves; k++)
        describe_curve(c, &c->curve[k], text, sizeof text);
    for (int k = 0; k < c->baselines; k++)
        describe_curve(c, &c->baseline[k], text, sizeof text);
    text[strlen(text) - 1] = '.';
    return arena_text(arena, text);
}

bool fill_table_figure(struct chart *c, const struct table_figure *f, const struct shown_tables *t,
                       struct arena *arena) {
    *c = (struct chart){.title = f->title, .subtitle = f->means, .y_least = -HUGE_VAL, .y_most = HUGE_VAL};
    c->curve = arena_alloc(arena, SHOWN_TABLES, sizeof *c->curve);
    f->fill(c, t, arena);
    for (int k = 0; k < c->curves; k++)
        for (int i = 0; i < c->curve[k].points; i++)
            c->x_high = fmax(c->x_high, c->curve[k].point[i].x);
    c->band = f->fill != fill_shifts; /* lines of many points */
    if (c->curve[0].points < 2)
        return false;
    if (f->fill == fill_explained || f->fill == fill_shifts)
        use_doubled(c);
    c->describe = describe(c, arena);
    chart_fit(c);
    return true;
}

/* ---- Maps */

void fill_table_vectors(struct heat *m, const struct shown_table *t, struct arena *arena) {
    *m = (struct heat){.m = t->vectors,
                       .title = arena_format(arena, "The rows of %s", t->name),
                       .value_title = "value",
                       .row.title = "position",
                       .column.title = "column"};
    m->describe = arena_format(arena, "%s: %d positions of %d columns.", m->title, t->vectors.rows, t->vectors.columns);
}

void fill_table_similarity(struct heat *m, const struct shown_table *t, struct arena *arena) {
    *m = (struct heat){.m = t->m.similarity,
                       .title = arena_format(arena, "Cosines of all pairs of rows of %s", t->name),
                       .value_title = "cosine",
                       .row.title = "position",
                       .column.title = "other position",
                       .square = true};
    m->describe = arena_format(arena, "%s, positions 0 to %d.", m->title, t->m.positions - 1);
}
