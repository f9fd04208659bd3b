/* compare.c -- poslab compare: all encodings with all seeds, and the table. */
#include <stdio.h>
#include <string.h>

#include "base/file_lock.h"
#include "command/command.h"
#include "command/members.h"
#include "command/part.h"
#include "format/checksum.h"
#include "present/fill.h"
#include "study/member.h"

static void print(const struct comparison_result *c, struct comparison_tables *t, unsigned chosen, struct arguments *a,
                  const struct screen *s, json_t *json, bool saved) {
    if (a->json) {
        json_t *all = json_copy(json);
        json_object_set_new(all, "observations", table_observations(&t->members));
        command_print_json(all);
    } else if (a->csv) {
        table_csv(stdout, &t->summary);
    } else {
        if (c->rows)
            comparison_terminal(s, c, t, chosen, &a->arena);
        fputc('\n', s->out);
        screen_say(s, 0, "%d model%s in %.1f s (%d finished before); runs%s are in %s.", c->members,
                   c->members == 1 ? "" : "s", c->seconds, compare_before(c), saved ? " and compare.json" : "",
                   c->folder);
    }
}

/* Whether a member that was in use elsewhere has a result by now: whoever trained it knows more. */
static bool is_overtaken(const struct comparison_result *c) {
    char folder[PATH_MAX_LENGTH];
    struct error e;
    bool found = false;
    for (const struct member *m = c->member; m < c->member + c->members && !found; m++)
        found =
            m->status == STATUS_STOPPED && member_folder(folder, c, m, &e) && member_state(folder) == MEMBER_FINISHED;
    return found;
}

/* Whether it was written: not by a call that others have overtaken. */
static bool save(const struct comparison_result *c, json_t *json, bool *saved, struct error *e) {
    char path[PATH_MAX_LENGTH];
    struct file_lock lock;
    *saved = false;
    if (!file_path(path, c->folder, COMPARISON_FILE, e) || !compare_lock(&lock, c->folder, e))
        return false;
    bool overtaken = is_overtaken(c);
    *saved = !overtaken && checksum_save(json, path, e);
    file_unlock(&lock);
    return overtaken || *saved;
}

/* Leaves the JSON document in the folder, prints it or the tables. */
static bool report(struct comparison_result *c, struct arguments *a, const struct screen *s, unsigned chosen,
                   struct error *e) {
    struct error failed = {0};
    bool finished = members_finished(c, &failed);
    if (!compare_collect(c, e))
        return false;
    struct comparison_tables tables;
    comparison_fill(&tables, c, &a->arena);
    json_t *json = comparison_json(c, &tables);
    bool saved, ok = save(c, json, &saved, e);
    print(c, &tables, chosen, a, s, json, saved);
    json_decref(json);
    if (ok)
        *e = failed;
    return ok && finished;
}

static bool run(struct arguments *a, struct error *e) {
    static struct comparison_result c;
    struct screen screen;
    struct folder_fit fit;
    char folder[PATH_MAX_LENGTH];
    command_leave_on_signals();
    command_leave_out(a, true);
    if (a->parts)
        return part_of_comparison(a, e);
    if (!command_screen(&screen, a, e))
        return false;
    struct progress p;
    struct task_input in = command_input(&p);
    bool planned = compare_plan(&c, &a->settings, &in, &a->arena, e);
    progress_end(&p);
    unsigned chosen;
    if (!planned || !command_metrics(&chosen, a, &c.task, e) || !members_own_folder(folder, &fit, &c, a, e) ||
        !(a->dry_run ? compare_look : compare_mark)(&c, folder, a->retry_failed, e))
        return false;
    command_tell_left_out(a);
    members_tell(&c, &fit);
    if (a->dry_run)
        return members_dry_run(&c, a, &screen), true;
    struct members_watch w = members_watch_one(&c);
    bool ok = compare_run(&c, &a->settings, members_watch(&w, a), e);
    members_end(&w);
    return ok && report(&c, a, &screen, chosen, e);
}

const struct command command_compare = {
    .name = "compare",
    .summary = "train several encodings with several seeds and print one table",
    .settings = true,
    .options = "run part jobs dry-run retry-failed json csv metric wide width",
    .wording = command_table_options,
    .details =
        "Members are compare.encodings x compare.grid x compare.seeds, each in a process and a folder of its own "
        "inside --run DIR\n"
        "(default: runs/compare, or the next free number). Finished members are not run again: after an\n"
        "interruption call the same command again. Nor are those that failed for good, which have a failure.json in\n"
        "their folders: they diverged, their data are bad, or poslab crashed. --retry-failed trains them again.\n"
        "\n"
        "--part K/N trains every N-th member, from the K-th on, and prints one line:\n"
        "  part 3/20 of runs/x: 10 of 10 models finished (8 before) in 12.3 s\n"
        "Parts share DIR and may run at the same time, on other machines as well. Exit code 0: all of this part is\n"
        "finished; 75: something was stopped or is in use elsewhere, call it again; 1: some failed. The same call\n"
        "without --part trains what is missing and prints what one call for all of it would. With --json a part\n"
        "prints {part, parts, models, finished, before, failed, stopped (or in use elsewhere, or not begun),\n"
        "seconds}.\n"
        "\n"
        "More seeds, members, values of the grid, lengths or policies are added to what DIR has. For new lengths or\n"
        "policies finished models are evaluated anew; where train.keep = none left no checkpoint they are trained\n"
        "again. Models that no longer belong to the comparison are named and left alone. Without --run a folder is\n"
        "taken that has the same models or fewer.\n"
        "\n"
        "Ctrl-C, SIGTERM, SIGHUP, SIGUSR1 or SIGXCPU: every member writes a checkpoint, exit code 75. It is also 75\n"
        "where a member is in use elsewhere; the others are trained.\n"
        "\n"
        "A finished member has at most 5 files, with train.keep=last 4, with train.keep=none 2: config.ini and\n"
        "eval.json, which all tables and curves are made from (see `poslab help train`). Members that were finished\n"
        "before keep what the present call says.\n"
        "\n"
        "compare.encodings lists encodings, mixers (gru: without positions), both (gru/sinusoidal) and several\n"
        "encodings in one model (sinusoidal+alibi); `all` is every encoding and every recurrence. compare.members is "
        "the same with options of a member's own, separated\n"
        "by commas: \"learned, rope base=100, sinusoidal positions=random, rope+ntk\" (a policy is evaluated\n"
        "alone). baseline/NAME is a baseline, trained on the same examples (`poslab list baselines`): baseline/bag "
        "for\n"
        "a bag of words, baseline/bigrams with pairs of neighbours. An option on the command line holds for all "
        "members that have it; rope.base=100 for rope alone.\n"
        "\n"
        "compare.grid has every member once for each combination of values, as if these options were its own:\n"
        "compare.grid=\"learning_rate=0.002,0.004 d_model=16,32\" trains four of each with every seed. The values of "
        "a\n"
        "key are a list, whole numbers (heads=1..4) or a range (d_model=16..64 linear 4, learning_rate=1e-4..1e-2 log "
        "5: five values, both ends among them, equal factors between). rope.base=9,99 is for rope alone; a member\n"
        "without the option is there once. A comparison has at most 100000 members. In a config file a list goes on\n"
        "in lines that begin with a blank.\n"
        "\n"
        "Each row is compared with the first, by seed; in a grid, with the first of the same combination.\n"
        "compare.pairs=\"ROW - ROW, ...\" chooses other pairs of rows,\n"
        "named as the table names them (a model alone: its first row): \"rope+interpolate - learned+interpolate\".\n"
        "Marked is what is left of all differences shown after Holm's correction. Other pairs may be chosen later:\n"
        "nothing is trained anew.\n"
        "\n"
        "--dry-run lists the members, says how many are finished and estimates time and disk for the others: as the "
        "finished ones took, or from a few steps, in about a second. Nothing is written. With --json: {folder, models, "
        "finished, failed, members [{name, label, seed, finished, failed}], seconds (of one process), "
        "seconds_with_jobs, jobs, bytes, "
        "source}.\n"
        "\n"
        "--metric names what the tables show, as in `poslab help eval`; --json and --csv have all of it.\n"
        "\n"
        "--json: {task, lengths (words), chance {accuracy (by length)}, in_range_chance {accuracy}, baselines\n"
        "[{name, accuracy {value (by length), in_range}}], all_chance {accuracy} (of a test file), trained_length "
        "(longest, words), gate, members [{name,\n"
        "mixer, encoding, seed, policy, passed_gate, steps, seconds, weights, accuracy {value (by length), in_range,\n"
        "training (with task.examples)}}], summary [{name, mixer, encoding, policy, applicable, passed {count, of,\n"
        "low, high}, weights, n, accuracy {mean, low, high (by length), in_range {mean, low, high}}}], paired [{a, b,\n"
        "n, accuracy {mean, low, high, p, marked (by length), in_range {...}}}] (row a less row b, by seed), holm\n"
        "{accuracy {differences, marked}}, kernels [names], kernels_note (where there are several), seconds}.\n"
        "Every metric has an object of its own, as accuracy has; where a test file has rows of several lengths, `all`\n"
        "beside in_range is all of them together. A baseline has the mixer \"baseline\" and its name for an encoding.\n"
        "Where members differ in options, members and summary\n"
        "have settings {learning_rate ...}: what each model has, null where it has no such setting. low and\n"
        "high are the ends of the 95 % interval, null with one seed; in passed, of the share of all seeds that would\n"
        "reach the gate. weights are the learned numbers of a model. Where a policy is not applicable to an\n"
        "encoding, its numbers are null. A member without a result has policy and accuracy null, and a failure.\n"
        "compare.json in the folder is the same document, with a checksum: `poslab verify` looks whether it fits.\n"
        "--csv: the columns name, mixer, encoding, policy, passed, passed_of, weights, one for each setting\n"
        "that members differ in, evaluated_at, length_low, length, metric, mean, low, high, n, chance. evaluated_at\n"
        "is in_range or a length (1x, 2x). Baselines other\n"
        "than chance are rows with a name alone. Accuracy runs from 0 to 1; loss is in nats.\n"
        "\n"
        "  poslab compare\n"
        "  poslab compare configs/first.ini compare.encodings=all compare.seeds=1..3\n"
        "  poslab compare compare.members=\"learned, rope base=100, rope, gru/none\"\n"
        "  poslab compare compare.grid=\"learning_rate=1e-3..1e-2 log 3\" compare.seeds=1..3\n"
        "  poslab compare compare.pairs=\"sinusoidal+interpolate - learned+interpolate\"\n",
    .run = run,
};
