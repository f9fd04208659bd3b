/* test_typed.c -- what is typed is what is trained: for every shipped config and every key that it sets, another value
 * typed after it, under each name of the key, is the model's, or is refused. */
#include <glob.h>
#include <stdio.h>
#include <string.h>

#include "base/text.h"
#include "cli/operands.h"
#include "command/command.h"
#include "encoding/encoding.h"
#include "settings/settings_synonyms.h"
#include "study/plan.h"
#include "study/series.h"
#include "study/sweep.h"
#include "unit/tests.h"

/* What texts are tried with: a setting takes one of them at least. */
static const char *const texts[] = {"none", "learned", "first", "gru",   "1x",    "extend", "data/harbour.txt",
                                    "some", "3x",      "rope",  "tests", "order", "lstm",   NULL};

/* The owner of any option. */
_Alignas(16) static char owner[sizeof(struct settings) + sizeof(struct comparison)];

/* Candidate number i for another value of an option, as it is written down; false: there are no more. */
static bool candidate(const struct setting *o, const char *value, int i, char other[SETTING_LIST_MAX]) {
    static const double factor[] = {2, 0.5, 1.25, 0.75, 3}, step[] = {1, -1, 2, 8, -8};
    const struct range *range;
    struct error e;
    assert_true(setting_read(o, owner, value, &e));
    range = (const struct range *)(owner + o->at);
    if (o->kind == SETTING_INT && i < 5)
        snprintf(other, SETTING_LIST_MAX, "%d", *(int *)(owner + o->at) + (int)step[i]);
    else if (o->kind == SETTING_REAL && i < 5)
        snprintf(other, SETTING_LIST_MAX, "%.10g", *(double *)(owner + o->at) * factor[i]);
    else if (o->kind == SETTING_RANGE && i < 2)
        snprintf(other, SETTING_LIST_MAX, "%d..%d", range->low, range->high + 1 - 2 * i);
    else if (o->kind == SETTING_CHOICE) {
        const char *choices = o->choices;
        for (int k = 0; k < i && choices; k++)
            choices = strchr(choices, '|') ? strchr(choices, '|') + 1 : NULL;
        if (!choices)
            return false;
        snprintf(other, SETTING_LIST_MAX, "%.*s", (int)strcspn(choices, "|"), choices);
    } else if ((o->kind == SETTING_TEXT || o->kind == SETTING_LIST) && texts[i])
        snprintf(other, SETTING_LIST_MAX, "%s", texts[i]);
    else
        return false;
    return true;
}

/* An option by its key, of any table that can read the value. */
static const struct setting *look(const char *key, const char *value) {
    const struct setting *found = NULL;
    struct error e;
    for (const struct settings_owned *of = settings_tables(); of->owner; of++) {
        const struct setting *o = setting_find(of->table, key);
        found = o && setting_read(o, owner, value, &e) ? o : found;
    }
    return found;
}

/* The value of a key in a run's configuration; NULL: none. */
static const char *value_in(const struct settings *s, const char *key, char value[SETTING_LIST_MAX]) {
    static char text[SETTINGS_TEXT];
    static struct assignments a;
    struct error e;
    settings_write(s, text, RUN_SECTIONS);
    a.count = 0;
    a.used = 0;
    assert_true(assignments_read_text(&a, text, strlen(text), "config.ini", &e));
    const char *found = assignments_value(&a, key);
    snprintf(value, SETTING_LIST_MAX, "%s", found ? found : "");
    return found ? value : NULL;
}

/* A command line up to where the command begins its work: CONFIG NAME=VALUE. */
struct call {
    struct arguments a;
    struct settings run;
    struct comparison_result comparison;
};

static bool read_call(struct call *c, const char *command, const char *config, const char *typed, struct error *e) {
    char *words[] = {(char *)config, (char *)typed};
    const struct command *of = command_find(command);
    bool compare = strcmp(command, "compare") == 0;
    memset(e, 0, sizeof *e);
    if (!arguments_read(&c->a, of, 2, words, e) || (compare && !operands_set_members(of, &c->a, e)))
        return false;
    command_leave_out(&c->a, compare);
    return compare ? compare_list(&c->comparison, &c->a.settings, &c->a.arena, e)
                   : settings_resolve(&c->run, &c->a.settings, NULL, e) && compare_check(&c->a.settings, e);
}

static bool has_own(const struct member *m, const char *key) {
    for (int k = 0; k < m->option_count; k++)
        if (strcmp(setting_last_word(m->option[k].key), setting_last_word(key)) == 0)
            return true;
    return false;
}

/* Every model that has no value of its own has what was typed, and there is such a model. */
static bool models_have(const struct comparison_result *c, const char *key, const char *typed) {
    char value[SETTING_LIST_MAX];
    int count = 0;
    for (const struct series *s = c->series; s < c->series + c->labels; s++) {
        const struct settings own = member_settings(s->first);
        const char *has = has_own(s->first, key) ? NULL : value_in(&own, key, value);
        if (has && strcmp(has, typed) != 0)
            return false;
        count += has != NULL;
    }
    return count > 0;
}

static bool comparison_has(const struct call *c, const char *key, const char *typed) {
    char value[SETTING_LIST_MAX];
    const struct setting *o = comparison_find(key);
    return o ? strcmp(setting_write(o, &c->comparison.compare, value, sizeof value), typed) == 0
             : models_have(&c->comparison, key, typed);
}

/* The same value typed under a name: whether it is taken; one that is taken is the model's. */
static bool is_taken(const char *command, const char *config, const char *key, const char *name, const char *value) {
    static struct call c;
    struct error e;
    char typed[SETTING_LIST_MAX + SETTING_TEXT_MAX], has[SETTING_LIST_MAX];
    snprintf(typed, sizeof typed, "%s=%s", name, value);
    bool taken = read_call(&c, command, config, typed, &e);
    if (!taken && e.code != EXIT_USAGE && e.code != EXIT_DATA)
        fail_msg("%s %s %s: code %d, %s", command, config, typed, e.code, e.text);
    if (taken && strcmp(command, "train") == 0 && (!value_in(&c.run, key, has) || strcmp(has, value) != 0))
        fail_msg("%s %s %s: trains with %s", command, config, typed, has);
    if (taken && strcmp(command, "compare") == 0 && !comparison_has(&c, key, value))
        fail_msg("%s %s %s: is not what its models have", command, config, typed);
    arena_free(&c.a.arena);
    return taken;
}

static void check_name(const char *command, const char *config, const char *key, const char *name, const char *value) {
    const char *of_encodings = settings_encoding_of(key) ? settings_name(name) : NULL;
    bool same = strcmp(settings_synonym_key(name), key) == 0 ||
                (of_encodings && strcmp(of_encodings, setting_last_word(key)) == 0);
    if (same && !is_taken(command, config, key, name, value))
        fail_msg("%s %s %s=%s: refused, which %s=%s is not", command, config, name, value, key, value);
}

/* Every other name that is the key's: as an option of every encoding, its last word, what others call it. */
static void check_names(const char *command, const char *config, const char *key, const char *value) {
    char name[SETTING_TEXT_MAX];
    snprintf(name, sizeof name, "encoding.%s", setting_last_word(key));
    if (settings_encoding_of(key))
        check_name(command, config, key, name, value);
    check_name(command, config, key, setting_last_word(key), value);
    for (int i = 0; settings_word(i, name); i++)
        check_name(command, config, key, name, value);
}

/* One key of a config; returns whether a value of it was taken. */
static bool check_key(const char *command, const char *config, struct assignment item) {
    char other[SETTING_LIST_MAX];
    const struct setting *own = comparison_find(item.key), *found = own ? own : look(item.key, item.value);
    bool taken = false;
    assert_non_null(found);
    for (int i = 0; candidate(found, item.value, i, other) && !taken; i++) {
        taken = strcmp(other, item.value) != 0 && is_taken(command, config, item.key, item.key, other);
        if (taken)
            check_names(command, config, item.key, other);
    }
    return taken;
}

TEST(every_config) {
    static struct assignments a;
    glob_t files;
    struct error e;
    int checked = 0;
    assert_int_equal(glob("configs/*.ini", 0, NULL, &files), 0);
    for (size_t f = 0; f < files.gl_pathc; f++) {
        a.count = 0;
        a.used = 0;
        assert_true(assignments_read_file(&a, files.gl_pathv[f], &e));
        const char *task = assignments_value(&a, "task.name");
        bool here = !task || task_named(task); /* not one of a room that is not built */
        for (int i = 0; i < a.count && here; i++, checked++) {
            struct assignment item = assignments_item(&a, i);
            bool trained = !comparison_find(item.key) && check_key("train", files.gl_pathv[f], item);
            if (!check_key("compare", files.gl_pathv[f], item) && !trained)
                fail_msg("%s: no other value of %s is taken", files.gl_pathv[f], item.key);
        }
    }
    assert_true(checked > 0);
    globfree(&files);
}

GROUP(typed, NULL, NULL)
