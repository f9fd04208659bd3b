/* runs.c -- poslab runs: what is in a folder of runs. */
#include "cli/say.h"
#include "command/command.h"
#include "inventory/fill_runs.h"
#include "inventory/run_list.h"

extern const struct command command_runs;
extern const char inventory_runs_txt[]; /* embedded by make */

static bool run(struct arguments *a, struct error *e) {
    struct screen screen;
    struct run_list l;
    struct table t;
    const char *folder = a->operand[0] ? a->operand[0] : "runs";
    if (!command_screen(&screen, a, e))
        return false;
    if (!a->operand[0] && file_missing(folder))
        return error_set(
            e, EXIT_USAGE,
            "runs does not exist here: `poslab train` and `poslab compare` make it; or name another folder");
    bool ok = run_list_read(&l, folder, e);
    if (ok && !l.count && !command_is_document(a)) {
        screen_say(&screen, 0, "%s is empty: `poslab train` and `poslab compare` put runs into it.", folder);
    } else if (ok) {
        fill_runs(&t, &l, &a->arena);
        if (a->json)
            command_print_json(runs_json(&l, &t));
        else if (a->csv)
            table_csv(screen.out, &t);
        else
            table_terminal(&screen, &t);
    }
    run_list_free(&l);
    return ok;
}

const struct command command_runs = {
    .name = "runs",
    .place = 90,
    .group = "results",
    .summary = "list a folder of runs: tasks, members, best rows",
    .operand = "[DIR]",
    .operands = 1,
    .options = "json csv wide width",
    .wording =
        (const struct command_option[]){
            {.name = "wide", .meaning = "one line for each folder, however wide"},
            {.name = "width", .value = "N", .meaning = "fit the table into N columns (default: the terminal's, or 80)"},
            {0}},
    .text = inventory_runs_txt,
    .run = run,
};
