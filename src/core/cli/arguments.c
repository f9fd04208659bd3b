/* arguments.c -- the options that subcommands take, and reading a command line; see arguments.h. */
#include "cli/arguments.h"

#include <stdarg.h>
#include <string.h>

#include "base/suggest.h"
#include "base/text.h"
#include "cli/choices.h"
#include "cli/say.h"
#include "encoding/encoding.h"
#include "model/mixer.h"
#include "settings/settings_override_kind.h"
#include "settings/settings_synonyms.h"
#include "study/plan.h"

const struct file_operand *file_operand;

#define AT(field) offsetof(struct arguments, field)

const struct command_option command_options[] = {
    {"run", "DIR", "the folder of the run or comparison", AT(run)},
    {"resume", NULL, "continue the run in --run DIR, or start it there", AT(resume)},
    {"from", "RUN", "start with the weights and settings of this run", AT(from)},
    {"table", "NAME", "of neighbours: token (default), segment or position", AT(table)},
    {"first", "ROW", "the row of position 0 (default: as the model has it)", AT(first)},
    {"to", "FILE", "the file to write", AT(to)},
    {"out", "DIR", "folder for the files (default: that of the run or model)", AT(out)},
    {"watch", NULL, "refresh every few seconds until all have finished or failed", AT(watch)},
    {"verify", NULL, "check that files are intact and belong together", AT(verify)},
    {"json", NULL, "print one JSON document and nothing else", AT(json)},
    {"csv", NULL, "print CSV, one observation per line", AT(csv)},
    {"seeds", "N", "training seeds of every model: 1..N (default: 5, or as many as the file of the claim says)",
     AT(seeds)},
    {"part", "K/N", "train only part K of N; run without it to merge them", AT(part)},
    {"jobs", "N", "models trained at the same time (default: processors)", AT(jobs)},
    {"dry-run", NULL, "list models and what is left; train and write nothing", AT(dry_run)},
    {"threads", "N", "threads; no effect on results (default: 1, eval: all)", AT(threads)},
    {"count", "N", "rows, examples (default: 3), waves (16), mistakes, neighbours (10)", AT(count)},
    {"view", "NAME", "one of the views below", AT(view)},
    {"positions", "N", "how many positions are shown", AT(positions)},
    {"offset", "N", "offset K of the view shift (default: 5)", AT(offset)},
    {"head", "N", "only this head", AT(head)},
    {"width", "N", "columns to draw in (default: the terminal's, or 80)", AT(width)},
    {"full", NULL, "all policies; of a comparison also differences and seeds", AT(full)},
    {"colour", "WHEN", "auto, always or never (default: auto)", AT(colour)},
    {"size", "WxH", "size in pixels, as in 800x600 (default: as needed)", AT(size)},
    {"title", "TEXT", "the title (default: what is shown)", AT(title)},
    {"metric", "NAME", "which metric (default: accuracy)", AT(metric)},
    {"over", "KEY", "the setting on the x axis (default: the only one that differs)", AT(over)},
    {"at", "LENGTH", "2x, a number of words, or in_range (default: the longest)", AT(at)},
    {"all", NULL, "also all rules, and the form of --json", AT(all)},
    {"length", "N", "words in an example, or of the test rows", AT(length)},
    {0},
};

const struct command_option command_table_options[] = {
    {"width", "N", "fit the table into N columns (default: the terminal's, or 80)", offsetof(struct arguments, width)},
    {"metric", "NAME", "metrics, separated by commas, or all (default: accuracy)", offsetof(struct arguments, metric)},
    {"to", "FILE", "also write the table: FILE.md, .tex, .csv or .json", offsetof(struct arguments, to)},
    {0},
};

bool command_takes(const char *options, const char *name) { return options && text_lists(options, name); }

const struct command_option *command_option_find(const struct command *c, const char *name) {
    for (const struct command_option *o = command_options; o->name; o++)
        if (suggest_alike(o->name, name) && command_takes(c->options, o->name))
            return o;
    return NULL;
}

/* What there is in place of an option that a command does not have, where it has another one. */
static const char *instead(const char *options, const char *name) {
    static const struct {
        const char *names, *has, *answer;
    } rows[] = {{"csv", "json", "; use --json"},
                {"o output output_dir out_dir save_dir", "run", "; --run DIR names the folder"},
                {"resume", "part", ": rerun the same command, which trains only what is missing"}};
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
        if (text_lists(rows[i].names, name) && command_takes(options, rows[i].has))
            return rows[i].answer;
    return "";
}

bool command_check_options(const struct arguments *a, const char *what, const char *options, struct error *e) {
    for (const struct command_option *o = command_options; o->name; o++) {
        const void *at = (const char *)a + o->at;
        bool number = o->value && (strcmp(o->value, "N") == 0 || strcmp(o->value, "K/N") == 0);
        bool given = number ? *(const int *)at != 0 : o->value ? *(const char *const *)at != NULL : *(const bool *)at;
        if (given && !command_takes(options, o->name))
            return error_set(e, EXIT_USAGE, "%s has no option --%s%s", what, o->name, instead(options, o->name));
    }
    return true;
}

/* Whether a name without dashes is one setting's. */
static bool is_setting(const struct command *c, const char *name) {
    return strchr(name, '.') || settings_synonym_key(name) != name || settings_name(name) ||
           (c->seed && strcmp(name, "seed") == 0);
}

static bool unknown_option(const struct command *c, const char *word, const char *name, struct error *e) {
    char shown[TEXT_PRINTABLE], given[64], otherwise[64];
    struct suggestion near = suggest_for(name);
    const char *other = instead(c->options, name);
    snprintf(given, sizeof given, "%.*s", (int)strcspn(word, "="), word);
    text_printable(shown, given);
    if (*other)
        return error_set(e, EXIT_USAGE, "%s has no option %s%s", c->name, shown, other);
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

/* OpenMP overflows the stack where it starts many more threads than that. */
static bool read_count(int *out, const char *name, const char *text, struct error *e) {
    const int most = strcmp(name, "threads") == 0 ? 1024 : 1000000;
    if (text_integer(text, out) && *out >= 1 && *out <= most)
        return true;
    return error_set(e, EXIT_USAGE, "--%s %s: expected a whole number from 1 to %d", name, text, most);
}

static bool set_option(struct arguments *a, const struct command *c, const struct command_option *o, const char *value,
                       struct error *e) {
    void *at = (char *)a + o->at;
    if (!o->value)
        return *(bool *)at = true;
    if (strcmp(o->value, "N") == 0)
        return read_count(at, o->name, value, e);
    if (strcmp(o->value, "K/N") != 0) {
        *(const char **)at = value;
        return *value || error_set(e, EXIT_USAGE, "--%s is empty", o->name);
    }
    int *part = at;
    char shown[TEXT_PRINTABLE], k[16];
    size_t length = strspn(value, "0123456789"), rest = value[length] == '/' ? strlen(value + length + 1) : 0;
    snprintf(k, sizeof k, "%.*s", (int)length, value);
    bool digits = rest && strspn(value + length + 1, "0123456789") == rest && length < sizeof k;
    return (digits && text_integer(k, &part[0]) && text_integer(value + length + 1, &part[1]) && part[0] >= 1 &&
            part[0] <= part[1]) ||
           error_set(e, EXIT_USAGE, "%s: --part %s: expected K/N with K from 1 to N, such as 3/20", c->name,
                     text_printable(shown, value));
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
    if (!c->settings || !(is_setting(c, name) || settings_is_word(name)))
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
                         c->folder ? "; members may have settings of their own: \"rope steps=800\"" : "");
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

/* "bert" of model=bert; else the word itself. */
static const char *plain_word(const char *word) {
    char name[SETTING_TEXT_MAX];
    read_name(name, sizeof name, word);
    return is_assignment(word) && settings_is_word(name) ? strchr(word, '=') + 1 : word;
}

/* A word that is no option: a setting, a config file, or an operand of the command. Where operands are taken, an
 * encoding or a mixer goes before a config without .ini, also by what others call it; where it may be one, a folder,
 * too. */
static bool read_word(struct arguments *a, const struct command *c, const char *word, struct error *e) {
    char meant[SETTING_LIST_MAX];
    word = c->settings ? plain_word(word) : word;
    if (c->settings && is_assignment(word))
        return true; /* read later: they take the place of the file's */
    const char *is = settings_synonym_value("compare.members", word, meant, sizeof meant);
    bool named = c->operands && (encoding_find(is) || mixer_find(is));
    bool other = named || (c->folder && file_exists(word));
    if (c->settings && (config_is_file(word) || (c->configs && !other && find_config(a, word))))
        return read_config(a, c, word, e);
    if (!c->configs || named || !file_operand || !file_operand->is(word))
        return add_operand(a, c, word, e);
    if (a->data)
        return error_set(e, EXIT_USAGE, "%s: two files of rows, %s and %s; give the test rows as task.test=FILE",
                         c->name, a->data, word);
    a->data = word;
    return true;
}

/* key=value; a name that other programs use for it is reported. */
static bool read_setting(struct arguments *a, const char *word, struct error *e) {
    char said[SETTING_TEXT_MAX], meant[SETTING_LIST_MAX];
    bool seed = a->command->seed && strncmp(word, "seed=", 5) == 0;
    if (!assignments_override(&a->settings, seed ? arena_format(&a->arena, "train.%s", word) : word, e))
        return false;
    const char *given = strchr(word, '=') + 1;
    snprintf(said, sizeof said, "%.*s", (int)(given - word - 1), word);
    const char *key = seed ? "train.seed" : settings_synonym_key(said),
               *value = settings_synonym_value(key, given, meant, sizeof meant);
    if (!settings_name(key) && (strcmp(key, said) != 0 || strcmp(value, given) != 0))
        arguments_note(a, "%s is %s=%s", word, key, value);
    return true;
}

/* The subcommand that the first operand names takes over; the name is taken away. */
static bool find_subcommand(struct arguments *a, int *words, char **word, struct error *e) {
    int i = 0;
    while (i < *words && (is_assignment(word[i]) || config_is_file(word[i])))
        i++;
    const struct command *c = a->command->subcommand && i < *words ? a->command->subcommand(word[i]) : NULL;
    if (!c)
        return true;
    a->command = c;
    memmove(word + i, word + i + 1, (size_t)(--*words - i) * sizeof *word);
    return command_check_options(a, c->name, c->options, e);
}

/* What comes before "--": options and words in any order; the words go to the front. "jobs=2" is --jobs 2 where no
 * setting has that name. */
static bool read_plain(struct arguments *a, int argc, char **argv, struct error *e) {
    const struct command *c = a->command;
    int words = 0;
    for (int i = 0, step; i < argc; i += step) {
        char name[SETTING_TEXT_MAX];
        bool dashes = argv[i][0] == '-' && argv[i][1];
        read_name(name, sizeof name, argv[i]);
        const struct command_option *o = command_option_find(c, name);
        if (o && (dashes || (is_assignment(argv[i]) && !(c->settings && is_setting(c, name)))))
            step = read_option(a, c, o, argv + i, argc - i, e);
        else if (dashes || (is_assignment(argv[i]) && *instead(c->options, name)))
            step = read_dashed_setting(a, c, name, argv + i, argc - i, &argv[words++], e);
        else
            step = 1, argv[words++] = argv[i];
        if (step == 0)
            return false;
    }
    if (!find_subcommand(a, &words, argv, e))
        return false;
    c = a->command;
    for (int i = 0; i < words; i++)
        if (!read_word(a, c, argv[i], e))
            return false;
    for (int i = 0; i < words; i++)
        if (c->settings && is_assignment(plain_word(argv[i])) && !read_setting(a, argv[i], e))
            return false;
    return true;
}

bool arguments_read(struct arguments *a, const struct command *c, int argc, char **argv, struct error *e) {
    int plain = 0;
    memset(a, 0, sizeof *a);
    a->command = c;
    while (plain < argc && strcmp(argv[plain], "--") != 0)
        plain++;
    if (!read_plain(a, plain, argv, e))
        return false;
    for (int i = plain + 1; i < argc; i++)
        if (!add_operand(a, a->command, argv[i], e))
            return false;
    if (a->json && a->csv)
        return error_set(e, EXIT_USAGE, "--json and --csv: only one of them can be printed");
    int typed = a->settings.count;
    if (file_operand && !file_operand->take(a, a->command, e))
        return false;
    for (int i = typed; i < a->settings.count; i++)
        a->guessed =
            text_join(a->guessed, " ", arena_text(&a->arena, assignments_item(&a->settings, i).key), &a->arena);
    return true;
}

bool arguments_add(struct assignments *to, const struct assignments *given, struct error *e) {
    bool ok = true;
    for (int i = 0; i < given->count && ok; i++)
        ok = assignments_put(to, assignments_item(given, i), e);
    return ok;
}

void command_leave_out(struct arguments *a, bool comparison) {
    struct error none;
    const char *key = settings_imply_task(&a->settings, &none);
    if (key)
        arguments_note(a, "%s implies task.name=%s", key, assignments_value(&a->settings, "task.name"));
    if (comparison)
        compare_yield(&a->settings, &a->yielded);
    else
        assignments_yield(&a->settings, NULL, &a->yielded);
    if (*a->yielded.meant)
        arguments_note(a, "%s", a->yielded.meant);
}

void command_tell_left_out(const struct arguments *a) {
    if (a->taken)
        command_tell("%s", a->taken);
    if (a->placed)
        command_tell("%s", a->placed);
    if (*a->yielded.left_out)
        command_warn("%s", a->yielded.left_out);
}
