/* choices.c -- see choices.h. */
#include "cli/choices.h"

#include <ctype.h>
#include <stdio.h>
#include <string.h>

#include "base/suggest.h"
#include "base/text.h"
#include "baseline/baseline.h"
#include "encoding/encoding.h"
#include "evaluate/metric.h"
#include "folder/folder_files.h"
#include "model/mixer.h"
#include "settings/settings_synonyms.h"

bool command_encoding(const struct encoding **kind, const char *name, struct error *e) {
    char meant[SETTING_TEXT_MAX];
    return encoding_read(kind, settings_synonym_value("encoding.name", name, meant, sizeof meant), e);
}

bool command_policy(const struct policy **policy, const struct command *c, const struct arguments *a,
                    const struct settings *s, struct error *e) {
    const char *named = s->eval.policies;
    bool several = strcmp(named, "all") == 0 || strpbrk(named, ", \t");
    bool asked = assignments_from_line(&a->settings, "eval.policies");
    *policy = !several ? policy_find(named) : asked ? NULL : s->extrapolation;
    return *policy ||
           error_set(e, EXIT_USAGE, "eval.policies = %s: %s takes one of `poslab help policies`", named, c->name);
}

bool command_policy_of_positions(const struct policy **policy, const struct command *c, const struct arguments *a,
                                 const struct run *r, struct error *e) {
    if (!command_policy(policy, c, a, &r->settings, e))
        return false;
    if (*policy == &policy_refuse && strcmp(r->settings.eval.policies, policy_refuse.name) != 0)
        *policy = r->model.encoding.policies[0];
    return true;
}

/* ---- --metric: which metrics of an evaluation are printed or drawn */

enum { NAMES_MAX = 256 };

static bool find(int *number, const char *name, const struct task_built *t, struct error *e) {
    char shown[TEXT_PRINTABLE], names[NAMES_MAX] = "; expected one of ";
    const size_t before = strlen(names);
    struct suggestion near = suggest_for(name);
    for (int k = 0; k < metric_count; k++) {
        suggest_add(&near, metrics[k].name);
        if (metric_has(k, t))
            text_append(names, sizeof names, "%s%s", k ? ", " : "", metrics[k].name);
    }
    *number = metric_find(name);
    if (*number < 0)
        return error_set(e, EXIT_USAGE, "--metric: there is no metric '%s'%s", text_printable(shown, name),
                         suggest_hint(&near, names));
    return metric_has(*number, t) || error_set(e, EXIT_USAGE, "--metric %s: task %s has no such metric; it has %s",
                                               name, t->kind->name, names + before);
}

bool command_metric(int *metric, const struct arguments *a, const struct task_built *t, struct error *e) {
    *metric = METRIC_ACCURACY;
    return !a->metric || find(metric, a->metric, t, e);
}

bool command_metrics(unsigned *chosen, const struct arguments *a, const struct task_built *t, struct error *e) {
    const char *list = a->metric ? a->metric : metrics[METRIC_ACCURACY].name;
    char name[SETTING_TEXT_MAX];
    int number = 0;
    for (*chosen = 0; text_item(&list, name, sizeof name);) {
        bool every = strcmp(name, "all") == 0; /* a table leaves out what the task does not have */
        if (!every && !find(&number, name, t, e))
            return false;
        *chosen |= every ? (1u << metric_count) - 1 : 1u << number;
    }
    return *chosen || error_set(e, EXIT_USAGE, "--metric is empty");
}

/* ---- Configs */

#define CONFIGS "configs"

bool config_is_file(const char *word) { return text_ends(word, ".ini"); }

/* Whether FOLDER/NAME.END is there, in the current folder or beside the program. */
static bool is_there(char path[PATH_MAX_LENGTH], const char *folder, const char *name, const char *end) {
    char inside[PATH_MAX_LENGTH];
    int length = snprintf(inside, sizeof inside, "%s%s%s", folder, name, end);
    return length < PATH_MAX_LENGTH && file_exists(file_find(path, inside)) && !file_is_folder(path);
}

bool config_find(char path[PATH_MAX_LENGTH], const char *word) {
    char lower[SETTING_TEXT_MAX];
    const char *end = config_is_file(word) ? "" : ".ini";
    size_t length = strlen(word);
    if (!length || length >= sizeof lower)
        return false;
    for (size_t i = 0; i <= length; i++)
        lower[i] = (char)tolower((unsigned char)word[i]);
    return is_there(path, "", word, end) ||
           (!strchr(word, '/') && (is_there(path, CONFIGS "/", word, end) || is_there(path, CONFIGS "/", lower, end)));
}

const char *const *config_names(struct arena *arena) {
    char folder[PATH_MAX_LENGTH];
    struct error e;
    struct folder_names there;
    folder_names(&there, file_find(folder, CONFIGS), arena, &e); /* none where there is no folder */
    const char **name = arena_alloc(arena, (size_t)there.count + 1, sizeof *name);
    for (int i = 0, names = 0; i < there.count; i++)
        if (config_is_file(there.name[i]))
            name[names++] = arena_format(arena, "%.*s", (int)(strlen(there.name[i]) - strlen(".ini")), there.name[i]);
    return name;
}

/* A word that is something else: the setting that takes it. */
static const char *setting_of(const char *word) {
    return encoding_find(word)   ? "encoding.name"
           : task_named(word)    ? "task.name"
           : mixer_find(word)    ? "model.mixer"
           : policy_find(word)   ? "eval.policies"
           : baseline_find(word) ? "model.baseline"
                                 : NULL;
}

bool config_unknown(const struct command *c, const char *word, struct error *e) {
    char shown[TEXT_PRINTABLE], bare[SETTING_TEXT_MAX], meant[SETTING_TEXT_MAX];
    const char *slash = strrchr(word, '/'), *name = slash ? slash + 1 : word;
    struct arena arena = {0};
    bool file = config_is_file(name);
    snprintf(bare, sizeof bare, "%.*s", (int)(strlen(name) - (file ? strlen(".ini") : 0)), name);
    struct suggestion s = suggest_for(bare);
    for (int i = 0; c->operands && encodings[i]; i++)
        suggest_add(&s, encodings[i]->name);
    for (int i = 0; c->operands && mixers[i]; i++)
        suggest_add(&s, mixers[i]->name);
    for (const char *const *config = config_names(&arena); *config; config++)
        suggest_add(&s, *config);
    const char *kind = settings_synonym_value("encoding.name", bare, meant, sizeof meant);
    if (file_exists(word) && !file)
        error_set(e, EXIT_USAGE, "%s: %s is a %s, but no config (FILE.ini) and no file of rows", c->name,
                  text_printable(shown, word), file_is_folder(word) ? "folder" : "file");
    else if (!file && setting_of(kind))
        error_set(e, EXIT_USAGE, "%s takes a config or key=value; for '%s' write %s=%s", c->name, word,
                  setting_of(kind), kind);
    else
        error_set(e, EXIT_USAGE, "%s: there is no %sconfig '%s'%s", c->name, c->operands ? "encoding or " : "",
                  text_printable(shown, word),
                  suggest_hint(&s, "; expected FILE.ini, a name from `poslab help models`, a task, or key=value"));
    arena_free(&arena);
    return false;
}
