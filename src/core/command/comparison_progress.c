/* comparison_progress.c -- see comparison_progress.h. */
#include "command/comparison_progress.h"

#include <stdio.h>
#include <string.h>

#include "base/text.h"
#include "cli/say.h"
#include "cli/signals.h"
#include "command/folder_choice.h"
#include "folder/folder_kind.h"
#include "run/training_set.h"
#include "study/comparison_folder.h"
#include "study/plan.h"
#include "study/series.h"

static void draw(void *user, const struct comparison_result *running) {
    struct comparison_watch *w = user;
    double done = 0, before = 0, total = 0; /* steps, each with its share of the evaluation */
    int finished = 0, failed = 0, runs = 0, models = 0, known = 0;
    double loss = 0; /* of those that run and have told one */
    char details[192] = "";
    if (running ? !progress_asks(&w->progress) : w->progress.asked == 0)
        return;
    for (int i = 0; i < w->count; i++) {
        const struct comparison_result *c = w->comparison(w->of, i);
        models += c->members;
        for (const struct member *m = c->member; m < c->member + c->members; m++) {
            double steps = m->steps;
            bool is_running = m->status == STATUS_RUNNING;
            total += steps;
            finished += m->status == STATUS_FINISHED;
            failed += m->status == STATUS_FAILED;
            runs += is_running;
            done += m->status > STATUS_RUNNING ? steps : steps * m->done;
            before += m->before ? steps : 0;
            known += is_running && m->loss > 0;
            loss += is_running ? m->loss : 0;
        }
    }
    if (total == 0)
        return;
    w->progress.from = before / total;
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

struct compare_watch comparison_watch(struct comparison_watch *w, const struct arguments *a) {
    command_catch_signals();
    return (struct compare_watch){draw, w, &command_stop, a->jobs ? a->jobs : command_processors()};
}

void comparison_end(struct comparison_watch *w) {
    draw(w, NULL); /* the last state */
    progress_end(&w->progress);
    command_leave_on_signals();
    for (int i = 0; i < w->count; i++) {
        const struct comparison_result *c = w->comparison(w->of, i);
        for (const struct member *m = c->member; m < c->member + c->members; m++)
            for (const char *line = m->warning, *end; (end = strchr(line, '\n')); line = end + 1)
                command_warn("%.*s", (int)(end - line), line);
    }
}

/* The settings of the folder's comparison hold where others are not given; a list of members takes the place of its
 * own, whose grid is of no use then. */
static bool take_settings(struct arguments *a, const struct assignments *there, struct error *e) {
    struct assignments *given = arena_alloc(&a->arena, 1, sizeof *given);
    bool members = assignments_value(&a->settings, "compare.members");
    assignments_copy(given, &a->settings);
    assignments_copy(&a->settings, there);
    if (members || assignments_value(given, "compare.grid"))
        assignments_forget(&a->settings, "compare.grid");
    if (members)
        assignments_forget(&a->settings, "compare.members");
    return arguments_add(&a->settings, given, e);
}

/* What a comparison's folder says, if it is one. */
static bool read_there(struct assignments *there, const char *folder, struct error *e) {
    there->count = 0;
    return folder_look(folder).kind != FOLDER_COMPARISON || !folder_has(folder, "config.ini") ||
           folder_config(there, folder, e);
}

/* A comparison whose folder is looked for. */
struct asked {
    const struct comparison_result *c;
    const struct assignments *given;
};

static bool fits_comparison(const char *folder, void *of, struct error *e) {
    struct asked *asked = of;
    return compare_fits(asked->c, asked->given, folder, e);
}

/* A call that says how models train does not ask the folder. Which rows a length has follows from all lengths: they are
 * those of the folder, and more. */
bool comparison_folder(char folder[PATH_MAX_LENGTH], struct comparison_result *c, struct arguments *a,
                       struct error *e) {
    struct assignments *there = arena_alloc(&a->arena, 1, sizeof *there);
    bool whole = a->config, list = false;
    for (int i = 0; i < a->settings.count; i++) {
        const char *key = assignments_item(&a->settings, i).key;
        whole |= !comparison_find(key) && !text_lists("eval.lengths eval.policies train.keep", key);
        list |= text_lists("compare.members compare.grid", key);
    }
    snprintf(folder, PATH_MAX_LENGTH, "%s", a->run ? a->run : "");
    bool ok = !a->run || whole || (read_there(there, folder, e) && (!there->count || take_settings(a, there, e)));
    ok = ok && compare_list(c, &a->settings, &a->arena, e) && (!list || compare_check_once(c, e));
    if (ok && !a->run)
        folder_name_comparison(folder, &c->settings, &a->settings, folder_source_find(a, true));
    ok = ok && folder_find(folder, a, fits_comparison, &(struct asked){c, &a->settings}, e) &&
         read_there(there, folder, e);
    const char *lengths = ok && c->settings.task->dataset_count ? assignments_value(there, "eval.lengths") : NULL;
    if (lengths) {
        struct evaluation all = c->settings.eval, before = all;
        snprintf(before.lengths, sizeof before.lengths, "%s", lengths);
        ok = evaluation_join(&all, &before, e) &&
             assignments_set(&a->settings, "eval.lengths", all.lengths, "config.ini", e) &&
             (strcmp(all.lengths, c->settings.eval.lengths) == 0 || compare_list(c, &a->settings, &a->arena, e));
    }
    return ok;
}

void comparison_tell_training_notes(const char *name, const char *text) {
    for (const char *line = text, *end; (end = strchr(line, '\n')); line = end + 1)
        command_tell("%s%s%.*s", name, *name ? ": " : "", (int)(end - line), line);
}

/* The recipe of those that wait: what is the same for several is printed once, with the name of the first where models
 * differ. */
void comparison_tell(const struct comparison_result *c) {
    enum { MOST = 4 };
    char told[MOST + 1][TRAINING_SET_TEXT]; /* the last one's is not printed */
    const struct member *first[MOST];
    int count = 0, more = 0;
    if (c->retried)
        command_tell("%d model%s in %s failed before; training again", c->retried, text_plural(c->retried), c->folder);
    if (c->retrained)
        command_tell("%d finished model%s in %s kept no checkpoint to evaluate at new lengths or policies; training "
                     "again",
                     c->retrained, text_plural(c->retrained), c->folder);
    for (const struct member *m = c->member; c->task.kind && m < c->member + c->members; m++) {
        const struct settings own = member_settings(m);
        bool known = m->status != STATUS_WAITING;
        if (!known)
            training_set_tell(told[count], &own.train, &c->task);
        for (int i = 0; i < count && !known; i++)
            known = strcmp(told[i], told[count]) == 0;
        more += !known && count == MOST;
        if (!known && count < MOST)
            first[count++] = m;
    }
    for (int i = 0; i < count; i++)
        comparison_tell_training_notes(count > 1 ? first[i]->label : "", told[i]);
    if (more)
        command_tell("%d more model%s other numbers", more, more == 1 ? " has" : "s have");
}

bool comparison_finished(const struct comparison_result *c, struct error *e) {
    int missing = 0, stopped = 0;
    for (const struct member *m = c->member; m < c->member + c->members; m++) {
        if (m->status == STATUS_FINISHED)
            continue;
        if (m->status != STATUS_FAILED)
            command_tell("%s has no result yet: %s", m->name, *m->failure ? m->failure : "it was not begun");
        else
            command_tell("%s failed (exit code %d): %s", m->name, m->code, m->failure);
        missing++;
        stopped += m->status != STATUS_FAILED;
    }
    if (stopped)
        return error_set(e, EXIT_STOPPED,
                         "%d of %d models were stopped or are in use elsewhere; run the same command "
                         "again to train them",
                         stopped, c->members);
    if (missing && e->code != EXIT_STOPPED)
        error_set(e, EXIT_FAILED, "run the same command again to retry failed models");
    return missing == 0;
}

/* What became of a part's members; the rest was stopped, is in use elsewhere, or was not begun. */
bool part_report(const struct comparison_watch *w, const struct arguments *a, const char *folder, bool ran,
                 struct error *e) {
    int models = 0, finished = 0, failed = 0, before = 0;
    double seconds = 0;
    bool ok = ran;
    if (!ran && e->code != EXIT_STOPPED)
        return false;
    for (int i = 0; i < w->count; i++) {
        const struct comparison_result *c = w->comparison(w->of, i);
        models += c->members;
        finished += compare_count(c, STATUS_FINISHED);
        failed += compare_count(c, STATUS_FAILED);
        before += compare_before(c);
        seconds += c->seconds;
    }
    if (a->json)
        command_print_json(json_pack("{si si si si si si si sf}", "part", a->part, "parts", a->parts, "models", models,
                                     "finished", finished, "before", before, "failed", failed, "stopped",
                                     models - finished - failed, "seconds", seconds));
    else if (!models)
        command_print_line("part %d/%d of %s: no models", a->part, a->parts, folder);
    else
        command_print_line("part %d/%d of %s: %d of %d models finished (%d before) in %.1f s", a->part, a->parts,
                           folder, finished, models, before, seconds);
    for (int i = 0; i < w->count && ran; i++)
        ok &= comparison_finished(w->comparison(w->of, i), e);
    return ok;
}
