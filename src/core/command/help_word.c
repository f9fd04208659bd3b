/* help_word.c -- what a word means that a screen prints: the glossary is asked, then every registry and the settings.
 */
#include <stdio.h>
#include <string.h>
#include <strings.h>

#include "base/advice.h"
#include "base/text_wrap.h"
#include "command/catalogue.h"
#include "command/command.h"
#include "result/glossary.h"
#include "settings/settings_synonyms.h"

enum { INDENT = 4, OWNERS = 160 };

struct search {
    const char *word;
    int width, found;           /* width 0: nothing is printed */
    const struct catalogue *in; /* the registry that is asked */
    const char *printed;        /* the last summary of it: one that has several names is printed once */
    struct suggestion *near;    /* or NULL */
    const struct setting *met;  /* the first of that name, which is not yet printed; or NULL */
    char owners[OWNERS];        /* who has it, and the same after it */
};

/* "rope (encoding)", and below it what it is. */
static void print_meaning(struct search *s, const char *head, const char *meaning, const char *see) {
    struct arena arena = {0};
    s->found++;
    if (!s->width)
        return;
    text_wrap(stdout, s->width, 0, INDENT, head);
    printf("%*s", INDENT, "");
    text_wrap(stdout, s->width, INDENT, INDENT,
              advice_text(arena_format(&arena, "%s%s%s", meaning, text_ends(meaning, ".") ? "" : ".", see), &arena));
    arena_free(&arena);
}

static void look_at_entry(struct search *s, const struct entry *e) {
    struct arena arena = {0};
    bool is_called = strcasecmp(e->name, s->word) == 0 || (e->also && strcasecmp(e->also, s->word) == 0);
    if (s->near)
        suggest_add(s->near, e->name);
    if (is_called && s->printed != e->summary) {
        const char *call = s->in->see ? arena_format(&arena, s->in->see, e->name) : NULL;
        const char *summary = e->source ? arena_format(&arena, "%s (%s)", e->summary, e->source)
                              : e->more ? arena_format(&arena, "%s. %s", e->summary, e->more)
                                        : e->summary;
        s->printed = e->summary;
        print_meaning(s, arena_format(&arena, "%s (%s)", e->name, s->in->one), summary,
                      call ? arena_format(&arena, " Try `%s`.", call) : "");
    }
    arena_free(&arena);
}

/* ---- Settings: one meaning once, whoever has it */

/* The one that was met, if one was. */
static void print_setting(struct search *s) {
    struct arena arena = {0};
    char limits[SETTING_TEXT_MAX];
    if (!s->met)
        return;
    const char *standard = *s->met->standard ? s->met->standard : "not set";
    setting_limits(s->met, limits, sizeof limits);
    print_meaning(
        s, arena_format(&arena, "%s (setting of %s)", s->met->key, s->owners),
        arena_format(&arena, "%s. Default: %s%s%s", s->met->meaning, standard, *limits ? "; values: " : "", limits),
        "");
    arena_free(&arena);
    s->met = NULL;
    s->owners[0] = 0;
}

static void look_at_setting(struct search *s, const struct entry *e) {
    if (s->near)
        suggest_key(s->near, e->name);
    if (!settings_is_named(e->setting, s->word))
        return;
    if (s->met && (strcmp(s->met->key, e->name) != 0 || strcmp(s->met->meaning, e->summary) != 0))
        print_setting(s);
    s->met = s->met ? s->met : e->setting;
    text_append(s->owners, sizeof s->owners, "%s%s", *s->owners ? ", " : "", e->owner);
}

static void look_in_registries(struct search *s, bool last) {
    struct arena arena = {0};
    for (const struct catalogue *const *c = catalogues; *c; c++) {
        s->in = *c;
        s->printed = NULL;
        for (const struct entry *e = (s->in->last > 0) == last ? catalogue_entries(s->in, &arena) : NULL; e;
             e = e->next)
            (e->setting ? look_at_setting : look_at_entry)(s, e);
    }
    print_setting(s);
    arena_free(&arena);
}

bool help_word(const char *word, int width, struct suggestion *near) {
    struct search s = {.word = word, .width = width, .near = near};
    struct arena arena = {0};
    const struct glossary_word *g = glossary_find(word);
    for (int i = 0; glossary[i].word && near; i++)
        suggest_add(near, glossary[i].word);
    if (g)
        print_meaning(&s, g->also ? arena_format(&arena, "%s (also: %s)", g->word, g->also) : g->word, g->meaning, "");
    arena_free(&arena);
    look_in_registries(&s, false);
    if (!s.found)
        look_in_registries(&s, true);
    return s.found > 0;
}
