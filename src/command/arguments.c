/* arguments.c -- the command line of a subcommand; see command.h. */
#include <stdlib.h>
#include <string.h>

#include "base/suggest.h"
#include "base/text.h"
#include "command/command.h"

#define AT(field) offsetof(struct arguments, field)

const struct command_option command_options[] = {
    {"run", "DIR", "the folder of the run or comparison", AT(run)},
    {"resume", NULL, "go on with the run in --run DIR", AT(resume)},
    {"table", "NAME", "the table of the embedding: token, segment or position (default: token)", AT(table)},
    {"to", "FILE", "the file to write", AT(to)},
    {"out", "DIR", "the folder the files go to (default: that of the run or checkpoint)", AT(out)},
    {"json", NULL, "print one JSON document and nothing else", AT(json)},
    {"csv", NULL, "print the table as CSV, one number a line, and nothing else", AT(csv)},
    {"tsv", NULL, "print the examples as rows that predict and the task tsv read", AT(tsv)},
    {"seeds", "N", "training seeds of every model: 1..N (default: 5)", AT(seeds)},
    {"jobs", "N", "members that run at the same time (default: the processors)", AT(jobs)},
    {"dry-run", NULL, "list the members and estimate time and disk; nothing is trained or written", AT(dry_run)},
    {"retry-failed", NULL, "train members again that failed in an earlier call", AT(retry_failed)},
    {"threads", "N", "threads inside one run; results do not depend on it (default: 1, in `eval` one a processor)",
     AT(threads)},
    {"count", "N", "how many examples (default: 3)", AT(count)},
    {"view", "NAME", "of an encoding: matrix, waves, similarity, shift or nearest (default: matrix)", AT(view)},
    {"positions", "N", "how many positions are shown", AT(positions)},
    {"offset", "N", "positions by which the view shift moves (default: 5)", AT(offset)},
    {"head", "N", "this head alone", AT(head)},
    {"width", "N", "columns to draw in (default: those of the terminal, or 80)", AT(width)},
    {"wide", NULL, "show every length, however long the lines become", AT(wide)},
    {"colour", "WHEN", "auto, always or never (default: auto, on a terminal without NO_COLOR)", AT(colour)},
    {"size", "WxH", "width and height in pixels, as in 800x600 (default: as the picture needs)", AT(size)},
    {"title", "TEXT", "the title (default: what is shown)", AT(title)},
    {"metric", "NAME", "which metric of the evaluation (default: accuracy)", AT(metric)},
    {"length", "N", "words in an example (default: drawn as in training)", AT(length)},
    {0},
};

bool command_takes(const char *options, const char *name) {
    char item[32];
    while (options && text_item(&options, item, sizeof item))
        if (strcmp(item, name) == 0)
            return true;
    return false;
}

struct command_option command_option_of(const struct command *c, const struct command_option *o) {
    for (const struct command_option *own = c->wording; own && own->name; own++)
        if (strcmp(own->name, o->name) == 0)
            return *own;
    return *o;
}

static bool is_given(const struct arguments *a, const struct command_option *o) {
    const void *at = (const char *)a + o->at;
    if (!o->value)
        return *(const bool *)at;
    return strcmp(o->value, "N") == 0 ? *(const int *)at != 0 : *(const char *const *)at != NULL;
}

bool command_check_options(const struct arguments *a, const char *what, const char *options, struct error *e) {
    for (const struct command_option *o = command_options; o->name; o++)
        if (is_given(a, o) && !command_takes(options, o->name))
            return error_set(e, EXIT_USAGE, "%s takes no --%s", what, o->name);
    return true;
}

/* `name` has its dashes. */
static bool unknown_option(const struct command *c, const char *name, struct error *e) {
    char candidate[64], otherwise[64];
    struct suggestion s = suggest_for(name);
    for (const struct command_option *o = command_options; o->name; o++)
        if (command_takes(c->options, o->name)) {
            snprintf(candidate, sizeof candidate, "--%s", o->name);
            suggest_add(&s, candidate);
        }
    snprintf(otherwise, sizeof otherwise, "; see `poslab help %s`", c->name);
    return error_set(e, EXIT_USAGE, "%s takes no %s%s", c->name, name, suggest_hint(&s, otherwise));
}

static bool read_count(int *out, const char *name, const char *text, struct error *e) {
    if (text_integer(text, out) && *out >= 1 && *out <= 1000000)
        return true;
    return error_set(e, EXIT_USAGE, "--%s %s: expected a whole number from 1 to 1000000", name, text);
}

static bool set_option(struct arguments *a, const struct command_option *o, const char *value, struct error *e) {
    void *at = (char *)a + o->at;
    if (!o->value) {
        *(bool *)at = true;
        return true;
    }
    if (strcmp(o->value, "N") == 0)
        return read_count(at, o->name, value, e);
    *(const char **)at = value;
    return *value || error_set(e, EXIT_USAGE, "--%s is empty", o->name);
}

static const struct command_option *find_option(const struct command *c, const char *name) {
    name = strcmp(name, "places") == 0 ? "positions" : name; /* an old name: accepted and not shown */
    for (const struct command_option *o = command_options; o->name; o++)
        if (strcmp(o->name, name) == 0 && command_takes(c->options, name))
            return o;
    return NULL;
}

/* "--name=VALUE", "--name VALUE" or "--name"; returns how many of the `left` words that takes, 0 for an error. */
static int read_option(struct arguments *a, const struct command *c, char **word, int left, struct error *e) {
    char name[64];
    const char *equals = strchr(*word, '=');
    snprintf(name, sizeof name, "%.*s", (int)strcspn(*word, "="), *word);
    const struct command_option *o = find_option(c, name + 2);
    if (name[1] != '-')
        return error_set(e, EXIT_USAGE, "there is no option %s; see `poslab help %s`", *word, c->name);
    if (!o)
        return unknown_option(c, name, e);
    if (o->value ? !equals && left < 2 : equals != NULL)
        return error_set(e, EXIT_USAGE, "%s: '%s' lacks its value, or takes none", c->name, *word);
    int words = o->value && !equals ? 2 : 1;
    return set_option(a, o, equals ? equals + 1 : word[words - 1], e) ? words : 0;
}

static bool ends_in(const char *text, const char *end) {
    size_t n = strlen(text), m = strlen(end);
    return n >= m && strcmp(text + n - m, end) == 0;
}

static bool is_assignment(const char *text) {
    size_t name = strspn(text, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_.-");
    return text[name] == '=' && name > 0;
}

static bool add_operand(struct arguments *a, const struct command *c, const char *word, struct error *e) {
    if (a->operands < c->operands) {
        a->operand[a->operands++] = word;
        return true;
    }
    if (c->operands > 1)
        return error_set(e, EXIT_USAGE, "%s takes at most %d operands; '%s' is one too many", c->name, c->operands,
                         word);
    return error_set(e, EXIT_USAGE, "%s: cannot make sense of '%s'%s; see `poslab help %s`", c->name, word,
                     c->settings ? " (neither FILE.ini nor key=value)" : "", c->name);
}

/* A word that is no option: a setting, a config file, or an operand of the command. */
static bool read_word(struct arguments *a, const struct command *c, const char *word, struct error *e) {
    if (c->settings && is_assignment(word))
        return true; /* read later: they take the place of the file's */
    if (c->settings && ends_in(word, ".ini")) {
        if (a->config)
            return error_set(e, EXIT_USAGE, "two config files, %s and %s; %s takes one", a->config, word, c->name);
        a->config = word;
        return assignments_read_file(&a->settings, word, e);
    }
    return add_operand(a, c, word, e);
}

static bool read_words(struct arguments *a, const struct command *c, int argc, char **argv, struct error *e) {
    for (int i = 0; i < argc; i++)
        if (!read_word(a, c, argv[i], e))
            return false;
    for (int i = 0; i < argc; i++)
        if (c->settings && is_assignment(argv[i]) && !assignments_override(&a->settings, argv[i], e))
            return false;
    return true;
}

/* What comes before "--": options and words in any order; the words go to the front. */
static bool read_plain(struct arguments *a, const struct command *c, int argc, char **argv, struct error *e) {
    int words = 0;
    for (int i = 0, step; i < argc; i += step) {
        bool option = argv[i][0] == '-' && argv[i][1];
        step = option ? read_option(a, c, argv + i, argc - i, e) : 1;
        if (step == 0)
            return false;
        if (!option)
            argv[words++] = argv[i];
    }
    return read_words(a, c, words, argv, e);
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
    return true;
}
