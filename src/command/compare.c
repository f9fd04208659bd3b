/* compare.c -- poslab compare: all encodings with all seeds, and the table. */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "base/file.h"
#include "command/command.h"
#include "command/members.h"
#include "command/tables.h"
#include "format/json.h"

static void draw(void *user, const struct comparison_result *c) {
    struct members_share share = {0};
    members_add(&share, c);
    members_draw(user, &share);
}

static json_t *number(double x) { return isnan(x) ? json_null() : json_real(x); }

static json_t *numbers(const double *x, int n) {
    json_t *array = json_array();
    for (int i = 0; i < n; i++)
        json_array_append_new(array, number(x[i]));
    return array;
}

static void add_summaries(json_t *to, struct summary in_range, const struct summary *at, int lengths) {
    double mean[LENGTHS_MAX], ci95[LENGTHS_MAX];
    for (int i = 0; i < lengths; i++) {
        mean[i] = at[i].mean;
        ci95[i] = at[i].ci95;
    }
    json_object_set_new(to, "n", json_integer(lengths ? at[0].n : in_range.n));
    json_object_set_new(to, "mean", numbers(mean, lengths));
    json_object_set_new(to, "ci95", numbers(ci95, lengths));
    json_object_set_new(to, "in_range",
                        json_pack("{so so}", "mean", number(in_range.mean), "ci95", number(in_range.ci95)));
}

/* One object a policy; a member that gave no result has policy and accuracy null. */
static void add_member(json_t *members, const struct comparison_result *c, const struct member *m) {
    bool finished = m->status == STATUS_FINISHED;
    for (int i = 0; i < (finished ? m->rows : 1); i++) {
        json_t *json = json_pack("{ss ss ss si so so so sb si so}", "name", m->label, "mixer", m->settings.mixer->name,
                                 "encoding", m->settings.encoding->name, "seed", m->seed, "policy",
                                 finished ? json_string(m->policy[i]->name) : json_null(), "accuracy",
                                 finished ? numbers(m->value[i][METRIC_ACCURACY].at, c->lengths) : json_null(),
                                 "in_range", finished ? json_real(m->in_range) : json_null(), "passed_gate",
                                 finished && m->in_range >= c->settings.compare.gate, "steps", m->steps, "seconds",
                                 json_real(m->seconds));
        if (finished && !isnan(m->training))
            json_object_set_new(json, "training", json_real(m->training));
        if (!finished)
            json_object_set_new(json, "failure", json_string(m->failure));
        json_array_append_new(members, json);
    }
}

static json_t *document(const struct comparison_result *c) {
    json_t *words = json_array(), *members = json_array(), *summary = json_array(), *paired = json_array();
    for (int i = 0; i < c->lengths; i++)
        json_array_append_new(words, json_integer(c->words[i].high));
    for (int k = 0; k < c->members; k++)
        add_member(members, c, &c->member[k]);
    for (int i = 0; i < c->rows; i++) {
        const struct compare_row *r = &c->row[i];
        const struct settings *s = &r->first->settings;
        json_t *row = json_pack("{ss ss ss ss}", "name", r->name, "mixer", s->mixer->name, "encoding",
                                s->encoding->name, "policy", r->policy->name);
        add_summaries(row, r->of->in_range, r->of->at, c->lengths);
        json_object_set_new(row, "applicable", json_boolean(r->of->at[0].n > 0));
        json_array_append_new(summary, row);
    }
    for (int i = 0; i < c->pairs; i++) {
        json_t *pair = json_pack("{ss ss ss}", "a", c->pair[i].a->label, "b", c->pair[i].b->label, "policy",
                                 c->pair[i].policy->name);
        add_summaries(pair, c->pair[i].of->in_range, c->pair[i].of->at, c->lengths);
        json_array_append_new(paired, pair);
    }
    return json_pack("{ss so so si sf sf so so so sf}", "task", c->settings.task->name, "lengths", words, "chance",
                     numbers(c->chance[METRIC_ACCURACY].at, c->lengths), "trained_length", c->trained_high,
                     "in_range_chance", c->chance[METRIC_ACCURACY].in_range, "gate", c->settings.compare.gate,
                     "members", members, "summary", summary, "paired", paired, "seconds", c->seconds);
}

/* What decides whether a folder fits. */
struct asked {
    const struct comparison_result *c;
    const struct assignments *settings;
};

static bool fits(const void *user, const char *folder, struct error *e) {
    const struct asked *asked = user;
    return compare_fits(asked->c, asked->settings, folder, e);
}

static int finished_before(const struct comparison_result *c) {
    int count = 0;
    for (int k = 0; k < c->members; k++)
        count += c->member[k].before;
    return count;
}

/* Leaves the JSON document in the folder, prints it or the table. */
static int report(struct comparison_result *c, const struct arguments *a, struct arena *arena, struct error *e) {
    char path[PATH_MAX_LENGTH];
    int failed = members_failed(c);
    if (!compare_collect(c, arena, e) || !file_path(path, c->folder, "compare.json", e))
        return command_fail(e);
    json_t *json = document(c);
    bool ok = json_save(json, path, e);
    if (a->json)
        command_print_json(json_incref(json));
    else if (c->rows)
        tables_comparison(c);
    json_decref(json);
    if (!a->json)
        printf("\n%d models in %.1f s (%d finished before); runs and compare.json are in %s.\n", c->members, c->seconds,
               finished_before(c), c->folder);
    return !ok ? command_fail(e) : failed ? EXIT_FAILED : EXIT_DONE;
}

static int run(struct arguments *a) {
    static struct comparison_result c;
    struct arena arena = {0};
    struct error e = {0};
    char folder[PATH_MAX_LENGTH];
    int code;
    struct progress reading;
    struct task_input in = command_input(&reading);
    bool planned = compare_plan(&c, &a->settings, &in, &arena, &e);
    struct asked asked = {&c, &a->settings};
    progress_end(&reading);
    if (!planned || !members_folder(folder, a->run, "runs/compare", fits, &asked, &e)) {
        arena_free(&arena);
        return command_fail(&e);
    }
    command_catch_signals();
    struct progress p = progress_start("comparing");
    struct compare_watch watch = {draw, &p, &command_stop, a->jobs ? a->jobs : command_processors()};
    bool ok = compare_run(&c, &a->settings, folder, watch, &e);
    progress_end(&p);
    code = ok ? report(&c, a, &arena, &e) : command_fail(&e);
    arena_free(&arena);
    return code;
}

static const char *const options[] = {"run", "jobs", "json", NULL};

const struct command command_compare = {
    .name = "compare",
    .summary = "train several encodings with several seeds and print one table",
    .settings = true,
    .options = options,
    .details =
        "Members are compare.encodings x compare.seeds, each in its own process and its own folder inside --run DIR\n"
        "(default: runs/compare, or the next free number). Finished members are not run again: call the same command\n"
        "again after an interruption.\n"
        "\n"
        "compare.encodings lists encodings, mixers (gru: without positions) and both (gru/sinusoidal); `all` is every\n"
        "encoding and every recurrence. compare.members is the same with options of a member's own, divided by\n"
        "commas: \"learned, rope base=100, sinusoidal places=random, rope+ntk\" (a policy is evaluated alone). An\n"
        "option on the command line holds for all members that have it; rope.base=100 for rope alone.\n"
        "\n"
        "--json: {task, lengths (words), chance (by length), trained_length (longest, words), in_range_chance, gate,\n"
        "members [{name, mixer, encoding, seed, policy, accuracy (by length), in_range, passed_gate, steps, "
        "seconds,\n"
        "training (accuracy on the training examples, with task.examples)}],\n"
        "summary [{name, mixer, encoding, policy, applicable, n, mean, ci95 (by length), in_range {mean, ci95}}],\n"
        "paired [{a, b, policy, n, mean, ci95, in_range}] (a minus b over the same seeds, by name), seconds}.\n"
        "ci95 is half the width of the interval, null with one seed; a policy that makes no sense for an encoding is\n"
        "not applicable and has no numbers; a member without a result has policy null and\n"
        "a failure. The document is also left in the folder as compare.json.\n"
        "\n"
        "  poslab compare\n"
        "  poslab compare configs/first.ini compare.encodings=all compare.seeds=1..3 --jobs 2\n"
        "  poslab compare compare.members=\"learned, rope base=100, rope, gru/none\"\n",
    .run = run,
};
