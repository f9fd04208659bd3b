/* fill_claims.c -- claims as tables, and on a screen: what was run, the numbers, the rule, the verdict; see
 * fill_claims.h. */
#include <math.h>
#include <string.h>

#include "base/text.h"
#include "claims/claims.h"
#include "claims/fill_claims.h"
#include "study/series.h"

enum { INDENT = 8 };

/* ---- Numbers */

/* With the digits of its metric; of a formula's number, three that count. */
static struct cell number_cell(const struct claim_row *row, struct summary s, bool difference) {
    const struct metric *m = claim_metric(row);
    if (s.n < 2)
        s.low = s.high = (double)NAN;
    struct cell c = m ? cell_summary(&m->quantity, s, difference) : cell_number(s.mean);
    c.kind = isnan(c.value) ? CELL_EMPTY : CELL_NUMBER;
    c.format.sign = difference;
    c.format.scale = 1;
    if (row->table->role != TABLE_SHOWN && (difference || !row->table->head[2]))
        c.format.limit = row->table->margin;
    c.low = s.low;
    c.high = s.high;
    return c;
}

/* The first row after this one that is of another table. */
static int end_of(const struct claim *c, int from) {
    int end = from + 1;
    while (end < c->rows && c->row[end].table == c->row[from].table)
        end++;
    return end;
}

/* "yes", "no", "?", "? ceiling"; "": the row decides nothing. */
static const char *said_of(const struct claim_result *r, int i, struct arena *arena) {
    const struct claim_result_row *row = &r->row[i];
    if (row->answer != ANSWER_OPEN)
        return row->answer ? answer_names[row->answer] : "";
    return row->saturated ? arena_format(arena, "? %s", row->saturated) : "?";
}

static const char *setting_of(const struct claim_row *row, struct arena *arena) {
    char text[CLAIM_LABEL];
    return arena_format(arena, row->added ? "%s *" : "%s", claim_setting(row, text));
}

int fill_claim(struct table *t, const struct claim_result *r, int from, struct arena *arena) {
    static const struct table_label label[] = {{"setting", "", SHOW_ALL, LABEL_TEXT}, {0}};
    const struct claim_row *of = r->claim->row;
    struct claim_number x[CLAIM_NUMBERS];
    int end = end_of(r->claim, from), heads = claim_numbers(x, r, from);
    bool answers = of[from].table->role != TABLE_SHOWN;
    table_begin(t, label, heads + 1, end - from, arena);
    t->corner = of[from].table->title;
    for (int k = 0; k < heads + answers; k++) {
        struct table_value *v = table_add_value(t, k < heads ? x[k].head : "");
        v->detail = k < heads ? x[k].head : "";
        v->head = "";
    }
    table_add_layer(t, "", NULL);
    for (int i = from; i < end; i++) {
        const struct cell name = cell_text(setting_of(&of[i], arena));
        struct table_row *row = table_add_row(t, &name);
        int numbers = claim_numbers(x, r, i);
        for (int k = 0; k < numbers && k < heads; k++)
            *table_cell(t, row, 0, k) = number_cell(&of[i], x[k].is, x[k].of == OF_DIFFERENCE);
        if (answers)
            *table_cell(t, row, 0, heads) = cell_text(said_of(r, i, arena));
    }
    return end;
}

/* "did not hold: yes in none of 4 settings", "depends on the task: ..." */
static const char *verdict_of(const struct claim_result *r, struct arena *arena) {
    return arena_format(arena, "%s%s %s", verdict_names[r->verdict], r->verdict == VERDICT_DEPENDS ? "" : ":", r->text);
}

/* ---- Around them */

/* Whether a claim reads this experiment; with a label, whether it looks at that member beyond the trained length. */
static bool reads(const struct claim *c, const struct experiment *x, const char *label) {
    for (int i = 0; i < 2 * c->rows; i++) {
        for (const struct claim_point *p = i % 2 ? &c->row[i / 2].b : &c->row[i / 2].a; p; p = p->other)
            if (p->in == x && (!label || (p->at > 0 && strcmp(p->member, label) == 0)))
                return true;
    }
    return false;
}

/* "order rope seed 1 (93.5 %), seed 4 (94.0 %), order alibi seed 2 (90.0 %)": seeds below this gate, of models that
 * were evaluated beyond the trained length; NAN: those without a result. */
static void say_seeds(const struct screen *s, const struct claims_book *b, const struct claim *c, double gate) {
    char list[CLAIM_TEXT] = "";
    for (int i = 0; i < b->experiments; i++) {
        const struct experiment *x = b->experiment[i];
        const char *named = "";
        for (int k = 0; k < x->c.members; k++) {
            const struct member *m = &x->c.member[k];
            bool missing = m->status != STATUS_FINISHED;
            if (isnan(gate)
                    ? !missing || !reads(c, x, NULL)
                    : missing || x->c.compare.gate != gate || member_in_range(m) >= gate || !reads(c, x, m->label))
                continue;
            text_append(list, sizeof list, *list ? ", " : "");
            if (strcmp(named, m->label) != 0)
                text_append(list, sizeof list, "%s %s ", x->name, m->label);
            named = m->label;
            text_append(list, sizeof list, "seed %d", m->seed);
            if (!missing)
                text_append(list, sizeof list, " (%.1f %%)", 100 * member_in_range(m));
        }
    }
    if (*list && isnan(gate))
        screen_say(s, INDENT, "    Without a result, so not in the means: %s", list);
    else if (*list)
        screen_say(s, INDENT, "    Below %g %% in range, but included in the means: %s", 100 * gate, list);
}

static void draw_claim(const struct screen *s, const struct claims_book *b, const struct claim_result *r,
                       struct arena *arena) {
    const struct claim *c = r->claim;
    char text[CLAIM_TEXT] = "";
    fprintf(s->out, "%2d. %s: %s\n\n", c->number, verdict_names[r->verdict], c->sentence);
    screen_say(s, INDENT, "    %s", c->measured);
    for (int i = 0; i < b->experiments; i++) { /* "order: task order, 800 steps, 5 seeds; first: ..." */
        const struct experiment *x = b->experiment[i];
        if (reads(c, x, NULL))
            text_append(text, sizeof text, "%s%s: %s, %d seed%s", *text ? "; " : "Run: ", x->name, x->summary, x->seeds,
                        text_plural(x->seeds));
    }
    screen_say(s, INDENT, "    %s.", *text ? text : "No training: computed from the formula");
    for (int from = 0; from < c->rows;) {
        struct table t;
        from = fill_claim(&t, r, from, arena);
        table_terminal(s, &t);
    }
    fputc('\n', s->out);
    for (int i = 0; i < b->experiments; i++) { /* each gate once */
        int first = 0;
        while (b->experiment[first]->c.compare.gate != b->experiment[i]->c.compare.gate)
            first++;
        if (first == i)
            say_seeds(s, b, c, b->experiment[i]->c.compare.gate);
    }
    say_seeds(s, b, c, (double)NAN);
    screen_say(s, INDENT, "    Rule: %s", r->rule);
    screen_say(s, INDENT, "    Verdict: %s.", verdict_of(r, arena));
    fputc('\n', s->out);
}

void claims_terminal(const struct screen *s, const struct claims_book *b, const struct claim_result *r, int count,
                     const char *folder, struct arena *arena) {
    int models = 0;
    double seconds = 0;
    for (int i = 0; i < count; i++)
        draw_claim(s, b, &r[i], arena);
    for (int i = 0; i < b->experiments; i++) {
        models += b->experiment[i]->c.members;
        seconds += b->experiment[i]->c.seconds;
    }
    screen_say(s, 0, "%s", claims_rule);
    screen_say(
        s, 0,
        "Accuracy in %%, differences in points, by seed: 75 [68-81] is a mean over seeds and its 95 %% interval.");
    if (models)
        screen_say(s, 0, "%d models in %.1f s; runs and claims.json are in %s.", models, seconds, folder);
    else
        screen_say(s, 0, "Nothing was trained; claims.json is in %s.", folder);
    fputc('\n', s->out);
    for (int i = 0; i < count; i++)
        fprintf(s->out, "%2d  %-12s  %s\n", r[i].claim->number, verdict_names[r[i].verdict], r[i].claim->sentence);
}
