/* report.c -- poslab report: one page about a run or a comparison. */
#include <stdio.h>

#include "base/file.h"
#include "command/command.h"
#include "study/report.h"

static int run(struct arguments *a) {
    static struct finished f;
    struct error e = {0};
    char path[PATH_MAX_LENGTH];
    if (!a->operand[0]) {
        error_set(&e, EXIT_USAGE, "report needs the folder of a run or comparison; see `poslab help report`");
        return command_fail(&e);
    }
    if (!finished_read(&f, a->operand[0], &e))
        return command_fail(&e);
    bool ok = a->to ? snprintf(path, sizeof path, "%s", a->to) < (int)sizeof path ||
                          error_set(&e, EXIT_USAGE, "report: the path of --to is too long")
                    : file_path(path, a->operand[0], REPORT_FILE, &e);
    ok = ok && report_write(&f, path, &e);
    finished_free(&f);
    if (ok)
        printf("%s\n", path);
    return ok ? EXIT_DONE : command_fail(&e);
}

static const char *const options[] = {"to", NULL};

const struct command command_report = {
    .name = "report",
    .summary = "one page about a run or comparison: tables, curves, places, attention",
    .operand = "RUN_OR_COMPARISON",
    .operands = 1,
    .options = options,
    .details =
        "Writes report.html into the folder, or --to FILE: one file that needs no other and no network, for screens,\n"
        "phones and paper. Tables sort on a click; figures say their numbers under the pointer. Nothing is trained:\n"
        "members that are not finished are named. Where checkpoints are missing, tables of places and attention are\n"
        "left out; where metrics.jsonl is missing, learning curves are. A claims.json in the folder becomes a "
        "section.\n"
        "\n"
        "  poslab report runs/compare\n"
        "  poslab report runs/order-learned-seed1 --to learned.html\n",
    .run = run,
};
