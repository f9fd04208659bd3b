/* folder_name.c -- see folder_name.h. */
#include "folder/folder_name.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <xxhash.h>

#include "base/path.h"
#include "base/text.h"
#include "encoding/encoding.h"
#include "encoding/policy.h"
#include "settings/comparison_settings.h"
#include "settings/settings_difference.h"
#include "task/task.h"

enum { SUM = 9 }; /* "-1a2b3c4d" */

/* A name while it is built; `whole` is the full text that it represents. */
struct naming {
    char name[PATH_MAX_LENGTH], whole[SETTINGS_TEXT];
    size_t fits; /* so much of it leaves room for a sum */
};

/* Adds "-WORD" in letters that need no quotes. */
static void add_word(struct naming *n, const char *word) {
    char plain[2 * SETTING_TEXT_MAX] = "-";
    size_t used = 1;
    for (; *word && used + 1 < sizeof plain; word++) {
        bool fine = isalnum((unsigned char)*word) || strchr("._-", *word);
        if (fine || plain[used - 1] != '-')
            plain[used++] = fine ? *word : '-';
    }
    while (used > 0 && plain[used - 1] == '-')
        used--;
    plain[used] = 0;
    text_append(n->name, sizeof n->name, "%s", plain);
    n->fits = strlen(n->name) + SUM <= FOLDER_NAME ? strlen(n->name) : n->fits;
}

/* "steps-1600", "eval.examples-500"; the task by its name alone, a file by its last name. */
static void add(struct naming *n, const char *key, const char *value) {
    char word[2 * SETTING_TEXT_MAX];
    bool bare = strncmp(key, "task.", 5) == 0 || strncmp(key, "model.", 6) == 0 || strncmp(key, "train.", 6) == 0;
    const char *last = path_last(value);
    text_append(n->whole, sizeof n->whole, "%s = %s\n", key, value);
    snprintf(word, sizeof word, "%s-%s", bare ? strchr(key, '.') + 1 : key, last);
    add_word(n, strcmp(key, "task.name") == 0 ? last : word);
}

/* "rows" of a/rows.csv.gz: what a config or a file of rows is called. */
static void add_source(struct naming *n, const char *path) {
    char name[SETTING_TEXT_MAX];
    snprintf(name, sizeof name, "%s", path_last(path));
    char *dot = text_ends(name, ".gz") ? strrchr(name, '.') : NULL;
    if (dot)
        *dot = 0;
    if ((dot = strrchr(name, '.')))
        *dot = 0;
    n->name[0] = 0;
    add_word(n, name);
    size_t skip = strspn(n->name, "-.");
    memmove(n->name, n->name + skip, strlen(n->name + skip) + 1);
    if (!*n->name)
        snprintf(n->name, sizeof n->name, "rows");
    n->fits = strlen(n->name);
}

static void finish(char folder[PATH_MAX_LENGTH], const struct naming *n) {
    bool cut = strlen(n->name) > FOLDER_NAME;
    snprintf(folder, PATH_MAX_LENGTH, "runs/%.*s", (int)(cut ? n->fits : strlen(n->name)), n->name);
    if (cut)
        text_append(folder, PATH_MAX_LENGTH, "-%08x", (unsigned)XXH3_64bits(n->whole, strlen(n->whole)));
}

/* What differs from the defaults of such a run, in the order of its config.ini; `shared`: only what every run of the
 * task has. */
static void add_settings(struct naming *n, const struct settings *s, const char *but, bool shared,
                         const struct folder_source *from) {
    struct arena arena = {0};
    struct assignments *given = arena_alloc(&arena, 1, sizeof *given);
    if (from->path)
        settings_changed_from(&from->plain, s, given);
    else
        settings_changed(s, given);
    for (int i = 0; i < given->count; i++) {
        struct assignment item = assignments_item(given, i);
        if (!text_lists(but, item.key) && (!shared || settings_shared(s, item.key)) &&
            (!from->path || assignments_from_line(from->given, item.key)))
            add(n, item.key, item.value);
    }
    if (text_lists(s->eval.policies, policy_refuse.name) &&
        (!from->path || assignments_from_line(from->given, "eval.policies")))
        add(n, "eval.policies", policy_refuse.name);
    arena_free(&arena);
}

#define NO_NUMBER "encoding.name train.seed train.keep eval.lengths eval.policies"

void folder_name_run(char folder[PATH_MAX_LENGTH], const struct settings *s, const struct folder_source *from) {
    struct naming n = {.whole = ""};
    char label[SETTING_TEXT_MAX];
    settings_label(s, label, sizeof label);
    char *slash = strchr(label, '/'); /* of a baseline */
    if (slash)
        *slash = '-';
    if (from->path)
        add_source(&n, from->path);
    text_append(n.name, sizeof n.name, "%s-%s", from->path ? "" : s->task->name, label);
    if (!from->path || s->train.seed != from->plain.train.seed)
        text_append(n.name, sizeof n.name, "-seed%d", s->train.seed);
    n.fits = strlen(n.name);
    add_settings(
        &n, s, from->path ? NO_NUMBER " model.mixer model.baseline" : NO_NUMBER " task.name model.mixer model.baseline",
        false, from);
    finish(folder, &n);
}

void folder_name_number(char folder[PATH_MAX_LENGTH], const char *name, int n) {
    snprintf(folder, PATH_MAX_LENGTH, n > 1 ? "%s-%d" : "%s", name, n);
}

/* ---- Options of encodings and mixers, which hold for all members that have them */

/* Writes a value as it is written down; whether it is not the option's default. */
static bool normal_is_other(const char *key, char value[SETTING_TEXT_MAX]) {
    char usual[SETTING_TEXT_MAX], normal[SETTING_TEXT_MAX];
    const struct setting *o = settings_find(key);
    struct error e;
    if (!o || !settings_normal(o, value, normal, &e) || !settings_normal(o, o->standard, usual, &e))
        return false;
    memcpy(value, normal, sizeof normal);
    return strcmp(normal, usual) != 0;
}

static int by_key(const void *a, const void *b) {
    return strcmp(((const struct assignment *)a)->key, ((const struct assignment *)b)->key);
}

void folder_name_comparison(char folder[PATH_MAX_LENGTH], const struct settings *shared, const struct assignments *a,
                            const struct folder_source *from) {
    struct naming n = {.name = "compare", .fits = sizeof "compare" - 1};
    struct assignment item[SETTINGS_ASSIGNMENTS];
    size_t count = 0;
    if (from->path)
        add_source(&n, from->path);
    add_settings(&n, shared, NO_NUMBER, true, from);
    for (int i = 0; i < a->count; i++) {
        item[count] = assignments_item(a, i);
        count += comparison_is_option(shared, item[count].key) && !settings_shared(shared, item[count].key) &&
                 (!from->path || item[count].from == FROM_LINE);
    }
    if (count)
        qsort(item, count, sizeof *item, by_key);
    for (size_t i = 0; i < count; i++) {
        char value[SETTING_TEXT_MAX];
        snprintf(value, sizeof value, "%s", item[i].value);
        if (normal_is_other(item[i].key, value) || from->path)
            add(&n, item[i].key, value);
    }
    finish(folder, &n);
}
