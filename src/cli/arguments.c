/* arguments.c -- the command line of a subcommand; see arguments.h. */
#include "cli/arguments.h"

#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include "base/suggest.h"
#include "base/text.h"
#include "cli/config.h"
#include "cli/data_file.h"
#include "cli/options.h"
#include "cli/say.h"
#include "study/plan.h"

/* Whether a name without dashes is one setting's. */
static bool is_setting(const char *name) { return strchr(name, '.') || settings_meant_key(name) != name; }

/* `word` begins with the name. */
static bool unknown_option(const struct command *c, const char *word, const char *name, struct error *e) {
    char shown[TEXT_PRINTABLE], given[64], otherwise[64];
    struct suggestion near = suggest_for(name);
    snprintf(given, sizeof given, "%.*s", (int)strcspn(word, "="), word);
    text_printable(shown, given);
    for (const struct command_option *o = command_options; o->name; o++)
        if (command_takes(c->options, o->name) && suggest_add(&near, o->name))
            snprintf(near.nearest, sizeof near.nearest, "--%s", o->name);
    if (c->settings && settings_answer(name, &near, e))
        return error_prefix(e, "%s: %s", c->name, shown);
    if (c->settings)
        settings_suggest(&near);
    snprintf(otherwise, sizeof otherwise, "; see `poslab help %s`", c->name);
    return error_set(e, EXIT_USAGE, "%s has no option %s%s", c->name, shown, suggest_hint(&near, otherwise));
}

static bool read_count(int *out, const char *name, const char *text, struct error *e) {
    if (text_integer(text, out) && *out >= 1 && *out <= 1000000)
        return true;
    return error_set(e, EXIT_USAGE, "--%s %s: expected a whole number from 1 to 1000000", name, text);
}

/* Digits alone. */
static bool read_part(int out[2], const struct command *c, const char *text, struct error *e) {
    char shown[TEXT_PRINTABLE], k[16];
    size_t length = strspn(text, "0123456789"), rest = text[length] == '/' ? strlen(text + length + 1) : 0;
    snprintf(k, sizeof k, "%.*s", (int)length, text);
    if (rest && strspn(text + length + 1, "0123456789") == rest && length < sizeof k && text_integer(k, &out[0]) &&
        text_integer(text + length + 1, &out[1]) && out[0] >= 1 && out[0] <= out[1])
        return true;
    return error_set(e, EXIT_USAGE, "%s: --part %s: expected K/N with K from 1 to N, such as 3/20", c->name,
                     text_printable(shown, text));
}

static bool set_option(struct arguments *a, const struct command *c, const struct command_option *o, const char *value,
                       struct error *e) {
    void *at = (char *)a + o->at;
    if (!o->value) {
        *(bool *)at = true;
        return true;
    }
    if (strcmp(o->value, "N") == 0)
        return read_count(at, o->name, value, e);
    if (strcmp(o->value, "K/N") == 0)
        return read_part(at, c, value, e);
    *(const char **)at = value;
    return *value || error_set(e, EXIT_USAGE, "--%s is empty", o->name);
}

static const struct command_option *find_option(const struct command *c, const char *name) {
    for (const struct command_option *o = command_options; o->name; o++)
        if (suggest_alike(o->name, name) && command_takes(c->options, o->name))
            return o;
    return NULL;
}

/* "--name=VALUE", "--name VALUE" or "--name"; returns how many of the `left` words that takes, 0 for an error. */
static int read_option(struct arguments *a, const struct command *c, const struct command_option *o, char **word,
                       int left, struct error *e) {
    const char *equals = strchr(*word, '=');
    if (o->value ? !equals && left < 2 : equals != NULL)
        return error_set(e, EXIT_USAGE, "%s: --%s %s%s", c->name, o->name, o->value ? "needs " : "takes no value",
                         o->value ? o->value : "");
    int words = o->value && !equals ? 2 : 1;
    return set_option(a, c, o, equals ? equals + 1 : word[words - 1], e) ? words : 0;
}

/* The same of an option that the command does not have, but a setting: it becomes key=value. */
static int read_dashed_setting(struct arguments *a, const struct command *c, const char *name, char **word, int left,
                               char **setting, struct error *e) {
    const char *equals = strchr(*word, '=');
    if (!c->settings || !(is_setting(name) || settings_is_word(name)))
        return unknown_option(c, *word, name, e);
    if (!equals && left < 2)
        return error_set(e, EXIT_USAGE, "%s: %s needs a value", c->name, *word);
    *setting = (char *)arena_format(&a->arena, "%s=%s", name, equals ? equals + 1 : word[1]);
    return equals ? 1 : 2;
}

static bool is_assignment(const char *text) {
    size_t name = strspn(text, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_.-");
    return text[name] == '=' && name > 0;
}

/* What a word with dashes or = names, as settings write it. */
static void read_name(char *name, size_t size, const char *word) {
    word += strspn(word, "-");
    snprintf(name, size, "%.*s", (int)strcspn(word, "="), word);
    for (; *name; name++)
        *name = *name == '-' ? '_' : *name;
}

static bool add_operand(struct arguments *a, const struct command *c, const char *word, struct error *e) {
    int count;
    if (a->operands < c->operands) {
        a->operand[a->operands++] = word;
        return true;
    }
    if (c->operands > 1)
        return error_set(e, EXIT_USAGE, "%s takes at most %d operands; '%s' is one too many", c->name, c->operands,
                         word);
    if (command_takes(c->options, "count") && text_integer(word, &count))
        return read_count(&a->count, "count", word, e);
    if (c->configs && !strchr(word, '='))
        return config_unknown(c, word, e);
    return error_set(e, EXIT_USAGE, "%s: cannot make sense of '%s'%s; see `poslab help %s`", c->name, word,
                     c->settings ? " (neither FILE.ini nor key=value)" : "", c->name);
}

void arguments_note(struct arguments *a, const char *format, ...) {
    va_list list;
    va_start(list, format);
    const char *text = arena_format_list(&a->arena, format, list);
    va_end(list);
    a->taken = a->taken ? arena_format(&a->arena, "%s; %s", a->taken, text) : text;
}

/* The file of a word, for as long as the command; NULL: it names no config. */
static const char *find_config(struct arguments *a, const char *word) {
    char path[PATH_MAX_LENGTH];
    return config_find(path, word) ? arena_text(&a->arena, path) : NULL;
}

static bool read_config(struct arguments *a, const struct command *c, const char *word, struct error *e) {
    const char *path = find_config(a, word);
    struct error unread;
    if (a->config)
        return error_set(e, EXIT_USAGE, "%s takes one config, and %s is the second%s", c->name, word,
                         !c->folders ? ""
                                     : "; to compare models of two, `poslab train` each with --run DIR and "
                                       "the same task.* options, then `poslab compare DIR DIR`");
    if (path && strcmp(path, word) != 0)
        arguments_note(a, "%s is the config %s", word, path);
    a->config = path ? path : word;
    if (assignments_read_file(&a->settings, a->config, &unread))
        return true;
    if (file_missing(word) && (!strchr(word, '/') || strncmp(word, "configs/", 8) == 0))
        return config_unknown(c, word, e);
    *e = unread;
    return false;
}

/* Whether a word without .ini names a config. Where operands are taken, an encoding or a mixer goes first, also by what
 * others call it; where they are several, a folder, too. */
static bool names_config(struct arguments *a, const struct command *c, const char *word) {
    char meant[SETTING_LIST_MAX];
    const char *is = settings_meant_value("compare.members", word, meant, sizeof meant);
    bool other = c->operands && (encoding_find(is) || mixer_find(is) || (c->folders && file_exists(word)));
    return c->configs && !other && find_config(a, word);
}

/* "bert" of model=bert; else the word itself. */
static const char *plain_word(const char *word) {
    char name[SETTING_TEXT_MAX];
    read_name(name, sizeof name, word);
    return is_assignment(word) && settings_is_word(name) ? strchr(word, '=') + 1 : word;
}

/* A word that is no option: a setting, a config file, or an operand of the command. */
static bool read_word(struct arguments *a, const struct command *c, const char *word, struct error *e) {
    word = c->settings ? plain_word(word) : word;
    if (c->settings && is_assignment(word))
        return true; /* read later: they take the place of the file's */
    if (c->settings && (config_is_file(word) || names_config(a, c, word)))
        return read_config(a, c, word, e);
    if (c->configs && data_file_is(word))
        return data_file_name(a, c, word, e);
    return add_operand(a, c, word, e);
}

/* key=value; a name that other programs use for it is reported. */
static bool read_setting(struct arguments *a, const char *word, struct error *e) {
    char said[SETTING_TEXT_MAX], meant[SETTING_LIST_MAX];
    if (!assignments_override(&a->settings, word, e))
        return false;
    const char *given = strchr(word, '=') + 1;
    snprintf(said, sizeof said, "%.*s", (int)(given - word - 1), word);
    const char *key = settings_meant_key(said), *value = settings_meant_value(key, given, meant, sizeof meant);
    if (strcmp(key, said) != 0 || strcmp(value, given) != 0)
        arguments_note(a, "%s is %s=%s", word, key, value);
    return true;
}

static bool read_words(struct arguments *a, const struct command *c, int argc, char **argv, struct error *e) {
    for (int i = 0; i < argc; i++)
        if (!read_word(a, c, argv[i], e))
            return false;
    for (int i = 0; i < argc; i++)
        if (c->settings && is_assignment(plain_word(argv[i])) && !read_setting(a, argv[i], e))
            return false;
    return true;
}

/* What comes before "--": options and words in any order; the words go to the front. "jobs=2" is --jobs 2 where no
 * setting has that name. */
static bool read_plain(struct arguments *a, const struct command *c, int argc, char **argv, struct error *e) {
    int words = 0;
    for (int i = 0, step; i < argc; i += step) {
        char name[SETTING_TEXT_MAX];
        bool dashes = argv[i][0] == '-' && argv[i][1];
        read_name(name, sizeof name, argv[i]);
        const struct command_option *o = find_option(c, name);
        if (o && (dashes || (is_assignment(argv[i]) && !(c->settings && is_setting(name)))))
            step = read_option(a, c, o, argv + i, argc - i, e);
        else if (dashes)
            step = read_dashed_setting(a, c, name, argv + i, argc - i, &argv[words++], e);
        else
            step = 1, argv[words++] = argv[i];
        if (step == 0)
            return false;
    }
    return read_words(a, c, words, argv, e);
}

/* What is printed has one form. */
static bool check_form(const struct arguments *a, struct error *e) {
    return !(a->json && a->csv) || error_set(e, EXIT_USAGE, "--json and --csv: only one of them can be printed");
}

bool arguments_read(struct arguments *a, const struct command *c, int argc, char **argv, struct error *e) {
    int plain = 0;
    memset(a, 0, sizeof *a);
    while (plain < argc && strcmp(argv[plain], "--") != 0)
        plain++;
    if (!read_plain(a, c, plain, argv, e))
        return false;
    for (int i = plain + 1; i < argc; i++)
        if (!add_operand(a, c, argv[i], e))
            return false;
    return check_form(a, e) && data_file_take(a, c, e);
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
