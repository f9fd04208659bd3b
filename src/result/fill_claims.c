/* fill_claims.c -- claims as tables and pictures, and on a screen: what was run, the numbers, the rule, the verdict;
 * see fill_claims.h. */
#include <math.h>
#include <string.h>

#include "base/text.h"
#include "claims/claims.h"
#include "result/fill_claims.h"
#include "study/series.h"

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

/* With the digits of its metric; of a formula's number, three that count. What a figure has no end of is null: the mean
 * where no seed reached it, the upper end where some did not. */
static struct cell number_cell(const json_t *number) {
    int metric = metric_find(text_of(number, "metric"));
    bool difference = strcmp(text_of(number, "of"), "difference") == 0, figure = metric >= 0 && metrics[metric].of_run;
    struct summary s = {(int)json_integer_value(json_object_get(number, "n")), number_of(number, "mean"),
                        number_of(number, "low"), number_of(number, "high")};
    if (figure && !difference && s.n > 0 && isnan(s.mean))
        s.mean = (double)INFINITY;
    if (figure && !isnan(s.low) && isnan(s.high))
        s.high = (double)INFINITY;
    if (s.n < 2)
        s.low = s.high = (double)NAN;
    struct cell c = metric < 0 ? cell_number(s.mean) : cell_summary(&metrics[metric].quantity, s, difference);
    c.kind = isnan(c.value) ? CELL_EMPTY : CELL_NUMBER;
    c.format.sign = difference;
    c.format.scale = 1;
    c.low = s.low;
    c.high = s.high;
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

/* "yes", "no", "?", "? ceiling"; "": the row decides nothing. */
static const char *said_of(const json_t *number, struct arena *arena) {
    const char *answer = text_of(number, "answer"), *saturated = text_of(number, "saturated");
    if (strcmp(answer, "inconclusive") != 0)
        return arena_text(arena, answer);
    return *saturated ? arena_format(arena, "? %s", saturated) : "?";
}

static const char *setting_of(const json_t *number, struct arena *arena) {
    bool added = json_is_true(json_object_get(number, "added"));
    return arena_format(arena, added ? "%s *" : "%s", text_of(number, "setting"));
}

/* Numbers from..end-1 as a row; what the table has no head for is left out. */
static void add_row(struct table *t, const json_t *numbers, size_t from, size_t end, bool answers) {
    const struct cell name = cell_text(setting_of(json_array_get(numbers, from), t->arena));
    struct table_row *row = table_add_row(t, &name);
    for (size_t i = from; i < end; i++) {
        const json_t *number = json_array_get(numbers, i);
        if (i - from < (size_t)(t->values - answers))
            *table_cell(t, row, 0, (int)(i - from)) = number_cell(number);
        if (answers && *text_of(number, "answer"))
            *table_cell(t, row, 0, t->values - 1) = cell_text(said_of(number, t->arena));
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

/* ---- As a picture */

/* The number that the answer of a row rests on: the difference, or the only value. */
static const json_t *decisive(const json_t *numbers, size_t from, size_t end) {
    const json_t *last = json_array_get(numbers, from);
    for (size_t i = from; i < end; i++)
        if (strcmp(text_of(json_array_get(numbers, i), "of"), "chance") != 0)
            last = json_array_get(numbers, i);
    return last;
}

/* "in range 100.0, longer 71.1" */
static const char *values_of(const json_t *numbers, size_t from, size_t end, struct arena *arena) {
    char text[CLAIM_LABEL] = "", number[NUMBER_TEXT];
    for (size_t i = from; i < end; i++) {
        const json_t *value = json_array_get(numbers, i);
        const struct cell c = number_cell(value);
        if (strcmp(text_of(value, "of"), "value") != 0 || c.kind != CELL_NUMBER)
            continue;
        cell_print(number, NULL, &c);
        text_append(text, sizeof text, "%s%s %s", *text ? ", " : "", text_of(value, "head"), number);
    }
    return *text ? arena_text(arena, text) : NULL;
}

/* "order, 2x: lost +28.9 (95 %: +24.3 to +34.0, n = 5): no" */
static const char *tell(const struct chart_row *r, const struct chart_point *p, const json_t *number,
                        struct arena *arena) {
    char text[2 * CLAIM_LABEL] = "", value[NUMBER_TEXT];
    struct cell c = number_cell(number);
    const double x[] = {c.value, p->low, p->high};
    bool open = isinf(p->high) || (c.format.ratio && p->low == 0); /* one end alone is known */
    static const char *const before[] = {"", " (95 %: ", " to "};
    text_append(text, sizeof text, "%s: %s ", r->name, text_of(number, "head"));
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

static enum chart_answer answer_of(const json_t *number) {
    const char *answer = text_of(number, "answer");
    return strcmp(answer, "yes") == 0  ? CHART_YES
           : strcmp(answer, "no") == 0 ? CHART_NO
           : *answer                   ? CHART_OPEN
                                       : CHART_NONE;
}

static void add_point(struct chart *p, const json_t *numbers, size_t from, size_t end, struct arena *arena) {
    const json_t *number = decisive(numbers, from, end);
    const struct cell c = number_cell(number);
    int i = p->curve->points++, n = (int)json_integer_value(json_object_get(number, "n"));
    double value = c.kind == CELL_NUMBER ? c.value : (double)NAN;
    p->curve->point[i] = (struct chart_point){i + 1, i + 1, value, c.low, c.high, n};
    p->row[i] = (struct chart_row){.name = setting_of(number, arena),
                                   .detail = values_of(numbers, from, end, arena),
                                   .says = said_of(number, arena),
                                   .answer = answer_of(number)};
    p->row[i].told = tell(&p->row[i], &p->curve->point[i], number, arena);
}

/* Where an interval means yes. */
static void add_zone(struct chart *p, const json_t *number, struct arena *arena) {
    const char *test = text_of(number, "test");
    double margin = number_of(number, "margin");
    p->zone_low = strcmp(test, claim_test_names[TEST_MORE]) == 0      ? margin
                  : strcmp(test, claim_test_names[TEST_NEAR]) == 0    ? -margin
                  : strcmp(test, claim_test_names[TEST_NO_MORE]) == 0 ? -HUGE_VAL
                                                                      : (double)NAN;
    p->zone_high = strcmp(test, claim_test_names[TEST_MORE]) == 0 ? HUGE_VAL : margin;
    if (!isnan(p->zone_low))
        p->zone_says = arena_format(arena,
                                    isinf(p->zone_high)  ? "yes: %g or more"
                                    : isinf(p->zone_low) ? "yes: below %g"
                                                         : "yes: within %g of 0",
                                    margin);
}

/* Numbers of a formula go over many powers of ten. */
static bool goes_far(const struct chart_curve *v) {
    double low = HUGE_VAL, high = 0;
    for (int i = 0; i < v->points; i++) {
        low = fmin(low, v->point[i].y);
        high = fmax(high, v->point[i].y);
    }
    return low > 0 && high >= 100 * low;
}

/* The table that begins with number `from`; the first number after it. */
static size_t add_part(struct chart *c, const json_t *numbers, size_t from, struct arena *arena) {
    size_t end = end_of(numbers, from, "table");
    struct chart *p = &c->part[c->parts++];
    const json_t *number = decisive(numbers, from, end_of(numbers, from, "row"));
    int metric = metric_find(text_of(number, "metric"));
    const struct quantity *of = metric < 0 ? NULL : &metrics[metric].quantity;
    bool difference = strcmp(text_of(number, "of"), "difference") == 0;
    const char *unit = !of ? "" : difference ? of->difference : of->unit;
    *p = (struct chart){.y_least = -HUGE_VAL, .y_most = HUGE_VAL, .curve = arena_alloc(arena, 1, sizeof *p->curve)};
    p->title = arena_format(arena, "%s%s", json_is_true(json_object_get(number, "control")) ? "Control: " : "",
                            text_of(number, "table"));
    p->y_title = arena_format(arena, "%s%s%s", text_of(number, "head"), *unit ? ", in " : "", unit);
    add_zone(p, number, arena);
    chart_add_curve(p, "rows", (struct sign){0}, (int)(end - from), arena);
    p->row = arena_alloc(arena, end - from, sizeof *p->row);
    for (size_t i = from, next; i < end; i = next) {
        next = end_of(numbers, i, "row");
        add_point(p, numbers, i, next, arena);
    }
    p->log_y = !of && goes_far(p->curve);
    if (difference) {
        struct chart_curve *none = chart_add_baseline(p, "no difference", 1, arena);
        none->point[none->points++] = chart_number(0, of && of->ratio ? 1 : 0);
    }
    return end;
}

/* "did not hold: yes in none of 4 settings", "depends on the task: ..." */
static const char *verdict_of(const json_t *claim, struct arena *arena) {
    const char *verdict = text_of(claim, "verdict");
    return arena_format(arena, "%s%s %s", verdict, strcmp(verdict, verdict_names[VERDICT_DEPENDS]) == 0 ? "" : ":",
                        text_of(claim, "text"));
}

/* Says only what is in the picture. */
static const char *note_of(const struct chart *c, struct arena *arena) {
    bool intervals = false, zones = false, open = false, none = false;
    for (const struct chart *p = c->part; p < c->part + c->parts; p++) {
        none = none || (p->baselines && chart_has(p, p->baseline->point->y));
        zones = zones || p->zone_says;
        for (int i = 0; i < p->curve->points; i++) {
            intervals = intervals || p->curve->point[i].low < p->curve->point[i].high;
            open = open || p->row[i].answer == CHART_OPEN;
        }
    }
    return arena_format(arena, "%s%s%s%s",
                        intervals ? "Points are means over seeds with 95 % intervals. " : "Points are exact. ",
                        zones ? "Inside the shaded range means yes, outside no. " : "",
                        open ? "?: inconclusive: across the border, or too near it for this many settings; ceiling, "
                               "chance: no room to differ. "
                             : "",
                        none ? "Dotted: no difference." : "");
}

void fill_claim_chart(struct chart *c, const json_t *claim, struct arena *arena) {
    char text[8192] = "";
    const json_t *numbers = json_object_get(claim, "numbers");
    size_t count = json_array_size(numbers);
    *c = (struct chart){.part = arena_alloc(arena, count + 1, sizeof *c->part)};
    c->title = arena_format(arena, "%d. %s", (int)json_integer_value(json_object_get(claim, "number")),
                            text_of(claim, "claim"));
    c->subtitle = arena_format(arena, "Verdict: %s.", verdict_of(claim, arena));
    for (size_t from = 0; from < count;)
        from = add_part(c, numbers, from, arena);
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
        text_append(text, sizeof text, ". %d seed%s.", b->seeds, text_plural(b->seeds));
    screen_say(s, INDENT, "    %s%s", *text ? "Run: " : "No training: computed from the formula.", text);
}

/* Seeds below this gate, of models that were evaluated beyond the trained length. */
static void say_below(const struct screen *s, const struct claims_book *b, const struct claim *c, double gate) {
    char below[CLAIM_TEXT] = "";
    for (int i = 0; i < b->experiments; i++)
        for (int k = 0; k < b->experiment[i]->c.members; k++) {
            const struct experiment *x = b->experiment[i];
            const struct member *m = &x->c.member[k];
            if (x->c.compare.gate == gate && m->status == STATUS_FINISHED && member_in_range(m) < gate &&
                reads(c, x, m->label))
                text_append(below, sizeof below, "%s%s %s seed %d (%.1f %%)", *below ? ", " : "", x->name, m->label,
                            m->seed, 100 * member_in_range(m));
        }
    if (*below)
        screen_say(s, INDENT, "    Below %g %% in range, but included in the means: %s", 100 * gate, below);
}

/* Those below each gate that an experiment has, once; then those without a result. */
static void say_failed(const struct screen *s, const struct claims_book *b, const struct claim *c) {
    char missing[CLAIM_TEXT] = "";
    for (int i = 0; i < b->experiments; i++)
        for (int k = 0; k < b->experiment[i]->c.members; k++) {
            const struct experiment *x = b->experiment[i];
            const struct member *m = &x->c.member[k];
            if (m->status != STATUS_FINISHED && reads(c, x, NULL))
                text_append(missing, sizeof missing, "%s%s %s seed %d", *missing ? ", " : "", x->name, m->label,
                            m->seed);
        }
    for (int i = 0; i < b->experiments; i++) {
        int first = 0;
        while (b->experiment[first]->c.compare.gate != b->experiment[i]->c.compare.gate)
            first++;
        if (first == i)
            say_below(s, b, c, b->experiment[i]->c.compare.gate);
    }
    if (*missing)
        screen_say(s, INDENT, "    Without a result, so not in the means: %s", missing);
}

static void draw_claim(const struct screen *s, const struct claims_book *b, const json_t *claim, struct arena *arena) {
    const struct claim *c = claims_find(b, (int)json_integer_value(json_object_get(claim, "number")));
    fprintf(s->out, "%2d. %s: %s\n\n", c->number, text_of(claim, "verdict"), c->sentence);
    screen_say(s, INDENT, "    %s", c->measured);
    say_runs(s, b, c);
    draw_numbers(s, json_object_get(claim, "numbers"), arena);
    say_failed(s, b, c);
    screen_say(s, INDENT, "    Rule: %s", text_of(claim, "rule"));
    screen_say(s, INDENT, "    Verdict: %s.", verdict_of(claim, arena));
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
    screen_say(s, 0, "%s", claims_rule);
    screen_say(
        s, 0,
        "Accuracy in %%, differences in points, by seed: 75 [68-81] is a mean over seeds and its 95 %% interval.");
    screen_say(s, 0, "%d models in %.1f s; runs and claims.json are in %s.", models, seconds, folder);
    fputc('\n', s->out);
    json_array_foreach(claims, k, claim)
        fprintf(s->out, "%2d  %-12s  %s\n", (int)json_integer_value(json_object_get(claim, "number")),
                text_of(claim, "verdict"), text_of(claim, "claim"));
}
