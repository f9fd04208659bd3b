/* settings_difference.c -- whether two configurations, as texts, are of the same run; see settings.h. */
#include <string.h>

#include "base/text.h"
#include "settings/settings.h"

/* Values that a run fills in once it knows them, and their placeholders until then. */
static const char *const worked_out[][2] = {{"train.sparse", "auto"}, {"train.validate_every", "0"}};
enum { WORKED_OUT = sizeof worked_out / sizeof *worked_out };

static bool decides(const char *key, const char *a, const char *b) {
    bool found = false;
    for (int i = 0; i < WORKED_OUT; i++)
        found = found || (strcmp(key, worked_out[i][0]) == 0 &&
                          (strcmp(a, worked_out[i][1]) == 0 || strcmp(b, worked_out[i][1]) == 0));
    return found;
}

/* Which file a run began from is only known since then. */
static bool is_open(const char *key, const char *one, const char *two) {
    return strcmp(key, "train.from_xxh3") == 0 && (!one || !two);
}

/* Whether both set epochs; another key compares the epochs. */
static bool follows(const char *key, const struct assignments *a, const struct assignments *b) {
    const char *one = assignments_value(a, "train.epochs"), *two = assignments_value(b, "train.epochs");
    return strcmp(key, "train.steps") == 0 && one && two && strcmp(one, "0") != 0 && strcmp(two, "0") != 0;
}

/* Whether a value is the default of an option, however it is written. */
static bool is_standard(const struct setting *o, const char *value) {
    char given[SETTING_TEXT_MAX], standard[SETTING_TEXT_MAX];
    struct error e;
    if (o->kind == SETTING_TEXT || o->kind == SETTING_LIST)
        return strcmp(value, o->standard) == 0;
    return settings_normal(o, value, given, &e) && settings_normal(o, o->standard, standard, &e) &&
           strcmp(given, standard) == 0;
}

/* Counts a table's option of this key; *all stays where its default is the value. */
static int count_standard(const struct setting *table, const char *key, const char *value, bool *all) {
    const struct setting *o = setting_find(table, key);
    *all = *all && (!o || is_standard(o, value));
    return o != NULL;
}

/* Whether a key missing in one configuration has the default of every kind that knows it. An option for one encoding
 * against one for all encodings is a difference. */
static bool is_default(const struct assignments *other, const char *key, const char *value) {
    char plain[SETTING_TEXT_MAX];
    const struct encoding *only = settings_addressed(key, plain);
    bool all = true;
    int found = count_standard(settings_table, key, value, &all) + count_standard(comparison_table, key, value, &all);
    for (const struct task *const *t = tasks; *t; t++)
        found += count_standard((*t)->options, key, value, &all);
    for (const struct mixer *const *m = mixers; *m; m++)
        found += count_standard((*m)->options, key, value, &all);
    for (const struct encoding *const *c = encodings; *c; c++)
        if (!only || only == *c)
            found += count_standard((*c)->options, only ? plain : key, value, &all);
    return found && all && !(only && assignments_value(other, plain));
}

/* Appends "KEY = OLD there, NEW here"; long values are shown from their first difference. */
static void tell(char *text, size_t size, const char *key, const char *old, const char *new) {
    enum { LONG = 60 };
    size_t same = 0;
    for (size_t i = 0; strlen(old) + strlen(new) > 2 * LONG && old[i] && old[i] == new[i]; i++)
        same = old[i] == ' ' ? i + 1 : same;
    const char *dots = same ? "... " : "";
    text_append(text, size, "%s = %s%s there, %s%s here", key, dots, old + same, dots, new + same);
}

void settings_each_difference(const struct assignments *a, const struct assignments *b, settings_differ *differ,
                              void *user) {
    for (int i = 0; i < a->count + b->count; i++) {
        const char *key = i < a->count ? assignments_item(a, i).key : assignments_item(b, i - a->count).key;
        const char *old = assignments_value(a, key), *new = assignments_value(b, key);
        bool second = i >= a->count && old, same = old && new && (strcmp(old, new) == 0 || decides(key, old, new));
        same = same || is_open(key, old, new);
        if (!second && !same && !follows(key, a, b) && ((old && new) || !is_default(old ? b : a, key, old ? old : new)))
            differ(user, key, old, new);
    }
}

/* The first difference, as text. */
struct told {
    char *text;
    size_t size;
};

static void tell_first(void *user, const char *key, const char *old, const char *new) {
    const struct told *t = user;
    if (!*t->text && strcmp(key, "train.keep") != 0)
        tell(t->text, t->size, key, old ? old : "(not set)", new ? new : "(not set)");
}

bool settings_difference(const char *there, const char *here, char *text, size_t size) {
    struct assignments a = {0}, b = {0};
    struct error e = {0};
    text[0] = 0;
    if (assignments_read_text(&a, there, strlen(there), "there", &e) &&
        assignments_read_text(&b, here, strlen(here), "here", &e))
        settings_each_difference(&a, &b, tell_first, &(struct told){text, size});
    else
        text_append(text, size, "%s", e.text);
    return *text;
}
