/* plot.c -- poslab plot: a picture of results as SVG, PNG or PDF, and its data beside it as CSV. */
#include <stdio.h>
#include <string.h>

#include "base/suggest.h"
#include "base/text.h"
#include "claims/claims.h"
#include "cli/choices.h"
#include "cli/operands.h"
#include "cli/say.h"
#include "command/command.h"
#include "draw/picture.h"
#include "folder/folder_kind.h"
#include "result/fill_by_position.h"
#include "result/fill_claims.h"
#include "result/fill_extrapolation.h"
#include "result/fill_learning.h"
#include "result/fill_sweep.h"
#include "study/merge_folders.h"
#include "study/result.h"

/* What a picture is made from, and where it goes. */
struct plot {
    const struct arguments *a;
    struct arena *arena;
    const struct picture_target *target; /* NULL: the terminal */
    const struct screen *screen;
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

enum result_chart { EXTRAPOLATION, BY_POSITION, LEARNING };

static bool fill(struct chart *c, const struct plot *from, struct result *f, enum result_chart which,
                 const char *const *names, struct error *e) {
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
        fill_helped(&rows, &f->result);
    fill_extrapolation(c, &f->result, &rows, metric, from->arena);
    return true;
}

/* Curves of learning need no model that is finished. */
static bool draw_results(const struct plot *from, enum result_chart which, struct error *e) {
    static struct result f;
    struct chart chart;
    const char *const *folder = from->a->operand + 1;
    int folders = operands_count_folders(from->a);
    if (!(which == LEARNING && folders == 1 ? result_look(&f, *folder, e) : merge_folders(&f, folder, folders, e)))
        return false;
    bool ok = fill(&chart, from, &f, which, folder + folders, e) && finish(from, &chart, e);
    result_free(&f);
    return ok;
}

static bool draw_extrapolation(const struct plot *from, struct error *e) {
    return draw_results(from, EXTRAPOLATION, e);
}
static bool draw_by_position(const struct plot *from, struct error *e) { return draw_results(from, BY_POSITION, e); }
static bool draw_learning(const struct plot *from, struct error *e) { return draw_results(from, LEARNING, e); }

/* ---- A metric by a setting that members of a comparison differ in */

/* The setting along x: that of --over, or the only one. */
static const struct sweep *find_over(const struct sweeps *all, const struct arguments *a, struct error *e) {
    char names[SWEEP_NAMES];
    if (a->over || all->count == 1)
        return a->over ? sweep_named(all, a->over, e) : all->of;
    error_set(e, EXIT_USAGE, "plot sweep needs --over KEY; the models differ in %s", sweep_names(all, names));
    return NULL;
}

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

static bool draw_sweep(const struct plot *from, struct error *e) {
    static struct result f;
    const struct comparison_result *c = &f.result;
    int folders = operands_count_folders(from->a);
    struct chart chart;
    if (!merge_folders(&f, from->a->operand + 1, folders, e))
        return false;
    const char **only = arena_alloc(from->arena, (size_t)c->sweeps.count, sizeof *only);
    struct fill_over of = {.kind = from->a->operand + 1 + folders, .only = only};
    of.over = find_over(&c->sweeps, from->a, e);
    bool ok = of.over && command_metric(&of.metric, from->a, &c->task, e) &&
              find_length(&of.at, c, of.metric, from->a->at, e) && find_values(only, c, from, e) &&
              fill_sweep(&chart, c, &of, from->arena, e) && finish(from, &chart, e);
    result_free(&f);
    return ok;
}

/* ---- The settings of one claim, with their intervals beside what means yes */

/* The one of that number; the error says which there are. */
static const struct claim_result *find_claim(const struct claim_result *r, int count, const char *folder,
                                             const char *text, struct error *e) {
    char shown[TEXT_PRINTABLE], known[512] = "";
    int number;
    for (int i = 0; i < count; i++) {
        if (text && text_integer(text, &number) && r[i].claim->number == number)
            return &r[i];
        text_append(known, sizeof known, "%s%d", *known ? ", " : "", r[i].claim->number);
    }
    if (text)
        error_set(e, EXIT_USAGE, "plot claim: %s has no claim '%s'; it has %s", folder, text_printable(shown, text),
                  *known ? known : "none");
    else
        error_set(e, EXIT_USAGE, "plot claim needs a number after the folder; %s has %s", folder,
                  *known ? known : "none");
    return NULL;
}

static bool draw_claim(const struct plot *from, struct error *e) {
    const char *folder = from->a->operand[1];
    struct chart c;
    int count;
    if (from->a->operands > 3)
        return error_set(e, EXIT_USAGE, "plot claim draws one claim; leave out '%s'", from->a->operand[3]);
    if (folder_look(folder).kind != FOLDER_CLAIMS)
        return error_set(e, EXIT_USAGE, "plot claim: %s has no %s; name a folder that `poslab claims` wrote", folder,
                         CLAIMS_FILE);
    const struct claim_result *r = claims_load(folder, &count, from->arena, e);
    r = r ? find_claim(r, count, folder, from->a->operand[2], e) : NULL;
    if (!r)
        return false;
    fill_claim_chart(&c, r, from->arena);
    return finish(from, &c, e);
}

/* ---- The command */

static const struct kind {
    const char *name;
    bool (*draw)(const struct plot *from, struct error *e);
    const char *option; /* besides those of all */
    bool settings;      /* means something to it: results stand as they are */
} kinds[] = {
    {"extrapolation", draw_extrapolation, "metric", false},
    {"positions", draw_by_position, "length", false},
    {"sweep", draw_sweep, "over at metric", true},
    {"learning", draw_learning, "", false},
    {"claim", draw_claim, "", false},
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

static bool run(struct arguments *a, struct error *e) {
    const struct kind *kind;
    struct picture_target target;
    struct screen screen;
    const struct plot from = {a, &a->arena, a->to ? &target : NULL, &screen};
    add_kind(a);
    bool ok = find_kind(&kind, a->operand[0], e) && check_kind(kind, a, e) &&
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
