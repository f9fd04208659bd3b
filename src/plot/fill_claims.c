/* fill_claims.c -- claims as tables and pictures, and on a screen: what was run, the numbers, the rule, the verdict;
 * see fill_claims.h. */
#include <math.h>
#include <string.h>

#include "base/text.h"
#include "claims/claims.h"
#include "plot/fill_claims.h"
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

/* ---- As a picture */

/* "order, 2x: lost +28.9 (95 %, Holm: +24.3 to +34.0, n = 5): no" */
static const char *tell(const struct chart_row *r, const struct chart_point *p, const char *head, struct cell c,
                        bool judged, struct arena *arena) {
    char text[2 * CLAIM_LABEL] = "", value[NUMBER_TEXT];
    const double x[] = {c.value, p->low, p->high};
    bool open = isinf(p->high) || (c.format.ratio && p->low == 0); /* one end alone is known */
    const char *const before[] = {"", judged ? " (95 %, Holm: " : " (95 %: ", " to "};
    text_append(text, sizeof text, "%s: %s ", r->name, head);
    if (c.kind != CELL_NUMBER)
        return arena_format(arena, "%shas no number", text);
    for (int i = 0; i < (isnan(p->low) ? 1 : open ? 2 : 3); i++) {
        c.value = x[i > 0 && open && !isinf(p->high) ? 2 : i];
        cell_print(value, NULL, &c);
        text_append(text, sizeof text, "%s%s", before[i], value);
    }
    if (open)
        text_append(text, sizeof text, isinf(p->high) ? " or more" : " or less");
    if (!isnan(p->low))
        text_append(text, sizeof text, ", n = %d)", p->n);
    text_append(text, sizeof text, *r->says ? ": %s" : "%s", r->says);
    return arena_text(arena, text);
}

/* The number that the answer of a row rests on: the difference, or the only value. */
static void add_point(struct chart *p, const struct claim_result *r, int i, struct arena *arena) {
    const struct claim_row *row = &r->claim->row[i];
    const struct claim_table *t = row->table;
    const struct summary s = r->row[i].difference;
    const struct cell c = number_cell(row, s, t->head[2]);
    char text[CLAIM_LABEL] = "", number[NUMBER_TEXT]; /* "in range 100.0, longer 71.1" */
    struct claim_number x[CLAIM_NUMBERS];
    int k = p->curve->points++, numbers = claim_numbers(x, r, i);
    for (int n = 0; n < numbers; n++) {
        const struct cell own = number_cell(row, x[n].is, false);
        if (x[n].of != OF_VALUE || own.kind != CELL_NUMBER)
            continue;
        cell_print(number, NULL, &own);
        text_append(text, sizeof text, "%s%s %s", *text ? ", " : "", x[n].head, number);
    }
    p->curve->point[k] =
        (struct chart_point){k + 1, k + 1, c.kind == CELL_NUMBER ? c.value : (double)NAN, c.low, c.high, s.n};
    p->row[k] = (struct chart_row){.name = setting_of(row, arena),
                                   .detail = *text ? arena_text(arena, text) : NULL,
                                   .says = said_of(r, i, arena),
                                   .answer = r->row[i].answer};
    p->row[k].told =
        tell(&p->row[k], &p->curve->point[k], t->head[t->head[2] ? 2 : 0], c, t->role == TABLE_JUDGED, arena);
}

/* The table that begins with row `from`; the first row after it. */
static int add_part(struct chart *c, const struct claim_result *r, int from, struct arena *arena) {
    static const char *const says[] = {
        [TEST_MORE] = "yes: %g or more", [TEST_NO_MORE] = "yes: below %g", [TEST_NEAR] = "yes: within %g of 0"};
    const struct claim_table *t = r->claim->row[from].table;
    const struct metric *m = claim_metric(&r->claim->row[from]);
    bool difference = t->head[2];
    double low = HUGE_VAL, high = 0;
    int end = end_of(r->claim, from);
    struct chart *p = &c->part[c->parts++];
    const char *unit = !m ? "" : difference ? m->quantity.difference : m->quantity.unit;
    *p = (struct chart){.y_least = -HUGE_VAL, .y_most = HUGE_VAL, .curve = arena_alloc(arena, 1, sizeof *p->curve)};
    p->title = arena_format(arena, "%s%s", t->role == TABLE_CONTROL ? "Control: " : "", t->title);
    p->y_title = arena_format(arena, "%s%s%s", t->head[difference ? 2 : 0], *unit ? ", in " : "", unit);
    if (t->role != TABLE_SHOWN) { /* where an interval means yes */
        p->zone_low = t->test == TEST_MORE ? t->margin : t->test == TEST_NEAR ? -t->margin : -HUGE_VAL;
        p->zone_high = t->test == TEST_MORE ? HUGE_VAL : t->margin;
        p->zone_says = arena_format(arena, says[t->test], t->margin);
    }
    chart_add_curve(p, "rows", (struct sign){0}, end - from, arena);
    p->row = arena_alloc(arena, (size_t)(end - from), sizeof *p->row);
    for (int i = from; i < end; i++) {
        add_point(p, r, i, arena);
        low = fmin(low, p->curve->point[i - from].y);
        high = fmax(high, p->curve->point[i - from].y);
    }
    p->log_y = !m && low > 0 && high >= 100 * low; /* numbers of a formula go over many powers of ten */
    if (difference) {
        struct chart_curve *none = chart_add_baseline(p, "no difference", 1, arena);
        none->point[none->points++] = chart_number(0, m && m->quantity.ratio ? 1 : 0);
    }
    return end;
}

/* "did not hold: yes in none of 4 settings", "depends on the task: ..." */
static const char *verdict_of(const struct claim_result *r, struct arena *arena) {
    return arena_format(arena, "%s%s %s", verdict_names[r->verdict], r->verdict == VERDICT_DEPENDS ? "" : ":", r->text);
}

/* Says only what is in the picture. */
static const char *note_of(const struct chart *c, struct arena *arena) {
    bool intervals = false, zones = false, open = false, none = false;
    for (const struct chart *p = c->part; p < c->part + c->parts; p++) {
        none = none || (p->baselines && chart_has(p, p->baseline->point->y));
        zones = zones || p->zone_says;
        for (int i = 0; i < p->curve->points; i++) {
            intervals = intervals || p->curve->point[i].low < p->curve->point[i].high;
            open = open || p->row[i].answer == ANSWER_OPEN;
        }
    }
    return arena_format(
        arena, "%s%s%s%s%s", intervals ? "Points are means over seeds with 95 % intervals. " : "Points are exact. ",
        intervals && zones ? "Those of judged rows are corrected for the number of settings (Holm). " : "",
        zones ? "Inside the shaded range means yes, outside no. " : "",
        open ? "?: inconclusive: across the border; ceiling, chance: no room to differ. " : "",
        none ? "Dotted: no difference." : "");
}

void fill_claim_chart(struct chart *c, const struct claim_result *r, struct arena *arena) {
    char text[8192] = "";
    *c = (struct chart){.part = arena_alloc(arena, (size_t)r->claim->rows + 1, sizeof *c->part)};
    c->title = arena_format(arena, "%d. %s", r->claim->number, r->claim->sentence);
    c->subtitle = arena_format(arena, "Verdict: %s.", verdict_of(r, arena));
    for (int from = 0; from < r->claim->rows;)
        from = add_part(c, r, from, arena);
    chart_fit(c);
    c->note = note_of(c, arena);
    text_append(text, sizeof text, "%s %s", c->title, c->subtitle);
    for (const struct chart *p = c->part; p < c->part + c->parts; p++) {
        text_append(text, sizeof text, " %s.", p->title);
        for (int i = 0; i < p->curve->points; i++)
            text_append(text, sizeof text, " %s.", p->row[i].told);
    }
    c->describe = arena_text(arena, text);
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

/* Seeds below this gate, of models that were evaluated beyond the trained length; NAN: those without a result. */
static void say_seeds(const struct screen *s, const struct claims_book *b, const struct claim *c, double gate) {
    char list[CLAIM_TEXT] = "";
    for (int i = 0; i < b->experiments; i++) {
        const struct experiment *x = b->experiment[i];
        for (int k = 0; k < x->c.members; k++) {
            const struct member *m = &x->c.member[k];
            bool missing = m->status != STATUS_FINISHED;
            if (isnan(gate)
                    ? !missing || !reads(c, x, NULL)
                    : missing || x->c.compare.gate != gate || member_in_range(m) >= gate || !reads(c, x, m->label))
                continue;
            text_append(list, sizeof list, "%s%s %s seed %d", *list ? ", " : "", x->name, m->label, m->seed);
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
    for (int i = 0; i < b->experiments; i++) /* "order: task order, 800 steps; first: ..." */
        if (reads(c, b->experiment[i], NULL))
            text_append(text, sizeof text, "%s%s: %s", *text ? "; " : "", b->experiment[i]->name,
                        b->experiment[i]->summary);
    if (*text)
        text_append(text, sizeof text, ". %d seed%s.", b->seeds, text_plural(b->seeds));
    screen_say(s, INDENT, "    %s%s", *text ? "Run: " : "No training: computed from the formula.", text);
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
