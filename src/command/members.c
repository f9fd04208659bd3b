/* members.c -- see members.h. */
#include "command/members.h"

#include <stdio.h>
#include <string.h>

#include "base/text.h"
#include "train/recipe.h"

static void draw(void *user, const struct comparison_result *running) {
    struct members_watch *w = user;
    double done = 0, before = 0, total = 0; /* steps */
    int finished = 0, failed = 0, runs = 0, models = 0, known = 0;
    double loss = 0; /* of those that run and have told one */
    char details[192] = "";
    (void)running;
    for (int i = 0; i < w->count; i++) {
        const struct comparison_result *c = w->comparison(w->of, i);
        models += c->members;
        for (const struct member *m = c->member; m < c->member + c->members; m++) {
            double steps = m->settings->train.steps;
            total += steps;
            finished += m->status == STATUS_FINISHED;
            failed += m->status == STATUS_FAILED;
            runs += m->status == STATUS_RUNNING;
            done += m->status > STATUS_RUNNING ? steps : m->step;
            before += m->before ? steps : 0;
            known += m->status == STATUS_RUNNING && m->loss > 0;
            loss += m->status == STATUS_RUNNING ? m->loss : 0;
        }
    }
    if (total == 0)
        return;
    progress_from(&w->progress, before / total);
    if (!progress_due(&w->progress, done / total))
        return;
    text_append(details, sizeof details, "%d of %d models finished", finished, models);
    if (failed)
        text_append(details, sizeof details, ", %d failed", failed);
    text_append(details, sizeof details, ", %d running", runs);
    if (known && w->progress.terminal)
        text_append(details, sizeof details, "  mean loss %.4f", loss / known);
    w->progress.ranks = failed ? "0126" : "016"; /* the bar has 5 */
    progress_draw(&w->progress, done / total, details);
}

static const struct comparison_result *itself(const void *c, int i) {
    (void)i;
    return c;
}

struct members_watch members_watch_one(const struct comparison_result *c) {
    return (struct members_watch){progress_start("comparing"), 1, itself, c};
}

struct compare_watch members_watch(struct members_watch *w, const struct arguments *a) {
    command_catch_signals();
    return (struct compare_watch){draw, w, &command_stop, a->jobs ? a->jobs : command_processors(), a->retry_failed};
}

void members_end(struct members_watch *w) {
    progress_end(&w->progress);
    command_leave_on_signals();
    for (int i = 0; i < w->count; i++) {
        const struct comparison_result *c = w->comparison(w->of, i);
        for (const struct member *m = c->member; m < c->member + c->members; m++)
            for (const char *line = m->warning, *end; (end = strchr(line, '\n')); line = end + 1)
                command_warn("%.*s", (int)(end - line), line);
    }
}

bool members_folder(char folder[PATH_MAX_LENGTH], struct arguments *a, const struct folder_naming *n, struct error *e) {
    if (a->run)
        return snprintf(folder, PATH_MAX_LENGTH, "%s", a->run), n->fits(n->user, folder, e);
    if (!folder_choose(folder, n, e))
        return false;
    if (strcmp(folder, n->usual) != 0)
        a->placed = arena_format(&a->arena, "the folder is %s, since %s holds something else", folder, n->usual);
    return true;
}

/* What decides whether a folder is a comparison's. */
struct wanted {
    const struct comparison_result *c;
    const struct arguments *a;
    struct folder_fit *fit;
};

static enum folder_fits fits(const void *user, const char *folder, struct error *e) {
    const struct wanted *w = user;
    if (!compare_fits(w->fit, w->c, &w->a->settings, folder, e))
        return FITS_NOT;
    if (!w->a->run && w->fit->fewer)
        return error_set(e, EXIT_USAGE, "%s has more models", folder), FITS_NOT;
    return w->fit->more ? FITS_WITH_MORE : FITS;
}

/* Those that are not there; where all are, and others besides, all of them. */
static void name_members(char name[PATH_MAX_LENGTH], const struct comparison_result *here,
                         const struct comparison_result *there) {
    bool new = false, fewer = false;
    for (const struct member *m = here->member; m < here->member + here->members; m++)
        new = new || !compare_has_label(there, m->label);
    for (const struct member *m = there->member; m < there->member + there->members; m++)
        fewer = fewer || !compare_has_label(here, m->label);
    for (const struct member *m = here->member; m < here->member + here->members && (new || fewer); m++)
        if ((m == here->member || !member_alike(m, m - 1)) && !(new &&compare_has_label(there, m->label)))
            folder_name_add(name, m->label);
}

static void describe(const void *user, const char *folder, char name[PATH_MAX_LENGTH]) {
    const struct wanted *w = user;
    struct arena arena = {0};
    struct assignments *a = arena_alloc(&arena, 2, sizeof *a);
    struct comparison_result *there = arena_alloc(&arena, 1, sizeof *there);
    char path[PATH_MAX_LENGTH], *config = arena_alloc(&arena, COMPARISON_TEXT, 1);
    struct error e;
    compare_config(w->c, &w->a->settings, config);
    if (file_path(path, folder, "config.ini", &e) && !file_missing(path) && assignments_read_file(&a[0], path, &e) &&
        assignments_read_text(&a[1], config, strlen(config), "", &e) && compare_list(there, &a[0], &arena, &e)) {
        folder_name_settings(name, &a[0], &a[1]);
        if (there->settings.task == w->c->settings.task)
            name_members(name, w->c, there);
    }
    arena_free(&arena);
}

bool members_own_folder(char folder[PATH_MAX_LENGTH], struct folder_fit *fit, const struct comparison_result *c,
                        struct arguments *a, struct error *e) {
    const struct wanted w = {c, a, fit};
    return members_folder(folder, a, &(struct folder_naming){"runs/compare", fits, describe, &w, true}, e);
}

void members_tell_recipe(const char *name, const char *text) {
    for (const char *line = text, *end; (end = strchr(line, '\n')); line = end + 1)
        fprintf(stderr, "poslab: %s%s%.*s\n", name, *name ? ": " : "", (int)(end - line), line);
}

/* Of those that wait; what is the same for several is told once. */
static void tell_recipes(const struct comparison_result *c) {
    enum { MOST = 4 };
    char told[MOST][RECIPE_TEXT];
    int count = 0;
    for (const struct member *m = c->member; m < c->member + c->members && count < MOST; m++) {
        bool known = !c->task.kind || m->status != STATUS_WAITING;
        if (!known)
            recipe_tell(told[count], &m->settings->train, &c->task);
        for (int i = 0; i < count && !known; i++)
            known = strcmp(told[i], told[count]) == 0;
        if (!known)
            members_tell_recipe(count ? m->label : "", told[count]);
        count += !known;
    }
}

void members_tell(const struct comparison_result *c, const struct folder_fit *fit) {
    if (fit->fewer)
        fprintf(stderr, "poslab: %d model%s in %s no longer belong%s to it and %s left alone: %s\n", fit->fewer,
                fit->fewer == 1 ? "" : "s", c->folder, fit->fewer == 1 ? "s" : "", fit->fewer == 1 ? "is" : "are",
                fit->names);
    if (c->retrained)
        fprintf(stderr,
                "poslab: %d finished model%s in %s kept no checkpoint to evaluate at new lengths or policies: trained "
                "again\n",
                c->retrained, c->retrained == 1 ? "" : "s", c->folder);
    tell_recipes(c);
}

/* A line about a member without a result. */
static void tell(const struct member *m) {
    if (m->status == STATUS_STOPPED)
        command_tell("%s has no result yet: %s", m->name, m->failure);
    else if (m->before)
        command_tell("%s failed before (exit code %d), --retry-failed trains it again: %s", m->name, m->code,
                     m->failure);
    else
        command_tell("%s failed (exit code %d): %s", m->name, m->code, m->failure);
}

bool members_finished(const struct comparison_result *c, struct error *e) {
    int missing = 0, stopped = 0;
    for (const struct member *m = c->member; m < c->member + c->members; m++) {
        if (m->status == STATUS_FINISHED)
            continue;
        tell(m);
        missing++;
        stopped += m->status == STATUS_STOPPED;
    }
    if (stopped)
        return error_set(e, EXIT_STOPPED,
                         "%d of %d models were stopped or are in use elsewhere; run the same command "
                         "again to train them",
                         stopped, c->members);
    if (missing && e->code != EXIT_STOPPED)
        e->code = EXIT_FAILED;
    return missing == 0;
}
