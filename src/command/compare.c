/* compare.c -- poslab compare: all encodings with all seeds, and the table. */
#include <stdio.h>
#include <string.h>

#include "base/file.h"
#include "command/command.h"
#include "command/members.h"
#include "format/json.h"
#include "present/fill_table.h"

static void draw(void *user, const struct comparison_result *c) {
    struct members_share share = {0};
    members_add(&share, c);
    members_draw(user, &share);
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
    command_catch_signals();
    p = progress_start("comparing");
    struct compare_watch watch = {draw, &p, &command_stop, a->jobs ? a->jobs : command_processors()};
    bool ok = compare_run(&c, &a->settings, folder, watch, e);
    progress_end(&p);
    return ok && report(&c, a, &screen, e);
}

const struct command command_compare = {
    .name = "compare",
    .summary = "train several encodings with several seeds and print one table",
    .settings = true,
    .options = "run jobs json csv wide width",
    .wording = command_table_options,
    .details =
        "Members are compare.encodings x compare.seeds, each in its own process and its own folder inside --run DIR\n"
        "(default: runs/compare, or the next free number). Finished members are not run again: call the same command\n"
        "again after an interruption.\n"
        "\n"
        "compare.encodings lists encodings, mixers (gru: without positions) and both (gru/sinusoidal); `all` is every\n"
        "encoding and every recurrence. compare.members is the same with options of a member's own, separated by\n"
        "commas: \"learned, rope base=100, sinusoidal positions=random, rope+ntk\" (a policy is evaluated alone). An\n"
        "option on the command line holds for all members that have it; rope.base=100 for rope alone.\n"
        "\n"
        "--json: {task, lengths (words), chance {accuracy (by length)}, in_range_chance {accuracy}, trained_length\n"
        "(longest, words), gate,\n"
        "members [{name, mixer, encoding, seed, policy, passed_gate, steps, seconds,\n"
        "  accuracy {value (by length), in_range, training (with task.examples)}}],\n"
        "summary [{name, mixer, encoding, policy, applicable, n, accuracy {mean, ci95 (by length), in_range {mean, "
        "ci95}}}],\n"
        "paired [{a, b, policy, n, accuracy {mean, ci95, in_range}}] (a minus b over the same seeds), seconds}.\n"
        "Every metric has an object of its own under its name, as accuracy has. ci95 is half the width of the "
        "interval,\n"
        "null with one seed. A policy that makes no sense for an encoding is not applicable: its numbers are null.\n"
        "A member without a result has policy and accuracy null, and a failure. The document is also left in the\n"
        "folder as compare.json.\n"
        "--csv: name,mixer,encoding,policy,evaluated_at,length_low,length,metric,mean,low,high,n,chance; evaluated_at\n"
        "is in_range or a length (1x, 2x), low and high are the ends of the interval. Accuracy runs from 0 to 1.\n"
        "\n"
        "  poslab compare\n"
        "  poslab compare configs/first.ini compare.encodings=all compare.seeds=1..3 --jobs 2\n"
        "  poslab compare compare.members=\"learned, rope base=100, rope, gru/none\"\n",
    .run = run,
};
