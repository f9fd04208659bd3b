/* explain.c -- poslab explain: a guided walk through the registry of encodings. What is said stands with each encoding,
 * the numbers are worked out now. Made for a pager: plain text of at most 80 columns unless asked. */
#include <math.h>
#include <string.h>
#include <unistd.h>

#include "base/suggest.h"
#include "command/command.h"
#include "measure/facts.h"
#include "present/screen.h"

enum { PAGE_WIDTH = 80 };

/* "name = 0.8415"; whole and large numbers without a point. */
static void say_facts(const struct screen *s, const struct facts *f) {
    for (int i = 0; i < f->count; i++) {
        double value = f->fact[i].value;
        bool whole = value == floor(value) || fabs(value) >= 10000;
        screen_say(s, 8, "    %s = %.*f", f->fact[i].name, whole ? 0 : 4, value);
    }
}

static void say_policies(const struct screen *s, const struct encoding *kind) {
    const struct policy *list[ENCODING_POLICIES + 1];
    char names[SETTING_TEXT_MAX] = "";
    policy_list(list, kind->acts_on);
    for (int i = 0; list[i]; i++)
        text_append(names, sizeof names, "%s%s", i ? ", " : "", list[i]->name);
    screen_say(s, 8, "    Extrapolation policies: %s", names);
}

static void say(const struct screen *s, const struct encoding *kind, int number, const struct facts *does,
                const struct facts *limits) {
    screen_say(s, 3, "%d. %s: %s", number, kind->name, kind->summary);
    fputc('\n', s->out);
    screen_say(s, 8, "    %s", kind->formula);
    screen_say(s, 8, "    %s all positions shift.", kind->relative ? "No score changes when" : "Scores change when");
    fputc('\n', s->out);
    say_facts(s, does);
    fputc('\n', s->out);
    screen_say(s, 0, "%s", kind->weakness);
    say_facts(s, limits);
    fputc('\n', s->out);
    say_policies(s, kind);
    screen_say(s, 8, "    Try: %s", kind->try_next);
}

static json_t *facts_json(const struct facts *f) {
    json_t *json = json_object();
    for (int i = 0; i < f->count; i++)
        json_object_set_new(json, f->fact[i].name, json_real(f->fact[i].value));
    return json;
}

static json_t *lesson_json(const struct encoding *kind, const struct facts *does, const struct facts *limits) {
    return json_pack("{ss ss ss so ss so ss}", "name", kind->name, "title", kind->summary, "formula", kind->formula,
                     "numbers", facts_json(does), "weakness", kind->weakness, "weakness_numbers", facts_json(limits),
                     "try", kind->try_next);
}

static bool walk(const struct screen *s, const char *only, bool as_json, struct error *e) {
    json_t *list = json_array();
    for (int i = 0; encodings[i]; i++) {
        struct facts does, limits;
        if (only && strcmp(only, encodings[i]->name) != 0)
            continue;
        if (!facts_of(&does, &limits, encodings[i], e)) {
            json_decref(list);
            return false;
        }
        if (as_json) {
            json_array_append_new(list, lesson_json(encodings[i], &does, &limits));
            continue;
        }
        fputs(only || i == 0 ? "" : "\n\n", s->out);
        say(s, encodings[i], i + 1, &does, &limits);
    }
    if (as_json)
        command_print_json(json_pack("{sO}", "encodings", list));
    json_decref(list);
    return true;
}

static bool check_name(const char *name, struct error *e) {
    struct suggestion s = suggest_for(name);
    if (!name || encoding_find(name))
        return true;
    for (int i = 0; encodings[i]; i++)
        suggest_add(&s, encodings[i]->name);
    return error_set(e, EXIT_USAGE, "explain: there is no encoding '%s'%s", name,
                     suggest_hint(&s, "; see `poslab list encodings`"));
}

static bool run(struct arguments *a, struct error *e) {
    struct screen screen;
    if (!a->operand[0] || strcmp(a->operand[0], "encodings") != 0)
        return error_set(e, EXIT_USAGE,
                         "explain takes encodings and perhaps the name of one; see `poslab help explain`");
    bool ok = check_name(a->operand[1], e) && screen_open(&screen, stdout, STDOUT_FILENO, "never", a->width, e);
    if (ok && !a->width && screen.width > PAGE_WIDTH)
        screen.width = PAGE_WIDTH;
    return ok && walk(&screen, a->operand[1], a->json, e);
}

const struct command command_explain = {
    .name = "explain",
    .summary = "a guided walk through the encodings: formula, computed numbers, a weakness, what to try",
    .operand = "encodings [NAME]",
    .operands = 2,
    .options = "width json",
    .details =
        "In the order of `poslab list encodings`. Every number is computed now by the encoding itself, under the\n"
        "default settings.\n"
        "--json: {encodings [{name, title, formula, numbers, weakness, weakness_numbers, try}]}.\n"
        "\n"
        "  poslab explain encodings | less\n"
        "  poslab explain encodings rope\n",
    .run = run,
};
