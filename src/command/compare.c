/* compare.c -- poslab compare: all encodings with all seeds, and the table. */
#include <stdio.h>
#include <string.h>

#include "base/file.h"
#include "command/command.h"
#include "command/members.h"
#include "format/json.h"
#include "present/fill.h"

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
    bool grows;
    return compare_fits(w->c, w->settings, folder, &grows, e);
}

static int finished_before(const struct comparison_result *c) {
    int count = 0;
    for (int k = 0; k < c->members; k++)
        count += c->member[k].before;
    return count;
}

static void print(const struct comparison_result *c, struct arguments *a, const struct screen *s, json_t *json) {
    struct table t;
    if (a->json) {
        command_print_json(json_incref(json));
    } else if (a->csv) {
        fill_summary(&t, c, &a->arena);
        table_csv(stdout, &t);
    } else {
        if (c->rows)
            comparison_terminal(s, c, &a->arena);
        fputc('\n', s->out);
        screen_say(s, 0, "%d models in %.1f s (%d finished before); runs and compare.json are in %s.", c->members,
                   c->seconds, finished_before(c), c->folder);
    }
}

/* Leaves the JSON document in the folder, prints it or the tables. */
static bool report(struct comparison_result *c, struct arguments *a, const struct screen *s, struct error *e) {
    char path[PATH_MAX_LENGTH];
    struct error failed = {0};
    bool finished = members_finished(c, &failed);
    if (!compare_collect(c, &a->arena, e))
        return false;
    json_t *json = comparison_json(c, &a->arena);
    bool ok = file_path(path, c->folder, "compare.json", e) && json_save(json, path, e);
    print(c, a, s, json);
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
    bool planned = compare_plan(&c, &a->settings, &in, &a->arena, e);
    progress_end(&p);
    if (!planned || !members_folder(folder, a->run, "runs/compare", fits, &(struct wanted){&c, &a->settings}, e))
        return false;
    struct members_watch w = {progress_start("comparing"), 1, itself, &c};
    bool ok = compare_run(&c, &a->settings, folder, members_watch(&w, a->jobs), e);
    progress_end(&w.progress);
    return ok && report(&c, a, &screen, e);
}

const struct command command_compare = {
    .name = "compare",
    .summary = "train several encodings with several seeds and print one table",
    .settings = true,
    .options = "run jobs json csv wide width",
    .wording = command_table_options,
    .details =
        "Members are compare.encodings x compare.seeds, each in a process and a folder of its own inside --run DIR\n"
        "(default: runs/compare, or the next free number). Finished members are not run again: after an\n"
        "interruption call the same command again.\n"
        "\n"
        "compare.encodings lists encodings, mixers (gru: without positions) and both (gru/sinusoidal); `all` is\n"
        "every encoding and every recurrence. compare.members is the same with options of a member's own, separated\n"
        "by commas: \"learned, rope base=100, sinusoidal positions=random, rope+ntk\" (a policy is evaluated\n"
        "alone). An option on the command line holds for all members that have it; rope.base=100 for rope alone.\n"
        "\n"
        "--json: {task, lengths (words), chance {accuracy (by length)}, in_range_chance {accuracy}, trained_length\n"
        "(longest, words), gate, members [{name, mixer, encoding, seed, policy, passed_gate, steps, seconds,\n"
        "accuracy {value (by length), in_range, training (with task.examples)}}], summary [{name, mixer, encoding,\n"
        "policy, applicable, n, accuracy {mean, ci95 (by length), in_range {mean, ci95}}}], paired [{a, b, policy,\n"
        "n, accuracy {mean, ci95, in_range}}] (a minus b over the same seeds), seconds}. Every metric has an object\n"
        "of its own, as accuracy has. ci95 is half the width of the interval, null with one seed. Where a policy is\n"
        "not applicable to an encoding, its numbers are null. A member without a result has policy and accuracy\n"
        "null, and a failure. compare.json in the folder is the same document.\n"
        "--csv: the columns name, mixer, encoding, policy, evaluated_at, length_low, length, metric, mean, low,\n"
        "high, n, chance. evaluated_at is in_range or a length (1x, 2x); low and high are the ends of the interval.\n"
        "Accuracy runs from 0 to 1.\n"
        "\n"
        "  poslab compare\n"
        "  poslab compare configs/first.ini compare.encodings=all compare.seeds=1..3\n"
        "  poslab compare compare.members=\"learned, rope base=100, rope, gru/none\"\n",
    .run = run,
};
