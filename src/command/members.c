/* members.c -- see members.h. */
#include "command/members.h"

#include <stdio.h>

void members_add(struct members_share *share, const struct comparison_result *c) {
    share->models += c->members;
    for (int k = 0; k < c->members; k++) {
        double steps = c->member[k].settings.train.steps;
        share->total += steps;
        share->finished += c->member[k].status > STATUS_RUNNING;
        share->running += c->member[k].status == STATUS_RUNNING;
        share->done += c->member[k].status > STATUS_RUNNING ? steps : c->member[k].step;
        share->before += c->member[k].before ? steps : 0;
    }
}

void members_draw(struct progress *p, const struct members_share *share) {
    char details[128];
    progress_from(p, share->before / share->total);
    if (!progress_due(p, share->done / share->total))
        return;
    snprintf(details, sizeof details, "%d of %d models finished, %d running", share->finished, share->models,
             share->running);
    progress_draw(p, share->done / share->total, details);
}

bool members_folder(char folder[PATH_MAX_LENGTH], const char *given, const char *usual,
                    bool (*fits)(const void *user, const char *folder, struct error *e), const void *user,
                    struct error *e) {
    snprintf(folder, PATH_MAX_LENGTH, "%s", given ? given : usual);
    for (int n = 2; !fits(user, folder, e); n++) {
        if (given || n == 10000)
            return false;
        snprintf(folder, PATH_MAX_LENGTH, "%s-%d", usual, n);
    }
    return true;
}

bool members_finished(const struct comparison_result *c, struct error *e) {
    *e = (struct error){0};
    for (const struct member *m = c->member; m < c->member + c->members; m++)
        if (m->status != STATUS_FINISHED) {
            e->code = EXIT_FAILED;
            fprintf(stderr, "poslab: %s failed (exit code %d): %s\n", m->name, m->code, m->failure);
        }
    return e->code == EXIT_DONE;
}
