/* plot_models.c -- pictures of one model, or of an encoding as it begins; see plot.h. */
#include <string.h>

#include "base/path.h"
#include "base/text.h"
#include "command/plot.h"
#include "command/tables.h"
#include "view/pictures.h"
#include "view/position_tables.h"

enum { POSITIONS_MOST = 4096 };

static bool check_positions(const struct arguments *a, struct error *e) {
    return tables_check(&command_plot, a, false, e) &&
           (a->positions <= POSITIONS_MOST || error_set(e, EXIT_USAGE, "plot %s: --positions %d: at most %d",
                                                        a->operand[0], a->positions, POSITIONS_MOST));
}

/* ---- Tables of positions, if one is a public model's */

static bool measure(struct shown_tables **t, const struct plot *from, struct error *e) {
    *t = arena_alloc(from->arena, 1, sizeof **t);
    return tables_measure(*t, &command_plot, from->arguments, 1, e);
}

bool plot_table(const struct plot *from, struct error *e) {
    const struct table_figure *f = table_figure_find(from->a->operand[0]);
    struct shown_tables *t;
    struct chart chart;
    if (!measure(&t, from, e))
        return false;
    return (fill_table_figure(&chart, f, t, from->arena) ||
            error_set(e, EXIT_USAGE, "plot %s: %s has too few positions", f->name, t->of[0].name)) &&
           plot_chart(from, &chart, e);
}

static bool draw_table(const struct plot *from, void (*fill)(struct heat *, const struct shown_table *, struct arena *),
                       struct error *e) {
    struct shown_tables *t;
    struct heat map;
    if (!measure(&t, from, e))
        return false;
    fill(&map, &t->of[0], from->arena);
    return plot_heat(from, &map, e);
}

/* ---- Models */

/* The model of a run or checkpoint, or that of an encoding's name as it begins. */
static bool read_model(struct run *r, const struct plot *from, const char *name, struct error *e) {
    struct settings settings;
    struct assignments given;
    const struct encoding *kind;
    char shown[TEXT_PRINTABLE], left_out[512];
    assignments_copy(&given, &from->a->settings);
    if (encoding_read(&kind, name, &(struct error){0}) && !file_exists(name)) {
        if (!assignments_set(&given, "encoding.name", name, "command line", e))
            return false;
        assignments_yield(&given, NULL, left_out, sizeof left_out);
        if (*left_out)
            command_warn("%s", left_out);
        return settings_resolve(&settings, &given, NULL, e) && run_build(r, &settings, NULL, e);
    }
    if (!file_exists(name))
        return error_set(e, EXIT_USAGE, "there is no run, no checkpoint and no encoding '%s'",
                         text_printable(shown, name));
    return command_open_run(r, name, &given, e);
}

static bool find_positions(struct fill_positions *of, const struct plot *from, const struct run *r, struct error *e) {
    of->count = from->a->positions;
    return command_policy_of_positions(&of->policy, &command_plot, from->a, r, e);
}

typedef bool (*heat_filler)(struct heat *m, const struct run *r, struct fill_positions of, struct arena *arena,
                            struct error *e);

static bool draw_positions(const struct plot *from, heat_filler fill, struct error *e) {
    struct run r;
    struct heat map;
    struct fill_positions of;
    if (from->a->operand[2])
        return error_set(e, EXIT_USAGE, "plot %s takes one run or encoding", from->a->operand[0]);
    if (!check_positions(from->a, e) || !read_model(&r, from, from->a->operand[1], e))
        return false;
    bool ok = find_positions(&of, from, &r, e) && fill(&map, &r, of, from->arena, e) && plot_heat(from, &map, e);
    run_free(&r);
    return ok;
}

bool plot_vectors(const struct plot *from, struct error *e) {
    return tables_are_public(from->a, 1) && from->a->operands == 2 ? draw_table(from, fill_table_vectors, e)
                                                                   : draw_positions(from, fill_vectors, e);
}

bool plot_similarity(const struct plot *from, struct error *e) {
    return tables_are_public(from->a, 1) && from->a->operands == 2 ? draw_table(from, fill_table_similarity, e)
                                                                   : draw_positions(from, fill_similarity, e);
}

/* The last part of a path, or all of it where another has the same last part. */
static const char *curve_name(const struct arguments *a, int which) {
    const char *name = path_last(a->operand[which]);
    for (int i = 1; i < a->operands; i++)
        if (i != which && strcmp(path_last(a->operand[i]), name) == 0)
            return a->operand[which];
    return name;
}

/* One curve for each run or encoding named. */
bool plot_shift(const struct plot *from, struct error *e) {
    struct chart_curve curve[OPERANDS_MAX];
    struct chart chart = {.curve = curve};
    if (tables_are_public(from->a, 1))
        return plot_table(from, e);
    bool ok = check_positions(from->a, e);
    for (int i = 1; ok && i < from->a->operands; i++) {
        struct fill_positions of;
        struct run r;
        if (!read_model(&r, from, from->a->operand[i], e))
            return false;
        ok = find_positions(&of, from, &r, e) && fill_shift(&chart, curve_name(from->a, i), &r, of, from->arena, e);
        run_free(&r);
    }
    return ok && plot_chart(from, &chart, e);
}

bool plot_attention(const struct plot *from, struct error *e) {
    struct run r;
    struct heat map;
    const struct arguments *a = from->a;
    struct fill_example x = {.text = {a->operand[2], a->operands > 3 ? a->operand[3] : NULL},
                             .number = a->count ? a->count - 1 : 0};
    if (a->operands > 4)
        return error_set(e, EXIT_USAGE, "plot attention takes a run and two texts at most");
    if (a->operand[2] && a->count)
        return error_set(e, EXIT_USAGE, "--count %d is for an example of evaluation; here a text is given", a->count);
    if (!command_open_run(&r, a->operand[1], &a->settings, e))
        return false;
    bool ok = command_policy(&x.policy, &command_plot, a, &r.settings, e) &&
              fill_attention(&map, &r, &x, from->arena, e) && plot_heat(from, &map, e);
    run_free(&r);
    return ok;
}
