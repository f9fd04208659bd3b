/* claims.c -- poslab claims: sentences of tutorials, or a user's own, tested; their numbers, rules and verdicts. */
#include <stdio.h>
#include <string.h>

#include "base/path.h"
#include "base/text.h"
#include "claims/claims.h"
#include "claims/fill_claims.h"
#include "cli/say.h"
#include "cli/signals.h"
#include "command/command.h"
#include "command/comparison_progress.h"

extern const struct command command_claims;
extern const char claims_claims_txt[]; /* embedded by make */

enum { COLUMNS = 80 };

/* Wants the claim of this number, or of this file. */
static bool choose(struct claims_book *b, const char *operand, struct arena *arena, struct error *e) {
    char shown[TEXT_PRINTABLE], path[PATH_MAX_LENGTH];
    int number, before = b->claims;
    struct claim *c = text_integer(operand, &number) ? claims_find(b, number) : NULL;
    bool file = !c && file_exists(file_find(path, operand));
    for (int i = 0; i < b->claims && file; i++)
        c = path_same_file(b->claim[i]->path, path) ? b->claim[i] : c;
    bool known = c; /* the file, by its claim or by an experiment */
    for (int i = 0; i < b->experiments && file; i++)
        known = known || path_same_file(b->experiment[i]->path, path);
    if (file && !known && !claims_read_file(b, path, arena, e))
        return false;
    if (b->claims > before)
        c = b->claim[before];
    if (!c)
        return error_set(e, EXIT_USAGE,
                         file ? "claims: %s has no [claim]; see `poslab help claims`"
                              : "claims: there is no claim '%s', and no such file; `poslab help claims` lists them all",
                         text_printable(shown, operand));
    return c->wanted = true;
}

/* "3", "1-3" or "1..3". */
static bool read_numbers(struct range *r, const char *text) {
    char first[16];
    size_t length = strspn(text, "0123456789"), sign = strncmp(text + length, "..", 2) == 0 ? 2 : text[length] == '-';
    const char *last = text + (sign ? length + sign : 0);
    snprintf(first, sizeof first, "%.*s", (int)length, text);
    return text_integer(first, &r->low) && text_integer(last, &r->high) && r->low <= r->high;
}

static bool choose_all(struct claims_book *b, struct arguments *a, struct error *e) {
    struct range r;
    bool ok = claims_read(b, &a->arena, e);
    for (int i = 0; i < b->claims; i++)
        b->claim[i]->wanted = a->operands == 0;
    for (int i = 0; i < a->operands && ok; i++)
        if (!read_numbers(&r, a->operand[i]))
            ok = choose(b, a->operand[i], &a->arena, e);
        else
            for (int number = r.low; number <= r.high && ok; number++)
                ok = choose(b, arena_format(&a->arena, "%d", number), &a->arena, e);
    return ok;
}

static const struct comparison_result *experiment(const void *book, int i) {
    return &((const struct claims_book *)book)->experiment[i]->c;
}

static bool report(const struct claims_book *b, const char *folder, struct arguments *a, struct error *e) {
    struct claim_result *result = arena_alloc(&a->arena, (size_t)b->claims, sizeof *result);
    json_t *all = json_array();
    int count = 0;
    bool ok = true;
    for (int k = 0; k < b->claims && ok; k++)
        if (b->claim[k]->wanted && (ok = claims_measure(b->claim[k], &result[count], e)))
            json_array_append_new(all, claim_json(&result[count++]));
    ok = ok && claims_write(all, folder, e);
    if (ok && a->json)
        command_print_json(json_incref(all));
    else if (ok)
        claims_terminal(&(struct screen){.out = stdout, .width = COLUMNS}, b, result, count, folder, &a->arena);
    json_decref(all);
    ok = ok && (!a->to || claims_write_page(result, count, folder, a->to, e));
    bool finished = true;
    for (int i = 0; i < b->experiments && ok; i++)
        finished &= comparison_finished(&b->experiment[i]->c, e);
    return ok && finished;
}

static bool run(struct arguments *a, struct error *e) {
    static struct claims_book book;
    const char *folder = a->run ? a->run : "runs/claims";
    char shown[TEXT_PRINTABLE];
    if (a->to && !text_ends(a->to, ".html"))
        return error_set(e, EXIT_USAGE, "claims --to %s: expected a name that ends in .html",
                         text_printable(shown, a->to));
    if (a->parts && !command_check_options(a, "claims --part", "run seeds part jobs json", e))
        return false;
    command_leave_on_signals();
    book.part = a->part;
    book.parts = a->parts;
    if (!choose_all(&book, a, e) || !claims_plan(&book, a->seeds, &a->arena, e) ||
        !claims_find_status(&book, folder, e))
        return false;
    command_tell_left_out(a);
    for (int i = 0; i < book.experiments; i++)
        comparison_tell(&book.experiment[i]->c);
    struct comparison_watch w = {progress_start("testing claims"), book.experiments, experiment, &book};
    bool ok = claims_begin(folder, e) && claims_run(&book, comparison_watch(&w, a), e);
    comparison_end(&w);
    if (a->parts)
        return part_report(&w, a, folder, ok, e);
    return ok && report(&book, folder, a, e);
}

static void explain(int width, bool all) {
    static struct claims_book book;
    const struct screen screen = {.out = stdout, .width = width};
    struct arena arena = {0};
    struct error e = {0};
    printf("\nThe claims:\n\n");
    if (!claims_read(&book, &arena, &e))
        screen_say(&screen, 2, "  (%s)", e.text);
    for (int i = 0; i < book.claims; i++) {
        const struct claim *c = book.claim[i];
        printf("  %2d  %s\n", c->number, c->sentence);
        for (const struct claim_table *t = c->table; all && t < c->table + c->tables; t++) {
            char text[CLAIM_TEXT] = "";
            if (claim_added(c, t, text))
                screen_say(&screen, 10, "        %s", text);
        }
    }
    arena_free(&arena);
}

const struct command command_claims = {
    .name = "claims",
    .place = 100,
    .group = "results",
    .summary = "test what tutorials say about positions: numbers, rules, verdicts",
    .operand = "[NUMBER | FROM-TO | FILE.ini ...]",
    .operands = OPERANDS_MAX,
    .options = "run to seeds part jobs json",
    .wording =
        (const struct command_option[]){
            {.name = "to", .value = "FILE.html", .meaning = "also write a page with the verdicts and all numbers"},
            {0}},
    .text = claims_claims_txt,
    .explain = explain,
    .run = run,
};
