/* screen_picture.c -- see picture.h. */
#include "present/picture.h"

#include "base/text.h"

struct drawn {
    const struct chart *chart;
    const struct heat *heat;
};

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
    numbers_draw(s, &(struct numbers){.m = m->m,
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
    const struct drawn *d = of;
    char note[CHART_NOTE];
    (void)e;
    say(s, d->chart ? d->chart->title : d->heat->title);
    say(s, d->chart ? d->chart->subtitle : d->heat->subtitle);
    if (d->chart)
        screen_chart(s, d->chart);
    else
        draw_heat(s, d->heat);
    say(s, d->chart ? chart_note(d->chart, "", note) : d->heat->note);
    return true;
}

void picture_screen(const struct screen *s, const struct chart *c, const struct heat *m) {
    struct error e;
    screen_in_view(s, draw, &(struct drawn){c, m}, &e);
}
