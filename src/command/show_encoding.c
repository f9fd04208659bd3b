/* show_encoding.c -- poslab show encoding: what an encoding is made of, without a model.
 *
 * Everything is read off its hooks, so a new encoding is shown the day it is added: vectors added to rows or rotated,
 * angles, biases on scores. A view needs one of these and says so where it is not there. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/text.h"
#include "command/show.h"
#include "present/heat.h"

enum { POSITIONS = 64, BIAS_POSITIONS = 32, SHORT_TERMINAL = 40, LINES_LEAST = 3 };

struct view {
    const char *name;
    bool (*show)(struct show_view *v, struct error *e);
    const char *options; /* of those that `poslab show` takes */
};

void show_view_heat(const struct show_view *v, struct matrix m, bool square) {
    const struct policy *policy = v->of->settings.extrapolation;
    int trained = v->of->built.size.trained, edge = policy != &policy_error && trained < v->positions ? trained : 0;
    char says[64];
    snprintf(says, sizeof says, "beyond training: %s", policy->name);
    screen_heat(v->s,
                &(struct heat){
                    .m = m, .square = square, .row.edge = edge, .column.edge = square ? edge : 0, .edge_says = says});
}

const char *show_wavelength(double wave, char text[32]) {
    snprintf(text, 32, isnan(wave) ? "no wave" : isinf(wave) ? "straight" : "%.5g", wave);
    return text;
}

static const struct view views[] = {
    {"matrix", show_matrix, "view positions width colour json"},
    {"waves", show_waves, "view positions count width colour json"},
    {"similarity", show_similarity, "view positions head width colour json"},
    {"shift", show_shift, "view positions offset width colour json"},
    {"nearest", show_nearest, "view positions width colour json"},
    {0},
};

static const struct view *find_view(const char *name, struct error *e) {
    char list[128] = "";
    for (const struct view *w = views; w->name; w++) {
        if (strcmp(w->name, name) == 0)
            return w;
        text_append(list, sizeof list, "%s%s", *list ? ", " : "", w->name);
    }
    error_set(e, EXIT_USAGE, "--view %s: the views of an encoding are %s", name, list);
    return NULL;
}

static int larger(int a, int b) { return a > b ? a : b; }

/* A fit takes several times as many positions as columns. */
static int default_positions(const struct show_view *v, bool fitted) {
    const struct encoding_built *b = &v->of->built;
    bool extrapolates = v->of->settings.extrapolation != &policy_error;
    bool all = (v->kind->embed || v->kind->rotate) && (v->a->json || !v->s->height || v->s->height >= SHORT_TERMINAL);
    int positions = all ? POSITIONS : BIAS_POSITIONS;
    int width = v->kind->embed ? b->width : b->size.d_model / b->size.heads;
    if (extrapolates)
        positions = larger(positions, 2 * b->size.trained);
    if (fitted)
        positions = larger(positions, 4 * width + (v->a->offset ? v->a->offset : SHOW_OFFSET));
    return b->rows && !extrapolates && positions > b->rows ? b->rows : positions;
}

/* Appends ", key = value" for the options of a part that are not the default; of several parts with its name. */
static void list_options(char *text, size_t size, const struct show_view *v, int number) {
    const struct encoding *part = encoding_part(v->kind, number);
    const void *options = encoding_part_options(v->of->settings.encoding_options, number);
    _Alignas(16) char plain[ENCODING_PART_OPTIONS];
    char value[SETTING_TEXT_MAX], standard[SETTING_TEXT_MAX];
    setting_defaults(part->options, plain);
    for (const struct setting *o = part->options; o && o->key; o++)
        if (strcmp(setting_write(o, options, value, sizeof value),
                   setting_write(o, plain, standard, sizeof standard)) != 0)
            text_append(text, size, ", %s%s = %s", v->kind->parts ? part->name : "",
                        strchr(o->key, '.') + !v->kind->parts, value);
}

void show_view_head(const struct show_view *v) {
    const struct encoding_built *b = &v->of->built;
    const struct settings *set = &v->of->settings;
    char options[1024] = "";
    if (v->json)
        return;
    for (int i = 0; encoding_part(v->kind, i); i++)
        list_options(options, sizeof options, v, i);
    screen_say(v->s, 2, "%s: %s (%s)", v->kind->name, v->kind->summary, v->kind->source);
    screen_say(v->s, 2, "d_model = %d, heads = %d%s; trained on positions 0..%d; extrapolation = %s", b->size.d_model,
               b->size.heads, options, b->size.trained - 1, set->extrapolation->name);
    fputc('\n', v->s->out);
}

static int count_lines(const char *text) {
    int lines = 0;
    for (; *text; text++)
        lines += *text == '\n';
    return lines;
}

/* Draws with as many lines for the picture as leave its title in view on the terminal. */
static bool draw_in_view(struct show_view *v, const struct view *chosen, struct error *e) {
    const struct screen *s = v->s;
    struct screen part = *s;
    struct show_view inside = *v;
    char *text = NULL;
    size_t size;
    bool ok, fits;
    inside.s = &part;
    do {
        free(text);
        text = NULL;
        part.out = open_memstream(&text, &size);
        ok = chosen->show(&inside, e);
        fclose(part.out);
        fits = !s->height || count_lines(text) < s->height;
        part.lines = part.lines ? part.lines - 1 : s->height;
    } while (ok && !fits && part.lines >= LINES_LEAST);
    fputs(text, s->out);
    free(text);
    return ok;
}

static bool show(struct show_view *v, const struct view *chosen, struct error *e) {
    struct encoding_view *of = v->of;
    v->kind = of->built.kind;
    if (!v->kind->embed && !v->kind->rotate && !v->kind->bias)
        return error_set(e, EXIT_USAGE,
                         "encoding %s adds nothing, rotates nothing and biases no score: nothing to show",
                         v->kind->name);
    v->positions = v->a->positions ? v->a->positions : default_positions(v, chosen->show == show_shift);
    if (!encoding_view_open(of, v->positions, e))
        return false;
    v->has_vectors = geometry_vectors(&v->vectors, &of->use, &of->weights, v->positions, &of->arena);
    if (!v->a->json)
        return draw_in_view(v, chosen, e);
    v->json = json_pack("{ss ss si si ss}", "encoding", v->kind->name, "view", chosen->name, "positions", v->positions,
                        "trained", of->built.size.trained, "extrapolation", of->settings.extrapolation->name);
    bool ok = chosen->show(v, e);
    if (ok)
        command_print_json(json_incref(v->json));
    json_decref(v->json);
    return ok;
}

static bool name_encoding(struct arguments *a, struct error *e) {
    char list[256] = "";
    if (a->operand[0])
        return assignments_set(&a->settings, "encoding.name", a->operand[0], "show encoding", e);
    if (assignments_value(&a->settings, "encoding.name"))
        return true;
    for (const struct encoding *const *c = encodings; *c; c++)
        text_append(list, sizeof list, "%s%s", *list ? ", " : "", (*c)->name);
    return error_set(e, EXIT_USAGE, "show encoding needs a name: %s", list);
}

static bool run(const struct screen *s, struct arguments *a, struct error *e) {
    struct encoding_view of;
    struct show_view v = {.s = s, .a = a, .of = &of};
    struct progress reading;
    struct task_input in = command_input(&reading);
    const struct view *chosen = find_view(a->view ? a->view : "matrix", e);
    char what[64];
    snprintf(what, sizeof what, "show encoding --view %s", chosen ? chosen->name : "");
    bool ok = chosen && command_check_options(a, what, chosen->options, e) && name_encoding(a, e) &&
              encoding_view_build(&of, &a->settings, &in, e);
    progress_end(&reading);
    if (!ok)
        return false;
    ok = command_policy(&of.settings.extrapolation, &command_show, a, &of.settings, e) && show(&v, chosen, e);
    encoding_view_free(&of);
    return ok;
}

const struct show show_encoding = {.name = "encoding", .operand = "NAME", .operands = 1, .run = run};
