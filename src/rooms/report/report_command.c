/* report.c -- poslab report: one page about a run or a comparison. */
#include <stdio.h>

#include "base/file.h"
#include "base/room.h"
#include "cli/operands.h"
#include "cli/say.h"
#include "command/command.h"
#include "report/report.h"
#include "study/result.h"

extern const struct command command_report;
extern const char report_report_txt[]; /* embedded by make */

static bool write_page(const struct arguments *a, const char *path, struct error *e) {
    static struct result f;
    if (!result_read(&f, a->operand[0], e))
        return false;
    bool ok = report_write(&f, path, e);
    result_free(&f);
    return ok;
}

static bool find_path(char path[PATH_MAX_LENGTH], const struct arguments *a, struct error *e) {
    if (a->to)
        return snprintf(path, PATH_MAX_LENGTH, "%s", a->to) < PATH_MAX_LENGTH ||
               error_set(e, EXIT_USAGE, "report: the path of --to is too long");
    return file_path(path, a->operand[0], REPORT_FILE, e);
}

static bool run(struct arguments *a, struct error *e) {
    char path[PATH_MAX_LENGTH];
    if (!a->operand[0])
        return error_set(e, EXIT_USAGE, "report needs the folder of a run or comparison; see `poslab help report`");
    bool ok = operands_check_one_folder("report", a, false, e) && find_path(path, a, e) && write_page(a, path, e);
    if (ok)
        command_print_line("%s", path);
    return ok;
}

const struct command command_report = {
    .name = "report",
    .place = 80,
    .group = "results",
    .summary = "write one page: tables, curves, positions, attention",
    .operand = "RUN_OR_COMPARISON",
    .operands = OPERANDS_MAX,
    .options = "to",
    .wording =
        (const struct command_option[]){
            {.name = "to", .value = "FILE", .meaning = "the page to write (default: report.html in the folder)"}, {0}},
    .text = report_report_txt,
    .run = run,
};

const struct room room_report = {.name = "report", .commands = (const struct command *const[]){&command_report, NULL}};
