/* help_list.c -- the lists of help: the names that there are, from the registries. */
#include <stdio.h>
#include <string.h>

#include "base/text_wrap.h"
#include "cli/say.h"
#include "command/catalogue.h"
#include "command/command.h"
#include "encoding/encoding.h"
#include "format/json_put.h"

enum { NAME = 14, SETTING_INDENT = 28, SETTING_STANDARD = 20 };

/* ---- JSON */

static void put_entry(struct json_writer *w, const struct entry *e) {
    char limits[SETTING_TEXT_MAX];
    const struct policy *policy[ENCODING_POLICIES + 1];
    const char *const more[][2] = {{"question", e->question}, {"source", e->source}, {"config", e->config}};
    if (e->setting) {
        json_put(w, "{ key s default s limits s meaning s of s expert b }", e->name, e->setting->standard,
                 setting_limits(e->setting, limits, sizeof limits), e->summary, e->owner, e->rank == 2);
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

void help_list_json(const struct catalogue *only, struct arena *arena) {
    struct json_writer w;
    json_open(&w, true);
    json_put(&w, "{");
    for (const struct catalogue *const *c = catalogues; *c; c++) {
        if (!(*c)->title || (only && only != *c))
            continue;
        json_put(&w, "* [", (*c)->name);
        for (const struct entry *e = catalogue_entries(*c, arena); e; e = e->next)
            put_entry(&w, e);
        json_put(&w, "]");
    }
    json_put(&w, "}");
    command_close_json(&w, true);
}

/* ---- Text */

static void print_entry(const struct entry *e, int width, struct arena *arena) {
    char limits[SETTING_TEXT_MAX];
    int columns, indent;
    const char *text = e->source ? arena_format(arena, "%s -- %s", e->summary, e->source) : e->summary;
    if (e->setting) {
        const char *standard = e->setting->standard;
        bool is_long = strlen(standard) > SETTING_STANDARD;
        columns = printf("  %-23s = %-*s", e->name, is_long ? 0 : SETTING_STANDARD + 1, is_long ? "" : standard);
        indent = SETTING_INDENT;
        if (*setting_limits(e->setting, limits, sizeof limits))
            text = arena_format(arena, "%s (%s)", e->summary, limits);
        text = is_long ? arena_format(arena, "%s -- %s", standard, text) : text;
    } else {
        columns = indent = printf("  %-*s ", NAME, e->name);
    }
    text_wrap(stdout, width, columns, indent, text);
}

void help_list_print(const struct catalogue *c, int width, bool all, struct arena *arena) {
    const struct entry *first = catalogue_entries(c, arena);
    int left = 0;
    text_wrap(stdout, width, 0, 0, c->title);
    for (int k = 0; k <= 2; k++) {
        const char *owner = NULL;
        for (const struct entry *e = first; e; e = e->next) {
            if (e->rank != k)
                continue;
            if (k > 0 && !all) {
                left++;
                continue;
            }
            if (e->owner != owner)
                printf("\n  of %s%s:\n", e->owner, k == 2 ? ", for experts" : "");
            owner = e->owner;
            print_entry(e, width, arena);
        }
    }
    if (left) {
        printf("\n");
        text_wrap(stdout, width, 0, 0,
                  arena_format(arena,
                               "`poslab help %s --all` has %d more: of tasks, mixers and encodings, and for experts.",
                               c->name, left));
    }
}
