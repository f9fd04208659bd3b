/* settings_override_kind.c -- see settings_override_kind.h. `train configs/bert.ini task.name=tsv` takes the file's
 * model and training, and only those task options that tsv has. An option that only one task has chooses that task:
 * task.train=FILE implies task.name=tsv, unless the same source names a task, or the file's task has the option. */
#include "settings/settings_override_kind.h"

#include <string.h>

#include "base/text.h"
#include "encoding/encoding.h"
#include "settings/settings.h"
#include "settings/settings_synonyms.h"
#include "task/task.h"

static const char *value_of(const struct assignments *a, const char *key) {
    const char *set = assignments_value(a, key);
    return set ? set : setting_find(settings_table, key)->standard;
}

/* The only task that has the option; NULL: none, or several. */
static const struct task *only_task(const char *key) {
    const struct task *only = NULL;
    for (const struct task *const *t = tasks; *t; t++)
        if (setting_find((*t)->options, key)) {
            if (only)
                return NULL;
            only = *t;
        }
    return only;
}

const char *settings_imply_task(struct assignments *a, struct error *e) {
    for (int i = 0; i < a->count; i++) {
        struct assignment item = assignments_item(a, i);
        const struct task *only = only_task(item.key);
        if (only && strcmp(only->name, value_of(a, "task.name")) != 0 &&
            item.from > assignments_source(a, "task.name")) {
            const struct assignment implied = {"task.name", only->name, item.where, item.from};
            return assignments_put(a, implied, e) ? assignments_item(a, i).key : NULL;
        }
    }
    return NULL;
}

/* ---- Options of a file that are left out */

/* What decides which tables are in use. */
static const char chosen[] = "task.name model.mixer encoding.name compare.members";
static const char of_none[] = "of no task, mixer or encoding in use";

/* A key of a file that another one, set outside of it, drops: always, or where its number is larger. */
static const struct rule {
    const char *key, *by, *why;
    bool larger;
} rules[] = {
    {"train.warmup", "train.steps", "longer than train.steps", true},
    {"task.test", "task.train", "its rows belong to the file's own task.train", false},
};

static bool is_set_outside(const struct assignments *a, const char *key) {
    return assignments_source(a, key) > FROM_FILE;
}

static bool is_larger(const char *value, const char *limit) {
    int x, most;
    return text_integer(value, &x) && text_integer(limit, &most) && x > most;
}

/* Whether an option exists, but no kind in use has it. */
static bool is_of_others(const char *key, const char *used, const char *others) {
    return !setting_find(settings_table, key) && !comparison_find(key) && !settings_kinds_have(used, key) &&
           !settings_kinds_have(others, key) && (settings_name(key) || settings_find(key));
}

/* Why a file's assignment is dropped; NULL: it stays. */
static const char *why_dropped(const struct assignments *a, struct assignment item, const char *used,
                               const char *others) {
    for (size_t i = 0; i < sizeof rules / sizeof *rules; i++)
        if (strcmp(item.key, rules[i].key) == 0 && is_set_outside(a, rules[i].by) &&
            (!rules[i].larger || is_larger(item.value, assignments_value(a, rules[i].by))))
            return rules[i].why;
    char key[SETTING_TEXT_MAX];
    bool choice = false;
    for (const char *list = chosen; !choice && text_item(&list, key, sizeof key);)
        choice = is_set_outside(a, key);
    return choice && is_of_others(item.key, used, others) ? of_none : NULL;
}

/* The task; of a single run its mixer and encodings, too. */
static void list_used(char *list, size_t size, const struct assignments *a, bool single) {
    const struct encoding *whole, *part;
    struct error e;
    text_append(list, size, "%s", value_of(a, "task.name"));
    if (!single || !encoding_read(&whole, value_of(a, "encoding.name"), &e))
        return;
    text_append(list, size, " %s", value_of(a, "model.mixer"));
    for (int i = 0; (part = encoding_part(whole, i)); i++)
        text_append(list, size, " %s", part->name);
}

void assignments_yield(struct assignments *a, const char *others, struct yielded *y) {
    char used[512] = "", *told = y->left_out;
    const size_t size = sizeof y->left_out;
    const char *last = NULL;
    *y = (struct yielded){0};
    list_used(used, sizeof used, a, !others);
    settings_settle(a, others ? others : used, y->meant, sizeof y->meant);
    for (int i = 0; i < a->count;) {
        struct assignment item = assignments_item(a, i);
        const char *why = item.from == FROM_FILE ? why_dropped(a, item, used, others) : NULL;
        if (!why) {
            i++;
            continue;
        }
        if (!last)
            text_append(told, size, "%.*s: left out: ", (int)(strrchr(item.where, ':') - item.where), item.where);
        else if (why == last)
            text_append(told, size, ", ");
        else
            text_append(told, size, " (%s); ", last);
        text_append(told, size, "%s", item.key);
        last = why;
        assignments_drop(a, i);
    }
    if (last)
        text_append(told, size, " (%s)", last);
}
