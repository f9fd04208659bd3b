/* dry_run.c -- compare --dry-run: the members, where they would go, and about what they would take. */
#include <stdio.h>

#include "base/text.h"
#include "cli/say.h"
#include "cli/signals.h"
#include "command/comparison_progress.h"
#include "format/json_csv.h"
#include "inventory/estimate.h"
#include "study/series.h"

/* What is left to do; an estimate of 0 labels: nothing is known of it. */
struct plan {
    const struct comparison_result *c;
    struct estimate estimate;
    bool tried; /* it comes from a few steps */
    int left, jobs;
    double seconds, longest, bytes; /* of all that are left; of the one that takes longest */
};

static void estimate(struct plan *p, struct arena *arena) {
    const struct comparison_result *c = p->c;
    p->left = compare_count(c, STATUS_WAITING);
    if (p->left == 0)
        return;
    estimate_measure(&p->estimate, c, arena);
    p->tried = p->estimate.known == 0;
    if (p->tried)
        estimate_try(&p->estimate, c, arena);
    for (int k = 0; k < c->members; k++) {
        if (c->member[k].status != STATUS_WAITING)
            continue;
        double seconds = estimate_seconds(&p->estimate, c, k, c->member[k].step);
        p->seconds += seconds;
        p->longest = seconds > p->longest ? seconds : p->longest;
        p->bytes += c->member[k].step ? 0 : estimate_pace(&p->estimate, k)->bytes; /* else its files are there */
    }
}

/* Seconds with so many processes; more of them than processors are no faster. */
static double seconds_with_jobs(const struct plan *p) {
    int processors = command_processors(), jobs = p->jobs < processors ? p->jobs : processors;
    double share = p->seconds / jobs;
    return share > p->longest ? share : p->longest;
}

static const char *source(const struct plan *p) {
    if (!p->tried)
        return "as long as the finished ones took";
    return p->c->task.kind->dataset_count ? "from a few steps, evaluations not counted" : "from a few steps";
}

static void print(const struct plan *p, const struct screen *s, struct arena *arena) {
    const struct comparison_result *c = p->c;
    char one[32], several[32], bytes[32];
    int failed = compare_count(c, STATUS_FAILED);
    for (const struct member *m = c->member; m < c->member + c->members; m++)
        fprintf(s->out, "%s%s\n", m->name,
                m->status == STATUS_FINISHED ? "  finished"
                : m->status == STATUS_FAILED ? "  failed"
                                             : "");
    fputc('\n', s->out);
    screen_say(s, 0, "%d model%s, %d of them finished%s; they go to %s.", c->members, c->members == 1 ? "" : "s",
               compare_count(c, STATUS_FINISHED), failed ? arena_format(arena, ", %d failed", failed) : "",
               text_shown(c->folder, arena));
    if (!p->left || !p->estimate.known)
        return;
    text_duration(one, sizeof one, p->seconds);
    text_duration(several, sizeof several, seconds_with_jobs(p));
    screen_say(s, 0, "Time left: about %s with one process, %s with --jobs %d (%s).", one, several, p->jobs, source(p));
    screen_say(s, 0, "Disk: about %s more.", text_bytes(bytes, sizeof bytes, p->bytes));
}

static json_t *document(const struct plan *p, struct arena *arena) {
    const struct comparison_result *c = p->c;
    json_t *members = json_array();
    for (const struct member *m = c->member; m < c->member + c->members; m++)
        json_array_append_new(members, json_pack("{ss ss si sb sb}", "name", m->name, "label", m->label, "seed",
                                                 m->seed, "finished", m->status == STATUS_FINISHED, "failed",
                                                 m->status == STATUS_FAILED));
    json_t *all =
        json_pack("{ss si si si so}", "folder", text_shown(c->folder, arena), "models", c->members, "finished",
                  compare_count(c, STATUS_FINISHED), "failed", compare_count(c, STATUS_FAILED), "members", members);
    if (p->left && p->estimate.known)
        json_object_update_new(all, json_pack("{sf sf si sf ss}", "seconds", p->seconds, "seconds_with_jobs",
                                              seconds_with_jobs(p), "jobs", p->jobs, "bytes", p->bytes, "source",
                                              source(p)));
    return all;
}

static const struct json_csv as_csv = {
    "folder name label seed finished failed",
    {{"members", "0.folder 1.name 1.label 1.seed 1.finished 1.failed"}},
};

void comparison_dry_run(const struct comparison_result *c, struct arguments *a, const struct screen *s) {
    struct plan p = {.c = c, .jobs = a->jobs ? a->jobs : command_processors()};
    estimate(&p, &a->arena);
    if (command_is_document(a))
        command_print(a, document(&p, &a->arena), &as_csv);
    else
        print(&p, s, &a->arena);
}
