/* config.c -- the config that a word of the command line names; see config.h. */
#include "cli/config.h"

#include <ctype.h>
#include <glob.h>
#include <stdio.h>
#include <string.h>

#include "base/file.h"
#include "base/suggest.h"
#include "base/text.h"

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
    char folder[PATH_MAX_LENGTH], pattern[PATH_MAX_LENGTH];
    struct error e;
    glob_t found = {0};
    bool ok = file_path(pattern, file_find(folder, CONFIGS), "*.ini", &e) && glob(pattern, 0, NULL, &found) == 0;
    const char **name = arena_alloc(arena, found.gl_pathc + 1, sizeof *name);
    for (size_t i = 0; ok && i < found.gl_pathc; i++) {
        const char *file = strrchr(found.gl_pathv[i], '/') + 1;
        name[i] = arena_format(arena, "%.*s", (int)(strlen(file) - strlen(".ini")), file);
    }
    globfree(&found);
    return name;
}

/* A word that is something else: the setting that takes it. */
static const char *setting_of(const char *word) {
    return encoding_find(word)   ? "encoding.name"
           : task_find(word)     ? "task.name"
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
    const char *kind = settings_meant_value("encoding.name", bare, meant, sizeof meant);
    if (!file && setting_of(kind))
        error_set(e, EXIT_USAGE, "%s takes a config or key=value; for '%s' write %s=%s", c->name, word,
                  setting_of(kind), kind);
    else
        error_set(e, EXIT_USAGE, "%s: there is no %sconfig '%s'%s", c->name, c->operands ? "encoding or " : "",
                  text_printable(shown, word),
                  suggest_hint(&s, "; expected FILE.ini, a name from `poslab list models`, a task, or key=value"));
    arena_free(&arena);
    return false;
}
