/* view_encoding.c -- what an encoding is made of, without a model; see view.h.
 *
 * Everything is read off its hooks, so a new encoding is shown the day it is added: vectors added to rows or rotated,
 * angles, biases on scores. A view needs one of these and says so where it is not there. */
#include <math.h>
#include <string.h>

#include "base/text.h"
#include "encoding/encoding.h"
#include "view/view.h"

enum { POSITIONS = 64, BIAS_POSITIONS = 32, SHORT_TERMINAL = 40 };

/* A fit takes several times as many positions as columns. */
static int usual_positions(const struct view *v, const struct encoding_alone *of) {
    const struct encoding_built *b = &of->built;
    bool extrapolates = of->settings.extrapolation != &policy_refuse;
    bool all = (b->kind->embed || b->kind->rotate) && (!v->s || !v->s->height || v->s->height >= SHORT_TERMINAL);
    int width = b->kind->embed ? b->width : b->size.d_model / b->size.heads,
        positions = all ? POSITIONS : BIAS_POSITIONS;
    int fit = v->kind->fit ? 4 * width + (v->offset ? v->offset : VIEW_OFFSET) : 0;
    if (extrapolates && positions < 2 * b->size.trained)
        positions = 2 * b->size.trained;
    positions = positions < fit ? fit : positions;
    return b->rows && !extrapolates && positions > b->rows ? b->rows : positions;
}

/* Appends ", base = 100" for each option of a part that is not the usual one; of several parts with its name. */
static void list_options(char *text, size_t size, const struct settings *set, int number) {
    const struct encoding *part = encoding_part(set->encoding, number);
    const void *options = encoding_part_options(set->encoding_options, number);
    _Alignas(16) char plain[ENCODING_PART_OPTIONS];
    char value[SETTING_TEXT_MAX], standard[SETTING_TEXT_MAX];
    setting_defaults(part->options, plain);
    for (const struct setting *o = part->options; o && o->key; o++)
        if (strcmp(setting_write(o, options, value, sizeof value),
                   setting_write(o, plain, standard, sizeof standard)) != 0)
            text_append(text, size, ", %s = %s", set->encoding->parts ? o->key : setting_last_word(o->key), value);
}

void view_encoding_head(const struct view *v, const struct encoding_alone *of) {
    const struct encoding_built *b = &of->built;
    char options[1024] = "", mapped[64] = "", formula[ENCODING_FORMULA];
    for (int i = 0; encoding_part(of->settings.encoding, i); i++)
        list_options(options, sizeof options, &of->settings, i);
    if (b->fixed)
        snprintf(mapped, sizeof mapped, ", read as 0..%d", b->origin.positions - 1);
    json_put(v->json, "encoding s view s positions i trained i extrapolation s", b->kind->name, v->kind->name,
             of->positions, b->size.trained, of->settings.extrapolation->name);
    view_title(v, "%s: %s (%s)", b->kind->name, b->kind->summary, b->kind->source);
    view_say(v, 2, "d_model = %d, heads = %d%s; trained on positions 0..%d%s; extrapolation = %s", b->size.d_model,
             b->size.heads, options, b->size.trained - 1, mapped, of->settings.extrapolation->name);
    if (b->scale != 1) {
        encoding_formula(b, formula);
        view_say(v, 2, "%.*s; shown without the factor %g", (int)strcspn(formula, "\n"), formula, b->scale);
        json_put(v->json, "scale f", b->scale);
    }
    view_gap(v);
}

void view_encoding_heat(const struct view *v, const struct encoding_alone *of, const char *key, struct matrix m,
                        bool square) {
    const struct policy *policy = of->settings.extrapolation;
    int trained = of->built.size.trained, edge = policy != &policy_refuse && trained < of->positions ? trained : 0;
    char says[64];
    snprintf(says, sizeof says, "beyond training: %s", policy->name);
    view_heat(v, key,
              &(struct heat){.m = m,
                             .square = square,
                             .row = {.title = "position", .edge = edge},
                             .column = {.title = square ? "other position" : "column", .edge = square ? edge : 0},
                             .value_title = "value",
                             .edge_says = says});
}

const char *view_wavelength(double wave, char text[32]) {
    snprintf(text, 32, isnan(wave) ? "no wave" : isinf(wave) ? "straight" : "%.5g", wave);
    return text;
}

struct view_subject {
    const struct view *v;
    const struct view_of *of;
};

static bool draw(const struct screen *s, void *subject, struct error *e) {
    const struct view_subject *d = subject;
    struct view v = *d->v;
    v.s = s;
    return v.kind->tell(&v, d->of, e);
}

bool view_draw(const struct view *v, const struct view_of *subject, struct error *e) {
    struct encoding_alone *of = subject->encoding;
    if (!of)
        return v->kind->tell(v, subject, e);
    if (!v->kind->unopened && !encoding_acts(of->built.kind))
        return error_set(e, EXIT_USAGE,
                         "encoding %s adds nothing, rotates nothing and biases no score: nothing to show",
                         of->built.kind->name);
    if (!v->kind->unopened && !encoding_alone_open(of, v->positions ? v->positions : usual_positions(v, of), e))
        return false;
    if (v->kind->vectors && !of->has_vectors)
        return error_set(e, EXIT_USAGE,
                         "encoding %s has no position vectors, only biases on scores by distance, so --view %s does "
                         "not apply; see --view matrix or similarity",
                         of->built.kind->name, v->kind->name);
    return v->s ? screen_in_view(v->s, draw, &(struct view_subject){v, subject}, e) : v->kind->tell(v, subject, e);
}
