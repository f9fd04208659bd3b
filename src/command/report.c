/* report.c -- poslab report: one page about a run or a comparison. */
#include <stdio.h>

#include "base/file.h"
#include "claims/claims.h"
#include "command/tables.h"
#include "present/fill_tables.h"
#include "report/report.h"

/* A folder of claims is no run and no comparison. */
static bool holds_claims(const char *folder) {
    char config[PATH_MAX_LENGTH], tested[PATH_MAX_LENGTH];
    struct error e = {0};
    return file_path(config, folder, "config.ini", &e) && file_path(tested, folder, CLAIMS_FILE, &e) &&
           file_missing(config) && !file_missing(tested);
}

static bool write_page(const char *folder, const char *path, struct error *e) {
    static struct result f;
    if (holds_claims(folder))
        return report_write_claims(folder, path, e);
    if (!result_read(&f, folder, e))
        return false;
    bool ok = report_write(&f, path, e);
    result_free(&f);
    return ok;
}

/* Of a public model, and of other tables beside it. */
static bool write_tables(struct arguments *a, const char *path, struct error *e) {
    struct shown_tables *t = arena_alloc(&a->arena, 1, sizeof *t);
    return tables_measure(t, &command_report, a, 0, e) && report_write_tables(t, path, e);
}

/* The page's usual place: the folder, or that of a file. */
static bool find_path(char path[PATH_MAX_LENGTH], const struct arguments *a, struct error *e) {
    char folder[PATH_MAX_LENGTH];
    if (a->to)
        return snprintf(path, PATH_MAX_LENGTH, "%s", a->to) < PATH_MAX_LENGTH ||
               error_set(e, EXIT_USAGE, "report: the path of --to is too long");
    tables_folder(folder, a->operand[0]);
    return file_path(path, folder, REPORT_FILE, e);
}

static bool run(struct arguments *a, struct error *e) {
    char path[PATH_MAX_LENGTH];
    if (!a->operand[0])
        return error_set(e, EXIT_USAGE, "report needs the folder of a run or comparison; see `poslab help report`");
    bool tables = a->operands > 1 || tables_are_public(a, 0);
    if (!tables && (a->table || a->positions))
        return error_set(e, EXIT_USAGE, "report of a run or comparison takes no --%s",
                         a->table ? "table" : "positions");
    bool ok = find_path(path, a, e) && (tables ? write_tables(a, path, e) : write_page(a->operand[0], path, e));
    if (ok)
        printf("%s\n", path);
    return ok;
}

const struct command command_report = {
    .name = "report",
    .summary = "write one page: tables, curves, positions, attention",
    .operand = "RUN_OR_COMPARISON_OR_MODEL [TABLE]",
    .operands = 2,
    .options = "to table positions",
    .wording =
        (const struct command_option[]){
            {.name = "to", .value = "FILE", .meaning = "the page to write (default: report.html in the folder)"},
            {.name = "table", .value = "NAME", .meaning = "the full name of a public model's table of positions"},
            {.name = "positions",
             .value = "N",
             .meaning = "of a public model: how many positions (default: all, 1024 at most)"},
            {0}},
    .details =
        "Writes one page, report.html in the folder, that needs no other file and no network: tables that sort, "
        "curves,\n"
        "positions, attention, failed seeds, and how to repeat it. Nothing is trained; members that are not "
        "finished are named.\n"
        "For a public model (`poslab help models`) the page has what `poslab show positions` prints of its table of "
        "positions,\n"
        "and with a second TABLE, of a model or a run, what it prints of both.\n"
        "\n"
        "  poslab report runs/compare\n"
        "  poslab report runs/order-learned-seed1 --to learned.html\n"
        "  poslab report runs/claims\n"
        "  poslab report bert-base-uncased runs/order-learned-seed1 --to bert.html\n",
    .reference =
        "WHAT IS ON IT\n"
        "The page is for screens, phones and paper. Tables sort on a click; figures show their numbers under the "
        "pointer. Without\n"
        "checkpoints there are no tables of positions and no attention; without metrics.jsonl no learning curves. A "
        "claims.json\n"
        "in the folder becomes a section; a folder of claims becomes a page of its own.\n"
        "\n"
        "Where the live page (make page: poslab-live.html) lies beside the report, the report links to it with its "
        "settings. That\n"
        "page trains the same models in the browser.\n",
    .run = run,
};
