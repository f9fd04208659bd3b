/* claims.c -- poslab claims: sentences of tutorials, tested; their numbers, rules and verdicts. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/text.h"
#include "command/claim_blocks.h"
#include "command/command.h"
#include "command/members.h"
#include "format/json.h"

enum { SEEDS = 5, CLAIMS_MAX = OPERANDS_MAX, DOCUMENT_MAX = 16 << 20 };

/* The claims that the command line asks for, each once and in order. */
struct chosen {
    const struct claim *list[CLAIMS_MAX];
    int count;
};

static int last_number(void) {
    int last = 0;
    for (const struct claim *const *c = claims; *c; c++)
        last = (*c)->number;
    return last;
}

static bool asked_for(const struct arguments *a, const struct claim *c) {
    int number;
    for (int i = 0; i < a->operands; i++)
        if (text_integer(a->operand[i], &number) && number == c->number)
            return true;
    return a->operands == 0;
}

static bool choose(struct chosen *out, const struct arguments *a, struct error *e) {
    char shown[TEXT_PRINTABLE];
    int number;
    for (int i = 0; i < a->operands; i++)
        if (!text_integer(a->operand[i], &number) || !claim_find(number))
            return error_set(e, EXIT_USAGE,
                             "claims: there is no claim '%s'; they are numbered 1..%d, see `poslab help claims`",
                             text_printable(shown, a->operand[i]), last_number());
    for (const struct claim *const *c = claims; *c; c++)
        if (asked_for(a, *c))
            out->list[out->count++] = *c;
    return true;
}

static bool fits(const void *user, const char *folder, struct error *e) { return claims_fit(user, folder, e); }

/* One line for all experiments. */
struct watcher {
    struct progress progress;
    const struct claims_study *study;
};

static void draw(void *user, const struct comparison_result *c) {
    struct watcher *w = user;
    struct members_share share = {0};
    (void)c;
    for (int i = 0; i < w->study->experiments; i++)
        members_add(&share, &w->study->experiment[i].c);
    members_draw(&w->progress, &share);
}

/* ---- claims.json */

static json_t *number(double x) { return isnan(x) ? json_null() : json_real(x); }

/* "order, extend: lost (points)" */
static void add_number(json_t *numbers, const char *setting, const char *head, const char *unit,
                       struct claim_number x) {
    char name[2 * CLAIM_LABEL];
    snprintf(name, sizeof name, "%s: %s%s", setting, head, unit);
    json_array_append_new(numbers, json_pack("{ss so so so si}", "name", name, "mean", number(x.mean), "low",
                                             number(x.low), "high", number(x.high), "n", x.n));
}

static void add_row(json_t *numbers, const struct claim_result_row *row) {
    static const char *const answers[] = {[ANSWER_OPEN] = "not told", [ANSWER_YES] = "yes", [ANSWER_NO] = "no"};
    const char *const *head = row->table->head;
    char setting[CLAIM_LABEL];
    bool points = claim_in_points(row->row);
    claim_setting(row->row, setting);
    add_number(numbers, setting, head[0], points ? " (%)" : "", row->a);
    if (head[1])
        add_number(numbers, setting, head[1], points ? " (%)" : "", row->b);
    if (head[2])
        add_number(numbers, setting, head[2], points ? " (points)" : "", row->difference);
    if (row->table->test)
        json_object_set_new(json_array_get(numbers, json_array_size(numbers) - 1), "answer",
                            json_string(answers[row->answer]));
    if (!isnan(row->chance))
        add_number(numbers, setting, "chance (%)", "", (struct claim_number){row->chance, row->chance, row->chance, 1});
}

static json_t *document(const struct claim_result *r) {
    char rule[CLAIM_TEXT];
    json_t *numbers = json_array();
    claim_rule(r->claim, rule);
    for (int i = 0; i < r->rows; i++)
        add_row(numbers, &r->row[i]);
    return json_pack("{si ss ss ss ss ss so}", "number", r->claim->number, "claim", r->claim->sentence, "measured",
                     r->claim->measured, "verdict", verdict_names[r->verdict], "rule", rule, "text", r->text, "numbers",
                     numbers);
}

static const json_t *find(const json_t *array, int number) {
    size_t i;
    json_t *item;
    json_array_foreach(array, i, item) if (json_integer_value(json_object_get(item, "number")) == number) return item;
    return NULL;
}

/* The folder keeps what it knows of claims that were not asked for this time. */
static json_t *with_earlier(const json_t *now, const char *path) {
    json_t *before = json_load_file(path, JSON_REJECT_DUPLICATES, NULL), *all = json_array();
    for (const struct claim *const *c = claims; *c; c++) {
        const json_t *item = find(now, (*c)->number);
        if (!item)
            item = find(before, (*c)->number);
        if (item)
            json_array_append_new(all, json_deep_copy(item));
    }
    json_decref(before);
    return all;
}

static bool write_document(const json_t *now, const char *folder, struct error *e) {
    char path[PATH_MAX_LENGTH];
    if (!file_path(path, folder, CLAIMS_FILE, e))
        return false;
    json_t *all = with_earlier(now, path);
    bool ok = json_save(all, path, e);
    json_decref(all);
    return ok;
}

/* ---- The command */

static int failed(const struct claims_study *s) {
    int count = 0;
    for (int i = 0; i < s->experiments; i++)
        count += members_failed(&s->experiment[i].c);
    return count;
}

static int report(const struct claims_study *s, const struct chosen *chosen, const char *folder, bool json,
                  struct arena *arena, struct error *e) {
    struct claim_result *result = arena_take(arena, (size_t)chosen->count, sizeof *result);
    json_t *all = json_array();
    bool ok = true;
    for (int k = 0; k < chosen->count && ok; k++)
        if ((ok = claims_measure(s, chosen->list[k], &result[k], e)))
            json_array_append_new(all, document(&result[k]));
    ok = ok && write_document(all, folder, e);
    for (int k = 0; k < chosen->count && ok && !json; k++)
        claim_blocks_one(s, &result[k]);
    if (ok && json)
        command_print_json(json_incref(all));
    else if (ok)
        claim_blocks_all(s, result, chosen->count, folder);
    json_decref(all);
    return !ok ? command_fail(e) : failed(s) ? EXIT_FAILED : EXIT_DONE;
}

static int run(struct arguments *a) {
    static struct claims_study study;
    struct chosen chosen = {.count = 0};
    struct arena arena = {0};
    struct error e = {0};
    char folder[PATH_MAX_LENGTH];
    if (!choose(&chosen, a, &e) ||
        !claims_plan(&study, chosen.list, chosen.count, a->seeds ? a->seeds : SEEDS, &arena, &e) ||
        !members_folder(folder, a->run, "runs/claims", fits, &study, &e)) {
        arena_free(&arena);
        return command_fail(&e);
    }
    command_catch_signals();
    struct watcher w = {progress_start("testing claims"), &study};
    struct compare_watch watch = {draw, &w, &command_stop, a->jobs ? a->jobs : command_processors()};
    bool ok = file_make_folder(folder, &e) && claims_run(&study, folder, watch, &arena, &e);
    progress_end(&w.progress);
    int code = ok ? report(&study, &chosen, folder, a->json, &arena, &e) : command_fail(&e);
    arena_free(&arena);
    return code;
}

static void explain(void) {
    printf("\nThe claims:\n\n");
    for (const struct claim *const *c = claims; *c; c++)
        printf("  %2d  %s\n", (*c)->number, (*c)->sentence);
}

static const char *const options[] = {"run", "seeds", "jobs", "json", NULL};

const struct command command_claims = {
    .name = "claims",
    .summary = "test what tutorials say about positions: numbers, rules, verdicts",
    .operand = "[NUMBER ...]",
    .operands = OPERANDS_MAX,
    .options = options,
    .details =
        "Trains what the claims of these numbers need (default: all), the same seeds everywhere, and prints for each\n"
        "claim what was measured, the rule that turns numbers into a verdict, and the verdict: held, did not hold,\n"
        "depends (on what), or undecided. Rules were written down before anything was measured and are printed from\n"
        "the very table that decides. One seed gives numbers but no interval, so nothing is decided: --seeds 2 is\n"
        "the least.\n"
        "\n"
        "Experiments are comparisons in --run DIR (default: runs/claims, or the next free number), one folder each,\n"
        "shared by the claims that need them. Finished models are not trained again: call the same command again\n"
        "after an interruption, or with other numbers.\n"
        "\n"
        "--json: [{number, claim, measured, verdict, rule, text, numbers [{name, mean, low, high (the 95 % interval\n"
        "over seeds), n, answer (of the row it decides)}]}]. claims.json in the folder is the same, of all\n"
        "claims asked for there so far.\n"
        "\n"
        "  poslab claims\n"
        "  poslab claims 2 7 --seeds 10\n",
    .explain = explain,
    .run = run,
};
