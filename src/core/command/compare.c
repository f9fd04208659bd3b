/* compare.c -- poslab compare: all encodings with all seeds, and the table; what would be trained (--dry-run), part of
 * it (--part), the table as a file (--to), and the table of a folder. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/file.h"
#include "base/file_lock.h"
#include "base/text.h"
#include "cli/choices.h"
#include "cli/operands.h"
#include "cli/say.h"
#include "cli/signals.h"
#include "command/command.h"
#include "command/comparison_progress.h"
#include "format/checksum.h"
#include "format/json.h"
#include "result/answer.h"
#include "result/comparison_document.h"
#include "study/comparison_folder.h"
#include "study/estimate.h"
#include "study/find_finished.h"
#include "study/plan.h"
#include "study/read_results.h"
#include "study/result.h"
#include "study/series.h"
#include "study/summarise.h"

enum { NEXT = 1 }; /* lines */

/* What is printed, and written to the file of --to. */
struct comparison_output {
    const struct comparison_result *c;
    struct comparison_tables tables;
    unsigned chosen; /* metrics */
    struct arguments *a;
    const char *next; /* what to do then; NULL: not known yet */
};

/* Fills the tables; with --full again, once the differences at all lengths are tested together. */
static void fill(struct comparison_tables *t, struct comparison_result *c, bool full, struct arena *arena) {
    c->full = full;
    if (full)
        compare_summarise(c);
    comparison_fill(t, c, arena);
}

/* The document of --json: why models fall or hold, and each number as an object of its own as well; a new reference. */
static json_t *document(const struct comparison_output *all) {
    json_t *json = comparison_json(all->c, &all->tables);
    json_object_set_new(json, "why", comparison_why(all->c));
    json_object_set_new(json, "observations", table_observations(&all->tables.members));
    return json;
}

static void print(struct comparison_output *all, const struct screen *s) {
    const struct arguments *a = all->a;
    if (a->json)
        command_print_json(document(all));
    else if (a->csv)
        table_csv_seeds(stdout, &all->tables.summary, &all->tables.members);
    else if (all->c->rows && a->full)
        comparison_terminal(s, all->c, &all->tables, all->chosen, &all->a->arena);
    else if (all->c->rows)
        all->next = answer_terminal(s, all->c, all->chosen, NEXT, &all->a->arena);
}

/* ---- The table as a file, whose name says in which form */

/* For a paper: the rows of the first screen at all lengths; with --full all rows, and their differences. */
static void fill_paper(FILE *out, const struct comparison_output *all) {
    struct arguments *a = all->a;
    void (*write)(FILE *, const struct table *) = text_ends(a->to, ".md") ? table_markdown : table_latex;
    struct answer answer;
    struct table t = all->tables.summary, pairs = all->tables.pairs;
    if (!a->full) {
        answer_find(&answer, all->c, METRIC_ACCURACY, &a->arena);
        fill_answer(&t, &answer, false, true, &a->arena);
        struct table_value *last = &t.value[t.values - 1];
        last->detail =
            answer.policy ? arena_format(&a->arena, "%s + %s", last->detail, answer.policy->name) : last->detail;
        for (int k = 0; k < t.layers; k++)
            t.layer[k].caption = all->tables.summary.layer[k].caption;
    }
    t.corner = "words";
    t.drawn = pairs.drawn = all->chosen;
    write(out, &t);
    if (a->full && pairs.rows)
        write(out, &pairs);
}

static void fill_file(FILE *out, const void *shown) {
    const struct comparison_output *all = shown;
    if (text_ends(all->a->to, ".json")) {
        json_t *json = document(all);
        char *text = json_text(json);
        fprintf(out, "%s\n", text);
        free(text);
        json_decref(json);
    } else if (text_ends(all->a->to, ".csv")) {
        table_csv_seeds(out, &all->tables.summary, &all->tables.members);
    } else {
        fill_paper(out, all);
    }
}

/* ---- What was trained */

/* The text of compare.json: of all that the folder has, whatever this call asked for. Where that is the same the tables
 * are this call's, and *filled. */
static char *document_of_folder(struct comparison_result *c, struct comparison_tables *tables, bool *filled,
                                struct error *e) {
    static struct result all;
    *filled = compare_is_whole(c);
    struct comparison_result *of = *filled ? c : &all.result;
    if (!(*filled ? compare_collect(c, e) : result_look(&all, c->folder, e))) {
        *filled = false;
        return NULL;
    }
    fill(tables, of, false, of->arena);
    json_t *json = comparison_json(of, tables);
    json_object_del(json, "seconds");
    char *text = checksum_text(json);
    json_decref(json);
    result_free(&all);
    return text;
}

/* Leaves it in the folder. A call that trained nothing finds it there: it takes no lock, and writes nothing. */
static bool save(struct comparison_result *c, struct comparison_tables *tables, bool *filled, struct error *e) {
    char path[PATH_MAX_LENGTH];
    struct file_lock lock;
    bool locked = compare_before(c) < c->members || folder_has(c->folder, LOCK_FILE), same;
    if (!file_path(path, c->folder, COMPARISON_FILE, e))
        return false;
    locked = locked && compare_lock(&lock, c->folder, e);
    char *text = document_of_folder(c, tables, filled, e);
    same = text && file_holds(path, text);
    if (text && !same && !locked && (locked = compare_lock(&lock, c->folder, e))) {
        free(text);
        text = document_of_folder(c, tables, filled, e); /* others may have finished models */
    }
    bool ok = same || (text && locked && file_write(path, text, strlen(text), e));
    free(text);
    if (locked)
        file_unlock(&lock);
    return ok;
}

static void next(const struct screen *s, const struct comparison_output *all, struct arena *arena) {
    struct answer answer;
    const char *first = all->next, *report = arena_format(arena, "report %s", text_quote(all->c->folder, arena));
    if (!first) {
        answer_find(&answer, all->c, METRIC_ACCURACY, arena);
        first = answer_next(&answer, arena);
    }
    command_next(s, (const char *const[]){first, report, NULL});
}

static bool report(struct comparison_result *c, struct arguments *a, const struct screen *s, unsigned chosen,
                   struct error *e) {
    struct error failed = {0}, unsaved;
    struct comparison_output all = {.c = c, .chosen = chosen, .a = a};
    bool finished = comparison_finished(c, &failed), filled = false;
    bool saved = save(c, &all.tables, &filled, &unsaved), text = !command_is_document(a);
    if (!filled && !compare_collect(c, e)) /* only now: both take much memory */
        return false;
    if (!filled || a->full)
        fill(&all.tables, c, a->full, &a->arena);
    print(&all, s);
    if (text && (a->full || !c->rows)) {
        fputc('\n', s->out);
        screen_say(s, 0, "%d model%s in %.1f s (%d finished before); runs%s are in %s.", c->members,
                   text_plural(c->members), c->seconds, compare_before(c), saved ? " and compare.json" : "", c->folder);
    }
    if (text && saved && c->rows)
        next(s, &all, &a->arena);
    if (!saved)
        return *e = unsaved, false;
    if (a->to && !file_fill(a->to, fill_file, &all, e))
        return false;
    *e = failed;
    return finished;
}

/* ---- What would be trained */

/* What is left to do. */
struct plan {
    const struct comparison_result *c;
    struct estimate estimate; /* nothing known: nothing is left, or nothing is finished */
    int jobs;
    double seconds, with_jobs, bytes; /* of all that are left; with so many processes */
};

/* More processes than processors are no faster, and the one that takes longest is not split. */
static void estimate(struct plan *p, struct arena *arena) {
    const struct comparison_result *c = p->c;
    int processors = command_processors();
    double longest = 0;
    if (compare_count(c, STATUS_WAITING) == 0)
        return;
    estimate_measure(&p->estimate, c, arena);
    for (int k = 0; k < c->members; k++) {
        if (c->member[k].status != STATUS_WAITING)
            continue;
        double seconds = estimate_seconds(&p->estimate, c, k, c->member[k].step);
        p->seconds += seconds;
        longest = seconds > longest ? seconds : longest;
        p->bytes += c->member[k].step ? 0 : estimate_pace(&p->estimate, k)->bytes; /* else its files are there */
    }
    p->with_jobs = p->seconds / (p->jobs < processors ? p->jobs : processors);
    p->with_jobs = p->with_jobs > longest ? p->with_jobs : longest;
}

static void print_plan(const struct plan *p, const struct screen *s, struct arena *arena) {
    const struct comparison_result *c = p->c;
    char one[32], several[32], bytes[32];
    for (const struct member *m = c->member; m < c->member + c->members; m++)
        fprintf(s->out, "%s%s\n", m->name,
                m->status == STATUS_FINISHED ? "  finished"
                : m->retried                 ? "  failed before"
                                             : "");
    fputc('\n', s->out);
    screen_say(s, 0, "%d model%s, %d of them finished%s; they go to %s.", c->members, text_plural(c->members),
               compare_count(c, STATUS_FINISHED),
               c->retried ? arena_format(arena, ", %d failed before", c->retried) : "", text_shown(c->folder, arena));
    if (!p->estimate.known)
        return;
    text_duration(one, sizeof one, p->seconds);
    text_duration(several, sizeof several, p->with_jobs);
    screen_say(s, 0, "Time left: about %s with one process, %s with --jobs %d (as long as the finished ones took).",
               one, several, p->jobs);
    screen_say(s, 0, "Disk: about %s more.", text_bytes(bytes, sizeof bytes, p->bytes));
}

static json_t *plan_json(const struct plan *p, struct arena *arena) {
    const struct comparison_result *c = p->c;
    json_t *members = json_array();
    for (const struct member *m = c->member; m < c->member + c->members; m++)
        json_array_append_new(members,
                              json_pack("{ss ss si sb sb}", "name", m->name, "label", m->label, "seed", m->seed,
                                        "finished", m->status == STATUS_FINISHED, "failed", m->retried));
    json_t *all = json_pack("{ss si si si so}", "folder", text_shown(c->folder, arena), "models", c->members,
                            "finished", compare_count(c, STATUS_FINISHED), "failed", c->retried, "members", members);
    if (p->estimate.known)
        json_object_update_new(all, json_pack("{sf sf si sf}", "seconds", p->seconds, "seconds_with_jobs", p->with_jobs,
                                              "jobs", p->jobs, "bytes", p->bytes));
    return all;
}

/* Of a comparison whose folder was read. */
static void dry_run(const struct comparison_result *c, struct arguments *a, const struct screen *s) {
    struct plan p = {.c = c, .jobs = a->jobs ? a->jobs : command_processors()};
    estimate(&p, &a->arena);
    if (a->json)
        command_print_json(plan_json(&p, &a->arena));
    else
        print_plan(&p, s, &a->arena);
}

/* A folder of results. */
static bool show_folder(struct arguments *a, struct error *e) {
    static struct result f;
    struct screen screen;
    struct comparison_output all = {.c = &f.result, .a = a};
    if (!operands_check_one_folder("compare", a, false, e) ||
        !command_check_options(a, "compare of a folder", "json csv metric full width to", e) ||
        !operands_check_settings(&command_compare, a, e) || !command_screen(&screen, a, e) ||
        !result_read(&f, a->operand[0], e))
        return false;
    bool ok = (!a->settings.count || compare_summarise_with(&f.result, &a->settings, e)) &&
              command_metrics(&all.chosen, a, &f.result.task, e);
    f.result.only_read = true;
    if (ok) {
        fill(&all.tables, &f.result, a->full, &a->arena);
        print(&all, &screen);
        ok = !a->to || file_fill(a->to, fill_file, &all, e);
    }
    result_free(&f);
    return ok;
}

static const struct comparison_result *itself(const void *c, int i) {
    (void)i;
    return c;
}

/* Trains what waits; *w is then what became of it. */
static bool train(struct comparison_result *c, struct comparison_watch *w, struct arguments *a, struct error *e) {
    *w = (struct comparison_watch){progress_start("comparing"), 1, itself, c};
    bool ok = compare_run(c, &a->settings, comparison_watch(w, a), e);
    comparison_end(w);
    return ok;
}

/* Where all of a part are finished the task, whose files may be large, is not needed. */
static bool run_part(struct comparison_result *c, const char *folder, struct arguments *a, struct error *e) {
    struct progress p;
    struct task_input in = command_input(&p);
    struct comparison_watch w;
    int number = 0;
    c->part = a->part;
    c->parts = a->parts;
    compare_take_part(c, &number);
    bool ok = members_find_status(c, folder, true, e) &&
              (compare_count(c, STATUS_WAITING) == 0 || compare_prepare(c, &in, e));
    progress_end(&p);
    if (!ok)
        return false;
    command_tell_left_out(a);
    comparison_tell(c);
    ok = train(c, &w, a, e);
    return part_report(&w, a, folder, ok, e);
}

static bool run_all(struct comparison_result *c, const char *folder, struct arguments *a, const struct screen *s,
                    struct error *e) {
    struct progress p;
    struct task_input in = command_input(&p);
    struct comparison_watch w;
    unsigned chosen;
    bool planned = compare_prepare_all(c, &a->settings, &in, e);
    progress_end(&p);
    if (!planned || !command_metrics(&chosen, a, &c->task, e) || !members_find_status(c, folder, !a->dry_run, e))
        return false;
    command_tell_left_out(a);
    comparison_tell(c);
    if (a->dry_run)
        return dry_run(c, a, s), true;
    return train(c, &w, a, e) && report(c, a, s, chosen, e);
}

static bool run(struct arguments *a, struct error *e) {
    static struct comparison_result c;
    struct screen screen;
    char folder[PATH_MAX_LENGTH];
    char shown[TEXT_PRINTABLE];
    bool folders = false;
    if (a->to && !text_ends(a->to, ".md") && !text_ends(a->to, ".tex") && !text_ends(a->to, ".csv") &&
        !text_ends(a->to, ".json"))
        return error_set(e, EXIT_USAGE, "compare --to %s: expected a name that ends in .md, .tex, .csv or .json",
                         text_printable(shown, a->to));
    if (!operands_are_folders(&folders, &command_compare, a, e))
        return false;
    if (folders)
        return show_folder(a, e);
    if (!operands_set_members(&command_compare, a, e))
        return false;
    command_leave_on_signals();
    if (!command_begin_from(a, true, e))
        return false;
    command_leave_out(a, true);
    if (!(a->parts ? command_check_options(a, "compare --part", "run part jobs json", e)
                   : command_screen(&screen, a, e)) ||
        (a->dry_run &&
         !command_check_options(a, "compare --dry-run", "from run jobs dry-run to json metric full width", e)) ||
        !comparison_folder(folder, &c, a, e))
        return false;
    return a->parts ? run_part(&c, folder, a, e) : run_all(&c, folder, a, &screen, e);
}

const struct command command_compare = {
    .name = "compare",
    .place = 10,
    .summary = "train several encodings with several seeds and print one table",
    .operand = "[MEMBER... | FOLDER]",
    .operands = OPERANDS_MAX,
    .settings = true,
    .configs = true,
    .folder = true,
    .options = "from run part jobs dry-run to json csv metric full width",
    .wording = command_table_options,
    .text = command_compare_txt,
    .run = run,
};
