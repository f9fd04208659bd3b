/* train.c -- poslab train: one run, trained and evaluated. */
#include <stdio.h>
#include <string.h>

#include "base/file.h"
#include "base/progress.h"
#include "command/members.h"
#include "present/fill.h"
#include "study/compare.h"
#include "study/member.h"
#include "train/recipe.h"

/* What is told while it trains. */
struct telling {
    struct progress progress;
    const char *recipe; /* once, as soon as nothing refuses to begin; then NULL */
};

static void draw(void *user, const struct train_state *s) {
    struct telling *t = user;
    struct progress *p = &t->progress;
    if (t->recipe)
        members_tell_recipe("", t->recipe);
    t->recipe = NULL;
    double done = (double)s->step / s->steps;
    char details[128];
    progress_from(p, (double)s->first / s->steps);
    if (!progress_due(p, done))
        return;
    snprintf(details, sizeof details, "step %d/%d  loss %.4f  accuracy %.3f  %.0f examples/s", s->step, s->steps,
             s->loss, s->accuracy, s->examples_per_second);
    progress_draw(p, done, details);
}

static void warn(void *user, const char *text) {
    struct telling *t = user;
    progress_end(&t->progress);
    command_warn("%s", text);
}

static void tell(void *user, const char *text) {
    struct telling *t = user;
    progress_end(&t->progress);
    fprintf(stderr, "poslab: %s\n", text);
}

/* runs/TASK-ENCODING-seedN, or the first of -2, -3, ... that is free. */
static bool free_folder(char folder[PATH_MAX_LENGTH], const struct settings *s) {
    char label[64];
    settings_label(s, label, sizeof label);
    for (int n = 1; n < 10000; n++) {
        int length = snprintf(folder, PATH_MAX_LENGTH, "runs/%s-%s-seed%d", s->task->name, label, s->train.seed);
        if (n > 1)
            snprintf(folder + length, PATH_MAX_LENGTH - (size_t)length, "-%d", n);
        if (!file_exists(folder))
            return true;
    }
    return false;
}

/* Settings and folder of a new run. */
static bool plan_new(const struct arguments *a, struct settings *s, char folder[PATH_MAX_LENGTH], struct error *e) {
    if (!settings_resolve(s, &a->settings, NULL, e) || !compare_check(&a->settings, e))
        return false;
    if (!a->run)
        return free_folder(folder, s) || error_set(e, EXIT_USAGE, "runs/ is full of this run; name one with --run");
    snprintf(folder, PATH_MAX_LENGTH, "%s", a->run);
    if (member_state(folder) != MEMBER_NEW)
        return error_set(e, EXIT_USAGE, "%s already holds a run; continue it with --resume, or name another --run",
                         folder);
    return true;
}

/* Settings of the run in the folder; what the command line says must agree with them. Where there is none, a new one is
 * started. */
static bool plan_resume(const struct arguments *a, struct settings *s, char folder[PATH_MAX_LENGTH], struct error *e) {
    struct assignments there = {0};
    char path[PATH_MAX_LENGTH];
    if (!a->run)
        return error_set(e, EXIT_USAGE, "--resume needs --run DIR, the folder of the run to continue");
    snprintf(folder, PATH_MAX_LENGTH, "%s", a->run);
    if (!file_path(path, folder, "config.ini", e))
        return false;
    if (file_missing(path))
        return plan_new(a, s, folder, e);
    if (!assignments_read_file(&there, path, e))
        return false;
    for (int i = 0; i < a->settings.count; i++) {
        struct assignment given = assignments_item(&a->settings, i);
        if (!assignments_set(&there, given.key, given.value, given.where, e))
            return false;
    }
    return settings_resolve(s, &there, NULL, e) && member_fits(folder, s, NULL, e);
}

static void print(const struct evaluation_result *result, const struct screen *s, unsigned chosen, const char *folder,
                  int keep, struct arena *arena) {
    char path[PATH_MAX_LENGTH];
    struct table t;
    struct error e;
    bool model = keep != KEEP_NONE && file_path(path, folder, CHECKPOINT_FILE, &e) && !file_missing(path);
    fill_evaluation(&t, result, arena);
    fill_draw(s, &t, chosen);
    fputc('\n', s->out);
    screen_say(s, 0, "The run is in %s: config.ini, %seval.json%s.", folder,
               model ? "metrics.jsonl, checkpoint.safetensors, " : "",
               *result->sparse ? arena_format(arena, " (train.sparse = %s)", result->sparse) : "");
}

/* The task, which has the metrics that are to be printed. */
static bool read_task(struct task_built *t, const struct settings *s, unsigned *chosen, struct arguments *a,
                      struct error *e) {
    struct progress p;
    struct task_input in = command_input(&p);
    bool ok = task_build(t, s->task, s->task_options, &in, &a->arena, e) && command_metrics(chosen, a, t, e);
    progress_end(&p);
    return ok;
}

static bool run(struct arguments *a, struct error *e) {
    struct settings s = {0};
    struct screen screen;
    char folder[PATH_MAX_LENGTH], text[RECIPE_TEXT];
    struct evaluation_result result = {0};
    struct task_built task;
    unsigned chosen;
    command_leave_out(a, false);
    if (!command_screen(&screen, a, e) || !(a->resume ? plan_resume : plan_new)(a, &s, folder, e))
        return false;
    command_leave_on_signals();
    if (!read_task(&task, &s, &chosen, a, e) || !recipe_settle(&s.train, &task, e))
        return false;
    command_tell_left_out(a);
    command_catch_signals();
    struct task_input in = {.shared = &task};
    struct telling telling = {progress_start("training"), recipe_tell(text, &s.train, &task)};
    struct train_watch watch = {draw, &telling, &command_stop, a->threads ? a->threads : 1, &in, warn, tell};
    bool ok = member_run(&s, folder, watch, &result, &a->arena, e);
    progress_end(&telling.progress);
    command_leave_on_signals();
    if (ok)
        print(&result, &screen, chosen, folder, s.train.keep, &a->arena);
    return ok;
}

const struct command command_train = {
    .name = "train",
    .summary = "train one model, then evaluate it in and beyond the trained length",
    .settings = true,
    .options = "run resume threads metric wide width",
    .wording = command_table_options,
    .details =
        "Trains one model and prints its accuracy in range and beyond. Without a config it is the task `order`, "
        "where a learned\n"
        "table of positions is trained in a second; `poslab list settings` shows every key. The folder is\n"
        "runs/TASK-ENCODING-seedN unless --run names one. A folder that holds a run is never written over.\n"
        "\n"
        "Ctrl-C writes a checkpoint (exit code 75). `poslab train --run DIR --resume` continues from there and ends "
        "with the\n"
        "same bytes as a run that was never stopped.\n"
        "\n"
        "  encoding.name=rope          which encoding\n"
        "  train.seed=7                another seed\n"
        "  train.epochs=20             times over your rows, in place of train.steps\n"
        "  train.patience=3            stop early, keep the best weights\n"
        "  embedding.token=FILE        begin with the word vectors of a file\n"
        "\n"
        "  poslab train\n"
        "  poslab train configs/first.ini encoding.name=sinusoidal train.seed=7\n"
        "  poslab train configs/bert.ini task.name=tsv task.train=mails.csv\n"
        "  poslab train --run runs/mine --resume\n",
    .reference =
        "RESUMING\n"
        "SIGTERM, SIGHUP, SIGUSR1 and SIGXCPU do what Ctrl-C does. Where DIR holds no run, --resume starts one; of "
        "a finished\n"
        "run it prints the table. So a job script is one line, however often it is called. Settings that are given "
        "must be\n"
        "those of the run.\n"
        "\n"
        "A damaged checkpoint is moved to checkpoint.damaged-N.safetensors, and the run continues from the one "
        "before. A run\n"
        "that fails for good (it diverged, its data are bad) leaves a failure.json; --resume tries it again.\n"
        "\n"
        "EPOCHS AND EARLY STOPPING\n"
        "train.epochs=N trains N times over the rows of a file (or over task.examples) in place of train.steps. "
        "Both come to the\n"
        "same; a run says before it begins how many steps N epochs are. With epochs the warm-up is at most a tenth "
        "of the steps.\n"
        "\n"
        "With train.patience=N the model is validated every train.validate_every steps (by default about 20 times "
        "in a run, and\n"
        "for at most a tenth of the training time). Training ends after N validations without a smaller loss. The "
        "weights with\n"
        "the smallest loss are kept and evaluated; the run is finished, and --resume trains it no further.\n"
        "\n"
        "Rows of a file and text set aside a share to validate on (train.validation, a tenth by default), which is "
        "not trained\n"
        "on. It is the same for all members and seeds. Other tasks validate on new examples. The schedule is that "
        "of\n"
        "train.steps, so train.schedule=constant is the usual choice.\n"
        "\n"
        "train.class_weights=balanced gives every label the same weight in the training loss, however many rows "
        "have it.\n"
        "Validation and evaluation stay unweighted.\n"
        "\n"
        "TABLES OF A FILE\n"
        "embedding.token=FILE and embedding.position=FILE begin the tables of words and positions with the rows of "
        "a file. FILE\n"
        "is word2vec or GloVe text (a word and its numbers on each line; positions are called position0 and so on, "
        "as `poslab\n"
        "export` names them), a public model (`poslab help models`), or a run.\n"
        "\n"
        "Words are found by their text, else in another case; positions by their number. Rows that the file lacks "
        "are drawn as\n"
        "usual. What was found is printed, and kept with the results.\n"
        "\n"
        "A file with more columns than the table is refused. With embedding.fit=cut the first columns are used, "
        "with\n"
        "embedding.fit=project the principal components of the rows used. Projected rows get the standard deviation "
        "of drawn\n"
        "rows, others keep their numbers, unless embedding.scale says otherwise.\n"
        "\n"
        "embedding.freeze=token keeps the table as it begins. The file is read once: the run is resumed and "
        "evaluated without\n"
        "it.\n"
        "\n"
        "SPARSE UPDATES\n"
        "train.sparse=lazy, the default from 20,000 words, updates only the rows of the token table that a batch "
        "has. When a row\n"
        "comes again it makes up for the updates it missed. The weights are those of train.sparse=dense, to "
        "rounding.\n"
        "\n"
        "FILES\n"
        "A finished run has at most 5 files: config.ini, eval.json, metrics.jsonl, checkpoint.safetensors and\n"
        "checkpoint.previous.safetensors. With train.keep=last it has 4, without the last of these; with "
        "train.keep=none 2,\n"
        "config.ini and eval.json: results can be shown and compared, but there is no model to look into. "
        "train.keep changes no\n"
        "number. A finished run may be called again with another one: files go, and none comes back.\n"
        "\n"
        "CONFIGS\n"
        "A config may be of another task, mixer or encoding than the command line chooses. Options that only its "
        "own have are\n"
        "left out, and a line says so; all others hold.\n"
        "\n"
        "  poslab train configs/next.ini embedding.token=glove.6B.50d.txt \\\n"
        "      model.d_model=50 embedding.scale=usual\n"
        "  poslab train configs/first.ini --run runs/mine --resume train.keep=last\n"
        "  poslab train task.name=tsv task.train=rows.tsv task.test=test.tsv \\\n"
        "      train.epochs=20 train.patience=3 train.schedule=constant\n",
    .run = run,
};
