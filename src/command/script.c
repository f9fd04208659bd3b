/* script.c -- poslab script: what an engine needs to run a comparison's parts, printed. */
#include <stdio.h>
#include <string.h>

#include "base/advice.h"
#include "base/path.h"
#include "base/text.h"
#include "cli/operands.h"
#include "cli/say.h"
#include "command/command.h"
#include "folder/folder_kind.h"
#include "study/comparison_folder.h"
#include "study/plan.h"
#include "study/script.h"

#define PRODUCTS "train.products"

/* The comparison that the folder holds, if it does. */
struct folder_parts {
    char config[PATH_MAX_LENGTH]; /* its file */
    bool held;
    const char *products;
    struct assignments settings;
};

/* NULL after an error. */
static const struct script_engine *find_engine(const struct arguments *a, struct error *e) {
    char names[128] = "", shown[TEXT_PRINTABLE];
    const struct script_engine *engine = a->engine ? script_engine_find(a->engine) : NULL;
    if (engine)
        return engine;
    for (const struct script_engine *x = script_engines; x->name; x++)
        text_append(names, sizeof names, "%s%s", x == script_engines ? "" : x[1].name ? ", " : " or ", x->name);
    error_set(e, EXIT_USAGE, a->engine ? "there is no engine '%s'; --engine is %s" : "%sscript needs --engine %s",
              a->engine ? text_printable(shown, a->engine) : "", names);
    return NULL;
}

static bool check_time(const struct script_engine *engine, const char *time, struct error *e) {
    char shown[TEXT_PRINTABLE];
    long seconds = time ? script_seconds(time) : 0;
    if (!time)
        return true;
    if (!engine->timed)
        return error_set(e, EXIT_USAGE, "--time: %s has no time limit; leave it out", engine->name);
    return seconds > 120 ||
           error_set(e, EXIT_USAGE, "--time %s: expected %s", text_printable(shown, time),
                     seconds < 0 ? "minutes, MM:SS, HH:MM:SS, D-HH, D-HH:MM or D-HH:MM:SS, as Slurm reads it"
                                 : "more than 2 minutes, since models stop 2 minutes before the end");
}

static bool read_there(struct folder_parts *t, const char *folder, struct error *e) {
    enum folder_kind kind = folder_look(folder).kind;
    bool open = kind == FOLDER_RUN || kind == FOLDER_COMPARISON || kind == FOLDER_CLAIMS;
    if (!file_path(t->config, folder, "config.ini", e) || (!open && !folder_check_free(folder, e)))
        return false;
    if (file_missing(t->config))
        return true;
    if (!folder_config(&t->settings, folder, e))
        return false;
    t->held =
        assignments_value(&t->settings, "compare.encodings") || assignments_value(&t->settings, "compare.members");
    t->products = assignments_value(&t->settings, PRODUCTS);
    t->products = t->products ? t->products : "blas"; /* of before there was a choice */
    return t->held || error_set(e, EXIT_USAGE, "%s holds a run, not a comparison; name another folder", folder);
}

/* Without settings they are those of the folder. */
static bool choose_settings(struct arguments *a, struct folder_parts *t, const char *folder, struct error *e) {
    if (!read_there(t, folder, e))
        return false;
    if (a->config || a->settings.count)
        return true;
    if (!t->held)
        return error_set(e, EXIT_USAGE,
                         "%s holds no comparison yet: give its settings, CONFIG.ini or key=value, as for compare%s",
                         folder, file_is_folder(folder) ? " (poslab claims takes --part as well)" : "");
    a->settings = t->settings;
    a->config = t->config;
    return true;
}

/* Parts run on processors of several kinds: a new comparison is proposed the products that do not depend on them. */
static bool propose_products(struct arguments *a, const struct folder_parts *t, const char **note, struct error *e) {
    const char *said = assignments_value(&a->settings, PRODUCTS);
    if (t->held && strcmp(t->products, "blas") == 0)
        *note = "It was begun with " PRODUCTS "=blas: numbers depend a little on the kind of processor. poslab says "
                "where kinds were mixed.";
    else if (!said && !t->held)
        *note = PRODUCTS "=portable: the same numbers on every kind of processor. Leave it out of every line for "
                         "OpenBLAS, which is faster for wide models.";
    bool blas = said || (t->held && strcmp(t->products, "portable") != 0);
    return blas || assignments_override(&a->settings, PRODUCTS "=portable", e);
}

/* What the command line set, as it is to be given again. */
static const char *const *line_settings(const struct arguments *a, struct arena *arena) {
    const char **out = arena_alloc(arena, (size_t)a->settings.count + 1, sizeof *out);
    int count = 0;
    for (int i = 0; i < a->settings.count; i++) {
        struct assignment item = assignments_item(&a->settings, i);
        if (strcmp(item.where, "command line") == 0)
            out[count++] = arena_format(arena, "%s=%s", item.key, item.value);
    }
    return out;
}

/* What compare would refuse is refused before it is submitted. */
static bool check(const struct arguments *a, const char *folder, int *models, struct arena *arena, struct error *e) {
    static struct comparison_result c;
    struct progress p;
    struct task_input in = command_input(&p);
    bool ok = compare_plan(&c, &a->settings, &in, arena, e);
    ok = ok && compare_fits(&c, &a->settings, folder, e);
    progress_end(&p);
    *models = c.members;
    return ok;
}

static void warn(const struct script_engine *engine, const struct script *s) {
    if (s->parts > s->models)
        command_warn("%d parts of %d models: %d part%s nothing to do", s->parts, s->models, s->parts - s->models,
                     s->parts - s->models == 1 ? " has" : "s have");
    if (engine->timed && s->parts > 1000)
        command_warn("--parts %d: Slurm takes task numbers up to 1000 unless MaxArraySize is set higher; see `scontrol "
                     "show config`",
                     s->parts);
}

static bool run(struct arguments *a, struct error *e) {
    static struct folder_parts there;
    bool folders = false;
    const char *folder = a->operand[0];
    char program[PATH_MAX_LENGTH], here[PATH_MAX_LENGTH], at[PATH_MAX_LENGTH], config[PATH_MAX_LENGTH];
    struct script s = {.program = program, .here = here, .folder = at, .parts = a->script_parts, .time = a->time};
    if (!folder)
        return error_set(e, EXIT_USAGE, "script needs DIR, the folder of a comparison; see `poslab help script`");
    const struct script_engine *engine = find_engine(a, e);
    if (!engine || !check_time(engine, a->time, e))
        return false;
    if (a->script_parts < 1 || a->script_parts > SCRIPT_PARTS)
        return error_set(e, EXIT_USAGE, "script needs --parts N, from 1 to %d", SCRIPT_PARTS);
    if (!operands_are_folders(&folders, &command_script, a, 1, e))
        return false;
    if (folders)
        return error_set(e, EXIT_USAGE, "script takes one folder; '%s' is one too many", a->operand[1]);
    if (!operands_set_members(&command_script, a, 1, e) || !choose_settings(a, &there, folder, e) ||
        !propose_products(a, &there, &s.note, e))
        return false;
    command_leave_out(a, true);
    if (!check(a, folder, &s.models, &a->arena, e) || !path_program(program, advice_program(), e) ||
        !path_here(here, e) || !path_absolute(at, folder, e) || (a->config && !path_absolute(config, a->config, e)))
        return false;
    s.config = a->config ? config : NULL;
    s.setting = line_settings(a, &a->arena);
    if (!script_print(stdout, engine, &s, e))
        return false;
    command_tell_left_out(a);
    warn(engine, &s);
    return true;
}

const struct command command_script = {
    .name = "script",
    .group = "long runs",
    .summary = "print a script that trains in parts: Slurm or GNU parallel",
    .operand = "DIR [MEMBER...]",
    .operands = OPERANDS_MAX,
    .catalogues = "encodings, mixers",
    .settings = true,
    .configs = true,
    .folders = true,
    .options = "engine parts time",
    .text = command_script_txt,
    .run = run,
};
