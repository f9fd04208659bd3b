/* show_encoding.c -- poslab show encoding: what an encoding is made of, without a model.
 *
 * It is asked through its hooks alone, so a new encoding is shown the day it is added: vectors that are added to rows
 * or made of them by a turn, angles, biases on scores. A view needs one of these and says so where it is not there. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/text.h"
#include "command/look.h"

enum { POSITIONS = 64, BIAS_POSITIONS = 32, SHORT_TERMINAL = 40, LINES_LEAST = 3 };

struct view {
    const char *name;
    bool (*draw)(struct look *l, struct error *e);
    const char *options; /* of those that `poslab show` takes */
};

const struct encoding *look_kind(const struct look *l) { return l->subject->built.kind; }

/* The boundary of training is drawn where something changes behind it. */
int look_rule(const struct look *l) {
    int trained = l->subject->built.size.trained;
    return l->subject->settings.extrapolation != &policy_error && trained < l->positions ? trained : 0;
}

const char *look_rule_says(const struct look *l, char text[64]) {
    snprintf(text, 64, "beyond training: %s", l->subject->settings.extrapolation->name);
    return text;
}

const char *look_wave(double wave, char text[32]) {
    snprintf(text, 32, isnan(wave) ? "no wave" : isinf(wave) ? "straight" : "%.5g", wave);
    return text;
}

static const struct view views[] = {
    {"matrix", look_matrix, "view positions width colour json"},
    {"waves", look_waves, "view positions count width colour json"},
    {"similarity", look_similarity, "view positions head width colour json"},
    {"shift", look_shift, "view positions offset width colour json"},
    {0},
};

static const struct view *find_view(const char *name, struct error *e) {
    char list[128] = "";
    for (const struct view *v = views; v->name; v++) {
        if (strcmp(v->name, name) == 0)
            return v;
        text_append(list, sizeof list, "%s%s", *list ? ", " : "", v->name);
    }
    error_set(e, EXIT_USAGE, "--view %s: the views of an encoding are %s", name, list);
    return NULL;
}

/* ---- One look */

/* A fit takes several times as many places as columns. */
static int default_positions(const struct look *l, const struct view *v) {
    const struct encoding_view *sub = l->subject;
    const struct encoding *kind = sub->built.kind;
    bool all = (kind->embed || kind->rotate) && (l->a->json || !l->s->height || l->s->height >= SHORT_TERMINAL);
    int positions = all ? POSITIONS : BIAS_POSITIONS;
    int width = kind->embed ? sub->built.width : sub->built.size.d_model / sub->built.size.heads;
    if (sub->settings.extrapolation != &policy_error && positions < 2 * sub->built.size.trained)
        positions = 2 * sub->built.size.trained;
    if (v->draw == look_shift && positions < 4 * width + (l->a->offset ? l->a->offset : LOOK_OFFSET))
        positions = 4 * width + (l->a->offset ? l->a->offset : LOOK_OFFSET);
    if (sub->built.rows && sub->settings.extrapolation == &policy_error && positions > sub->built.rows)
        positions = sub->built.rows;
    return positions;
}

void look_head(const struct look *l) {
    const struct encoding_view *sub = l->subject;
    const struct encoding *kind = look_kind(l);
    struct settings plain = sub->settings;
    char options[1024] = "", value[SETTING_TEXT_MAX], standard[SETTING_TEXT_MAX];
    if (l->json)
        return;
    if (kind->options)
        setting_defaults(kind->options, plain.encoding_options);
    for (const struct setting *o = kind->options; o && o->key; o++)
        if (strcmp(setting_write(o, sub->settings.encoding_options, value, sizeof value),
                   setting_write(o, plain.encoding_options, standard, sizeof standard)) != 0)
            text_append(options, sizeof options, ", %s = %s", strchr(o->key, '.') + 1, value);
    screen_say(l->s, 2, "%s: %s (%s)", kind->name, kind->summary, kind->source);
    screen_say(l->s, 2, "d_model = %d, heads = %d%s; trained on positions 0..%d; extrapolation = %s",
               sub->built.size.d_model, sub->built.size.heads, options, sub->built.size.trained - 1,
               sub->settings.extrapolation->name);
    fputc('\n', l->s->out);
}

static int count_lines(const char *text) {
    int lines = 0;
    for (; *text; text++)
        lines += *text == '\n';
    return lines;
}

/* Draws with as many lines for the picture as leave its title in view on the terminal. */
static bool draw_in_view(struct look *l, const struct view *v, struct error *e) {
    const struct screen *s = l->s;
    struct screen part = *s;
    char *text = NULL;
    size_t size;
    bool ok, fits;
    l->s = &part;
    do {
        free(text);
        text = NULL;
        part.out = open_memstream(&text, &size);
        ok = v->draw(l, e);
        fclose(part.out);
        fits = !s->height || count_lines(text) < s->height;
        part.lines = part.lines ? part.lines - 1 : s->height;
    } while (ok && !fits && part.lines >= LINES_LEAST);
    fputs(text, s->out);
    free(text);
    return ok;
}

static bool draw(struct look *l, const struct view *v, struct error *e) {
    struct encoding_view *sub = l->subject;
    const struct encoding *kind = look_kind(l);
    if (!kind->embed && !kind->rotate && !kind->bias)
        return error_set(e, EXIT_USAGE,
                         "encoding %s adds nothing, rotates nothing and biases no score: nothing to show", kind->name);
    l->positions = l->a->positions ? l->a->positions : default_positions(l, v);
    if (!encoding_view_open(sub, l->positions, e))
        return false;
    l->has_vectors = geometry_vectors(&l->vectors, &sub->use, &sub->weights, l->positions, &sub->arena);
    if (l->a->json)
        l->json = json_pack("{ss ss si si ss}", "encoding", kind->name, "view", v->name, "positions", l->positions,
                            "trained", sub->built.size.trained, "beyond", sub->settings.extrapolation->name);
    bool ok = l->json ? v->draw(l, e) : draw_in_view(l, v, e);
    if (ok && l->json)
        command_print_json(l->json);
    else
        json_decref(l->json);
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

static bool check_options(const struct arguments *a, const struct view *v, struct error *e) {
    char what[64];
    snprintf(what, sizeof what, "show encoding --view %s", v->name);
    return command_check_options(a, what, v->options, e);
}

static bool run(const struct screen *s, struct arguments *a, struct error *e) {
    struct encoding_view subject;
    struct look look = {.s = s, .a = a, .subject = &subject};
    struct progress reading;
    struct task_input in = command_input(&reading);
    const struct view *v = find_view(a->view ? a->view : "matrix", e);
    bool ok = v && check_options(a, v, e) && name_encoding(a, e) && encoding_view_build(&subject, &a->settings, &in, e);
    progress_end(&reading);
    if (!ok)
        return false;
    ok = command_policy(&subject.settings.extrapolation, &command_show, a, &subject.settings, e) && draw(&look, v, e);
    encoding_view_free(&subject);
    return ok;
}

const struct show show_encoding = {.name = "encoding", .operand = "NAME", .operands = 1, .run = run};
