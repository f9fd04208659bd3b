/* live_encoding.c -- the message `encoding`: an encoding by itself, as `poslab show encoding` tells it, for a page;
 * with what the model learned, if there is one of the same encoding. */
#include <limits.h>

#include "encoding/encoding.h"
#include "page/live/messages.h"
#include "view/view.h"

enum { POSITIONS_MOST = 512, RULER_MOST = 8192, NEAREST_USUAL = 4096, NEAREST_MOST = 100000 };

struct encoding_request {
    char view[SETTING_TEXT_MAX];
    int as, positions, length, offset, head, width, height;
};

#define AT(key) offsetof(struct encoding_request, key)
static const struct setting keys[] = {
    {"view", SETTING_TEXT, AT(view), "matrix", 0, 0, NULL, NULL},
    LIVE_AS(AT(as)),
    {"positions", SETTING_INT, AT(positions), "0", 0, NEAREST_MOST, NULL, NULL},
    {"length", SETTING_INT, AT(length), "0", 0, LENGTH_WORDS_MAX, NULL, NULL},
    {"offset", SETTING_INT, AT(offset), "0", 0, POSITIONS_MOST, NULL, NULL},
    {"head", SETTING_INT, AT(head), "0", 0, INT_MAX, NULL, NULL},
    {"width", SETTING_INT, AT(width), "520", SVG_PAGE_LEAST, SVG_PAGE_MOST, NULL, NULL},
    {"height", SETTING_INT, AT(height), "0", 0, SVG_PAGE_MOST, NULL, NULL}, /* 0: as usual */
    {0}};

struct svg_list {
    struct view_texts svg;
    const struct svg_size *size;
    int as;
};

static void draw(struct view_page *page, const struct picture *p) {
    struct svg_list *d = page->to;
    struct chart chart = p->chart ? *p->chart : (struct chart){0};
    struct heat map = p->heat ? *p->heat : (struct heat){0};
    const struct picture bare = {p->chart ? &chart : NULL, p->heat ? &map : NULL};
    chart.title = map.title = map.subtitle = NULL;
    if (d->as == LIVE_PAGE && d->size->height) /* a page that says how high has headings of its own */
        p = &bare;
    view_texts_add(&d->svg, live_picture(p, d->as, d->size, page->arena), page->arena);
}

/* As one text: an encoding that acts in several ways has a sentence for each. */
static void put_joined(struct json_writer *w, const char *key, const struct view_texts *of, struct arena *arena) {
    const char *text = "";
    for (int i = 0; i < of->count; i++)
        text = arena_format(arena, "%s%s%s", text, i ? " " : "", of->text[i]);
    json_put(w, "* s", key, text);
}

/* Under the policy that `poslab show` takes. The nearest two are of many positions, and no picture. */
static bool answer(struct live *l, struct json_writer *w, struct error *e) {
    const struct encoding_request *a = l->request;
    const struct svg_size size = {.width = a->width, .height = a->height, .in_page = true};
    struct svg_list list = {.size = &size, .as = a->as};
    struct view_page page = {.arena = &l->arena, .draw = draw, .to = &list};
    struct view v = {.kind = view_find("encoding", a->view, e),
                     .json = w,
                     .page = &page,
                     .positions = a->positions,
                     .words = a->length,
                     .offset = a->offset,
                     .head = a->head};
    struct encoding_alone of;
    char formula[ENCODING_FORMULA];
    if (!v.kind || !encoding_alone_build(&of, l->settings, &(struct task_input){0}, e))
        return false;
    if (!v.positions && a->length)
        v.positions = encoding_alone_positions(&of, a->length);
    int most = v.kind->unopened ? RULER_MOST : POSITIONS_MOST;
    if (!v.kind->many && v.positions > most) {
        encoding_alone_free(&of);
        return error_set(e, EXIT_USAGE, "positions: %d is out of range 1..%d", v.positions, most);
    }
    if (l->run)
        encoding_alone_take(&of, l->run);
    const struct policy *named = policy_find(of.settings.eval.policies);
    of.settings.extrapolation = named ? named : of.settings.extrapolation;
    if (v.kind->many && !of.built.rows && !v.positions) /* a table has what it has */
        v.positions = NEAREST_USUAL;
    json_put(w, "trained b numbers {", of.learned);
    bool ok = view_draw(&v, &(struct view_of){.encoding = &of}, e);
    encoding_formula(&of.built, formula);
    encoding_alone_free(&of);
    json_put(w, "}");
    put_joined(w, "title", &page.title, &l->arena);
    json_put(w, "formula s", formula);
    put_joined(w, "sees", &page.sees, &l->arena);
    json_put(w, a->as == LIVE_PAGE ? "sentences S svg S" : "sentences S file S", page.sentences.text,
             page.sentences.count, list.svg.text, list.svg.count);
    return ok;
}

const struct live_message live_encoding = {
    .name = "encoding", .settings = true, .keys = keys, .bytes = sizeof(struct encoding_request), .answer = answer};
