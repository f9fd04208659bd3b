/* command.c -- the table of subcommands and what they share; see command.h. */
#include "command/command.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/advice.h"
#include "base/clock.h"
#include "base/file.h"
#include "base/suggest.h"
#include "base/text.h"
#include "base/utf8.h"
#include "draw/table.h"
#include "folder/failure.h"
#include "folder/folder_kind.h"
#include "format/json.h"
#include "format/json_csv.h"
#include "format/json_put.h"
#include "study/member.h"
#include "study/plan.h"
#include "train/run.h"

const struct command *const commands[] = {
    &command_compare, &command_explain, &command_train,  &command_predict,    &command_plot,
    &command_show,    &command_eval,    &command_report, &command_runs,       &command_claims,
    &command_status,  &command_verify,  &command_script, &command_sample,     &command_neighbours,
    &command_export,  &command_list,    &command_help,   &command_completion, NULL,
};

const struct command *command_find(const char *name) {
    for (const struct command *const *c = commands; *c; c++)
        if (suggest_alike((*c)->name, name))
            return *c;
    return NULL;
}

void command_usage(const struct command *c, char *text, size_t size) {
    text[0] = 0;
    text_append(text, size, "poslab %s", c->name);
    if (c->operand)
        text_append(text, size, " %s", c->operand);
    if (c->settings)
        text_append(text, size, " [CONFIG.ini] [key=value ...]");
    if (c->options)
        text_append(text, size, " [--options]");
}

static void tell(const char *before, const char *text) {
    struct arena arena = {0};
    fprintf(stderr, "poslab: %s%s\n", before, advice_text(text, &arena));
    arena_free(&arena);
}

int command_fail(const struct error *e) {
    if (e->text[0])
        tell("", e->text);
    return e->code;
}

void command_tell(const char *format, ...) {
    struct arena arena = {0};
    va_list list;
    va_start(list, format);
    tell("", text_shown(arena_format_list(&arena, format, list), &arena));
    va_end(list);
    arena_free(&arena);
}

static void print(const char *text, bool json) {
    if (isatty(STDOUT_FILENO))
        text_print(stdout, text, strlen(text), json);
    else
        fputs(text, stdout);
}

void command_print_line(const char *format, ...) {
    struct arena arena = {0};
    va_list list;
    va_start(list, format);
    print(arena_format_list(&arena, format, list), false);
    fputc('\n', stdout);
    va_end(list);
    arena_free(&arena);
}

void command_warn(const char *format, ...) {
    char text[sizeof(struct error)], shown[sizeof text];
    va_list list;
    va_start(list, format);
    vsnprintf(text, sizeof text, format, list);
    va_end(list);
    utf8_show(shown, sizeof shown, text);
    tell("warning: ", shown);
}

void command_next(const struct screen *s, const char *const *call, const char *folder) {
    struct arena arena = {0};
    const char *quoted = text_quote(folder, &arena), *line = "";
    for (int i = 0; call[i]; i++) {
        const char *more =
            arena_format(&arena, "%s%s%s %s %s", line, i ? " | " : "Next: ", advice_name(), call[i], quoted);
        line = i == 0 || utf8_columns(more) <= s->width ? more : line;
    }
    fprintf(s->out, "%s\n", line);
    arena_free(&arena);
}

bool command_check_run(const char *path, struct error *e) {
    char inside[PATH_MAX_LENGTH];
    if (file_exists(path) && !file_is_folder(path))
        return true;
    if (!file_path(inside, path, CHECKPOINT_FILE, e))
        return false;
    return file_exists(inside) || folder_check(path, FOLDERS_OF_A_RUN, "a run", e);
}

/* A run that failed for good is reported with its checkpoint, or instead of one. */
static bool tell_failure(const char *path, const struct run *r, struct error *e) {
    struct failure f;
    struct error unread = {0};
    if (folder_has(path, EVALUATION_FILE) || !failure_read(&f, path, &unread))
        return r != NULL;
    if (!r)
        return error_set(e, e->code, "%s; its training failed after step %d: %s", e->text, f.step, f.text);
    command_warn("%s failed after step %d: %s; this is its model of step %d", path, f.step, f.text, r->step);
    return true;
}

/* With the lengths and policies that a run's folder has by now; its checkpoint has those of its training. */
static void add_grown(struct assignments *all, const char *folder, const struct assignments *a) {
    static const char *const lists[] = {"eval.lengths", "eval.policies"};
    struct assignments there;
    struct error e;
    assignments_copy(all, a);
    if (!folder_config(&there, folder, &e))
        return; /* a model can be looked at without it */
    for (size_t i = 0; i < sizeof lists / sizeof *lists; i++)
        if (!assignments_value(a, lists[i]) && assignments_value(&there, lists[i]))
            assignments_set(all, lists[i], assignments_value(&there, lists[i]), assignments_where(&there, lists[i]),
                            &e);
}

/* A file that is not called a checkpoint may have been meant for something else. */
static bool open_file(struct run *r, const char *path, const struct assignments *a, struct error *e) {
    struct error why;
    const char *end = strrchr(path, '.');
    if (checkpoint_read(r, path, a, NULL, e))
        return true;
    why = *e;
    return e->code == EXIT_DATA && !(end && strcmp(end, ".safetensors") == 0) &&
           error_set(e, why.code, "%s; name the folder of a run, or its " CHECKPOINT_FILE, why.text);
}

static bool open_any(struct run *r, const char *path, const struct assignments *a, struct error *e) {
    struct error warning = {0};
    if (!command_check_run(path, e))
        return false;
    if (!file_may_be_folder(path))
        return open_file(r, path, a, e);
    struct assignments all;
    add_grown(&all, path, a);
    bool ok = checkpoint_read_folder(r, path, &all, NULL, &warning, e);
    if (ok && warning.text[0])
        command_warn("%s", warning.text);
    return tell_failure(path, ok ? r : NULL, e);
}

static bool check_model(struct run *r, const char *path, struct error *e) {
    if (!r->settings.baseline)
        return true;
    error_set(e, EXIT_USAGE,
              "%s is the baseline %s, which has no positions, tables or layer to show; `poslab eval`, `poslab predict` "
              "and `poslab show confusion` read it",
              path, r->settings.baseline->name);
    run_free(r);
    return false;
}

bool command_open_run(struct run *r, const char *path, const struct assignments *a, struct error *e) {
    return open_any(r, path, a, e) && check_model(r, path, e);
}

struct run *command_read_run(const struct command *c, struct arguments *a, struct error *e) {
    struct run *r = arena_alloc(&a->arena, 1, sizeof *r);
    if (!a->operand[0])
        error_set(e, EXIT_USAGE, "%s needs a run folder or a checkpoint file; see `poslab help %s`", c->name, c->name);
    else if ((c->baselines ? open_any : command_open_run)(r, a->operand[0], &a->settings, e))
        a->loaded = r;
    return a->loaded;
}

const char *encoding_at(int i) { return encodings[i] ? encodings[i]->name : NULL; }

bool command_encoding(const struct encoding **kind, const char *name, struct error *e) {
    char meant[SETTING_TEXT_MAX];
    return encoding_read(kind, settings_meant_value("encoding.name", name, meant, sizeof meant), e);
}

bool command_policy(const struct policy **policy, const struct command *c, const struct arguments *a,
                    const struct settings *s, struct error *e) {
    const char *named = s->eval.policies;
    bool several = strcmp(named, "all") == 0 || strpbrk(named, ", \t");
    const char *where = assignments_where(&a->settings, "eval.policies");
    bool asked = where && strcmp(where, "command line") == 0;
    *policy = !several ? policy_find(named) : asked ? NULL : s->extrapolation;
    return *policy ||
           error_set(e, EXIT_USAGE, "eval.policies = %s: %s takes one of `poslab list policies`", named, c->name);
}

bool command_policy_of_positions(const struct policy **policy, const struct command *c, const struct arguments *a,
                                 const struct run *r, struct error *e) {
    if (!command_policy(policy, c, a, &r->settings, e))
        return false;
    if (*policy == &policy_error && strcmp(r->settings.eval.policies, policy_error.name) != 0)
        *policy = r->model.encoding.policies[0];
    return true;
}

const struct command_option command_table_options[] = {
    {"width", "N", "fit the table into N columns (default: the terminal's, or 80)", offsetof(struct arguments, width)},
    {"metric", "NAME", "metrics, separated by commas, or all (default: accuracy)", offsetof(struct arguments, metric)},
    {"full", NULL, "all rows, differences (at all lengths) and seeds", offsetof(struct arguments, full)},
    {"to", "FILE", "also write the table: FILE.md, .tex, .csv or .json", offsetof(struct arguments, to)},
    {0},
};

bool command_screen(struct screen *s, const struct arguments *a, struct error *e) {
    return screen_open_table(s, stdout, STDOUT_FILENO, a->width, a->wide, e);
}

void command_leave_out(struct arguments *a, bool comparison) {
    struct error none;
    const char *key = settings_imply_task(&a->settings, &none);
    if (key)
        arguments_note(a, "%s implies task.name=%s", key, assignments_value(&a->settings, "task.name"));
    if (comparison)
        compare_yield(&a->settings, a->left_out, sizeof a->left_out);
    else
        assignments_yield(&a->settings, NULL, a->left_out, sizeof a->left_out);
}

void command_tell_left_out(const struct arguments *a) {
    if (a->taken)
        command_tell("%s", a->taken);
    if (a->placed)
        command_tell("%s", a->placed);
    if (*a->left_out)
        command_warn("%s", a->left_out);
}

static void print_document(char *text) {
    print(text, true);
    fputc('\n', stdout);
    free(text);
}

void command_print_json(json_t *json) {
    print_document(json_text(json));
    json_decref(json);
}

void command_close_json(struct json_writer *w, bool ok) {
    char *text = json_close(w);
    if (ok)
        print_document(text);
    else
        free(text);
}

void command_print_table(const struct arguments *a, const struct screen *s, const struct table *t, json_t *json) {
    if (a->json)
        command_print_json(json);
    else if (a->csv)
        table_csv(s->out, t);
    else
        table_terminal(s, t);
}

void command_print(const struct arguments *a, json_t *json, const struct json_csv *csv) {
    if (a->json) {
        command_print_json(json);
        return;
    }
    if (csv)
        json_csv(stdout, json, csv);
    else
        json_csv_numbers(stdout, json);
    json_decref(json);
}

static void draw_reading(void *user, const char *path, uint64_t read, uint64_t size) {
    struct progress *p = user;
    double done = size ? (double)read / (double)size : 0;
    char details[TEXT_PRINTABLE + 32], shown[TEXT_PRINTABLE];
    if (clock_seconds() - p->started < 0.5 || !progress_due(p, done))
        return;
    snprintf(details, sizeof details, "%s, %.0f MB", text_printable(shown, path), (double)(size ? size : read) / 1e6);
    progress_draw(p, done, details);
}

static void tell_reading(void *user, const char *text) {
    progress_end(user);
    command_tell("%s", text);
}

struct task_input command_input(struct progress *p) {
    *p = progress_start("reading");
    return (struct task_input){.reading = draw_reading, .tell = tell_reading, .user = p};
}

int command_processors(void) {
    long count = sysconf(_SC_NPROCESSORS_ONLN);
    return count < 1 ? 1 : count > 256 ? 256 : (int)count;
}
