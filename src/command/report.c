/* report.c -- poslab report: one page about a run or a comparison. */
#include <stdio.h>

#include "base/clock.h"
#include "base/file.h"

#include "cli/say.h"
#include "cli/signals.h"
#include "command/command.h"
#include "folder/folder_kind.h"
#include "inventory/status.h"
#include "report/report.h"
#include "study/merge_folders.h"
#include "study/result.h"

/* Of claims, of one folder, or of several merged. */
static bool write_page(const struct arguments *a, const char *path, struct error *e) {
    static struct result f;
    if (a->operands == 1 && folder_look(a->operand[0]).kind == FOLDER_CLAIMS)
        return report_write_claims(a->operand[0], path, e);
    if (!merge_folders(&f, a->operand, a->operands, e))
        return false;
    bool ok = report_write(&f, NULL, path, e);
    result_free(&f);
    return ok;
}

/* Looks at the folder and writes the page; *goes_on: it will change. */
static bool write_once(const char *folder, const char *path, double pause, bool *goes_on, struct error *e) {
    static struct result f;
    struct status s;
    bool ok = status_read(&s, folder, e);
    const struct report_renewal renewal = {&s, (int)pause + 1};
    if (ok && s.folders > 1)
        ok = error_set(e, EXIT_USAGE, "report --watch is for one run or comparison; %s holds %d", folder, s.folders);
    bool can = ok && status_code(&s) == EXIT_STOPPED;
    *goes_on = can && !command_stop;
    ok = ok && result_look(&f, folder, e);
    if (ok) {
        ok = report_write(&f, *goes_on ? &renewal : NULL, path, e);
        result_free(&f);
    }
    if (ok)
        *e = (struct error){.code = can ? EXIT_STOPPED : EXIT_DONE};
    status_free(&s);
    return ok;
}

/* A signal ends it: the page is then written a last time, as what is there by now. */
static bool write_watched(const char *folder, const char *path, struct error *e) {
    double pause = command_pause(0);
    bool goes_on = true, told = false;
    command_catch_signals();
    while (goes_on) {
        double started = clock_seconds();
        *e = (struct error){0};
        if (!write_once(folder, path, pause, &goes_on, e))
            return false;
        if (!told)
            command_print_line("%s", path);
        told = true;
        fflush(stdout);
        pause = command_pause(clock_seconds() - started);
        if (goes_on)
            command_wait(pause);
    }
    return e->code == EXIT_DONE;
}

static bool find_path(char path[PATH_MAX_LENGTH], const struct arguments *a, struct error *e) {
    if (a->to)
        return snprintf(path, PATH_MAX_LENGTH, "%s", a->to) < PATH_MAX_LENGTH ||
               error_set(e, EXIT_USAGE, "report: the path of --to is too long");
    if (a->operands > 1)
        return error_set(e, EXIT_USAGE, "report on several folders needs --to FILE");
    return file_path(path, a->operand[0], REPORT_FILE, e);
}

static bool run(struct arguments *a, struct error *e) {
    char path[PATH_MAX_LENGTH];
    if (!a->operand[0])
        return error_set(e, EXIT_USAGE, "report needs the folder of a run or comparison; see `poslab help report`");
    if (a->watch && a->operands > 1)
        return error_set(e, EXIT_USAGE, "report --watch is for one run or comparison, not for %d folders", a->operands);
    if (a->watch)
        return find_path(path, a, e) && write_watched(a->operand[0], path, e);
    bool ok = find_path(path, a, e) && write_page(a, path, e);
    if (ok)
        command_print_line("%s", path);
    return ok;
}

const struct command command_report = {
    .name = "report",
    .group = "results",
    .summary = "write one page: tables, curves, positions, attention",
    .operand = "RUN_OR_COMPARISON...",
    .operands = OPERANDS_MAX,
    .options = "to watch",
    .wording =
        (const struct command_option[]){
            {.name = "to", .value = "FILE", .meaning = "the page to write (default: report.html in the folder)"}, {0}},
    .text = command_report_txt,
    .run = run,
};
