/* answer_screen.c -- an answer as a table, and in a terminal: the question, the rows that matter, what they show, how
 * to read them; no longer than the terminal is high. See answer.h. */
#include <math.h>
#include <stdlib.h>

#include "base/memory.h"
#include "base/text.h"
#include "base/utf8.h"
#include "result/answer.h"
#include "result/comparison_notes.h"
#include "result/fill_by_eighth.h"
#include "result/fill_folders.h"
#include "result/table_lengths.h"
#include "study/columns.h"
#include "study/series.h"

enum { HEIGHT_USUAL = 24, WIDTH_USUAL = 80, WIDTH_NARROW = 60, PROMPT = 1, ROWS_LEAST = 4 };

/* ---- As a table */

/* Of each model the rows that it takes, and the best that these come to at the tested length. */
struct shown {
    int rows;
    double best;
    bool chosen;
};

/* Chooses models while there is room: the first, then the best of those that are left. How many are left out. */
static int choose(struct shown *of, const struct answer *a, int most) {
    int left = a->models;
    for (int next = 0; next >= 0; left--) {
        if (of[next].rows > most && left < a->models)
            break;
        of[next].chosen = true;
        most -= of[next].rows;
        next = -1;
        for (int k = 0; k < a->models; k++)
            if (!of[k].chosen && (next < 0 || of[k].best > of[next].best))
                next = k;
    }
    return left;
}

/* Columns are headed by their words; single trained lengths are shown only with --full. */
static void name_columns(struct table *t, const struct comparison_result *c, bool narrow) {
    bool longer = c->lengths && c->words[length_longest(c)].high > c->words[IN_RANGE].high;
    for (int k = 0; k < t->values; k++) {
        struct table_value *v = &t->value[k];
        v->head = "";
        v->detail = narrow ? v->detail : arena_format(t->arena, "%s words", v->detail);
        v->off_screen = longer && !v->key && v->words.high <= c->words[IN_RANGE].high;
    }
}

int fill_answer(struct table *t, const struct answer *a, int most, bool narrow, struct arena *arena) {
    static const struct table_label head[] = {{"name", "", SHOW_ALL, LABEL_TEXT}, {0}};
    const struct comparison_result *c = a->c;
    struct shown *of = arena_alloc(arena, (size_t)a->models, sizeof *of);
    for (int i = 0; i < a->rows; i++) {
        struct shown *s = &of[a->of[a->row[i]]];
        s->rows++;
        s->best = fmax(s->best, c->row[a->row[i]].of[METRIC_ACCURACY][a->at].mean);
    }
    int left_out = most < a->rows ? choose(of, a, most) : 0;
    table_begin(t, head, compare_columns(c), a->rows, arena);
    fill_columns(t, c);
    name_columns(t, c, narrow);
    for (int m = 0; m < metric_count; m++)
        fill_layer(t, c, m,
                   m != METRIC_ACCURACY ? fill_metric_title(t, &metrics[m])
                   : narrow             ? "right, %; words"
                                        : "right answers, %");
    t->means = t->brief = true;
    t->corner = NULL;
    fill_baselines(t, c->baseline, c->baselines, 0);
    for (int i = 0; i < a->rows; i++) {
        const struct compare_row *r = &c->row[a->row[i]];
        const struct cell label =
            cell_text(answer_is_other(a, r) ? arena_format(arena, "  + %s", r->policy->name) : r->first->label);
        if (!left_out || of[a->of[a->row[i]]].chosen)
            fill_means(t, table_add_row(t, &label), c, r);
    }
    return left_out;
}

/* ---- Above the table */

struct answer_page {
    const struct answer *a;
    unsigned chosen;    /* metrics */
    int findings, rows; /* at most */
    struct arena *arena;
};

/* "Which position encoding still works on longer texts?" */
static const char *question(const struct answer *a, struct arena *arena) {
    const struct comparison_result *c = a->c;
    bool differ = false, longer = c->lengths && c->words[length_longest(c)].high > c->words[IN_RANGE].high;
    if (a->models == 1)
        return arena_format(arena, longer ? "Does %s still work on longer texts?" : "How often is %s right?",
                            a->model->own->first->label);
    for (const struct answer_model *m = a->model + 1; m < a->model + a->models; m++)
        differ = differ || m->own->first->settings->encoding != a->model->own->first->settings->encoding;
    return differ   ? longer ? "Which position encoding still works on longer texts?"
                             : "Which position encoding is right most often?"
           : longer ? "Which of these still works on longer texts?"
                    : "Which of these is right most often?";
}

static void draw_title(const struct screen *s, const struct answer_page *d) {
    const struct comparison_result *c = d->a->c;
    const char *asked = question(d->a, d->arena);
    const char *models = arena_format(d->arena, "%d model%s", c->members, text_plural(c->members));
    if (compare_before(c) < c->members && !c->only_read)
        models = arena_format(d->arena, "%s, %.1f s", models, c->seconds);
    int width = s->width < WIDTH_USUAL ? s->width : WIDTH_USUAL;
    int gap = width - utf8_columns(asked) - utf8_columns(models);
    screen_bold(s);
    if (gap > 1) {
        fputs(asked, s->out);
        screen_reset(s);
        fprintf(s->out, "%*s%s\n", gap, "", models);
    } else {
        screen_say(s, 0, "%s", asked);
        screen_reset(s);
        screen_say(s, 0, "%s", models);
    }
}

/* ---- Below it */

/* A mean with an interval as it is printed, and what it is: of the columns that always are, that in range and the last
 * one. */
static const char *example(const struct answer_page *d, const struct table *t, int layer) {
    char text[NUMBER_TEXT], ends[NUMBER_TEXT];
    for (int i = 0; i < 2 * t->rows; i++) {
        const struct cell *c = table_cell(t, &t->row[i / 2], layer, i % 2 ? t->values - 1 : 0);
        if (c->kind != CELL_NUMBER)
            continue;
        cell_print(text, ends, c);
        if (*ends)
            return arena_format(d->arena, "%s %s: mean of %d seeds, 95 %% interval. ", text, ends, c->n);
    }
    return "";
}

static void draw_below(const struct screen *s, const struct answer_page *d, const struct table *t, int left_out) {
    const struct comparison_result *c = d->a->c;
    const struct member *first = NULL;
    int layer = 0, missing = 0;
    while (layer < t->layers - 1 && !(d->chosen >> layer & 1))
        layer++;
    if (left_out)
        screen_say(s, 0, "Not shown: %d model%s lower at the longest length. All: --full", left_out,
                   left_out == 1 ? " that is" : "s that are");
    for (const struct member *m = c->member; m < c->member + c->members; m++) {
        first = m->status != STATUS_FINISHED && !first ? m : first;
        missing += m->status != STATUS_FINISHED;
    }
    if (missing) /* "No result: learned seed 1 (killed by signal 9) and 2 more; means leave them out." */
        screen_say(s, 0, "No result: %s seed %d (%s)%s; means leave %s out.", first->label, first->seed,
                   member_problem(first, d->arena),
                   missing > 1 ? arena_format(d->arena, " and %d more", missing - 1) : "", missing > 1 ? "them" : "it");
    for (int i = 0; i < d->findings; i++)
        screen_say(s, 2, "%d %s", i + 1, d->a->finding[i]);
    struct lines notes = {0};
    fill_notes(&notes, d->arena, c->left_out, fill_seen(c), c->note);
    lines_add(&notes, d->arena, fill_kernels(c->kernels));
    lines_terminal(s, &notes);
    const char *says = example(d, t, layer);
    screen_say(s, 0, "%sAll lengths, tests, seeds: --full", *says ? says : "One seed: no intervals. ");
}

static void draw(const struct screen *s, const struct answer_page *d) {
    const struct comparison_result *c = d->a->c;
    struct table t;
    struct list folders;
    int left_out = fill_answer(&t, d->a, d->rows, s->width < WIDTH_NARROW, d->arena);
    draw_title(s, d);
    screen_say(s, 0, "Task: %s Trained on %s.", c->settings.task->question, fill_trained(c, d->arena));
    fill_draw(s, &t, d->chosen);
    fill_folders(&folders, c, d->arena);
    list_terminal(s, &folders);
    draw_below(s, d, &t, left_out);
}

/* Draws it and prints it if it is short enough, or `anyway`. */
static bool print(const struct screen *s, const struct answer_page *d, int most, bool anyway) {
    struct screen part = *s;
    struct memory_stream text;
    memory_stream_open(&text);
    part.out = text.f;
    draw(&part, d);
    fclose(text.f);
    bool fits = anyway || screen_lines(text.bytes) <= most;
    if (fits)
        fputs(text.bytes, s->out);
    free(text.bytes);
    return fits;
}

/* Where it is too high, what is open goes first, then models. */
void answer_terminal(const struct screen *s, const struct comparison_result *c, unsigned chosen, int below,
                     struct arena *arena) {
    struct answer a;
    struct answer_page d = {.a = &a, .chosen = chosen, .arena = arena};
    int most = (s->height ? s->height : HEIGHT_USUAL) - PROMPT - below;
    answer_find(&a, c, arena);
    d.rows = a.rows < most ? a.rows : most;
    d.findings = a.findings;
    if (!print(s, &d, most, false))
        for (d.findings -= a.open; !print(s, &d, most, d.rows <= ROWS_LEAST); d.rows--) {
        }
}
