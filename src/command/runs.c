/* runs.c -- poslab runs: what is in a folder of runs, and in what two of them differ. */
#include <stdio.h>

#include "command/command.h"
#include "inventory/run_list.h"
#include "result/fill_runs.h"
#include "result/view_diff.h"

static void print(const struct run_list *l, const struct arguments *a, const struct screen *s, struct arena *arena) {
    struct table t;
    fill_runs(&t, l, arena);
    if (a->json)
        command_print_json(runs_json(l, &t));
    else if (a->csv)
        table_csv(s->out, &t);
    else if (l->count)
        table_terminal(s, &t);
    else
        screen_say(s, 0, "%s is empty: `poslab train` and `poslab compare` put runs into it.", l->folder);
}

static bool list(struct arguments *a, const struct screen *s, struct error *e) {
    struct run_list l;
    const char *folder = a->operand[0] ? a->operand[0] : "runs";
    if (a->operands > 1)
        return error_set(e, EXIT_USAGE, "runs lists one folder; to compare two: runs --diff %s %s", folder,
                         a->operand[1]);
    if (!a->operand[0] && file_missing(folder))
        return error_set(
            e, EXIT_USAGE,
            "runs does not exist here: `poslab train` and `poslab compare` make it; or name another folder");
    bool ok = run_list_read(&l, folder, e);
    if (ok)
        print(&l, a, s, &a->arena);
    run_list_free(&l);
    return ok;
}

static bool diff(struct arguments *a, const struct screen *s, struct error *e) {
    struct run_diff d;
    if (a->operands != 2)
        return error_set(e, EXIT_USAGE, "runs --diff needs two folders of runs or comparisons; see `poslab help runs`");
    bool ok = run_diff_read(&d, a->operand[0], a->operand[1], e);
    if (ok && a->json)
        command_print_json(view_diff_json(&d));
    else if (ok && a->csv)
        view_diff_csv(s->out, &d);
    else if (ok)
        view_diff(s, &d);
    run_diff_free(&d);
    return ok;
}

static bool run(struct arguments *a, struct error *e) {
    struct screen screen;
    return command_screen(&screen, a, e) && (a->diff ? diff : list)(a, &screen, e);
}

const struct command command_runs = {
    .name = "runs",
    .group = "results",
    .summary = "list a folder of runs: tasks, members, best rows; or compare two",
    .operand = "[DIR]",
    .operands = 2,
    .options = "diff json csv wide width",
    .wording =
        (const struct command_option[]){
            {.name = "wide", .meaning = "one line for each folder, however wide"},
            {.name = "width", .value = "N", .meaning = "fit the table into N columns (default: the terminal's, or 80)"},
            {0}},
    .details = "Lists the runs, comparisons and folders of claims in DIR (default: runs), the newest first: the task, "
               "how many models are finished, the best row, members, seeds, and settings that differ from others of "
               "the task. With --diff A B it prints how two runs or comparisons differ.\n"
               "\n"
               "  poslab runs\n"
               "  poslab runs --diff runs/compare runs/compare-steps-1600\n"
               "  poslab runs --json | jq -r '.runs[] | select(.failed > 0).folder'\n",
    .reference =
        "WHAT IS LISTED\n"
        "The best row has the highest accuracy at the longest evaluated length; of equal ones, the highest in range. "
        "Folders that are damaged or not from poslab are named. A folder is listed once, however many links point to "
        "it. --diff compares the settings, the members that only "
        "one has, and the kernels.\n"
        "\n"
        "JSON\n"
        "  folder\n"
        "  runs                [{name, folder, kind, time, task, models, finished, running, stopped, failed, waiting, "
        "best, longest_words, trained_words, problem, members, seeds, accuracy {in_range, longest}, settings}]\n"
        "kind is run, comparison, claims, folder (of runs) or other; problem says why nothing else is known. settings "
        "has all that differ from the defaults.\n"
        "  poslab runs --json | jq -r '.runs[] | select(.failed > 0).folder'\n"
        "\n"
        "With --diff:\n"
        "  first, second       the folders\n"
        "  differences         [{setting, first, second}]; null: not set\n"
        "\n"
        "CSV\n"
        "A line for each run and number. The columns are name, folder, kind, time, task, models, finished, running, "
        "stopped, failed, waiting, best, longest_words, trained_words, problem, members, seeds, settings, "
        "evaluated_at, length_low, length, metric, value. With --diff: setting, first, second.\n",
    .run = run,
};
