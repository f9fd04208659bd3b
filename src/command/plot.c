/* plot.c -- poslab plot: a picture of results as SVG, PNG or PDF, and its data beside it as CSV. */
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "base/suggest.h"
#include "base/text.h"
#include "cli/choices.h"
#include "cli/operands.h"
#include "cli/options.h"
#include "cli/say.h"
#include "command/command.h"
#include "command/plot.h"
#include "folder/folder_kind.h"
#include "result/fill_by_position.h"
#include "result/fill_extrapolation.h"
#include "result/fill_learning.h"
#include "study/merge_folders.h"
#include "study/result.h"

bool plot_chart(const struct plot *from, struct chart *c, struct error *e) {
    c->title = from->a->title ? from->a->title : c->title;
    if (from->target)
        return picture_write(from->target, &(struct picture){.chart = c}, e);
    picture_screen(from->screen, &(struct picture){.chart = c});
    return true;
}

/* ---- Results */

enum result_chart { EXTRAPOLATION, BY_POSITION, LEARNING };

/* Curves of learning need no model that is finished. */
static bool read_results(struct result *f, const char *const *folder, int folders, enum result_chart which,
                         struct error *e) {
    return which == LEARNING && folders == 1 ? result_look(f, folder[0], e) : merge_folders(f, folder, folders, e);
}

static bool draw_results(const struct plot *from, enum result_chart which, struct error *e) {
    static struct result f;
    struct fill_learners learners;
    struct fill_rows rows;
    struct chart chart;
    int metric;
    int folders = operands_count_folders(from->a, 1);
    const char *const *names = from->a->operand + 1 + folders;
    if (!read_results(&f, from->a->operand + 1, folders, which, e))
        return false;
    bool ok =
        command_metric(&metric, from->a, &f.result.task, e) &&
        (!metrics[metric].of_run || error_set(e, EXIT_USAGE,
                                              "--metric %s: a run has one value, whatever the length; `poslab plot "
                                              "sweep` draws it by a setting, `poslab compare --metric %s` prints it",
                                              metrics[metric].name, metrics[metric].name)) &&
        (which == LEARNING ? fill_learners_choose(&learners, &f.result, names, e)
                           : fill_choose(&rows, &f.result, names, e));
    if (ok && which == EXTRAPOLATION && rows.labels && !*names)
        fill_helped(&rows, &f.result);
    if (ok && which == LEARNING)
        ok = fill_learning(&chart, &f, &learners, from->arena, e);
    else if (ok && which == BY_POSITION)
        ok = fill_by_position(&chart, &f.result, &rows, from->a->length, from->arena, e);
    else if (ok)
        fill_extrapolation(&chart, &f.result, &rows, metric, from->arena);
    ok = ok && plot_chart(from, &chart, e);
    result_free(&f);
    return ok;
}

static bool draw_extrapolation(const struct plot *from, struct error *e) {
    return draw_results(from, EXTRAPOLATION, e);
}
static bool draw_by_position(const struct plot *from, struct error *e) { return draw_results(from, BY_POSITION, e); }
static bool draw_learning(const struct plot *from, struct error *e) { return draw_results(from, LEARNING, e); }

/* ---- The command */

static const struct kind {
    const char *name;
    bool (*draw)(const struct plot *from, struct error *e);
    const char *option; /* besides those of all */
    bool settings;      /* means something to it: results stand as they are */
} kinds[] = {
    {"extrapolation", draw_extrapolation, "metric", false},
    {"positions", draw_by_position, "length", false},
    {"sweep", plot_sweep, "over at metric", true},
    {"learning", draw_learning, "", false},
    {"claim", plot_claim, "", false},
    {0},
};

static bool check_kind(const struct kind *kind, const struct arguments *a, struct error *e) {
    char what[64], takes[64];
    snprintf(takes, sizeof takes, "to size width colour title %s", kind->option);
    snprintf(what, sizeof what, "plot %s", kind->name);
    if (!a->operand[1])
        return error_set(e, EXIT_USAGE, "plot %s needs a source; see `poslab help plot`", kind->name);
    if (a->settings.count && !kind->settings)
        return error_set(e, EXIT_USAGE,
                         "%s takes no settings such as %s; it draws existing results. Name rows to choose among them",
                         what, assignments_item(&a->settings, 0).key);
    return command_check_options(a, what, takes, e);
}

static bool find_kind(const struct kind **kind, const char *name, struct error *e) {
    char shown[TEXT_PRINTABLE], all[256] = "", otherwise[sizeof all + 32];
    struct suggestion near = suggest_for(name);
    const struct encoding *encoding;
    for (*kind = kinds; (*kind)->name; ++*kind) {
        if (name && strcmp((*kind)->name, name) == 0)
            return true;
        text_append(all, sizeof all, "%s%s", *all ? ", " : "", (*kind)->name);
        if (name)
            suggest_add(&near, (*kind)->name);
    }
    snprintf(otherwise, sizeof otherwise, "; expected one of %s", all);
    if (!name)
        return error_set(e, EXIT_USAGE, "plot needs one of %s", all);
    if (command_encoding(&encoding, name, &(struct error){0}))
        return error_set(e, EXIT_USAGE, "plot draws results; an encoding is drawn by `poslab show %s --to FILE`", name);
    return error_set(e, EXIT_USAGE, "there is no figure '%s'%s", text_printable(shown, name),
                     suggest_hint(&near, otherwise));
}

/* `plot DIR` is what is drawn of such most often. */
static void add_kind(struct arguments *a) {
    const char *name = a->operand[0];
    for (const struct kind *k = kinds; k->name; k++)
        if (!name || strcmp(name, k->name) == 0)
            return;
    if (a->operands == OPERANDS_MAX || !file_exists(name))
        return;
    memmove(a->operand + 1, a->operand, (OPERANDS_MAX - 1) * sizeof *a->operand);
    a->operand[0] = folder_look(name).kind == FOLDER_CLAIMS ? "claim" : "extrapolation";
    a->operands++;
}

bool plot_paper(struct picture_target *target, struct screen *screen, const struct arguments *a, const char *command,
                struct error *e) {
    if (a->to && (a->width || a->colour))
        return error_set(e, EXIT_USAGE, "%s: --%s is for the terminal; for a file use --size", command,
                         a->width ? "width" : "colour");
    if (!a->to && a->size)
        return error_set(
            e, EXIT_USAGE,
            "%s: --size is for a file and needs --to FILE.svg, FILE.png or FILE.pdf; in the terminal use --width",
            command);
    return a->to ? picture_target(target, a->to, a->size, e)
                 : screen_open(screen, stdout, STDOUT_FILENO, a->colour, a->width, e);
}

static bool run(struct arguments *a, struct error *e) {
    const struct kind *kind;
    struct picture_target target;
    struct screen screen;
    const struct plot from = {a, &a->arena, a->to ? &target : NULL, &screen};
    add_kind(a);
    bool ok = find_kind(&kind, a->operand[0], e) && check_kind(kind, a, e) &&
              plot_paper(&target, &screen, a, "plot", e) && kind->draw(&from, e);
    if (ok && a->to)
        command_print_line("%s", a->to);
    return ok;
}

static const char *word(int i) { return kinds[i].name; }

const struct command command_plot = {
    .name = "plot",
    .summary = "draw results, in the terminal or as SVG, PNG or PDF",
    .operand = "[WHAT] SOURCE [MORE...]",
    .operands = OPERANDS_MAX,
    .word = word,
    .settings = true,
    .options = "to size title metric over at length width colour",
    .wording =
        (const struct command_option[]){
            {.name = "to", .value = "FILE", .meaning = "write FILE.svg, FILE.png or FILE.pdf, and its data FILE.csv"},
            {.name = "length", .value = "N", .meaning = "positions: the evaluated length (default: the longest)"},
            {0}},
    .text = command_plot_txt,
    .run = run,
};
