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
#include "format/json_put.h"

enum { NAME = 14, SETTING_INDENT = 28, SETTING_STANDARD = 20 };

static void put_entry(struct json_writer *w, const struct entry *e) {
    char limits[SETTING_TEXT_MAX];
    const struct policy *policy[ENCODING_POLICIES + 1];
    const char *const more[][2] = {{"question", e->question}, {"source", e->source}, {"config", e->config}};
    if (e->setting) {
        json_put(w, "{ key s default s limits s meaning s of s expert b }", e->name, e->setting->standard,
                 setting_limits(e->setting, limits, sizeof limits), e->summary, e->owner, settings_is_expert(e->name));
        return;
    }
    json_put(w, "{ name s summary s", e->name, e->summary);
    for (int k = 0; k < 3; k++)
        if (more[k][1])
            json_put(w, "* s", more[k][0], more[k][1]);
    if (e->encoding) {
        policy_list(policy, e->encoding->acts_on);
        json_put(w, "policies [");
        for (int k = 0; policy[k]; k++)
            json_put(w, "s", policy[k]->name);
        json_put(w, "]");
    }
    json_put(w, "}");
}

static void put_list(struct json_writer *w, const struct catalogue *c, const struct entry *e) {
    json_put(w, "* [", c->name);
    for (; e; e = e->next)
        put_entry(w, e);
    json_put(w, "]");
}

static void print_entry(const struct screen *s, const struct entry *e) {
    struct arena arena = {0};
    char limits[SETTING_TEXT_MAX];
    int columns, indent;
    const char *text = e->source ? arena_format(&arena, "%s -- %s", e->summary, e->source) : e->summary;
    if (e->setting) {
        const char *standard = e->setting->standard;
        bool is_long = strlen(standard) > SETTING_STANDARD;
        columns = printf("  %-23s = %-*s", e->name, is_long ? 0 : SETTING_STANDARD + 1, is_long ? "" : standard);
        indent = SETTING_INDENT;
        if (*setting_limits(e->setting, limits, sizeof limits))
            text = arena_format(&arena, "%s (%s)", e->summary, limits);
        text = is_long ? arena_format(&arena, "%s -- %s", standard, text) : text;
    } else {
        columns = indent = printf("  %-*s ", NAME, e->name);
    }
    text_wrap(s->out, s->width, columns, indent, text);
    arena_free(&arena);
}

/* Of settings those that most people need come first, then the others. */
static void print_list(const struct screen *s, const struct catalogue *c, const struct entry *first) {
    screen_say(s, 0, "%s", c->title);
    for (int expert = 0; expert < 2; expert++) {
        const char *owner = NULL;
        for (const struct entry *e = first; e; e = e->next) {
            if (expert != (e->setting && settings_is_expert(e->name)))
                continue;
            if (e->owner != owner)
                printf("\n  of %s%s:\n", e->owner, expert ? ", for experts" : "");
            owner = e->owner;
            print_entry(s, e);
        }
    }
}

/* How many there are, and the first of them. */
static void print_count(const struct catalogue *c, const struct entry *e) {
    char first[40] = "";
    const size_t room = sizeof first - sizeof ", ...";
    int count = 0;
    for (; e; e = e->next, count++)
        if (strlen(first) + strlen(e->name) + 2 <= room)
            text_append(first, sizeof first, "%s%s", count ? ", " : "", e->name);
        else if (!text_ends(first, "..."))
            text_append(first, sizeof first, ", ...");
    printf("%-10s %3d  %-39s  %s list %s\n", c->name, count, first, advice_name(), c->name);
}

static bool run(struct arguments *a, struct error *e) {
    const char *only = a->operand[0];
    struct screen screen;
    struct json_writer w;
    char names[256] = "";
    struct suggestion near = suggest_for(only);
    bool found = false;
    if (!command_screen(&screen, a, e))
        return false;
    json_open(&w, true);
    json_put(&w, "{");
    for (const struct catalogue *const *row = catalogues; *row; row++) {
        const struct catalogue *c = *row;
        if (!c->title)
            continue;
        if (only && strcmp(only, c->name) != 0) {
            suggest_add(&near, c->name);
            text_append(names, sizeof names, "%s %s", *names ? "," : "; expected one of", c->name);
            continue;
        }
        found = true;
        const struct entry *first = catalogue_entries(c, &a->arena);
        if (a->json)
            put_list(&w, c, first);
        else if (only)
            print_list(&screen, c, first);
        else
            print_count(c, first);
    }
    json_put(&w, "}");
    command_close_json(&w, found && a->json);
    return found || error_set(e, EXIT_USAGE, "list: there is no '%s'%s", only, suggest_hint(&near, names));
}

const struct command command_list = {
    .name = "list",
    .place = 170,
    .group = "program",
    .summary = "list tasks, encodings, policies, settings and more",
    .operand = "[tasks|encodings|mixers|baselines|models|policies|settings]",
    .operands = 1,
    .options = "width json",
    .wording = command_table_options,
    .text = command_list_txt,
    .run = run,
};
