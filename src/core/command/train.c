/* train.c -- poslab train: one run, trained and evaluated. */
#include <stdio.h>

#include "base/file.h"
#include "base/progress.h"
#include "base/text.h"
#include "cli/choices.h"
#include "cli/operands.h"
#include "cli/say.h"
#include "cli/signals.h"
#include "command/command.h"
#include "command/comparison_progress.h"
#include "command/folder_choice.h"
#include "folder/folder_kind.h"
#include "result/fill_evaluation.h"
#include "run/training_set.h"
#include "study/member.h"
#include "study/more_steps.h"
#include "study/plan.h"

/* What is printed while it trains. */
struct progress_line {
    struct progress progress;
    const char *first; /* the recipe: once, as soon as nothing refuses to begin; then NULL */
};

static void say_step(char *details, size_t size, const struct train_state *s, bool terminal) {
    text_append(details, size, "step %d/%d  loss %.4f  accuracy %.3f  %.0f examples/s", s->step, s->steps, s->loss,
                s->accuracy, s->examples_per_second);
    if (terminal)
        text_append(details, size, "  learning rate %.2g", s->rate);
    if (terminal && s->validated)
        text_append(details, size, "  validation %.4f", s->validation);
}

static void draw(void *user, const struct train_state *s) {
    struct progress_line *t = user;
    struct progress *p = &t->progress;
    if (t->first)
        comparison_tell_training_notes("", t->first);
    t->first = NULL;
    double done = train_done(s);
    char details[192] = "";
    p->from = s->training * ((double)s->first / s->steps);
    if (!progress_due(p, done))
        return;
    if (s->evaluation)
        text_append(details, sizeof details, "evaluating %d of %d: %s", s->evaluation->pass, s->evaluation->passes,
                    s->evaluation->what);
    else
        say_step(details, sizeof details, s, p->terminal);
    p->ranks = s->evaluation ? "01" : "607183"; /* the bar has 5 */
    progress_draw(p, done, details);
}

static void warn(void *user, const char *text) {
    struct progress_line *t = user;
    progress_end(&t->progress);
    command_warn("%s", text);
}

static void tell(void *user, const char *text) {
    struct progress_line *t = user;
    progress_end(&t->progress);
    command_tell("%s", text);
}

static bool fits_run(const char *folder, void *of, struct error *e) {
    enum folder_kind kind = folder_look(folder).kind;
    if (kind == FOLDER_RUN)
        return run_folder_is_new(folder) || run_folder_fits(folder, of, &(bool){false}, e);
    bool ok = folder_check_free(folder, e);
    e->other = kind == FOLDER_COMPARISON;
    return ok;
}

/* Settings and folder of a new run. A run in the folder of these settings is theirs, and is continued. */
static bool plan_new(struct arguments *a, struct settings *s, char folder[PATH_MAX_LENGTH], struct error *e) {
    if (!settings_resolve(s, &a->settings, NULL, e) || !compare_check(&a->settings, e))
        return false;
    snprintf(folder, PATH_MAX_LENGTH, "%s", a->run ? a->run : "");
    if (!a->run)
        folder_name_run(folder, s, folder_source_find(a, false));
    if (!folder_find(folder, a, fits_run, s, e))
        return false;
    if (folder_look(folder).kind != FOLDER_RUN || run_folder_is_new(folder))
        return true;
    a->placed = arena_format(&a->arena, "%s holds this run already; %s", folder,
                             folder_has(folder, EVALUATION_FILE) ? "nothing is trained" : "it is continued");
    return true;
}

/* Settings of the run in the folder; what the command line says must agree with them, but for how long it trains. Where
 * there is none, a new one is started. */
static bool plan_resume(struct arguments *a, struct settings *s, char folder[PATH_MAX_LENGTH], struct error *e) {
    struct assignments *there = arena_alloc(&a->arena, 1, sizeof *there);
    if (!a->run)
        return error_set(e, EXIT_USAGE, "--resume needs --run DIR, the folder of the run to continue");
    snprintf(folder, PATH_MAX_LENGTH, "%s", a->run);
    if (folder_look(folder).kind != FOLDER_RUN || !folder_has(folder, "config.ini"))
        return plan_new(a, s, folder, e);
    if (!folder_config(there, folder, e) || !more_steps_check(folder, &a->settings, e))
        return false;
    return arguments_add(there, &a->settings, e) && settings_resolve(s, there, NULL, e) &&
           more_steps_same_run(folder, s, e);
}

static void print(const struct evaluation_result *result, const struct screen *s, unsigned chosen, const char *folder,
                  const char *asked, int keep, struct arena *arena) {
    struct table t;
    bool model = keep != KEEP_NONE && folder_has(folder, CHECKPOINT_FILE);
    fill_evaluation_screen(&t, result, asked, arena);
    t.drawn = chosen;
    table_terminal(s, &t);
    fputc('\n', s->out);
    screen_say(s, 0, "The run is in %s: config.ini, %seval.tsv.", folder,
               !model            ? ""
               : result->instead ? "checkpoint.safetensors, "
                                 : "metrics.jsonl, checkpoint.safetensors, ");
    const char *quoted = text_quote(folder, arena), *report = arena_format(arena, "report %s", quoted);
    command_next(s, model ? (const char *const[]){arena_format(arena, "predict %s", quoted), report, NULL}
                          : (const char *const[]){report, NULL});
}

static bool run(struct arguments *a, struct error *e) {
    struct settings s = {0};
    struct screen screen;
    char folder[PATH_MAX_LENGTH];
    struct evaluation_result result = {0};
    struct task_built task;
    struct progress p;
    unsigned chosen;
    if ((a->operands && !operands_set_run(&command_train, a, e)) || !command_begin_from(a, false, e))
        return false;
    command_leave_out(a, false);
    if (!command_screen(&screen, a, e) || !(a->resume ? plan_resume : plan_new)(a, &s, folder, e))
        return false;
    command_leave_on_signals();
    struct task_input in = command_input(&p);
    bool ok = task_build(&task, s.task, s.task_options, &in, &a->arena, e) && command_metrics(&chosen, a, &task, e);
    progress_end(&p);
    if (!ok || !training_set_settle(&s.train, &task, e))
        return false;
    char recipe[TRAINING_SET_TEXT];
    struct progress_line telling = {.first = training_set_tell(recipe, &s.train, &task)};
    command_tell_left_out(a);
    command_catch_signals();
    in = (struct task_input){.shared = &task};
    telling.progress = progress_start("training");
    struct train_watch watch = {draw, &telling, &command_stop, a->threads ? a->threads : 1, &in, warn, tell};
    ok = member_run(&s, folder, watch, &result, &a->arena, e);
    progress_end(&telling.progress);
    command_leave_on_signals();
    if (ok)
        print(&result, &screen, chosen, folder, a->full ? "" : s.eval.policies, s.train.keep, &a->arena);
    return ok;
}

const struct command command_train = {
    .name = "train",
    .place = 30,
    .summary = "train one model, then test it at the trained lengths and beyond",
    .operand = "[MEMBER]",
    .operands = 2, /* of which one is too many, as is said */
    .settings = true,
    .seed = true,
    .configs = true,
    .options = "from run resume threads metric full width",
    .wording = command_table_options,
    .text = command_train_txt,
    .run = run,
};
