/* answer_screen.c -- an answer as a table, and in a terminal: the question, a row for each model, what they show, how
 * to read it; no longer than the terminal is high, if models were not typed one by one. See answer.h. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "base/text.h"
#include "base/utf8.h"
#include "result/answer.h"
#include "result/comparison_notes.h"
#include "result/table_lengths.h"
#include "study/series.h"

enum { HEIGHT_USUAL = 24, WIDTH_USUAL = 80, WIDTH_NARROW = 60, PROMPT = 1, TYPED_MOST = 50, BETTER_SHOWN = 2 };

/* ---- As a table */

/* Columns are headed by their words; single trained lengths, and all lengths together, are shown only with --full. Last
 * comes the policy of the table at the longest length. */
static void name_columns(struct table *t, const struct answer *a, bool narrow) {
    static const struct table_group longer = {"longer, as it is", "as it is"};
    struct table_group *group = arena_alloc(t->arena, 1, sizeof *group);
    for (int k = 0; k < t->values; k++) {
        struct table_value *v = &t->value[k];
        bool is_longer = v->words.high > a->c->words[IN_RANGE].high && k <= a->c->lengths;
        v->head = "";
        v->detail = narrow || !v->words.high ? v->detail : arena_format(t->arena, "%s words", v->detail);
        v->group = is_longer ? &longer : v->group;
        v->off_screen = k != IN_RANGE && !is_longer && !a->c->trained_differs;
    }
    if (!a->policy)
        return;
    const struct table_value *at = &t->value[a->at];
    struct table_value *v = table_add_value(t, a->policy->name);
    *group = (struct table_group){a->policy->name, a->policy->name};
    *v = (struct table_value){v->key, "", at->detail, group, at->words, at->keep - 1, false, false};
}

/* A row of the result at all lengths, or only the trained ones, and a number under the policy; NULL: it has none. */
static struct table_row *add_row(struct table *t, const struct answer *a, const char *label,
                                 const struct compare_row *of, bool longer, const struct compare_row *under) {
    const struct cell text = cell_text(label);
    struct table_row *row = table_add_row(t, &text);
    for (int m = 0; m < t->layers; m++)
        for (int k = 0; table_has_room(t, m) && k < t->values; k++) {
            const bool last = a->policy && k == t->values - 1, is_longer = k != IN_RANGE && !t->value[k].off_screen;
            const struct compare_row *r = last ? under : is_longer && !longer ? NULL : of;
            struct cell *c = table_cell(t, row, m, k);
            *c = r ? fill_mean(a->c, r, m, last ? a->at : k) : cell_none("");
            c->format.outwards = true;
        }
    return row;
}

void fill_answer(struct table *t, const struct answer *a, bool few, bool narrow, struct arena *arena) {
    static const struct table_label head[] = {{"name", "", SHOW_ALL, LABEL_TEXT}, {0}};
    const struct comparison_result *c = a->c;
    struct baseline_levels *baseline = arena_alloc(arena, (size_t)c->baselines, sizeof *baseline);
    int baselines = 0, better = 0;
    for (int i = 0; i < c->baselines; i++)
        if (i == CHANCE || !few || &c->baseline[i] == a->named)
            baseline[baselines++] = c->baseline[i];
    table_begin(t, head, compare_columns(c) + (a->policy != NULL), 2 * a->models, arena);
    fill_columns(t, c);
    name_columns(t, a, narrow);
    for (int m = 0; m < metric_count; m++)
        fill_layer(t, c, m,
                   m != METRIC_ACCURACY ? fill_metric_title(t, &metrics[m])
                   : narrow             ? "right, %; words"
                                        : "right answers, %");
    t->means = t->brief = true;
    t->corner = NULL;
    fill_baselines(t, baseline, baselines, 0, compare_columns(c));
    fill_chance_name(t, c->settings.task, a->at != IN_RANGE);
    for (int i = 0; a->policy && i < t->baselines; i++)
        for (int m = 0; m < t->layers; m++)
            if (table_has_room(t, m))
                *table_cell(t, &t->baseline[i], m, t->values - 1) = cell_none("");
    for (const struct answer_model *m = a->model; m < a->model + a->models; m++) {
        const struct member *first = m->series->first;
        if (!m->shown)
            continue;
        struct table_row *row = add_row(t, a, first->label, m->own, m->as_is, m->under);
        row->instead = m->own ? NULL : arena_format(arena, "no result: %s", member_problem(first, arena));
        if (m->instead && (!m->as_is || better++ < BETTER_SHOWN))
            add_row(t, a, arena_format(arena, "  + %s", m->instead->policy->name), m->instead, true, NULL);
    }
}

/* ---- Above the table */

struct answer_page {
    struct answer *a;
    unsigned chosen; /* metrics */
    bool few;        /* baselines */
    int hidden;
    struct arena *arena;
};

/* The question, or the first sentence in its place. */
static void draw_title(const struct screen *s, const struct answer_page *d) {
    const struct answer *a = d->a;
    const char *title = a->above ? *a->finding : answer_question(a, d->arena);
    const char *models = arena_format(d->arena, "%d one-layer model%s", a->c->members, text_plural(a->c->members));
    const int width = s->width < WIDTH_USUAL ? s->width : WIDTH_USUAL;
    const int gap = a->above ? 0 : width - utf8_columns(title) - utf8_columns(models);
    screen_bold(s);
    if (gap > 1)
        fputs(title, s->out);
    else
        screen_say(s, 0, "%s", title);
    screen_reset(s);
    if (gap > 1)
        fprintf(s->out, "%*s%s\n", gap, "", models);
    else if (!a->above)
        screen_say(s, 0, "%s", models);
}

/* ---- Below it */

/* A mean with an interval as it is printed, and what it is: of the columns that always are, that in range and the
 * longest one; and what these seeds resolve. */
static const char *legend(const struct answer_page *d, const struct table *t) {
    const struct answer *a = d->a;
    const struct quantity *q = &metrics[a->metric].quantity;
    const double resolved = q->scale * a->resolved;
    char text[NUMBER_TEXT], ends[NUMBER_TEXT] = "";
    struct range n = RANGE_NONE;
    for (const struct answer_model *m = a->model; m < a->model + a->models; m++)
        if (m->own && m->shown)
            n = range_around(n, (struct range){m->own->finished, m->own->finished});
    for (int i = 0; i < 2 * t->rows && !*ends; i++) {
        const struct cell *c = table_cell(t, &t->row[i / 2], a->metric, i % 2 ? a->at : IN_RANGE);
        if (c->kind == CELL_NUMBER)
            cell_print(text, ends, c);
    }
    const char *seeds = fill_range(n, " to ", d->arena);
    if (!*ends)
        return n.high < 2
                   ? "One seed: no intervals, no tests."
                   : arena_format(d->arena, "Mean of %s seeds; intervals that round to the mean are not shown.", seeds);
    return arena_format(d->arena, "%s %s: mean of %s seeds, 95 %% interval%s.", text, ends, seeds,
                        isnan(resolved) || resolved >= 100 || isinf(q->high)
                            ? ""
                            : arena_format(d->arena, ", resolving %.0f %.*s", ceil(resolved),
                                           (int)strlen(q->difference) - (ceil(resolved) == 1), q->difference));
}

static void draw_below(const struct screen *s, const struct answer_page *d, const struct table *t) {
    const struct comparison_result *c = d->a->c;
    const struct member *first = c->member;
    const int more = c->members - compare_count(c, STATUS_FINISHED) - 1;
    struct lines notes = {0};
    while (more >= 0 && first->status == STATUS_FINISHED)
        first++;
    for (int i = d->a->above; i < d->a->findings; i++)
        screen_say(s, 2, "%d %s", i + 1 - d->a->above, d->a->finding[i]);
    if (more >= 0) /* "No result: learned seed 1 (killed by signal 9) and 2 more; means leave them out." */
        screen_say(s, 0, "No result: %s seed %d (%s)%s; means leave %s out.", first->label, first->seed,
                   member_problem(first, d->arena), more ? arena_format(d->arena, " and %d more", more) : "",
                   more ? "them" : "it");
    fill_notes(&notes, d->arena, c->left_out, fill_seen(c), c->note);
    lines_add(&notes, d->arena, fill_kernels(c->kernels));
    lines_terminal(s, &notes);
    screen_say(s, 0, "%s %s", legend(d, t),
               d->hidden ? arena_format(d->arena, "%d more: --full", d->hidden) : "More: --full");
}

static void draw(const struct screen *s, const struct answer_page *d) {
    const struct comparison_result *c = d->a->c;
    struct table t;
    fill_answer(&t, d->a, d->few, s->width < WIDTH_NARROW, d->arena);
    draw_title(s, d);
    screen_say(s, 0, "Task: %s Trained on %s.%s", c->settings.task->question, fill_trained(c, d->arena),
               d->a->above ? arena_format(d->arena, " %d model%s.", c->members, text_plural(c->members)) : "");
    t.drawn = d->chosen;
    table_terminal(s, &t);
    draw_below(s, d, &t);
}

/* ---- What is left out where it is too high: baselines, then models that were not typed */

/* Draws it and prints it if it is short enough, or `anyway`. */
static bool print(const struct screen *s, const struct answer_page *d, int most, bool anyway) {
    struct screen part = *s;
    struct memory_stream text;
    memory_stream_open(&text);
    part.out = text.f;
    answer_say(d->a, d->arena);
    draw(&part, d);
    fclose(text.f);
    bool fits = anyway || screen_lines(text.bytes) <= most;
    if (fits)
        fputs(text.bytes, s->out);
    free(text.bytes);
    return fits;
}

/* Whether models were named one by one: not by `all`, a grid, or a list that a program wrote. */
static bool is_typed(const struct comparison_result *c) {
    return !text_lists(c->compare.members, "all") && !*c->compare.grid && c->labels <= TYPED_MOST;
}

static int lowest_first(const void *x, const void *y) {
    const struct answer_model *a = *(struct answer_model *const *)x, *b = *(struct answer_model *const *)y;
    return a->best != b->best ? (a->best > b->best) - (a->best < b->best) : (a < b) - (a > b);
}

/* Finds the answer, and prints it with as many models as fit. The first control stays: it says what guessing is. */
static void fit(struct answer *a, const struct screen *s, const struct comparison_result *c, unsigned chosen, int below,
                struct arena *arena) {
    struct answer_page d = {.a = a, .chosen = chosen, .arena = arena};
    struct answer_model **go = arena_alloc(arena, (size_t)c->labels, sizeof *go);
    int most = (s->height ? s->height : HEIGHT_USUAL) - PROMPT - below, can_go = 0;
    bool control = false;
    int metric = 0;
    while (metric < metric_count - 1 && !(chosen >> metric & 1))
        metric++;
    answer_find(a, c, metric, arena);
    for (struct answer_model *m = a->model; m < a->model + a->models && !is_typed(c); m++) {
        if (m->is != CLASS_CONTROL || control)
            go[can_go++] = m;
        control |= m->is == CLASS_CONTROL;
    }
    qsort(go, (size_t)can_go, sizeof *go, lowest_first);
    for (; a->models - d.hidden > most && d.hidden < can_go; d.hidden++) /* surely too many */
        go[d.hidden]->shown = false;
    while (!print(s, &d, most, d.few && d.hidden == can_go))
        if (!d.few)
            d.few = true;
        else
            go[d.hidden++]->shown = false;
}

const char *answer_terminal(const struct screen *s, const struct comparison_result *c, unsigned chosen, int below,
                            struct arena *arena) {
    struct answer a;
    fit(&a, s, c, chosen, below, arena);
    return a.metric == METRIC_ACCURACY ? answer_next(&a, arena) : NULL;
}

void answer_find_shown(struct answer *a, const struct comparison_result *c, struct arena *arena) {
    struct memory_stream text;
    memory_stream_open(&text);
    fit(a, &(struct screen){.out = text.f, .width = WIDTH_USUAL}, c, 1u << METRIC_ACCURACY, 0, arena);
    fclose(text.f);
    free(text.bytes);
}
