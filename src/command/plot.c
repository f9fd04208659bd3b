/* plot.c -- poslab plot: a picture of results or of a model as SVG, PNG or PDF, and its data beside it as CSV. */
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "base/suggest.h"
#include "base/text.h"
#include "command/operands.h"
#include "command/plot.h"
#include "folder/folder_kind.h"
#include "study/merge_folders.h"

enum { CELLS_MOST = 512 };

bool plot_chart(const struct plot *from, struct chart *c, struct error *e) {
    c->title = from->a->title ? from->a->title : c->title;
    if (from->target)
        return picture_write(from->target, &(struct picture){.chart = c}, e);
    picture_screen(from->screen, &(struct picture){.chart = c});
    return true;
}

bool plot_heat(const struct plot *from, struct heat *m, struct error *e) {
    m->title = from->a->title ? from->a->title : m->title;
    if (from->target) {
        struct heat drawn = heat_shrink(m, CELLS_MOST, CELLS_MOST, from->arena);
        return picture_write(from->target, &(struct picture){.heat = &drawn}, e);
    }
    picture_screen(from->screen, &(struct picture){.heat = m});
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
    {"heatmap", plot_vectors, "table positions", true},
    {"similarity", plot_similarity, "table positions", true},
    {"attention", plot_attention, "count", true},
    {"shift", plot_shift, "table positions", true},
    {"norms", plot_table, "table positions", true},
    {"distance", plot_table, "table positions", true},
    {"explained", plot_table, "table positions", true},
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
    return error_set(e, EXIT_USAGE, "there is no figure '%s'%s", text_printable(shown, name),
                     suggest_hint(&near, otherwise));
}

/* `plot DIR` and `plot rope` are what is drawn of such most often. */
static void add_kind(struct arguments *a) {
    const struct encoding *encoding;
    struct error unused;
    const char *name = a->operand[0];
    for (const struct kind *k = kinds; k->name; k++)
        if (!name || strcmp(name, k->name) == 0)
            return;
    bool drawn = command_encoding(&encoding, name, &unused);
    if (a->operands == OPERANDS_MAX || (!drawn && !file_exists(name)))
        return;
    memmove(a->operand + 1, a->operand, (OPERANDS_MAX - 1) * sizeof *a->operand);
    a->operand[0] = drawn ? "heatmap" : folder_look(name).kind == FOLDER_CLAIMS ? "claim" : "extrapolation";
    a->operands++;
}

/* Opens what is drawn on. */
static bool open_paper(struct picture_target *target, struct screen *screen, const struct arguments *a,
                       struct error *e) {
    if (a->to && (a->width || a->colour))
        return error_set(e, EXIT_USAGE, "plot: --%s is for the terminal; for a file use --size",
                         a->width ? "width" : "colour");
    if (!a->to && a->size)
        return error_set(
            e, EXIT_USAGE,
            "plot: --size is for a file and needs --to FILE.svg, FILE.png or FILE.pdf; in the terminal use --width");
    return a->to ? picture_target(target, a->to, a->size, e)
                 : screen_open(screen, stdout, STDOUT_FILENO, a->colour, a->width, e);
}

static bool run(struct arguments *a, struct error *e) {
    const struct kind *kind;
    struct picture_target target;
    struct screen screen;
    const struct plot from = {a, a, &a->arena, a->to ? &target : NULL, &screen};
    add_kind(a);
    bool ok = find_kind(&kind, a->operand[0], e) && check_kind(kind, a, e) && open_paper(&target, &screen, a, e) &&
              kind->draw(&from, e);
    if (ok && a->to)
        command_print_line("%s", a->to);
    return ok;
}

static const char *word(int i) { return kinds[i].name; }

const struct command command_plot = {
    .name = "plot",
    .summary = "draw results or a model, in the terminal or as SVG, PNG or PDF",
    .operand = "[WHAT] SOURCE [MORE...]",
    .operands = OPERANDS_MAX,
    .word = word,
    .settings = true,
    .options = "to size title metric over at length table positions count width colour",
    .wording =
        (const struct command_option[]){
            {.name = "to", .value = "FILE", .meaning = "write FILE.svg, FILE.png or FILE.pdf, and its data FILE.csv"},
            {.name = "length", .value = "N", .meaning = "positions: the evaluated length (default: the longest)"},
            {.name = "count", .value = "N", .meaning = "attention: which evaluation example (default: 1)"},
            {.name = "positions", .value = "N", .meaning = "how many positions (default: twice the trained ones)"},
            {.name = "table", .value = "NAME", .meaning = "the full name of a public model's table of positions"},
            {0}},
    .details = "extrapolation RESULT [ROW...]  accuracy by length, with intervals and seeds\n"
               "sweep RESULT --over KEY        accuracy by a setting that models differ in\n"
               "positions RESULT [ROW...]      accuracy by where the target is\n"
               "learning RESULT [ROW...]       accuracy in training, by step\n"
               "heatmap TABLE                  the vectors of positions, or added scores\n"
               "similarity TABLE               dot products of all pairs of positions\n"
               "shift TABLE...                 error of one matrix from t to t + k\n"
               "norms|distance|explained TABLE [TABLE]  a table against sinusoids\n"
               "attention RUN [TEXT_A [TEXT_B]]  what the first target attends to\n"
               "claim DIR NUMBER               what the verdict of a claim rests on\n"
               "Without WHAT a RESULT is drawn as extrapolation, an encoding as heatmap.\n"
               "RESULT is a run or a comparison, or several; ROW is a name in their table. TABLE is an encoding "
               "(rope), a run or a public model.\n"
               "\n"
               "  poslab plot extrapolation runs/compare\n"
               "  poslab plot extrapolation runs/compare rope rope+interpolate --to rope.pdf\n"
               "  poslab plot sweep runs/grid --over learning_rate --at 4x d_model=32\n"
               "  poslab plot shift sinusoidal learned --to shift.svg\n",
    .reference = "ROWS\n"
                 "With several folders, a ROW such as rope means that row in each; \"rope [steps=1600]\" means one of "
                 "them (`poslab help compare --all`).\n"
                 "Without a ROW, all are drawn; if there are more than ten, the first of each label, and of labels "
                 "that differ only in options the best in range. A label without a policy means its first row. In a "
                 "file, seven or more curves have a panel each.\n"
                 "\n"
                 "extrapolation, positions and sweep take --metric NAME. They show means, 95 % intervals and every "
                 "seed; extrapolation\n"
                 "also shows chance. positions is at one length (--length N); learning is drawn from the training "
                 "batches so far: models need not be finished, and running ones are marked. A chart of results names "
                 "models that are not finished.\n"
                 "\n"
                 "SWEEP\n"
                 "sweep RESULT --over KEY [KIND...] draws one curve for each combination of the other settings that "
                 "differ: means are over seeds only. If there are more than 24 curves, it draws one per encoding, with "
                 "its best model in range. A KIND is a row's\n"
                 "name without options, rope or rope+interpolate. KEY=VALUE keeps the models with that value.\n"
                 "\n"
                 "CLAIMS\n"
                 "claim DIR NUMBER reads the folder of `poslab claims`. Each row is a setting: the number that decides "
                 "it, with its 95 % interval. Inside the shaded range (in the terminal: past the line, as its heading "
                 "says) means yes, outside no; ? is inconclusive.\n"
                 "\n"
                 "ENCODINGS AND TABLES\n"
                 "--positions says how many: by default twice the trained ones, for shift four times the width, for a "
                 "table all, but at most 1024. The name of an encoding means a new model with the given settings. "
                 "Beyond the trained positions an encoding runs\n"
                 "without any fix, unless eval.policies=NAME or encoding.extrapolation=NAME says otherwise; with a "
                 "text that is an\n"
                 "error, as for `poslab predict`. A text with = in it goes after --. heatmap, similarity and shift "
                 "also take public\n"
                 "models. `poslab help show --all` says what the numbers of a table mean: norms of rows, mean cosine "
                 "by distance, and\n"
                 "(explained) R squared by pairs of sinusoids.\n"
                 "\n"
                 "PICTURES\n"
                 "In the terminal each curve has a letter, at its points and now and then on its line; * is a point of "
                 "several curves. FILE.csv has one observation per row. An SVG follows the light or dark mode of its "
                 "reader's system. PNG and PDF are made from it by\n"
                 "rsvg-convert (Debian: librsvg2-bin).\n"
                 "\n"
                 "  poslab plot extrapolation runs/compare --metric loss --to loss.svg\n"
                 "  poslab plot positions runs/next --length 128 --to positions.svg\n"
                 "  poslab plot similarity sinusoidal encoding.base=100 --to similarity.png\n"
                 "  poslab plot explained bert-base-uncased runs/mine --to explained.svg\n"
                 "  poslab plot attention runs/mine \"w1 X w2 Y\" --to attention.svg\n",
    .run = run,
};
