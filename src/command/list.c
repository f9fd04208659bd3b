/* list.c -- poslab list: what there is, generated from the registries. */
#include <stdio.h>
#include <string.h>

#include "base/suggest.h"
#include "base/text.h"
#include "command/command.h"
#include "format/json_csv.h"

/* The named models: a file configs/NAME.ini each. */
static const struct model_name {
    const char *name, *summary;
} models[] = {
    {"transformer", "sinusoids added to the embedding, post-norm"},
    {"bert", "learned table, segments, norm on the embedding, post-norm, GELU"},
    {"roberta", "BERT's with position t in row t + 2, one segment"},
    {"tinybert", "BERT's, with fewer and narrower layers"},
    {"gpt2", "learned table, causal, pre-norm, GELU"},
    {"t5-encoder", "learned relative bias on scores, nothing on the embedding"},
    {"gptj", "rotary, neighbouring columns, a part of each head; causal"},
    {"llama", "rotary, halves of each head, all of it; causal"},
    {"vit", "[CLS] and patches of an image, learned table, pre-norm, GELU"},
    {"recurrent", "Elman, GRU and LSTM in place of attention, no positions"},
    {"tabtransformer", "cells with words of their own, a learned identifier of the column beside them"},
    {"saint", "cells with words of their own, no positions"},
};

enum { MODELS = sizeof models / sizeof *models, SETTING_INDENT = 28 };

/* ---- Row i of a topic; NULL after the last */

static json_t *task_row(int i) {
    const struct task *t = tasks[i];
    return t ? json_pack("{ss ss ss}", "name", t->name, "summary", t->summary, "question", t->question) : NULL;
}

static json_t *encoding_row(int i) {
    const struct encoding *kind = encodings[i];
    const struct policy *list[ENCODING_POLICIES + 1];
    if (!kind)
        return NULL;
    json_t *names = json_array();
    policy_list(list, kind->acts_on);
    for (int k = 0; list[k]; k++)
        json_array_append_new(names, json_string(list[k]->name));
    return json_pack("{ss ss ss so}", "name", kind->name, "summary", kind->summary, "source", kind->source, "policies",
                     names);
}

static json_t *mixer_row(int i) {
    const struct mixer *m = mixers[i];
    return m ? json_pack("{ss ss ss}", "name", m->name, "summary", m->summary, "source", m->source) : NULL;
}

static json_t *baseline_row(int i) {
    const struct baseline *b = baseline_kinds[i];
    return b ? json_pack("{ss ss ss*}", "name", b->name, "summary", b->summary, "source", b->source) : NULL;
}

static json_t *model_row(int i) {
    char config[64];
    if (i == MODELS)
        return NULL;
    snprintf(config, sizeof config, "configs/%s.ini", models[i].name);
    return json_pack("{ss ss ss}", "name", models[i].name, "summary", models[i].summary, "config", config);
}

static json_t *policy_row(int i) {
    const struct policy *p = policies[i];
    return p ? json_pack("{ss ss}", "name", p->name, "summary", p->summary) : NULL;
}

/* ---- Settings */

static void add_settings(void *list, const struct setting *table, const char *owner) {
    char limits[SETTING_TEXT_MAX];
    for (; table && table->key; table++) {
        setting_limits(table, limits, sizeof limits);
        json_array_append_new(list, json_pack("{ss ss ss ss ss}", "key", table->key, "default", table->standard,
                                              "limits", limits, "meaning", table->meaning, "of", owner));
    }
}

static json_t *settings_json(void) {
    json_t *list = json_array();
    settings_each_table(add_settings, list);
    return list;
}

static const char *text_of(const json_t *row, const char *key) { return json_string_value(json_object_get(row, key)); }

/* `columns` stand on the line already: the rest of it goes on below its beginning. */
static void print_rest(const struct screen *s, int columns, int indent, const char *text, const char *more,
                       const char *format) {
    struct arena arena = {0};
    const char *rest = more && *more ? arena_format(&arena, format, more) : "";
    text_wrap(s->out, s->width, columns, indent, arena_format(&arena, "%s%s", text, rest));
    arena_free(&arena);
}

static void print_setting(const struct screen *s, const json_t *row, const json_t *before) {
    const char *of = text_of(row, "of");
    if (!before || strcmp(of, text_of(before, "of")) != 0)
        printf("\n  of %s:\n", of);
    int columns = printf("  %-23s = %-20s ", text_of(row, "key"), text_of(row, "default"));
    print_rest(s, columns, SETTING_INDENT, text_of(row, "meaning"), text_of(row, "limits"), " (%s)");
}

static void print_row(const struct screen *s, const json_t *row) {
    int columns = printf("  %-14s ", text_of(row, "name"));
    print_rest(s, columns, columns, text_of(row, "summary"), text_of(row, "source"), " -- %s");
}

/* ---- The command */

static const struct topic {
    const char *name, *title;
    json_t *(*row)(int i); /* NULL: settings */
} topics[] = {
    {"tasks", "Tasks (task.name):", task_row},
    {"encodings",
     "Position encodings (encoding.name; several in one model are joined: sinusoidal+alibi):", encoding_row},
    {"mixers", "Mixers (model.mixer):", mixer_row},
    {"baselines",
     "Baselines (members baseline/NAME, or model.baseline): no positions, no layer, trained as models are:",
     baseline_row},
    {"models", "Named models: how they treat positions, each as a config (poslab train bert):", model_row},
    {"policies", "Policies beyond the trained length (eval.policies, encoding.extrapolation):", policy_row},
    {"settings", "Settings, their defaults and limits; in a file [section] and key, or section.key=value:", NULL},
};
enum { TOPICS = sizeof topics / sizeof *topics };

static json_t *rows_of(const struct topic *topic) {
    json_t *list = topic->row ? json_array() : settings_json(), *row;
    for (int i = 0; topic->row && (row = topic->row(i)); i++)
        json_array_append_new(list, row);
    return list;
}

static void print_topic(const struct screen *s, const struct topic *topic, const json_t *list) {
    size_t i;
    const json_t *row, *before = NULL;
    screen_say(s, 0, "%s", topic->title);
    json_array_foreach(list, i, row) {
        if (topic->row)
            print_row(s, row);
        else
            print_setting(s, row, before);
        before = row;
    }
}

static const struct json_csv as_csv = {
    "topic name key summary question source policies config default limits meaning of",
    {{"* *", "1# 2.name 2.key 2.summary 2.question 2.source 2.policies 2.config 2.default 2.limits 2.meaning 2.of"}},
};

static bool run(struct arguments *a, struct error *e) {
    const char *only = a->operand[0];
    struct screen screen;
    if (!command_screen(&screen, a, e))
        return false;
    json_t *all = json_object();
    for (int i = 0; i < TOPICS; i++) {
        if (only && strcmp(only, topics[i].name) != 0)
            continue;
        json_t *list = rows_of(&topics[i]);
        if (!command_is_document(a) && json_object_size(all))
            printf("\n");
        if (!command_is_document(a))
            print_topic(&screen, &topics[i], list);
        json_object_set_new(all, topics[i].name, list);
    }
    struct suggestion near = suggest_for(only);
    for (int i = 0; only && i < TOPICS; i++)
        suggest_add(&near, topics[i].name);
    bool found = json_object_size(all) > 0;
    if (found && command_is_document(a))
        command_print(a, json_incref(all), &as_csv);
    json_decref(all);
    return found || error_set(e, EXIT_USAGE, "list: there is no '%s'%s", only,
                              suggest_hint(&near, "; it is one of tasks, encodings, mixers, baselines, models, "
                                                  "policies, settings"));
}

static const char *word(int i) { return i < TOPICS ? topics[i].name : NULL; }

const struct command command_list = {
    .name = "list",
    .summary = "list tasks, encodings, policies, settings and what else there is",
    .operand = "[tasks|encodings|mixers|baselines|models|policies|settings]",
    .operands = 1,
    .word = word,
    .options = "width json csv",
    .wording = command_table_options,
    .details =
        "Lists what poslab knows, with a line for each; without a name, all of it. --json prints one object with an "
        "array for\n"
        "each list, --csv a line for each row of all of them.\n"
        "\n"
        "  poslab list encodings\n"
        "  poslab list settings | less\n",
    .reference =
        "CSV\n"
        "The columns are topic, name, key, summary, question, source, policies, config, default, limits, meaning, of. "
        "What a\n"
        "list does not have is empty.\n",
    .run = run,
};
