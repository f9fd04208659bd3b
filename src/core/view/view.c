/* view.c -- see view.h. */
#include "view/view.h"

#include <stdarg.h>

/* Doubles the list whenever its count is a power of two. */
void view_texts_add(struct view_texts *list, const char *text, struct arena *arena) {
    const char **old = list->text;
    if (!(list->count & (list->count - 1))) {
        list->text = arena_alloc(arena, 2 * (size_t)list->count + 1, sizeof *list->text);
        for (int i = 0; i < list->count; i++)
            list->text[i] = old[i];
    }
    list->text[list->count++] = arena_text(arena, text);
}

/* On a screen, and into a list of the page, which is NULL where there is none. */
static void tell(const struct view *v, struct view_texts *list, int indent, const char *format, va_list arguments) {
    struct arena arena = {0};
    const char *text = v->s || list ? arena_format_list(&arena, format, arguments) : NULL;
    if (v->s)
        screen_say(v->s, indent, "%s", text);
    if (list)
        view_texts_add(list, text, v->page->arena);
    arena_free(&arena);
}

void view_title(const struct view *v, const char *format, ...) {
    va_list list;
    va_start(list, format);
    tell(v, v->page ? &v->page->title : NULL, 2, format, list);
    va_end(list);
}

void view_say(const struct view *v, int indent, const char *format, ...) {
    va_list list;
    va_start(list, format);
    tell(v, v->page ? &v->page->sentences : NULL, indent, format, list);
    va_end(list);
}

void view_sees(const struct view *v, const char *format, ...) {
    va_list list;
    va_start(list, format);
    tell(v, v->page ? &v->page->sees : NULL, 0, format, list);
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

/* Of a picture that does not describe itself: the sentence that was said last. */
static const char *describe(const char *text, const struct view_page *page) {
    const struct view_texts *said = &page->sentences;
    return text || !said->count ? text : said->text[said->count - 1];
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
    json_put(v->json, "* [", key);
    for (int i = 0; i < h->m.rows; i++)
        json_put(v->json, "F", matrix_row(&h->m, i), h->m.columns);
    json_put(v->json, "]");
    view_picture(v, h);
}

const char **view_head_names(int first, int count, struct arena *arena) {
    const char **name = arena_alloc(arena, (size_t)count, sizeof *name);
    for (int i = 0; i < count; i++)
        name[i] = arena_format(arena, "head %d", first + i + 1);
    return name;
}
