/* find_finished.c -- the state of a comparison's members before they run: a result, a failure, or neither; see
 * find_finished.h. */
#include "study/find_finished.h"

#include <stdio.h>
#include <string.h>

#include "base/clock.h"
#include "base/path.h"
#include "study/member.h"
#include "study/read_results.h"
#include "study/series.h"

void compare_take_part(struct comparison_result *c, int *number) {
    int all = c->members;
    c->members = 0;
    for (int k = 0; k < all; k++, ++*number)
        if (*number % c->parts == c->part - 1)
            c->member[c->members++] = c->member[k];
    compare_find_series(c);
}

void member_take_failure(const struct comparison_result *c, struct member *m, const struct failure *f) {
    m->status = STATUS_FAILED;
    m->code = f->code;
    m->failure = arena_text(c->arena, f->text);
}

/* What cannot be inspected is left to the training, which reports it. A failure.json that cannot be read is a warning,
 * and the member is tried again. An evaluation without all lengths or policies is made again, where there is still a
 * model to be evaluated. */
static bool find_status(struct comparison_result *c, struct member *m, const char *folder, struct error *e) {
    const struct settings own = member_settings(m);
    struct run_folder f;
    struct error unseen;
    run_folder_read_as(&f, folder, &own, NULL, &unseen);
    if (*f.unlike.text)
        return *e = f.unlike, false;
    m->before = f.status == STATUS_FINISHED;
    m->retried = f.status == STATUS_FAILED;
    c->retried += m->retried;
    if (m->before)
        m->status = STATUS_FINISHED;
    else if (f.grows && run_folder_has_checkpoint(folder))
        m->step = m->steps;
    else if (f.grows)
        c->retrained++;
    if (*f.unread.text)
        m->warning = arena_format(c->arena, "%s%s\n", m->warning, f.unread.text);
    return true;
}

bool members_find_status(struct comparison_result *c, const char *folder, bool read, struct error *e) {
    char path[PATH_MAX_LENGTH];
    bool ok = true;
    double started = clock_seconds();
    snprintf(c->folder, sizeof c->folder, "%s", folder);
    for (struct member *m = c->member; ok && m < c->member + c->members; m++)
        ok = member_folder(path, c, m, e) &&
             (!path_is_link(path) ||
              error_set(e, EXIT_USAGE,
                        "%s is a symbolic link, so the model would be written outside %s: move the folder here, or "
                        "name another folder with --run",
                        path, folder)) &&
             find_status(c, m, path, e);
    /* where members are yet to be forked, results would only be in their way */
    bool keeps = c->task.kind && compare_count(c, STATUS_WAITING) == 0;
    for (struct member *m = c->member; ok && read && m < c->member + c->members; m++)
        ok = m->status != STATUS_FINISHED || (member_folder(path, c, m, e) && compare_take_result(c, m, keeps, e) &&
                                              member_prune(path, c->settings.train.keep, e));
    c->seconds = clock_seconds() - started;
    return ok;
}
