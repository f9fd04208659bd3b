/* part.c -- see part.h. */
#include "command/part.h"

#include <stdio.h>

#include "cli/options.h"
#include "cli/say.h"
#include "format/json_csv.h"
#include "study/member_status.h"
#include "study/plan.h"
#include "study/pool.h"
#include "study/series.h"

/* What became of a part's members; the rest was stopped, is in use elsewhere, or was not begun. */
struct sums {
    int models, finished, before, failed;
    double seconds;
};

static struct sums sum(const struct comparison_watch *w) {
    struct sums s = {0};
    for (int i = 0; i < w->count; i++) {
        const struct comparison_result *c = w->comparison(w->of, i);
        s.models += c->members;
        s.finished += compare_count(c, STATUS_FINISHED);
        s.failed += compare_count(c, STATUS_FAILED);
        s.before += compare_before(c);
        s.seconds += c->seconds;
    }
    return s;
}

static const struct json_csv as_csv = {
    "part parts models finished before failed stopped seconds",
    {{"", "0.part 0.parts 0.models 0.finished 0.before 0.failed 0.stopped 0.seconds"}},
};

bool part_report(const struct comparison_watch *w, const struct arguments *a, const char *folder, bool ran,
                 struct error *e) {
    struct sums s = sum(w);
    bool finished = ran;
    if (!ran && e->code != EXIT_STOPPED)
        return false;
    if (command_is_document(a))
        command_print(a,
                      json_pack("{si si si si si si si sf}", "part", a->part, "parts", a->parts, "models", s.models,
                                "finished", s.finished, "before", s.before, "failed", s.failed, "stopped",
                                s.models - s.finished - s.failed, "seconds", s.seconds),
                      &as_csv);
    else
        command_print_line("part %d/%d of %s: %d of %d models finished (%d before) in %.1f s", a->part, a->parts,
                           folder, s.finished, s.models, s.before, s.seconds);
    for (int i = 0; i < w->count && ran; i++)
        finished &= comparison_finished(w->comparison(w->of, i), e);
    return finished;
}

/* Where all are finished the task, whose files may be large, is not needed. */
static bool prepare(struct comparison_result *c, struct error *e) {
    struct progress p;
    struct task_input in = command_input(&p);
    bool ok = compare_count(c, STATUS_WAITING) == 0 || compare_prepare(c, &in, e);
    progress_end(&p);
    return ok;
}

bool part_of_comparison(struct arguments *a, struct error *e) {
    static struct comparison_result c;
    char folder[PATH_MAX_LENGTH];
    int number = 0;
    if (!command_check_options(a, "compare --part", "run part jobs retry-failed json csv", e) ||
        !comparison_folder(folder, a, e) || !compare_list(&c, &a->settings, &a->arena, e))
        return false;
    c.part = a->part;
    c.parts = a->parts;
    compare_take_part(&c, &number);
    if (!members_find_status(&c, folder, a->retry_failed, true, e) || !prepare(&c, e))
        return false;
    command_tell_left_out(a);
    comparison_tell(&c);
    struct comparison_watch w = comparison_watch_one(&c);
    bool ran = compare_run(&c, &a->settings, comparison_watch(&w, a), e);
    comparison_end(&w);
    return part_report(&w, a, folder, ran, e);
}
