/* explain.c -- poslab explain: an encoding in 18 lines, or with all its numbers. Its text comes from each encoding, the
 * numbers are computed now. Plain text of at most 80 columns unless asked. */
#include <math.h>
#include <string.h>
#include <unistd.h>

#include "base/advice.h"
#include "base/text.h"
#include "cli/choices.h"
#include "cli/options.h"
#include "cli/say.h"
#include "command/command.h"
#include "measure/encoding_facts.h"
#include "measure/order_demo.h"
#include "view/view.h"

enum { PAGE_WIDTH = 80 };

/* "name = 0.8415"; whole and large numbers without a point, tiny ones as 1.0e-05. */
static void say_fact(const struct screen *s, const char *name, double value) {
    bool whole = value == floor(value) || fabs(value) >= 10000, tiny = !whole && fabs(value) < 0.00005;
    screen_say(s, 8, tiny ? "    %s = %.1e" : whole ? "    %s = %.0f" : "    %s = %.4f", name, value);
}

static void say_facts(const struct screen *s, const struct encoding_facts *f) {
    for (int i = 0; i < f->count; i++)
        say_fact(s, f->fact[i].name, f->fact[i].value);
}

/* "clamp", or of a hybrid "wrap (sinusoidal)": the parts that it acts on, where it leaves others alone. */
static void append_policy(char *text, size_t size, const struct policy *policy, const struct encoding *kind) {
    char parts[SETTING_TEXT_MAX] = "";
    bool all = true;
    for (int i = 0; encoding_part(kind, i); i++) {
        const struct encoding *part = encoding_part(kind, i);
        bool fits = policy_fits(policy, part->acts_on);
        all &= fits;
        if (fits)
            text_append(parts, sizeof parts, "%s%s", *parts ? " and " : "", part->name);
    }
    text_append(text, size, "%s%s", *text ? ", " : "", policy->name);
    if (!all)
        text_append(text, size, " (%s)", parts);
}

static void say_policies(const struct screen *s, const struct encoding *kind) {
    const struct policy *list[ENCODING_POLICIES + 1];
    char names[2 * SETTING_TEXT_MAX] = "";
    policy_list(list, kind->acts_on);
    for (int i = 0; list[i]; i++)
        append_policy(names, sizeof names, list[i], kind);
    screen_say(s, 8, "    Extrapolation policies: %s", names);
    if (kind->parts)
        screen_say(s, 8, "    A policy acts on all of them, or on those in brackets; the others run as under extend.");
}

/* What is printed about an encoding. */
struct explanation {
    const struct encoding *kind;
    char formula[ENCODING_FORMULA];
    struct encoding_facts does, limits;
    struct order_demo words;
};

static void say_formula(const struct screen *s, const char *formula) {
    for (size_t length; *formula; formula += length + (formula[length] != 0)) {
        length = strcspn(formula, "\n");
        screen_say(s, 8, "    %.*s", (int)length, formula);
    }
}

/* A command stays in one line. */
static void say_call(const struct screen *s, const char *what, const char *call) {
    struct arena arena = {0};
    fputs(advice_text(arena_format(&arena, "    %s: %s\n", what, call), &arena), s->out);
    arena_free(&arena);
}

static void say_head(const struct screen *s, const struct explanation *l) {
    screen_say(s, 3, "%s: %s", l->kind->name, l->kind->summary);
    fputc('\n', s->out);
    say_formula(s, l->formula);
}

/* The first fact of that name, or of a name that begins so. */
static void say_named(const struct screen *s, const struct explanation *l, const char *begin) {
    const struct encoding_facts *const both[] = {&l->does, &l->limits};
    for (int k = 0; k < 2; k++)
        for (int i = 0; i < both[k]->count; i++)
            if (strncmp(both[k]->fact[i].name, begin, strlen(begin)) == 0) {
                say_fact(s, both[k]->fact[i].name, both[k]->fact[i].value);
                return;
            }
}

/* The two numbers that matter. */
static void say_what_matters(const struct screen *s, const struct explanation *l) {
    const struct order_demo *w = &l->words;
    char name[128];
    for (int i = 0; i < 2; i++)
        if (l->kind->matters[i]) {
            say_named(s, l, l->kind->matters[i]);
        } else {
            snprintf(name, sizeof name, "p(%s) for \"%s\", untrained", w->answer, w->text[i]);
            say_fact(s, name, w->probability[i]);
        }
}

static void say(const struct screen *s, const struct explanation *l) {
    say_head(s, l);
    fputc('\n', s->out);
    say_what_matters(s, l);
    fputc('\n', s->out);
    screen_say(s, 0, "%s", l->kind->weakness);
    fputc('\n', s->out);
    say_call(s, "Try", l->kind->try_next);
    char more[SETTING_TEXT_MAX];
    snprintf(more, sizeof more, "poslab explain %s --full", l->kind->name);
    say_call(s, "More", more);
}

static void say_all(const struct screen *s, const struct explanation *l) {
    const struct encoding *kind = l->kind;
    const struct view v = {.s = s};
    say_head(s, l);
    screen_say(s, 8, "    Moving the whole text changes %s.",
               kind->relative ? "no attention score" : "attention scores");
    fputc('\n', s->out);
    view_same_words(&v, &l->words);
    fputc('\n', s->out);
    say_facts(s, &l->does);
    fputs(l->does.count ? "\n" : "", s->out);
    screen_say(s, 0, "%s", kind->weakness);
    say_facts(s, &l->limits);
    fputc('\n', s->out);
    say_policies(s, kind);
    say_call(s, "Try", kind->try_next);
}

static void put_facts(struct json_writer *w, const char *key, const struct encoding_facts *f) {
    json_put(w, "* {", key);
    for (int i = 0; i < f->count; i++)
        json_put(w, "* f", f->fact[i].name, f->fact[i].value);
    json_put(w, "}");
}

static void put_all(struct json_writer *w, const struct explanation *l) {
    const struct encoding *kind = l->kind;
    json_put(w, "{ name s title s formula s", kind->name, kind->summary, l->formula);
    put_facts(w, "numbers", &l->does);
    json_put(w, "weakness s", kind->weakness);
    put_facts(w, "weakness_numbers", &l->limits);
    json_put(w, "try s", kind->try_next);
    view_same_words(&(struct view){.json = w}, &l->words);
    json_put(w, "}");
}

/* One encoding, or all of the registry; into the document, where there is one. */
static bool walk(const struct screen *s, struct json_writer *w, const struct encoding *only, bool full,
                 struct error *e) {
    for (int i = 0; only ? i < 1 : encodings[i] != NULL; i++) {
        struct explanation l = {.kind = only ? only : encodings[i]};
        if (!encoding_facts_of(&l.does, &l.limits, l.formula, l.kind, e) || !order_demo_measure(&l.words, l.kind, e))
            return false;
        if (w) {
            put_all(w, &l);
            continue;
        }
        fputs(i == 0 ? "" : "\n\n", s->out);
        (full ? say_all : say)(s, &l);
    }
    return true;
}

static bool print_document(const struct screen *s, const struct encoding *only, struct error *e) {
    struct json_writer w;
    json_open(&w, true);
    json_put(&w, "{ encodings [");
    bool ok = walk(s, &w, only, true, e);
    json_put(&w, "] }");
    command_close_json(&w, ok);
    return ok;
}

/* The encoding that is named, with or without `encodings` before it; NULL: all. */
static const char *name_of(const struct arguments *a) {
    const char *first = a->operand[0];
    return first && (strcmp(first, "encodings") == 0 || strcmp(first, "encoding") == 0) ? a->operand[1] : first;
}

static bool run(struct arguments *a, struct error *e) {
    struct screen screen;
    const struct encoding *only = NULL;
    const char *name = name_of(a);
    if (!a->operand[0])
        return error_set(e, EXIT_USAGE, "explain takes encodings, or the name of one; see `poslab help explain`");
    if (a->operand[1] && name != a->operand[1])
        return error_set(e, EXIT_USAGE, "explain takes one encoding; several in one model are joined by +: %s+%s", name,
                         a->operand[1]);
    if (name && !command_encoding(&only, name, e))
        return !strchr(name, '+') && help_word(name, 0, NULL)
                   ? error_set(e, EXIT_USAGE, "explain takes encodings; `poslab help %s` says what that is", name)
                   : error_prefix(e, "explain");
    bool ok = screen_open(&screen, stdout, STDOUT_FILENO, "never", a->width, e);
    if (ok && !a->width && screen.width > PAGE_WIDTH)
        screen.width = PAGE_WIDTH;
    return ok && (a->json ? print_document(&screen, only, e) : walk(&screen, NULL, only, a->full, e));
}

static const char *word(int i) { return i == 0 ? "encodings" : encoding_at(i - 1); }

const struct command command_explain = {
    .name = "explain",
    .summary = "an encoding: formula, two numbers, why it fails, what to try",
    .operand = "encodings | NAME[+NAME]",
    .operands = 2,
    .word = word,
    .options = "width full json",
    .wording =
        (const struct command_option[]){{.name = "full", .meaning = "all numbers, and the same words in two orders"},
                                        {0}},
    .text = command_explain_txt,
    .run = run,
};
