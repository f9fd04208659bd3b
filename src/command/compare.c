/* compare.c -- poslab compare: all encodings with all seeds, and the table. */
#include <stdio.h>
#include <string.h>

#include "base/file.h"
#include "command/command.h"
#include "command/members.h"
#include "format/checksum.h"
#include "present/fill.h"
#include "study/member.h"

static const struct comparison_result *itself(const void *c, int i) {
    (void)i;
    return c;
}

/* What decides whether a folder fits. */
struct wanted {
    const struct comparison_result *c;
    const struct assignments *settings;
};

static bool fits(const void *user, const char *folder, struct error *e) {
    const struct wanted *w = user;
    return compare_fits(w->c, w->settings, folder, e);
}

static int finished_before(const struct comparison_result *c) {
    int count = 0;
    for (int k = 0; k < c->members; k++)
        count += c->member[k].before && c->member[k].status == STATUS_FINISHED;
    return count;
}

static void print(const struct comparison_result *c, struct comparison_tables *t, unsigned chosen, struct arguments *a,
                  const struct screen *s, json_t *json, bool saved) {
    if (a->json) {
        command_print_json(json_incref(json));
    } else if (a->csv) {
        table_csv(stdout, &t->summary);
    } else {
        if (c->rows)
            comparison_terminal(s, c, t, chosen, &a->arena);
        fputc('\n', s->out);
        screen_say(s, 0, "%d model%s in %.1f s (%d finished before); runs%s are in %s.", c->members,
                   c->members == 1 ? "" : "s", c->seconds, finished_before(c), saved ? " and compare.json" : "",
                   c->folder);
    }
}

/* Under the folder's lock; whoever has that will write it. */
static bool save(const struct comparison_result *c, json_t *json, struct error *e) {
    char path[PATH_MAX_LENGTH];
    int lock;
    if (!file_lock(c->folder, member_files, &lock, e))
        return e->code == EXIT_BUSY;
    bool ok = file_path(path, c->folder, COMPARISON_FILE, e) && checksum_save(json, path, e);
    file_unlock(lock);
    return ok;
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
    bool ok = save(c, json, e);
    print(c, &tables, chosen, a, s, json, ok);
    json_decref(json);
    if (ok)
        *e = failed;
    return ok && finished;
}

static bool run(struct arguments *a, struct error *e) {
    static struct comparison_result c;
    struct screen screen;
    char folder[PATH_MAX_LENGTH];
    if (!command_screen(&screen, a, e))
        return false;
    struct progress p;
    struct task_input in = command_input(&p);
    command_leave_on_signals();
    bool planned = compare_plan(&c, &a->settings, &in, &a->arena, e);
    progress_end(&p);
    unsigned chosen;
    if (!planned || !command_metrics(&chosen, a, &c.task, e) ||
        !members_folder(folder, a->run, "runs/compare", fits, &(struct wanted){&c, &a->settings}, e))
        return false;
    if (a->dry_run)
        return members_dry_run(&c, a, folder, &screen, e);
    struct members_watch w = {progress_start("comparing"), 1, itself, &c};
    bool ok = compare_run(&c, &a->settings, folder, members_watch(&w, a), e);
    members_end(&w);
    return ok && report(&c, a, &screen, chosen, e);
}

const struct command command_compare = {
    .name = "compare",
    .summary = "train several encodings with several seeds and print one table",
    .settings = true,
    .options = "run jobs dry-run retry-failed json csv metric wide width",
    .wording = command_table_options,
    .details =
        "Members are compare.encodings x compare.seeds, each in a process and a folder of its own inside --run DIR\n"
        "(default: runs/compare, or the next free number). Finished members are not run again: after an\n"
        "interruption call the same command again. Nor are those that failed for good, which have a failure.json in\n"
        "their folders: they diverged, their data are bad, or poslab crashed. --retry-failed trains them again.\n"
        "\n"
        "Ctrl-C, SIGTERM, SIGHUP, SIGUSR1 or SIGXCPU: every member writes a checkpoint, exit code 75. It is also 75\n"
        "where a member is in use elsewhere; the others are trained.\n"
        "\n"
        "compare.encodings lists encodings, mixers (gru: without positions), both (gru/sinusoidal) and several\n"
        "encodings in one model (sinusoidal+alibi); `all` is every encoding and every recurrence. compare.members is "
        "the same with options of a member's own, separated\n"
        "by commas: \"learned, rope base=100, sinusoidal positions=random, rope+ntk\" (a policy is evaluated\n"
        "alone). An option on the command line holds for all members that have it; rope.base=100 for rope alone.\n"
        "\n"
        "Each row is compared with the first, by seed; compare.pairs=\"ROW - ROW, ...\" chooses other pairs of rows,\n"
        "named as the table names them (a model alone: its first row): \"rope+interpolate - learned+interpolate\".\n"
        "Marked is what is left of all differences shown after Holm's correction. Other pairs may be chosen later:\n"
        "nothing is trained anew.\n"
        "\n"
        "--dry-run lists the members, says how many are finished and estimates time and disk for the others: as the "
        "finished ones took, or from a few steps, in about a second. Nothing is written. With --json: {folder, models, "
        "finished, members [{name, label, seed, finished}], seconds (of one process), seconds_with_jobs, jobs, bytes, "
        "source}.\n"
        "\n"
        "--metric names what the tables show, as in `poslab help eval`; --json and --csv have all of it.\n"
        "\n"
        "--json: {task, lengths (words), chance {accuracy (by length)}, in_range_chance {accuracy}, baselines\n"
        "[{name, accuracy {value (by length), in_range}}], trained_length (longest, words), gate, members [{name,\n"
        "mixer, encoding, seed, policy, passed_gate, steps, seconds, weights, accuracy {value (by length), in_range,\n"
        "training (with task.examples)}}], summary [{name, mixer, encoding, policy, applicable, passed {count, of,\n"
        "low, high}, weights, n, accuracy {mean, low, high (by length), in_range {mean, low, high}}}], paired [{a, b,\n"
        "n, accuracy {mean, low, high, p, marked (by length), in_range {...}}}] (row a less row b, by seed), holm\n"
        "{accuracy {differences, marked}}, kernels [names], kernels_note (where there are several), seconds}.\n"
        "Every metric has an object of its own, as accuracy has. low and\n"
        "high are the ends of the 95 % interval, null with one seed; in passed, of the share of all seeds that would\n"
        "reach the gate. weights are the learned numbers of a model. Where a policy is not applicable to an\n"
        "encoding, its numbers are null. A member without a result has policy and accuracy null, and a failure.\n"
        "compare.json in the folder is the same document, with a checksum: `poslab verify` looks whether it fits.\n"
        "--csv: the columns name, mixer, encoding, policy, passed, passed_of, weights, evaluated_at, length_low,\n"
        "length, metric, mean, low, high, n, chance. evaluated_at is in_range or a length (1x, 2x). Baselines other\n"
        "than chance are rows with a name alone. Accuracy runs from 0 to 1; loss is in nats.\n"
        "\n"
        "  poslab compare\n"
        "  poslab compare configs/first.ini compare.encodings=all compare.seeds=1..3\n"
        "  poslab compare compare.members=\"learned, rope base=100, rope, gru/none\"\n"
        "  poslab compare compare.pairs=\"sinusoidal+interpolate - learned+interpolate\"\n",
    .run = run,
};
