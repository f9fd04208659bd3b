/* plot.c -- poslab plot: a picture of results as SVG, PNG or PDF, and its data beside it as CSV. */
#include <stdio.h>
#include <string.h>

#include "base/registry.h"
#include "base/room.h"
#include "base/suggest.h"
#include "base/text.h"
#include "cli/choices.h"
#include "cli/operands.h"
#include "cli/say.h"
#include "command/command.h"
#include "command/plot.h"
#include "plot/fill_extrapolation.h"
#include "plot/fill_learning.h"
#include "study/result.h"

bool plot_finish(const struct plot *from, struct chart *c, struct error *e) {
    c->title = from->a->title ? from->a->title : c->title;
    if (from->target)
        return picture_write(from->target, &(struct picture){.chart = c}, e);
    picture_screen(from->screen, &(struct picture){.chart = c});
    return true;
}

/* ---- A comparison's numbers by length or step */

static bool fill(struct chart *c, const struct plot *from, bool learning, struct result *f, const char *const *names,
                 struct error *e) {
    struct fill_learners learners;
    struct fill_rows rows;
    int metric;
    if (!command_metric(&metric, from->a, &f->result.task, e))
        return false;
    if (metrics[metric].of_run)
        return error_set(e, EXIT_USAGE,
                         "--metric %s: a run has one value, whatever the length; `poslab plot sweep` draws it by a "
                         "setting, `poslab compare --metric %s` prints it",
                         metrics[metric].name, metrics[metric].name);
    if (learning)
        return fill_learners_choose(&learners, &f->result, names, e) && fill_learning(c, f, &learners, from->arena, e);
    if (!fill_choose(&rows, &f->result, names, e))
        return false;
    if (!*names)
        fill_under_policy(&rows, &f->result);
    fill_extrapolation(c, &f->result, &rows, metric, from->arena);
    return true;
}

/* Curves of learning need no model that is finished. */
static bool draw_results(const struct plot *from, bool learning, struct error *e) {
    static struct result f;
    struct chart chart;
    const char *const *folder = from->a->operand;
    if (!operands_check_one_folder("plot", from->a, true, e) || !(learning ? result_look : result_read)(&f, *folder, e))
        return false;
    bool ok = fill(&chart, from, learning, &f, folder + 1, e) && plot_finish(from, &chart, e);
    result_free(&f);
    return ok;
}

static bool draw_extrapolation(const struct plot *from, struct error *e) { return draw_results(from, false, e); }

static bool draw_learning(const struct plot *from, struct error *e) { return draw_results(from, true, e); }

static const struct plot_kind extrapolation = {"extrapolation", 10, draw_extrapolation, "metric", false},
                              learning = {"learning", 40, draw_learning, "", false};
const struct plot_kind *plot_kinds[PLOT_KINDS_MAX + 1] = {&extrapolation, &learning, NULL};

/* What the first operand names, which is taken away; of a folder what is drawn of such most often. */
static const struct plot_kind *take_kind(struct arguments *a, struct error *e) {
    const char *name = a->operand[0];
    char shown[TEXT_PRINTABLE], all[256] = "", otherwise[sizeof all + 32];
    struct suggestion near = suggest_for(name);
    const struct encoding *encoding;
    const struct plot_kind *found = name ? registry_find(plot_kinds, name) : NULL;
    if (found) {
        memmove(a->operand, a->operand + 1, (OPERANDS_MAX - 1) * sizeof *a->operand);
        a->operand[--a->operands] = NULL;
        return found;
    }
    if (name && file_exists(name))
        return *plot_kinds;
    for (const struct plot_kind *const *k = plot_kinds; *k; k++) {
        text_append(all, sizeof all, "%s%s", *all ? ", " : "", (*k)->name);
        if (name)
            suggest_add(&near, (*k)->name);
    }
    snprintf(otherwise, sizeof otherwise, "; expected one of %s", all);
    if (room_refuse(name, e))
        return NULL;
    if (!name)
        error_set(e, EXIT_USAGE, "plot needs one of %s", all);
    else if (command_encoding(&encoding, name, &(struct error){0}))
        error_set(e, EXIT_USAGE, "plot draws results; an encoding is drawn by `poslab show %s --to FILE`", name);
    else
        error_set(e, EXIT_USAGE, "there is no figure '%s'%s", text_printable(shown, name),
                  suggest_hint(&near, otherwise));
    return NULL;
}

static bool run(struct arguments *a, struct error *e) {
    struct picture_target target;
    struct screen screen;
    const struct plot_kind *kind = take_kind(a, e);
    const struct plot from = {a, &a->arena, kind, a->to ? &target : NULL, &screen};
    if (!kind)
        return false;
    const char *what = arena_format(&a->arena, "plot %s", kind->name);
    if (!a->operand[0])
        return error_set(e, EXIT_USAGE, "%s needs a source; see `poslab help plot`", what);
    if (a->settings.count && !kind->settings)
        return error_set(e, EXIT_USAGE,
                         "%s takes no settings such as %s; it draws existing results. Name rows to choose among them",
                         what, assignments_item(&a->settings, 0).key);
    bool ok =
        command_check_options(a, what, arena_format(&a->arena, "to size width colour title %s", kind->option), e) &&
        command_paper(&target, &screen, a, "plot", e) && kind->draw(&from, e);
    if (ok && a->to)
        command_print_line("%s", a->to);
    return ok;
}

const struct command command_plot = {
    .name = "plot",
    .place = 50,
    .summary = "draw results, in the terminal or as SVG, PNG or PDF",
    .operand = "[WHAT] SOURCE [MORE...]",
    .operands = OPERANDS_MAX,
    .settings = true,
    .options = "to size title metric over at width colour",
    .wording =
        (const struct command_option[]){
            {.name = "to", .value = "FILE", .meaning = "write FILE.svg, FILE.png or FILE.pdf, and its data FILE.csv"},
            {0}},
    .text = command_plot_txt,
    .run = run,
};
