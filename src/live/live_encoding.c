/* live_encoding.c -- the message `encoding`: an encoding by itself, as `poslab show encoding` tells it, for a page. */
#include <limits.h>

#include "live/messages.h"
#include "view/view.h"

enum { POSITIONS_MOST = 512, NEAREST_USUAL = 4096, NEAREST_MOST = 100000, WIDTH_USUAL = 520 };
enum { PICTURE_CELLS = 160 }; /* of a map, along each side */

/* What is shown, and how. */
struct encoding_request {
    const struct view_kind *kind;
    int positions, offset, head;
    struct svg_size size;
};

/* The nearest two are of many positions, and no picture. */
static bool read_asked(struct encoding_request *a, const json_t *message, struct error *e) {
    const char *view = NULL;
    *a = (struct encoding_request){.size = {.width = WIDTH_USUAL, .in_page = true}};
    if (!live_text(&view, message, "view", e) || !(a->kind = view_find("encoding", view, e)))
        return false;
    return live_integer(&a->positions, message, "positions", 1, a->kind->many ? NEAREST_MOST : POSITIONS_MOST, e) &&
           live_integer(&a->offset, message, "offset", 1, POSITIONS_MOST, e) &&
           live_integer(&a->head, message, "head", 1, INT_MAX, e) &&
           live_integer(&a->size.width, message, "width", SVG_PAGE_LEAST, SVG_PAGE_MOST, e);
}

/* Under the policy that `poslab show` takes. */
static bool build(struct encoding_view *of, const json_t *message, struct arena *arena, struct error *e) {
    struct assignments *a = arena_alloc(arena, 1, sizeof *a);
    const struct task_input none = {0};
    if (!live_assign(a, json_object_get(message, "settings"), e) || !encoding_view_build(of, a, &none, e))
        return false;
    const struct policy *named = policy_find(of->settings.eval.policies);
    of->settings.extrapolation = named ? named : of->settings.extrapolation;
    return true;
}

/* Sentences as one text; the list is dropped. An encoding that acts in several ways has one for each. */
static json_t *joined(json_t *list) {
    struct arena arena = {0};
    const char *text = "";
    for (size_t i = 0; i < json_array_size(list); i++)
        text = arena_format(&arena, "%s%s%s", text, i ? " " : "", json_string_value(json_array_get(list, i)));
    json_t *both = json_string(text);
    json_decref(list);
    arena_free(&arena);
    return both;
}

struct drawn {
    json_t *svg; /* array of texts */
    const struct svg_size *size;
};

static void draw(struct view_page *page, const struct picture *p) {
    struct drawn *d = page->to;
    struct arena arena = {0};
    struct html svg;
    html_open(&svg);
    if (p->chart) {
        svg_chart(&svg, p->chart, d->size);
    } else {
        const struct heat map = heat_shrink(p->heat, PICTURE_CELLS, PICTURE_CELLS, &arena);
        svg_heat(&svg, &map, d->size);
    }
    fflush(svg.f);
    json_array_append_new(d->svg, json_stringn(svg.page.bytes, svg.page.size));
    html_drop(&svg);
    arena_free(&arena);
}

static json_t *answer_of(const struct encoding_request *a, struct encoding_view *of, struct error *e) {
    char formula[ENCODING_FORMULA];
    struct drawn drawn = {json_array(), &a->size};
    struct view_page page = {json_array(), json_array(), json_array(), draw, &drawn};
    struct view v = {.kind = a->kind,
                     .json = json_object(),
                     .page = &page,
                     .positions = a->positions,
                     .offset = a->offset,
                     .head = a->head};
    if (a->kind->many && !of->built.rows && !v.positions) /* a table has what it has */
        v.positions = NEAREST_USUAL;
    bool ok = view_draw(&v, &(struct view_of){.encoding = of}, e);
    encoding_formula(&of->built, formula);
    json_t *answer = json_pack("{so ss so so so so}", "title", joined(page.title), "formula", formula, "sees",
                               joined(page.sees), "sentences", page.sentences, "svg", drawn.svg, "numbers", v.json);
    if (ok)
        return answer;
    json_decref(answer);
    return NULL;
}

json_t *live_encoding(struct live *l, const json_t *message, struct error *e) {
    struct encoding_request a;
    struct encoding_view of;
    struct arena arena = {0};
    json_t *answer = NULL;
    (void)l;
    if (read_asked(&a, message, e) && build(&of, message, &arena, e)) {
        answer = answer_of(&a, &of, e);
        encoding_view_free(&of);
    }
    arena_free(&arena);
    return answer;
}
