/* fill_by_position.c -- see fill_by_position.h. */
#include <math.h>
#include <string.h>

#include "base/text.h"
#include "plot/chart_rows.h"
#include "plot/fill_by_position.h"
#include "result/comparison_notes.h"
#include "result/table_lengths.h"
#include "study/columns.h"
#include "study/series.h"

enum { EIGHTHS = METRIC_EIGHTHS };

/* Each eighth at its middle; of several seeds each. */
static void fill_curve(struct chart_curve *v, const struct comparison_result *c, const struct compare_row *r, int i,
                       struct arena *arena) {
    const struct series *of = r->first->series;
    double x[EIGHTHS + 1];
    for (int eighth = 1; eighth <= EIGHTHS; eighth++) {
        struct summary s = r->of[metric_of_eighth(eighth)][i];
        x[eighth] = c->words[i].high * (eighth - 0.5) / EIGHTHS;
        if (s.n)
            v->point[v->points++] = chart_mean(x[eighth], x[eighth], 100, s);
    }
    if (!v->points || v->point[0].n < 2)
        return;
    v->seed = arena_alloc(arena, (size_t)series_seeds(of) * EIGHTHS, sizeof *v->seed);
    for (const struct member *m = of->first; m < of->end; m++)
        for (int eighth = 1; eighth <= EIGHTHS; eighth++)
            fill_seed(v, m, r->policy, metric_of_eighth(eighth), i, x[eighth]);
}

static void fill_texts(struct chart *chart, const struct comparison_result *c, const struct fill_rows *rows, int i,
                       struct arena *arena) {
    char text[4096] = "";
    int words = c->words[i].high;
    for (int k = 0; k < chart->curves; k++)
        text_append(text, sizeof text, " %s: %.1f in its first eighth, %.1f in its last.", chart->curve[k].name,
                    chart->curve[k].point[0].y, chart->curve[k].point[chart->curve[k].points - 1].y);
    chart->title = arena_format(arena, "Accuracy by position, at %d words", words);
    chart->subtitle = fill_subtitle(c, arena);
    chart->describe = arena_format(arena,
                                   "Accuracy in percent against the position of the target in sequences of %d "
                                   "words; trained on %d to %d.%s",
                                   words, c->words[IN_RANGE].low, c->words[IN_RANGE].high, text);
    chart->note = arena_format(arena, "%s%sEach point is the mean over an eighth of the sequence.",
                               fill_rows_text(rows), fill_means_text(chart));
}

bool fill_by_position(struct chart *chart, const struct comparison_result *c, const struct fill_rows *rows, int words,
                      struct arena *arena, struct error *e) {
    int i = words ? c->lengths : length_longest(c);
    while (words && i && c->words[i].high != words)
        i--;
    *chart = fill_chart(&metrics[METRIC_ACCURACY], arena);
    chart->x_title = "position";
    if (!i)
        return error_set(e, EXIT_USAGE, "--length %d: not evaluated at that length", words);
    words = c->words[i].high;
    chart->x_high = words;
    chart->trained = (struct range){0, c->words[IN_RANGE].high < words ? c->words[IN_RANGE].high : words};
    chart->curve = arena_alloc(arena, (size_t)rows->count, sizeof *chart->curve);
    for (int k = 0; k < rows->count; k++) {
        const struct compare_row *r = &c->row[rows->row[k]];
        const char *name = rows->policies ? r->policy->name : rows->labels ? r->first->label : r->name;
        fill_curve(chart_add_curve(chart, name, fill_sign(r->first->settings), EIGHTHS, arena), c, r, i, arena);
        if (!chart->curve[chart->curves - 1].points)
            return error_set(e, EXIT_USAGE,
                             "task %s has no accuracy by position: its targets are not spread over the "
                             "sequence",
                             c->settings.task->name);
    }
    if (!chart->curves)
        return error_set(e, EXIT_USAGE, "these rows were not evaluated at %d words", words);
    fill_level(chart, "chance", &metrics[METRIC_ACCURACY], c->baseline[CHANCE].of[metric_of_eighth(1)].at[i], 0, words,
               arena);
    chart_fit(chart);
    fill_texts(chart, c, rows, i, arena);
    return true;
}
