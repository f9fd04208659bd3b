/* view_tables.c -- several tables of positions, and what can be read off them; see view.h. */
#include <math.h>

#include "format/json.h"
#include "view/position_tables.h"
#include "view/view.h"

/* ---- As a document */

static json_t *points_json(const struct chart_curve *curve) {
    json_t *list = json_array();
    for (int i = 0; i < curve->points; i++)
        json_array_append_new(list, json_pack("[oo]", json_finite(curve->point[i].x), json_finite(curve->point[i].y)));
    return json_pack("{ss so}", "name", curve->name, "points", list);
}

static json_t *chart_json(const struct chart *c) {
    json_t *list = json_array();
    for (int k = 0; k < c->curves; k++)
        json_array_append_new(list, points_json(&c->curve[k]));
    for (int k = 0; k < c->baselines; k++)
        json_array_append_new(list, points_json(&c->baseline[k]));
    return json_pack("{ss ss so}", "x", c->x_title, "y", c->y_title, "curves", list);
}

static json_t *table_json_of(const struct shown_table *t) {
    json_t *pairs = json_array();
    for (int k = 0; k < t->basis.pairs; k++)
        json_array_append_new(pairs, json_integer(t->basis.pair[k]));
    return json_pack("{ss si si so si so}", "name", t->name, "positions", t->m.positions, "columns", t->m.columns,
                     "pairs", pairs, "shift_columns", t->m.shift_columns, "shift_share", json_finite(t->m.shift_share));
}

/* ---- On a screen */

enum { MAP_LINES = 24 };

static void draw_map(const struct view *v, const struct heat *m) {
    struct screen s = v->s ? *v->s : (struct screen){0};
    s.lines = MAP_LINES;
    view_say(v, 0, "%s: positions down, %ss across.", m->title, m->column.title);
    if (v->s)
        screen_heat(&s, m);
    view_gap(v);
}

static void draw_figure(const struct view *v, const struct table_figure *f, struct chart *c) {
    char note[CHART_NOTE];
    view_say(v, 0, "%s %s", c->title, f->means);
    if (v->s)
        screen_chart(v->s, c);
    view_say(v, 0, "%s", c->describe);
    if (*chart_note(c, "", note))
        view_say(v, 0, "%s", note);
    view_gap(v);
}

void view_tables(const struct view *v, const struct shown_tables *t) {
    struct arena arena = {0};
    struct heat map;
    struct chart c;
    json_t *list = json_array();
    for (int i = 0; i < t->count; i++) {
        json_array_append_new(list, table_json_of(&t->of[i]));
        if (t->of[i].about)
            view_title(v, "%s: %s", t->of[i].name, t->of[i].about);
    }
    view_gap(v);
    view_set(v, "tables", list);
    for (int i = 0; i < t->count - 1; i++) {
        fill_table_vectors(&map, &t->of[i], &arena);
        draw_map(v, &map);
        fill_table_similarity(&map, &t->of[i], &arena);
        draw_map(v, &map);
    }
    for (const struct table_figure *f = table_figures; f->name; f++)
        if (fill_table_figure(&c, f, t, &arena)) {
            view_set(v, f->name, chart_json(&c));
            draw_figure(v, f, &c);
        }
    arena_free(&arena);
}
