/* train.c -- poslab train: one run, trained and evaluated. */
#include <stdio.h>
#include <string.h>

#include "base/file.h"
#include "base/progress.h"
#include "base/text.h"
#include "command/comparison_progress.h"
#include "command/operands.h"
#include "folder/folder_kind.h"
#include "folder/folder_name.h"
#include "result/fill.h"
#include "study/compare.h"
#include "study/member.h"
#include "study/more_steps.h"
#include "train/recipe.h"

/* What is told while it trains. */
struct progress_line {
    struct progress progress;
    const char *first; /* the recipe: once, as soon as nothing refuses to begin; then NULL */
};

static void draw(void *user, const struct train_state *s) {
    struct progress_line *t = user;
    struct progress *p = &t->progress;
    if (t->first)
        comparison_tell_training_notes("", t->first);
    t->first = NULL;
    double done = (double)s->step / s->steps;
    char details[192] = "";
    progress_from(p, (double)s->first / s->steps);
    if (!progress_due(p, done))
        return;
    text_append(details, sizeof details, "step %d/%d  loss %.4f  accuracy %.3f  %.0f examples/s", s->step, s->steps,
                s->loss, s->accuracy, s->examples_per_second);
    if (p->terminal)
        text_append(details, sizeof details, "  learning rate %.2g", s->rate);
    if (p->terminal && s->validated)
        text_append(details, sizeof details, "  validation %.4f", s->validation);
    p->ranks = "607183"; /* the bar has 5 */
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

/* The folder of these settings. A run that it holds is theirs, and is continued. */
static bool own_folder(char folder[PATH_MAX_LENGTH], struct arguments *a, const struct settings *s, struct error *e) {
    folder_name_run(folder, s);
    if (folder_look(folder).kind != FOLDER_RUN)
        return folder_check_free(folder, e);
    if (!member_fits(folder, s, &(bool){false}, e))
        return false;
    bool finished = member_state(folder) == MEMBER_FINISHED;
    a->placed = finished ? arena_format(&a->arena, "%s holds this run already; nothing is trained", folder)
                         : arena_format(&a->arena, "%s holds this run already; it is continued", folder);
    return true;
}

/* Settings and folder of a new run. */
static bool plan_new(struct arguments *a, struct settings *s, char folder[PATH_MAX_LENGTH], struct error *e) {
    if (!settings_resolve(s, &a->settings, NULL, e) || !compare_check(&a->settings, e))
        return false;
    if (!a->run)
        return own_folder(folder, a, s, e);
    snprintf(folder, PATH_MAX_LENGTH, "%s", a->run);
    if (folder_look(folder).kind != FOLDER_RUN)
        return folder_check_free(folder, e);
    return member_state(folder) == MEMBER_NEW ||
           error_set(e, EXIT_USAGE, "%s already holds a run; continue it with --resume, or name another --run", folder);
}

/* Settings of the run in the folder; what the command line says must agree with them, but for how long it trains. Where
 * there is none, a new one is started. */
static bool plan_resume(struct arguments *a, struct settings *s, char folder[PATH_MAX_LENGTH], struct error *e) {
    struct assignments there = {0};
    char path[PATH_MAX_LENGTH];
    if (!a->run)
        return error_set(e, EXIT_USAGE, "--resume needs --run DIR, the folder of the run to continue");
    snprintf(folder, PATH_MAX_LENGTH, "%s", a->run);
    if (!file_path(path, folder, "config.ini", e))
        return false;
    if (folder_look(folder).kind != FOLDER_RUN || file_missing(path))
        return plan_new(a, s, folder, e);
    if (!assignments_read_file(&there, path, e) || !more_steps_check(folder, &a->settings, e))
        return false;
    for (int i = 0; i < a->settings.count; i++) {
        struct assignment given = assignments_item(&a->settings, i);
        if (!assignments_set(&there, given.key, given.value, given.where, e))
            return false;
    }
    return settings_resolve(s, &there, NULL, e) && more_steps_same_run(folder, s, e);
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
    screen_say(s, 0, "The run is in %s: config.ini, %seval.json.", folder,
               !model            ? ""
               : result->instead ? "checkpoint.safetensors, "
                                 : "metrics.jsonl, checkpoint.safetensors, ");
    command_next(s, model ? (const char *const[]){"predict", "report", NULL} : (const char *const[]){"report", NULL},
                 folder);
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
    char folder[PATH_MAX_LENGTH];
    struct evaluation_result result = {0};
    struct task_built task;
    unsigned chosen;
    if ((a->operands && !operands_set_run(&command_train, a, e)) || !command_begin_from(a, false, e))
        return false;
    command_leave_out(a, false);
    if (!command_screen(&screen, a, e) || !(a->resume ? plan_resume : plan_new)(a, &s, folder, e))
        return false;
    command_leave_on_signals();
    if (!read_task(&task, &s, &chosen, a, e) || !recipe_settle(&s.train, &task, e))
        return false;
    char recipe[RECIPE_TEXT];
    struct progress_line telling = {.first = recipe_tell(recipe, &s.train, &task)};
    command_tell_left_out(a);
    command_catch_signals();
    struct task_input in = {.shared = &task};
    telling.progress = progress_start("training");
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
    .summary = "train one model, then test it at the trained lengths and beyond",
    .operand = "[MEMBER]",
    .operands = 2, /* of which one is too many, as is said */
    .settings = true,
    .configs = true,
    .options = "from run resume threads metric wide width",
    .wording = command_table_options,
    .details =
        "Trains one model and prints its accuracy in range and beyond. Without a config it trains on the task `order`; "
        "`poslab list settings` shows every key. Without --run the folder is runs/TASK-ENCODING-seedN, and its name "
        "says which other settings differ from the defaults; a run that it already holds is continued, or its table is "
        "printed. A folder that holds another run or other files is never overwritten.\n"
        "\n"
        "Ctrl-C writes a checkpoint (exit code 75). `poslab train --run DIR --resume` continues from there and ends "
        "with the same bytes as a run that was never stopped. A run trained with train.schedule=constant is extended "
        "by more train.steps. --from RUN starts a new run with the weights of another.\n"
        "\n"
        "  rope, \"rope base=100\", gru   what to train, as for compare\n"
        "  train.seed=7                another seed\n"
        "  train.epochs=20             passes over your rows, instead of train.steps\n"
        "  train.patience=3            stop early, keep the best weights\n"
        "  embedding.token=FILE        start with the word vectors of a file\n"
        "\n"
        "  poslab train\n"
        "  poslab train sinusoidal configs/first.ini train.seed=7\n"
        "  poslab train mails.csv\n"
        "  poslab train bert mails.csv task.label_column=folder\n"
        "  poslab train --run runs/mine --resume\n"
        "  poslab train --from runs/mine task.words=4..64 \\\n"
        "      encoding.extrapolation=interpolate train.steps=200\n",
    .reference =
        "RESUMING\n"
        "SIGTERM, SIGHUP, SIGUSR1 and SIGXCPU do what Ctrl-C does. If DIR holds no run, --resume starts one; for a "
        "finished run it prints the table. So a job script is one line, however often it runs. Settings you give must "
        "be those of the run, except for how long it trains.\n"
        "\n"
        "A damaged checkpoint is moved to checkpoint.damaged-N.safetensors, and the run continues from the one before. "
        "A run\n"
        "that fails for good (it diverged, its data are bad) leaves a failure.json; --resume tries it again.\n"
        "\n"
        "MORE STEPS\n"
        "--run DIR --resume train.steps=1600 extends a run, finished or not. The result is that of a run that had 1600 "
        "steps\n"
        "from the start, byte for byte. So it only works where no earlier step would change: with "
        "train.schedule=constant and a warm-up of a fixed number of steps. With linear, the default, or cosine every "
        "learning rate depends on the number of steps, and a line says so. train.epochs is extended in the same way, "
        "and early stopping by a larger\n"
        "train.patience. Where the last checkpoint will not do, as after early stopping, the one before it may. A "
        "comparison cannot be extended.\n"
        "\n"
        "THE WEIGHTS OF ANOTHER RUN\n"
        "--from RUN starts a new run with the weights of RUN, a run folder or a checkpoint. Its settings are those of\n"
        "RUN unless they are given. Steps, schedule and AdamW's moments are its own. train.from=RUN takes the weights\n"
        "alone; {seed} in the name is train.seed.\n"
        "\n"
        "The model, its words and its answers must be the same. Only the table of positions may have other rows: "
        "positions that both have keep theirs, new ones are random. RUN is read once, when the run starts. Its name, "
        "step\n"
        "and XXH3 checksum are printed, and kept with the results. Training again from config.ini needs the same file\n"
        "(train.from_xxh3).\n"
        "\n"
        "POSITION INTERPOLATION\n"
        "Say RUN was trained on L positions, and the new run on M > L. With encoding.extrapolation=interpolate the "
        "new\n"
        "run reads position t as t (L-1)/(M-1), in training and after it, in short texts as well (Chen et al. 2023).\n"
        "Policies of the evaluation act on top of that, beyond M: extend continues in the same steps, interpolate\n"
        "squeezes T positions into L, clamp repeats the last one of M.\n"
        "\n"
        "Every policy can be trained with. clamp, wrap and zero map the M positions into L; ntk multiplies the base "
        "by\n"
        "(M/L)^(w/(w-2)), w columns. With extend nothing is mapped: it is further training on longer texts. L is\n"
        "encoding.original_max_position, which --from sets.\n"
        "\n"
        "EPOCHS AND EARLY STOPPING\n"
        "train.epochs=N makes N passes over the rows of a file (or over task.examples) instead of train.steps. The run "
        "says how many steps that is before it begins. With epochs the warm-up is at most a tenth of the steps.\n"
        "\n"
        "With train.patience=N the model is validated every train.validate_every steps (by default about 20 times in a "
        "run, and\n"
        "for at most a tenth of the training time). Training ends after N validations without a smaller loss. The "
        "weights with\n"
        "the smallest loss are kept and evaluated; the run is finished. Then more steps change nothing, but a larger "
        "train.patience can.\n"
        "\n"
        "A share of the rows of a file, or of a text, is set aside for validation (train.validation, a tenth by "
        "default) and not trained on. It is the same for all members and seeds. Other tasks validate on new examples. "
        "The schedule is that of\n"
        "train.steps, so train.schedule=constant is the usual choice.\n"
        "\n"
        "train.class_weights=balanced gives every label the same weight in the training loss, however many rows have "
        "it.\n"
        "Validation and evaluation stay unweighted.\n"
        "\n"
        "TABLES OF A FILE\n"
        "embedding.token=FILE and embedding.position=FILE initialise the tables of words and positions from the rows "
        "of a file. FILE\n"
        "is word2vec or GloVe text (a word and its numbers on each line; positions are called position0 and so on, as "
        "`poslab\n"
        "export` names them), binary word2vec (.bin, also .bin.gz), a public model (`poslab help models`), or a run.\n"
        "\n"
        "Words are matched by their text, else ignoring case; positions by their number. Rows that are not in the file "
        "are random as usual. What was found is printed, and kept with the results.\n"
        "\n"
        "A file with more columns than the table is refused. With embedding.fit=cut the first columns are used, with\n"
        "embedding.fit=project the principal components of the rows used. Projected rows get the standard deviation of "
        "random rows, others keep their numbers, unless embedding.scale says otherwise.\n"
        "\n"
        "embedding.freeze=token keeps the table as it begins. The file is read once: the run is resumed and evaluated "
        "without\n"
        "it.\n"
        "\n"
        "SPARSE UPDATES\n"
        "train.sparse=lazy, the default from 20,000 words, updates only the rows of the token table that a batch uses. "
        "When a row is used again, it catches up on the updates it missed. The weights equal those of "
        "train.sparse=dense up to rounding.\n"
        "\n"
        "FILES\n"
        "A finished run has at most 5 files: config.ini, eval.json, metrics.jsonl, checkpoint.safetensors and\n"
        "checkpoint.previous.safetensors. With train.keep=last it has 4, without the last of these; with "
        "train.keep=none 2,\n"
        "config.ini and eval.json: results can be shown and compared, but there is no model to inspect. train.keep "
        "changes no\n"
        "number. A finished run may be rerun with another train.keep: files are deleted, and none comes back.\n"
        "\n"
        "CONFIGS\n"
        "A config may be for another task, mixer or encoding than the command line chooses. Options that do not apply "
        "are left out, and a line says so; all others apply.\n"
        "\n"
        "  poslab train configs/next.ini embedding.token=glove.6B.50d.txt \\\n"
        "      model.d_model=50 embedding.scale=usual\n"
        "  poslab train configs/first.ini --run runs/mine --resume train.keep=last\n"
        "  poslab train task.name=tsv task.train=rows.tsv task.test=test.tsv \\\n"
        "      train.epochs=20 train.patience=3 train.schedule=constant\n",
    .run = run,
};
