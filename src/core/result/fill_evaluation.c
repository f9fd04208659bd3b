/* fill_evaluation.c -- an evaluation as a table; see fill_evaluation.h. */
#include "result/fill_evaluation.h"

#include <math.h>
#include <string.h>

#include "base/text.h"
#include "encoding/encoding.h"
#include "result/comparison_notes.h"
#include "result/table_lengths.h"

#define POINT .01

const struct table_label evaluation_labels[] = {
    {"policy", "policy", SHOW_ALL, LABEL_TEXT},
    {"mixer", "", SHOW_CSV, LABEL_TEXT},
    {"encoding", "", SHOW_CSV, LABEL_TEXT},
    {"seed", "", SHOW_CSV, LABEL_TEXT},
    {0},
};

/* "rope, seed 1: 100 % in range, 58 % at 256 words (16x), 94 % there with interpolate." The first policy that
 * applies, and the best of the others where it is better by a point. */
static const char *verdict(const struct table *t, const struct evaluation_result *r) {
    const int last = evaluation_columns(r) - 1;
    int first = 0;
    while (first < r->rows && isnan(evaluation_value(r, METRIC_ACCURACY, first, last)))
        first++;
    int best = first;
    for (int k = first + 1; k < r->rows; k++)
        if (evaluation_value(r, METRIC_ACCURACY, k, last) > evaluation_value(r, METRIC_ACCURACY, best, last) + POINT)
            best = k;
    const char *text = arena_format(t->arena, "%s, seed %d: %s %% in range", fill_encoding(r->instead, r->encoding),
                                    r->seed, fill_percent(r->in_range->value[METRIC_ACCURACY], t->arena));
    if (!t->value[last].twin && first < r->rows)
        text = arena_format(t->arena, "%s, %s %% %s%s%s", text,
                            fill_percent(evaluation_value(r, METRIC_ACCURACY, first, last), t->arena),
                            r->total ? "on all test rows"
                                     : arena_format(t->arena, "at %s words (%s)", fill_words(r->words[last], t->arena),
                                                    t->value[last].head),
                            first ? " with " : "", first ? r->row[first].policy->name : "");
    return best > first ? arena_format(t->arena, "%s, %s %% there with %s.", text,
                                       fill_percent(evaluation_value(r, METRIC_ACCURACY, best, last), t->arena),
                                       r->row[best].policy->name)
                        : arena_format(t->arena, "%s.", text);
}

void fill_evaluation(struct table *t, const struct evaluation_result *r, struct arena *arena) {
    table_begin(t, evaluation_labels, evaluation_columns(r), r->rows, arena);
    fill_lengths(t, r->words, r->lengths, r->total);
    for (int k = 1; k <= r->lengths && r->rows; k++)
        fill_twin(t, k, r->row->at[k], r->in_range);
    for (int m = 0; m < metric_count; m++) {
        table_add_layer(t, metrics[m].name, arena_format(arena, "%s:", fill_metric_title(t, &metrics[m])));
        t->layer[m].figure = metrics[m].of_run;
    }
    const char *examples =
        r->examples ? arena_format(arena, "%s at each length", fill_examples(r->examples, r->task, true, arena))
                    : "all examples of these lengths that the test file has";
    const char *weights = r->weights ? arena_format(arena, ", %s weights", fill_weights(t, r->weights).text) : "";
    const char *model = r->instead ? arena_format(arena, "baseline %s%s, seed %d", r->instead->name, weights, r->seed)
                                   : arena_format(arena, "%s with encoding %s%s, seed %d, %d step%s%s", r->mixer->name,
                                                  r->encoding->name, weights, r->seed, r->steps, text_plural(r->steps),
                                                  fill_positions(r->trained_at, r->tested_at, arena));
    lines_add(&t->heading, arena, verdict(t, r));
    lines_add(&t->heading, arena, arena_format(arena, "%s: %s", r->task->name, r->task->question));
    lines_add(&t->heading, arena, arena_format(arena, "%s; %s.", model, examples));
    const struct metric *accuracy = &metrics[METRIC_ACCURACY];
    fill_notes(&t->notes, arena, r->left_out, r->seen, r->note);
    if (r->training.count)
        lines_add(&t->notes, arena,
                  arena_format(arena, "Training accuracy: %.*f %s of %ld answer%s.", accuracy->quantity.digits,
                               accuracy->quantity.scale * r->training.value[METRIC_ACCURACY], accuracy->quantity.unit,
                               r->training.count, text_plural(r->training.count)));
    training_notes(&t->notes, t, r);
    lines_add(&t->notes, arena, fill_kernels(r->kernels));
    lines_add(&t->notes, arena, verdict(t, r));
    fill_baselines(t, r->baseline, r->baselines, 0, t->values);
    fill_chance_name(t, r->task, false);
    for (int i = 0; i < r->rows; i++) {
        const struct cell label[] = {cell_text(r->instead ? r->instead->name : r->row[i].policy->name),
                                     cell_text(fill_mixer(r->instead, r->mixer)),
                                     cell_text(fill_encoding(r->instead, r->encoding)), cell_count(r->seed)};
        struct table_row *row = table_add_row(t, label);
        for (int m = 0; m < t->layers; m++)
            for (int k = 0; k < t->values; k++)
                *table_cell(t, row, m, k) =
                    cell_value(&metrics[m].quantity, evaluation_value(r, m, i, k), r->baseline[CHANCE].of[m].at[k]);
    }
}

void fill_evaluation_screen(struct table *t, const struct evaluation_result *r, const char *asked,
                            struct arena *arena) {
    struct evaluation_result shown = *r;
    const char *out = "";
    shown.rows = 0;
    for (const struct evaluation_row *row = r->row; row < r->row + r->rows; row++) {
        const struct policy *p = row->policy;
        if (text_lists(asked, "all") && (p == &policy_clamp || p == &policy_wrap || p == &policy_zero))
            out = text_join(out, ", ", p->name, arena);
        else
            shown.row[shown.rows++] = *row;
    }
    fill_evaluation(t, &shown, arena);
    if (*out)
        lines_add(&t->notes, arena, arena_format(arena, "Not shown: %s; --full shows all policies.", out));
}
