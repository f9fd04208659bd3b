/* assignments.c -- see assignments.h. */
#include "settings/assignments.h"

#include <assert.h>
#include <stdio.h>
#include <string.h>

#include "base/file.h"
#include "base/memory.h"
#include "base/text.h"
#include "format/ini.h"
#include "settings/settings_synonyms.h"

enum { CONFIG_BYTES = 1 << 20 };
#define BLANKS " \t\r\n\v\f"

struct assignments *assignments_new(void) {
    struct assignments *a = memory_alloc(sizeof *a);
    a->count = 0;
    a->used = 0;
    return a;
}

struct assignment assignments_item(const struct assignments *a, int i) {
    struct assignment item;
    item.key = a->text + a->at[i];
    item.value = item.key + strlen(item.key) + 1;
    item.where = item.value + strlen(item.value) + 1;
    item.from = a->from[i];
    return item;
}

void assignments_copy(struct assignments *to, const struct assignments *from) {
    memcpy(to, from, offsetof(struct assignments, text) + from->used);
}

/* Its number; -1: it is not set. */
static int find(const struct assignments *a, const char *key) {
    for (int i = 0; i < a->count; i++)
        if (strcmp(a->text + a->at[i], key) == 0)
            return i;
    return -1;
}

/* All NULL, from nowhere: it is not set. */
static struct assignment item_of(const struct assignments *a, const char *key) {
    int found = find(a, key);
    return found < 0 ? (struct assignment){0} : assignments_item(a, found);
}

const char *assignments_value(const struct assignments *a, const char *key) { return item_of(a, key).value; }
const char *assignments_where(const struct assignments *a, const char *key) { return item_of(a, key).where; }
enum assignment_source assignments_source(const struct assignments *a, const char *key) { return item_of(a, key).from; }

bool assignments_from_line(const struct assignments *a, const char *key) {
    return assignments_source(a, key) == FROM_LINE;
}

/* Removes the old texts of an assignment before it gets new ones. */
static void drop(struct assignments *a, int i) {
    const char *where = assignments_item(a, i).where;
    size_t begin = a->at[i], end = (size_t)(where - a->text) + strlen(where) + 1;
    memmove(a->text + begin, a->text + end, a->used - end);
    a->used -= end - begin;
    for (int k = 0; k < a->count; k++)
        a->at[k] -= a->at[k] > begin ? end - begin : 0;
}

void assignments_drop(struct assignments *a, int i) {
    drop(a, i);
    for (a->count--; i < a->count; i++) {
        a->at[i] = a->at[i + 1];
        a->from[i] = a->from[i + 1];
    }
}

void assignments_forget(struct assignments *a, const char *keys) {
    for (int i = a->count - 1; i >= 0; i--)
        if (text_lists(keys, assignments_item(a, i).key))
            assignments_drop(a, i);
}

static void put(struct assignments *a, const char *text) {
    size_t size = strlen(text) + 1;
    assert(a->used + size <= sizeof a->text);
    memcpy(a->text + a->used, text, size);
    a->used += size;
}

/* The value as config files are read, without blanks around it; false where it is as long as the buffer. */
static bool trim(char *out, size_t size, const char *value) {
    value += strspn(value, BLANKS);
    size_t length = strlen(value);
    while (length > 0 && strchr(BLANKS, value[length - 1]))
        length--;
    if (length >= size)
        return false;
    snprintf(out, size, "%.*s", (int)length, value);
    return true;
}

static void set(struct assignments *a, struct assignment item) {
    int i = find(a, item.key);
    char key[SETTING_TEXT_MAX], where[SETTING_TEXT_MAX]; /* they may be texts of `a` */
    snprintf(key, sizeof key, "%s", item.key);
    snprintf(where, sizeof where, "%s", item.where);
    if (i >= 0)
        drop(a, i);
    else
        i = a->count++;
    a->at[i] = a->used;
    a->from[i] = item.from;
    put(a, key);
    put(a, item.value);
    put(a, where);
}

void assignments_of_runs(struct assignments *to, const struct assignments *from) {
    to->count = 0;
    to->used = 0;
    for (int i = 0; i < from->count; i++) {
        struct assignment item = assignments_item(from, i);
        if (!comparison_find(item.key))
            set(to, item);
    }
}

bool assignments_put(struct assignments *a, struct assignment item, struct error *e) {
    const char *key = item.key, *where = item.where;
    const struct setting *o = comparison_find(key);
    size_t size = o && o->kind == SETTING_LIST ? SETTING_LIST_MAX : SETTING_TEXT_MAX;
    char plain[SETTING_LIST_MAX];
    if (a->count == SETTINGS_ASSIGNMENTS && find(a, key) < 0)
        return error_set(e, EXIT_USAGE, "%s: more than %d settings", where, SETTINGS_ASSIGNMENTS);
    if (strlen(key) >= SETTING_TEXT_MAX || !trim(plain, size, item.value))
        return error_set(e, EXIT_USAGE, "%s: %.40s: longer than %zu characters", where, key, size - 1);
    const char *unfit = ini_unfit(plain);
    if (unfit) /* a run's whole configuration is written to its folder */
        return error_set(e, EXIT_USAGE, "%s: %.40s: the value %s", where, key, unfit);
    char meant[SETTING_LIST_MAX];
    item.value = settings_synonym_value(key, plain, meant, size);
    set(a, item);
    return true;
}

bool assignments_set(struct assignments *a, const char *key, const char *value, const char *where, struct error *e) {
    return assignments_put(a, (struct assignment){key, value, where, FROM_PROGRAM}, e);
}

bool assignments_type(struct assignments *a, const char *key, const char *value, struct error *e) {
    return assignments_put(a, (struct assignment){key, value, COMMAND_LINE, FROM_LINE}, e);
}

struct assignment_reader {
    struct assignments *a;
    const char *name;
};

static bool visit(void *user, const char *key, const char *value, int line, struct error *e) {
    struct assignment_reader *r = user;
    char where[SETTING_TEXT_MAX];
    key = settings_synonym_key(key);
    int before = find(r->a, key);
    if (before >= 0)
        return error_set(e, EXIT_USAGE, "%s: set twice, first at %s", assignments_item(r->a, before).key,
                         assignments_item(r->a, before).where);
    snprintf(where, sizeof where, "%.180s:%d", r->name, line);
    return assignments_put(r->a, (struct assignment){key, value, where, FROM_FILE}, e);
}

bool assignments_read_text(struct assignments *a, const char *text, size_t size, const char *name, struct error *e) {
    struct assignment_reader r = {a, name};
    return ini_read(text, size, name, visit, &r, e);
}

bool assignments_read_file(struct assignments *a, const char *path, struct error *e) {
    struct arena arena = {0};
    size_t size;
    char *text = (char *)file_read(path, CONFIG_BYTES, &arena, &size, e);
    bool ok = text && assignments_read_text(a, text, size, path, e);
    arena_free(&arena);
    if (!text && (e->code != EXIT_IO || file_missing(path)))
        e->code = EXIT_USAGE;
    return ok;
}

bool assignments_override(struct assignments *a, const char *text, struct error *e) {
    char said[SETTING_TEXT_MAX];
    const char *equals = strchr(text, '=');
    if (!equals || equals == text || equals - text >= (int)sizeof said)
        return error_set(e, EXIT_USAGE, COMMAND_LINE ": '%.60s' is not key=value", text);
    snprintf(said, sizeof said, "%.*s", (int)(equals - text), text);
    const char *key = settings_synonym_key(said);
    if (assignments_from_line(a, key))
        return error_set(e, EXIT_USAGE, COMMAND_LINE ": %s: set twice", key);
    return assignments_type(a, key, equals + 1, e);
}
