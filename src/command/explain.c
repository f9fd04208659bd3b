/* explain.c -- poslab explain: a guided walk. Made for a pager: plain text of at most 80 columns unless asked. */
#include <string.h>
#include <unistd.h>

#include "base/suggest.h"
#include "command/command.h"
#include "command/lessons.h"

enum { PAGE_WIDTH = 80 };

static bool teach(const struct lesson *l, int number, const struct screen *s, struct error *e) {
    const struct lesson_out out = {.s = s};
    screen_say(s, 3, "%d. %s", number, l->title);
    fputc('\n', s->out);
    screen_say(s, 8, "    %s", l->formula);
    fputc('\n', s->out);
    if (!l->show(&out, e))
        return false;
    fputc('\n', s->out);
    screen_say(s, 0, "%s", l->weakness);
    if (!l->show_weakness(&out, e))
        return false;
    fputc('\n', s->out);
    screen_say(s, 8, "    Try: %s", l->command);
    return true;
}

static json_t *lesson_json(const struct lesson *l, struct error *e) {
    struct lesson_out first = {.numbers = json_object()}, second = {.numbers = json_object()};
    bool ok = l->show(&first, e) && l->show_weakness(&second, e);
    json_t *json =
        json_pack("{ss ss ss sO ss sO ss}", "name", l->name, "title", l->title, "formula", l->formula, "numbers",
                  first.numbers, "weakness", l->weakness, "weakness_numbers", second.numbers, "try", l->command);
    json_decref(first.numbers);
    json_decref(second.numbers);
    if (ok)
        return json;
    json_decref(json);
    return NULL;
}

static bool walk(const struct screen *s, const char *only, bool as_json, struct error *e) {
    json_t *list = json_array();
    bool ok = true;
    for (const struct lesson *l = lessons; ok && l->name; l++) {
        if (only && strcmp(only, l->name) != 0)
            continue;
        if (as_json) {
            ok = json_array_append_new(list, lesson_json(l, e)) == 0;
            continue;
        }
        if (!only && l != lessons)
            fputs("\n\n", s->out);
        ok = teach(l, (int)(l - lessons) + 1, s, e);
    }
    if (ok && as_json)
        command_print_json(json_pack("{sO}", "encodings", list));
    json_decref(list);
    return ok;
}

static bool check_name(const char *name, struct error *e) {
    struct suggestion s = suggest_for(name);
    for (const struct lesson *l = lessons; name && l->name; l++) {
        if (strcmp(name, l->name) == 0)
            return true;
        suggest_add(&s, l->name);
    }
    return !name || error_set(e, EXIT_USAGE, "explain: there is no encoding '%s'%s", name,
                              suggest_hint(&s, "; see `poslab list encodings`"));
}

static int run(struct arguments *a) {
    struct error e = {0};
    struct screen screen;
    if (!a->operand[0] || strcmp(a->operand[0], "encodings") != 0) {
        error_set(&e, EXIT_USAGE, "explain takes encodings and perhaps the name of one; see `poslab help explain`");
        return command_fail(&e);
    }
    bool ok = check_name(a->operand[1], &e) && screen_open(&screen, stdout, STDOUT_FILENO, "never", a->width, &e);
    if (ok && !a->width && screen.width > PAGE_WIDTH)
        screen.width = PAGE_WIDTH;
    ok = ok && walk(&screen, a->operand[1], a->json, &e);
    return ok ? EXIT_DONE : command_fail(&e);
}

static const char *const options[] = {"width", "json", NULL};

const struct command command_explain = {
    .name = "explain",
    .summary = "a guided walk through the encodings: formula, numbers worked out now, a weakness, what to try",
    .operand = "encodings [NAME]",
    .operands = 2,
    .options = options,
    .details = "In the order in which people teach them: none, index, ratio, learned, sinusoidal, rope, alibi, t5. No "
               "number is\n"
               "written down anywhere: each is worked out by the encoding itself.\n"
               "--json: {encodings [{name, title, formula, numbers, weakness, weakness_numbers, try}]}.\n"
               "\n"
               "  poslab explain encodings | less\n"
               "  poslab explain encodings rope\n",
    .run = run,
};
