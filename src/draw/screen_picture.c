/* screen_picture.c -- see picture.h. */
#include "draw/picture.h"

#include "base/text.h"

static void say(const struct screen *s, const char *text) {
    struct arena arena = {0};
    if (text && *text)
        screen_say(s, 0, "%s", text_shown(text, &arena));
    arena_free(&arena);
}

/* A map whose columns have names is drawn in numbers, below these names. */
static void draw_named(const struct screen *s, const struct heat *m) {
    struct arena arena = {0};
    const char **row = arena_alloc(&arena, (size_t)m->m.rows, sizeof *row);
    const char **column = arena_alloc(&arena, (size_t)m->m.columns, sizeof *column);
    for (int i = 0; i < m->m.rows; i++)
        row[i] = arena_format(&arena, "%s %d", m->row.title, heat_number(&m->row, i));
    for (int i = 0; i < m->m.columns; i++)
        column[i] = text_shown(m->column.name[i], &arena);
    screen_matrix_draw(s, &(struct screen_matrix){.m = m->m,
                                                  .row_name = row,
                                                  .column_name = column,
                                                  .column_marks = m->column.marks,
                                                  .digits = 2,
                                                  .limit = heat_limit(m)});
    arena_free(&arena);
}

static void draw_heat(const struct screen *s, const struct heat *m) {
    screen_say(s, 0, "%s: %s down, %s across.", m->value_title, m->row.title, m->column.title);
    (m->column.name ? draw_named : screen_heat)(s, m);
}

static bool draw(const struct screen *s, void *of, struct error *e) {
    const struct picture *p = of;
    char note[CHART_NOTE];
    (void)e;
    say(s, p->chart ? p->chart->title : p->heat->title);
    say(s, p->chart ? p->chart->subtitle : p->heat->subtitle);
    if (p->chart)
        screen_chart(s, p->chart);
    else
        draw_heat(s, p->heat);
    say(s, p->chart ? chart_note(p->chart, "", note) : p->heat->note);
    return true;
}

void picture_screen(const struct screen *s, const struct picture *p) {
    struct picture of = *p;
    struct error e;
    screen_in_view(s, draw, &of, &e);
}
