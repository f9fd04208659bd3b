/* list.c -- poslab list: what there is, generated from the registries. */
#include <stdio.h>
#include <string.h>

#include "base/advice.h"
#include "base/suggest.h"
#include "base/text.h"
#include "command/catalogue.h"
#include "command/command.h"

#define SETTINGS "settings"
enum { NAME = 14, SETTING_INDENT = 28 };

/* ---- Rows of registries */

static json_t *policies_json(const struct encoding *kind) {
    const struct policy *list[ENCODING_POLICIES + 1];
    json_t *names = json_array();
    policy_list(list, kind->acts_on);
    for (int k = 0; list[k]; k++)
        json_array_append_new(names, json_string(list[k]->name));
    return names;
}

static void add_entry(void *list, const struct entry *e) {
    json_array_append_new(list, json_pack("{ss ss ss* ss* ss* so*}", "name", e->name, "summary", e->summary, "question",
                                          e->question, "source", e->source, "config", e->config, "policies",
                                          e->encoding ? policies_json(e->encoding) : NULL));
}

static void print_entry(void *screen, const struct entry *e) {
    const struct screen *s = screen;
    struct arena arena = {0};
    int columns = printf("  %-*s ", NAME, e->name);
    text_wrap(s->out, s->width, columns, columns,
              e->source ? arena_format(&arena, "%s -- %s", e->summary, e->source) : e->summary);
    arena_free(&arena);
}

/* ---- Settings: those that most people need, then the others */

static void add_settings(void *list, const struct setting *table, const char *owner) {
    char limits[SETTING_TEXT_MAX];
    for (; table && table->key; table++)
        json_array_append_new(list, json_pack("{ss ss ss ss ss sb}", "key", table->key, "default", table->standard,
                                              "limits", setting_limits(table, limits, sizeof limits), "meaning",
                                              table->meaning, "of", owner, "expert", settings_is_expert(table->key)));
}

struct settings_part {
    const struct screen *s;
    bool expert;
};

static void print_settings(void *user, const struct setting *table, const char *owner) {
    const struct settings_part *part = user;
    struct arena arena = {0};
    char limits[SETTING_TEXT_MAX];
    bool headed = false;
    for (; table && table->key; table++) {
        if (settings_is_expert(table->key) != part->expert)
            continue;
        if (!headed)
            printf("\n  of %s%s:\n", owner, part->expert ? ", for experts" : "");
        headed = true;
        int columns = printf("  %-23s = %-20s ", table->key, table->standard);
        setting_limits(table, limits, sizeof limits);
        text_wrap(part->s->out, part->s->width, columns, SETTING_INDENT,
                  *limits ? arena_format(&arena, "%s (%s)", table->meaning, limits) : table->meaning);
    }
    arena_free(&arena);
}

/* ---- A list, whole or as one line */

static json_t *list_json(const struct catalogue *c) {
    json_t *list = json_array();
    if (c)
        c->each(add_entry, list);
    else
        settings_each_table(add_settings, list);
    return list;
}

static void print_list(const struct screen *s, const struct catalogue *c) {
    struct screen shown = *s;
    screen_say(s, 0, "%s",
               c ? c->title
                 : "Settings, their defaults and limits; in a file [section] and key, or section.key=value:");
    if (c)
        c->each(print_entry, &shown);
    for (int expert = 0; !c && expert < 2; expert++)
        settings_each_table(print_settings, &(struct settings_part){s, expert});
}

/* How many names there are, and the first of them. */
struct names {
    int count;
    char first[40];
};

static void add_name(struct names *n, const char *name) {
    size_t length = strlen(n->first), room = sizeof n->first - sizeof ", ...";
    n->count++;
    if (length + strlen(name) + 2 <= room)
        text_append(n->first, sizeof n->first, "%s%s", length ? ", " : "", name);
    else if (!text_ends(n->first, "..."))
        text_append(n->first, sizeof n->first, ", ...");
}

static void count_entry(void *names, const struct entry *e) { add_name(names, e->name); }

static void count_settings(void *names, const struct setting *table, const char *owner) {
    (void)owner;
    for (; table && table->key; table++)
        add_name(names, table->key);
}

static void print_line(const struct catalogue *c) {
    struct names n = {0};
    if (c)
        c->each(count_entry, &n);
    else
        settings_each_table(count_settings, &n);
    const char *name = c ? c->name : SETTINGS;
    printf("%-10s %3d  %-39s  %s list %s\n", name, n.count, n.first, advice_name(), name);
}

/* ---- The command */

/* List number i, and its registry, or NULL for settings; the name is NULL after the last. */
static const char *list_at(int i, const struct catalogue **c) {
    *c = &catalogues[i];
    if ((*c)->title)
        return (*c)->name;
    bool settings = i == 0 || catalogues[i - 1].title;
    *c = NULL;
    return settings ? SETTINGS : NULL;
}

static const char *word(int i) {
    const struct catalogue *c;
    return list_at(i, &c);
}

static bool unknown(const char *name, struct error *e) {
    char names[256] = "; expected one of";
    struct suggestion near = suggest_for(name);
    for (int i = 0; word(i); i++) {
        suggest_add(&near, word(i));
        text_append(names, sizeof names, "%s %s", i ? "," : "", word(i));
    }
    return error_set(e, EXIT_USAGE, "list: there is no '%s'%s", name, suggest_hint(&near, names));
}

static bool run(struct arguments *a, struct error *e) {
    const char *only = a->operand[0], *name;
    const struct catalogue *c;
    struct screen screen;
    bool found = false;
    if (!command_screen(&screen, a, e))
        return false;
    json_t *all = json_object();
    for (int i = 0; (name = list_at(i, &c)); i++) {
        if (only && strcmp(only, name) != 0)
            continue;
        found = true;
        if (a->json)
            json_object_set_new(all, name, list_json(c));
        else if (only)
            print_list(&screen, c);
        else
            print_line(c);
    }
    if (found && a->json)
        command_print_json(json_incref(all));
    json_decref(all);
    return found || unknown(only, e);
}

const struct command command_list = {
    .name = "list",
    .group = "program",
    .summary = "list tasks, encodings, policies, settings and more",
    .operand = "[tasks|encodings|mixers|baselines|models|policies|settings]",
    .operands = 1,
    .word = word,
    .options = "width json",
    .wording = command_table_options,
    .text = command_list_txt,
    .run = run,
};
