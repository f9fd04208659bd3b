/* view.c -- see view.h. */
#include "view/view.h"

#include <math.h>
#include <stdarg.h>

#include "format/json.h"

/* On a screen, and into a list of the page, which is NULL where there is none. */
static void tell(const struct view *v, json_t *list, int indent, const char *format, va_list arguments) {
    struct arena arena = {0};
    const char *text = v->s || list ? arena_format_list(&arena, format, arguments) : NULL;
    if (v->s)
        screen_say(v->s, indent, "%s", text);
    if (list)
        json_array_append_new(list, json_string(text));
    arena_free(&arena);
}

void view_title(const struct view *v, const char *format, ...) {
    va_list list;
    va_start(list, format);
    tell(v, v->page ? v->page->title : NULL, 2, format, list);
    va_end(list);
}

void view_say(const struct view *v, int indent, const char *format, ...) {
    va_list list;
    va_start(list, format);
    tell(v, v->page ? v->page->sentences : NULL, indent, format, list);
    va_end(list);
}

void view_sees(const struct view *v, const char *format, ...) {
    va_list list;
    va_start(list, format);
    tell(v, v->page ? v->page->sees : NULL, 0, format, list);
    va_end(list);
}

struct view view_of_page(const struct view *v) {
    struct view page = *v;
    page.s = NULL;
    page.json = NULL;
    return page;
}

void view_gap(const struct view *v) {
    if (v->s)
        fputc('\n', v->s->out);
}

void view_numbers(const struct view *v, const struct screen_matrix *n, const char *format, ...) {
    va_list list;
    va_start(list, format);
    tell(v, NULL, 0, format, list);
    va_end(list);
    if (v->s)
        screen_matrix_draw(v->s, n);
}

void view_set(const struct view *v, const char *key, json_t *value) {
    if (v->json)
        json_object_set(v->json, key, value);
    json_decref(value);
}

static json_t *list_json(const double *number, int count) {
    json_t *list = json_array();
    for (int i = 0; i < count; i++)
        json_array_append_new(list, json_finite(number[i]));
    return list;
}

void view_set_list(const struct view *v, const char *key, const double *number, int count) {
    if (v->json)
        view_set(v, key, list_json(number, count));
}

static void set_matrix(const struct view *v, const char *key, const struct matrix *m) {
    json_t *rows = json_array();
    for (int i = 0; i < m->rows; i++)
        json_array_append_new(rows, list_json(matrix_row(m, i), m->columns));
    view_set(v, key, rows);
}

/* Of a picture that does not describe itself: the sentence that was said last. */
static const char *describe(const char *text, const struct view_page *page) {
    return text ? text : json_string_value(json_array_get(page->sentences, json_array_size(page->sentences) - 1));
}

void view_picture(const struct view *v, const struct heat *h) {
    struct heat m = *h;
    if (!v->page)
        return;
    m.describe = describe(h->describe, v->page);
    v->page->draw(v->page, &(struct picture){.heat = &m});
}

void view_chart(const struct view *v, const struct chart *c) {
    struct chart drawn = *c;
    if (!v->page)
        return;
    drawn.describe = describe(c->describe, v->page);
    v->page->draw(v->page, &(struct picture){.chart = &drawn});
}

void view_heat(const struct view *v, const char *key, const struct heat *h) {
    if (v->s)
        screen_heat(v->s, h);
    if (v->json)
        set_matrix(v, key, &h->m);
    view_picture(v, h);
}

const char **view_head_names(int first, int count, struct arena *arena) {
    const char **name = arena_alloc(arena, (size_t)count, sizeof *name);
    for (int i = 0; i < count; i++)
        name[i] = arena_format(arena, "head %d", first + i + 1);
    return name;
}
