/* operands.c -- see operands.h. */
#include "cli/operands.h"

#include <string.h>

#include "base/file.h"
#include "base/text.h"
#include "cli/config.h"
#include "cli/run_operand.h"
#include "folder/folder_files.h"
#include "study/member_list.h"

#define LIST "compare.members"

/* The members that a word means: one, or `all`. */
static bool read_member(struct member_list *list, const char *word, const struct mixer *usual, struct arena *arena,
                        struct error *e) {
    struct comparison *c = arena_alloc(arena, 1, sizeof *c);
    char *meant = arena_alloc(arena, SETTING_LIST_MAX, 1);
    word = settings_meant_value(LIST, word, meant, SETTING_LIST_MAX);
    bool fits = snprintf(c->members, sizeof c->members, "%s", word) < (int)sizeof c->members;
    return (fits || error_set(e, EXIT_USAGE, "too long")) && member_list_read(list, c, usual, arena, e);
}

/* Whether a word is such; *e says what is wrong with it otherwise. */
static bool is_member(const char *word, struct error *e) {
    struct arena arena = {0};
    struct member_list list;
    bool is = read_member(&list, word, &mixer_attention, &arena, e);
    arena_free(&arena);
    return is;
}

/* Whether it names no encoding where it begins, and looks like a path. */
static bool is_path(const char *word) {
    char first[SETTING_TEXT_MAX];
    snprintf(first, sizeof first, "%.*s", (int)strcspn(word, "/"), word);
    bool known = encoding_find(first) || mixer_find(first) || strcmp(first, "baseline") == 0;
    return strchr(word, '/') && !known;
}

static bool refuse(const struct command *c, const char *word, const struct error *why, struct error *e) {
    char shown[TEXT_PRINTABLE];
    size_t skipped = strncmp(why->text, LIST ": ", sizeof LIST + 1) == 0 ? sizeof LIST + 1 : 0;
    text_printable(shown, word);
    if (file_exists(word))
        return error_set(e, EXIT_USAGE, "%s: %s is a file; name the folder of a run or comparison", c->name, shown);
    if (is_path(word))
        return error_set(e, EXIT_USAGE, "%s: there is no folder %s", c->name, shown);
    return error_set(e, EXIT_USAGE, "%s: %.900s", c->name, why->text + skipped);
}

static bool both(const struct command *c, const char *member, const char *folder, struct error *e) {
    char shown[TEXT_PRINTABLE], other[TEXT_PRINTABLE];
    text_printable(shown, member);
    return error_set(e, EXIT_USAGE, "%s: %s is a member to train and %s a folder of results; give only one kind%s%s%s",
                     c->name, shown, text_printable(other, folder), file_is_folder(member) ? " (the folder is ./" : "",
                     file_is_folder(member) ? shown : "", file_is_folder(member) ? ")" : "");
}

bool operands_are_folders(bool *folders, const struct command *c, const struct arguments *a, int first,
                          struct error *e) {
    const char *member = NULL, *folder = NULL;
    for (int i = first; i < a->operands; i++) {
        struct error why = {0};
        const char *word = a->operand[i];
        if (is_member(word, &why))
            member = word;
        else if (file_is_folder(word))
            folder = word;
        else
            return refuse(c, word, &why, e);
    }
    *folders = folder != NULL;
    return !(member && folder) || both(c, member, folder, e);
}

/* encoding.name of the command line, which says what a run trains, is what a comparison compares. */
static bool take_encoding(struct arguments *a, struct error *e) {
    const char *where = assignments_where(&a->settings, "encoding.name");
    if (!where || strcmp(where, "command line") != 0)
        return true;
    const char *list = arena_text(&a->arena, assignments_value(&a->settings, "encoding.name"));
    for (int i = a->settings.count - 1; i >= 0; i--)
        if (strcmp(assignments_item(&a->settings, i).key, "encoding.name") == 0)
            assignments_drop(&a->settings, i);
    arguments_note(a, "encoding.name is compare.encodings=%s", list);
    return assignments_set(&a->settings, "compare.encodings", list, "command line", e);
}

bool operands_set_members(const struct command *c, struct arguments *a, int first, struct error *e) {
    static const char *const keys[] = {"compare.encodings", LIST};
    const char *list = "";
    bool options = false;
    if (!take_encoding(a, e))
        return false;
    if (first >= a->operands)
        return true;
    for (int k = 0; k < 2; k++) {
        const char *where = assignments_where(&a->settings, keys[k]);
        if (where && strcmp(where, "command line") == 0)
            return error_set(e, EXIT_USAGE, "%s: members are named twice, as %s and by %s; leave one out", c->name,
                             a->operand[first], keys[k]);
    }
    for (int i = first; i < a->operands; i++) {
        char meant[SETTING_LIST_MAX];
        const char *word = settings_meant_value(LIST, a->operand[i], meant, sizeof meant);
        if (strcmp(word, a->operand[i]) != 0)
            arguments_note(a, "%s is %s", a->operand[i], word);
        options = options || strpbrk(word, " \t=");
        list = arena_format(&a->arena, "%s%s%s", list, *list ? ", " : "", word);
    }
    return assignments_set(&a->settings, keys[options], list, "command line", e);
}

bool operands_set_run(const struct command *c, struct arguments *a, struct error *e) {
    static const char *const keys[] = {"encoding.name", "model.mixer", "model.baseline"};
    const char *word = a->operand[0], *mixer = assignments_value(&a->settings, keys[1]);
    const struct mixer *usual = mixer_find(mixer ? mixer : mixer_attention.name);
    struct member_list list;
    char meant[SETTING_LIST_MAX];
    if (!read_member(&list, word, usual ? usual : &mixer_attention, &a->arena, e))
        return config_unknown(c, word, e);
    if (a->operands > 1 || list.entries > 1)
        return error_set(e, EXIT_USAGE, "%s: %s is one model too many; `poslab compare` trains several", c->name,
                         a->operand[a->operands - 1]);
    struct member_entry *entry = list.entry;
    const char *says[] = {entry->encoding->name, entry->mixer->name, entry->baseline ? entry->baseline->name : "none"};
    for (int k = 0; k < 3; k++) {
        const char *where = assignments_where(&a->settings, keys[k]);
        if (where && strcmp(where, "command line") == 0 &&
            strcmp(assignments_value(&a->settings, keys[k]), says[k]) != 0)
            return error_set(e, EXIT_USAGE, "%s: %s has another %s; leave one out", c->name, word, keys[k]);
    }
    word = settings_meant_value(LIST, word, meant, sizeof meant);
    if (strcmp(word, a->operand[0]) != 0)
        arguments_note(a, "%s is %s", a->operand[0], word);
    entry->where = "command line";
    return member_list_assign(entry, &a->settings, e);
}

bool operands_read_run(struct settings *s, struct arguments *a, struct error *e) {
    const char *run = a->operand[0];
    struct assignments given = a->settings;
    if (!command_check_run(run, e) || !folder_config(&a->settings, run, e))
        return false;
    for (int i = 0; i < given.count; i++) {
        struct assignment item = assignments_item(&given, i);
        if (!assignments_set(&a->settings, item.key, item.value, item.where, e))
            return false;
    }
    return settings_resolve(s, &a->settings, NULL, e);
}

int operands_count_folders(const struct arguments *a, int first) {
    int count = 1;
    struct error none;
    while (first + count < a->operands && file_is_folder(a->operand[first + count]) &&
           !is_member(a->operand[first + count], &none))
        count++;
    return count;
}

bool operands_check_settings(const struct command *c, const struct arguments *a, struct error *e) {
    if (a->config)
        return error_set(e, EXIT_USAGE, "%s: folders of results are read as they are, so %s does not apply", c->name,
                         a->config);
    for (int i = 0; i < a->settings.count; i++) {
        const char *key = assignments_item(&a->settings, i).key;
        if (strcmp(key, "compare.pairs") != 0 && strcmp(key, "compare.gate") != 0)
            return error_set(e, EXIT_USAGE,
                             "%s: folders of results are read as they are, so %s does not apply; compare.pairs and "
                             "compare.gate may be given",
                             c->name, key);
    }
    return true;
}
