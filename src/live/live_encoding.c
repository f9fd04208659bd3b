/* live_encoding.c -- the message `encoding`: an encoding by itself, as `poslab show encoding` tells it, for a page. */
#include <limits.h>

#include "live/messages.h"
#include "view/view.h"

enum { POSITIONS_MOST = 512, NEAREST_USUAL = 4096, NEAREST_MOST = 100000 };
enum { PICTURE_CELLS = 160 }; /* of a map, along each side */

struct encoding_request {
    char view[SETTING_TEXT_MAX];
    int positions, offset, head, width;
};

#define AT(key) offsetof(struct encoding_request, key)
static const struct setting keys[] = {
    {"view", SETTING_TEXT, AT(view), "matrix", 0, 0, NULL, NULL},
    {"positions", SETTING_INT, AT(positions), "0", 0, NEAREST_MOST, NULL, NULL},
    {"offset", SETTING_INT, AT(offset), "0", 0, POSITIONS_MOST, NULL, NULL},
    {"head", SETTING_INT, AT(head), "0", 0, INT_MAX, NULL, NULL},
    {"width", SETTING_INT, AT(width), "520", SVG_PAGE_LEAST, SVG_PAGE_MOST, NULL, NULL},
    {0}};

/* Under the policy that `poslab show` takes. */
static bool build(struct encoding_view *of, const struct assignments *a, struct error *e) {
    const struct task_input none = {0};
    if (!encoding_view_build(of, a, &none, e))
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

static json_t *answer_of(const struct encoding_request *a, const struct view_kind *kind, struct encoding_view *of,
                         struct error *e) {
    char formula[ENCODING_FORMULA];
    const struct svg_size size = {.width = a->width, .in_page = true};
    struct drawn drawn = {json_array(), &size};
    struct view_page page = {json_array(), json_array(), json_array(), draw, &drawn};
    struct view v = {.kind = kind,
                     .json = json_object(),
                     .page = &page,
                     .positions = a->positions,
                     .offset = a->offset,
                     .head = a->head};
    if (kind->many && !of->built.rows && !v.positions) /* a table has what it has */
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

/* The nearest two are of many positions, and no picture. */
static json_t *answer(struct live *l, struct error *e) {
    const struct encoding_request *a = l->request;
    const struct view_kind *kind = view_find("encoding", a->view, e);
    struct encoding_view of;
    if (kind && !kind->many && a->positions > POSITIONS_MOST) {
        error_set(e, EXIT_USAGE, "positions: %d is out of range 1..%d", a->positions, POSITIONS_MOST);
        return NULL;
    }
    if (!kind || !build(&of, l->settings, e))
        return NULL;
    json_t *json = answer_of(a, kind, &of, e);
    encoding_view_free(&of);
    return json;
}

const struct live_message live_encoding = {
    .name = "encoding", .settings = true, .keys = keys, .bytes = sizeof(struct encoding_request), .answer = answer};
