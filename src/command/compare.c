/* compare.c -- poslab compare: all encodings with all seeds, and the table. */
#include <stdio.h>
#include <string.h>

#include "base/file_lock.h"
#include "cli/choices.h"
#include "cli/from_run.h"
#include "cli/operands.h"
#include "cli/options.h"
#include "cli/say.h"
#include "cli/signals.h"
#include "command/command.h"
#include "command/compare_to.h"
#include "command/comparison_progress.h"
#include "command/part.h"
#include "format/checksum.h"
#include "result/answer.h"
#include "result/comparison_document.h"
#include "result/fill_by_position.h"
#include "study/comparison_folder.h"
#include "study/member_status.h"
#include "study/merge_folders.h"
#include "study/plan.h"
#include "study/pool.h"
#include "study/read_results.h"
#include "study/result.h"
#include "study/series.h"
#include "study/summarise.h"

enum { NEXT = 1 }; /* lines */

/* Fills the tables; with --full again, once the differences at all lengths are tested together. */
static void fill(struct comparison_tables *t, struct comparison_result *c, bool full, struct arena *arena) {
    c->full = full;
    if (full)
        compare_summarise(c);
    comparison_fill(t, c, arena);
}

static void print_tables(const struct comparison_result *c, struct comparison_tables *t, unsigned chosen,
                         struct arguments *a, const struct screen *s) {
    if (a->json)
        command_print_json(compare_document(c, t));
    else if (a->csv)
        table_csv(stdout, &t->summary);
    else if (c->rows && (a->full || chosen == FILL_EIGHTHS))
        comparison_terminal(s, c, t, chosen, &a->arena);
    else if (c->rows)
        answer_terminal(s, c, chosen, NEXT, &a->arena);
}

/* In all its length, or what to do next. */
static void print_end(const struct comparison_result *c, const struct screen *s, bool full, bool saved) {
    if (full || !c->rows) {
        fputc('\n', s->out);
        screen_say(s, 0, "%d model%s in %.1f s (%d finished before); runs%s are in %s.", c->members,
                   c->members == 1 ? "" : "s", c->seconds, compare_before(c), saved ? " and compare.json" : "",
                   c->folder);
    }
    if (saved && c->rows)
        command_next(s, (const char *const[]){"plot", "report", NULL}, c->folder);
}

/* Leaves the JSON document in the folder: of all that the folder has, whatever this call asked for. */
static bool save(const char *folder, struct error *e) {
    static struct result all;
    struct comparison_tables tables;
    char path[PATH_MAX_LENGTH];
    struct file_lock lock;
    if (!file_path(path, folder, COMPARISON_FILE, e) || !compare_lock(&lock, folder, e))
        return false;
    bool ok = result_look(&all, folder, e);
    if (ok) {
        fill(&tables, &all.result, false, &all.arena);
        json_t *json = comparison_json(&all.result, &tables);
        json_object_del(json, "seconds");
        ok = checksum_save(json, path, e);
        json_decref(json);
        result_free(&all);
    }
    file_unlock(&lock);
    return ok;
}

static bool report(struct comparison_result *c, struct arguments *a, const struct screen *s, unsigned chosen,
                   struct error *e) {
    struct error failed = {0};
    struct comparison_tables tables;
    bool finished = comparison_finished(c, &failed);
    if (!compare_collect(c, e))
        return false;
    bool ok = save(c->folder, e);
    fill(&tables, c, a->full, &a->arena);
    print_tables(c, &tables, chosen, a, s);
    if (!command_is_document(a))
        print_end(c, s, a->full, ok);
    ok = ok && (!a->to || compare_to_write(c, &tables, chosen, a, e));
    if (ok)
        *e = failed;
    return ok && finished;
}

/* ---- Several folders of results */

static bool show_folders(struct arguments *a, struct error *e) {
    static struct result f;
    struct screen screen;
    unsigned chosen;
    if (!command_check_options(a, "compare of folders", "json csv metric full wide width to", e) ||
        !operands_check_settings(&command_compare, a, e) || !command_screen(&screen, a, e) ||
        !merge_folders(&f, a->operand, a->operands, e))
        return false;
    bool ok = (!a->settings.count || merge_choose_pairs(&f, &a->settings, e)) &&
              command_metrics(&chosen, a, &f.result.task, e);
    f.result.only_read = true;
    if (ok) {
        struct comparison_tables tables;
        fill(&tables, &f.result, a->full, &a->arena);
        print_tables(&f.result, &tables, chosen, a, &screen);
        ok = !a->to || compare_to_write(&f.result, &tables, chosen, a, e);
    }
    result_free(&f);
    return ok;
}

/* ---- Training */

static bool train(struct arguments *a, struct error *e) {
    static struct comparison_result c;
    struct screen screen;
    char folder[PATH_MAX_LENGTH];
    command_leave_on_signals();
    if (!command_begin_from(a, true, e))
        return false;
    command_leave_out(a, true);
    if (a->parts)
        return part_of_comparison(a, e);
    if (!command_screen(&screen, a, e) || !comparison_folder(folder, a, e))
        return false;
    struct progress p;
    struct task_input in = command_input(&p);
    bool planned = compare_plan(&c, &a->settings, &in, &a->arena, e);
    progress_end(&p);
    unsigned chosen;
    if (!planned || !command_metrics(&chosen, a, &c.task, e) ||
        !members_find_status(&c, folder, a->retry_failed, !a->dry_run, e))
        return false;
    command_tell_left_out(a);
    comparison_tell(&c);
    if (a->dry_run)
        return comparison_dry_run(&c, a, &screen), true;
    struct comparison_watch w = comparison_watch_one(&c);
    bool ok = compare_run(&c, &a->settings, comparison_watch(&w, a), e);
    comparison_end(&w);
    return ok && report(&c, a, &screen, chosen, e);
}

static bool run(struct arguments *a, struct error *e) {
    bool folders = false;
    if (!compare_to_check(a, e) || !operands_are_folders(&folders, &command_compare, a, 0, e))
        return false;
    return folders ? show_folders(a, e) : operands_set_members(&command_compare, a, 0, e) && train(a, e);
}

const struct command command_compare = {
    .name = "compare",
    .summary = "train several encodings with several seeds and print one table",
    .operand = "[MEMBER... | FOLDER...]",
    .operands = OPERANDS_MAX,
    .settings = true,
    .configs = true,
    .folders = true,
    .options = "from run part jobs dry-run retry-failed to json csv metric full wide width",
    .wording = command_table_options,
    .text = command_compare_txt,
    .run = run,
};
