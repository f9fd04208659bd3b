/* room.c -- what this room adds: charts along a setting that differs between members, `poslab plot sweep`. */
#include <string.h>

#include "base/room.h"
#include "base/text.h"
#include "cli/choices.h"
#include "cli/operands.h"
#include "command/plot.h"
#include "study/result.h"
#include "sweeps/fill_sweep.h"

/* The column of the length that a user named. Without a name the longest; a figure of the run has none. */
static bool find_length(int *at, const struct comparison_result *c, int metric, const char *text, struct error *e) {
    bool figure = metrics[metric].of_run != NULL;
    struct range words[LENGTHS_MAX] = {{0, 0}};
    char shown[TEXT_PRINTABLE], there[512] = "in_range";
    bool in_range = text ? strcmp(text, "in_range") == 0 : figure;
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
    char names[SWEEP_NAMES];
    struct chart chart;
    if (!operands_check_one_folder("plot", a, true, e) || !result_read(&f, a->operand[0], e))
        return false;
    const char **only = arena_alloc(from->arena, (size_t)all->count, sizeof *only);
    struct fill_over of = {.kind = a->operand + 1, .only = only};
    if (a->over || all->count == 1)
        of.over = a->over ? sweep_named(all, a->over, e) : all->of;
    else
        error_set(e, EXIT_USAGE, "plot sweep needs --over KEY; the models differ in %s", sweep_names(all, names));
    bool ok = of.over && command_metric(&of.metric, a, &c->task, e) && find_length(&of.at, c, of.metric, a->at, e) &&
              find_values(only, c, from, e) && fill_sweep(&chart, c, &of, from->arena, e) &&
              plot_finish(from, &chart, e);
    result_free(&f);
    return ok;
}

const struct room room_sweeps = {
    .name = "sweeps",
    .plots =
        (const struct plot_kind *const[]){&(const struct plot_kind){"sweep", 30, draw_sweep, "over at metric", true},
                                          NULL},
};
