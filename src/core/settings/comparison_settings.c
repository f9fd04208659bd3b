/* comparison_settings.c -- see comparison_settings.h. */
#include "settings/comparison_settings.h"

#include <limits.h>
#include <stdio.h>
#include <string.h>

#include "base/text.h"
#include "format/ini.h"
#include "settings/settings.h"
#include "task/task.h"

_Static_assert(SETTING_LIST_MAX == INI_VALUE_LONGEST + 1, "a list fits into a config file");

#define AT(field) offsetof(struct comparison, field)

/* clang-format off */
const struct setting comparison_table[] = {
    {"compare.members", SETTING_LIST, AT(members), "none, learned, sinusoidal, rope, alibi, rope positions=random", 0, 0, NULL,
     "what to compare, separated by commas: learned, rope base=100, gru/none, baseline/bag, or all; not set, of rows of your own: baseline/bag, none, learned, rope"},
    {"compare.grid", SETTING_LIST, AT(grid), "", 0, 0, NULL,
     "one model of each member for each combination of values: learning_rate=0.002,0.004 d_model=16,32; learning_rate=1e-4..1e-2 log 5"},
    {"compare.seeds", SETTING_RANGE, AT(seeds), "1..10", 0, INT_MAX, NULL, "training seeds of each member: 2..5, 5 for 1..5, or 42,1337,7"},
    {"compare.pairs", SETTING_LIST, AT(pairs), "", 0, 0, NULL,
     "differences to show, by the names of rows: rope - learned, rope+clamp - rope; not set: each model minus the first without positions, "
     "each policy minus its model without it, at the longest length"},
    {"compare.gate", SETTING_REAL, AT(gate), "0.95", 0, 1, NULL,
     "pass mark: the accuracy in range that a seed must reach"},
    {0},
};
/* clang-format on */

const struct setting *comparison_find(const char *key) { return setting_find(comparison_table, key); }

/* Of rows with labels: who sees no order, and who does. */
static const char members_of_rows[] = "baseline/bag, none, learned, rope";

bool comparison_read(struct comparison *c, const struct assignments *a, struct error *e) {
    const char *given;
    const char *name = assignments_value(a, "task.name");
    const struct task *task = task_named(name ? name : setting_find(settings_table, "task.name")->standard);
    setting_defaults(comparison_table, c);
    c->of_task = task && !task->save ? task->options : NULL;
    if (task && task->fixed_test && task->labels)
        snprintf(c->members, sizeof c->members, "%s", members_of_rows);
    for (const struct setting *o = comparison_table; o->key; o++)
        if ((given = assignments_value(a, o->key)) && !setting_read(o, c, given, e))
            return error_prefix(e, "%s: %s", assignments_where(a, o->key), o->key);
    return true;
}

bool comparison_look_is_usual(const struct comparison *c) {
    static struct comparison usual;
    setting_defaults(comparison_table, &usual);
    return !*c->pairs && c->gate == usual.gate;
}

void comparison_write(const struct comparison *c, char *text, size_t size) {
    char value[SETTING_LIST_MAX];
    text_append(text, size, "%s[compare]\n", *text ? "\n" : "");
    for (const struct setting *o = comparison_table; o->key; o++)
        if (!text_lists(COMPARISON_LOOKS, o->key) && *setting_write(o, c, value, sizeof value))
            ini_write(text, size, strchr(o->key, '.') + 1, value);
}

bool comparison_is_option(const struct settings *s, const char *key) {
    bool written = settings_shared(s, key) && strncmp(key, "encoding.", 9) != 0;
    return !written && strcmp(key, "encoding.name") != 0 && !comparison_find(key);
}
