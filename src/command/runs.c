/* runs.c -- poslab runs: what is in a folder of runs, and in what two of them differ. */

#include "cli/say.h"
#include "command/command.h"
#include "inventory/run_diff.h"
#include "inventory/run_list.h"
#include "result/fill_runs.h"

/* As the document `json`, which is freed, as CSV, or on the screen. */
static void print(const struct arguments *a, const struct screen *s, const struct table *t, json_t *json) {
    if (a->json)
        command_print_json(json);
    else if (a->csv)
        table_csv(s->out, t);
    else
        table_terminal(s, t);
}

static bool list(struct arguments *a, const struct screen *s, struct error *e) {
    struct run_list l;
    struct table t;
    const char *folder = a->operand[0] ? a->operand[0] : "runs";
    if (a->operands > 1)
        return error_set(e, EXIT_USAGE, "runs lists one folder; to compare two: runs --diff %s %s", folder,
                         a->operand[1]);
    if (!a->operand[0] && file_missing(folder))
        return error_set(
            e, EXIT_USAGE,
            "runs does not exist here: `poslab train` and `poslab compare` make it; or name another folder");
    bool ok = run_list_read(&l, folder, e);
    if (ok && !l.count && !command_is_document(a)) {
        screen_say(s, 0, "%s is empty: `poslab train` and `poslab compare` put runs into it.", folder);
    } else if (ok) {
        fill_runs(&t, &l, &a->arena);
        print(a, s, &t, a->json ? runs_json(&l, &t) : NULL);
    }
    run_list_free(&l);
    return ok;
}

static bool diff(struct arguments *a, const struct screen *s, struct error *e) {
    struct table t;
    if (a->operands != 2)
        return error_set(e, EXIT_USAGE, "runs --diff needs two folders of runs or comparisons; see `poslab help runs`");
    bool ok = run_diff(&t, a->operand[0], a->operand[1], &a->arena, e);
    if (ok)
        print(a, s, &t, a->json ? run_diff_json(&t) : NULL);
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
    .text = command_runs_txt,
    .run = run,
};
