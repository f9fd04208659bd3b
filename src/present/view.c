/* view.c -- see view.h. */
#include "present/view.h"

#include <math.h>
#include <stdarg.h>

void view_say(const struct view *v, int indent, const char *format, ...) {
    struct arena arena = {0};
    va_list list;
    if (v->json)
        return;
    va_start(list, format);
    screen_say(v->s, indent, "%s", arena_format_list(&arena, format, list));
    va_end(list);
    arena_free(&arena);
}

void view_gap(const struct view *v) {
    if (!v->json)
        fputc('\n', v->s->out);
}

void view_numbers(const struct view *v, const struct numbers *n) {
    if (!v->json)
        numbers_draw(v->s, n);
}

void view_set(const struct view *v, const char *key, json_t *value) {
    if (v->json)
        json_object_set(v->json, key, value);
    json_decref(value);
}

static json_t *list_json(const double *number, int count) {
    json_t *list = json_array();
    for (int i = 0; i < count; i++)
        json_array_append_new(list, isfinite(number[i]) ? json_real(number[i]) : json_null());
    return list;
}

void view_set_list(const struct view *v, const char *key, const double *number, int count) {
    if (v->json)
        view_set(v, key, list_json(number, count));
}

void view_heat(const struct view *v, const char *key, const struct heat *h) {
    if (!v->json) {
        screen_heat(v->s, h);
        return;
    }
    json_t *rows = json_array();
    for (int i = 0; i < h->m.rows; i++)
        json_array_append_new(rows, list_json(matrix_row(&h->m, i), h->m.columns));
    view_set(v, key, rows);
}

const char **view_head_names(int first, int count, struct arena *arena) {
    const char **name = arena_alloc(arena, (size_t)count, sizeof *name);
    for (int i = 0; i < count; i++)
        name[i] = arena_format(arena, "head %d", first + i + 1);
    return name;
}
