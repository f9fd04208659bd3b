/* live_encoding.c -- the message `encoding`: an encoding by itself, as `poslab show encoding` tells it, for a page. */
#include <limits.h>

#include "live/messages.h"
#include "view/view.h"

enum { POSITIONS_MOST = 512, NEAREST_USUAL = 4096, NEAREST_MOST = 100000 };

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

static json_t *answer_of(const struct encoding_request *a, const struct view_kind *kind, struct encoding_view *of,
                         struct error *e) {
    char formula[ENCODING_FORMULA];
    bool many = kind->tell == view_nearest && !of->built.rows; /* a table has what it has */
    const struct svg_size size = {.width = a->width, .in_page = true};
    struct view_page page = {json_array(), json_array(), json_array(), json_array(), &size};
    struct view v = {
        .json = json_object(), .page = &page, .positions = a->positions, .offset = a->offset, .head = a->head};
    if (many && !v.positions)
        v.positions = NEAREST_USUAL;
    bool ok = view_encoding(&v, kind, of, e);
    encoding_formula(&of->built, formula);
    json_t *answer = json_pack("{so ss so so so so}", "title", joined(page.title), "formula", formula, "sees",
                               joined(page.sees), "sentences", page.sentences, "svg", page.svg, "numbers", v.json);
    if (ok)
        return answer;
    json_decref(answer);
    return NULL;
}

/* The nearest two are of many positions, and no picture. */
static json_t *answer(struct live *l, struct error *e) {
    const struct encoding_request *a = l->request;
    const struct view_kind *kind = view_find(a->view, e);
    struct encoding_view of;
    if (kind && kind->tell != view_nearest && a->positions > POSITIONS_MOST) {
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
