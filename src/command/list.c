/* list.c -- poslab list: what there is, generated from the registries. */
#include <stdio.h>
#include <string.h>

#include "command/command.h"

static json_t *policy_names(const struct encoding *kind) {
    json_t *names = json_array();
    for (const struct policy *const *p = kind->policies; *p; p++)
        json_array_append_new(names, json_string((*p)->name));
    return names;
}

static json_t *tasks_json(void) {
    json_t *list = json_array();
    for (const struct task *const *t = tasks; *t; t++)
        json_array_append_new(
            list, json_pack("{ss ss ss}", "name", (*t)->name, "summary", (*t)->summary, "question", (*t)->question));
    return list;
}

static json_t *encodings_json(void) {
    json_t *list = json_array();
    for (const struct encoding *const *c = encodings; *c; c++)
        json_array_append_new(list, json_pack("{ss ss ss so}", "name", (*c)->name, "summary", (*c)->summary, "source",
                                              (*c)->source, "policies", policy_names(*c)));
    return list;
}

static json_t *policies_json(void) {
    json_t *list = json_array();
    for (const struct policy *const *p = policies; *p; p++)
        json_array_append_new(list, json_pack("{ss ss}", "name", (*p)->name, "summary", (*p)->summary));
    return list;
}

static void add_settings(json_t *list, const struct setting *table, const char *owner) {
    char limits[SETTING_TEXT_MAX];
    for (; table && table->key; table++) {
        setting_limits(table, limits, sizeof limits);
        json_array_append_new(list, json_pack("{ss ss ss ss ss}", "key", table->key, "default", table->standard,
                                              "limits", limits, "meaning", table->meaning, "of", owner));
    }
}

static json_t *settings_json(void) {
    json_t *list = json_array();
    add_settings(list, settings_table, "every run");
    for (const struct task *const *t = tasks; *t; t++)
        add_settings(list, (*t)->options, (*t)->name);
    for (const struct encoding *const *c = encodings; *c; c++)
        add_settings(list, (*c)->options, (*c)->name);
    return list;
}

static void print_rows(json_t *list, const char *first, const char *second) {
    size_t i;
    json_t *row;
    json_array_foreach(list, i, row)
        printf("  %-14s %s%s%s\n", json_string_value(json_object_get(row, first)),
               json_string_value(json_object_get(row, second)), json_object_get(row, "source") ? "  -- " : "",
               json_object_get(row, "source") ? json_string_value(json_object_get(row, "source")) : "");
}

static void print_settings(json_t *list) {
    size_t i;
    json_t *row;
    const char *owner = "";
    json_array_foreach(list, i, row) {
        const char *of = json_string_value(json_object_get(row, "of"));
        if (strcmp(of, owner) != 0)
            printf("\n  of %s:\n", owner = of);
        printf("  %-23s = %-20s %s", json_string_value(json_object_get(row, "key")),
               json_string_value(json_object_get(row, "default")), json_string_value(json_object_get(row, "meaning")));
        const char *limits = json_string_value(json_object_get(row, "limits"));
        printf(*limits ? " (%s)\n" : "%s\n", limits);
    }
}

static void print_encodings(json_t *list) { print_rows(list, "name", "summary"); }

static const struct topic {
    const char *name, *title;
    json_t *(*json)(void);
    void (*print)(json_t *list);
} topics[] = {
    {"tasks", "Tasks (task.name):", tasks_json, print_encodings},
    {"encodings", "Position encodings (encoding.name):", encodings_json, print_encodings},
    {"policies", "Policies beyond the trained length (eval.policies, encoding.beyond):", policies_json,
     print_encodings},
    {"settings", "Settings, their defaults and limits; in a file [section] and key, or section.key=value:",
     settings_json, print_settings},
};
enum { TOPICS = sizeof topics / sizeof *topics };

static int run(struct arguments *a) {
    struct error e = {0};
    json_t *all = json_object();
    int shown = 0;
    for (int i = 0; i < TOPICS; i++) {
        if (a->operand && strcmp(a->operand, topics[i].name) != 0)
            continue;
        json_t *list = topics[i].json();
        if (!a->json) {
            printf("%s%s\n", shown ? "\n" : "", topics[i].title);
            topics[i].print(list);
        }
        json_object_set_new(all, topics[i].name, list);
        shown++;
    }
    if (shown && a->json)
        command_print_json(json_incref(all));
    json_decref(all);
    if (shown)
        return EXIT_DONE;
    error_set(&e, EXIT_USAGE, "list: there is no '%s'; it is one of tasks, encodings, policies, settings", a->operand);
    return command_fail(&e);
}

static const char *const options[] = {"json", NULL};

const struct command command_list = {
    .name = "list",
    .summary = "the tasks, encodings, policies and settings there are",
    .operand = "[tasks|encodings|policies|settings]",
    .options = options,
    .details = "--json: an object with an array for each of them.\n",
    .run = run,
};
