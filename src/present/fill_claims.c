/* fill_claims.c -- claims on a screen: what was run, the numbers as tables, the rule, the verdict; see fill.h. */
#include <math.h>
#include <string.h>

#include "base/text.h"
#include "claims/claims.h"
#include "present/fill.h"

enum { INDENT = 8 };

/* ---- Numbers */

static const char *text_of(const json_t *object, const char *key) {
    const char *text = json_string_value(json_object_get(object, key));
    return text ? text : "";
}

static double number_of(const json_t *object, const char *key) {
    const json_t *x = json_object_get(object, key);
    return json_is_number(x) ? json_number_value(x) : (double)NAN;
}

/* With the digits of its metric; of a formula's number, three that count. */
static struct cell number_cell(const json_t *number) {
    int metric = metric_find(text_of(number, "metric"));
    struct cell c = cell_number(number_of(number, "mean"));
    c.kind = isnan(c.value) ? CELL_EMPTY : CELL_NUMBER;
    c.format = (struct number_format){1, metric < 0 ? -1 : metrics[metric].digits,
                                      strcmp(text_of(number, "of"), "difference") == 0};
    if (json_integer_value(json_object_get(number, "n")) > 1) {
        c.low = number_of(number, "low");
        c.high = number_of(number, "high");
    }
    return c;
}

/* The first number after this one that has another text or number there. */
static size_t end_of(const json_t *numbers, size_t from, const char *key) {
    const json_t *value = json_object_get(json_array_get(numbers, from), key);
    size_t end = from + 1;
    while (end < json_array_size(numbers) && json_equal(json_object_get(json_array_get(numbers, end), key), value))
        end++;
    return end;
}

/* Numbers from..end-1 as a row; what the table has no head for is left out. */
static void add_row(struct table *t, const json_t *numbers, size_t from, size_t end, bool answers) {
    const json_t *first = json_array_get(numbers, from);
    bool added = json_is_true(json_object_get(first, "added"));
    const struct cell name = cell_text(arena_format(t->arena, added ? "%s *" : "%s", text_of(first, "setting")));
    struct table_row *row = table_add_row(t, &name);
    for (size_t i = from; i < end; i++) {
        const json_t *number = json_array_get(numbers, i);
        const char *answer = text_of(number, "answer");
        if (i - from < (size_t)(t->values - answers))
            *table_cell(t, row, 0, (int)(i - from)) = number_cell(number);
        if (answers && *answer)
            *table_cell(t, row, 0, t->values - 1) =
                cell_text(strcmp(answer, "inconclusive") != 0 ? arena_text(t->arena, answer)
                          : *text_of(number, "saturated") ? arena_format(t->arena, "? %s", text_of(number, "saturated"))
                                                          : "?");
    }
}

static void add_head(struct table *t, const char *head) {
    struct table_value *v = table_add_value(t, head);
    v->head = "";
    v->detail = head;
}

size_t fill_claim(struct table *t, const json_t *numbers, size_t from, struct arena *arena) {
    static const struct table_label label[] = {{"setting", "", SHOW_ALL, LABEL_TEXT}, {0}};
    size_t end = end_of(numbers, from, "table"), first = end_of(numbers, from, "row");
    bool answers = false;
    table_begin(t, label, (int)(first - from) + 1, (int)(end - from), arena);
    t->corner = arena_text(arena, text_of(json_array_get(numbers, from), "table"));
    for (size_t i = from; i < first; i++) {
        add_head(t, arena_text(arena, text_of(json_array_get(numbers, i), "head")));
        answers = answers || *text_of(json_array_get(numbers, i), "answer");
    }
    if (answers)
        add_head(t, "");
    table_add_layer(t, "", NULL);
    for (size_t i = from, next; i < end; i = next) {
        next = end_of(numbers, i, "row");
        add_row(t, numbers, i, next, answers);
    }
    return end;
}

static void draw_numbers(const struct screen *s, const json_t *numbers, struct arena *arena) {
    for (size_t from = 0; from < json_array_size(numbers);) {
        struct table t;
        from = fill_claim(&t, numbers, from, arena);
        table_terminal(s, &t);
    }
    fputc('\n', s->out);
}

/* ---- Around them */

/* Whether a claim reads this experiment; with a label, whether it looks at that member beyond the trained length. */
static bool reads(const struct claim *c, const struct experiment *x, const char *label) {
    for (int i = 0; i < 2 * c->rows; i++) {
        const struct claim_point *p = i % 2 ? &c->row[i / 2].b : &c->row[i / 2].a;
        if (p->in == x && (!label || (p->at > 0 && strcmp(p->member, label) == 0)))
            return true;
    }
    return false;
}

/* "order: task order, 800 steps; first: ..." */
static void say_runs(const struct screen *s, const struct claims_book *b, const struct claim *c) {
    char text[CLAIM_TEXT] = "";
    for (int i = 0; i < b->experiments; i++)
        if (reads(c, b->experiment[i], NULL))
            text_append(text, sizeof text, "%s%s: %s", *text ? "; " : "", b->experiment[i]->name,
                        b->experiment[i]->summary);
    if (*text)
        text_append(text, sizeof text, ". %d seed%s.", b->seeds, b->seeds > 1 ? "s" : "");
    screen_say(s, INDENT, "    Run: %s", *text ? text : "nothing; computed from the formula.");
}

/* Seeds of models that were evaluated beyond the trained length: below the gate; and of any without a result. */
static void say_failed(const struct screen *s, const struct claims_book *b, const struct claim *c) {
    char below[CLAIM_TEXT] = "", missing[CLAIM_TEXT] = "";
    for (int i = 0; i < b->experiments; i++)
        for (int k = 0; k < b->experiment[i]->c.members; k++) {
            const struct experiment *x = b->experiment[i];
            const struct member *m = &x->c.member[k];
            if (m->status != STATUS_FINISHED && reads(c, x, NULL))
                text_append(missing, sizeof missing, "%s%s %s seed %d", *missing ? ", " : "", x->name, m->label,
                            m->seed);
            else if (m->status == STATUS_FINISHED && member_in_range(m) < x->c.compare.gate && reads(c, x, m->label))
                text_append(below, sizeof below, "%s%s %s seed %d (%.1f %%)", *below ? ", " : "", x->name, m->label,
                            m->seed, 100 * member_in_range(m));
        }
    if (*below)
        screen_say(s, INDENT, "    Below 95 %% in range, and in the means: %s", below);
    if (*missing)
        screen_say(s, INDENT, "    Without a result, and not in the means: %s", missing);
}

static void draw_claim(const struct screen *s, const struct claims_book *b, const json_t *claim, struct arena *arena) {
    const struct claim *c = claims_find(b, (int)json_integer_value(json_object_get(claim, "number")));
    const char *verdict = text_of(claim, "verdict");
    fprintf(s->out, "%2d. %s\n\n", c->number, c->sentence);
    screen_say(s, INDENT, "    %s", c->measured);
    say_runs(s, b, c);
    draw_numbers(s, json_object_get(claim, "numbers"), arena);
    say_failed(s, b, c);
    screen_say(s, INDENT, "    Rule: %s", text_of(claim, "rule"));
    screen_say(s, INDENT, "    Verdict: %s%s %s.", verdict,
               strcmp(verdict, verdict_names[VERDICT_DEPENDS]) == 0 ? "" : ":", text_of(claim, "text"));
    fputc('\n', s->out);
}

void claims_terminal(const struct screen *s, const struct claims_book *b, const json_t *claims, const char *folder,
                     struct arena *arena) {
    const json_t *claim;
    int models = 0;
    double seconds = 0;
    size_t k;
    json_array_foreach(claims, k, claim) draw_claim(s, b, claim, arena);
    for (int i = 0; i < b->experiments; i++) {
        models += b->experiment[i]->c.members;
        seconds += b->experiment[i]->c.seconds;
    }
    json_array_foreach(claims, k, claim)
        fprintf(s->out, "%2d  %-12s  %s\n", (int)json_integer_value(json_object_get(claim, "number")),
                text_of(claim, "verdict"), text_of(claim, "claim"));
    fprintf(s->out,
            "\nAccuracy in %%, differences in points: means over the seeds with a 95 %%\n"
            "interval (\xc2\xb1half, \xe2\x89\xa5low, \xe2\x89\xa4high or low..high). Differences are paired by seed.\n"
            "%d models in %.1f s; runs and claims.json are in %s.\n",
            models, seconds, folder);
}
