/* plot.c -- poslab plot: a picture of results as SVG, PNG or PDF, and its data beside it as CSV. */
#include <stdio.h>
#include <string.h>

#include "base/suggest.h"
#include "base/text.h"
#include "cli/choices.h"
#include "cli/operands.h"
#include "cli/say.h"
#include "command/command.h"
#include "draw/picture.h"
#include "plot/fill_by_position.h"
#include "plot/fill_extrapolation.h"
#include "plot/fill_learning.h"
#include "sweeps/fill_sweep.h"
#include "study/merge_folders.h"
#include "study/result.h"

/* What a picture is made from, and where it goes. */
struct plot {
    const struct arguments *a;
    struct arena *arena;
    const struct kind *kind;
    const struct picture_target *target; /* NULL: the terminal */
    const struct screen *screen;
};

/* What is drawn, from the operands after its name. */
struct kind {
    const char *name;
    bool (*draw)(const struct plot *from, struct error *e);
    const char *option; /* besides those of all */
    bool settings;      /* means something to it: results stand as they are */
    enum result_chart { EXTRAPOLATION, BY_POSITION, LEARNING } which;
};

/* Draws or writes a chart that is filled, under the title of the command line. */
static bool finish(const struct plot *from, struct chart *c, struct error *e) {
    c->title = from->a->title ? from->a->title : c->title;
    if (from->target)
        return picture_write(from->target, &(struct picture){.chart = c}, e);
    picture_screen(from->screen, &(struct picture){.chart = c});
    return true;
}

/* ---- A comparison's numbers by length, position or step */

static bool fill(struct chart *c, const struct plot *from, struct result *f, const char *const *names,
                 struct error *e) {
    enum result_chart which = from->kind->which;
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
    if (which == LEARNING)
        return fill_learners_choose(&learners, &f->result, names, e) && fill_learning(c, f, &learners, from->arena, e);
    if (!fill_choose(&rows, &f->result, names, e))
        return false;
    if (which == BY_POSITION)
        return fill_by_position(c, &f->result, &rows, from->a->length, from->arena, e);
    if (rows.labels && !*names)
        fill_under_policy(&rows, &f->result);
    fill_extrapolation(c, &f->result, &rows, metric, from->arena);
    return true;
}

/* Curves of learning need no model that is finished. */
static bool draw_results(const struct plot *from, struct error *e) {
    static struct result f;
    struct chart chart;
    const char *const *folder = from->a->operand;
    int folders = operands_count_folders(from->a);
    bool look = from->kind->which == LEARNING && folders == 1;
    if (!(look ? result_look(&f, *folder, e) : merge_folders(&f, folder, folders, e)))
        return false;
    bool ok = fill(&chart, from, &f, folder + folders, e) && finish(from, &chart, e);
    result_free(&f);
    return ok;
}

/* ---- A metric by a setting that members of a comparison differ in */

/* The column of the length that a user named. Without a name the longest; a figure of the run has none. */
static bool find_length(int *at, const struct comparison_result *c, int metric, const char *text, struct error *e) {
    bool figure = metrics[metric].of_run != NULL;
    struct range words[LENGTHS_MAX] = {{0, 0}};
    char shown[TEXT_PRINTABLE], there[512] = "in_range";
    bool in_range = text ? strcmp(text, "in_range") == 0 : figure, times = text && text[strlen(text) - 1] == 'x';
    if (times && c->trained_differ)
        return error_set(e, EXIT_USAGE, "--at %s: trained lengths differ by folder; name a number of words",
                         text_printable(shown, text));
    if (figure && !in_range)
        return error_set(e, EXIT_USAGE, "--at %s: a run has one value of %s, whatever the length",
                         text_printable(shown, text), metrics[metric].name);
    if (text && !in_range)
        lengths_read(text, &c->task, words, e);
    *at = IN_RANGE;
    for (int i = 1; i <= c->lengths && !in_range; i++) {
        if (text ? c->words[i].high == words->high : !*at || c->words[i].high > c->words[*at].high)
            *at = i;
        text_append(there, sizeof there, ", %d", c->words[i].high);
    }
    return in_range || *at ||
           error_set(e, EXIT_USAGE, "--at %s: not evaluated there; the evaluated lengths, in words: %s",
                     text_printable(shown, text), there);
}

/* The values that key=value on the command line chooses, of each swept setting; NULL: any. */
static bool find_values(const char **only, const struct comparison_result *c, const struct plot *from,
                        struct error *e) {
    for (int i = 0; i < from->a->settings.count; i++) {
        const struct assignment given = assignments_item(&from->a->settings, i);
        char text[SETTING_TEXT_MAX];
        const struct sweep *w = sweep_named(&c->sweeps, given.key, e);
        if (!w || !sweep_read(w, c, given.value, text, e))
            return false;
        only[w - c->sweeps.of] = arena_text(from->arena, text);
    }
    return true;
}

/* Along x is the setting of --over, or the only one that differs. */
static bool draw_sweep(const struct plot *from, struct error *e) {
    static struct result f;
    const struct comparison_result *c = &f.result;
    const struct sweeps *all = &c->sweeps;
    const struct arguments *a = from->a;
    int folders = operands_count_folders(a);
    char names[SWEEP_NAMES];
    struct chart chart;
    if (!merge_folders(&f, a->operand, folders, e))
        return false;
    const char **only = arena_alloc(from->arena, (size_t)all->count, sizeof *only);
    struct fill_over of = {.kind = a->operand + folders, .only = only};
    if (a->over || all->count == 1)
        of.over = a->over ? sweep_named(all, a->over, e) : all->of;
    else
        error_set(e, EXIT_USAGE, "plot sweep needs --over KEY; the models differ in %s", sweep_names(all, names));
    bool ok = of.over && command_metric(&of.metric, a, &c->task, e) && find_length(&of.at, c, of.metric, a->at, e) &&
              find_values(only, c, from, e) && fill_sweep(&chart, c, &of, from->arena, e) && finish(from, &chart, e);
    result_free(&f);
    return ok;
}

static const struct kind kinds[] = {
    {"extrapolation", draw_results, "metric", false, EXTRAPOLATION},
    {"positions", draw_results, "length", false, BY_POSITION},
    {"sweep", draw_sweep, "over at metric", true, 0},
    {"learning", draw_results, "", false, LEARNING},
    {0},
};

/* What the first operand names, which is taken away; of a folder what is drawn of such most often. */
static const struct kind *take_kind(struct arguments *a, struct error *e) {
    const char *name = a->operand[0];
    char shown[TEXT_PRINTABLE], all[256] = "", otherwise[sizeof all + 32];
    struct suggestion near = suggest_for(name);
    const struct encoding *encoding;
    for (const struct kind *k = kinds; k->name; k++) {
        if (name && strcmp(k->name, name) == 0) {
            memmove(a->operand, a->operand + 1, (OPERANDS_MAX - 1) * sizeof *a->operand);
            a->operand[--a->operands] = NULL;
            return k;
        }
        text_append(all, sizeof all, "%s%s", *all ? ", " : "", k->name);
        if (name)
            suggest_add(&near, k->name);
    }
    if (name && file_exists(name))
        return kinds;
    snprintf(otherwise, sizeof otherwise, "; expected one of %s", all);
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
    const struct kind *kind = take_kind(a, e);
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
