/* compare.c -- poslab compare: all encodings with all seeds, and the table. */
#include <stdio.h>
#include <string.h>

#include "base/file_lock.h"
#include "command/command.h"
#include "command/compare_to.h"
#include "command/comparison_progress.h"
#include "command/operands.h"
#include "command/part.h"
#include "format/checksum.h"
#include "result/answer.h"
#include "result/fill.h"
#include "study/merge_folders.h"

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

/* ---- Folders of results beside each other */

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
        !(a->dry_run ? compare_look : compare_mark)(&c, folder, a->retry_failed, e))
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
    .options = "from run part jobs dry-run retry-failed to json csv metric full wide width",
    .wording = command_table_options,
    .details = "Trains each encoding with five seeds and answers on one screen: accuracy in range (at the trained "
               "lengths) and beyond, with 95 % intervals, the extrapolation policy that helps each most, and sentences "
               "that say what the numbers show. --full prints every policy, length, difference and seed. Run again, "
               "after an interruption or with more seeds, encodings, lengths or policies, it trains what is missing. "
               "Given folders, it prints their results in one table.\n"
               "\n"
               "  compare.encodings=\"none, rope\"   what to compare; all: every encoding\n"
               "  compare.members=\"rope base=100, gru/none\"  the same, with options\n"
               "  compare.seeds=20                 seeds 1..20 of each\n"
               "  compare.grid=\"d_model=16,32\"     one model per value\n"
               "  compare.pairs=\"rope - learned\"   which differences to show\n"
               "\n"
               "  poslab compare\n"
               "  poslab compare configs/first.ini compare.encodings=all\n"
               "  poslab compare learned rope \"rope base=100\" gru/none\n"
               "  poslab compare runs/compare runs/longer\n"
               "  poslab compare compare.grid=\"learning_rate=1e-3..1e-2 log 3\"\n",
    .reference =
        "MEMBERS\n"
        "compare.encodings lists encodings (rope), mixers (gru: a recurrence without positions), both (gru/sinusoidal) "
        "and\n"
        "several encodings in one model (sinusoidal+alibi). \"all\" is every encoding and every recurrence.\n"
        "\n"
        "compare.members is the same list with options, separated by commas: \"learned, rope base=100, sinusoidal\n"
        "positions=random\". rope+ntk is rope, evaluated only under the policy ntk. baseline/NAME is a baseline, "
        "trained on the\n"
        "same examples: baseline/bag is a bag of words, baseline/bigrams adds pairs of neighbours (`poslab list "
        "baselines`).\n"
        "A member may have seeds of its own: \"learned, rope seeds=1..20\".\n"
        "  poslab compare compare.encodings=\"alibi, sinusoidal+alibi\"\n"
        "\n"
        "An option on the command line applies to all members that have it; rope.base=100 applies to rope only. A "
        "comparison has\n"
        "at most 100000 members.\n"
        "\n"
        "Members may also be words of the command line, in place of a config file's list: `poslab compare rope \"rope "
        "base=100\"\n"
        "gru/none`. If a word is also the name of a folder, it means the member; ./rope means the folder.\n"
        "\n"
        "GRID\n"
        "compare.grid=\"learning_rate=0.002,0.004 d_model=16,32\" trains four models of each member with every seed. "
        "The values\n"
        "of a key are a list (heads=1,2), whole numbers (heads=1..4) or a range: d_model=16..64 linear 4, or\n"
        "learning_rate=1e-4..1e-2 log 5, which is five values with equal factors between them, both ends included.\n"
        "rope.base=9,99 applies to rope only. A member without the option is trained once. In a config file a list may "
        "continue on lines that begin with a blank.\n"
        "\n"
        "THE FIRST SCREEN\n"
        "A row for each model under its first policy, which leaves positions beyond training as they are, and below it "
        "the best other policy if it is better for certain (marked, see DIFFERENCES). If the terminal is too small for "
        "all models, those that are best at the longest length are shown. The sentences follow from the pass mark "
        "(compare.gate) and from marked\n"
        "differences. \"N seeds would tell\" means that N seeds find a true difference of this size in half of all "
        "cases.\n"
        "\n"
        "DIFFERENCES\n"
        "Each model is compared with the first, seed by seed (in a grid, with the first of the same combination), and "
        "each other\n"
        "policy of a model with its first one. Only the longest length is tested, or all rows of a test file together: "
        "the fewer the tests, the smaller the differences that can be found. --full tests all lengths.\n"
        "\n"
        "compare.pairs=\"ROW - ROW, ...\" chooses other pairs, which are tested at all lengths. Rows have the names of "
        "the table:\n"
        "\"rope+interpolate - learned+interpolate\". A name without a policy means the first row of that model. You "
        "can choose\n"
        "other pairs later: nothing is trained again.\n"
        "  poslab compare compare.pairs=\"rope+interpolate - learned+interpolate\"\n"
        "\n"
        "A difference with * is real at 5 % after Holm's correction for all that were tested. One without may be real, "
        "too: the line below the table says which true difference this many seeds find in half of all cases. That is "
        "the half-width of the interval at the strictest of Holm's limits: the critical value of Student's t times the "
        "standard error over seeds, or\n"
        "more where few examples or a bound widen it. It is the median over rows; the smallest and the largest are in "
        "brackets.\n"
        "\n"
        "THE FOLDER\n"
        "Each model has a process and a folder of its own inside --run DIR. Without --run the folder is runs/compare; "
        "settings that differ from the defaults are added to its name: runs/compare-reverse-steps-1600. A long name "
        "ends in a checksum of all\n"
        "settings. Members, seeds, lengths and policies are not in the name: new ones are added to the folder, and "
        "nothing is removed. compare prints what you asked for; compare.json has everything in the folder. Nothing is "
        "ever written to a folder that holds other files.\n"
        "\n"
        "compare --run DIR prints everything in DIR and trains what is missing. Members, seeds, lengths or policies "
        "may be given\n"
        "without repeating DIR's settings.\n"
        "  poslab compare t5 compare.seeds=1..3 --run runs/mine\n"
        "\n"
        "A model that failed for good (it diverged, its data are bad, or poslab crashed) is not trained again. Its "
        "folder has a failure.json. --retry-failed trains it again.\n"
        "\n"
        "For new lengths or policies finished models are evaluated again; where train.keep=none left no checkpoint, "
        "they are\n"
        "trained again. If the lengths come from the rows of a file, all lengths in the folder are printed.\n"
        "\n"
        "A finished member has at most 5 files, with train.keep=last 4, with train.keep=none 2: config.ini and "
        "eval.json, from\n"
        "which all tables and curves are made (`poslab help train --all`). A new train.keep applies to finished "
        "members, too.\n"
        "\n"
        "SEVERAL FOLDERS\n"
        "compare A B ... prints the results of several folders, of runs or of comparisons, in one table. They must be "
        "about the\n"
        "same task; the lengths and the rows of a file that models were trained on may differ.\n"
        "\n"
        "Each row names its folder in brackets: by the settings that differ, if they are few and short (rope "
        "[steps=1600]), else by the folder's name. A list below the table says which folder each is.\n"
        "\n"
        "A mean is over the seeds of one folder. The columns are the lengths of all folders; a cell is empty where a "
        "folder was\n"
        "not evaluated, and a line below says so. Where trained lengths differ, \"in range\" is each folder's own, and "
        "the other\n"
        "columns are words.\n"
        "\n"
        "Each row is compared with the row of the same name in the first folder that has one, else with the first row "
        "of its own\n"
        "folder, over the seeds that both have. Folders that were evaluated on other examples (eval.seed, "
        "eval.examples) are not\n"
        "subtracted. compare.pairs and compare.gate may be given, and no other setting.\n"
        "  poslab compare runs/compare runs/longer \\\n"
        "      compare.pairs=\"rope [steps=1600] - rope [steps=800]\"\n"
        "\n"
        "OTHER RUNS' WEIGHTS\n"
        "--from RUN starts every member with the weights and settings of RUN (`poslab help train --all`).\n"
        "{seed} in its name is the member's seed.\n"
        "  poslab compare --from \"runs/rope16/rope-seed{seed}\" task.words=4..64 \\\n"
        "      compare.grid=\"extrapolation=extend,interpolate steps=50,200\"\n"
        "\n"
        "PARTS\n"
        "--part K/N trains every N-th member, from the K-th on, and prints one line:\n"
        "  part 3/20 of runs/x: 10 of 10 models finished (8 before) in 12.3 s\n"
        "Parts share DIR and may run at the same time, on other machines as well. Exit code 0: all of this part is "
        "finished.\n"
        "75: something was stopped or is in use elsewhere; run it again. 1: some failed. The same command without "
        "--part trains what is missing and prints the complete result.\n"
        "\n"
        "STOPPING\n"
        "Ctrl-C, SIGTERM, SIGHUP, SIGUSR1 or SIGXCPU: every member writes a checkpoint; the exit code is 75. It is "
        "also 75\n"
        "where a member is in use elsewhere; the others are trained.\n"
        "\n"
        "DRY RUN\n"
        "--dry-run lists the members, says how many are finished, and estimates time and disk for the others: from the "
        "finished\n"
        "ones, or from a few steps, in about a second. Nothing is written.\n"
        "  poslab compare compare.seeds=1..50 --dry-run | tail -3\n"
        "\n"
        "METRICS\n"
        "--metric chooses what the tables show: see `poslab help eval`. --json and --csv have all metrics.\n"
        "\n"
        "JSON\n"
        "--json prints one object. [L] is an array with a value for each of its lengths. Every metric has an object of "
        "its own,\n"
        "as accuracy has here.\n"
        "  task                the name of the task\n"
        "  lengths             [L], in words\n"
        "  trained_length      the longest in training, in words\n"
        "  gate                the pass mark: the accuracy in range that a seed must reach\n"
        "  chance              {accuracy [L]}\n"
        "  in_range_chance     {accuracy}\n"
        "  all_chance          {accuracy}, of a test file\n"
        "  baselines           [{name, accuracy {value [L], in_range}}]\n"
        "  members             [{name, mixer, encoding, seed, policy, passed_gate, steps, seconds, accuracy {value "
        "[L], in_range, training (with task.examples)}}]\n"
        "  evaluations         {FOLDER: the checksum of its eval.json}, for `poslab verify`\n"
        "  summary             [{name, mixer, encoding, policy, applicable, passed {count, of, low, high}, n, accuracy "
        "{mean [L], low [L], high [L], in_range {mean, low, high}}}]\n"
        "  paired              [{a, b, n, accuracy {mean [L], low [L], high [L], p [L], marked [L], in_range {...}}}], "
        "row a minus row b, by seed; p and marked are null where nothing was tested\n"
        "  holm                {accuracy {differences, marked, detectable {low, median, high}}}: how many were tested "
        "and are marked, and the true difference found in half of all cases\n"
        "  kernels             [name], of the matrix products\n"
        "  kernels_note        where there are several\n"
        "  seconds             how long it took\n"
        "  folders             of several: [{name, path, settings, trained_shortest, trained_length, lengths, "
        "in_range_chance, written}]\n"
        "  folders_note        what a reader should know of them\n"
        "Where a test file has rows of several lengths, `all`, next to in_range, is all of them together. A baseline "
        "has the mixer\n"
        "\"baseline\", and its name for an encoding. Where members differ in options, members and summary have "
        "settings\n"
        "{learning_rate ...}: what each model has, null where it has no such setting. Of several folders they have the "
        "folder's\n"
        "name, and trained_length is null where folders differ in it.\n"
        "\n"
        "low and high are the ends of the 95 % interval, null with one seed; in passed, of the share of all seeds that "
        "would\n"
        "reach the gate. steps_to_99, tokens_per_second and weights (`poslab help eval --all`) are next to accuracy, "
        "for in_range only. Their means are geometric; in paired, a is divided by b. A seed that never reaches 99 "
        "% counts with its last\n"
        "step, which is a lower bound: high is then null, and so is the mean where no seed gets there; a ratio through "
        "it has a\n"
        "low of 0. Where a policy is not applicable to an encoding,\n"
        "its numbers are null. A member without a result has policy and accuracy null, and a failure.\n"
        "\n"
        "compare.json in the folder is this document, of all that the folder has, without --full and seconds. It has a "
        "checksum,\n"
        "which `poslab verify` checks.\n"
        "Only --json also has observations, a flat list for pandas or R, one number per object: {name, mixer, "
        "encoding, seed, policy, each setting that differs between members, evaluated_at, length_low, length, metric, "
        "value, n (targets it is the mean of)}.\n"
        "pandas.DataFrame(document[\"observations\"]) reads it.\n"
        "\n"
        "With --dry-run: {folder, models, finished, failed, members [{name, label, seed, finished, failed}], seconds "
        "(of one\n"
        "process), seconds_with_jobs, jobs, bytes, source}. With --part: {part, parts, models, finished, before, "
        "failed,\n"
        "stopped (or in use elsewhere, or not begun), seconds}.\n"
        "\n"
        "CSV\n"
        "The columns are name, mixer, encoding, policy, passed, passed_of, folder (of several), one for each setting "
        "that differs between members, evaluated_at, length_low, length, metric, mean, low, high, n, chance. "
        "evaluated_at is in_range or a length (1x,\n"
        "2x). Baselines other than chance are rows with only a name. Accuracy runs from 0 to 1; loss is in nats.\n"
        "With --dry-run the columns are folder, name, label, seed, finished, failed; with --part part, parts, models, "
        "finished,\n"
        "before, failed, stopped, seconds.\n",
    .run = run,
};
