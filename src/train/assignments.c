/* assignments.c -- collects "key = value" with where each came from; see settings.h. */
#include <stdio.h>
#include <string.h>

#include "base/file.h"
#include "format/ini.h"
#include "train/settings.h"

enum { CONFIG_BYTES = 1 << 20 };
#define BLANKS " \t\r\n\v\f"

static struct assignment *find(const struct assignments *a, const char *key) {
    char buffer[SETTING_TEXT_MAX];
    const char *present = settings_present_key(key, buffer);
    for (int i = 0; i < a->count; i++)
        if (strcmp(a->item[i].key, present) == 0)
            return (struct assignment *)&a->item[i];
    return NULL;
}

const char *assignments_value(const struct assignments *a, const char *key) {
    const struct assignment *found = find(a, key);
    return found ? found->value : NULL;
}

const char *assignments_where(const struct assignments *a, const char *key) {
    const struct assignment *found = find(a, key);
    return found ? found->where : NULL;
}

bool assignments_set(struct assignments *a, const char *key, const char *value, const char *where, struct error *e) {
    struct assignment *to = find(a, key);
    char plain[sizeof to->value], buffer[SETTING_TEXT_MAX];
    value += strspn(value, BLANKS);
    size_t length = strlen(value);
    while (length > 0 && strchr(BLANKS, value[length - 1])) /* as config files are read */
        length--;
    if (!to && a->count == SETTINGS_ASSIGNMENTS)
        return error_set(e, EXIT_USAGE, "%s: more than %d settings", where, SETTINGS_ASSIGNMENTS);
    if (strlen(key) >= sizeof to->key || length >= sizeof plain)
        return error_set(e, EXIT_USAGE, "%s: %.40s: longer than %d characters", where, key, SETTING_TEXT_MAX - 1);
    snprintf(plain, sizeof plain, "%.*s", (int)length, value);
    const char *dot = strchr(key, '.'), *unfit = ini_unfit(dot ? dot + 1 : key, plain);
    if (unfit) /* a run's whole configuration is written to its folder */
        return error_set(e, EXIT_USAGE, "%s: %.40s: the value %s", where, key, unfit);
    to = to ? to : &a->item[a->count++];
    snprintf(to->key, sizeof to->key, "%s", settings_present_key(key, buffer));
    snprintf(to->value, sizeof to->value, "%s", settings_present_value(to->key, plain));
    snprintf(to->where, sizeof to->where, "%s", where);
    return true;
}

struct reading {
    struct assignments *a;
    const char *name;
};

static bool visit(void *user, const char *key, const char *value, int line, struct error *e) {
    struct reading *r = user;
    char where[SETTING_TEXT_MAX];
    const struct assignment *before = find(r->a, key);
    if (before)
        return error_set(e, EXIT_USAGE, "%s: set twice, first at %s", before->key, before->where);
    snprintf(where, sizeof where, "%.180s:%d", r->name, line);
    return assignments_set(r->a, key, value, where, e);
}

bool assignments_read_text(struct assignments *a, const char *text, size_t size, const char *name, struct error *e) {
    struct reading r = {a, name};
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
    char key[SETTING_TEXT_MAX];
    const char *equals = strchr(text, '=');
    if (!equals || equals == text || equals - text >= (int)sizeof key)
        return error_set(e, EXIT_USAGE, "command line: '%.60s' is not key=value", text);
    snprintf(key, sizeof key, "%.*s", (int)(equals - text), text);
    const struct assignment *before = find(a, key);
    if (before && strcmp(before->where, "command line") == 0)
        return error_set(e, EXIT_USAGE, "command line: %s: set twice", before->key);
    return assignments_set(a, key, equals + 1, "command line", e);
}
