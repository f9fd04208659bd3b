/* view_tables.c -- several tables of positions, and what can be read off them: each measure is a view by itself, and
 * one has them all, after maps of the tables; see kinds.h. */
#include <math.h>

#include "base/text.h"
#include "view/position_tables.h"
#include "view/view.h"

enum { MAP_LINES = 24 };

static void draw_map(const struct view *v, const struct heat *m) {
    struct screen s = v->s ? *v->s : (struct screen){0};
    s.lines = MAP_LINES;
    view_say(v, 0, "%s: positions down, %ss across.", m->title, m->column.title);
    if (v->s)
        screen_heat(&s, m);
    view_picture(v, m);
    view_gap(v);
}

/* False: there are too few positions. */
static bool tell_figure(const struct view *v, const struct view_kind *kind, const struct shown_tables *t,
                        struct arena *arena) {
    struct chart figure, *c = &figure;
    char note[CHART_NOTE];
    if (!fill_table_figure(c, kind->figure, t, arena))
        return false;
    json_put(v->json, "* { x s y s curves [", kind->name, c->x_title, c->y_title);
    for (int k = 0; k < c->curves + c->baselines; k++) {
        const struct chart_curve *line = chart_line(c, k);
        json_put(v->json, "{ name s points [", line->name);
        for (const struct chart_point *p = line->point; p < line->point + line->points; p++)
            json_put(v->json, "F", (const double[]){p->x, p->y}, 2);
        json_put(v->json, "] }");
    }
    json_put(v->json, "] }");
    view_say(v, 0, "%s %s", c->title, c->subtitle);
    if (v->s)
        screen_chart(v->s, c);
    view_say(v, 0, "%s", c->describe);
    if (*chart_note(c, "", note))
        view_say(v, 0, "%s", note);
    view_chart(v, c);
    view_gap(v);
    return true;
}

static void tell_head(const struct view *v, const struct shown_tables *tables) {
    json_put(v->json, "tables [");
    for (const struct shown_table *t = tables->of; t < tables->of + tables->count; t++) {
        json_put(v->json, "{ name s positions i columns i pairs I shift_columns i shift_share f }", t->name,
                 t->m.positions, t->m.columns, t->basis.pair, t->basis.pairs, t->m.shift_columns, t->m.shift_share);
        if (t->about)
            view_title(v, "%s: %s", t->name, t->about);
    }
    json_put(v->json, "]");
    view_gap(v);
}

static bool tell_one(const struct view *v, const struct view_of *of, struct error *e) {
    struct arena arena = {0};
    tell_head(v, of->tables);
    bool ok = tell_figure(v, v->kind, of->tables, &arena);
    arena_free(&arena);
    return ok || error_set(e, EXIT_USAGE, "--view %s: %s has too few positions", v->kind->name, of->tables->of[0].name);
}

static bool tell_all(const struct view *v, const struct view_of *of, struct error *e) {
    struct arena arena = {0};
    struct heat map[2];
    const struct shown_tables *t = of->tables;
    (void)e;
    tell_head(v, t);
    for (int i = 0; i < t->count - 1; i++) {
        fill_table_maps(map, &t->of[i], &arena);
        draw_map(v, &map[0]);
        draw_map(v, &map[1]);
    }
    for (const struct view_kind *const *k = views; *k; k++)
        if ((*k)->figure)
            tell_figure(v, *k, t, &arena);
    arena_free(&arena);
    return true;
}

/* The row of one measure: its name, what help says, and its chart. */
#define MEASURE(row, called, says, ...)                                                \
    const struct view_kind row = {"positions",                                         \
                                  .name = called,                                      \
                                  .summary = says,                                     \
                                  .options = "table positions",                        \
                                  .figure = &(const struct table_figure){__VA_ARGS__}, \
                                  .tell = tell_one}

const struct view_kind view_measures = {
    .of = "positions",
    .name = "measures",
    .summary = "next to sinusoids, also of two or a public model's; norms, distance, explained, shift: one of them",
    .options = "table positions",
    .tell = tell_all,
};

static struct measured norms(const struct table_measures *m) {
    return (struct measured){m->positions, 0, NULL, m->norm, NULL};
}

static const char *norms_note(const struct shown_tables *t, struct arena *arena) {
    const struct table_measures *exact = &t->of[t->count - 1].m;
    return arena_format(arena, "All rows of exact sinusoids of %d columns have the norm %.2f.", exact->columns,
                        exact->norm[0]);
}

MEASURE(view_norms, "norms", "the length of each row", .title = "How long is each row?",
        .means = "The norm of a row is its length, the root of the sum of its squares. With equal norms, no "
                 "position counts more than another.",
        .x_title = "position", .y_title = "norm of the row", .digits = 2, .scale = 1, .most = HUGE_VAL, .lines = true,
        .no_sinusoids = true, .measured = norms, .note = norms_note);

static struct measured distances(const struct table_measures *m) {
    return (struct measured){m->positions, 0, NULL, m->cosine, NULL};
}

MEASURE(view_distance, "distance", "the mean cosine of two rows, by their distance",
        .title = "Are near positions alike?",
        .means = "The mean cosine of two rows, over all pairs of positions at that distance: 1 is the same "
                 "direction, 0 is nothing in common.",
        .x_title = "distance", .y_title = "mean cosine", .digits = 2, .scale = 1, .least = -1, .most = 1, .lines = true,
        .measured = distances);

static struct measured explained(const struct table_measures *m) {
    return (struct measured){m->pairs, 1, NULL, m->explained, m->chance};
}

MEASURE(view_explained, "explained", "how much of the table sinusoids explain", .title = "How much of it is sinusoids?",
        .means = "R squared is the share of the table's variance that this many pairs of sinusoids explain, by "
                 "least squares. Pair i is the sine and cosine of t * 10000^(-2i/D), where D is the number of "
                 "columns. The i are spread evenly: the middle one first, then the quarters, the eighths and so "
                 "on.",
        .x_title = "pairs of sinusoids", .y_title = "R squared", .digits = 3, .scale = 1, .most = 1, .lines = true,
        .doubled = true, .measured = explained);

static struct measured shifts(const struct table_measures *m) {
    return (struct measured){m->shifts, 0, m->offset, m->error, m->noise};
}

/* How tables of more columns than are fitted were fitted. */
static const char *shifts_note(const struct shown_tables *t, struct arena *arena) {
    const char *note = NULL;
    for (int i = 0; i < t->count - 1; i++) {
        const struct table_measures *m = &t->of[i].m;
        if (m->shift_columns == m->columns)
            continue;
        const char *how = "every row is 0, which any matrix shifts.";
        if (!isnan(m->shift_share))
            how = arena_format(
                arena, "fitted on positions 0..%d in the %d most important columns; they explain %.1f %% of all %d.",
                m->shift_positions - 1, m->shift_columns, 100 * m->shift_share, m->columns);
        note = text_join(note, " ", arena_format(arena, "%s: %s", t->of[i].name, how), arena);
    }
    return note;
}

MEASURE(view_shifts, "shift", "the error of the best matrix from row t to t + k",
        .title = "Is moving by k positions one matrix?",
        .means = "T_k is the one matrix that best takes every row t to row t + k, by least squares. The error is "
                 "what it misses, as a share of the size of the rows. At 0 a distance can be learned once, for "
                 "all positions.",
        .x_title = "k, positions shifted", .y_title = "error of the best T_k in %", .digits = 1, .scale = 100,
        .most = HUGE_VAL, .doubled = true, .measured = shifts, .note = shifts_note);
