/* members.c -- see members.h. */
#include "command/members.h"

#include <stdio.h>

#include "command/command.h"

static void draw(void *user, const struct comparison_result *running) {
    struct members_watch *w = user;
    double done = 0, before = 0, total = 0; /* steps */
    int finished = 0, runs = 0, models = 0;
    char details[128];
    (void)running;
    for (int i = 0; i < w->count; i++) {
        const struct comparison_result *c = w->comparison(w->of, i);
        models += c->members;
        for (const struct member *m = c->member; m < c->member + c->members; m++) {
            double steps = m->settings.train.steps;
            total += steps;
            finished += m->status > STATUS_RUNNING;
            runs += m->status == STATUS_RUNNING;
            done += m->status > STATUS_RUNNING ? steps : m->step;
            before += m->before ? steps : 0;
        }
    }
    progress_from(&w->progress, before / total);
    if (!progress_due(&w->progress, done / total))
        return;
    snprintf(details, sizeof details, "%d of %d models finished, %d running", finished, models, runs);
    progress_draw(&w->progress, done / total, details);
}

static void warn(void *user, const char *text) {
    struct members_watch *w = user;
    progress_end(&w->progress);
    command_warn("%s", text);
}

struct compare_watch members_watch(struct members_watch *w, int jobs) {
    command_catch_signals();
    return (struct compare_watch){draw, w, &command_stop, jobs ? jobs : command_processors(), warn};
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
