/* fill_claims.c -- claims on a screen: what was run, the numbers as tables, the rule, the verdict; see fill.h. */
#include <math.h>
#include <string.h>

#include "base/text.h"
#include "claims/claims.h"
#include "present/fill.h"

enum { INDENT = 8, COLUMNS = 5 };

/* ---- Numbers */

/* With the digits of its metric; of a formula's number, three that count. */
static struct cell mean_cell(struct claim_number x, const struct metric *m, bool sign) {
    struct cell c = cell_number(x.mean);
    c.kind = isnan(x.mean) ? CELL_EMPTY : CELL_NUMBER;
    c.format = (struct number_format){1, m ? m->digits : -1, sign};
    c.low = x.n > 1 ? x.low : c.low;
    c.high = x.n > 1 ? x.high : c.high;
    return c;
}

/* A NULL head: no such column. */
static void add_row(struct table *t, const struct claim_row *row, const struct claim_result_row *r,
                    const char *const head[COLUMNS]) {
    static const char *const answers[] = {[ANSWER_OPEN] = "?", [ANSWER_YES] = "yes", [ANSWER_NO] = "no"};
    const struct metric *m = claim_metric(row);
    char setting[CLAIM_LABEL];
    const struct cell name = cell_text(arena_format(t->arena, row->added ? "%s *" : "%s", claim_setting(row, setting)));
    const struct claim_number chance = {.mean = r->chance};
    const struct cell cell[COLUMNS] = {
        mean_cell(r->a, m, false), mean_cell(r->b, m, false), mean_cell(r->difference, m, true),
        mean_cell(chance, m, false),
        cell_text(r->saturated ? arena_format(t->arena, "? %s", r->saturated) : answers[r->answer])};
    struct table_row *to = table_add_row(t, &name);
    for (int k = 0, v = 0; k < COLUMNS; k++)
        if (head[k])
            *table_cell(t, to, 0, v++) = cell[k];
}

/* Rows from..end-1, which are all of one of the claim's tables. */
static void fill_numbers(struct table *t, const struct claim_result *r, int from, int end, struct arena *arena) {
    static const struct table_label label[] = {{"setting", "", SHOW_ALL, false}, {0}};
    const struct claim_table *of = r->claim->row[from].table;
    const char *const head[COLUMNS] = {of->head[0], of->head[1], of->head[2],
                                       isnan(r->row[from].chance) ? NULL : "chance",
                                       of->role == TABLE_SHOWN ? NULL : ""};
    table_begin(t, label, COLUMNS, end - from, arena);
    t->corner = of->title;
    for (int k = 0; k < COLUMNS; k++)
        if (head[k]) {
            struct table_value *v = table_add_value(t, head[k]);
            v->head = "";
            v->detail = head[k];
        }
    table_add_layer(t, "", NULL);
    for (int i = from; i < end; i++)
        add_row(t, &r->claim->row[i], &r->row[i], head);
}

static void draw_numbers(const struct screen *s, const struct claim_result *r, struct arena *arena) {
    const struct claim_row *row = r->claim->row;
    for (int from = 0, end; from < r->claim->rows; from = end) {
        struct table t;
        for (end = from + 1; end < r->claim->rows && row[end].table == row[from].table; end++) {
        }
        fill_numbers(&t, r, from, end, arena);
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

/* Seeds below the gate of models that were evaluated beyond the trained length. */
static void say_failed(const struct screen *s, const struct claims_book *b, const struct claim *c) {
    char text[CLAIM_TEXT] = "";
    for (int i = 0; i < b->experiments; i++)
        for (int k = 0; k < b->experiment[i]->c.members; k++) {
            const struct member *m = &b->experiment[i]->c.member[k];
            if (m->status == STATUS_FINISHED && member_in_range(m) < m->settings.compare.gate &&
                reads(c, b->experiment[i], m->label))
                text_append(text, sizeof text, "%s%s %s seed %d (%.1f %%)", *text ? ", " : "", b->experiment[i]->name,
                            m->label, m->seed, 100 * member_in_range(m));
        }
    if (*text)
        screen_say(s, INDENT, "    Below 95 %% in range, and in the means: %s", text);
}

static void draw_claim(const struct screen *s, const struct claims_book *b, const struct claim_result *r,
                       struct arena *arena) {
    char rule[CLAIM_TEXT];
    const struct claim *c = r->claim;
    fprintf(s->out, "%2d. %s\n\n", c->number, c->sentence);
    screen_say(s, INDENT, "    %s", c->measured);
    say_runs(s, b, c);
    draw_numbers(s, r, arena);
    say_failed(s, b, c);
    claim_rule(c, rule);
    screen_say(s, INDENT, "    Rule: %s", rule);
    screen_say(s, INDENT, "    Verdict: %s%s %s.", verdict_names[r->verdict], r->verdict == VERDICT_DEPENDS ? "" : ":",
               r->text);
    fputc('\n', s->out);
}

void claims_terminal(const struct screen *s, const struct claims_book *b, const struct claim_result *r, int count,
                     const char *folder, struct arena *arena) {
    int models = 0;
    double seconds = 0;
    for (int k = 0; k < count; k++)
        draw_claim(s, b, &r[k], arena);
    for (int i = 0; i < b->experiments; i++) {
        models += b->experiment[i]->c.members;
        seconds += b->experiment[i]->c.seconds;
    }
    for (int k = 0; k < count; k++)
        fprintf(s->out, "%2d  %-12s  %s\n", r[k].claim->number, verdict_names[r[k].verdict], r[k].claim->sentence);
    fprintf(s->out,
            "\nAccuracy in %%, differences in points: means over the seeds, with \xc2\xb1 half of a\n"
            "95 %% interval (Student t). Differences are paired by seed.\n"
            "%d models in %.1f s; runs and claims.json are in %s.\n",
            models, seconds, folder);
}
