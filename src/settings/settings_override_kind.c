/* settings_override_kind.c -- options in a config file of a task, mixer or encoding that the file has, where another
 * one was chosen outside of it: `train configs/bert.ini task.name=tsv` takes the file's model and training, and only
 * those task options that tsv has. A warm-up longer than the training is dropped, and so are the file's test rows if
 * other training rows are given. */
#include <stdio.h>
#include <string.h>

#include "base/text.h"
#include "settings/settings.h"

enum { TASK, MIXER, ENCODING, KINDS };

/* What decides which ones are in use. */
static const char *const choices[KINDS][4] = {
    {"task.name"},
    {"model.mixer", "compare.encodings", "compare.members"},
    {"encoding.name", "compare.encodings", "compare.members"},
};
static const char *const titles[KINDS] = {[MIXER] = "mixer", [ENCODING] = "encoding"};

/* One row of a registry. */
struct row {
    const char *name;
    const struct setting *options;
};

static struct row row_of(int kind, int i) {
    if (kind == TASK)
        return tasks[i] ? (struct row){tasks[i]->name, tasks[i]->options} : (struct row){0};
    if (kind == MIXER)
        return mixers[i] ? (struct row){mixers[i]->name, mixers[i]->options} : (struct row){0};
    return encodings[i] ? (struct row){encodings[i]->name, encodings[i]->options} : (struct row){0};
}

/* An option of an encoding may be addressed to it: rope.base. */
static bool row_has(const struct row *r, int kind, const char *key) {
    char plain[SETTING_TEXT_MAX];
    const struct encoding *to = settings_addressed(key, plain);
    bool addressed = kind == ENCODING && to && strcmp(to->name, r->name) == 0;
    return setting_find(r->options, addressed ? plain : key);
}

/* Whether one of the listed has the option; NULL: any at all. */
static bool some_have(int kind, const char *list, const char *key) {
    struct row r;
    for (int i = 0; (r = row_of(kind, i)).name; i++)
        if ((!list || text_lists(list, r.name)) && row_has(&r, kind, key))
            return true;
    return false;
}

/* A file's are "FILE:LINE". */
static bool from_file(const char *where) {
    const char *colon = strrchr(where, ':');
    return colon && colon[1] && strspn(colon + 1, "0123456789") == strlen(colon + 1);
}

static bool is_set_outside(const struct assignments *a, const char *key) {
    const char *where = assignments_where(a, key);
    return where && !from_file(where);
}

static bool chosen_outside(const struct assignments *a, int kind) {
    bool chosen = false;
    for (const char *const *key = choices[kind]; *key; key++)
        chosen |= is_set_outside(a, *key);
    return chosen;
}

static const char *value_of(const struct assignments *a, const char *key) {
    const char *set = assignments_value(a, key);
    return set ? set : setting_find(settings_table, key)->standard;
}

/* The mixer and the encodings of a run. */
static void list_used(char *list, size_t size, const struct assignments *a) {
    const struct encoding *whole, *part;
    struct error e;
    text_append(list, size, "%s", value_of(a, "model.mixer"));
    if (encoding_read(&whole, value_of(a, "encoding.name"), &e))
        for (int i = 0; (part = encoding_part(whole, i)); i++)
            text_append(list, size, " %s", part->name);
}

/* Whether that is an option of such a kind, but of none in use. */
static bool is_other(struct assignment item, int kind, const char *used) {
    return from_file(item.where) && !setting_find(settings_table, item.key) && some_have(kind, NULL, item.key) &&
           !some_have(kind, used, item.key);
}

/* Its key, after the file's name or what was named before. */
static void name_dropped(struct assignment item, char *told, size_t size) {
    if (!*told)
        text_append(told, size, "%.*s: left out: ", (int)(strrchr(item.where, ':') - item.where), item.where);
    else
        text_append(told, size, told[strlen(told) - 1] == ')' ? "; " : ", ");
    text_append(told, size, "%s", item.key);
}

/* "task.words, task.cls (not of task tsv)" */
static void drop_others(struct assignments *a, int kind, const char *used, char *told, size_t size) {
    bool any = false;
    for (int i = 0; i < a->count;) {
        struct assignment item = assignments_item(a, i);
        if (!is_other(item, kind, used)) {
            i++;
            continue;
        }
        name_dropped(item, told, size);
        assignments_drop(a, i);
        any = true;
    }
    if (any)
        text_append(told, size, kind == TASK ? " (not of task %s)" : " (of no %s in use)",
                    kind == TASK ? used : titles[kind]);
}

/* A file's warm-up that is longer than the training asked for outside of it. */
static void drop_warmup(struct assignments *a, char *told, size_t size) {
    int steps, warmup;
    for (int i = 0; i < a->count; i++) {
        struct assignment item = assignments_item(a, i);
        const char *value = assignments_value(a, "train.steps");
        if (strcmp(item.key, "train.warmup") != 0 || !from_file(item.where) || !is_set_outside(a, "train.steps") ||
            !text_integer(item.value, &warmup) || !text_integer(value, &steps) || warmup <= steps)
            continue;
        name_dropped(item, told, size);
        text_append(told, size, " (%d is longer than train.steps = %d)", warmup, steps);
        assignments_drop(a, i);
    }
}

/* A file's test rows, where other rows to train on are named outside of it. */
static void drop_test(struct assignments *a, char *told, size_t size) {
    for (int i = 0; i < a->count; i++) {
        struct assignment item = assignments_item(a, i);
        if (strcmp(item.key, "task.test") != 0 || !from_file(item.where) || !is_set_outside(a, "task.train"))
            continue;
        name_dropped(item, told, size);
        text_append(told, size, " (its rows belong to the file's own task.train)");
        assignments_drop(a, i);
    }
}

void assignments_yield(struct assignments *a, const char *others, char *told, size_t size) {
    char own[512] = "", task[SETTING_TEXT_MAX];
    const char *used[KINDS] = {task, others, others};
    snprintf(task, sizeof task, "%s", value_of(a, "task.name"));
    told[0] = 0;
    if (!others) {
        list_used(own, sizeof own, a);
        used[MIXER] = used[ENCODING] = own;
    }
    drop_warmup(a, told, size);
    drop_test(a, told, size);
    for (int kind = 0; kind < KINDS; kind++)
        if (chosen_outside(a, kind))
            drop_others(a, kind, used[kind], told, size);
}
