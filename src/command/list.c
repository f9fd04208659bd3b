/* list.c -- poslab list: what there is, generated from the registries. */
#include <stdio.h>
#include <string.h>

#include "base/advice.h"
#include "base/suggest.h"
#include "base/text.h"
#include "base/text_wrap.h"
#include "cli/say.h"
#include "command/catalogue.h"
#include "command/command.h"

enum { NAME = 14, SETTING_INDENT = 28 };

struct user {
    entry_use *use;
    void *user;
};

static void use_settings(void *to, const struct setting *table, const char *owner) {
    const struct user *u = to;
    for (; table && table->key; table++)
        u->use(u->user,
               &(struct entry){.name = table->key, .summary = table->meaning, .setting = table, .owner = owner});
}

static void each_setting(entry_use *use, void *user) { settings_each_table(use_settings, &(struct user){use, user}); }

static const struct catalogue settings = {
    .name = "settings",
    .title = "Settings, their defaults and limits; in a file [section] and key, or section.key=value:",
    .each = each_setting,
};

/* List number i: the registries that have a title, then the settings; NULL after them. */
static const struct catalogue *list_at(int i) {
    return catalogues[i].title ? &catalogues[i] : i == 0 || catalogues[i - 1].title ? &settings : NULL;
}

static void add_entry(void *list, const struct entry *e) {
    char limits[SETTING_TEXT_MAX];
    const struct policy *policy[ENCODING_POLICIES + 1] = {NULL};
    json_t *names = e->encoding ? json_array() : NULL;
    if (e->encoding)
        policy_list(policy, e->encoding->acts_on);
    for (int k = 0; policy[k]; k++)
        json_array_append_new(names, json_string(policy[k]->name));
    if (e->setting)
        json_array_append_new(list, json_pack("{ss ss ss ss ss sb}", "key", e->name, "default", e->setting->standard,
                                              "limits", setting_limits(e->setting, limits, sizeof limits), "meaning",
                                              e->summary, "of", e->owner, "expert", settings_is_expert(e->name)));
    else
        json_array_append_new(list,
                              json_pack("{ss ss ss* ss* ss* so*}", "name", e->name, "summary", e->summary, "question",
                                        e->question, "source", e->source, "config", e->config, "policies", names));
}

/* A list that is printed, or counted: how many names there are, and the first of them. */
struct printing {
    const struct screen *s;
    bool expert;       /* of settings those that most people need come first, then the others */
    const char *owner; /* whose settings were printed last */
    int count;
    char first[40];
};

static void print_entry(void *printing, const struct entry *e) {
    struct printing *p = printing;
    struct arena arena = {0};
    char limits[SETTING_TEXT_MAX];
    int columns, indent;
    const char *text = e->source ? arena_format(&arena, "%s -- %s", e->summary, e->source) : e->summary;
    if (e->setting && settings_is_expert(e->name) != p->expert)
        return;
    if (e->setting) {
        if (p->owner != e->owner)
            printf("\n  of %s%s:\n", e->owner, p->expert ? ", for experts" : "");
        p->owner = e->owner;
        columns = printf("  %-23s = %-20s ", e->name, e->setting->standard);
        indent = SETTING_INDENT;
        if (*setting_limits(e->setting, limits, sizeof limits))
            text = arena_format(&arena, "%s (%s)", e->summary, limits);
    } else {
        columns = indent = printf("  %-*s ", NAME, e->name);
    }
    text_wrap(p->s->out, p->s->width, columns, indent, text);
    arena_free(&arena);
}

static void add_name(void *printing, const struct entry *e) {
    struct printing *p = printing;
    size_t length = strlen(p->first), room = sizeof p->first - sizeof ", ...";
    p->count++;
    if (length + strlen(e->name) + 2 <= room)
        text_append(p->first, sizeof p->first, "%s%s", length ? ", " : "", e->name);
    else if (!text_ends(p->first, "..."))
        text_append(p->first, sizeof p->first, ", ...");
}

static const char *word(int i) { return list_at(i) ? list_at(i)->name : NULL; }

static bool run(struct arguments *a, struct error *e) {
    const char *only = a->operand[0];
    const struct catalogue *c;
    struct screen screen;
    char names[256] = "; expected one of";
    struct suggestion near = suggest_for(only);
    bool found = false;
    if (!command_screen(&screen, a, e))
        return false;
    json_t *all = json_object();
    for (int i = 0; (c = list_at(i)); i++) {
        struct printing p = {.s = &screen};
        if (only && strcmp(only, c->name) != 0) {
            suggest_add(&near, c->name);
            text_append(names, sizeof names, "%s %s", i ? "," : "", c->name);
            continue;
        }
        found = true;
        json_t *list = json_array();
        if (a->json) {
            c->each(add_entry, list);
        } else if (only) {
            screen_say(&screen, 0, "%s", c->title);
            c->each(print_entry, &p);
            p = (struct printing){.s = &screen, .expert = true};
            if (c == &settings)
                c->each(print_entry, &p);
        } else {
            c->each(add_name, &p);
            printf("%-10s %3d  %-39s  %s list %s\n", c->name, p.count, p.first, advice_name(), c->name);
        }
        json_object_set_new(all, c->name, list);
    }
    if (found && a->json)
        command_print_json(json_incref(all));
    json_decref(all);
    return found || error_set(e, EXIT_USAGE, "list: there is no '%s'%s", only, suggest_hint(&near, names));
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
