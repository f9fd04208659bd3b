/* list.c -- poslab list: what there is, generated from the registries. */
#include <stdio.h>
#include <string.h>

#include "command/command.h"

static json_t *policy_names(const struct encoding *kind) {
    const struct policy *list[ENCODING_POLICIES + 1];
    json_t *names = json_array();
    policy_list(list, kind->acts_on);
    for (int i = 0; list[i]; i++)
        json_array_append_new(names, json_string(list[i]->name));
    return names;
}

static json_t *tasks_json(void) {
    json_t *list = json_array();
    for (const struct task *const *t = tasks; *t; t++)
        json_array_append_new(
            list, json_pack("{ss ss ss}", "name", (*t)->name, "summary", (*t)->summary, "question", (*t)->question));
    return list;
}

static json_t *mixers_json(void) {
    json_t *list = json_array();
    for (const struct mixer *const *m = mixers; *m; m++)
        json_array_append_new(
            list, json_pack("{ss ss ss}", "name", (*m)->name, "summary", (*m)->summary, "source", (*m)->source));
    return list;
}

static json_t *encodings_json(void) {
    json_t *list = json_array();
    for (const struct encoding *const *c = encodings; *c; c++)
        json_array_append_new(list, json_pack("{ss ss ss so}", "name", (*c)->name, "summary", (*c)->summary, "source",
                                              (*c)->source, "policies", policy_names(*c)));
    return list;
}

/* The named models: a file configs/NAME.ini each. */
static const struct model_name {
    const char *name, *summary;
} models[] = {
    {"transformer", "sinusoids added to the embedding, post-norm"},
    {"bert", "learned table, segments, norm on the embedding, post-norm, GELU"},
    {"roberta", "BERT's with position t in row t + 2, one segment"},
    {"tinybert", "BERT's, with fewer and narrower layers"},
    {"gpt2", "learned table, causal, pre-norm, GELU"},
    {"t5", "learned relative bias on scores, nothing on the embedding"},
    {"gptj", "rotary, neighbouring columns, a part of each head; causal"},
    {"llama", "rotary, halves of each head, all of it; causal"},
    {"vit", "[CLS] and patches of an image, learned table, pre-norm, GELU"},
    {"rnn", "Elman recurrence, no positions"},
    {"gru", "gated recurrent unit, no positions"},
    {"lstm", "long short-term memory, no positions"},
    {"tabtransformer", "cells with words of their own, a learned identifier of the column beside them"},
    {"saint", "cells with words of their own, no positions"},
};

static json_t *models_json(void) {
    json_t *list = json_array();
    char config[64];
    for (size_t i = 0; i < sizeof models / sizeof *models; i++) {
        snprintf(config, sizeof config, "configs/%s.ini", models[i].name);
        json_array_append_new(
            list, json_pack("{ss ss ss}", "name", models[i].name, "summary", models[i].summary, "config", config));
    }
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
    for (int i = 0; mixers[i]; i++) /* recurrent mixers share one table */
        if (i == 0 || mixers[i]->options != mixers[i - 1]->options)
            add_settings(list, mixers[i]->options, mixers[i]->part);
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

static void print_named(json_t *list) { print_rows(list, "name", "summary"); }

static const struct topic {
    const char *name, *title;
    json_t *(*json)(void);
    void (*print)(json_t *list);
} topics[] = {
    {"tasks", "Tasks (task.name):", tasks_json, print_named},
    {"encodings", "Position encodings (encoding.name):", encodings_json, print_named},
    {"mixers", "Mixers (model.mixer):", mixers_json, print_named},
    {"models", "Named models: how they treat positions, each as a config (poslab train configs/bert.ini):", models_json,
     print_named},
    {"policies", "Policies beyond the trained length (eval.policies, encoding.extrapolation):", policies_json,
     print_named},
    {"settings", "Settings, their defaults and limits; in a file [section] and key, or section.key=value:",
     settings_json, print_settings},
};
enum { TOPICS = sizeof topics / sizeof *topics };

static bool run(struct arguments *a, struct error *e) {
    json_t *all = json_object();
    int shown = 0;
    for (int i = 0; i < TOPICS; i++) {
        if (a->operand[0] && strcmp(a->operand[0], topics[i].name) != 0)
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
    return shown ||
           error_set(e, EXIT_USAGE,
                     "list: there is no '%s'; it is one of tasks, encodings, mixers, models, policies, settings",
                     a->operand[0]);
}

const struct command command_list = {
    .name = "list",
    .summary = "the tasks, encodings, mixers, named models, policies and settings there are",
    .operand = "[tasks|encodings|mixers|models|policies|settings]",
    .operands = 1,
    .options = "json",
    .details = "--json: an object with an array for each of them.\n",
    .run = run,
};
