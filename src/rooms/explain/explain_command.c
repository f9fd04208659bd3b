/* explain.c -- poslab explain: an encoding in 18 lines, or with all its numbers. Its text comes from each encoding, the
 * numbers are computed now. Plain text of at most 80 columns unless asked. */
#include <math.h>
#include <string.h>
#include <unistd.h>

#include "base/advice.h"
#include "base/room.h"
#include "base/text.h"
#include "cli/choices.h"
#include "cli/say.h"
#include "command/command.h"
#include "encoding/kinds.h"
#include "explain/encoding_facts.h"
#include "explain/order_demo.h"
#include "explain/worked_sum.h"
#include "view/view.h"

extern const struct command command_explain;
extern const char explain_explain_txt[]; /* embedded by make */

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
static void say_policies(const struct screen *s, const struct encoding *kind) {
    const struct policy *list[ENCODING_POLICIES + 1];
    const struct encoding *part;
    char names[2 * SETTING_TEXT_MAX] = "";
    policy_list(list, kind->acts_on);
    for (int k = 0; list[k]; k++) {
        char parts[SETTING_TEXT_MAX] = "";
        bool all = true;
        for (int i = 0; (part = encoding_part(kind, i)); i++)
            if (policy_fits(list[k], part->acts_on))
                text_append(parts, sizeof parts, "%s%s", *parts ? " and " : "", part->name);
            else
                all = false;
        text_append(names, sizeof names, "%s%s%s%s%s", *names ? ", " : "", list[k]->name, all ? "" : " (",
                    all ? "" : parts, all ? "" : ")");
    }
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
    const struct worked_sum *sum; /* NULL: none */
};

/* A command stays in one line. */
static void say_call(const struct screen *s, const char *what, const char *call) {
    struct arena arena = {0};
    fputs(advice_text(arena_format(&arena, "    %s: %s\n", what, call), &arena), s->out);
    arena_free(&arena);
}

static void say_head(const struct screen *s, const struct explanation *l) {
    screen_say(s, 3, "%s: %s", l->kind->name, l->kind->summary);
    fputc('\n', s->out);
    const char *line = l->formula;
    for (size_t length; *line; line += length + (line[length] != 0)) {
        length = strcspn(line, "\n");
        screen_say(s, 8, "    %.*s", (int)length, line);
    }
    if (l->kind->starts)
        screen_say(s, 8, "    Starts: %s", l->kind->starts);
}

/* The two numbers that matter: each the first fact whose name begins so, or an answer of the two texts. */
static void say_what_matters(const struct screen *s, const struct explanation *l) {
    const struct order_demo *w = &l->words;
    const struct encoding_facts *const facts[] = {&l->does, &l->limits};
    char name[128];
    for (int n = 0; n < 2; n++) {
        const char *begin = l->kind->matters[n];
        bool found = false;
        for (int k = 0; begin && k < 2; k++)
            for (int i = 0; i < facts[k]->count && !found; i++)
                if ((found = strncmp(facts[k]->fact[i].name, begin, strlen(begin)) == 0))
                    say_fact(s, facts[k]->fact[i].name, facts[k]->fact[i].value);
        if (begin)
            continue;
        snprintf(name, sizeof name, "p(%s) for \"%s\", untrained", w->answer, w->text[n]);
        say_fact(s, name, w->probability[n]);
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

/* One line a word: its row, that of its position, and their sum. */
static void say_sum(const struct screen *s, const struct worked_sum *sum) {
    static const char *const heads[SUM_PARTS] = {"x", "P[t]", "z"};
    fputs("    By hand, with rows of four columns:\n\n    t", s->out);
    for (int k = 0; k < SUM_PARTS; k++)
        fprintf(s->out, "   %-*s", k + 1 < SUM_PARTS ? 4 * SUM_COLUMNS - 1 : 0, heads[k]);
    for (int i = 0; i < SUM_WORDS; i++) {
        fprintf(s->out, "\n    %d  ", i);
        for (int k = 0; k < SUM_PARTS; k++, fputs(k < SUM_PARTS ? "  " : "", s->out))
            for (int c = 0; c < SUM_COLUMNS; c++)
                fprintf(s->out, " %.1f", sum->of[k][i][c]);
    }
    fputs("\n\n", s->out);
}

static void say_all(const struct screen *s, const struct explanation *l) {
    const struct encoding *kind = l->kind;
    const struct view v = {.s = s};
    say_head(s, l);
    screen_say(s, 8, "    Moving the whole text changes %s.",
               kind->relative ? "no attention score" : "attention scores");
    fputc('\n', s->out);
    if (l->sum)
        say_sum(s, l->sum);
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

/* The same lines as say_sum. */
static void put_sum(struct json_writer *w, const struct worked_sum *sum) {
    json_put(w, "sum [");
    for (int i = 0; i < SUM_WORDS; i++)
        json_put(w, "{ position i x F p F * F }", i, sum->of[SUM_TOKEN][i], SUM_COLUMNS, sum->of[SUM_POSITION][i],
                 SUM_COLUMNS, "z", sum->of[SUM_Z][i], SUM_COLUMNS);
    json_put(w, "]");
}

/* One encoding, or all of the registry; into the document, where there is one. */
static bool walk(const struct screen *s, struct json_writer *w, const struct encoding *only,
                 const struct assignments *typed, bool full, struct error *e) {
    for (int i = 0; only ? i < 1 : encodings[i] != NULL; i++) {
        struct explanation l = {.kind = only ? only : encodings[i]};
        struct worked_sum sum;
        l.sum = full && l.kind == &encoding_learned ? &sum : NULL; /* the plainest that is added */
        if (!encoding_facts_of(&l.does, &l.limits, l.formula, l.kind, typed, e) ||
            !order_demo_measure(&l.words, l.kind, typed, e) || (l.sum && !worked_sum_measure(&sum, e)))
            return false;
        if (!w) {
            fputs(i == 0 ? "" : "\n\n", s->out);
            (full ? say_all : say)(s, &l);
            continue;
        }
        json_put(w, "{ name s title s formula s", l.kind->name, l.kind->summary, l.formula);
        if (l.kind->starts)
            json_put(w, "starts s", l.kind->starts);
        if (l.sum)
            put_sum(w, &sum);
        put_facts(w, "numbers", &l.does);
        json_put(w, "weakness s", l.kind->weakness);
        put_facts(w, "weakness_numbers", &l.limits);
        json_put(w, "try s", l.kind->try_next);
        view_same_words(&(struct view){.json = w}, &l.words);
        json_put(w, "}");
    }
    return true;
}

static bool run(struct arguments *a, struct error *e) {
    struct screen screen;
    const struct encoding *only = NULL;
    const char *first = a->operand[0], *name = first && text_lists("encodings encoding", first) ? a->operand[1] : first;
    if (!first)
        return error_set(e, EXIT_USAGE, "explain takes encodings, or the name of one; see `poslab help explain`");
    if (a->operand[1] && name != a->operand[1])
        return error_set(e, EXIT_USAGE, "explain takes one encoding; several in one model are joined by +: %s+%s", name,
                         a->operand[1]);
    if (name && !command_encoding(&only, name, e))
        return help_word(name, 0, NULL)
                   ? error_set(e, EXIT_USAGE, "explain takes encodings; `poslab help %s` says what that is", name)
                   : error_prefix(e, "explain");
    if (!only && a->settings.count)
        return error_set(e, EXIT_USAGE, "explain encodings: settings are for one encoding; name it");
    bool ok = screen_open(&screen, stdout, STDOUT_FILENO, "never", a->width, e);
    if (ok && !a->width && screen.width > PAGE_WIDTH)
        screen.width = PAGE_WIDTH;
    if (!ok || !a->json)
        return ok && walk(&screen, NULL, only, &a->settings, a->full, e);
    struct json_writer w;
    json_open(&w, true);
    json_put(&w, "{ encodings [");
    ok = walk(&screen, &w, only, &a->settings, true, e);
    json_put(&w, "] }");
    command_close_json(&w, ok);
    return ok;
}

const struct command command_explain = {
    .name = "explain",
    .place = 20,
    .summary = "an encoding: formula, two numbers, its limits, what to try",
    .operand = "encodings | NAME[+NAME]",
    .operands = 2,
    .settings = true,
    .options = "width full json",
    .wording =
        (const struct command_option[]){{.name = "full", .meaning = "all numbers, and the same words in two orders"},
                                        {0}},
    .text = explain_explain_txt,
    .run = run,
};

const struct room room_explain = {.name = "explain",
                                  .commands = (const struct command *const[]){&command_explain, NULL}};
