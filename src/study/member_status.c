/* member_status.c -- the state of a comparison's members before they run: a result, a failure, or neither; see
 * compare.h. */
#include <stdio.h>
#include <string.h>

#include "base/clock.h"
#include "base/file.h"
#include "base/path.h"
#include "folder/failure.h"
#include "study/compare.h"
#include "study/member.h"

const char *const status_names[STATUSES] = {[STATUS_WAITING] = "waiting",
                                            [STATUS_RUNNING] = "running",
                                            [STATUS_FINISHED] = "finished",
                                            [STATUS_FAILED] = "failed",
                                            [STATUS_STOPPED] = "stopped"};

void compare_take_part(struct comparison_result *c, int *number) {
    int all = c->members;
    c->members = 0;
    for (int k = 0; k < all; k++, ++*number)
        if (*number % c->parts == c->part - 1)
            c->member[c->members++] = c->member[k];
}

int compare_count(const struct comparison_result *c, enum member_status status) {
    int count = 0;
    for (int k = 0; k < c->members; k++)
        count += c->member[k].status == status;
    return count;
}

bool compare_has_label(const struct comparison_result *c, const char *label) {
    for (const struct member *m = c->member; m < c->member + c->members; m++)
        if (strcmp(m->label, label) == 0)
            return true;
    return false;
}

struct range compare_seeds(const struct comparison_result *c) {
    struct range seeds = {c->member->seed, c->member->seed};
    for (const struct member *m = c->member; m < c->member + c->members; m++) {
        seeds.low = m->seed < seeds.low ? m->seed : seeds.low;
        seeds.high = m->seed > seeds.high ? m->seed : seeds.high;
    }
    return seeds;
}

int compare_before(const struct comparison_result *c) {
    int count = 0;
    for (int k = 0; k < c->members; k++)
        count += c->member[k].before && c->member[k].status == STATUS_FINISHED;
    return count;
}

bool member_recall(const struct comparison_result *c, struct member *m) {
    char folder[PATH_MAX_LENGTH];
    struct failure f;
    struct error e = {0};
    if (!member_folder(folder, c, m, &e) || !failure_read(&f, folder, &e)) {
        if (*e.text) /* a file that cannot be read is a warning */
            m->warning = arena_format(c->arena, "%s%s\n", m->warning, e.text);
        return false;
    }
    m->status = STATUS_FAILED;
    m->code = f.code;
    m->failure = arena_text(c->arena, f.text);
    return true;
}

/* One that grows is not finished. `read`: its result is, and files that are not to stay go. */
static bool mark_finished(struct comparison_result *c, struct member *m, const char *folder, bool read,
                          struct error *e) {
    const struct settings own = member_settings(m);
    struct evaluation_result result;
    struct arena arena = {0};
    bool grows;
    if (!member_fits(folder, &own, &grows, e))
        return false;
    if (grows) {
        bool trained = member_has_checkpoint(folder);
        c->retrained += !trained;
        m->step = trained ? own.train.steps : 0;
        return true;
    }
    bool ok = !read || (compare_read_member(&result, c, m, &arena, e) && member_prune(folder, own.train.keep, e));
    arena_free(&arena);
    m->before = true;
    m->status = STATUS_FINISHED;
    return ok;
}

/* Whether everything written for a member stays in the comparison's folder. */
static bool stays(const struct comparison_result *c, const char *folder, struct error *e) {
    return !path_is_link(folder) ||
           error_set(e, EXIT_USAGE,
                     "%s is a symbolic link, so the model would be written outside %s: move the folder here, or name "
                     "another folder with --run",
                     folder, c->folder);
}

static bool mark(struct comparison_result *c, const char *folder, bool retry_failed, bool read, struct error *e) {
    char path[PATH_MAX_LENGTH];
    bool ok = true;
    double started = clock_seconds();
    snprintf(c->folder, sizeof c->folder, "%s", folder);
    for (struct member *m = c->member; ok && m < c->member + c->members; m++) {
        ok = member_folder(path, c, m, e) && stays(c, path, e);
        if (ok && member_state(path) == MEMBER_FINISHED)
            ok = mark_finished(c, m, path, read, e);
        else if (ok)
            m->before = !retry_failed && member_recall(c, m);
    }
    c->seconds = clock_seconds() - started;
    return ok;
}

bool compare_mark(struct comparison_result *c, const char *folder, bool retry_failed, struct error *e) {
    return mark(c, folder, retry_failed, true, e);
}

bool compare_look(struct comparison_result *c, const char *folder, bool retry_failed, struct error *e) {
    return mark(c, folder, retry_failed, false, e);
}
